//! Counts the games of a page, by file, on all threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use maud::Render;

use super::game::{SheetGame, Verdict};
use crate::cli::page::frames::{leave, racks};
use crate::game::{Ball, BallMark};

/// The id of a game in the page. Games are in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameId {
    /// The number of the file, from 1.
    pub file: usize,
    pub line: u64,
    /// How many games before it share the line, as JSON objects may.
    pub before: u32,
}

impl Render for GameId {
    fn render_to(&self, out: &mut String) {
        let mut digits = itoa::Buffer::new();
        out.push('g');
        out.push_str(digits.format(self.file));
        out.push('-');
        out.push_str(digits.format(self.line));
        if self.before > 0 {
            out.push('-');
            out.push_str(digits.format(self.before + 1));
        }
    }
}

/// The signs that some games use, for their legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    pub strike: bool,
    pub spare: bool,
    pub gutter: bool,
    pub foul: bool,
    pub split: bool,
    pub leave: bool,
}

impl Signs {
    fn add_rack(&mut self, rack: &[Ball]) {
        for ball in rack {
            self.add(*ball);
        }
        self.split |= rack.first().is_some_and(|ball| ball.roll.left_split());
        self.leave |= leave(rack).is_some();
    }

    fn add(&mut self, ball: Ball) {
        self.strike |= ball.mark == Some(BallMark::Strike);
        self.spare |= ball.mark == Some(BallMark::Spare);
        self.foul |= ball.roll.is_foul();
        self.gutter |= ball.pins() == 0 && !ball.roll.is_foul();
    }

    const fn merge(&mut self, other: Self) {
        self.strike |= other.strike;
        self.spare |= other.spare;
        self.gutter |= other.gutter;
        self.foul |= other.foul;
        self.split |= other.split;
        self.leave |= other.leave;
    }
}

/// How many games there are of each verdict, the first of them, and their signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    verdicts: [Option<(u64, GameId)>; 4],
    pub signs: Signs,
    /// The games of the answer key that the file does not have.
    pub missing: u64,
}

impl Tally {
    pub fn add(&mut self, game: &SheetGame<'_>, id: GameId, verdict: Verdict) {
        self.add_some(verdict as usize, (1, id));
        if let Some(card) = game.card {
            card.frames().flat_map(racks).for_each(|rack| self.signs.add_rack(rack));
        }
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
        self.signs.merge(other.signs);
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
