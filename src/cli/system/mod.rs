//! The differences between systems: the standard streams, what identifies a file, and signals.
//!
//! On Windows there are no signals, and an input that is also the output is not noticed. Everything else is the same.

#[cfg(not(unix))]
mod other;
#[cfg(feature = "screen")]
mod terminal;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::*;
#[cfg(feature = "screen")]
pub use terminal::*;
#[cfg(unix)]
pub use unix::*;

/// Whether the terminal, if there is one, understands no escapes.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
