//! Compares what a game claims with its score.

use super::event::Entry;
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

impl Entry<'_> {
    /// Whether it has a readable claim that holds.
    pub fn claim_holds(&self) -> bool {
        self.claim().is_some() && self.mismatch().is_none()
    }

    /// The claimed running total of a frame, if it is wrong.
    pub fn wrong_running_total(&self, frame: u8) -> Option<String> {
        let Some(Claim::Running(says)) = self.claim().filter(|_| self.mismatch().is_some()) else { return None };
        let at = usize::from(frame) - 1;
        let (says, total) = (says.get(at)?, self.played()?.running_totals().get(at));
        (*says != total.map(|&total| u32::from(total)))
            .then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
    }

    /// The claimed total, if it is wrong.
    pub fn wrong_total(&self) -> Option<u32> {
        match (self.claim()?, self.played()?) {
            (Claim::Total(claimed), game) if *claimed != u32::from(game.score()) => Some(*claimed),
            _ => None,
        }
    }

    /// The result of checking it.
    pub fn verdict(&self) -> Verdict {
        match (self.error(), self.claim()) {
            (None, _) | (_, Some(Claim::Error(_))) if self.difference.is_some() => Verdict::Wrong,
            (None, None) => Verdict::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Verdict::Error,
            (_, Some(_)) if self.mismatch().is_some() => Verdict::Wrong,
            (_, Some(_)) => Verdict::Right,
        }
    }
}
