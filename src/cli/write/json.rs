//! `json`: JSON Lines, one object per game, in the shape of the feature `serde`.
//!
//! `serde_json` writes everything that varies in its characters. What most objects have in common is written directly.

use serde::Serialize;

use super::short::{FrameMemo, write_number};
use super::{Consumer, Entry, Event};
use crate::cli::event::{Diagnostic, Tag};
use crate::cli::read::TagKeys;
use crate::cli::text::{escape_hidden, write_json};
use crate::game::{Frame, Game};
use crate::reading::display::shown;
use crate::serialize::FrameObject;

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

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match event {
            Event::BeginPart(file) => {
                self.start = b"{\"file\":".to_vec();
                write_json(file, &mut self.start);
                self.start.extend_from_slice(b",\"line\":");
            }
            Event::Entry(entry) => self.write(entry, out),
            _ => {}
        }
    }
}

impl Json {
    /// Writes the object of a game.
    fn write(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.start);
        out.extend_from_slice(itoa::Buffer::new().format(entry.line).as_bytes());
        out.extend_from_slice(b",\"name\":");
        match entry.name {
            Some(name) => write_json(name, out),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"rules\":\"");
        out.extend_from_slice(entry.rules.name().as_bytes());
        match entry.played() {
            Some(card) => self.write_card(card, out),
            None => out.extend_from_slice(b"\",\"total\":null,\"max\":null,\"complete\":false,\"frames\":[]"),
        }
        match entry.claim {
            Some(claim) => {
                out.extend_from_slice(b",\"claim\":{\"says\":");
                match claim.claim {
                    Some(claim) => write_json(claim, out),
                    None => write_json(claim.text.trim_ascii(), out),
                }
                out.extend_from_slice(if entry.claim_holds() { b",\"holds\":true}" } else { b",\"holds\":false}" });
            }
            None => out.extend_from_slice(b",\"claim\":null"),
        }
        match entry.error() {
            Some(Diagnostic { place, error, .. }) => {
                let (line, column, frame, message) =
                    (place.line, place.known_column(), error.frame, error.message().to_string());
                out.extend_from_slice(b",\"error\":");
                write_json(&ErrorObject { line, column, frame, message }, out);
            }
            None => out.extend_from_slice(b",\"error\":null"),
        }
        for (at, key) in self.keep.iter().enumerate() {
            out.push(b',');
            write_json(&key.name, out);
            out.push(b':');
            write_tag(entry.tags.get(at).and_then(Option::as_ref), out);
        }
        out.extend_from_slice(b"}\n");
    }

    fn write_card(&mut self, card: &Game, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\",\"total\":");
        write_number(card.score(), out);
        out.extend_from_slice(b",\"max\":");
        write_number(card.max_score(), out);
        out.extend_from_slice(b",\"complete\":");
        out.extend_from_slice(if card.is_complete() { b"true" } else { b"false" });
        out.extend_from_slice(b",\"frames\":[");
        for (at, frame) in card.frames().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            if frame.has_signs() {
                write_json(&FrameObject::new(frame), out);
            } else {
                self.balls.write(frame, out, write_balls);
                write_score(frame, out);
            }
        }
        out.push(b']');
    }
}

/// `{"rolls":[8,2],"marks":["8","/"],"kind":"spare","score":`, what frames of the same balls have in common.
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
    write_json(&frame.kind(), out);
    out.extend_from_slice(b",\"score\":");
}

/// The rest of a frame.
fn write_score(frame: Frame<'_>, out: &mut Vec<u8>) {
    match frame.score().zip(frame.total()) {
        Some((score, total)) => {
            write_number(score, out);
            out.extend_from_slice(b",\"total\":");
            write_number(total, out);
            out.push(b'}');
        }
        None => out.extend_from_slice(b"null,\"total\":null}"),
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

#[derive(Serialize)]
struct ErrorObject {
    line: u64,
    column: Option<usize>,
    frame: Option<u8>,
    message: String,
}
