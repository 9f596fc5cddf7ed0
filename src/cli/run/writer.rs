//! Takes output and diagnostics in input order. Keeps the status of the run.

use std::io::{self, Write};

use super::progress::Progress;
use super::score::{Part, RunTally};
use crate::cli::diagnostic::{print_error, reason, write_stderr};
use crate::cli::status::Status;

/// Takes the output of a consumer, in input order.
pub trait Sink<T>: Send {
    /// Takes some output, and leaves it empty.
    fn take(&mut self, output: &mut Vec<T>) -> io::Result<()>;

    /// Takes diagnostics.
    fn diagnose(&mut self, diagnostics: &[u8]) {
        write_stderr(diagnostics);
    }
}

/// Keeps the status and the number of games of a whole run.
pub struct Writer<S> {
    /// Where output goes.
    pub sink: S,
    /// The highest status so far.
    pub status: Status,
    /// The counts so far.
    pub tally: RunTally,
    /// Whether anything was written about the source being read.
    pub has_diagnostics: bool,
    /// Whether diagnostics are dropped.
    pub is_silent: bool,
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
            is_silent: false,
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
            if !self.is_silent {
                self.sink.diagnose(&part.diagnostics);
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
        self.status.raise(write_status(written));
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

/// Writes records.
pub struct TextSink<O> {
    pub out: O,
    /// The next record is the first: the blank line before it is dropped.
    drops_separator: bool,
    /// The diagnostics, if they are kept instead of written to standard error.
    pub diagnostics: Option<Vec<u8>>,
}

impl<O> TextSink<O> {
    /// A sink for records that a blank line may separate.
    pub const fn new(out: O, has_separators: bool) -> Self {
        Self { out, drops_separator: has_separators, diagnostics: None }
    }
}

impl<O: Write + Send> Sink<u8> for TextSink<O> {
    fn take(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        let is_first = !output.is_empty() && std::mem::take(&mut self.drops_separator);
        let separator = usize::from(is_first && output.starts_with(b"\n"));
        self.out.write_all(&output[separator..])?;
        output.clear();
        Ok(())
    }

    fn diagnose(&mut self, diagnostics: &[u8]) {
        match &mut self.diagnostics {
            Some(kept) => kept.extend_from_slice(diagnostics),
            None => write_stderr(diagnostics),
        }
    }
}
