//! Takes output and diagnostics in input order. Keeps the status of the run.

use std::io::{self, Write};

use super::progress::Progress;
use super::score::{Part, RunTally};
use crate::cli::diagnostic::{print_error, reason};
use crate::cli::status::Status;
use crate::cli::system::UnbufferedStdout;

/// Takes the output of a consumer, in input order.
pub trait Sink<T>: Send {
    /// Takes some output, and leaves it empty.
    fn take(&mut self, output: &mut Vec<T>) -> io::Result<()>;

    fn diagnose(&mut self, diagnostics: &[u8]) -> io::Result<()> {
        io::stderr().write_all(diagnostics)
    }
}

/// Keeps the status and the number of games of a whole run.
pub struct Writer<S> {
    /// Where output goes.
    pub sink: S,
    /// The highest status so far.
    pub status: Status,
    /// What was counted so far.
    pub tally: RunTally,
    /// Whether anything was written about the source being read.
    pub has_diagnostics: bool,
    /// The first error of writing diagnostics.
    diagnostics_lost: Option<io::Error>,
    /// Shown after each write.
    pub progress: Option<Progress>,
}

impl<S> Writer<S> {
    pub fn new(sink: S, progress: Option<Progress>) -> Self {
        Self {
            sink,
            status: Status::Good,
            tally: RunTally::default(),
            has_diagnostics: false,
            diagnostics_lost: None,
            progress,
        }
    }

    /// Writes output, then diagnostics, and leaves the part empty.
    pub fn write<T>(&mut self, part: &mut Part<T>) -> io::Result<()>
    where
        S: Sink<T>,
    {
        self.tally.append(std::mem::take(&mut part.tally));
        if self.tally.has_failed {
            self.status.raise(Status::Wrong);
        }
        self.sink.take(&mut part.output)?;
        if !part.diagnostics.is_empty() {
            self.has_diagnostics = true;
            self.hide_progress();
            if let Err(error) = self.sink.diagnose(&part.diagnostics)
                && error.kind() != io::ErrorKind::BrokenPipe
            {
                // The records are still written. The exit status will tell that diagnostics are lost.
                self.diagnostics_lost.get_or_insert(error);
            }
            part.diagnostics.clear();
        }
        let bytes = std::mem::take(&mut part.bytes_read);
        if let Some(progress) = &mut self.progress {
            progress.advance(bytes);
        }
        Ok(())
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

/// The status after a write. A closed pipe (EPIPE) is not an error.
pub fn write_status(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            print_error(&format_args!("write error: {}", reason(&error)));
            Status::Failed
        }
    }
}

/// Records in memory, for tests.
#[derive(Debug, Default)]
pub struct Memory {
    pub out: Vec<u8>,
    pub diagnostics: Vec<u8>,
    /// The next record is the first: the blank line before it is dropped.
    pub drops_separator: bool,
}

impl Sink<u8> for Memory {
    fn take(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        self.out.extend_from_slice(without_separator(output, &mut self.drops_separator));
        output.clear();
        Ok(())
    }

    fn diagnose(&mut self, diagnostics: &[u8]) -> io::Result<()> {
        self.diagnostics.extend_from_slice(diagnostics);
        Ok(())
    }
}

/// Drops diagnostics.
pub struct Silent<S>(pub S);

impl<T, S: Sink<T>> Sink<T> for Silent<S> {
    fn take(&mut self, output: &mut Vec<T>) -> io::Result<()> {
        self.0.take(output)
    }

    fn diagnose(&mut self, _diagnostics: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// The records without the blank line before the first of all.
fn without_separator<'a>(records: &'a [u8], drops_separator: &mut bool) -> &'a [u8] {
    if records.is_empty() || !std::mem::take(drops_separator) {
        return records;
    }
    records.strip_prefix(b"\n").unwrap_or(records)
}

/// Standard output.
pub struct Stdout {
    /// The next record is the first: the blank line before it is dropped.
    drops_separator: bool,
}

impl Stdout {
    /// The standard output of this process, for records that a blank line may separate.
    pub const fn new(has_separators: bool) -> Self {
        Self { drops_separator: has_separators }
    }
}

impl Sink<u8> for Stdout {
    fn take(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        UnbufferedStdout.write_all(without_separator(output, &mut self.drops_separator))?;
        output.clear();
        Ok(())
    }
}
