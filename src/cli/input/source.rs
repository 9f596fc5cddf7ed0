//! Files and standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;

use crate::cli::streams::refuse_closed_stdin;
use crate::{Dialect, Rules, score_line};

/// A file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// Standard input, named as `-`.
    Stdin,
    /// Standard input, because no file was named.
    ImpliedStdin,
}

impl Source {
    /// The sources that a command line names.
    #[must_use]
    pub fn list(files: Vec<PathBuf>) -> Vec<Self> {
        if files.is_empty() {
            return vec![Self::ImpliedStdin];
        }
        files.into_iter().map(|path| if path.as_os_str() == "-" { Self::Stdin } else { Self::Path(path) }).collect()
    }

    /// Its name in records and diagnostics.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Path(path) => path.to_string_lossy().into_owned(),
            Self::Stdin | Self::ImpliedStdin => "-".into(),
        }
    }

    /// Whether someone is expected to type.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        *self == Self::ImpliedStdin && io::stdin().is_terminal()
    }

    /// Whether its name is a game that was meant to be scored.
    #[must_use]
    pub fn looks_like_a_game(&self) -> bool {
        let game = score_line(self.name().as_bytes(), Dialect::Auto, Rules::default()).map(|line| line.game);
        game.and_then(Result::ok).is_some_and(|game| !game.rolls().is_empty())
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is closed, or is also the output.
    pub fn open(&self, output: Option<FileId>) -> io::Result<Box<dyn Read + Send>> {
        let input: Box<dyn Read + Send> = match self {
            Self::Path(path) => {
                let file = File::open(path)?;
                refuse_output(FileId::of(&file), output)?;
                Box::new(file)
            }
            Self::Stdin | Self::ImpliedStdin => {
                refuse_output(FileId::of(&io::stdin()), output)?;
                refuse_closed_stdin()?;
                Box::new(Stdin(io::stdin()))
            }
        };
        Ok(input)
    }

    /// How many bytes it holds, if that is known.
    #[must_use]
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

/// What identifies a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    device: nix::libc::dev_t,
    inode: nix::libc::ino_t,
}

impl FileId {
    /// The identity of an open file; `None` if it is not a regular file.
    pub fn of(file: &impl AsFd) -> Option<Self> {
        let stat = nix::sys::stat::fstat(file).ok()?;
        let is_file = stat.st_mode & nix::libc::S_IFMT == nix::libc::S_IFREG;
        is_file.then_some(Self { device: stat.st_dev, inode: stat.st_ino })
    }
}

/// What is read would be what was written: the program would never end.
///
/// # Errors
///
/// If both are the same file.
pub fn refuse_output(input: Option<FileId>, output: Option<FileId>) -> io::Result<()> {
    if input.is_some() && input == output {
        return Err(io::Error::other("the input is also the output"));
    }
    Ok(())
}

/// Enlarges the buffer of a pipe on standard input, so that its writer and its readers wait less
/// for each other. If it is not a pipe, or may not grow, it stays as it is.
pub fn enlarge_stdin_pipe() {
    #[cfg(target_os = "linux")]
    let _ = nix::fcntl::fcntl(io::stdin(), nix::fcntl::FcntlArg::F_SETPIPE_SZ(1024 * 1024));
}
