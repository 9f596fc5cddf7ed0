//! Files and standard streams of Unix.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{FileType, fstat};

/// Standard input without the standard library's buffer: chunks are buffers already. Takes no file
/// descriptor of its own, so that it works when there are no more.
pub struct UnbufferedStdin;

impl Read for UnbufferedStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(io::stdin(), buffer)?)
    }
}

/// Standard output without the standard library's buffer. Takes no file descriptor of its own, so that
/// it works when there are no more.
pub struct UnbufferedStdout;

impl Write for UnbufferedStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(io::stdout(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The width of a terminal.
pub fn columns_of(stream: impl AsFd) -> Option<usize> {
    rustix::termios::tcgetwinsize(stream).ok().map(|size| size.ws_col.into())
}

/// The identity of a regular file: its device and its inode.
pub type FileId = (u64, u64);

/// The identity of an open file; `None` for a pipe, a terminal or a device.
pub fn file_id(file: &impl AsFd) -> Option<FileId> {
    let stat = fstat(file).ok()?;
    FileType::from_raw_mode(stat.st_mode).is_file().then_some((stat.st_dev as u64, stat.st_ino as u64))
}

/// Whether these are of the same file.
pub fn has_same_identity(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Opens a file to read it and to append to it, and makes it if there is none. `None` while another process has it open
/// like this.
pub fn open_for_one_writer(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Enlarges the buffer of a pipe on standard input, so that its writer and its readers wait less
/// for each other. If it is not a pipe, or may not grow, it stays as it is.
pub fn enlarge_stdin_pipe() {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(io::stdin(), 1024 * 1024);
}
