//! Windows and WebAssembly: the standard streams of the standard library, and no signals.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Standard input.
pub struct UnbufferedStdin;

impl Read for UnbufferedStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(buffer)
    }
}

/// Standard output. What is written is flushed.
pub struct UnbufferedStdout;

impl Write for UnbufferedStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(bytes)?;
        self.flush()?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// The width of a terminal, which crossterm asks for.
#[cfg(all(windows, feature = "screen"))]
pub fn columns_of(stream: impl io::IsTerminal) -> Option<usize> {
    let (columns, _) = stream.is_terminal().then(crossterm::terminal::size)?.ok()?;
    Some(columns.into())
}

/// The width of a terminal: not known.
#[cfg(not(all(windows, feature = "screen")))]
pub fn columns_of<S>(_stream: S) -> Option<usize> {
    None
}

/// The identity of a regular file: not known, so no file counts as regular.
pub type FileId = ();

/// The identity of an open file: not known.
pub const fn file_id<F>(_file: &F) -> Option<FileId> {
    None
}

/// Whether these are of the same file. A file that is open cannot be replaced.
pub const fn has_same_identity(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Opens a file to read it and to append to it, and makes it if there is none. `None` while another process has it open
/// like this.
pub fn open_for_one_writer(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    // Others may read it. A lock of Windows would keep `--follow` from that.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ);
    match options.open(path) {
        #[cfg(windows)]
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

#[cfg(windows)]
const FILE_SHARE_READ: u32 = 1;
#[cfg(windows)]
const ERROR_SHARING_VIOLATION: i32 = 32;

/// Does nothing: a pipe has the size that its maker gave it.
pub const fn enlarge_stdin_pipe() {}
