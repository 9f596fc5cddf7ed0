//! `csv` (RFC 4180): one row per game, running totals in the frame columns.

use super::notation::Notation;
use super::short::{Short, numbers};
use super::{Consumer, Entry, Event};
use crate::cli::read::TagKeys;
use crate::cli::text::{escaped, is_formula};
use crate::game::{FRAMES, Game, MAX_TOTAL};

const HEADER: &str = "file,line,name,frame1,frame2,frame3,frame4,frame5,frame6,frame7,frame8,frame9,frame10,\
                      total,max,complete,error,rules,notation,claim,holds";

#[derive(Default)]
pub struct Csv {
    pub header: bool,
    /// The tags that rows have, too.
    pub keep: TagKeys,
    /// The first cell of each row: the file.
    pub file: Vec<u8>,
    pub notation: Notation,
}

impl Consumer for Csv {
    type Item = u8;

    fn head(&mut self, out: &mut Vec<u8>) {
        if self.header {
            out.extend_from_slice(HEADER.as_bytes());
            for key in self.keep.iter() {
                out.push(b',');
                write_text(&key.name, out);
            }
            out.push(b'\n');
        }
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match event {
            Event::BeginPart(file) => {
                self.file.clear();
                write_text(file, &mut self.file);
            }
            Event::Entry(entry) => self.write(entry, out),
            _ => {}
        }
    }
}

impl Csv {
    /// Writes the row of a game.
    fn write(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.file);
        out.push(b',');
        out.extend_from_slice(itoa::Buffer::new().format(entry.line).as_bytes());
        out.push(b',');
        write_text(entry.name.unwrap_or_default(), out);
        out.push(b',');
        match entry.played() {
            Some(card) => write_numbers(card, out),
            None => out.extend_from_slice(b",,,,,,,,,,,,false,"),
        }
        if let Some(error) = entry.error() {
            write_text(&error.to_string(), out);
        }
        out.push(b',');
        out.extend_from_slice(entry.rules.name().as_bytes());
        out.push(b',');
        if let Some(card) = entry.game() {
            // A sign at the start is a formula to a spreadsheet.
            self.notation.write(card, b'0', out);
        }
        out.push(b',');
        if let Some(claim) = entry.claim {
            // Between running totals a TAB is a blank.
            write_text(&claim.text.trim_ascii().replace('\t', " "), out);
            out.extend_from_slice(if entry.claim_holds() { b",true" } else { b",false" });
        } else {
            out.push(b',');
        }
        for at in 0..self.keep.len() {
            out.push(b',');
            write_text(entry.tag(at).unwrap_or_default(), out);
        }
        out.push(b'\n');
    }
}

/// The frames, the total, the best total and whether the game is complete, each with a comma.
fn write_numbers(card: &Game, out: &mut Vec<u8>) {
    let running = card.running_totals();
    for &total in running {
        FIELDS[usize::from(total)].write(out);
    }
    out.resize(out.len() + usize::from(FRAMES) - running.len(), b',');
    FIELDS[usize::from(card.score())].write(out);
    FIELDS[usize::from(card.max_score())].write(out);
    out.extend_from_slice(if card.is_complete() { b"true," } else { b"false," });
}

static FIELDS: [Short<4>; MAX_TOTAL as usize + 1] = numbers(b",");

/// Text, quoted where needed, and never a formula to a spreadsheet. What is read back is the same text.
pub fn write_text(text: &str, out: &mut Vec<u8>) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'/' | b'_' | b'-');
    if (text.bytes().all(is_plain) && !text.starts_with('-')) || text == "-" {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let shown = escaped(text);
    let guarded = if is_formula(&shown) { format!("'{shown}").into() } else { shown };
    if guarded.contains([',', '"', '\n', '\r']) {
        out.extend_from_slice(format!("\"{}\"", guarded.replace('"', "\"\"")).as_bytes());
    } else {
        out.extend_from_slice(guarded.as_bytes());
    }
}
