//! A JSON value that borrows its text. Unlike `serde_json::Value` it keeps the keys of an object in order, and each of
//! two that are the same.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::cli::read::table::value;
use crate::cli::read::tags::plain;

#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    Object(Object<'a>),
}

/// The keys of an object and their values, in their order.
pub type Object<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

impl Json<'_> {
    /// Whether it holds other values.
    pub const fn is_nested(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_))
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(_) | Self::Number(_) => false,
            Self::Text(text) => value(text).is_none(),
            Self::Array(values) => values.is_empty(),
            Self::Object(object) => object.is_empty(),
        }
    }

    /// The text of a string, of a number or of `true`; empty for all others.
    pub fn text(&self) -> Cow<'_, str> {
        const SMALL: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => {
                let small = number.as_u64().and_then(|number| SMALL.get(usize::try_from(number).ok()?));
                small.map_or_else(|| number.to_string().into(), |&small| small.into())
            }
            Self::Bool(_) => self.to_string().into(),
            Self::Null | Self::Array(_) | Self::Object(_) => "".into(),
        }
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        if let Self::Object(object) = self { find(object, key).map(|(_, value)| value) } else { None }
    }
}

/// A key of an object and its value, whatever its case, blanks and punctuation. `key` has none.
pub fn find<'o, 'a>(object: &'o Object<'a>, key: &str) -> Option<(&'o Cow<'a, str>, &'o Json<'a>)> {
    object.iter().find(|(name, _)| plain_key(name) == key).map(|(name, value)| (name, value))
}

/// A key without case, blanks and punctuation. Most have none.
pub fn plain_key(key: &str) -> Cow<'_, str> {
    let is_plain = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if is_plain { key.into() } else { plain(key).into() }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => value.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::Array(values) => values.serialize(serializer),
            Self::Object(object) => serializer.collect_map(object.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Json::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut object = Vec::new();
        while let Some((Key(key), value)) = map.next_entry()? {
            object.push((key, value));
        }
        Ok(Json::Object(object))
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
