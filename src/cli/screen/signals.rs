//! Signals that concern a screen.

use std::io;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use crate::cli::filter::is_ignored;

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The window has another size.
    Resized,
    /// The program should stop for a while.
    Suspend,
    /// The program was stopped and continues.
    Continued,
    /// The program should end, by this signal.
    End(i32),
}

/// Passes signals on from now on. Ignored ones (`nohup`) stay ignored.
pub fn watch(pass_on: impl Fn(Signal) + Send + 'static) -> io::Result<()> {
    let all = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT];
    let mut signals = Signals::new(all.into_iter().filter(|&signal| !is_ignored(signal)))?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            pass_on(match signal {
                SIGWINCH => Signal::Resized,
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continued,
                other => Signal::End(other),
            });
        }
    })?;
    Ok(())
}

/// Ends the program as the signal would have without this module.
pub fn end_by(signal: i32) -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal)
}
