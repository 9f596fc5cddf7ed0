//! The exit status.

use std::process::ExitCode;

/// How a run ended. The highest status is returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every game is valid, and every claim holds.
    #[default]
    Good = 0,
    /// A game is in error, a claim is wrong, or a live game was not finished.
    Wrong = 1,
    /// Usage or I/O error.
    Failed = 2,
}

impl Status {
    /// Keeps the higher of the two.
    pub fn raise(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
