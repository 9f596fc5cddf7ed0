//! A JSON object taken apart: its keys, and the texts of their values.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::cli::input::columns::{Columns, Role, plain};
use crate::cli::split::json::value_len;

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
        while let Some(Key(key)) = map.next_key()? {
            fields.push(Field { key, value: map.next_value::<&RawValue>()?.get() });
        }
        Ok(Object(fields))
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Field<'a> {
    /// A text or a number; `None` for anything else and for `null`.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        match self.value.as_bytes().first() {
            Some(b'"') => Some(string(self.value)),
            Some(b'-' | b'0'..=b'9') => Some(self.value.into()),
            _ => None,
        }
    }
}

/// The text of a string.
pub fn string(value: &str) -> Cow<'_, str> {
    let inside = value.get(1..value.len().saturating_sub(1)).unwrap_or_default();
    if memchr(b'\\', inside.as_bytes()).is_none() {
        return inside.into();
    }
    serde_json::from_str::<String>(value).unwrap_or_default().into()
}

/// The values of an object, found by their keys.
pub struct Fields<'f, 'a> {
    pub all: &'f [Field<'a>],
    pub columns: &'f Columns,
}

impl<'f, 'a> Fields<'f, 'a> {
    /// The value of a key. The last one counts, as everywhere.
    pub fn find(&self, key: &str) -> Option<&'f Field<'a>> {
        let exact = self.all.iter().rev().find(|field| field.key == key);
        exact.or_else(|| self.all.iter().rev().find(|field| is_same_key(&field.key, key)))
    }

    /// The value of a role: of the key that was asked for, or the first of these.
    pub fn role(&self, role: Role, keys: &[&str]) -> Option<&'f Field<'a>> {
        match self.columns.of(role).next() {
            Some(key) => self.find(&plain(key)),
            None => keys.iter().find_map(|key| self.find(key)),
        }
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
        let rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n', ',', ':']);
        let (value, rest) = rest.split_at(value_len(rest.as_bytes())?);
        self.rest = rest;
        Some(value)
    }
}

/// The keys of an object, each with its value.
pub fn pairs(object: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let mut values = Values::new(object);
    std::iter::from_fn(move || Some((string(values.next()?), values.next()?)))
}
