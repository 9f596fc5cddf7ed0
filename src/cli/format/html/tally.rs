//! Counts the games of a page, by file, on all threads.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::Record;
use super::verdict::Verdict;
use crate::cli::page::frames::leave;
use crate::game::{Ball, BallMark, Frame};

/// The id of a game in the page. Games are in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameId {
    /// The number of the file, from 1.
    pub file: usize,
    pub line: u64,
    /// How many games before it share the line, as JSON objects may.
    pub before: u32,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}-{}", self.file, self.line)?;
        if self.before > 0 { write!(f, "-{}", self.before + 1) } else { Ok(()) }
    }
}

/// The signs that a game may use, as the legend explains them.
pub const SIGNS: [&str; 6] =
    ["X strike", "/ spare", "- no pins", "F foul", "circled: a split", "large dots: the pins that were left"];

/// Which of the [`SIGNS`] the balls of a rack use.
fn signs(rack: &[Ball]) -> [bool; SIGNS.len()] {
    let any = |is_used: fn(&Ball) -> bool| rack.iter().any(is_used);
    [
        any(|ball| ball.mark == Some(BallMark::Strike)),
        any(|ball| ball.mark == Some(BallMark::Spare)),
        any(|ball| ball.pins() == 0 && !ball.roll.is_foul()),
        any(|ball| ball.roll.is_foul()),
        rack.first().is_some_and(|ball| ball.roll.left_split()),
        leave(rack).is_some(),
    ]
}

/// How many games there are of each verdict, the first of them, and their signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    verdicts: [Option<(u64, GameId)>; 4],
    /// Which of the [`SIGNS`] they use.
    pub signs: [bool; SIGNS.len()],
    /// The games of the answer key that the file does not have.
    pub missing: u64,
}

impl Tally {
    pub fn add(&mut self, record: &Record<'_>, id: GameId, verdict: Verdict) {
        self.add_some(verdict as usize, (1, id));
        if let Some(card) = record.entry.played() {
            card.frames().flat_map(Frame::racks).for_each(|rack| self.add_signs(signs(rack)));
        }
    }

    fn add_signs(&mut self, signs: [bool; SIGNS.len()]) {
        self.signs.iter_mut().zip(signs).for_each(|(seen, is_used)| *seen |= is_used);
    }

    fn add_some(&mut self, verdict: usize, (games, first): (u64, GameId)) {
        let sum = self.verdicts[verdict].map_or((games, first), |(before, one)| (before + games, one.min(first)));
        self.verdicts[verdict] = Some(sum);
    }

    pub fn merge(&mut self, other: &Self) {
        for (verdict, counted) in other.verdicts.into_iter().enumerate() {
            if let Some(counted) = counted {
                self.add_some(verdict, counted);
            }
        }
        self.add_signs(other.signs);
        self.missing += other.missing;
    }

    pub fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize].map_or(0, |(games, _)| games)
    }

    pub fn first(&self, verdict: Verdict) -> Option<GameId> {
        self.verdicts[verdict as usize].map(|(_, first)| first)
    }

    pub fn first_game(&self) -> Option<GameId> {
        self.verdicts.iter().flatten().map(|&(_, first)| first).min()
    }

    pub fn games(&self) -> u64 {
        self.verdicts.iter().flatten().map(|&(games, _)| games).sum()
    }

    /// Whether a game has a claim, or there is an answer key. Otherwise nothing is right or wrong.
    pub fn is_graded(&self) -> bool {
        self.count(Verdict::Right) + self.count(Verdict::Wrong) + self.missing > 0
    }
}

#[derive(Clone, Debug)]
pub struct File {
    /// The file as it was named.
    pub path: String,
    pub tally: Tally,
}

/// What the writers of one page share.
#[derive(Debug, Default)]
pub struct Page {
    files: Mutex<Vec<File>>,
}

impl Page {
    fn lock(&self) -> MutexGuard<'_, Vec<File>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the next file and returns its number, from 1.
    pub fn begin_file(&self, path: &str) -> usize {
        let mut files = self.lock();
        files.push(File { path: path.into(), tally: Tally::default() });
        files.len()
    }

    /// The number of the current file, from 1.
    pub fn file(&self) -> usize {
        self.lock().len()
    }

    /// Adds games of the current file, and starts again at nothing.
    pub fn add(&self, tally: &mut Tally) {
        if let Some(file) = self.lock().last_mut() {
            file.tally.merge(&std::mem::take(tally));
        }
    }

    /// The games of the current file.
    pub fn tally(&self) -> Tally {
        self.lock().last().map(|file| file.tally).unwrap_or_default()
    }

    pub fn files(&self) -> Vec<File> {
        self.lock().clone()
    }
}
