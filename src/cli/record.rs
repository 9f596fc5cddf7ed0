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
}

impl<'a> Record<'a> {
    /// A game of which there is nothing more to say.
    pub const fn new(file: &'a str, entry: &'a Entry<'a>) -> Self {
        Self { file, entry, mismatch: None, claim_column: 1, difference: None }
    }

    /// Whether its claim holds. What is not a claim cannot.
    pub fn claim_holds(&self) -> bool {
        self.entry.claim().is_some() && self.mismatch.is_none()
    }
}

/// A game of an answer key that a source does not have.
#[derive(Clone, Copy, Debug)]
pub struct MissingGame<'a> {
    pub file: &'a str,
    pub name: Option<&'a str>,
    /// The line of the key.
    pub line: u64,
}

/// What a consumer makes of some games.
pub trait Output: Default + Send {
    /// About how many bytes it takes.
    fn size(&self) -> usize;
}

impl<T: Send> Output for Vec<T> {
    #[inline]
    fn size(&self) -> usize {
        size_of_val(self.as_slice())
    }
}

/// Takes games in order, on one thread of several.
pub trait Consumer {
    type Output: Output;

    /// Whether it needs score cards, not only totals.
    fn needs_cards(&self) -> bool {
        true
    }

    /// Whether totals without rolls are games, not errors.
    fn counts_totals(&self) -> bool {
        false
    }

    /// Whether games without a name cannot be told apart.
    fn needs_names(&self) -> bool {
        false
    }

    /// Makes what stands before the first game.
    fn head(&mut self, _out: &mut Self::Output) {}

    /// Starts a source.
    fn begin_source(&mut self, _file: &str, _out: &mut Self::Output) {}

    /// Starts a run of games of a file, the first of which may belong to the group before.
    fn begin_chunk(&mut self, _file: &str, _in_group: bool) {}

    /// Takes one game.
    fn record(&mut self, record: &Record<'_>, out: &mut Self::Output);

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, _line: &[u8], _out: &mut Self::Output) {}

    /// Takes a warning, if it has a place for it.
    fn takes_warning(&mut self, _warning: &Diagnostic<'_>, _out: &mut Self::Output) -> bool {
        false
    }

    /// Ends a group of games.
    fn end_group(&mut self, _out: &mut Self::Output) {}

    /// Ends a match of a journal.
    fn end_match(&mut self, out: &mut Self::Output) {
        self.end_group(out);
    }

    /// Ends a run of games. Its last group may go on in the next one.
    fn end_chunk(&mut self, _out: &mut Self::Output) {}

    /// Takes a game of the answer key that the source does not have.
    fn missing(&mut self, _missing: &MissingGame<'_>, _out: &mut Self::Output) {}

    /// Ends a source.
    fn end_source(&mut self, _out: &mut Self::Output) {}

    /// Makes what stands after the last game, given the number of games and of those that are not as they should be.
    fn tail(&mut self, _games: u64, _wrong: u64, _out: &mut Self::Output) {}
}
