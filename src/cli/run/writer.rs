//! Takes output and diagnostics in input order. Keeps the status of the run.

use std::io::{self, Write};

use super::progress::Progress;
use super::score::{Part, RunTally};
use crate::cli::diagnostic::{print_error, reason};
use crate::cli::status::Status;
use crate::cli::system::{ATOMIC_WRITE, DeferredSignals, FileKind, UnbufferedStdout, kind_of};

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

/// Standard output. Records are kept whole if a signal ends the program.
pub struct Stdout {
    kind: StdoutKind,
    /// Whether a blank line separates records.
    has_separators: bool,
    drops_separator: bool,
}

/// What standard output is.
enum StdoutKind {
    /// A small write is atomic, so a signal may come at any time.
    Pipe,
    /// A write ends soon, so a signal waits for it.
    File(DeferredSignals),
    /// A terminal or a device, or a file where signals cannot be made to wait.
    Other,
}

impl Stdout {
    /// The standard output of this process, for records that a blank line may separate.
    pub fn new(has_separators: bool) -> Self {
        let kind = match kind_of(&io::stdout()) {
            FileKind::Pipe => StdoutKind::Pipe,
            // Without a thread or file descriptors a signal may cut a record, but the games are scored.
            FileKind::Regular(_) => DeferredSignals::new().map_or(StdoutKind::Other, StdoutKind::File),
            FileKind::Other => StdoutKind::Other,
        };
        Self { kind, has_separators, drops_separator: has_separators }
    }

    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let mut out = UnbufferedStdout;
        match &self.kind {
            _ if text.is_empty() => Ok(()),
            StdoutKind::Pipe => atomic_pieces(text, self.has_separators).try_for_each(|piece| out.write_all(piece)),
            StdoutKind::File(signals) => signals.defer_during(|| out.write_all(text)),
            StdoutKind::Other => out.write_all(text),
        }
    }
}

impl Sink<u8> for Stdout {
    fn take(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        let mut drops_separator = self.drops_separator;
        self.write(without_separator(output, &mut drops_separator))?;
        self.drops_separator = drops_separator;
        output.clear();
        Ok(())
    }
}

/// Runs of whole records, each small enough to be written atomically. A longer record becomes runs of whole lines, and
/// a longer line a piece of its own.
///
/// A record starts with a blank line if these separate records. Otherwise it is a line and the indented lines below it.
fn atomic_pieces(records: &[u8], has_separators: bool) -> impl Iterator<Item = &[u8]> {
    let starts_record = move |byte: u8| if has_separators { byte == b'\n' } else { byte != b' ' };
    let mut rest = records;
    std::iter::from_fn(move || {
        // The end of the output ends a record too.
        let is_end = |at: usize| rest.get(at + 1).is_none_or(|&byte| starts_record(byte));
        let room = &rest[..rest.len().min(ATOMIC_WRITE)];
        let end = match memchr::memrchr_iter(b'\n', room).find(|&at| is_end(at)).or(memchr::memrchr(b'\n', room)) {
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
        let all: Vec<&[u8]> = atomic_pieces(&records, false).collect();
        assert_eq!(all.concat(), records);
        assert_eq!(all[0].len(), 5001);
        for piece in &all[1..all.len() - 1] {
            assert!(piece.len() <= ATOMIC_WRITE && piece.ends_with(b"\n"));
        }
    }

    #[test]
    fn pieces_are_whole_records_if_these_fit() {
        let games = b"frame 1  X\ntotal    20\n\n".repeat(1000);
        let tests = b"not ok 1 - x\n  ---\n  file: -\n  ...\n".repeat(1000);
        for (records, has_separators, end) in [(&games[..], true, &b"total    20\n"[..]), (&tests, false, b"  ...\n")] {
            let records = &records[..records.len() - usize::from(has_separators)];
            let all: Vec<&[u8]> = atomic_pieces(records, has_separators).collect();
            assert_eq!(all.concat(), records);
            assert!(all.len() <= records.len() / (ATOMIC_WRITE - 100) + 1, "pieces are as large as they can be");
            for piece in all {
                assert!(piece.len() <= ATOMIC_WRITE && piece.ends_with(end));
            }
        }
        // A record that does not fit is cut after lines, and the next one is whole again.
        let records = [&b"| NAME |\n".repeat(1000)[..], b"\n| NAME |\n", b"\n| NAME |\n"].concat();
        let all: Vec<&[u8]> = atomic_pieces(&records, true).collect();
        assert_eq!(all.concat(), records);
        assert!(all.iter().all(|piece| piece.len() <= ATOMIC_WRITE && piece.ends_with(b"|\n")));
    }
}
