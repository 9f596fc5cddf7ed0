//! Whether standard input and standard output were closed when the program was started.
//!
//! The standard library opens `/dev/null` in place of a closed stream, before `main`. A filter would
//! then read nothing, or write to nobody, without a word. So the program looks at the streams before
//! that: `main.rs` has [`look`] called while the program is loaded.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::sys::stat::fstat;

static IS_STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks which streams are closed.
pub fn look() {
    IS_STDIN_CLOSED.store(fstat(io::stdin()).is_err(), Ordering::Relaxed);
    IS_STDOUT_CLOSED.store(fstat(io::stdout()).is_err(), Ordering::Relaxed);
}

/// Refuses standard input that was closed.
///
/// # Errors
///
/// If it was.
pub fn refuse_closed_stdin() -> io::Result<()> {
    refuse(&IS_STDIN_CLOSED, "standard input is closed")
}

/// Refuses standard output that was closed.
///
/// # Errors
///
/// If it was.
pub fn refuse_closed_stdout() -> io::Result<()> {
    refuse(&IS_STDOUT_CLOSED, "standard output is closed")
}

fn refuse(is_closed: &AtomicBool, message: &str) -> io::Result<()> {
    if is_closed.load(Ordering::Relaxed) { Err(io::Error::other(message)) } else { Ok(()) }
}
