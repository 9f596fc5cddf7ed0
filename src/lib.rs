//! Scores bowling games.
pub mod check;
#[doc(hidden)]
pub mod fast;
pub mod game;
pub mod parse;
pub mod sheet;

pub use check::{Mismatch, verify};
pub use game::{Frame, Game, Mark, Rules};
pub use parse::{Claim, Dialect, LineError};
pub use sheet::{Scored, score_line};

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod diagnostic;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod exit;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod filter;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod input;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod output;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod play;
