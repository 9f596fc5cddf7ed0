//! Signals and the end of a terminal, which a screen needs from the system besides crossterm.

use std::io::{self, IsTerminal};

/// The effect of a signal on a screen.
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has signals"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenSignal {
    /// The program should stop, as by Ctrl-Z.
    Stop,
    /// The program was stopped and continues.
    Continued,
    /// The program should end, by this signal.
    End(i32),
}

/// The signals of Ctrl-C and Ctrl-\, which a terminal does not send itself while keys are passed on.
pub const SIGINT: i32 = 2;
pub const SIGQUIT: i32 = 3;

/// Whether text can be drawn in place: standard output is a terminal on which the cursor can be moved.
pub fn has_screen() -> bool {
    io::stdout().is_terminal() && !super::is_dumb()
}

#[cfg(unix)]
mod unix {
    use std::io;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    use super::ScreenSignal;

    /// Ends or stops the program as the signal would have without a screen.
    pub use signal_hook::low_level::emulate_default_handler as end_by;

    /// Passes the signals that concern a screen on from now on.
    pub fn watch(pass_on: impl Fn(ScreenSignal) + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
        std::thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                pass_on(match signal {
                    SIGTSTP => ScreenSignal::Stop,
                    SIGCONT => ScreenSignal::Continued,
                    _ => ScreenSignal::End(signal),
                });
            }
        })?;
        Ok(())
    }

    /// Waits until the terminal is gone. Returns false where the system cannot tell.
    pub fn wait_for_hangup() -> bool {
        let stdout = io::stdout();
        let mut terminal = [PollFd::new(&stdout, PollFlags::empty())];
        while poll(&mut terminal, None) == Err(Errno::INTR) {}
        terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
    }

    /// Interrupts this program and those beside it in its pipeline, as Ctrl-C does on a terminal without a screen.
    pub fn interrupt_group() {
        // It ends in any case.
        let _ = kill_current_process_group(Signal::INT);
    }

    /// Asks all of them to stop, as Ctrl-Z does.
    pub fn stop_group() {
        // At worst they go on.
        let _ = kill_current_process_group(Signal::TSTP);
    }

    /// Stops this program until it is continued. Returns at once where there is no shell that could continue it: in the
    /// process group that leads its session.
    pub fn stop() -> io::Result<()> {
        if getpgrp() == getsid(None)? { Ok(()) } else { end_by(SIGTSTP) }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;

    use super::ScreenSignal;

    /// Ends the program with the status that a shell gives to a signal.
    pub fn end_by(signal: i32) -> io::Result<()> {
        std::process::exit(128 + signal)
    }

    /// Does nothing: there are no signals.
    pub fn watch(_pass_on: impl Fn(ScreenSignal) + Send + 'static) -> io::Result<()> {
        Ok(())
    }

    /// Tells nothing: the program ends with its window.
    pub const fn wait_for_hangup() -> bool {
        false
    }

    /// Does nothing: there are no signals.
    pub const fn interrupt_group() {}

    /// Does nothing: a program cannot be stopped.
    pub const fn stop_group() {}

    /// Does nothing: a program cannot be stopped.
    pub const fn stop() -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
pub use other::*;
#[cfg(unix)]
pub use unix::*;
