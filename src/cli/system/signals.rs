//! Signals that concern a screen.

use std::io;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::ScreenSignal;

/// Stops or ends the program as the signal would have without this module.
pub use signal_hook::low_level::emulate_default_handler as act_on;

/// Whether a signal is ignored.
fn is_ignored(signal: i32) -> bool {
    // Only Linux has the file.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    ignored >> (signal - 1) & 1 == 1
}

/// Passes the signals that concern a screen on from now on. Ignored ones (`nohup`) stay ignored.
pub fn watch(pass_on: impl Fn(ScreenSignal) + Send + 'static) -> io::Result<()> {
    let all = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT];
    let mut signals = Signals::new(all.into_iter().filter(|&signal| !is_ignored(signal)))?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            pass_on(match signal {
                SIGWINCH => ScreenSignal::Resized,
                SIGTSTP => ScreenSignal::Suspend,
                SIGCONT => ScreenSignal::Continued,
                other => ScreenSignal::End(other),
            });
        }
    })?;
    Ok(())
}
