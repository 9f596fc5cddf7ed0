//! `json`: JSON Lines, an object a game. The wire types are apart from the game's.
//!
//! Everything comes from `serde_json`, but the parts that recur are kept: what it made of a frame's
//! rolls is used again for the next frame of the same rolls (it took 1.7 us a game without that, and
//! 0.3 with it). A test holds whole objects against the crate.

use std::io::Write as _;

use serde::Serialize;

use super::symbols::text;
use super::text::is_hidden;
use super::{FileField, Format, Record, line_number, number};
use crate::game::{Ball, Game, Mark, Rules};
use crate::parse::Claim;

/// The part of a frame that follows from its rolls.
#[derive(Serialize)]
struct FrameHead {
    rolls: Vec<u8>,
    marks: Vec<&'static str>,
    kind: Option<&'static str>,
}

#[derive(Serialize)]
struct ClaimObject<'a> {
    says: Says<'a>,
    holds: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Says<'a> {
    Total(u32),
    Running(&'a [Option<u32>]),
    Error(String),
}

#[derive(Serialize)]
struct ErrorObject {
    line: u64,
    column: usize,
    frame: Option<u8>,
    message: String,
}

/// The writer, with the heads of frames that it has met.
#[derive(Default)]
pub struct Json {
    file: FileField,
    rules: Rules,
    heads: Vec<Vec<u8>>,
}

/// Anything that serde can write. Its types here have nothing that JSON could refuse, and memory does not fail.
fn json(value: &impl Serialize, out: &mut Vec<u8>) {
    let start = out.len();
    let _ = serde_json::to_writer(&mut *out, value);
    // JSON escapes only the oldest controls; to a terminal the others are as good.
    if out[start..].iter().any(|&byte| byte >= 0x7F) {
        let text = String::from_utf8_lossy(&out.split_off(start)).into_owned();
        let mut units = [0; 2];
        for character in text.chars() {
            if is_hidden(character) {
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            } else {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
}

impl Format for Json {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"file\":");
        self.file.write(record.file, |file, out| json(&file, out), out);
        out.extend_from_slice(b",\"line\":");
        line_number(record.line, out);
        out.extend_from_slice(b",\"name\":");
        match record.name {
            Some(name) => json(&name, out),
            None => out.extend_from_slice(NULL),
        }
        out.extend_from_slice(b",\"rules\":\"");
        out.extend_from_slice(record.rules.name().as_bytes());
        out.extend_from_slice(b"\",\"total\":");
        let total = record.game.map(Game::score);
        optional(total, out);
        let complete = record.game.is_some_and(Game::is_complete);
        out.extend_from_slice(b",\"max\":");
        optional(if complete { total } else { record.game.map(Game::max) }, out);
        out.extend_from_slice(if complete { b",\"complete\":true" } else { b",\"complete\":false" });
        out.extend_from_slice(b",\"frames\":[");
        if let Some(game) = record.game {
            self.frames(game, out);
        }
        if record.claim.is_none() && record.error.is_none() {
            out.extend_from_slice(b"],\"claim\":null,\"error\":null}\n");
            return;
        }
        out.extend_from_slice(b"],\"claim\":");
        let claim = record.claim.map(|(claim, mismatch)| ClaimObject { says: says(claim), holds: mismatch.is_none() });
        json(&claim, out);
        out.extend_from_slice(b",\"error\":");
        let error = record.error.map(|(line, error)| ErrorObject {
            line,
            column: error.column(),
            frame: error.frame(),
            message: error.problem().to_string(),
        });
        json(&error, out);
        out.extend_from_slice(b"}\n");
    }
}

const NULL: &[u8] = b"null";

fn optional(value: Option<u16>, out: &mut Vec<u8>) {
    match value {
        Some(value) => number(value, out),
        None => out.extend_from_slice(NULL),
    }
}

impl Json {
    fn frames(&mut self, game: &Game, out: &mut Vec<u8>) {
        if self.rules != game.rules() {
            // The same rolls are other marks by other rules.
            self.rules = game.rules();
            self.heads.clear();
        }
        let totals = game.totals();
        let mut before = 0;
        for (at, balls) in game.balls_by_frame().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            self.head(balls, at < usize::from(game.over()), out);
            if let Some(&total) = totals.get(at) {
                out.extend_from_slice(b",\"score\":");
                number(total - before, out);
                out.extend_from_slice(b",\"total\":");
                number(total, out);
                before = total;
            } else {
                // Frames are settled in their order, so none after this one is.
                out.extend_from_slice(b",\"score\":null,\"total\":null");
            }
            if balls.iter().any(|ball| ball.roll.is_split()) {
                out.extend_from_slice(b",\"split\":true");
            }
            if balls.iter().any(|ball| ball.roll.is_foul()) {
                out.extend_from_slice(b",\"foul\":true");
            }
            out.push(b'}');
        }
    }

    /// `{"rolls":[8,2],"marks":["8","/"],"kind":"spare"`, from the store if these rolls were met before.
    fn head(&mut self, balls: &[Ball], over: bool, out: &mut Vec<u8>) {
        let fold = |place, ball: &Ball| place * 12 + usize::from(ball.pins()) + 1;
        let place = 2 * balls.iter().fold(0, fold) + usize::from(over);
        let plain = balls.iter().all(|ball| !ball.roll.is_foul());
        if let Some(head) = self.heads.get(place).filter(|head| plain && !head.is_empty()) {
            out.extend_from_slice(head);
            return;
        }
        let start = out.len();
        json(
            &FrameHead {
                rolls: balls.iter().map(|ball| ball.pins()).collect(),
                marks: balls.iter().map(|ball| text(ball.sign)).collect(),
                kind: over.then(|| Mark::of(balls).name()),
            },
            out,
        );
        // The score and the total come before the brace.
        out.pop();
        if plain {
            if self.heads.len() <= place {
                self.heads.resize(place + 1, Vec::new());
            }
            self.heads[place] = out[start..].to_vec();
        }
    }
}

fn says(claim: &Claim) -> Says<'_> {
    match claim {
        Claim::Total(total) => Says::Total(*total),
        Claim::Running(totals) => Says::Running(totals),
        Claim::Error(None) => Says::Error("error".into()),
        Claim::Error(Some(text)) => Says::Error(format!("error: {text}")),
    }
}

/// A claim in words.
pub fn claimed(claim: &Claim) -> String {
    match says(claim) {
        Says::Error(text) => text,
        says => serde_json::to_string(&says).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::To;
    use crate::{Dialect, score_line};

    /// The whole object at once, as the crate would write it.
    #[derive(Serialize)]
    struct GameObject<'a> {
        file: &'a str,
        line: u64,
        name: Option<&'a str>,
        rules: &'static str,
        total: Option<u16>,
        max: Option<u16>,
        complete: bool,
        frames: Vec<FrameObject>,
        claim: Option<ClaimObject<'a>>,
        error: Option<ErrorObject>,
    }

    #[derive(Serialize)]
    struct FrameObject {
        #[serde(flatten)]
        head: FrameHead,
        score: Option<u16>,
        total: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        split: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        foul: Option<bool>,
    }

    fn object(record: &Record<'_>) -> String {
        let frames = record.game.iter().flat_map(|game| game.frames()).map(|frame| FrameObject {
            head: FrameHead {
                rolls: frame.balls.iter().map(|ball| ball.pins()).collect(),
                marks: frame.balls.iter().map(|ball| text(ball.sign)).collect(),
                kind: frame.kind.map(Mark::name),
            },
            score: frame.score,
            total: frame.total,
            split: frame.balls.iter().any(|ball| ball.roll.is_split()).then_some(true),
            foul: frame.balls.iter().any(|ball| ball.roll.is_foul()).then_some(true),
        });
        let object = GameObject {
            file: record.file,
            line: record.line,
            name: record.name,
            rules: record.rules.name(),
            total: record.game.map(Game::score),
            max: record.game.map(Game::max),
            complete: record.game.is_some_and(Game::is_complete),
            frames: frames.collect(),
            claim: record.claim.map(|(claim, wrong)| ClaimObject { says: says(claim), holds: wrong.is_none() }),
            error: record.error.map(|(line, error)| ErrorObject {
                line,
                column: error.column(),
                frame: error.frame(),
                message: error.problem().to_string(),
            }),
        };
        serde_json::to_string(&object).unwrap() + "\n"
    }

    #[test]
    fn the_bytes_are_those_of_the_crate() {
        // One writer for all, so that what it keeps is used by the rules that it was not made by.
        let mut writer = To::Json.format(true, crate::output::Paint::Plain);
        for rules in Rules::ALL {
            for line in [
                "X 5/ 9-",
                "8 1 7",
                "\"q\"\t\u{1b}: X S7/ F9 F- = 48",
                "9 9 9 8 1",
                "[]",
                "0 0 10 10",
                "8 5",
                "11 = error",
                "X X X X X X X X X XXX = 30 60 _",
                "9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/9",
                "x: 5 4 = 10",
                "5 5 5 5 5 5",
            ] {
                let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
                let mismatch = scored.claim.as_ref().and_then(|claim| crate::verify(claim, scored.game.as_ref()).err());
                let record = Record {
                    name: scored.name,
                    game: scored.game.as_ref().ok(),
                    claim: scored.claim.as_ref().map(|claim| (claim, mismatch.as_ref())),
                    error: scored.game.as_ref().err().map(|error| (7, error)),
                    ..Record::new("a \"file\"", 1234, rules, line.as_bytes())
                };
                let mut out = Vec::new();
                writer.game(&record, &mut out);
                assert_eq!(String::from_utf8(out).unwrap(), object(&record), "{rules}: {line}");
            }
        }
    }
}
