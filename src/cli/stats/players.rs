//! Numbers for players, shared by all threads.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use super::By;
use super::unicode_form::decomposed;
use crate::game::Rules;

/// A player is a name, one rule set, and with `--by file` a file. Series are always of one player,
/// even if a row has several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatsPlayer {
    /// The place of the rules in the table of rules.
    pub rules: usize,
    /// The file, with `--by file`.
    pub file: Option<Arc<str>>,
    /// The name; games without one are one player.
    pub name: Option<Arc<str>>,
}

#[derive(Debug)]
pub struct Players {
    by: By,
    numbers: Mutex<HashMap<StatsPlayer, u32>>,
}

impl Players {
    pub fn new(by: By) -> Self {
        Self { by, numbers: Mutex::default() }
    }

    /// The number of a player, who is added if new.
    fn number(&self, player: StatsPlayer) -> u32 {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let next = numbers.len() as u32;
        *numbers.entry(player).or_insert(next)
    }

    /// A warning about names that may be meant as one: they differ only in case, blanks or Unicode form.
    pub fn alike(&self) -> Option<String> {
        let players = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        // Hashes take less memory than the names themselves would.
        let names =
            players.keys().filter_map(|player| Some((hash(folded(player.name.as_deref()?)), player.name.as_deref()?)));
        let mut names: Vec<(u64, &str)> = names.filter(|_| self.by == By::Name).collect();
        names.sort_unstable();
        names.dedup();
        let is_alike = |pair: &[(u64, &str)]| pair[0].0 == pair[1].0 && folded(pair[0].1).eq(folded(pair[1].1));
        let mut alike: Vec<_> =
            names.windows(2).filter(|pair| is_alike(pair)).map(|pair| (pair[0].1, pair[1].1)).collect();
        alike.sort_unstable();
        let more = alike.len().saturating_sub(1);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let (one, other) = alike.first()?;
        Some(format!(
            "names that differ only in case, blanks or Unicode form are different players: {one} and {other}{more}"
        ))
    }

    /// All players with their numbers.
    pub fn take(&self) -> HashMap<StatsPlayer, u32> {
        std::mem::take(&mut *self.numbers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A name without case and blanks, in one Unicode form.
fn folded(name: &str) -> impl Iterator<Item = char> {
    decomposed(name).filter(|sign| !sign.is_whitespace()).flat_map(char::to_lowercase)
}

fn hash(characters: impl Iterator<Item = char>) -> u64 {
    let mut hasher = DefaultHasher::new();
    characters.for_each(|character| character.hash(&mut hasher));
    hasher.finish()
}

/// The numbers that one thread has asked for, so that the threads seldom wait for each other.
pub struct KnownPlayers {
    players: Arc<Players>,
    file: Arc<str>,
    named: HashMap<Arc<str>, Numbers>,
    unnamed: Numbers,
    /// The last named player and their number. Games of one player often follow each other, and
    /// hashing a name takes longer than comparing it.
    last: (String, usize, u32),
}

/// There are no such rules.
const NOBODY: (String, usize, u32) = (String::new(), usize::MAX, 0);

/// The numbers of one name, by rules.
type Numbers = [Option<u32>; Rules::ALL.len()];

impl KnownPlayers {
    pub fn new(players: Arc<Players>) -> Self {
        Self { players, file: "".into(), named: HashMap::new(), unnamed: Numbers::default(), last: NOBODY }
    }

    pub fn is_by_name(&self) -> bool {
        self.players.by == By::Name
    }

    /// The number of the player of a game.
    pub fn number(&mut self, file: &str, name: Option<&str>, rules: Rules) -> u32 {
        if self.players.by == By::File && *self.file != *file {
            self.file = file.into();
            self.named.clear();
            self.unnamed = Numbers::default();
            self.last = NOBODY;
        }
        let place = rules as usize;
        let Some(name) = name else {
            return self.unnamed[place].unwrap_or_else(|| self.ask(None, place));
        };
        if self.last.0 != name || self.last.1 != place {
            let known = self.named.get(name).and_then(|numbers| numbers[place]);
            let number = known.unwrap_or_else(|| self.ask(Some(name), place));
            self.last.0.clear();
            self.last.0.push_str(name);
            (self.last.1, self.last.2) = (place, number);
        }
        self.last.2
    }

    /// Asks for a number and keeps it.
    fn ask(&mut self, name: Option<&str>, rules: usize) -> u32 {
        let name: Option<Arc<str>> = name.map(Arc::from);
        let file = (self.players.by == By::File).then(|| Arc::clone(&self.file));
        let number = self.players.number(StatsPlayer { rules, file, name: name.clone() });
        match name {
            Some(name) => self.named.entry(name).or_default()[rules] = Some(number),
            None => self.unnamed[rules] = Some(number),
        }
        number
    }
}
