//! JSON: one object per game, as JSON Lines or in one array.
//!
//! `serde_json` checks each object and finds the values of its keys, as text that stays where it is ([`object`]).
//! [`game`] then walks through the text of the game. It need not check anything, and an error can say where it is.

mod claim;
mod game;
mod leaves;
mod object;
mod record;

use nom::Offset;

use super::columns::Columns;
use super::hint::hint;
use super::table::{Cursor, TableRow};
use super::{Chunk, Emit, Position, ReadOptions};
use crate::cli::event::{Diagnostic, Entry, Event, Outcome, Place, excerpt};
use crate::cli::split::json::ScanFind;
use crate::error::{InputProblem, LONGEST_LINE, LineError, Problem};
use object::{Field, Fields, Object};
use record::{read_object, read_rules, series_of_games};

#[derive(Clone)]
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
    fn record(&self, bytes: &[u8], mut start: usize, cursor: &mut Cursor, emit: &mut Emit<'_>) {
        *cursor = cursor.moved(bytes, start);
        let problem = match bytes[start] {
            b'{' if bytes.len() - start <= LONGEST_LINE => None,
            b'{' => Some(Problem::Input(InputProblem::LongObject)),
            b'}' => Some(Problem::Unmatched('}')),
            _ => Some(Problem::Input(InputProblem::NotAnObject)),
        };
        if let Some(problem) = problem {
            return self.refuse(bytes, *cursor, (0, problem), emit);
        }
        if let Ok(object) = parse(&bytes[start..]) {
            return self.object(bytes, *cursor, &object, emit);
        }
        while start < bytes.len() {
            let text = &bytes[start..];
            let text = &text[..memchr::memmem::find(text, b"\n{").map_or(text.len(), |end| end + 1)];
            *cursor = cursor.moved(bytes, start);
            match parse(text) {
                Ok(object) => self.object(bytes, *cursor, &object, emit),
                Err(error) => self.refuse(bytes, *cursor, syntax_problem(text, &error), emit),
            }
            start += text.len();
        }
    }

    /// Reports a record in which a byte is wrong.
    fn refuse(&self, bytes: &[u8], cursor: Cursor, (at, problem): (usize, Problem), emit: &mut Emit<'_>) {
        let place = cursor.moved(bytes, cursor.at + at);
        let hint = hint(&problem);
        let error = LineError::at_column(place.column + 1, None, problem).with_hint(hint);
        let (text, text_column) = excerpt(&bytes[cursor.at..], at);
        let place = Place { text, text_column, ..Place::bare(place.line, place.column + 1) };
        let error = Diagnostic::new(place, error);
        let rules = self.options.rules.unwrap_or_default();
        emit(Event::Entry(&Entry::new(cursor.line, rules, Outcome::Refused(&error, None))));
    }

    /// Reads an object: a game, or a series of games.
    fn object(&self, bytes: &[u8], cursor: Cursor, object: &Object<'_>, emit: &mut Emit<'_>) {
        let fields = Fields::new(&object.0, &self.options.columns, &self.options.tags);
        let places = ObjectPlaces { bytes, cursor, fields: &object.0 };
        let Some(games) = series_of_games(&fields) else {
            return self.game(&fields, cursor.line, None, &places, emit);
        };
        emit(Event::EndGroup);
        for game in games {
            let line = places.place(game).line;
            let (all, columns) = match serde_json::from_str(game) {
                Ok(Object(all)) => (all, &self.options.columns),
                // Anything else is the game itself.
                Err(_) => (vec![Field { key: "game".into(), value: game }], &Columns::default()),
            };
            let own = Fields::new(&all, columns, &self.options.tags);
            self.game(&own, line, Some(&fields), &places, emit);
        }
    }

    /// Reads a game, which may be one of a series. What it does not say itself, the series says.
    fn game(
        &self,
        fields: &Fields<'_, '_>,
        line: u64,
        series: Option<&Fields<'_, '_>>,
        places: &ObjectPlaces<'_>,
        emit: &mut Emit<'_>,
    ) {
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
        row.report(&self.options, &|text| places.place(text), emit);
    }

    /// Reads a chunk and returns the position after it.
    pub fn read(&self, chunk: &Chunk<'_>, emit: &mut Emit<'_>) -> Position {
        let (bytes, position) = (chunk.bytes, &chunk.position);
        let mut cursor = Cursor::new(position.line, position.column);
        let (mut scan, mut at) = (position.scan, 0);
        while at < bytes.len() {
            let (len, found) = scan.next(&bytes[at..]);
            at += len;
            match found {
                Some(ScanFind::Record(len)) if len <= at => {
                    self.record(&bytes[..at], at - len, &mut cursor, emit);
                }
                Some(ScanFind::Stray(byte)) => {
                    cursor = cursor.moved(bytes, at - 1);
                    let error = LineError::at_column(cursor.column + 1, None, stray_problem(byte));
                    emit(Event::Error(&Diagnostic::new(Place::bare(cursor.line, error.column()), error)));
                }
                // The rest of a record that was too long for a chunk.
                Some(ScanFind::Record(_) | ScanFind::Gap) | None => {}
            }
        }
        // The end of a record is missing at the end of the source, or it is too long for a chunk.
        if let Some(start) = scan.unfinished().and_then(|len| at.checked_sub(len)) {
            self.record(&bytes[..at], start, &mut cursor, emit);
        }
        let Cursor { line, column, .. } = cursor.moved(bytes, at);
        Position { line, column, in_group: scan.has_records(), scan, ..position.clone() }
    }
}

/// Moves a position past some bytes that another reader reads.
pub fn advance(position: &mut Position, bytes: &[u8]) {
    let start = Cursor::new(position.line, position.column);
    let Cursor { line, column, .. } = start.moved(bytes, bytes.len());
    position.scan.skip(bytes);
    (position.line, position.column, position.in_group) = (line, column, position.scan.has_records());
}

/// Ends the source. An array that is not closed may have been cut short.
pub fn end(position: &Position, emit: &mut Emit<'_>) {
    if position.scan.in_array() {
        let error = LineError::at_column(position.column + 1, None, Problem::Unmatched('['));
        emit(Event::Error(&Diagnostic::new(Place::bare(position.line, error.column()), error)));
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

    /// The place of a text of the object.
    fn place(&self, text: &str) -> Place {
        let start = self.start(text);
        let Cursor { line, column, .. } = self.cursor.moved(self.bytes, start);
        let holds = |field: &&Field<'_>| field.value.as_bytes().as_ptr_range().contains(&text.as_ptr());
        let field = self.fields.iter().find(holds).map(|field| field.key.to_string());
        let (text, text_column) = excerpt(&self.bytes[self.cursor.at..], start - self.cursor.at);
        Place { line, column: column + 1, field, text, text_column }
    }
}
