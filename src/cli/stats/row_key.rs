//! The key of a row: its rules, and the values of the keys of `--by`.

use memchr::memchr2;

use crate::game::Rules;

/// Ends a value. No text has such a byte.
const END: u8 = 0xFF;
/// Stands for no value.
const NONE: u8 = 0xFE;

/// The rules of a row and the values of its keys, in one piece of memory: there may be millions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowKey(Box<[u8]>);

impl RowKey {
    /// Writes a key to a buffer.
    pub fn write(rules: Rules, values: impl Iterator<Item = Option<impl AsRef<str>>>, key: &mut Vec<u8>) {
        key.clear();
        key.push(rules as u8);
        for value in values {
            if let Some(text) = &value {
                key.extend_from_slice(text.as_ref().as_bytes());
            }
            key.push(if value.is_some() { END } else { NONE });
        }
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
        let mut rest = self.0.get(1..).unwrap_or_default();
        std::iter::from_fn(move || {
            let (value, after) = rest.split_at(memchr2(NONE, END, rest)?);
            let (end, after) = after.split_first()?;
            rest = after;
            Some(std::str::from_utf8(value).ok().filter(|_| *end == END))
        })
    }

    /// The value of one key.
    pub fn value(&self, at: usize) -> Option<&str> {
        self.values().nth(at).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_its_values_and_a_name() {
        let all = [Some("Ann"), None, Some(""), Some("홍길동\0")];
        for name in [Some("Bob"), None] {
            let mut bytes = Vec::new();
            RowKey::write(Rules::Notap9, all.into_iter().chain([name]), &mut bytes);
            let key = RowKey::new(&bytes);
            assert_eq!(key.values().last(), Some(name));
            let key = key.without_last();
            assert_eq!(key.values().collect::<Vec<_>>(), all.to_vec());
            assert_eq!((key.value(0), key.value(1), key.value(9)), (Some("Ann"), None, None));
        }
    }
}
