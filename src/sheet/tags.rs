//! Tags: what a comment line `# key: value`, or a column of a table, says of a game besides its balls.
//!
//! Nothing is looked up unless a key is asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::line::tag_line;

/// The names of a key, or a column, with the date.
pub const DATES: [&str; 3] = ["date", "fecha", "날짜"];

/// The keys that tell when a game was bowled, the first that a game has.
const DATE_KEYS: [&str; 2] = [DATES[0], "week"];

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    pub text: Cow<'a, str>,
    /// The value as it was written, if it is JSON.
    #[cfg(feature = "cli")]
    pub json: Option<Cow<'a, str>>,
}

/// The values of comment lines, in the order of the keys. Fewer if the last ones have none.
pub type LineTags = Arc<Vec<Option<Tag<'static>>>>;

/// The keys whose values are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagKeys(Arc<Keys>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Keys {
    /// In the order in which they were asked for.
    all: Vec<TagKey>,
    /// The places of the keys that each name means.
    places: BTreeMap<String, Vec<usize>>,
}

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
}

impl TagKeys {
    /// These keys, in this order.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let key = |name: &str| TagKey { name: name.trim().into(), plain: plain(name) };
        let mut keys = Keys { all: names.into_iter().map(key).collect(), places: BTreeMap::new() };
        for (at, key) in keys.all.iter().enumerate() {
            let names: &[&str] = if key.is_date() { &DATES } else { &[&key.plain] };
            for &name in names {
                keys.places.entry(name.into()).or_default().push(at);
            }
        }
        Self(Arc::new(keys))
    }

    /// These keys, then the date and the week. [`date`] finds their values.
    pub fn and_date<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(names.into_iter().chain(DATE_KEYS))
    }

    /// The keys in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &TagKey> {
        self.0.all.iter()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.0.all.len()
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.0.all.is_empty()
    }

    /// The number of keys before those of [`and_date`](Self::and_date).
    pub fn before_date(&self) -> usize {
        self.len().saturating_sub(DATE_KEYS.len())
    }

    /// The place of a key, whatever its case, blanks and punctuation.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places(name).first().copied()
    }

    fn places(&self, name: &str) -> &[usize] {
        self.0.places.get(&plain(name)).map_or(&[], Vec::as_slice)
    }

    /// Takes the value that a comment line gives the games that follow. An empty value ends a tag.
    pub fn take_line(&self, line: &[u8], tags: &mut LineTags) {
        if self.is_empty() {
            return;
        }
        let Some((word, value)) = tag_line(line) else { return };
        for &at in self.places(word) {
            let tags = Arc::make_mut(tags);
            tags.resize(self.len(), None);
            let text = String::from_utf8_lossy(value).into_owned();
            tags[at] = (!text.is_empty()).then(|| text.into());
        }
    }
}

impl From<String> for Tag<'static> {
    fn from(text: String) -> Self {
        let text = text.into();
        Self {
            text,
            #[cfg(feature = "cli")]
            json: None,
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
