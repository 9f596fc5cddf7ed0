//! Counts that figures are made of, and why a game does not count.

use std::fmt;

use super::figures::ratio;

/// How many of a number of chances were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Share {
    /// The chances that were used.
    pub count: u64,
    /// All chances.
    pub of: u64,
}

impl Share {
    /// The share in percent, 0 to 100; `None` if there was no chance.
    pub fn percent(self) -> Option<f64> {
        ratio(self.count.saturating_mul(100), self.of)
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.of = self.of.saturating_add(other.of);
    }
}

/// The results of one of the ten frames, over all scored games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FrameCounts {
    /// Strikes.
    pub strikes: u64,
    /// Spares.
    pub spares: u64,
    /// Open frames.
    pub opens: u64,
}

impl FrameCounts {
    pub(super) const fn add(&mut self, other: Self) {
        self.strikes = self.strikes.saturating_add(other.strikes);
        self.spares = self.spares.saturating_add(other.spares);
        self.opens = self.opens.saturating_add(other.opens);
    }
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCounted {
    /// The game is not complete.
    Unfinished,
    /// The game is by other rules than the statistics.
    OtherRules,
    /// No game has such a total.
    NoSuchTotal,
}

impl fmt::Display for NotCounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unfinished => "the game is not complete",
            Self::OtherRules => "the game is by other rules",
            Self::NoSuchTotal => "a total is 0 to 300",
        })
    }
}

impl std::error::Error for NotCounted {}
