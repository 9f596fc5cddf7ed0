//! A scored game, and what takes it: a [`Consumer`] makes records, statistics or a picture of a match.

use super::diagnostic::Diagnostic;
use super::input::Entry;
use crate::sheet::Mismatch;

/// A game whose claim has been checked.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// The file as it was named, `-` for standard input.
    pub file: &'a str,
    pub entry: &'a Entry<'a>,
    /// Why its claim does not hold.
    pub mismatch: Option<&'a Mismatch>,
    /// The column where the claim does not hold.
    pub claim_column: usize,
    /// How the game differs from the answer key.
    pub difference: Option<&'a str>,
    /// The number of the answer key's game that it was compared with, from 1.
    pub key_game: Option<usize>,
}

impl<'a> Record<'a> {
    /// A game whose claim, if any, holds.
    pub const fn new(file: &'a str, entry: &'a Entry<'a>) -> Self {
        Self { file, entry, mismatch: None, claim_column: 1, difference: None, key_game: None }
    }

    /// Whether it has a readable claim that holds.
    pub fn claim_holds(&self) -> bool {
        self.entry.claim().is_some() && self.mismatch.is_none()
    }
}

/// A game of an answer key that a source does not have.
#[derive(Clone, Copy, Debug)]
pub struct MissingGame<'a> {
    pub file: &'a str,
    pub name: Option<&'a str>,
    /// Its number in the key, from 1.
    pub number: usize,
    /// The line of the key.
    pub line: u64,
}

/// What a consumer needs from the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Score cards, not only totals.
    pub cards: bool,
    /// Names: without them its games cannot be told apart.
    pub names: bool,
    /// Totals without rolls as games, not as errors.
    pub bare_totals: bool,
    /// Groups of at most [`GAMES_PER_GROUP`] games in one piece.
    pub whole_groups: bool,
    /// A line for each game that no other game is on.
    pub unique_lines: bool,
    /// The records in input order: they depend on those before them.
    pub input_order: bool,
    /// About how many times as long as its input the output is.
    pub growth: usize,
}

impl Needs {
    /// The needs of a format that writes one record after another.
    pub const RECORDS: Self = Self {
        cards: true,
        names: false,
        bare_totals: false,
        whole_groups: false,
        unique_lines: false,
        input_order: false,
        growth: 4,
    };
}

/// A longer group is cut after this many games, and its board goes on under a new header. Bounds memory.
pub const GAMES_PER_GROUP: usize = 64;

/// Takes games in order, on one thread of several.
pub trait Consumer {
    /// What its output consists of.
    type Item: Send;

    /// What it needs, which does not change.
    fn needs(&self) -> Needs {
        Needs::RECORDS
    }

    /// Makes what stands before the first game.
    fn head(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Starts a source.
    fn begin_source(&mut self, _file: &str, _out: &mut Vec<Self::Item>) {}

    /// Starts a run of games of a file, the first of which may belong to the group before.
    fn begin_chunk(&mut self, _file: &str, _in_group: bool) {}

    /// Takes one game.
    fn record(&mut self, record: &Record<'_>, out: &mut Vec<Self::Item>);

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, _line: &[u8], _out: &mut Vec<Self::Item>) {}

    /// Takes a warning, if it has a place for it.
    fn takes_warning(&mut self, _warning: &Diagnostic<'_>, _out: &mut Vec<Self::Item>) -> bool {
        false
    }

    /// Ends a group of games.
    fn end_group(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Ends a match of a journal.
    fn end_match(&mut self, out: &mut Vec<Self::Item>) {
        self.end_group(out);
    }

    /// Ends a run of games. Its last group may go on in the next one.
    fn end_chunk(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Takes a game of the answer key that the source does not have.
    fn missing(&mut self, _missing: &MissingGame<'_>, _out: &mut Vec<Self::Item>) {}

    /// Ends a source.
    fn end_source(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Makes what stands after the last game, given the number of games and of those that are wrong.
    fn tail(&mut self, _games: u64, _wrong: u64, _out: &mut Vec<Self::Item>) {}
}
