//! JSON: one object per game, as JSON Lines or in one array.
//!
//! `serde_json` checks each object and finds the values of its keys, as text that stays where it is ([`object`]).
//! [`game`] then walks through the text of the game. It need not check anything, and an error can say where it is.

mod game;
mod object;

use std::ops::{ControlFlow, Range};

use memchr::{memchr_iter, memrchr};
use nom::Offset;

use super::columns::Role;
use super::table::{Places, Row};
use super::{Chunk, Entry, Outcome, Place, Played, Position, ReadOptions, Reader, Refusal, Visitor};
use crate::cli::split::json::Found;
use crate::error::{LONGEST_LINE, LineError, Problem, characters};
use game::read_object;
use object::{Field, Fields, Object};

/// A reader of JSON.
pub struct Json {
    options: ReadOptions,
}

/// Whether the first line of a source starts an object, or an array of objects. No game does.
pub fn is_json_start(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let inside = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    // What follows `{` is a key. It may be on the next line, and so may be the `{` of an array.
    let is_object = |text: &[u8]| {
        text.strip_prefix(b"{").is_some_and(|rest| matches!(rest.trim_ascii_start().first(), None | Some(b'"' | b'}')))
    };
    is_object(line) || inside.is_some_and(|inside| inside.is_empty() || is_object(inside))
}

impl Json {
    pub(super) const fn new(options: ReadOptions) -> Self {
        Self { options }
    }

    /// Reads the record in these bytes of a chunk. A broken one may hold others, each at the start of a line.
    fn record(
        &self,
        bytes: &[u8],
        record: Range<usize>,
        cursor: &mut Cursor,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        *cursor = cursor.moved(bytes, record.start);
        let text = &bytes[record.clone()];
        let problem = match text.first() {
            Some(b'{') if record.len() > LONGEST_LINE => (0, Problem::LongObject),
            Some(b'{') => match parse(text) {
                Ok(object) => return self.object(bytes, *cursor, &object, visitor),
                Err(error) => {
                    let next = memchr::memmem::find(text, b"\n{").map_or(text.len(), |end| end + 1);
                    let problem = syntax_problem(&text[..next], &error);
                    if next < text.len() {
                        self.refuse(bytes, *cursor, problem, visitor)?;
                        return self.pieces(bytes, record.start + next..record.end, cursor, visitor);
                    }
                    problem
                }
            },
            Some(b'}') => (0, Problem::Unmatched('}')),
            _ => (0, Problem::NotAnObject),
        };
        self.refuse(bytes, *cursor, problem, visitor)
    }

    /// Reads the rest of a broken record: every line that starts with `{` may start an object. Each piece is parsed by
    /// itself, so that the time is linear.
    fn pieces(
        &self,
        bytes: &[u8],
        rest: Range<usize>,
        cursor: &mut Cursor,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let mut start = rest.start;
        while start < rest.end {
            let text = &bytes[start..rest.end];
            let end = memchr::memmem::find(text, b"\n{").map_or(text.len(), |end| end + 1);
            *cursor = cursor.moved(bytes, start);
            match parse(&text[..end]) {
                Ok(object) => self.object(bytes, *cursor, &object, visitor)?,
                Err(error) => self.refuse(bytes, *cursor, syntax_problem(&text[..end], &error), visitor)?,
            }
            start += end;
        }
        ControlFlow::Continue(())
    }

    /// Reports a record in which a byte is wrong.
    fn refuse(
        &self,
        bytes: &[u8],
        cursor: Cursor,
        (at, problem): (usize, Problem),
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let place = cursor.moved(bytes, cursor.at + at);
        let refusal = Refusal::new(place.line, LineError::at_column(place.column + 1, None, problem));
        let rules = self.options.rules.unwrap_or_default();
        visitor.entry(&Entry::new(cursor.line, rules, Outcome::Refused(&refusal, Played::Nothing)))
    }

    fn object(&self, bytes: &[u8], cursor: Cursor, object: &Object<'_>, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let fields = Fields { all: &object.0, columns: &self.options.columns };
        let mut row = Row::new(cursor.line, self.options.rules.unwrap_or_default());
        let name = fields.role(Role::Name, &["name", "bowler", "player"]).and_then(Field::text);
        let date = fields.role(Role::Date, &["date"]).and_then(Field::text);
        row.name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        row.date = date.as_deref().map(str::trim).filter(|date| !date.is_empty());
        if let Err(failure) = read_object(&fields, &self.options, &mut row) {
            (row.failure, row.game) = (Some(failure), None);
        }
        let places = ObjectPlaces { bytes, cursor, fields: &object.0 };
        row.report(self.options.complete, &places, visitor)
    }
}

impl Reader for Json {
    const IS_INDEPENDENT: bool = true;

    fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut impl Visitor) -> ControlFlow<(), Position> {
        let (bytes, position) = (chunk.bytes, &chunk.position);
        let mut cursor = Cursor { at: 0, line: position.line, column: position.column };
        let (mut scan, mut at) = (position.scan, 0);
        while at < bytes.len() {
            let (len, found) = scan.next(&bytes[at..]);
            at += len;
            match found {
                Some(Found::Record(len)) if len <= at => self.record(bytes, at - len..at, &mut cursor, visitor)?,
                Some(Found::Stray(byte)) => {
                    cursor = cursor.moved(bytes, at - 1);
                    let error = LineError::at_column(cursor.column + 1, None, stray_problem(byte));
                    visitor.error(&Refusal::new(cursor.line, error));
                }
                // The rest of a record that was too long for a chunk.
                Some(Found::Record(_) | Found::Gap) | None => {}
            }
        }
        // The end of a record is missing at the end of the source, or it is too long for a chunk.
        if let Some(start) = scan.unfinished().and_then(|len| at.checked_sub(len)) {
            self.record(bytes, start..at, &mut cursor, visitor)?;
        }
        let Cursor { line, column, .. } = cursor.moved(bytes, at);
        ControlFlow::Continue(Position { line, column, in_group: scan.has_records(), scan, ..position.clone() })
    }

    fn advance(&self, position: &mut Position, bytes: &[u8]) {
        let start = Cursor { at: 0, line: position.line, column: position.column };
        let Cursor { line, column, .. } = start.moved(bytes, bytes.len());
        position.scan.skip(bytes);
        (position.line, position.column, position.in_group) = (line, column, position.scan.has_records());
    }

    /// An array that is not closed may have been cut short.
    fn end(&mut self, position: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if position.scan.in_array() {
            let error = LineError::at_column(position.column + 1, None, Problem::Unmatched('['));
            visitor.error(&Refusal::new(position.line, error));
        }
        ControlFlow::Continue(())
    }

    fn another(&self) -> Self {
        Self::new(self.options.clone())
    }
}

/// Parses an object. Its values are found, and strings that are no text are refused: half a surrogate pair.
fn parse(text: &[u8]) -> serde_json::Result<Object<'_>> {
    let mut objects = serde_json::Deserializer::from_slice(text).into_iter();
    let object = objects.next().unwrap_or_else(|| Ok(Object(Vec::new())));
    let mut surrogates = memchr::memmem::find_iter(text, b"\\u").filter(|&at| matches!(text.get(at + 2), Some(b'd' | b'D')));
    if object.is_ok() && surrogates.next().is_some() {
        serde_json::from_slice::<serde_json::Value>(&text[..objects.byte_offset()])?;
    }
    object
}

/// What is wrong with a byte between objects.
fn stray_problem(byte: u8) -> Problem {
    match byte {
        b',' => Problem::NotJson("not JSON, a comma without an object before it".into()),
        byte => Problem::Unmatched(byte.into()),
    }
}

/// What is wrong with an object that is not JSON, and at which byte.
fn syntax_problem(bytes: &[u8], error: &serde_json::Error) -> (usize, Problem) {
    // The crate counts bytes, from 1, and the line that the text starts on is line 1.
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').take(error.line().saturating_sub(1));
    let at = lines.map(<[u8]>::len).sum::<usize>() + error.column().saturating_sub(1);
    if let Err(error) = std::str::from_utf8(bytes) {
        return (error.valid_up_to(), Problem::NotUtf8);
    }
    if error.is_eof() || at >= bytes.trim_ascii_end().len() {
        return (0, Problem::Unmatched('{'));
    }
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    (at, Problem::NotJson(format!("not JSON, {reason}")))
}

/// A place in a chunk, with its line and the characters before it on the line.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    at: usize,
    line: u64,
    column: usize,
}

impl Cursor {
    /// A place behind this one.
    fn moved(self, bytes: &[u8], to: usize) -> Self {
        let passed = bytes.get(self.at..to).unwrap_or_default();
        match memrchr(b'\n', passed) {
            Some(end) => Self {
                at: to,
                line: self.line + memchr_iter(b'\n', &passed[..=end]).count() as u64,
                column: characters(&passed[end + 1..]),
            },
            None => Self { at: to, line: self.line, column: self.column + characters(passed) },
        }
    }
}

/// Where the values of an object are.
struct ObjectPlaces<'a> {
    bytes: &'a [u8],
    cursor: Cursor,
    fields: &'a [Field<'a>],
}

impl Places for ObjectPlaces<'_> {
    fn place(&self, text: &str) -> Place<'_> {
        // A text that is no part of the chunk stands for the object itself.
        let range = self.bytes.as_ptr_range();
        let at = if range.contains(&text.as_ptr()) { self.bytes.offset(text.as_bytes()) } else { self.cursor.at };
        let Cursor { line, column, .. } = self.cursor.moved(self.bytes, at);
        let holds = |field: &&Field<'_>| field.value.as_bytes().as_ptr_range().contains(&text.as_ptr());
        let field = self.fields.iter().find(holds).map(|field| (&*field.key).into());
        Place { line, column: column + 1, field }
    }
}
