//! What tells rows apart: their rules, and the values of the keys of `--by`.

use memchr::memchr2;

use crate::game::Rules;

/// Ends a value. No text has such a byte.
const END: u8 = 0xFF;
/// Stands for no value.
const NONE: u8 = 0xFE;

/// The rules of a row and the values of its keys, in one piece of memory: there may be millions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowKey(pub Box<[u8]>);

impl RowKey {
    /// Starts a key in a buffer.
    pub fn start(rules: Rules, key: &mut Vec<u8>) {
        key.clear();
        key.push(rules as u8);
    }

    /// Adds a value to a key in a buffer.
    pub fn push(value: Option<&str>, key: &mut Vec<u8>) {
        match value {
            Some(text) => {
                key.extend_from_slice(text.as_bytes());
                key.push(END);
            }
            None => key.push(NONE),
        }
    }

    /// The values of the keys, in order; `None` where the games have none.
    pub fn values(&self) -> impl Iterator<Item = Option<&str>> {
        values(&self.0)
    }

    /// The value of one key.
    pub fn value(&self, at: usize) -> Option<&str> {
        self.values().nth(at).flatten()
    }
}

/// The values in the bytes of a key.
pub fn values(key: &[u8]) -> impl Iterator<Item = Option<&str>> {
    let mut rest = key.get(1..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (value, after) = rest.split_at(memchr2(NONE, END, rest)?);
        rest = &after[1..];
        Some((after[0] == END).then(|| std::str::from_utf8(value).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_its_rules_and_values() {
        let mut bytes = Vec::new();
        RowKey::start(Rules::Notap9, &mut bytes);
        let all = [Some("Ann"), None, Some(""), Some("홍길동\0")];
        for value in all {
            RowKey::push(value, &mut bytes);
        }
        let key = RowKey(bytes.into());
        assert_eq!(key.values().collect::<Vec<_>>(), all);
        assert_eq!((key.value(0), key.value(1), key.value(9)), (Some("Ann"), None, None));
    }
}
