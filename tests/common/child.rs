//! Child processes that a test talks to or signals while they run.

use std::io::Write;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output, Stdio};

use super::BOWLING;

/// The program with its standard streams piped, for tests that need the running process.
pub fn piped(args: &[&str]) -> Command {
    let mut command = piped_command(BOWLING);
    command.args(args);
    command
}

/// Another program with its standard streams piped.
pub fn piped_command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command with the given standard input. The command may end before it has read everything.
pub fn feed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = Running::start(command);
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(input)));
        child.finish()
    })
}

/// A child process that is killed when it goes out of scope, so that a failed test leaves none behind.
pub struct Running(Option<Child>);

impl Running {
    pub fn start(command: &mut Command) -> Self {
        Self::start_by(|| command.spawn().unwrap())
    }

    /// Starts a child in another way.
    pub fn start_by(spawn: impl FnOnce() -> Child) -> Self {
        reset_ignored_signals();
        Self(Some(spawn()))
    }

    /// Closes standard input, reads all remaining output and waits for the end.
    pub fn finish(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }

    /// Sends a signal by its name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Makes children start with the default action for every signal that a test sends.
///
/// A child inherits ignored signals, and under `nohup` SIGHUP is one. A handler is not inherited: `exec` replaces it
/// by the default action. So this process handles the ignored signals, by doing nothing.
#[cfg(target_os = "linux")]
fn reset_ignored_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
        let ignored = u64::from_str_radix(mask.trim(), 16).unwrap();
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            if ignored >> (signal - 1) & 1 == 1 {
                signal_hook::flag::register(signal, std::sync::Arc::default()).unwrap();
            }
        }
    });
}

/// Elsewhere no test sends a signal.
#[cfg(not(target_os = "linux"))]
fn reset_ignored_signals() {}
