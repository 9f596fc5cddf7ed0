//! JSON: one object per game, as JSON Lines, in one array, or one after the other.
//!
//! `serde_json` reads it. JSON Lines are cut at line ends and read in parallel, and a line that is not JSON costs that
//! line. Anything else is read value by value as it comes; text that is not JSON ends an array.

mod claim;
mod game;
mod leaves;
mod object;
mod record;
mod stream;

use memchr::{memchr, memchr_iter};

use super::hint::hint;
use super::table::{Spot, TableRow, ValueError, diagnostic};
use super::{Emit, Position, ReadOptions};
use crate::cli::event::{Diagnostic, Entry, Event, Outcome, Place};
use crate::cli::problem::{InputError, InputProblem};
use crate::error::LONGEST_LINE;
use object::{Field, Fields, Record};
use record::{ObjectPaths, Parts, parts, read_object, read_rules};
use stream::{Item, Stream, syntax_problem};

pub struct JsonReader {
    options: ReadOptions,
    /// `None` for JSON Lines.
    stream: Option<Stream>,
}

/// How JSON is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonLayout {
    /// A value on each line.
    Lines,
    /// Values over several lines, or an array.
    Stream,
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

impl JsonLayout {
    /// The layout of the JSON that starts with some bytes: its first line is a value, or the start of one. `None` if more
    /// of it is needed.
    pub fn of(start: &[u8], is_ended: bool) -> Option<Self> {
        let text = start.trim_ascii_start();
        let line = match (text.first(), memchr(b'\n', text)) {
            (None, _) => return is_ended.then_some(Self::Lines),
            (Some(b'['), _) => return Some(Self::Stream),
            (Some(_), Some(end)) => &text[..end],
            (Some(_), None) => return (is_ended || text.len() > LONGEST_LINE).then_some(Self::Stream),
        };
        let is_cut = serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof());
        Some(if is_cut { Self::Stream } else { Self::Lines })
    }
}

impl JsonReader {
    pub(super) fn new(options: ReadOptions, layout: JsonLayout) -> Self {
        Self { options, stream: (layout == JsonLayout::Stream).then(Stream::default) }
    }

    /// How the source is laid out.
    pub const fn layout(&self) -> JsonLayout {
        if self.stream.is_some() { JsonLayout::Stream } else { JsonLayout::Lines }
    }

    /// A reader for other lines of the same source.
    pub fn another(&self) -> Option<Self> {
        self.stream.is_none().then(|| Self { options: self.options.clone(), stream: None })
    }

    /// Reads a chunk and moves the position past it.
    pub fn read(&mut self, bytes: &[u8], at: &mut Position, emit: &mut Emit<'_>) {
        let Some(mut stream) = self.stream.take() else {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                self.line(line.trim_ascii(), at.line, emit);
                at.line += u64::from(line.ends_with(b"\n"));
            }
            return;
        };
        stream.read(bytes, false, &mut |item| self.item(item, emit));
        self.stream = Some(stream);
    }

    /// Ends the source. An array that is not closed may have been cut short.
    pub fn end(&mut self, emit: &mut Emit<'_>) {
        if let Some(mut stream) = self.stream.take() {
            stream.read(b"", true, &mut |item| self.item(item, emit));
        }
    }

    /// Reads a line of JSON Lines, which may hold several values.
    fn line(&self, line: &[u8], number: u64, emit: &mut Emit<'_>) {
        if line.len() > LONGEST_LINE {
            let error = (0, InputProblem::LongObject);
            return self.item(Item::Broken { line: number, column: 0, bytes: line, error }, emit);
        }
        let mut rest = line;
        while !rest.is_empty() {
            let mut values = serde_json::Deserializer::from_slice(rest).into_iter();
            match values.next() {
                None => return,
                Some(Ok(record @ Record::Object(_))) => self.item(Item::Value { line: number, record }, emit),
                // What follows it in the line is not a game either.
                Some(Ok(record)) => return self.item(Item::Value { line: number, record }, emit),
                Some(Err(error)) => {
                    let start = line.len() - rest.len();
                    let (at, problem) = syntax_problem(rest, &error);
                    let error = (start + at, problem);
                    return self.item(Item::Broken { line: number, column: 0, bytes: line, error }, emit);
                }
            }
            rest = rest[values.byte_offset()..].trim_ascii_start();
            rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        }
    }

    fn item(&self, item: Item<'_>, emit: &mut Emit<'_>) {
        match item {
            Item::Value { line, record: Record::Object(all) } => {
                let fields = Fields::new(&all, &self.options.columns, &self.options.tags);
                self.object(&fields, &Outer { line, ..Outer::default() }, emit);
            }
            Item::Value { line, record: Record::Other } => {
                let place = Place::bare(line, 0);
                self.refuse(&diagnostic(place, InputProblem::NotAnObject.into()), line, emit);
            }
            Item::Broken { line, column, bytes, error: (at, problem) } => {
                let hint = hint(&problem);
                let mut place = Place::of_byte(line, bytes, at);
                place.column += if place.line == line { column } else { 0 };
                let error = InputError::new(place.column, None, problem).with_hint(hint);
                self.refuse(&Diagnostic::new(place, error), line, emit);
            }
            Item::Stray { line, problem } => {
                emit(Event::Error(&Diagnostic::new(Place::bare(line, 0), InputError::new(1, None, problem))));
            }
        }
    }

    fn refuse(&self, error: &Diagnostic, line: u64, emit: &mut Emit<'_>) {
        let rules = self.options.rules.unwrap_or_default();
        emit(Event::Entry(&Entry::new(line, rules, Outcome::Refused(error, None))));
    }

    /// Reads an object: a game, a series of games, or players.
    fn object(&self, fields: &Fields<'_, '_>, outer: &Outer<'_>, emit: &mut Emit<'_>) {
        let (parts, names_players) = match parts(fields) {
            Parts::Game => return self.game(fields, outer, emit),
            Parts::Series(games) => {
                emit(Event::EndGroup);
                (games, false)
            }
            Parts::Players(players) => (players, true),
        };
        let outside: Vec<&Fields<'_, '_>> = outer.fields.iter().copied().chain([fields]).collect();
        for part in parts {
            let path = object::joined(&outer.path, &part.path);
            let name = part.name.or(outer.name.filter(|_| !names_players));
            let inner = Outer { line: outer.line, name, path, fields: &outside };
            if let Ok(Record::Object(all)) = serde_json::from_str(part.value) {
                let own = Fields::new(&all, &self.options.columns, &self.options.tags);
                // Parts of parts of parts are not looked for.
                if outside.len() < 3 { self.object(&own, &inner, emit) } else { self.game(&own, &inner, emit) }
            } else {
                // Anything else is the game itself.
                let all = [Field { key: "".into(), value: part.value }];
                let columns = super::Columns::default();
                self.game(&Fields::new(&all, &columns, &self.options.tags), &inner, emit);
            }
        }
    }

    /// Reads a game. What it does not say itself, the objects around it say.
    fn game(&self, fields: &Fields<'_, '_>, outer: &Outer<'_>, emit: &mut Emit<'_>) {
        let outside = || outer.fields.iter().rev();
        let name = fields.name().or(outer.name.map(Into::into)).or_else(|| outside().find_map(|outer| outer.name()));
        let tag = |key| fields.tag(key).or_else(|| outside().find_map(|outer| outer.tag(key)));
        let tags: Vec<_> = self.options.tags.iter().map(tag).collect();
        let mut row = TableRow {
            line: outer.line,
            rules: self.options.rules.unwrap_or_default(),
            name: name.as_deref().map(str::trim).filter(|name| !name.is_empty()),
            tags: &tags,
            ..TableRow::default()
        };
        let place = |path: &str| {
            let path = object::joined(&outer.path, path);
            Place { field: Some(path).filter(|path| !path.is_empty()), ..Place::bare(outer.line, 0) }
        };
        let inherited = outer
            .fields
            .iter()
            .try_for_each(|outer| outer.check().and_then(|()| read_rules(outer, &self.options, &mut row)));
        let read = inherited.and_then(|()| read_object(fields, &self.options, &mut row, &place));
        let claim_path = claim::claim_field(fields).map(|field| field.key.to_string()).unwrap_or_default();
        let places = read.unwrap_or_else(|error| {
            row.game = None;
            row.error = Some(path_diagnostic(place(&error.path), &error.path, error.error));
            ObjectPaths { claim: claim_path, game: String::new() }
        });
        let spot = |spot| match spot {
            Spot::Claim(_) => place(&places.claim),
            Spot::End => place(&places.game),
        };
        row.report(&self.options, &spot, emit);
    }
}

/// An error at a place. A path such as `frames[2].rolls[1]` says the frame.
fn path_diagnostic(place: Place, path: &str, error: ValueError) -> Diagnostic {
    let says_frame = path.starts_with("frames[");
    let mut diagnostic = diagnostic(place, error);
    if says_frame {
        diagnostic.error.has_frame_in_path = true;
    }
    diagnostic
}

/// What stands around a game.
#[derive(Default)]
struct Outer<'a> {
    /// The line of the object.
    line: u64,
    /// The player, if a key is the name.
    name: Option<&'a str>,
    path: String,
    fields: &'a [&'a Fields<'a, 'a>],
}

/// Moves a position past some lines that another reader reads.
pub fn advance(bytes: &[u8], at: &mut Position) {
    at.line += memchr_iter(b'\n', bytes).count() as u64;
}
