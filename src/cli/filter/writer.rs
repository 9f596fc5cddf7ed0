//! Writes records and diagnostics, always in whole lines.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use nix::libc;

use super::progress::Progress;
use super::signals::Signals;
use super::{Rendered, write_status};
use crate::cli::stats::Collector;
use crate::cli::status::Status;
use crate::cli::streams::refuse_closed_stdout;

/// Writes up to this size to a pipe are atomic.
const PIPE_BUF: usize = nix::libc::PIPE_BUF;

/// Standard output and standard error. Keeps the status and the number of games of the whole run.
pub struct Writer {
    out: Output,
    /// The highest status so far.
    pub status: Status,
    /// The number of games so far.
    pub games: u64,
    /// The next record is the first: the blank line before it is dropped.
    drops_separator: bool,
    /// The first error of writing diagnostics.
    diagnostics_lost: Option<io::Error>,
    /// Shown after each write.
    pub progress: Option<Progress>,
}

/// Where records go, and how their lines are kept whole if a signal ends the program.
pub enum Output {
    /// A small write is atomic, so a signal may come at any time.
    Pipe(Stdout),
    /// A write ends soon, so a signal waits for it.
    File(Stdout, Signals),
    /// Nowhere: standard output was closed when the program was started.
    Closed,
    /// A terminal or a device, or a file where signals cannot be made to wait.
    Other(Stdout),
    /// Memory, for tests.
    Memory(Rendered),
    /// Statistics, for records that are events.
    Stats(Arc<Mutex<Collector>>),
}

impl Writer {
    /// `has_separators` says that every group of records starts with a blank line.
    pub fn new(out: Output, has_separators: bool) -> Self {
        Self {
            out,
            status: Status::Good,
            games: 0,
            drops_separator: has_separators,
            diagnostics_lost: None,
            progress: None,
        }
    }

    /// What was collected.
    pub fn into_collected(self) -> Rendered {
        match self.out {
            Output::Memory(collected) => collected,
            _ => Rendered::default(),
        }
    }

    /// Starts the next source: no group goes on from one file to the next.
    pub fn begin_source(&mut self) {
        if let Output::Stats(collector) = &self.out {
            collector.lock().unwrap_or_else(PoisonError::into_inner).end_group();
        }
    }

    /// Writes records, then diagnostics.
    pub fn write(&mut self, rendered: &Rendered) -> io::Result<()> {
        self.games += rendered.games;
        if rendered.has_failed {
            self.status.raise(Status::Wrong);
        }
        let mut out = &*rendered.out;
        if !out.is_empty() && std::mem::take(&mut self.drops_separator) {
            out = out.strip_prefix(b"\n").unwrap_or(out);
        }
        self.out.write(out)?;
        self.write_diagnostics(rendered);
        if let Some(progress) = &mut self.progress {
            progress.advance(rendered.bytes_read);
        }
        Ok(())
    }

    fn write_diagnostics(&mut self, rendered: &Rendered) {
        if let Output::Memory(collected) = &mut self.out {
            collected.err.extend_from_slice(&rendered.err);
            collected.has_failed |= rendered.has_failed;
            return;
        }
        if rendered.err.is_empty() {
            return;
        }
        self.hide_progress();
        if let Err(error) = io::stderr().write_all(&rendered.err)
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            // The records are still written. The exit status will tell that diagnostics are lost.
            self.diagnostics_lost.get_or_insert(error);
        }
    }

    fn hide_progress(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
    }

    /// Ends the run after its last write, or after a write that failed, and returns its status.
    pub fn end(&mut self, written: io::Result<()>) -> Status {
        self.hide_progress();
        let lost = self.diagnostics_lost.take().map_or(Ok(()), Err);
        self.status.raise(write_status(written.and(lost)));
        self.status
    }
}

/// Standard output without the standard library's buffer. Takes no file descriptor of its own, so that
/// it works when there are no more.
pub struct Stdout(io::Stdout);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(nix::unistd::write(&self.0, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    /// The standard output of this process.
    pub fn stdout() -> io::Result<Self> {
        if refuse_closed_stdout().is_err() {
            // Not an error as long as nothing is written.
            return Ok(Self::Closed);
        }
        let file = Stdout(io::stdout());
        let kind = nix::sys::stat::fstat(&file.0)?.st_mode & libc::S_IFMT;
        Ok(match kind {
            libc::S_IFIFO => Self::Pipe(file),
            // Without a thread or file descriptors a signal may cut a record, but the games are scored.
            libc::S_IFREG => match Signals::defer() {
                Ok(signals) => Self::File(file, signals),
                Err(_) => Self::Other(file),
            },
            _ => Self::Other(file),
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            _ if bytes.is_empty() => Ok(()),
            Self::Closed => refuse_closed_stdout(),
            Self::Pipe(file) => atomic_pieces(bytes).try_for_each(|piece| file.write_all(piece)),
            Self::File(file, signals) => signals.defer_during(|| file.write_all(bytes)),
            Self::Other(file) => file.write_all(bytes),
            Self::Memory(collected) => {
                collected.out.extend(bytes);
                Ok(())
            }
            Self::Stats(collector) => {
                collector.lock().unwrap_or_else(PoisonError::into_inner).take(bytes);
                Ok(())
            }
        }
    }
}

/// Runs of whole lines, each small enough to be written atomically. A longer line is a piece of its own.
fn atomic_pieces(records: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = records;
    std::iter::from_fn(move || {
        let room = &rest[..rest.len().min(PIPE_BUF)];
        let end = match memchr::memrchr(b'\n', room) {
            _ if rest.is_empty() => return None,
            Some(at) => at + 1,
            None => memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_lines_that_a_pipe_takes_atomically() {
        let records = [vec![b'a'; 5000], b"\n".to_vec(), b"12345\n".repeat(2000), b"end".to_vec()].concat();
        let all: Vec<&[u8]> = atomic_pieces(&records).collect();
        assert_eq!(all.concat(), records);
        assert_eq!(all[0].len(), 5001);
        for piece in &all[1..all.len() - 1] {
            assert!(piece.len() <= PIPE_BUF && piece.ends_with(b"\n"));
        }
    }
}
