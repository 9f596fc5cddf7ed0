//! Signals that end the program wait until a write has ended, so that no record is cut.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use signal_hook::low_level::emulate_default_handler as act_on;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Signals that end the program wait for the end of a write. A second signal does not wait.
pub struct DeferredSignals {
    writing: Arc<Mutex<()>>,
    has_come: Arc<AtomicBool>,
}

impl DeferredSignals {
    /// Starts to defer signals. Ignored ones (`nohup`) stay ignored.
    pub fn new() -> io::Result<Self> {
        let deferred = Self { writing: Arc::default(), has_come: Arc::default() };
        let mut signals = Signals::new(std::iter::empty::<i32>())?;
        let (handle, writing) = (signals.handle(), Arc::clone(&deferred.writing));
        // Before signals are caught, so that they end the program as usual if there is no thread.
        std::thread::Builder::new().spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Waits for a write in any thread.
                let _write_has_ended = writing.lock();
                let _ = act_on(signal);
            }
        })?;
        for signal in SIGNALS.into_iter().filter(|&signal| !is_ignored(signal)) {
            handle.add_signal(signal)?;
            // In this order: a second signal ends the program at once.
            flag::register_conditional_default(signal, Arc::clone(&deferred.has_come))?;
            flag::register(signal, Arc::clone(&deferred.has_come))?;
        }
        Ok(deferred)
    }

    /// Runs a write to its end. If a signal has come, the program ends then.
    pub fn defer_during(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let writing = self.writing.lock();
        let written = write();
        drop(writing);
        // Not another write before the thread has the lock.
        while self.has_come.load(Ordering::SeqCst) {
            std::thread::park();
        }
        written
    }
}

/// Whether a signal is ignored.
fn is_ignored(signal: i32) -> bool {
    match std::fs::read_to_string("/proc/self/status") {
        Ok(status) => {
            let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
            ignored >> (signal - 1) & 1 == 1
        }
        // Only Linux has the file.
        Err(_) => is_ignored_by_child(signal),
    }
}

/// Whether a child survives a signal. A child inherits ignored signals, and no system but Linux tells them to safe code.
fn is_ignored_by_child(signal: i32) -> bool {
    let kill = format!("kill -{signal} $$");
    std::process::Command::new("sh").args(["-c", &kill]).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use signal_hook::low_level;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    const CHILD: &str = "BOWLING_TEST_SIGNALS";
    /// The exit status of a child that no signal has ended.
    const SURVIVED: i32 = 7;

    /// The name of a test of this file, without the crate.
    fn full_name(test: &str) -> String {
        format!("{}::{test}", module_path!().split_once("::").unwrap().1)
    }

    /// Runs a test of this file again as a child process that defers signals during a write. This one must end it.
    fn assert_ended_by(signal: i32, test: &str, write: impl FnOnce() -> io::Result<()>) {
        if std::env::var_os(CHILD).is_some() {
            let _ = DeferredSignals::new().unwrap().defer_during(write);
            std::process::exit(SURVIVED);
        }
        // A child inherits ignored signals, but not handlers.
        for signal in SIGNALS.into_iter().filter(|&signal| is_ignored(signal)) {
            flag::register(signal, Arc::default()).unwrap();
        }
        let this = std::env::current_exe().unwrap();
        let child = Command::new(this).args(["--exact", &full_name(test), "--nocapture"]).env(CHILD, "1").output();
        let status = child.unwrap().status;
        assert_eq!(status.signal(), Some(signal), "{status:?}");
    }

    #[test]
    fn a_signal_waits_for_a_write_and_a_second_one_does_not() {
        assert_ended_by(SIGINT, "a_signal_waits_for_a_write_and_a_second_one_does_not", || {
            low_level::raise(SIGTERM)?;
            // The first signal waits: this line is reached. The second one ends the process here.
            low_level::raise(SIGINT)?;
            std::process::exit(SURVIVED);
        });
    }

    #[test]
    fn a_signal_ends_the_program_after_the_write() {
        assert_ended_by(SIGTERM, "a_signal_ends_the_program_after_the_write", || {
            low_level::raise(SIGTERM)?;
            Ok(())
        });
    }

    /// Other tests handle ignored signals, so this one uses a signal that they do not know.
    #[test]
    fn a_child_tells_whether_a_signal_is_ignored() {
        use signal_hook::consts::SIGUSR1;
        assert_eq!(is_ignored_by_child(SIGUSR1), is_ignored(SIGUSR1));
        if std::env::var_os(CHILD).is_some() {
            assert!(is_ignored_by_child(SIGUSR1));
            return;
        }
        let test = full_name("a_child_tells_whether_a_signal_is_ignored");
        let script = "trap '' USR1; exec \"$0\" --exact \"$1\"";
        let this = std::env::current_exe().unwrap();
        let output = Command::new("sh").args(["-c", script]).arg(this).arg(test).env(CHILD, "1").output().unwrap();
        assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{output:?}");
    }
}
