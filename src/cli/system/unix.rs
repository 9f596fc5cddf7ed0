//! Files and terminals of Unix.

use std::fs::Metadata;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use nix::libc;
use nix::sys::stat::fstat;
use nix::sys::termios::{LocalFlags, SetArg, Termios, cfmakeraw, tcgetattr, tcsetattr};

use super::act_on;

/// Standard input without the standard library's buffer: chunks are buffers already. Takes no file
/// descriptor of its own, so that it works when there are no more.
pub struct UnbufferedStdin;

impl Read for UnbufferedStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(nix::unistd::read(io::stdin(), buffer)?)
    }
}

/// Standard output without the standard library's buffer. Takes no file descriptor of its own, so that
/// it works when there are no more.
pub struct UnbufferedStdout;

impl Write for UnbufferedStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(nix::unistd::write(io::stdout(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The width of a terminal.
pub fn columns_of(stream: impl AsFd) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(columns, _)| columns.0.into())
}

/// What identifies a regular file: its device and its inode.
pub type FileId = (libc::dev_t, libc::ino_t);

/// The identity of an open file; `None` for a pipe, a terminal or a device.
pub fn file_id(file: &impl AsFd) -> Option<FileId> {
    let stat = fstat(file).ok()?;
    (stat.st_mode & libc::S_IFMT == libc::S_IFREG).then_some((stat.st_dev, stat.st_ino))
}

/// Whether these are of the same file.
pub fn has_same_identity(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Enlarges the buffer of a pipe on standard input, so that its writer and its readers wait less
/// for each other. If it is not a pipe, or may not grow, it stays as it is.
pub fn enlarge_stdin_pipe() {
    #[cfg(target_os = "linux")]
    let _ = nix::fcntl::fcntl(io::stdin(), nix::fcntl::FcntlArg::F_SETPIPE_SZ(1024 * 1024));
}

/// The modes of a terminal.
pub type TerminalModes = Termios;

/// Sets the modes that the terminal on standard output had before. Errors are ignored: the terminal may be gone.
pub fn restore_terminal(modes: &TerminalModes) {
    let _ = tcsetattr(io::stdout(), SetArg::TCSANOW, modes);
}

/// Sets the modes of the terminal for a screen, and returns those before. With `reads_keys`, every key is passed on as it
/// is typed; otherwise what is typed is not shown, but Ctrl-C still interrupts the program.
pub fn take_terminal(reads_keys: bool) -> io::Result<TerminalModes> {
    let before = tcgetattr(io::stdout())?;
    let mut modes = before.clone();
    if reads_keys {
        cfmakeraw(&mut modes);
    } else {
        modes.local_flags.remove(LocalFlags::ECHO);
    }
    // At once: the other ways may drop what has been typed already.
    tcsetattr(io::stdout(), SetArg::TCSANOW, &modes)?;
    Ok(before)
}

/// Stops the program, as Ctrl-Z does, until it is continued.
pub fn stop() -> io::Result<()> {
    act_on(signal_hook::consts::SIGTSTP)
}
