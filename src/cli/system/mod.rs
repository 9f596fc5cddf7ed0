//! What differs between systems: the standard streams, what identifies a file, signals, and the modes of a terminal.
//!
//! On Windows there are no signals, no screen that is drawn in place (`play` runs line by line), and an input that is
//! also the output is not noticed. Everything else is the same.

use std::io::{self, IsTerminal};

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::*;
#[cfg(unix)]
pub use {signals::*, unix::*};

/// What a signal asks of a screen.
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has signals"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenSignal {
    /// The window has another size.
    Resized,
    /// The program should stop for a while.
    Suspend,
    /// The program was stopped and continues.
    Continued,
    /// The program should end, by this signal.
    End(i32),
}

/// The signal of `Ctrl-\`, which a terminal does not send itself while keys are passed on.
pub const SIGQUIT: i32 = 3;

/// Whether text can be drawn in place: standard output is a terminal on which the cursor can be moved.
pub fn has_screen() -> bool {
    cfg!(unix) && io::stdout().is_terminal() && !is_dumb()
}

/// Whether the terminal, if there is one, understands no escapes.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
