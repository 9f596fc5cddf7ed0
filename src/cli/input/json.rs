//! JSON: one object per game, as JSON Lines or in one array.
//!
//! `serde_json` checks each object and finds the values of the keys that matter, as text that stays
//! where it is. [`Values`] then walks through the text of the game. It need not check anything, and
//! it knows where every value stands, so that an error can say so.

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr, memchr_iter, memrchr};
use nom::Offset;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor as SerdeVisitor};
use serde_json::value::RawValue;

use super::columns::{Columns, Role, plain};
use super::records::{is_between_records, json_record, value_len};
use super::table::{self, Entry, Fault, Places, Spot, value};
use super::{Chunk, Place, ReadOptions, Reader, Visitor};
use crate::error::{LONGEST_LINE, LineError, Problem};
use crate::game::{FRAMES, Game};
use crate::notation::parse::{is_integer, is_one_roll};
use crate::notation::{Dialect, Symbol, apply};
use crate::sheet::Claim;

/// A reader of JSON.
pub struct Json {
    options: ReadOptions,
    /// How far the chunk has been read.
    at: usize,
    cursor: Cursor,
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
    pub(super) fn new(options: ReadOptions) -> Self {
        Self { options, at: 0, cursor: Cursor::default() }
    }

    /// Reads the record that starts at `self.at`, and moves behind it.
    fn record(&mut self, bytes: &[u8], visitor: &mut impl Visitor) {
        let start = self.at;
        self.cursor.advance(bytes, start);
        let mut objects = serde_json::Deserializer::from_slice(&bytes[start..]).into_iter::<Object<'_>>();
        let (at, problem) = match objects.next() {
            Some(Ok(object)) => {
                self.at = start + objects.byte_offset();
                if objects.byte_offset() <= LONGEST_LINE {
                    self.object(bytes, &object, visitor);
                    return;
                }
                (0, Problem::LongObject)
            }
            Some(Err(error)) => {
                let rest = &bytes[start..];
                let end = end_of_broken(rest);
                self.at = start + end;
                syntax_fault(&rest[..end], &error)
            }
            None => return,
        };
        self.report_fault(bytes, start + at, problem, visitor);
    }

    fn report_fault(&self, bytes: &[u8], at: usize, problem: Problem, visitor: &mut impl Visitor) {
        let rules = self.options.rules.unwrap_or_default();
        let mut entry = Entry::new(self.cursor.line, rules);
        entry.fault = Some(Fault::new(at, problem));
        let places = ObjectPlaces { bytes, cursor: self.cursor, fields: &[] };
        entry.report(false, &places, visitor);
    }

    fn object(&self, bytes: &[u8], object: &Object<'_>, visitor: &mut impl Visitor) {
        let base = |value: &str| bytes.offset(value.as_bytes());
        let fields: Vec<Field<'_>> =
            object.0.iter().map(|(key, value)| Field { key, value: value.get(), at: base(value.get()) }).collect();
        let places = ObjectPlaces { bytes, cursor: self.cursor, fields: &fields };
        let fields = Fields { all: &fields, at: self.cursor.at, columns: &self.options.columns };
        let mut entry = Entry::new(self.cursor.line, self.options.rules.unwrap_or_default());
        let name = fields.role(Role::Name, &["name", "bowler", "player"]).and_then(Field::text);
        let date = fields.role(Role::Date, &["date"]).and_then(Field::text);
        entry.name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        entry.date = date.as_deref().map(str::trim).filter(|date| !date.is_empty());
        if let Err(fault) = read_object(&fields, &self.options, &mut entry) {
            entry.fault = Some(fault);
            entry.game = None;
        }
        entry.report(self.options.complete, &places, visitor);
    }
}

impl Reader for Json {
    fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool {
        let bytes = chunk.bytes();
        if self.at == 0 {
            self.cursor = Cursor { at: 0, line: chunk.first_line, column: chunk.first_column };
        }
        loop {
            self.at += bytes[self.at..].iter().take_while(|&&byte| is_between_records(byte)).count();
            if self.at == bytes.len() {
                break;
            }
            if visitor.is_full() {
                return true;
            }
            self.record(bytes, visitor);
        }
        if chunk.is_torn {
            self.cursor.advance(bytes, bytes.len());
            let error = LineError::at_column(self.cursor.column + 1, None, Problem::Unmatched('['));
            visitor.error(self.cursor.line, &error);
        }
        self.at = 0;
        visitor.end_chunk();
        false
    }

    fn for_worker(&self) -> Option<Self> {
        Some(Self::new(self.options.clone()))
    }
}

/// Where to go on after an object that is not JSON: after its last bracket, or on the next line that
/// starts an object; without either, on the next line.
fn end_of_broken(bytes: &[u8]) -> usize {
    let closed = json_record(bytes).and_then(|record| record.end);
    let next = memchr::memmem::find(&bytes[..closed.unwrap_or(bytes.len())], b"\n{").map(|end| end + 1);
    let line_end = || memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
    next.or(closed).unwrap_or_else(line_end)
}

/// What is wrong with an object that is not JSON, and at which byte.
fn syntax_fault(bytes: &[u8], error: &serde_json::Error) -> (usize, Problem) {
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

/// An object whose values are not read yet.
struct Object<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> SerdeVisitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut fields = Vec::with_capacity(16);
        while let Some(Key(key)) = map.next_key()? {
            fields.push((key, map.next_value()?));
        }
        Ok(Object(fields))
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// A value of an object.
#[derive(Clone, Copy)]
struct Field<'a> {
    key: &'a str,
    /// The text of the value.
    value: &'a str,
    /// The byte of the chunk that it starts at.
    at: usize,
}

impl<'a> Field<'a> {
    /// A text or a number; `None` for anything else and for `null`.
    fn text(self) -> Option<Cow<'a, str>> {
        match self.value.as_bytes().first() {
            Some(b'"') => Some(string(self.value)),
            Some(b'-' | b'0'..=b'9') => Some(self.value.into()),
            _ => None,
        }
    }
}

/// The text of a string.
fn string(value: &str) -> Cow<'_, str> {
    let inside = value.get(1..value.len().saturating_sub(1)).unwrap_or_default();
    if memchr(b'\\', inside.as_bytes()).is_none() {
        return inside.into();
    }
    serde_json::from_str::<String>(value).unwrap_or_default().into()
}

/// The values of an object, found by their keys.
struct Fields<'a> {
    all: &'a [Field<'a>],
    /// The byte of the chunk that the object starts at.
    at: usize,
    columns: &'a Columns,
}

impl<'a> Fields<'a> {
    /// The value of a key. The last one counts, as everywhere.
    fn find(&self, key: &str) -> Option<Field<'a>> {
        let exact = self.all.iter().rev().find(|field| field.key == key);
        exact.or_else(|| self.all.iter().rev().find(|field| is_same_key(field.key, key))).copied()
    }

    /// The value of a role: of the key that was asked for, or the first of these.
    fn role(&self, role: Role, keys: &[&str]) -> Option<Field<'a>> {
        match self.columns.of(role).next() {
            Some(key) => self.find(&plain(key)),
            None => keys.iter().find_map(|key| self.find(key)),
        }
    }
}

/// Whether a key is meant, however it is written. `key` is plain.
fn is_same_key(written: &str, key: &str) -> bool {
    let could_be =
        written.len() >= key.len() && written.as_bytes().first().map(u8::to_ascii_lowercase) == key.bytes().next();
    could_be && plain(written) == key
}

/// Reads the values of an object. Whatever is wrong with one of them is a fault of the game.
fn read_object(fields: &Fields<'_>, options: &ReadOptions, entry: &mut Entry<'_>) -> Result<(), Fault> {
    if let Some(field) = fields.role(Role::Rules, &["rules"])
        && let Some(name) = field.text()
    {
        entry.rules = table::rules(&name, options.rules).map_err(|problem| Fault::new(field.at, problem))?;
    }
    let claim = fields.role(Role::Total, &["claim", "total", "score"]);
    let read_claim = claim.map_or(Ok(None), |field| read_claim(field.value, field.at));
    if let (Ok(Some(read)), Some(field)) = (&read_claim, claim) {
        entry.claim = Some((read.clone(), field.at));
    }
    let game = read_game(fields, claim.is_some(), entry);
    if let Some(fault) = fields.find("error").and_then(recorded) {
        entry.game = game.unwrap_or_default();
        entry.fault = Some(fault);
        return Ok(());
    }
    entry.game = game?;
    read_claim?;
    if entry.game.is_none() {
        read_totals(fields, claim, entry)?;
    }
    Ok(())
}

/// Reads the totals of games without rolls. Without any, the object must at least have a game of no rolls.
fn read_totals(fields: &Fields<'_>, claim: Option<Field<'_>>, entry: &mut Entry<'_>) -> Result<(), Fault> {
    let series = |prefix: &str| -> Vec<Field<'_>> {
        (1..).map_while(|number: u32| fields.find(&format!("{prefix}{number}"))).collect()
    };
    let mut totals = series("game");
    if totals.is_empty() {
        totals = series("g");
    }
    entry.is_series = !totals.is_empty();
    if !entry.is_series {
        totals.extend(claim);
    }
    for field in &totals {
        if let Some(text) = field.text().as_deref().and_then(value) {
            entry.totals.push(table::total(text, field.at)?);
        }
    }
    match totals.first() {
        Some(first) if !entry.totals.is_empty() => {
            entry.claim = None;
            Err(Fault::new(first.at, Problem::OnlyTotal))
        }
        _ if game_field(fields).is_some() => {
            entry.game = Some(Game::new(entry.rules));
            Ok(())
        }
        _ => Err(Fault::new(fields.at, Problem::NoGameKey)),
    }
}

/// A claim: a number, a text as in a sheet, an array of running totals, or an object of ours that says one.
fn read_claim(value: &str, at: usize) -> Result<Option<Claim>, Fault> {
    let bad = || Fault::new(at, Problem::BadClaim(value.into()));
    match value.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match table::value(&string(value)) {
            Some(text) => table::claim(text, at).map(Some),
            None => Ok(None),
        },
        Some(b'-' | b'0'..=b'9') => table::claim(value, at).map(Some),
        Some(b'[') => {
            let total = |(_, total): (usize, &str)| match table::whole(total) {
                "null" => Ok(None),
                total => total.parse().map(Some).map_err(|_| bad()),
            };
            let totals = Values::new(value).map(total).collect::<Result<Vec<Option<u32>>, Fault>>()?;
            if totals.len() > usize::from(FRAMES) {
                return Err(Fault::new(at, Problem::LongClaim));
            }
            Ok(Some(Claim::Running(totals)))
        }
        Some(b'{') => match pairs(value).find(|(key, _, _)| key == "says") {
            Some((_, says, text)) if !text.starts_with('{') => read_claim(text, at + says),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

/// What our own output, or another program, says of a record in error.
fn recorded(field: Field<'_>) -> Option<Fault> {
    if field.value.starts_with('{') {
        let find = |wanted| pairs(field.value).find(|(key, _, _)| key == wanted).map(|(_, _, value)| value);
        let message = find("message").filter(|value| value.starts_with('"')).map(string).unwrap_or_default();
        let frame = find("frame").and_then(|frame| frame.parse().ok()).filter(|frame| (1..=FRAMES).contains(frame));
        return Some(Fault { frame, ..Fault::new(field.at, Problem::Recorded(message.into_owned())) });
    }
    let text = field.text()?;
    table::value(&text).map(|message| table::recorded(message, field.at))
}

/// The value that is the game, if there is one.
fn game_field<'a>(fields: &Fields<'a>) -> Option<Field<'a>> {
    let asked = [Role::Game, Role::Balls, Role::Frames].into_iter().find_map(|role| fields.columns.of(role).next());
    match asked {
        Some(key) => fields.find(&plain(key)),
        None => ["rolls", "throws", "notation", "frames", "game"].into_iter().find_map(|key| fields.find(key)),
    }
}

/// Reads the game of an object; `None` if it has no roll.
fn read_game(fields: &Fields<'_>, has_total: bool, entry: &mut Entry<'_>) -> Result<Option<Game>, Fault> {
    let Some(field) = game_field(fields) else { return Ok(None) };
    entry.end = Spot { part: field.at, at: field.value.len().saturating_sub(1) };
    match field.value.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match value(&string(field.value)) {
            Some(text) => table::read_whole(text, field.at + 1, Dialect::Auto, entry.rules).map(Some),
            None => Ok(None),
        },
        Some(b'[') => read_array(field, entry),
        // A number beside a total: the first, second, third game of an evening.
        Some(b'0'..=b'9') if has_total && field.key == "game" => Ok(None),
        _ => Err(Fault::new(field.at, Problem::NotAGame(field.value.into()))),
    }
}

/// Reads an array of rolls, of symbols, of frames in notation, of arrays or of objects.
fn read_array(field: Field<'_>, entry: &Entry<'_>) -> Result<Option<Game>, Fault> {
    let values = || Values::new(field.value).map(|(at, value)| (field.at + at, value));
    let is_frame = |value: &str| value.starts_with(['[', '{']);
    let mut game = Game::new(entry.rules);
    if values().any(|(_, value)| is_frame(value)) {
        for ((at, value), frame) in values().zip((0..FRAMES).chain(std::iter::repeat(FRAMES - 1))) {
            match value.as_bytes().first() {
                Some(b'[') => roll_all(&mut game, value, at, frame)?,
                Some(b'{') => roll_object(&mut game, value, at, frame)?,
                _ => roll_one(&mut game, value, at, Some(frame))?,
            }
        }
    } else if values().all(|(_, value)| !value.starts_with('"') || is_single(&string(value))) {
        for (at, value) in values() {
            roll_one(&mut game, value, at, None)?;
        }
    } else {
        return read_frame_texts(values(), entry).map(Some);
    }
    Ok(Some(game).filter(|game| !game.rolls().is_empty()))
}

fn is_single(text: &str) -> bool {
    value(text).is_none_or(|text| is_one_roll(text) || is_integer(table::whole(text)))
}

/// Reads an array of frames in notation, as a line of a sheet is read.
fn read_frame_texts<'a>(values: impl Iterator<Item = (usize, &'a str)>, entry: &Entry<'_>) -> Result<Game, Fault> {
    let mut line = String::new();
    let mut starts = Vec::new();
    for (at, text) in values {
        let text = scalar(text, at)?;
        if let Some(text) = value(&text) {
            starts.push((line.len(), at));
            line += table::whole(text);
            line.push(' ');
        }
    }
    table::read_whole(&line, 0, Dialect::Auto, entry.rules).map_err(|mut fault| {
        let before = starts.iter().rev().find(|(start, _)| *start <= fault.spot.at);
        let (start, at) = before.copied().unwrap_or_default();
        fault.spot = Spot { part: at, at: fault.spot.at - start + 1 };
        fault
    })
}

/// Rolls the balls of a frame in an array.
fn roll_all(game: &mut Game, array: &str, at: usize, frame: u8) -> Result<(), Fault> {
    Values::new(array).try_for_each(|(start, value)| roll_one(game, value, at + start, Some(frame)))
}

/// Rolls what one value holds. In a frame a text may hold the whole frame.
fn roll_one(game: &mut Game, json: &str, at: usize, frame: Option<u8>) -> Result<(), Fault> {
    let text = scalar(json, at)?;
    let Some(text) = value(&text) else { return Ok(()) };
    let part = at + usize::from(json.starts_with('"'));
    match frame {
        Some(frame) if json.starts_with('"') && !is_single(text) => table::roll_frame(game, text, part, frame),
        _ => table::roll(game, text, part, frame),
    }
}

/// The text of a string or of a number; empty for `null`.
fn scalar(json: &str, at: usize) -> Result<Cow<'_, str>, Fault> {
    match json.as_bytes().first() {
        Some(b'"') => Ok(string(json)),
        Some(b'n') => Ok("".into()),
        Some(b'-' | b'0'..=b'9') if is_integer(table::whole(json)) => Ok(json.into()),
        Some(b'-' | b'0'..=b'9') => Err(Fault::new(at, Problem::NotARoll { token: json.into(), pairs: false })),
        _ => Err(Fault::new(at, Problem::NotAGame(json.into()))),
    }
}

/// Rolls the balls of a frame in an object. In ours, `marks` tells fouls, and `split` splits.
fn roll_object(game: &mut Game, object: &str, at: usize, frame: u8) -> Result<(), Fault> {
    let (mut rolls, mut marks, mut is_split, mut splits) = (None, "[]", false, "[]");
    for (key, start, value) in pairs(object) {
        match &*key {
            "rolls" => rolls = Some((start, value)),
            "throws" => rolls = rolls.or(Some((start, value))),
            "marks" if value.starts_with('[') => marks = value,
            "split" => is_split = value == "true",
            "splits" if value.starts_with('[') => splits = value,
            other if is_same_key(other, "rolls") || is_same_key(other, "throws") => rolls = Some((start, value)),
            _ => {}
        }
    }
    let Some((start, rolls)) = rolls else { return Err(Fault::new(at, Problem::NoGameKey)) };
    let at = at + start;
    if !rolls.starts_with('[') {
        return roll_one(game, rolls, at, Some(frame));
    }
    if !is_split && memchr(b'F', marks.as_bytes()).is_none() {
        return roll_all(game, rolls, at, frame);
    }
    // A frame has one split, unless a list says which balls left one.
    let mut listed: Vec<usize> = Values::new(splits).filter_map(|(_, ball)| ball.parse().ok()).collect();
    let mut marks = Values::new(marks);
    for (ball, (start, value)) in (1..).zip(Values::new(rolls)) {
        let is_foul = marks.next().is_some_and(|(_, mark)| mark == "\"F\"") && value == "0";
        let pins = value.parse().ok().and_then(crate::game::Pins::new);
        let may_split = game.lane().is_full() && pins.is_some_and(|pins| (1..=8).contains(&pins.get()));
        if is_split && listed.is_empty() && may_split {
            listed.push(ball);
        }
        let symbol = match pins {
            _ if is_foul => Some(Symbol::Foul),
            Some(pins) if may_split && listed.contains(&ball) => Some(Symbol::Split(pins)),
            _ => None,
        };
        match symbol {
            Some(symbol) if game.lane().frame == frame => apply(game, symbol)
                .map_err(|problem| Fault { frame: Some(frame + 1), ..Fault::new(at + start, problem) })?,
            _ => roll_one(game, value, at + start, Some(frame))?,
        }
    }
    Ok(())
}

/// The values of an array, or the keys and values of an object, each with its first byte. The text
/// is known to be JSON.
struct Values<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Values<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, at: 1 }
    }
}

impl<'a> Iterator for Values<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let start =
            self.at + rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':'))?;
        let value = self.text.get(start..)?;
        let value = &value[..value_len(value.as_bytes())?];
        self.at = start + value.len();
        Some((start, value))
    }
}

/// The keys of an object, each with its value and the first byte of that.
fn pairs(object: &str) -> impl Iterator<Item = (Cow<'_, str>, usize, &str)> {
    let mut values = Values::new(object);
    std::iter::from_fn(move || {
        let (_, key) = values.next()?;
        let (at, value) = values.next()?;
        Some((string(key), at, value))
    })
}

/// A place in a chunk, with its line and the characters before it on the line.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    at: usize,
    line: u64,
    column: usize,
}

impl Cursor {
    /// Moves forward to a byte.
    fn advance(&mut self, bytes: &[u8], to: usize) {
        let passed = bytes.get(self.at..to).unwrap_or_default();
        let last_line = match memrchr(b'\n', passed) {
            Some(end) => {
                self.line += memchr_iter(b'\n', &passed[..=end]).count() as u64;
                self.column = 0;
                &passed[end + 1..]
            }
            None => passed,
        };
        // Every byte but a continuation byte starts a character.
        self.column += last_line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.at = to;
    }
}

/// A line is not searched for its start further than this: an array may be one long line.
const LONGEST_BEFORE: usize = 1024;

/// Where the values of an object are. A part is the byte of the chunk that a value starts at.
struct ObjectPlaces<'a> {
    bytes: &'a [u8],
    cursor: Cursor,
    fields: &'a [Field<'a>],
}

impl Places for ObjectPlaces<'_> {
    fn place(&self, Spot { part, at }: Spot) -> Place<'_> {
        let mut cursor = self.cursor;
        cursor.advance(self.bytes, (part + at).min(self.bytes.len()));
        let holds = |field: &&Field<'_>| (field.at..field.at + field.value.len()).contains(&part);
        let field = self.fields.iter().find(holds).map_or("", |field| field.key);
        Place { line: cursor.line, column: cursor.column + 1, field }
    }

    /// From the start of the line on which the object starts, if that is near.
    fn row(&self) -> &[u8] {
        let before = &self.bytes[..self.cursor.at];
        let near = before.len().saturating_sub(LONGEST_BEFORE);
        match memrchr(b'\n', &before[near..]) {
            Some(end) => &self.bytes[near + end + 1..],
            // The line may start in the chunk before.
            None if near == 0 && self.cursor.column == String::from_utf8_lossy(before).chars().count() => self.bytes,
            None => b"",
        }
    }
}
