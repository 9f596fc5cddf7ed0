//! `json`: JSON Lines, an object a game. The wire types are apart from the game's.
//!
//! Everything comes from `serde_json`, but the parts that recur are kept: what it made of a frame's
//! rolls is used again for the next frame of the same rolls (it took 1.7 us a game without that, and
//! 0.3 with it). A test holds whole objects against the crate.

use serde::Serialize;

use super::symbols::shown_text;
use super::{FileField, Format, Record, line_number, number};
use crate::game::{Game, Mark, Roll, Rules};
use crate::parse::Claim;

/// The part of a frame that follows from its rolls.
#[derive(Serialize)]
struct FrameHead {
    rolls: Vec<u8>,
    marks: Vec<String>,
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
    super::text::escape_json(start, out);
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
        for (at, (rolls, marks)) in game.balls().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            self.head(rolls, marks, at < usize::from(game.over()), out);
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
            if rolls.iter().any(|roll| roll.is_split()) {
                out.extend_from_slice(b",\"split\":true");
            }
            if rolls.iter().any(|roll| roll.is_foul()) {
                out.extend_from_slice(b",\"foul\":true");
            }
            out.push(b'}');
        }
    }

    /// `{"rolls":[8,2],"marks":["8","/"],"kind":"spare"`, from the store if these rolls were met before.
    fn head(&mut self, rolls: &[Roll], marks: &[Option<Mark>], over: bool, out: &mut Vec<u8>) {
        let fold = |place, roll: &Roll| place * 12 + usize::from(roll.pins().get()) + 1;
        let place = 2 * rolls.iter().fold(0, fold) + usize::from(over);
        let plain = rolls.iter().all(|roll| !roll.is_foul());
        if let Some(head) = self.heads.get(place).filter(|head| plain && !head.is_empty()) {
            out.extend_from_slice(head);
            return;
        }
        let start = out.len();
        json(
            &FrameHead {
                rolls: rolls.iter().map(|roll| roll.pins().get()).collect(),
                marks: rolls.iter().zip(marks).map(|(&roll, &mark)| shown_text(roll, mark)).collect(),
                kind: over.then(|| Mark::of(marks).name()),
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
