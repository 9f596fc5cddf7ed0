//! The one type that moves games: a reader makes [`Event`]s, the run checks them, and a [`Consumer`] takes them: formats,
//! statistics, a screen.

use std::borrow::Borrow;

use crate::game::{Game, Rules};
use crate::sheet::{Claim, Mismatch};

pub use super::left_out::Uncounted;
pub use super::place::{Diagnostic, Place};
pub use crate::sheet::tags::Tag;

/// Something that a reader finds, or that the run adds, in input order.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A game, also one in error.
    Entry(&'a Entry<'a>),
    /// A line of a sheet without a game: blank, or a comment.
    Text(&'a [u8]),
    EndGroup,
    /// Ends a match of a journal. It is a group, but its players may play on in the same series.
    EndMatch,
    /// An error that belongs to no game, or to a game that comes later, whose entry is then marked as reported.
    Error(&'a Diagnostic),
    /// A warning about a line.
    Warning {
        line: u64,
        message: &'a str,
    },
    /// A row or a cell of a table that does not count: why, where it is, and its text.
    LeftOut {
        why: Uncounted,
        place: &'a Place,
        value: &'a str,
    },
    /// Starts a file.
    BeginFile(&'a str),
    /// Starts a part of a file. Threads share a file by parts.
    BeginPart(&'a str),
    /// A game of the answer key that the file does not have.
    Missing(MissingGame<'a>),
    EndFile,
}

/// A game as it was read, and as it was checked.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The line of the game; in a log, of its first roll.
    pub line: u64,
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    pub outcome: Outcome<'a>,
    /// Whether its error was reported when it was found, as in a log.
    pub is_reported: bool,
    pub claim: Option<&'a EntryClaim<'a>>,
    /// The line of a sheet; empty in other inputs.
    pub text: &'a [u8],
    /// The values of the keys that are asked for, in their order. Fewer if the last ones have none.
    pub tags: &'a [Option<Tag<'a>>],
    /// How it differs from the game of the answer key. A reader leaves it empty.
    pub difference: Option<&'a str>,
}

/// The result of reading a game.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// A game that the rules allow. A reader may make it when it is first asked for.
    Scored { total: u16, is_complete: bool, game: &'a dyn Borrow<Game> },
    /// A game in error, and what was played before it, if that can be shown.
    Refused(&'a Diagnostic, Option<&'a Game>),
    /// Totals of games whose rolls are not known. Only where totals alone count, as in statistics.
    OnlyTotals(&'a KnownTotals),
}

/// Totals of games whose rolls are not known, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownTotals {
    /// The totals: a row with a total and no roll has one, a row of `game1`, `game2`, … one for each.
    pub totals: Vec<u16>,
    /// Marked totals (`a150` of an absent player), which count for the series and not for the average.
    pub marked: Vec<u16>,
    /// Whether they are a series of their own: `game1`, `game2`, ….
    pub is_series: bool,
}

/// The claim of a game. The reader checks it, because only the reader knows where each number stands.
#[derive(Clone, Copy)]
pub struct EntryClaim<'a> {
    /// `None` if it cannot be read.
    pub claim: Option<&'a Claim>,
    /// As it was written.
    pub text: &'a str,
    /// Why it does not hold, at the first wrong number.
    pub mismatch: Option<&'a Diagnostic<Mismatch>>,
}

/// A game of an answer key that a file does not have.
#[derive(Clone, Copy, Debug)]
pub struct MissingGame<'a> {
    pub name: Option<&'a str>,
    /// Its number in the key, from 1.
    pub number: usize,
    /// The line of the key.
    pub line: u64,
}

impl<'a> From<&'a Game> for Outcome<'a> {
    fn from(game: &'a Game) -> Self {
        Self::Scored { total: game.score(), is_complete: game.is_complete(), game }
    }
}

impl<'a> Entry<'a> {
    /// A game with its line, its rules and its result.
    pub const fn new(line: u64, rules: Rules, outcome: Outcome<'a>) -> Self {
        Self {
            line,
            name: None,
            rules,
            outcome,
            is_reported: false,
            claim: None,
            text: b"",
            tags: &[],
            difference: None,
        }
    }

    /// The game, if it is not in error.
    pub fn game(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Scored { game, .. } => Some(game.borrow()),
            _ => None,
        }
    }

    /// The game; one in error as far as it was played before the error.
    pub fn played(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Refused(_, game) => game,
            _ => self.game(),
        }
    }

    /// The total, if the game is not in error.
    pub const fn total(&self) -> Option<u16> {
        match self.outcome {
            Outcome::Scored { total, .. } => Some(total),
            _ => None,
        }
    }

    /// The error of the game.
    pub const fn error(&self) -> Option<&'a Diagnostic> {
        match self.outcome {
            Outcome::Refused(error, _) => Some(error),
            _ => None,
        }
    }

    /// The value of a key, by its place among those that are asked for; `None` if it is empty.
    pub fn tag(&self, at: usize) -> Option<&'a str> {
        self.tags.get(at)?.as_ref().map(|tag| &*tag.text).filter(|text| !text.is_empty())
    }

    /// The claim, if it can be read.
    pub fn claim(&self) -> Option<&'a Claim> {
        self.claim.and_then(|claim| claim.claim)
    }

    /// Why its claim does not hold, and where.
    pub fn mismatch(&self) -> Option<&'a Diagnostic<Mismatch>> {
        self.claim.and_then(|claim| claim.mismatch)
    }
}

/// Makes output of events, on one thread of several.
pub trait Consumer {
    /// The items of its output: bytes, or events of its own.
    type Item: Send;

    /// Whether the output for a game depends on the games before it, so that one thread reads all of them.
    fn needs_order(&self) -> bool {
        false
    }

    /// Appends what comes before the first game.
    fn head(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Takes an event: a game, or something between games. Most consumers take a few kinds, and ignore the others.
    fn event(&mut self, event: &Event<'_>, out: &mut Vec<Self::Item>);

    /// Appends what comes after the last game, given the number of games and of those that are wrong.
    fn tail(&mut self, _games: u64, _wrong: u64, _out: &mut Vec<Self::Item>) {}
}
