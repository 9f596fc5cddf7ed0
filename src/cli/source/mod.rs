//! Files and standard input, read in chunks. Knows bytes, and nothing of games.

mod chunks;
pub mod csv;
mod growing;
mod records;
mod signature;

pub use chunks::Chunks;
pub use records::Records;
pub use signature::{binary, foreign};

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use super::system::{FileId, UnbufferedStdin, file_id};
use growing::GrowingFile;

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

    /// Opens it, unless it is also an output.
    pub fn open(&self, outputs: &[FileId]) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(open_file(path, outputs)?),
            Self::Stdin | Self::ImpliedStdin => {
                refuse_outputs(file_id(&io::stdin()), outputs)?;
                Box::new(UnbufferedStdin)
            }
        })
    }

    /// Opens it, unless it is also an output. The end of a regular file is waited at for more.
    pub fn follow(&self, outputs: &[FileId]) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Path(path) if self.size().is_some() => Ok(Box::new(GrowingFile::new(open_file(path, outputs)?))),
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

/// The name of a source and its bytes, or why it cannot be opened.
pub type Opened = (String, io::Result<Box<dyn Read + Send>>);

/// A source that is open.
pub fn opened(name: &str, bytes: impl Read + Send + 'static) -> Opened {
    (name.into(), Ok(Box::new(bytes)))
}

/// Opens sources one after the other, as they are needed. If records are written, none may be standard output.
pub fn open_all(sources: &[Source], writes_records: bool) -> impl Iterator<Item = Opened> {
    let outputs = outputs(writes_records);
    sources.iter().map(move |source| (source.name(), source.open(&outputs)))
}

/// The files that are written: standard error, and standard output if `writes_records`.
pub fn outputs(writes_records: bool) -> Vec<FileId> {
    let records = file_id(&io::stdout()).filter(|_| writes_records);
    records.into_iter().chain(file_id(&io::stderr())).collect()
}

/// Opens a file that is not an output.
fn open_file(path: &Path, outputs: &[FileId]) -> io::Result<File> {
    let file = File::open(path)?;
    refuse_outputs(file_id(&file), outputs)?;
    Ok(file)
}

/// Refuses an input that is also the output: the program would read what it writes, and never end.
fn refuse_outputs(input: Option<FileId>, outputs: &[FileId]) -> io::Result<()> {
    if input.is_some_and(|input| outputs.contains(&input)) {
        return Err(io::Error::other("the input is also the output"));
    }
    Ok(())
}
