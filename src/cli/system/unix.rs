//! Files and standard streams of Unix.

use std::fs::Metadata;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use nix::libc;
use nix::sys::stat::fstat;

use super::FileKind;

/// The most bytes that are written to a pipe at once, all or nothing: 4096 on Linux.
pub const ATOMIC_WRITE: usize = libc::PIPE_BUF;

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

/// What an open file is.
pub fn kind_of(file: &impl AsFd) -> FileKind {
    match fstat(file) {
        Ok(stat) if stat.st_mode & libc::S_IFMT == libc::S_IFREG => FileKind::Regular((stat.st_dev, stat.st_ino)),
        Ok(stat) if stat.st_mode & libc::S_IFMT == libc::S_IFIFO => FileKind::Pipe,
        _ => FileKind::Other,
    }
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
