//! A JSON object taken apart: its keys, and the texts of their values.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::cli::event::Tag;
use crate::cli::read::columns::{Columns, ROLES, Role, matches};
use crate::cli::read::names::{FIRST_NAMES, HANDICAPS, LAST_NAMES, NAMES, claims};
use crate::cli::read::table::value;
use crate::cli::read::tags::{DATES, TagKey, TagKeys, plain};
use crate::error::{InputProblem, Problem};
use crate::reading::symbols::Failure;

/// An object whose values are not read yet.
pub struct Object<'a>(pub Vec<Field<'a>>);

/// A value of an object.
pub struct Field<'a> {
    pub key: Cow<'a, str>,
    /// The text of the value, a part of the chunk.
    pub value: &'a str,
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut fields = Vec::with_capacity(16);
        while let Some(ObjectKey(key)) = map.next_key()? {
            fields.push(Field { key, value: map.next_value::<&RawValue>()?.get() });
        }
        Ok(Object(fields))
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct ObjectKey<'a>(#[serde(borrow)] Cow<'a, str>);

/// A text or a number; `None` for any other value.
pub fn text(json: &str) -> Option<Cow<'_, str>> {
    if is_number(json) { Some(json.into()) } else { string(json) }
}

pub fn is_number(json: &str) -> bool {
    json.starts_with(|sign: char| sign == '-' || sign.is_ascii_digit())
}

/// Whether a value holds nothing.
pub fn is_empty(json: &str) -> bool {
    match json.as_bytes() {
        [b'n', ..] => true,
        [b'[', ..] => Values::new(json).next().is_none(),
        [b'"', ..] => string(json).is_some_and(|text| value(&text).is_none()),
        _ => false,
    }
}

/// The text of a string; `None` for any other value.
pub fn string(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?;
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    if memchr(b'\\', inside.as_bytes()).is_none() {
        return Some(inside.into());
    }
    Some(serde_json::from_str::<String>(value).unwrap_or_default().into())
}

/// The values of an object, found by their keys.
pub struct Fields<'f, 'a> {
    pub all: &'f [Field<'a>],
    pub columns: &'f Columns,
    /// The keys of tags that are asked for.
    tags: &'f TagKeys,
    /// Whether this is our own output, in which other keys than ours are tags, whatever they are called.
    pub is_own: bool,
}

/// The keys of a whole game. The first that holds something counts.
pub const GAME_KEYS: [&str; 5] = ["rolls", "throws", "notation", "frames", "game"];
/// The keys of the games of a series, or of their totals.
pub const SERIES_KEYS: [&str; 3] = ["games", "gamescores", "scores"];
/// The keys of running totals.
pub const RUNNING_KEYS: [&str; 2] = ["framescores", "cumulative"];
/// The keys that have a meaning, besides those of `--columns`. Each may appear once.
const KNOWN_KEYS: [&[&str]; 8] = [
    &NAMES,
    &FIRST_NAMES,
    &LAST_NAMES,
    &claims(false),
    &GAME_KEYS,
    &SERIES_KEYS,
    &RUNNING_KEYS,
    &["date", "rules", "series", "error"],
];

impl<'f, 'a> Fields<'f, 'a> {
    pub fn new(all: &'f [Field<'a>], columns: &'f Columns, tags: &'f TagKeys) -> Self {
        let is_own =
            ["complete", "frames", "claim", "error"].iter().all(|key| all.iter().any(|field| field.key == *key));
        Self { all, columns, tags, is_own }
    }

    pub fn find(&self, key: &str) -> Option<&'f Field<'a>> {
        let exact = self.all.iter().find(|field| field.key == key);
        exact.or_else(|| self.all.iter().find(|field| is_same_key(&field.key, key)))
    }

    /// The first of these keys that holds something, else the first that is there.
    pub fn first(&self, keys: &[&str]) -> Option<&'f Field<'a>> {
        let mut found = keys.iter().filter_map(|key| self.find(key));
        let first = found.next()?;
        if !is_empty(first.value) {
            return Some(first);
        }
        Some(found.find(|field| !is_empty(field.value)).unwrap_or(first))
    }

    /// The value of a role: of the keys that were asked for, or of these.
    pub fn role(&self, role: Role, keys: &[&str]) -> Option<&'f Field<'a>> {
        if self.columns.of(role).next().is_none() {
            return self.first(keys);
        }
        let asked: Vec<String> = self.columns.of(role).map(plain).collect();
        self.first(&asked.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The values that were asked for, `*` standing for any text.
    pub fn asked(&self, role: Role) -> Vec<&'f Field<'a>> {
        let found = |name| self.all.iter().filter(move |field| matches(name, &field.key));
        self.columns.of(role).flat_map(found).collect()
    }

    /// The player, whose name may be spread over values.
    pub fn name(&self) -> Option<Cow<'a, str>> {
        let mut fields = self.asked(Role::Name);
        if self.columns.of(Role::Name).next().is_none() {
            fields.extend(self.first(if self.is_own { &NAMES[..1] } else { &NAMES }));
            if fields.is_empty() && !self.is_own {
                fields.extend(self.first(&FIRST_NAMES).into_iter().chain(self.first(&LAST_NAMES)));
            }
        }
        let mut parts = fields.iter().filter_map(|field| text(field.value)).filter(|part| !part.trim().is_empty());
        let first = parts.next()?;
        Some(parts.fold(first, |name, part| name + " " + part))
    }

    /// Whether a handicap stands beside the total.
    pub fn has_handicap(&self) -> bool {
        HANDICAPS.iter().any(|key| self.find(key).is_some())
    }

    /// The value of a tag; `None` if it is null.
    pub fn tag(&self, key: &TagKey) -> Option<Tag<'a>> {
        let field = if key.is_date() { self.role(Role::Date, &DATES)? } else { self.find(&key.plain)? };
        let text = match text(field.value) {
            Some(Cow::Borrowed(text)) => text.trim().into(),
            Some(Cow::Owned(text)) => text.trim().to_owned().into(),
            None if field.value == "null" => return None,
            None => Cow::Borrowed(field.value),
        };
        Some(Tag { text, json: Some(field.value) })
    }

    /// Refuses a key that has a meaning and appears twice.
    pub fn check(&self) -> Result<(), Failure<'a>> {
        let known = || KNOWN_KEYS.into_iter().flatten().copied();
        let mut seen = 0_u64;
        let mut duplicate = self.all.iter().find(|field| {
            let exact = known().position(|key| field.key == key);
            let key = exact.or_else(|| known().position(|key| is_same_key(&field.key, key)));
            let bit = key.map_or(0, |key| 1 << key);
            let is_duplicate = seen & bit != 0;
            seen |= bit;
            is_duplicate
        });
        let columns = ROLES.into_iter().flat_map(|(role, ..)| self.columns.of(role)).map(plain);
        for key in columns.chain(self.tags.iter().map(|key| key.plain.clone())) {
            duplicate = duplicate.or_else(|| self.all.iter().filter(|field| is_same_key(&field.key, &key)).nth(1));
        }
        let failure = |field: &Field<'a>| {
            Failure::new(field.value, Problem::Input(InputProblem::DuplicateKey(field.key.to_string())))
        };
        duplicate.map_or(Ok(()), |field| Err(failure(field)))
    }
}

/// Whether a key is meant, however it is written. `key` is plain.
pub fn is_same_key(written: &str, key: &str) -> bool {
    let could_be =
        written.len() >= key.len() && written.as_bytes().first().map(u8::to_ascii_lowercase) == key.bytes().next();
    could_be && plain(written) == key
}

/// The values of an array, or the keys and values of an object. The text is known to be JSON.
pub struct Values<'a> {
    rest: &'a str,
}

impl<'a> Values<'a> {
    /// The values of an array or an object.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.get(1..).unwrap_or_default() }
    }
}

impl<'a> Iterator for Values<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let is_between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':');
        let rest = &self.rest[self.rest.bytes().take_while(is_between).count()..];
        let (value, rest) = rest.split_at(value_len(rest.as_bytes())?);
        self.rest = rest;
        Some(value)
    }
}

/// The keys of an object, each with its value.
pub fn pairs(object: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let mut values = Values::new(object);
    std::iter::from_fn(move || Some((string(values.next()?)?, values.next()?)))
}

pub fn find_key<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    pairs(object).find(|(written, _)| is_same_key(written, key)).map(|(_, value)| value)
}

/// The length of a value in text that is known to be JSON; `None` where no value starts.
fn value_len(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'{' | b'[' => nested_len(bytes),
        b'}' | b']' => None,
        b'"' => string_len(bytes),
        _ => Some(bytes.iter().position(|byte| b" \t\r\n,:]}".contains(byte)).unwrap_or(bytes.len())),
    }
}

/// The length of a string with its quotes. Most strings are too short for `memchr`.
fn string_len(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The length of an object or an array.
fn nested_len(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        at += bytes[at..].iter().position(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'"'))?;
        match bytes[at] {
            b'"' => at += string_len(&bytes[at..])?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            _ if depth <= 1 => return Some(at + 1),
            _ => (depth, at) = (depth - 1, at + 1),
        }
    }
}
