//! Tags: what a table, or a comment line `# key: value`, says of a game besides its balls.
//!
//! Nothing is looked up unless a key is asked for.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use super::columns::plain;
use crate::sheet::line::tag_line;

/// The names of a column, or a key, with the date.
pub const DATES: [&str; 3] = ["date", "fecha", "날짜"];

/// The keys whose values are asked for.
#[derive(Clone, Debug, Default)]
pub struct TagKeys(Arc<[TagKey]>);

/// A key that is asked for.
#[derive(Clone, Debug)]
pub struct TagKey {
    /// As it was asked for.
    pub name: String,
    /// Without case, blanks and punctuation.
    pub plain: String,
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The value as it was written, if it is JSON.
    pub json: Option<&'a str>,
}

/// The values of comment lines, in the order of the keys.
pub type LineTags = Vec<Option<Tag<'static>>>;

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

    /// The keys in order.
    pub fn iter(&self) -> impl Iterator<Item = &TagKey> {
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

    /// Takes the value that a comment line gives the games behind it. An empty value ends a tag.
    pub fn take_line(&self, line: &[u8], tags: &mut LineTags) {
        if self.is_empty() {
            return;
        }
        let Some((word, value)) = tag_line(line) else { return };
        let name = plain(word);
        for at in (0..self.len()).filter(|&at| self.0[at].is_called(&name)) {
            tags.resize(self.len(), None);
            let text = String::from_utf8_lossy(value);
            tags[at] = (!text.is_empty()).then(|| Tag { text: text.into_owned().into(), json: None });
        }
    }
}

impl FromStr for TagKeys {
    type Err = String;

    /// Reads `date,team`.
    fn from_str(text: &str) -> Result<Self, String> {
        parse_keys(text).map(|names| Self::new(names.iter().map(String::as_str)))
    }
}

/// Reads names with commas between them, each once.
pub fn parse_keys(text: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim) {
        if plain(name).is_empty() {
            return Err("expected names with commas between them, such as date,team".into());
        }
        if names.iter().any(|other| plain(other) == plain(name)) {
            return Err(format!("'{name}' appears twice"));
        }
        names.push(name.into());
    }
    Ok(names)
}

/// Which keys some games have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagsSeen(Vec<bool>);

impl TagsSeen {
    /// Notes the tags of a game.
    pub fn add(&mut self, tags: &[Option<Tag<'_>>]) {
        self.mark(tags.iter().map(Option::is_some));
    }

    /// Adds those of other games.
    pub fn append(&mut self, other: Self) {
        if self.0.is_empty() {
            *self = other;
        } else {
            self.mark(other.0.into_iter());
        }
    }

    fn mark(&mut self, tags: impl ExactSizeIterator<Item = bool>) {
        if self.0.len() < tags.len() {
            self.0.resize(tags.len(), false);
        }
        self.0.iter_mut().zip(tags).for_each(|(seen, is_there)| *seen |= is_there);
    }

    /// A message for each key that no game has.
    pub fn missing<'k>(&self, keys: &'k TagKeys) -> impl Iterator<Item = String> + use<'_, 'k> {
        let is_missing = |at: usize| !self.0.get(at).copied().unwrap_or_default();
        keys.iter().enumerate().filter(move |(at, _)| is_missing(*at)).map(|(_, key)| no_game_has(&key.name))
    }
}

/// Says that no game has a key.
pub fn no_game_has(key: &str) -> String {
    format!("no game has the key '{key}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_line_gives_a_tag_until_it_is_ended() {
        let keys: TagKeys = "Team, date,home-team".parse().unwrap();
        let mut tags = LineTags::new();
        let mut after = |line: &str| -> Vec<Option<String>> {
            keys.take_line(line.as_bytes(), &mut tags);
            tags.iter().map(|tag| tag.as_ref().map(|tag| tag.text.clone().into_owned())).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(after("# a comment"), []);
        assert_eq!(after("# team: Reds #2 "), [some("Reds #2"), None, None]);
        assert_eq!(after("  #FECHA:2026-01-17\r"), [some("Reds #2"), some("2026-01-17"), None]);
        assert_eq!(after("# the team: Blues"), [some("Reds #2"), some("2026-01-17"), None]);
        assert_eq!(after("# Home_Team: Blues"), [some("Reds #2"), some("2026-01-17"), some("Blues")]);
        assert_eq!(after("# TEAM :"), [None, some("2026-01-17"), some("Blues")]);
    }

    #[test]
    fn keys_are_names_and_each_is_asked_for_once() {
        for wrong in ["", ",", "a,", "team,Team", "home team,Home_Team", "-"] {
            assert!(wrong.parse::<TagKeys>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_key_that_no_game_has_is_known() {
        let keys: TagKeys = "a,b,c".parse().unwrap();
        let tag = || Some(Tag { text: "x".into(), json: None });
        let mut seen = TagsSeen::default();
        seen.add(&[]);
        seen.add(&[None, tag(), None]);
        let mut other = TagsSeen::default();
        other.add(&[tag(), None, None]);
        seen.append(other);
        assert_eq!(seen.missing(&keys).collect::<Vec<_>>(), ["no game has the key 'c'"]);
        assert_eq!(TagsSeen::default().missing(&keys).count(), 3);
    }
}
