//! Scores bowling games.
pub mod check;
pub mod game;
pub mod parse;
pub mod sheet;

pub use check::{Mismatch, verify};
pub use game::{Frame, Game, Mark, Rules};
pub use parse::{Claim, Dialect, LineError};
pub use sheet::{Scored, score_line};
