//! A live game.
use crate::cli::PlayArgs;
use crate::exit::Status;

/// Plays.
#[must_use]
pub fn run(_args: PlayArgs) -> Status {
    Status::Trouble
}
