//! Files and standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

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
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(File::open(path)?),
            Self::Stdin | Self::ImpliedStdin => Box::new(stdin()?),
        })
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

/// Standard input without the standard library's buffer: chunks are buffers already.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn stdin() -> io::Result<io::Stdin> {
    Ok(io::stdin())
}

/// Enlarges the buffer of a pipe on standard input, so that its writer and its readers wait less
/// for each other. If it is not a pipe, or may not grow, it stays as it is.
pub fn enlarge_stdin_pipe() {
    #[cfg(target_os = "linux")]
    let _ = nix::fcntl::fcntl(io::stdin(), nix::fcntl::FcntlArg::F_SETPIPE_SZ(1024 * 1024));
}
