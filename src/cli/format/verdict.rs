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

/// The claimed running total of a frame, if it is wrong.
pub fn wrong_running_total(record: &Record<'_>, frame: u8) -> Option<String> {
    let Some(Claim::Running(says)) = record.entry.claim().filter(|_| record.mismatch.is_some()) else { return None };
    let at = usize::from(frame) - 1;
    let (says, total) = (says.get(at)?, record.entry.played()?.running_totals().get(at));
    (*says != total.map(|&total| u32::from(total))).then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
}

/// The claimed total, if it is wrong.
pub fn wrong_total(record: &Record<'_>) -> Option<u32> {
    match (record.entry.claim()?, record.entry.played()?) {
        (Claim::Total(claimed), card) if *claimed != u32::from(card.score()) => Some(*claimed),
        _ => None,
    }
}
