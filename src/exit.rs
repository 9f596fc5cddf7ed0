//! The exit status: the one place to read what each means.

use std::process::ExitCode;

/// How a run ended; the worst that happened counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every game is good.
    #[default]
    Good = 0,
    /// Some game is in error, a claim does not hold, or a live game was not over.
    Wrong = 1,
    /// Usage, an unreadable file, a write error.
    Trouble = 2,
}

impl Status {
    /// The worse of the two.
    pub fn worsen(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
