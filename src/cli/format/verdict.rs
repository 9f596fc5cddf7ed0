//! The verdict on a game, for TAP and for pages.

use super::Record;
use crate::sheet::Claim;

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
    pub fn of(record: &Record<'_>) -> Self {
        match (record.entry.refusal(), record.entry.claim()) {
            (None, _) | (_, Some(Claim::Error(_))) if record.difference.is_some() => Self::Wrong,
            (None, None) => Self::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Self::Error,
            (_, Some(_)) if record.mismatch.is_some() => Self::Wrong,
            (_, Some(_)) => Self::Right,
        }
    }

    /// The class of its element in a page.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Unclaimed => "unclaimed",
        }
    }
}
