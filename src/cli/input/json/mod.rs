//! JSON: one object per game, as JSON Lines or in one array.
//!
//! `serde_json` checks each object and finds the values of its keys, as text that stays where it is ([`object`]).
//! [`game`] then walks through the text of the game. It need not check anything, and an error can say where it is.

mod game;
mod object;

use std::ops::ControlFlow;

use memchr::{memchr, memchr_iter, memrchr};
use nom::Offset;

use super::columns::Role;
use super::table::{Places, Row};
use super::{Chunk, Entry, Excerpt, Outcome, Place, Played, Position, ReadOptions, Reader, Refusal, Visitor};
use crate::cli::split::json::{first_record, is_between_records};
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

    /// Reads the record that starts at the cursor, and returns where it ends.
    fn record(&self, bytes: &[u8], cursor: Cursor, visitor: &mut impl Visitor) -> ControlFlow<(), usize> {
        let rest = &bytes[cursor.at..];
        let mut objects = serde_json::Deserializer::from_slice(rest).into_iter::<Object<'_>>();
        let (end, at, problem) = match objects.next() {
            Some(Ok(object)) if objects.byte_offset() <= LONGEST_LINE => {
                self.object(&bytes[..cursor.at + objects.byte_offset()], cursor, &object, visitor)?;
                return ControlFlow::Continue(cursor.at + objects.byte_offset());
            }
            Some(Ok(_)) => (objects.byte_offset(), 0, Problem::LongObject),
            Some(Err(error)) => {
                let end = end_of_broken(rest);
                let (at, problem) = syntax_problem(&rest[..end], &error);
                (end, at, problem)
            }
            None => return ControlFlow::Continue(bytes.len()),
        };
        let place = cursor.moved(bytes, cursor.at + at);
        let error = LineError::at_column(place.column + 1, None, problem);
        let refusal = Refusal { excerpt: Some(Excerpt::around(&rest[..end], at)), ..Refusal::new(place.line, error) };
        let rules = self.options.rules.unwrap_or_default();
        visitor.entry(&Entry::new(cursor.line, rules, Outcome::Refused(&refusal, Played::Nothing)))?;
        ControlFlow::Continue(cursor.at + end)
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
        loop {
            let between = bytes[cursor.at..].iter().take_while(|&&byte| is_between_records(byte)).count();
            cursor = cursor.moved(bytes, cursor.at + between);
            if cursor.at == bytes.len() {
                break;
            }
            let end = self.record(bytes, cursor, visitor)?;
            cursor = cursor.moved(bytes, end);
        }
        let mut position = position.clone();
        self.advance(&mut position, bytes);
        ControlFlow::Continue(position)
    }

    fn advance(&self, position: &mut Position, bytes: &[u8]) {
        let is_start = (position.line, position.column) == (1, 0);
        let start = Cursor { at: 0, line: position.line, column: position.column };
        let Cursor { line, column, .. } = start.moved(bytes, bytes.len());
        (position.line, position.column, position.in_group) = (line, column, true);
        if is_start {
            position.in_array = bytes.trim_ascii_start().starts_with(b"[");
        }
        position.in_array &= !bytes.trim_ascii_end().ends_with(b"]");
    }

    /// An array that is not closed may have been cut short.
    fn end(&mut self, position: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if position.in_array {
            let error = LineError::at_column(position.column + 1, None, Problem::Unmatched('['));
            visitor.error(&Refusal::new(position.line, error));
        }
        ControlFlow::Continue(())
    }

    fn another(&self) -> Self {
        Self::new(self.options.clone())
    }
}

/// Where to go on after an object that is not JSON: after its last bracket, or on the next line that
/// starts an object; without either, on the next line.
fn end_of_broken(bytes: &[u8]) -> usize {
    let closed = first_record(bytes).and_then(|record| record.end);
    let next = memchr::memmem::find(&bytes[..closed.unwrap_or(bytes.len())], b"\n{").map(|end| end + 1);
    let line_end = || memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
    next.or(closed).unwrap_or_else(line_end)
}

/// What is wrong with an object that is not JSON, and at which byte.
fn syntax_problem(bytes: &[u8], error: &serde_json::Error) -> (usize, Problem) {
    match bytes.first() {
        Some(b'{') => {}
        Some(b'}') => return (0, Problem::Unmatched('}')),
        _ => return (0, Problem::NotAnObject),
    }
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

impl ObjectPlaces<'_> {
    /// Where a text starts. One that is no part of the chunk stands for the object itself.
    fn start(&self, text: &str) -> usize {
        let is_part = self.bytes.as_ptr_range().contains(&text.as_ptr());
        if is_part { self.bytes.offset(text.as_bytes()) } else { self.cursor.at }
    }
}

impl Places for ObjectPlaces<'_> {
    fn place(&self, text: &str) -> Place<'_> {
        let Cursor { line, column, .. } = self.cursor.moved(self.bytes, self.start(text));
        let holds = |field: &&Field<'_>| field.value.as_bytes().as_ptr_range().contains(&text.as_ptr());
        let field = self.fields.iter().find(holds).map(|field| (&*field.key).into());
        Place { line, column: column + 1, field }
    }

    fn excerpt(&self, text: &str) -> Option<Excerpt> {
        Some(Excerpt::around(&self.bytes[self.cursor.at..], self.start(text) - self.cursor.at))
    }
}
