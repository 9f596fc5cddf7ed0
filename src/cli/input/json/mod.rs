//! JSON: one object per game, as JSON Lines or in one array.
//!
//! `serde_json` checks each object and finds the values of its keys, as text that stays where it is ([`object`]).
//! [`game`] then walks through the text of the game. It need not check anything, and an error can say where it is.

mod claim;
mod game;
mod leaves;
mod object;
mod record;

use std::ops::ControlFlow;

use nom::Offset;

use super::columns::Columns;
use super::hint::hint;
use super::table::{Cursor, Places, TableRow};
use super::{Chunk, Entry, Excerpt, Outcome, Place, Position, ReadOptions, Reader, Refusal, Visitor};
use crate::cli::split::Records;
use crate::cli::split::json::ScanFind;
use crate::error::{InputProblem, LONGEST_LINE, LineError, Problem};
use object::{Field, Fields, Object};
use record::{read_object, read_rules, series_of_games};

pub struct JsonReader {
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

impl JsonReader {
    pub(super) const fn new(options: ReadOptions) -> Self {
        Self { options }
    }

    /// Reads the record from a byte on, with which the bytes end. An object that is broken may hold others: then every
    /// line that starts with `{` starts one, and each is parsed by itself, so that the time is linear.
    fn record(
        &self,
        bytes: &[u8],
        mut start: usize,
        cursor: &mut Cursor,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        *cursor = cursor.moved(bytes, start);
        let problem = match bytes[start] {
            b'{' if bytes.len() - start <= LONGEST_LINE => None,
            b'{' => Some(Problem::Input(InputProblem::LongObject)),
            b'}' => Some(Problem::Unmatched('}')),
            _ => Some(Problem::Input(InputProblem::NotAnObject)),
        };
        if let Some(problem) = problem {
            return self.refuse(bytes, *cursor, (0, problem), visitor);
        }
        if let Ok(object) = parse(&bytes[start..]) {
            return self.object(bytes, *cursor, &object, visitor);
        }
        while start < bytes.len() {
            let text = &bytes[start..];
            let text = &text[..memchr::memmem::find(text, b"\n{").map_or(text.len(), |end| end + 1)];
            *cursor = cursor.moved(bytes, start);
            match parse(text) {
                Ok(object) => self.object(bytes, *cursor, &object, visitor)?,
                Err(error) => self.refuse(bytes, *cursor, syntax_problem(text, &error), visitor)?,
            }
            start += text.len();
        }
        ControlFlow::Continue(())
    }

    /// Reports a record in which a byte is wrong.
    fn refuse(
        &self,
        bytes: &[u8],
        cursor: Cursor,
        (at, problem): (usize, Problem),
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let place = cursor.moved(bytes, cursor.at + at);
        let hint = hint(&problem);
        let error = LineError::at_column(place.column + 1, None, problem).with_hint(hint);
        let refusal =
            Refusal { excerpt: Some(Excerpt::around(&bytes[cursor.at..], at)), ..Refusal::new(place.line, error) };
        let rules = self.options.rules.unwrap_or_default();
        visitor.entry(&Entry::new(cursor.line, rules, Outcome::Refused(&refusal, None)))
    }

    /// Reads an object: a game, or a series of games.
    fn object(&self, bytes: &[u8], cursor: Cursor, object: &Object<'_>, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let fields = Fields::new(&object.0, &self.options.columns, &self.options.tags);
        let places = ObjectPlaces { bytes, cursor, fields: &object.0 };
        let Some(games) = series_of_games(&fields) else {
            return self.game(&fields, cursor.line, None, &places, visitor);
        };
        visitor.end_group();
        for game in games {
            let line = places.place(game).line;
            let (all, columns) = match serde_json::from_str(game) {
                Ok(Object(all)) => (all, &self.options.columns),
                // Anything else is the game itself.
                Err(_) => (vec![Field { key: "game".into(), value: game }], &Columns::default()),
            };
            let own = Fields::new(&all, columns, &self.options.tags);
            self.game(&own, line, Some(&fields), &places, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Reads a game, which may be one of a series. What it does not say itself, the series says.
    fn game(
        &self,
        fields: &Fields<'_, '_>,
        line: u64,
        series: Option<&Fields<'_, '_>>,
        places: &ObjectPlaces<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let name = fields.name().or_else(|| series?.name());
        let tags: Vec<_> = self.options.tags.iter().map(|key| fields.tag(key).or_else(|| series?.tag(key))).collect();
        let mut row = TableRow {
            line,
            rules: self.options.rules.unwrap_or_default(),
            name: name.as_deref().map(str::trim).filter(|name| !name.is_empty()),
            tags: &tags,
            ..TableRow::default()
        };
        let inherited =
            series.map_or(Ok(()), |series| series.check().and_then(|()| read_rules(series, &self.options, &mut row)));
        if let Err(failure) = inherited.and_then(|()| read_object(fields, &self.options, &mut row)) {
            (row.failure, row.game) = (Some(failure), None);
        }
        row.report(self.options.complete, places, visitor)
    }
}

impl Reader for JsonReader {
    fn records(&self) -> Records {
        Records::Json
    }

    fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut dyn Visitor) -> ControlFlow<(), Position> {
        let (bytes, position) = (chunk.bytes, &chunk.position);
        let mut cursor = Cursor::new(position.line, position.column);
        let (mut scan, mut at) = (position.scan, 0);
        while at < bytes.len() {
            let (len, found) = scan.next(&bytes[at..]);
            at += len;
            match found {
                Some(ScanFind::Record(len)) if len <= at => {
                    self.record(&bytes[..at], at - len, &mut cursor, visitor)?;
                }
                Some(ScanFind::Stray(byte)) => {
                    cursor = cursor.moved(bytes, at - 1);
                    let error = LineError::at_column(cursor.column + 1, None, stray_problem(byte));
                    visitor.error(&Refusal::new(cursor.line, error));
                }
                // The rest of a record that was too long for a chunk.
                Some(ScanFind::Record(_) | ScanFind::Gap) | None => {}
            }
        }
        // The end of a record is missing at the end of the source, or it is too long for a chunk.
        if let Some(start) = scan.unfinished().and_then(|len| at.checked_sub(len)) {
            self.record(&bytes[..at], start, &mut cursor, visitor)?;
        }
        let Cursor { line, column, .. } = cursor.moved(bytes, at);
        ControlFlow::Continue(Position { line, column, in_group: scan.has_records(), scan, ..position.clone() })
    }

    fn advance(&self, position: &mut Position, bytes: &[u8]) {
        let start = Cursor::new(position.line, position.column);
        let Cursor { line, column, .. } = start.moved(bytes, bytes.len());
        position.scan.skip(bytes);
        (position.line, position.column, position.in_group) = (line, column, position.scan.has_records());
    }

    /// An array that is not closed may have been cut short.
    fn end(&mut self, position: &Position, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        if position.scan.in_array() {
            let error = LineError::at_column(position.column + 1, None, Problem::Unmatched('['));
            visitor.error(&Refusal::new(position.line, error));
        }
        ControlFlow::Continue(())
    }

    fn another(&self) -> Option<Box<dyn Reader>> {
        Some(Box::new(Self::new(self.options.clone())))
    }
}

/// Parses an object. Its values are found, and strings that are no text are refused: half a surrogate pair.
fn parse(text: &[u8]) -> serde_json::Result<Object<'_>> {
    let mut objects = serde_json::Deserializer::from_slice(text).into_iter();
    let object = objects.next().unwrap_or_else(|| Ok(Object(Vec::new())));
    let mut surrogates =
        memchr::memmem::find_iter(text, b"\\u").filter(|&at| matches!(text.get(at + 2), Some(b'd' | b'D')));
    if object.is_ok() && surrogates.next().is_some() {
        serde_json::from_slice::<serde_json::Value>(&text[..objects.byte_offset()])?;
    }
    object
}

/// What is wrong with a byte between objects.
fn stray_problem(byte: u8) -> Problem {
    match byte {
        b',' => Problem::Input(InputProblem::NotJson("not JSON, a comma without an object before it".into())),
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
    if message.contains("hex escape") {
        return (at, Problem::Input(InputProblem::NotJson("not JSON, an escape is half of a surrogate pair".into())));
    }
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    (at, Problem::Input(InputProblem::NotJson(format!("not JSON, {reason}"))))
}

struct ObjectPlaces<'a> {
    bytes: &'a [u8],
    cursor: Cursor,
    fields: &'a [Field<'a>],
}

impl ObjectPlaces<'_> {
    /// Where a text starts. A text from elsewhere stands for the object itself.
    fn start(&self, text: &str) -> usize {
        let is_part = self.bytes.as_ptr_range().contains(&text.as_ptr());
        if is_part { self.bytes.offset(text.as_bytes()) } else { self.cursor.at }
    }
}

impl Places for ObjectPlaces<'_> {
    fn place(&self, text: &str) -> Place {
        let Cursor { line, column, .. } = self.cursor.moved(self.bytes, self.start(text));
        let holds = |field: &&Field<'_>| field.value.as_bytes().as_ptr_range().contains(&text.as_ptr());
        let field = self.fields.iter().find(holds).map(|field| field.key.to_string());
        Place { line, column: column + 1, field }
    }

    fn excerpt(&self, text: &str) -> Option<Excerpt> {
        Some(Excerpt::around(&self.bytes[self.cursor.at..], self.start(text) - self.cursor.at))
    }
}
