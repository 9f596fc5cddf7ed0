//! `json`: JSON Lines, one object per game.
//!
//! `serde_json` writes everything that varies in its characters. Punctuation and numbers are
//! written directly. A test compares whole objects with what the crate writes.

use std::io::Write as _;

use serde::Serialize;

use super::short::{FrameMemo, write_number};
use super::{Consumer, Needs, Record};
use crate::cli::input::{EntryClaim, Refusal, Tag, TagKeys};
use crate::cli::text::is_hidden;
use crate::game::{Ball, FRAMES, Frame, Mark, ScoreCard};
use crate::notation::display::shown;
use crate::sheet::Claim;

#[derive(Default)]
pub struct Json {
    /// The tags that objects have, too.
    pub keep: TagKeys,
    /// The start of each object: the file.
    pub start: Vec<u8>,
    pub balls: FrameMemo<64>,
}

impl Consumer for Json {
    type Item = u8;

    fn needs(&self) -> Needs {
        Needs { growth: 16, ..Needs::RECORDS }
    }

    fn begin_chunk(&mut self, file: &str, _in_group: bool) {
        self.start = b"{\"file\":".to_vec();
        write_json(file, &mut self.start);
        self.start.extend_from_slice(b",\"line\":");
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let entry = record.entry;
        out.extend_from_slice(&self.start);
        out.extend_from_slice(itoa::Buffer::new().format(entry.line).as_bytes());
        out.extend_from_slice(b",\"name\":");
        write_json(&entry.name, out);
        out.extend_from_slice(b",\"rules\":\"");
        out.extend_from_slice(entry.rules.name().as_bytes());
        match entry.played() {
            Some(card) => self.write_card(card, out),
            None => out.extend_from_slice(b"\",\"total\":null,\"max\":null,\"complete\":false,\"frames\":["),
        }
        out.extend_from_slice(b"],\"claim\":");
        match entry.claim {
            Some(claim) => {
                out.extend_from_slice(b"{\"says\":");
                write_claim(claim, out);
                out.extend_from_slice(if record.claim_holds() { b",\"holds\":true}" } else { b",\"holds\":false}" });
            }
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"error\":");
        match entry.refusal() {
            Some(refusal) => write_json(&ErrorObject::new(refusal), out),
            None => out.extend_from_slice(b"null"),
        }
        for (at, key) in self.keep.iter().enumerate() {
            out.push(b',');
            write_json(&key.name, out);
            out.push(b':');
            write_tag(entry.tags.get(at).and_then(Option::as_ref), out);
        }
        out.extend_from_slice(b"}\n");
    }
}

/// Appends a tag: JSON as it was written, but on one line, and text as a string.
fn write_tag(tag: Option<&Tag<'_>>, out: &mut Vec<u8>) {
    match tag {
        None => out.extend_from_slice(b"null"),
        Some(Tag { json: None, text }) => write_json(text, out),
        Some(Tag { json: Some(json), .. }) => {
            let start = out.len();
            // In a string, line ends are escapes.
            out.extend(json.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')));
            escape_hidden(start, out);
        }
    }
}

impl Json {
    fn write_card(&mut self, card: &ScoreCard, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\",\"total\":");
        write_number(card.total(), out);
        out.extend_from_slice(b",\"max\":");
        write_number(card.max_score(), out);
        out.extend_from_slice(b",\"complete\":");
        out.extend_from_slice(if card.is_complete() { b"true" } else { b"false" });
        out.extend_from_slice(b",\"frames\":[");
        for (at, frame) in card.frames().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            self.balls.write(frame, out, write_balls);
            out.extend_from_slice(b",\"score\":");
            write_score(frame, out);
        }
    }
}

/// `{"rolls":[8,2],"marks":["8","/"],"kind":"spare"`, without the end of the object.
fn write_balls(frame: Frame<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"rolls\":[");
    for ball in frame.balls() {
        write_number(ball.pins().into(), out);
        out.push(b',');
    }
    out.pop();
    out.extend_from_slice(b"],\"marks\":[");
    for &ball in frame.balls() {
        out.push(b'"');
        out.extend_from_slice(shown(ball).as_bytes());
        out.extend_from_slice(b"\",");
    }
    out.pop();
    out.extend_from_slice(b"],\"kind\":");
    write_json(&frame.mark().map(Mark::name), out);
}

/// What follows the balls of a frame.
fn write_score(frame: Frame<'_>, out: &mut Vec<u8>) {
    match frame.score().zip(frame.total()) {
        Some((score, total)) => {
            write_number(score, out);
            out.extend_from_slice(b",\"total\":");
            write_number(total, out);
        }
        None => out.extend_from_slice(b"null,\"total\":null"),
    }
    if !frame.is_plain() {
        write_details(frame, out);
    }
    out.push(b'}');
}

/// Splits, fouls and the pins that balls left.
fn write_details(frame: Frame<'_>, out: &mut Vec<u8>) {
    let splits: Vec<usize> =
        (1..).zip(frame.balls()).filter(|(_, ball)| ball.roll.is_split()).map(|(at, _)| at).collect();
    if !splits.is_empty() {
        out.extend_from_slice(b",\"split\":true");
        // In other frames than the tenth only the first ball can leave a split.
        if frame.number() == FRAMES {
            out.extend_from_slice(b",\"splits\":");
            write_json(&splits, out);
        }
    }
    if frame.balls().iter().any(|ball| ball.roll.is_foul()) {
        out.extend_from_slice(b",\"foul\":true");
    }
    if frame.balls().iter().any(|ball| ball.roll.leave().is_some()) {
        let pins_left = |ball: &Ball| ball.pins_left().map(|pins| pins.iter().collect());
        let leaves: Vec<Option<Vec<u8>>> = frame.balls().iter().map(pins_left).collect();
        out.extend_from_slice(b",\"leaves\":");
        write_json(&leaves, out);
    }
}

fn write_claim(claim: EntryClaim<'_>, out: &mut Vec<u8>) {
    match claim.claim {
        Some(Claim::Total(total)) => write_json(total, out),
        Some(Claim::Running(totals)) => write_json(totals, out),
        Some(error @ Claim::Error(_)) => write_json(&error.to_string(), out),
        None => write_json(claim.text.trim_ascii(), out),
    }
}

#[derive(Serialize)]
struct ErrorObject {
    line: u64,
    column: usize,
    frame: Option<u8>,
    message: String,
}

impl ErrorObject {
    fn new(Refusal { line, error, .. }: &Refusal) -> Self {
        Self { line: *line, column: error.column(), frame: error.frame(), message: error.message() }
    }
}

/// Appends a value as JSON. The types here cannot fail to serialize, and writing to memory cannot fail.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let start = out.len();
    let _ = serde_json::to_writer(&mut *out, value);
    escape_hidden(start, out);
}

/// JSON escapes control characters up to U+001F only. A terminal acts on others as well.
#[inline(never)]
fn escape_hidden(start: usize, out: &mut Vec<u8>) {
    let has_hidden = |text: &[u8]| String::from_utf8_lossy(text).chars().any(is_hidden);
    if out[start..].iter().any(|&byte| byte >= 0x7F) && has_hidden(&out[start..]) {
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

#[cfg(test)]
mod tests {
    use super::super::with_record;
    use super::*;
    use crate::Rules;

    fn json(value: &(impl Serialize + ?Sized)) -> String {
        serde_json::to_string(value).unwrap()
    }

    /// The whole object, as the crate would write it. The score card is that of the feature `serde`.
    fn object(record: &Record<'_>) -> String {
        let Record { file, entry, .. } = record;
        let no_card = || {
            let rules = entry.rules.name();
            format!("{{\"rules\":\"{rules}\",\"total\":null,\"max\":null,\"complete\":false,\"frames\":[]}}")
        };
        let card = entry.played().map_or_else(no_card, json);
        let card = card.trim_start_matches('{').strip_suffix('}').unwrap();
        let holds = record.mismatch.is_none();
        let says = entry.claim().map(|claim| format!("{{\"says\":{},\"holds\":{holds}}}", json(claim)));
        let (claim, error) = (says.unwrap_or("null".into()), json(&entry.refusal().map(ErrorObject::new)));
        let (file, line, name) = (json(file), entry.line, json(&entry.name));
        format!("{{\"file\":{file},\"line\":{line},\"name\":{name},{card},\"claim\":{claim},\"error\":{error}}}\n")
    }

    #[test]
    fn the_bytes_are_those_of_the_crate() {
        for &rules in Rules::ALL {
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
                "X X X X X X X X X S7/S8",
                "8{7-10}/ S7{4-6-10}1 F{1-2-3-4-5-6-7-8-9-10}9{3} X",
            ] {
                with_record(line, rules, |record| {
                    let (mut format, mut out) = (Json::default(), Vec::new());
                    format.begin_chunk(record.file, false);
                    format.record(record, &mut out);
                    assert_eq!(String::from_utf8_lossy(&out), object(record), "{rules}: {line}");
                });
            }
        }
    }
}
