//! Tags: what a comment line `# key: value` says of the games behind it. The program reads them from tables, too.
//!
//! Nothing is looked up unless a key is asked for.

use std::sync::Arc;

use super::line::tag_line;

/// The names of a key, or a column, with the date.
pub const DATES: [&str; 3] = ["date", "fecha", "날짜"];

/// The keys that tell when a game was bowled, the first that a game has.
const DATE_KEYS: [&str; 2] = [DATES[0], "week"];

/// The keys whose values are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagKeys(Arc<[TagKey]>);

/// A key that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagKey {
    /// As it was asked for.
    pub name: String,
    /// Without case, blanks and punctuation.
    pub plain: String,
}

impl TagKey {
    /// Whether this is the date, whatever its column is called.
    pub fn is_date(&self) -> bool {
        self.plain == DATES[0]
    }

    fn is_called(&self, name: &str) -> bool {
        self.plain == name || (self.is_date() && DATES.contains(&name))
    }
}

impl TagKeys {
    /// These keys, in this order.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let key = |name: &str| TagKey { name: name.trim().into(), plain: plain(name) };
        Self(names.into_iter().map(key).collect())
    }

    /// These keys, then the date and the week. [`date`] finds their values.
    pub fn and_date<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(names.into_iter().chain(DATE_KEYS))
    }

    /// The keys in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &TagKey> {
        self.0.iter()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of keys before those of [`and_date`](Self::and_date).
    pub fn before_date(&self) -> usize {
        self.len().saturating_sub(DATE_KEYS.len())
    }

    /// The place of a key, whatever its case, blanks and punctuation.
    pub fn place(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.0.iter().position(|key| key.is_called(&name))
    }

    /// Takes the value that a comment line gives the games behind it, in the order of the keys. An empty value ends a
    /// tag.
    pub fn take_line<T: Clone + From<String>>(&self, line: &[u8], tags: &mut Vec<Option<T>>) {
        if self.is_empty() {
            return;
        }
        let Some((word, value)) = tag_line(line) else { return };
        let name = plain(word);
        for at in (0..self.len()).filter(|&at| self.0[at].is_called(&name)) {
            tags.resize(self.len(), None);
            let text = String::from_utf8_lossy(value);
            tags[at] = (!text.is_empty()).then(|| text.into_owned().into());
        }
    }
}

/// The date of a game, else its week, given the number of keys before those of [`TagKeys::and_date`].
pub fn date<T>(before: usize, tag: impl FnMut(usize) -> Option<T>) -> Option<T> {
    (before..before + DATE_KEYS.len()).find_map(tag)
}

/// Whether a character of a key means nothing. R writes `.` for a blank.
pub const fn is_ignored(sign: char) -> bool {
    matches!(sign, '_' | '-' | '.') || sign.is_whitespace()
}

/// A key without case, blanks and punctuation.
pub fn plain(name: &str) -> String {
    name.trim().chars().filter(|&sign| !is_ignored(sign)).flat_map(char::to_lowercase).collect()
}
