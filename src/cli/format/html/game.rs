//! What a page shows of one game, and the verdict on it.

use super::super::Record;
use crate::LineError;
use crate::cli::input::Refusal;
use crate::game::{Rules, ScoreCard};
use crate::sheet::{Claim, Mismatch};

#[derive(Clone, Copy, Debug)]
pub struct SheetGame<'a> {
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
    pub line: u64,
    /// The column header or the key of the value that the error is in.
    pub field: Option<&'a str>,
    /// The line as it was written, or a part of it, and the column there.
    pub text: Option<(&'a [u8], usize)>,
}

impl<'a> SheetGame<'a> {
    pub fn new(record: &Record<'a>) -> Self {
        let entry = record.entry;
        let error = entry.refusal().map(|Refusal { line, error, field, .. }| GameError {
            error,
            line: *line,
            field: field.as_deref(),
            text: entry.error_text(),
        });
        Self {
            line: entry.line,
            name: entry.name,
            rules: entry.rules,
            card: entry.played(),
            claim: entry.claim(),
            mismatch: record.mismatch,
            difference: record.difference,
            error,
        }
    }

    pub const fn verdict(&self) -> Verdict {
        match (self.error, self.claim) {
            (None, _) | (_, Some(Claim::Error(_))) if self.difference.is_some() => Verdict::Wrong,
            (None, None) => Verdict::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Verdict::Error,
            (_, Some(_)) if self.mismatch.is_some() => Verdict::Wrong,
            (_, Some(_)) => Verdict::Right,
        }
    }
}

/// The result of checking a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its claim holds. A game in error may claim to be one.
    Right,
    /// Its claim does not hold, or it is not the game of the key.
    Wrong,
    Error,
    /// It claims nothing.
    Unclaimed,
}

impl Verdict {
    pub const fn class(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Unclaimed => "unclaimed",
        }
    }
}
