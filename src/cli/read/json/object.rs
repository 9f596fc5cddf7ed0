//! A JSON object taken apart: its keys, and the texts of their values.

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr, memmem};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::event::Tag;
use crate::cli::problem::InputProblem;
use crate::cli::read::column_name::{FIRST_NAMES, HANDICAPS, LAST_NAMES, NAMES, claims};
use crate::cli::read::columns::{Columns, ROLES, Role, matches};
use crate::cli::read::layout::Spelling;
use crate::cli::read::table::{ValueError, value};
use crate::cli::read::tags::{DATES, TagKey, TagKeys, plain};

/// What is wrong with a value, and the path to it, such as `frames[2].rolls[1]`.
#[derive(Clone, Debug)]
pub struct PathError {
    pub path: String,
    pub error: ValueError,
}

impl PathError {
    pub fn new(path: impl Into<String>, error: impl Into<ValueError>) -> Self {
        Self { path: path.into(), error: error.into() }
    }

    /// The same error, in a value that a key or an index leads to.
    pub fn inside(self, path: &str) -> Self {
        Self { path: joined(path, &self.path), error: self.error }
    }
}

/// A path that goes on after another one.
pub fn joined(path: &str, more: &str) -> String {
    let point = if path.is_empty() || more.is_empty() || more.starts_with(['[', '.']) { "" } else { "." };
    format!("{path}{point}{more}")
}

/// A value where a game is expected.
pub enum Record<'a> {
    Object(Vec<Field<'a>>),
    Other,
}

/// A value of an object.
pub struct Field<'a> {
    pub key: Cow<'a, str>,
    /// The text of the value, which is JSON.
    pub value: &'a str,
}

impl<'de> Deserialize<'de> for Record<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RecordVisitor)
    }
}

struct RecordVisitor;

impl<'de> Visitor<'de> for RecordVisitor {
    type Value = Record<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Record<'de>, A::Error> {
        let mut fields = Vec::with_capacity(16);
        while let Some(ObjectKey(key)) = map.next_key()? {
            fields.push(Field { key, value: map.next_value::<&RawValue>()?.get() });
        }
        Ok(Record::Object(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Record<'de>, A::Error> {
        while values.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Record::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }

    fn visit_unit<E>(self) -> Result<Record<'de>, E> {
        Ok(Record::Other)
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct ObjectKey<'a>(#[serde(borrow)] Cow<'a, str>);

/// The values of an array; none for any other value.
pub fn elements(json: &str) -> Vec<&str> {
    if !json.starts_with('[') {
        return Vec::new();
    }
    let values: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    values.into_iter().map(RawValue::get).collect()
}

/// The value of a key of an object; `None` if there is none, or for any other value.
pub fn find_key<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let Ok(Record::Object(fields)) = serde_json::from_str(object) else { return None };
    fields.into_iter().find(|field| is_same_key(&field.key, key)).map(|field| field.value)
}

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
        [b'[' | b'{', inside @ ..] => matches!(inside.trim_ascii_start(), [b']' | b'}']),
        [b'"', ..] => string(json).is_some_and(|text| value(&text).is_none()),
        _ => false,
    }
}

/// The text of a string; `None` for any other value.
pub fn string(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?;
    if memchr(b'\\', inside.as_bytes()).is_none() {
        return Some(inside.strip_suffix('"').unwrap_or(inside).into());
    }
    serde_json::from_str::<String>(value).ok().map(Into::into)
}

/// Whether a key is meant, however it is written. `key` is plain.
pub fn is_same_key(written: &str, key: &str) -> bool {
    let could_be =
        written.len() >= key.len() && written.as_bytes().first().map(u8::to_ascii_lowercase) == key.bytes().next();
    could_be && plain(written) == key
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
pub const GAME_KEYS: [(&str, Spelling); 8] = [
    ("rolls", Spelling::Rolls),
    ("throws", Spelling::Rolls),
    ("balls", Spelling::Rolls),
    ("shots", Spelling::Rolls),
    ("pins", Spelling::Rolls),
    ("notation", Spelling::Notation),
    ("frames", Spelling::Any),
    ("game", Spelling::Any),
];
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
    &["rolls", "throws", "balls", "shots", "pins", "notation", "frames", "game", "tenthframe"],
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

    /// Refuses text that is not text, and a key that has a meaning and appears twice.
    pub fn check(&self) -> Result<(), PathError> {
        // Keys and values are taken as they are, until a text is needed.
        for field in self.all.iter().filter(|field| memmem::find(field.value.as_bytes(), b"\\u").is_some()) {
            if serde_json::from_str::<Value>(field.value).is_err() {
                let half = "not JSON, an escape is half of a surrogate pair";
                return Err(PathError::new(&*field.key, InputProblem::NotJson(half.into())));
            }
        }
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
        let failed = |field: &Field<'a>| PathError::new(&*field.key, InputProblem::DuplicateKey(field.key.to_string()));
        duplicate.map_or(Ok(()), |field| Err(failed(field)))
    }
}
