//! Tags: what a table, or a comment line, says of a game besides its balls.

use std::collections::HashSet;
use std::str::FromStr;

use crate::cli::event::Tag;
pub use crate::sheet::tags::{DATES, LineTags, TagKeys, plain};

impl FromStr for TagKeys {
    type Err = String;

    /// Reads `date,team`.
    fn from_str(text: &str) -> Result<Self, String> {
        parse_keys(text).map(|names| Self::new(names.iter().map(String::as_str)))
    }
}

/// Reads names with commas between them, each once.
pub fn parse_keys(text: &str) -> Result<Vec<String>, String> {
    let (mut names, mut seen): (Vec<String>, _) = (Vec::new(), HashSet::new());
    for name in text.split(',').map(str::trim) {
        if plain(name).is_empty() {
            return Err("expected names with commas between them, such as date,team".into());
        }
        if !seen.insert(plain(name)) {
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
        self.mark(other.0.into_iter());
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
