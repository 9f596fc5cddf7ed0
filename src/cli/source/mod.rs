//! Files and standard input, read in chunks. Knows bytes, and nothing of games.

mod chunks;
mod growing;
mod signature;

pub use chunks::{ChunkBuffer, Chunks};
pub use signature::{Foreign, binary, foreign};

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;

use growing::GrowingFile;
use nix::libc;
use nix::sys::stat::fstat;

/// A file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Path(PathBuf),
    /// Standard input, named as `-`.
    Stdin,
    /// Standard input, because no file was named.
    ImpliedStdin,
}

impl Source {
    /// The sources that a command line names.
    pub fn list(files: &[PathBuf]) -> Vec<Self> {
        if files.is_empty() {
            return vec![Self::ImpliedStdin];
        }
        let source = |path: &PathBuf| if path.as_os_str() == "-" { Self::Stdin } else { Self::Path(path.clone()) };
        files.iter().map(source).collect()
    }

    /// Its name in records and diagnostics.
    pub fn name(&self) -> String {
        match self {
            Self::Path(path) => path.to_string_lossy().into_owned(),
            Self::Stdin | Self::ImpliedStdin => "-".into(),
        }
    }

    /// Whether someone is expected to type.
    pub fn is_typed(&self) -> bool {
        *self == Self::ImpliedStdin && io::stdin().is_terminal()
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or is also the output.
    pub fn open(&self, outputs: &[FileId]) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(refuse_outputs(File::open(path)?, outputs)?),
            Self::Stdin | Self::ImpliedStdin => Box::new(Stdin(refuse_outputs(io::stdin(), outputs)?)),
        })
    }

    /// Opens it. The end of a regular file is waited at for more.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or is also the output.
    pub fn follow(&self, outputs: &[FileId]) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Path(path) if self.size().is_some() => {
                Ok(Box::new(GrowingFile::new(refuse_outputs(File::open(path)?, outputs)?)))
            }
            _ => self.open(outputs),
        }
    }

    /// How many bytes it holds, if that is known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Path(path) => path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()),
            Self::Stdin | Self::ImpliedStdin => None,
        }
    }
}

/// Standard input without the standard library's buffer: chunks are buffers already. Takes no file
/// descriptor of its own, so that it works when there are no more.
struct Stdin(io::Stdin);

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(nix::unistd::read(&self.0, buffer)?)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Regular,
    Pipe,
    /// A terminal, a device, a socket.
    Other,
}

/// What an open file is.
pub fn kind_of(file: &impl AsFd) -> FileKind {
    match fstat(file).map(|stat| stat.st_mode & libc::S_IFMT) {
        Ok(libc::S_IFREG) => FileKind::Regular,
        Ok(libc::S_IFIFO) => FileKind::Pipe,
        _ => FileKind::Other,
    }
}

/// What identifies a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    device: libc::dev_t,
    inode: libc::ino_t,
}

impl FileId {
    /// The identity of an open file; `None` if it is not a regular file.
    pub fn of(file: &impl AsFd) -> Option<Self> {
        let stat = fstat(file).ok()?;
        (kind_of(file) == FileKind::Regular).then_some(Self { device: stat.st_dev, inode: stat.st_ino })
    }
}

/// The regular files that are written: standard error, and standard output if `writes_records`.
pub fn outputs(writes_records: bool) -> Vec<FileId> {
    let records = if writes_records { FileId::of(&io::stdout()) } else { None };
    [records, FileId::of(&io::stderr())].into_iter().flatten().collect()
}

/// Refuses an input that is also the output: the program would read what it writes, and never end.
fn refuse_outputs<F: AsFd>(input: F, outputs: &[FileId]) -> io::Result<F> {
    if FileId::of(&input).is_some_and(|input| outputs.contains(&input)) {
        return Err(io::Error::other("the input is also the output"));
    }
    Ok(input)
}

/// Enlarges the buffer of a pipe on standard input, so that its writer and its readers wait less
/// for each other. If it is not a pipe, or may not grow, it stays as it is.
pub fn enlarge_stdin_pipe() {
    #[cfg(target_os = "linux")]
    let _ = nix::fcntl::fcntl(io::stdin(), nix::fcntl::FcntlArg::F_SETPIPE_SZ(1024 * 1024));
}
