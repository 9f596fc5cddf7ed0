//! What tells rows apart: their rules, and the values of the keys of `--by`.

use memchr::memchr3;

use crate::game::Rules;

/// Ends a value. No text has such a byte.
const END: u8 = 0xFF;
/// Stands for no value.
const NONE: u8 = 0xFE;
/// Ends a date that gives way to a part of it, when all dates of the input have said which of its numbers is the day.
const UNDECIDED: u8 = 0xFD;

/// A value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    None,
    Text(&'a str),
    UndecidedDate(&'a str),
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::None, Self::Text)
    }
}

/// The rules of a row and the values of its keys, in one piece of memory: there may be millions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowKey(Box<[u8]>);

impl RowKey {
    /// Writes a key to a buffer.
    pub fn write<'a>(rules: Rules, values: impl Iterator<Item = Value<'a>>, key: &mut Vec<u8>) {
        key.clear();
        key.push(rules as u8);
        for value in values {
            let (text, end) = match value {
                Value::None => ("", NONE),
                Value::Text(text) => (text, END),
                Value::UndecidedDate(date) => (date, UNDECIDED),
            };
            key.extend_from_slice(text.as_bytes());
            key.push(end);
        }
    }

    /// Whether it has a date that gives way to a part of it.
    pub fn is_undecided(&self) -> bool {
        self.0.contains(&UNDECIDED)
    }

    /// The key with the parts of its dates, given the place of a value and its date.
    pub fn decided(&self, rules: Rules, part: impl Fn(usize, &str) -> Option<String>) -> Self {
        let parts: Vec<(Value<'_>, Option<String>)> = (0..)
            .zip(values(&self.0))
            .map(|(at, value)| match value {
                Value::UndecidedDate(date) => (Value::None, part(at, date)),
                value => (value, None),
            })
            .collect();
        let mut key = Vec::new();
        let values = parts.iter().map(|(value, part)| part.as_deref().map_or(*value, Value::Text));
        Self::write(rules, values, &mut key);
        Self::new(&key)
    }

    /// A key that was written.
    pub fn new(key: &[u8]) -> Self {
        Self(key.into())
    }

    /// The key without its last value.
    pub fn without_last(&self) -> Self {
        let last = self.values().last().flatten().map_or(0, str::len) + 1;
        Self(self.0[..self.0.len().saturating_sub(last)].into())
    }

    /// The values of the keys, in order; `None` where the games have none.
    pub fn values(&self) -> impl Iterator<Item = Option<&str>> {
        values(&self.0).map(|value| match value {
            Value::None => None,
            Value::Text(text) | Value::UndecidedDate(text) => Some(text),
        })
    }

    /// The value of one key.
    pub fn value(&self, at: usize) -> Option<&str> {
        self.values().nth(at).flatten()
    }
}

fn values(key: &[u8]) -> impl Iterator<Item = Value<'_>> {
    let mut rest = key.get(1..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (value, after) = rest.split_at(memchr3(NONE, END, UNDECIDED, rest)?);
        let (end, after) = after.split_first()?;
        rest = after;
        let text = std::str::from_utf8(value).unwrap_or_default();
        Some(match *end {
            NONE => Value::None,
            END => Value::Text(text),
            _ => Value::UndecidedDate(text),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_its_values_and_a_name() {
        let all = [Some("Ann"), None, Some(""), Some("홍길동\0")];
        for name in [Some("Bob"), None] {
            let mut bytes = Vec::new();
            RowKey::write(Rules::Notap9, all.into_iter().chain([name]).map(Value::from), &mut bytes);
            let key = RowKey::new(&bytes);
            assert_eq!(key.values().last(), Some(name));
            let key = key.without_last();
            assert_eq!(key.values().collect::<Vec<_>>(), all.to_vec());
            assert_eq!((key.value(0), key.value(1), key.value(9)), (Some("Ann"), None, None));
            assert!(!key.is_undecided());
        }
    }

    #[test]
    fn a_date_gives_way_to_a_part_of_it() {
        let key = |values: &[Value<'_>]| {
            let mut bytes = Vec::new();
            RowKey::write(Rules::Tenpin, values.iter().copied(), &mut bytes);
            RowKey::new(&bytes)
        };
        let undecided = key(&[Value::Text("Ann"), Value::UndecidedDate("1/2/2026"), Value::UndecidedDate("x")]);
        assert!(undecided.is_undecided());
        let decided = undecided.decided(Rules::Tenpin, |at, date| (date != "x").then(|| format!("{at} of {date}")));
        assert_eq!(decided, key(&[Value::Text("Ann"), Value::Text("1 of 1/2/2026"), Value::None]));
    }
}
