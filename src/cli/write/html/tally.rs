//! Counts the games of a page, by file.

use std::fmt;

use super::super::{Entry, Verdict};
use crate::cli::page::frames::leave;
use crate::game::{Ball, Frame, Game, Mark};

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

/// All verdicts, in the order of lists.
pub const VERDICTS: [Verdict; 4] = [Verdict::Right, Verdict::Wrong, Verdict::Error, Verdict::Unclaimed];

/// The sign, the class and the name of a verdict, or of a game that is missing.
pub const fn words(verdict: Option<Verdict>) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Some(Verdict::Right) => ("\u{2713}", "right", "right"),
        Some(Verdict::Wrong) => ("\u{2717}", "wrong", "wrong"),
        Some(Verdict::Error) => ("!", "error", "in error"),
        Some(Verdict::Unclaimed) => ("\u{2013}", "unclaimed", "no claim"),
        None => ("?", "missing", "missing"),
    }
}

/// The signs that a game may use, as the legend explains them.
pub const SIGNS: [&str; 6] = [
    "X strike",
    "half filled: spare",
    "- no pins",
    "F foul",
    "circled: a split",
    "large dots: the pins that were left",
];

/// Which of the [`SIGNS`] the balls of a rack use.
fn signs(rack: &[Ball]) -> [bool; SIGNS.len()] {
    let any = |is_used: fn(&Ball) -> bool| rack.iter().any(is_used);
    [
        any(|ball| ball.mark == Some(Mark::Strike)),
        any(|ball| ball.mark == Some(Mark::Spare)),
        any(|ball| ball.pins() == 0 && !ball.roll.is_foul()),
        any(|ball| ball.roll.is_foul()),
        rack.first().is_some_and(|ball| ball.roll.left_split()),
        leave(rack).is_some(),
    ]
}

/// How many games there are of each verdict, the first of them, and their signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub(super) verdicts: [Option<(u64, GameId)>; 4],
    /// Which of the [`SIGNS`] they use.
    pub signs: [bool; SIGNS.len()],
    /// The games of the answer key that the file does not have.
    pub missing: u64,
}

impl Tally {
    /// The tally of one game.
    pub fn of(entry: &Entry<'_>, id: GameId, verdict: Verdict) -> Self {
        let mut tally = Self::default();
        tally.verdicts[verdict as usize] = Some((1, id));
        let frames = entry.played().into_iter().flat_map(Game::frames);
        frames.flat_map(Frame::racks).for_each(|rack| tally.add_signs(signs(rack)));
        tally
    }

    fn add_signs(&mut self, signs: [bool; SIGNS.len()]) {
        self.signs.iter_mut().zip(signs).for_each(|(seen, is_used)| *seen |= is_used);
    }

    pub fn merge(&mut self, other: &Self) {
        for (verdict, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *verdict = match (*verdict, more) {
                (Some((games, first)), Some((more, other))) => Some((games + more, first.min(other))),
                (one, other) => one.or(other),
            };
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

/// The games that a list knows of each file at most. Bounds memory.
const MOST_LISTED: usize = 1000;

/// A file, and what is known about its games.
#[derive(Debug, Default)]
pub struct File {
    /// The file as it was named.
    pub path: String,
    pub tally: Tally,
    /// The first games, for lists.
    pub listed: Vec<Listed>,
    /// Its tables, as long as they are held.
    pub tables: Vec<u8>,
}

/// A game in a list.
#[derive(Debug)]
pub struct Listed {
    pub id: String,
    pub name: Option<String>,
    /// `None` if the file does not have it.
    pub verdict: Option<Verdict>,
    pub total: Option<u16>,
}

impl File {
    pub fn list(&mut self, game: Listed) {
        if self.listed.len() < MOST_LISTED {
            self.listed.push(game);
        }
    }

    /// How many games are not in the list.
    pub fn unlisted(&self) -> u64 {
        (self.tally.games() + self.tally.missing).saturating_sub(self.listed.len() as u64)
    }
}
