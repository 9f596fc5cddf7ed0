//! What a page shows of one game, and the verdict on it.

use std::borrow::Cow;

use super::super::Record;
use crate::LineError;
use crate::game::{Rules, ScoreCard};
use crate::sheet::{Claim, Mismatch};

/// A game on a page.
#[derive(Clone, Copy, Debug)]
pub struct SheetGame<'a> {
    /// The line of the game.
    pub line: u64,
    pub name: Option<&'a str>,
    pub rules: Rules,
    /// The game; in a log, a game in error up to the error.
    pub card: Option<&'a ScoreCard>,
    pub claim: Option<&'a Claim>,
    /// Why the claim does not hold.
    pub mismatch: Option<&'a Mismatch>,
    /// How the game differs from the answer key.
    pub difference: Option<&'a str>,
    /// What is wrong with the game.
    pub error: Option<GameError<'a>>,
}

/// An error, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct GameError<'a> {
    pub error: &'a LineError,
    /// The line of the error.
    pub line: u64,
    /// The column header or the key of the value that the error is in.
    pub field: Option<&'a str>,
    /// The line as it was written; empty if it is not known.
    pub source: &'a [u8],
}

impl GameError<'_> {
    /// The line as it was written.
    pub fn source(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.source)
    }
}

impl<'a> SheetGame<'a> {
    pub fn new(record: &Record<'a>) -> Self {
        let game = record.game;
        let error = game.error.map(|(line, error)| GameError {
            error,
            line,
            field: game.field,
            source: nth_line(
                if game.text.is_empty() { game.row } else { game.text },
                line.saturating_sub(game.row_line),
            ),
        });
        Self {
            line: game.line,
            name: game.name,
            rules: game.rules,
            card: game.card,
            claim: game.claim,
            mismatch: record.mismatch,
            difference: record.difference,
            error,
        }
    }

    pub const fn verdict(&self) -> Verdict {
        match (self.error, self.claim) {
            (None, _) if self.difference.is_some() => Verdict::Wrong,
            (None, None) => Verdict::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Verdict::Error,
            (_, Some(_)) if self.mismatch.is_some() => Verdict::Wrong,
            (_, Some(_)) => Verdict::Right,
        }
    }
}

/// A line of a text, from 0. A quoted cell and a JSON object may hold line ends.
fn nth_line(text: &[u8], nth: u64) -> &[u8] {
    let nth = usize::try_from(nth).unwrap_or(usize::MAX);
    text.split(|&byte| byte == b'\n').nth(nth).unwrap_or_default().trim_ascii_end()
}

/// The result of checking a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its claim holds. A game in error may claim to be one.
    Right,
    /// Its claim does not hold, or it is not the game of the key.
    Wrong,
    /// It is in error.
    Error,
    /// It claims nothing.
    Unclaimed,
}

impl Verdict {
    /// The class of its row.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Unclaimed => "unclaimed",
        }
    }
}
