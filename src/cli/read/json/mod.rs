//! JSON: one object per game, as JSON Lines, in one array, or one after the other.
//!
//! `serde_json` reads it. JSON Lines are cut at line ends and read in parallel, and a line that is not JSON costs that
//! line. Anything else is read value by value as it comes; text that is not JSON ends an array.

mod cells;
mod frames;
mod parts;
mod stream;
mod value;

use std::borrow::Cow;
use std::sync::Arc;

use memchr::{memchr, memchr_iter};

use super::cells::{CellError, joined};
use super::header_names::Found;
use super::hint::hint;
use super::layout::{GameColumns, Layout};
use super::row;
use super::table::{TableRow, ValueError, diagnostic};
use super::words::{GAME_KEYS, Spelling};
use super::{Emit, Position, ReadOptions};
use crate::cli::event::{Diagnostic, Entry, Event, Outcome, Place, Tag, Uncounted};
use crate::cli::problem::{InputError, InputProblem};
use crate::error::LONGEST_LINE;
use crate::sheet::reader::{SheetRules, sheet_rules};
use cells::ObjectCells;
use parts::{Parts, parts};
use stream::{Item, Stream, syntax_problem};
use value::{Json, Object, plain_key};

pub struct JsonReader {
    options: ReadOptions,
    /// `None` for JSON Lines.
    stream: Option<Stream>,
    /// The keys of the object before, and what they say: most objects have the same.
    keys: Option<(Vec<String>, Arc<Layout>)>,
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
        Self { options, stream: (layout == JsonLayout::Stream).then(Stream::default), keys: None }
    }

    /// How the source is laid out.
    pub const fn layout(&self) -> JsonLayout {
        if self.stream.is_some() { JsonLayout::Stream } else { JsonLayout::Lines }
    }

    /// A reader for other lines of the same source.
    pub fn another(&self) -> Option<Self> {
        self.stream.is_none().then(|| Self::new(self.options.clone(), JsonLayout::Lines))
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
    fn line(&mut self, line: &[u8], number: u64, emit: &mut Emit<'_>) {
        if line.len() > LONGEST_LINE {
            let error = (0, InputProblem::LongObject);
            return self.item(Item::Broken { line: number, column: 0, bytes: line, error }, emit);
        }
        // Texts of what is UTF-8 as a whole need not be checked one by one.
        let text = std::str::from_utf8(line).ok();
        let mut start = 0;
        while start < line.len() {
            let rest = &line[start..];
            let found = match text.and_then(|text| text.get(start..)) {
                Some(text) => first_value(serde_json::Deserializer::from_str(text)),
                None => first_value(serde_json::Deserializer::from_slice(rest)),
            };
            let len = match found {
                None => return,
                Some((Ok(value), len)) => {
                    let is_object = matches!(value, Json::Object(_));
                    self.item(Item::Value { line: number, value }, emit);
                    // What follows another value in the line is not a game either.
                    if !is_object {
                        return;
                    }
                    len
                }
                Some((Err(error), _)) => {
                    let (at, problem) = syntax_problem(rest, &error);
                    let error = (start + at, problem);
                    return self.item(Item::Broken { line: number, column: 0, bytes: line, error }, emit);
                }
            };
            let after = rest[len..].trim_ascii_start();
            let after = after.strip_prefix(b",").unwrap_or(after).trim_ascii_start();
            start = line.len() - after.len();
        }
    }

    fn item(&mut self, item: Item<'_>, emit: &mut Emit<'_>) {
        match item {
            Item::Value { line, value: Json::Object(object) } => {
                let rules = Ok(self.options.rules.unwrap_or_default());
                let tags = vec![None; self.options.tags.len()];
                self.object(&object, &Outer { line, path: String::new(), name: None, tags, rules }, emit);
            }
            Item::Value { line, .. } => {
                self.refuse(&diagnostic(Place::bare(line, 0), InputProblem::NotAnObject.into()), line, emit);
            }
            Item::Broken { line, column, bytes, error: (at, problem) } => {
                let hint = hint(&problem);
                let mut place = Place::of_byte(line, bytes, at);
                place.column += if place.line == line { column } else { 0 };
                let error = InputError::new(None, problem).with_hint(hint);
                self.refuse(&Diagnostic::new(place, error), line, emit);
            }
            Item::Stray { line, problem } => {
                emit(Event::Error(&Diagnostic::new(Place::bare(line, 0), InputError::new(None, problem))));
            }
        }
    }

    fn refuse(&self, error: &Diagnostic, line: u64, emit: &mut Emit<'_>) {
        let rules = self.options.rules.unwrap_or_default();
        emit(Event::Entry(&Entry::new(line, rules, Outcome::Refused(error, None))));
    }

    /// Reads an object: a game, a series of games, or players.
    fn object(&mut self, object: &Object<'_>, outer: &Outer<'_>, emit: &mut Emit<'_>) {
        let keys = match self.keys_of(object) {
            Ok(keys) => keys,
            Err((at, problem)) => {
                let path = joined(&outer.path, &object[at].0);
                let place = Place { field: Some(path), ..Place::bare(outer.line, 0) };
                return self.refuse(&diagnostic(place, ValueError::new(problem)), outer.line, emit);
            }
        };
        let (parts, is_series) = match parts(object, &keys) {
            Parts::Game => return self.game(object, &keys, outer, emit),
            Parts::Series(games) => (games, true),
            Parts::Players(players) => (players, false),
        };
        if is_series {
            emit(Event::EndGroup);
        }
        let cells = ObjectCells::new(object, &keys);
        let row = cells.row(outer);
        // A key is the name of one of several players, or of a player without a name.
        let is_one = is_series || parts.len() == 1;
        let name = row.name().or_else(|| outer.name.clone()).filter(|_| is_one);
        let rules =
            row.value(keys.rules).map_or_else(|| outer.rules.clone(), |name| sheet_rules(name, self.options.rules));
        if let Err(problem) = rules {
            let error = CellError { column: keys.rules, error: ValueError::new(problem) };
            return self.refuse(&row.diagnostic(error), outer.line, emit);
        }
        let tags = tags(object, &keys, outer);
        for part in parts {
            let inner = Outer {
                line: outer.line,
                path: joined(&outer.path, &part.path),
                name: name.clone().or_else(|| part.name.map(Cow::from)),
                tags: tags.clone(),
                rules: rules.clone(),
            };
            if let Json::Object(object) = part.value {
                self.object(object, &inner, emit);
            } else {
                // Anything else is the game itself.
                let games = vec![GameColumns::Whole { column: 0, spelling: Spelling::Any }];
                let keys = Layout { games, tags: vec![None; tags.len()], ..Layout::default() };
                self.game(&vec![("".into(), part.value.clone())], &keys, &inner, emit);
            }
        }
    }

    /// What the keys of an object say. One whose value is null says nothing, unless it is that of a game without a roll.
    fn keys_of(&mut self, object: &Object<'_>) -> Found<Arc<Layout>> {
        let is_game = |key: &str| GAME_KEYS.iter().any(|(name, _)| *name == plain_key(key));
        let name = |(key, value): &'_ (Cow<'_, str>, Json<'_>)| *value != Json::Null || is_game(key);
        let mut names = object.iter().map(|field| if name(field) { &*field.0 } else { "" });
        if let Some((known, keys)) = &self.keys
            && names.clone().eq(known.iter().map(String::as_str))
        {
            return Ok(Arc::clone(keys));
        }
        let has = |wanted: &&str| object.iter().any(|(key, _)| key == wanted);
        let is_own = ["complete", "frames", "claim", "error"].iter().all(has);
        let names: Vec<String> = names.by_ref().map(Into::into).collect();
        let mut keys = Layout::of_keys(names, is_own, &self.options.columns, &self.options.tags)?;
        let names = std::mem::take(&mut keys.names);
        let (_, keys) = self.keys.insert((names, Arc::new(keys)));
        Ok(Arc::clone(keys))
    }

    /// Reads a game. What it does not say itself, the objects around it say.
    fn game(&self, object: &Object<'_>, keys: &Layout, outer: &Outer<'_>, emit: &mut Emit<'_>) {
        let mut cells = ObjectCells::new(object, keys);
        let unread = std::mem::take(&mut cells.unread);
        let row = cells.row(outer);
        let name = row.name().or_else(|| outer.name.clone());
        let left_out = |(at, value): (usize, &Json<'_>)| (Uncounted::Key, row.place(Some(at), 0), value.to_string());
        let values = TableRow {
            name: name.as_deref().map(str::trim).filter(|name| !name.is_empty()),
            tags: &tags(object, keys, outer),
            left_out: unread.into_iter().map(left_out).collect(),
            ..TableRow::default()
        };
        row::report(&row, &outer.rules, values, &self.options, emit);
    }
}

/// The first value of a text, and its length.
fn first_value<'a, R: serde_json::de::Read<'a>>(
    text: serde_json::Deserializer<R>,
) -> Option<(serde_json::Result<Json<'a>>, usize)> {
    let mut values = text.into_iter();
    let value = values.next()?;
    Some((value, values.byte_offset()))
}

/// What the objects around a game say of it.
struct Outer<'a> {
    line: u64,
    path: String,
    name: Option<Cow<'a, str>>,
    tags: Vec<Option<Tag<'a>>>,
    rules: SheetRules,
}

/// The values of the keys that are asked for.
fn tags<'a>(object: &'a Object<'_>, keys: &Layout, outer: &Outer<'a>) -> Vec<Option<Tag<'a>>> {
    let tag = |(column, outer): (&Option<usize>, &Option<Tag<'a>>)| {
        let Some((_, value)) = column.map(|column| &object[column]) else { return outer.clone() };
        let json = value.to_string();
        let text = if value.is_nested() { json.clone() } else { value.text().trim().to_owned() };
        Some(Tag { text: text.into(), json: Some(json.into()) })
    };
    keys.tags.iter().zip(&outer.tags).map(tag).collect()
}

/// Moves a position past some lines that another reader reads.
pub fn advance(bytes: &[u8], at: &mut Position) {
    at.line += memchr_iter(b'\n', bytes).count() as u64;
}
