//! Numbers for rows and players, shared by all threads.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::by::By;
use super::event::PlayerId;
use super::row_key::RowKey;
use super::unicode_form::decomposed;
use crate::cli::record::Record;

/// The numbers of all rows and players. A player is a name in a row: a series is always of one player, even if a row has
/// several.
#[derive(Debug)]
pub struct Players {
    /// What makes a row.
    pub by: By,
    numbers: Mutex<Numbers>,
}

/// The numbers that are given out.
#[derive(Debug, Default)]
pub struct Numbers {
    pub rows: HashMap<RowKey, u32>,
    /// By the key of the row and the name behind it. Empty if each player has rows of their own.
    pub players: HashMap<Box<[u8]>, u32>,
}

impl Players {
    pub fn new(by: By) -> Self {
        Self { by, numbers: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of a player, who is added if new, given the length of the key of the row.
    fn number(&self, key: &[u8], row_len: usize) -> (u32, u32) {
        let Numbers { rows, players } = &mut *self.lock();
        let next = rows.len() as u32;
        let row = *rows.entry(RowKey(key[..row_len].into())).or_insert(next);
        if row_len == key.len() {
            return (row, row);
        }
        let next = players.len() as u32;
        (row, *players.entry(key.into()).or_insert(next))
    }

    /// A message for each key that no game has.
    pub fn missing_keys(&self) -> Vec<String> {
        let numbers = self.lock();
        let keys = self.by.keys.iter().enumerate();
        let is_missing = |at: usize| !numbers.rows.keys().any(|row| row.value(at).is_some());
        let missing = keys.filter_map(|(at, key)| key.missing().filter(|_| is_missing(at)));
        if numbers.rows.is_empty() { Vec::new() } else { missing.collect() }
    }

    /// A warning about values that may be meant as one: they differ only in case, blanks or Unicode form.
    pub fn alike(&self) -> Option<String> {
        let numbers = self.lock();
        let mut keys = self.by.keys.iter().enumerate().filter(|(_, key)| !key.is_file());
        keys.find_map(|(at, key)| {
            let (one, other, more) = alike(numbers.rows.keys().filter_map(|row| row.value(at)))?;
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let are = if self.by.is_name_alone() { "names".into() } else { format!("values of '{}'", key.name) };
            let rows = self.by.rows_are();
            Some(format!(
                "{are} that differ only in case, blanks or Unicode form are different {rows}: {one} and {other}{more}"
            ))
        })
    }

    /// All numbers.
    pub fn take(&self) -> Numbers {
        std::mem::take(&mut *self.lock())
    }
}

/// The first two texts that are alike, and how many more there are.
fn alike<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(&'a str, &'a str, usize)> {
    // Hashes take less memory than the texts themselves would.
    let hasher = RandomState::new();
    let hash = |text| hasher.hash_one(folded(text).collect::<String>());
    let mut texts: Vec<(u64, &str)> = texts.map(|text| (hash(text), text)).collect();
    texts.sort_unstable();
    texts.dedup();
    let is_alike = |pair: &[(u64, &str)]| pair[0].0 == pair[1].0 && folded(pair[0].1).eq(folded(pair[1].1));
    let mut alike: Vec<_> = texts.windows(2).filter(|pair| is_alike(pair)).map(|pair| (pair[0].1, pair[1].1)).collect();
    alike.sort_unstable();
    let &(one, other) = alike.first()?;
    Some((one, other, alike.len() - 1))
}

/// A text without case and blanks, in one Unicode form.
fn folded(text: &str) -> impl Iterator<Item = char> {
    decomposed(text).filter(|sign| !sign.is_whitespace()).flat_map(char::to_lowercase)
}

/// The most numbers that a thread keeps. Bounds memory: each thread has its own.
const MOST_KNOWN: usize = 1 << 16;

/// The numbers that one thread has asked for, so that the threads seldom wait for each other.
pub struct KnownPlayers {
    players: Arc<Players>,
    has_names: bool,
    known: HashMap<Box<[u8]>, PlayerId>,
    /// The key of the game.
    key: Vec<u8>,
    /// The last player. Games of one player often follow each other, and hashing a key takes longer than comparing it.
    last: (Vec<u8>, PlayerId),
}

impl KnownPlayers {
    pub fn new(players: Arc<Players>) -> Self {
        Self {
            has_names: players.by.name_place().is_some(),
            players,
            known: HashMap::new(),
            key: Vec::new(),
            last: (Vec::new(), PlayerId::default()),
        }
    }

    /// What makes a row.
    pub fn by(&self) -> &By {
        &self.players.by
    }

    /// The player of a game.
    pub fn id(&mut self, record: &Record<'_>) -> PlayerId {
        let rules = record.entry.rules;
        RowKey::start(rules, &mut self.key);
        for value in self.players.by.values(record) {
            RowKey::push(value, &mut self.key);
        }
        let row_len = self.key.len();
        if !self.has_names {
            RowKey::push(record.entry.name, &mut self.key);
        }
        if self.last.0 != self.key {
            let known = self.known.get(&*self.key).copied();
            let id = known.unwrap_or_else(|| {
                let (row, number) = self.players.number(&self.key, row_len);
                if self.known.len() == MOST_KNOWN {
                    self.known.clear();
                }
                let id = PlayerId { number, row, rules };
                self.known.insert(self.key.as_slice().into(), id);
                id
            });
            self.last.0.clone_from(&self.key);
            self.last.1 = id;
        }
        self.last.1
    }
}
