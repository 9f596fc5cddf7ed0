//! A lane monitor: `play` and `--follow` show their games on it.

#[cfg(feature = "screen")]
pub mod board;
pub mod messages;
pub mod players;
#[cfg(feature = "screen")]
pub mod screen;
