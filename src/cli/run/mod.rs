//! Reads sources to their end: scores their games, on several threads where that is worth it, and delivers the output of
//! a consumer in input order.

mod input;
mod key;
mod progress;
mod score;
mod workers;
mod writer;

use std::io::{self, Read};
use std::sync::PoisonError;

use super::diagnostic::{print_error, reason, write_diagnostic};
use super::event::{Consumer, Event, MissingGame};
use super::read::{ReadOptions, Reader};
use super::source::Opened;
use super::status::Status;
use super::system::enlarge_stdin_pipe;
use super::text::visible;

use input::Input;
pub use key::AnswerKey;
pub use progress::Progress;
pub use score::{Checks, Part};
use score::{RunTally, Scorer};
pub use writer::{Sink, TextSink, Writer, write_status};

/// Output is delivered as soon as it reaches this size, even in the middle of a chunk: diagnostics
/// are many times as long as the games that they are about. Bounds memory.
const LARGEST_OUTPUT: usize = 512 * 1024;

/// The largest chunk that is read at a time. Larger ones leave the caches; with smaller ones, the writer of a pipe and its
/// readers wait longer for each other.
const LARGEST_CHUNK: usize = 64 * 1024;

/// A warning about a source that is not empty.
const NO_GAME: &str = "there is no game in it";

/// A run over sources.
pub struct Run<'a, C: Consumer + ?Sized> {
    read: &'a ReadOptions,
    checks: Checks<'a>,
    /// Whether one thread reads everything.
    needs_order: bool,
    /// How many threads may be used; by default all cores.
    threads: Option<usize>,
    /// Makes a consumer for a thread.
    consumer: &'a (dyn Fn() -> Box<C> + Sync),
}

impl<'a, C: Consumer + ?Sized> Run<'a, C> {
    pub fn new(
        read: &'a ReadOptions,
        checks: Checks<'a>,
        threads: Option<usize>,
        consumer: &'a (dyn Fn() -> Box<C> + Sync),
    ) -> Self {
        // Games are compared with an answer key in order.
        let needs_order = checks.key.is_some() || consumer().needs_order();
        Self { read, checks, needs_order, threads, consumer }
    }

    /// Reads all sources. Returns the first write error. A source that cannot be read is given to `failed`, and the
    /// next one is read.
    pub fn read<S: Sink<C::Item>>(
        &self,
        sources: impl IntoIterator<Item = Opened>,
        writer: &mut Writer<S>,
        failed: &mut dyn FnMut(&str, io::Error),
    ) -> io::Result<()> {
        let mut consumer = (self.consumer)();
        let mut part = Part::default();
        consumer.head(&mut part.output);
        writer.write(&mut part)?;
        for (file, bytes) in sources {
            let read = match bytes {
                Ok(bytes) => self.source(&file, bytes, &mut *consumer, writer)?,
                Err(error) => Err(error),
            };
            if let Err(error) = read {
                failed(&file, error);
                writer.status.raise(Status::Failed);
            }
        }
        let RunTally { games, wrong, .. } = writer.tally;
        part.tally.has_failed = self.checks.in_records && games == 0;
        consumer.tail(games, wrong, &mut part.output);
        writer.write(&mut part)
    }

    /// Reads one source, which has a tally of its own. The inner result is that of reading.
    fn source<S: Sink<C::Item>>(
        &self,
        file: &str,
        bytes: Box<dyn Read + Send>,
        consumer: &mut C,
        writer: &mut Writer<S>,
    ) -> io::Result<io::Result<()>> {
        let mut part = Part::default();
        consumer.event(&Event::BeginFile(file), &mut part.output);
        writer.write(&mut part)?;
        let before = std::mem::take(&mut writer.tally);
        let read = self.games(file, bytes, consumer, writer)?;
        let tally = std::mem::replace(&mut writer.tally, before);
        self.missing(file, consumer, &mut part);
        for (place, message) in tally.left_out.messages() {
            write_diagnostic(file, place, &message, self.checks.style, &mut part.diagnostics);
        }
        writer.tally.append(tally);
        consumer.event(&Event::EndFile, &mut part.output);
        writer.write(&mut part)?;
        Ok(read)
    }

    /// Reports the games of the answer key that a source does not have.
    fn missing(&self, file: &str, consumer: &mut C, part: &mut Part<C::Item>) {
        let Some(key) = self.checks.key else { return };
        let mut key = key.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, name, line) in key.missing() {
            part.tally.games += 1;
            part.tally.add_wrong();
            if !self.checks.in_records {
                let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
                let text = format!("{file}: {name}missing: the game of line {line} of the key");
                part.diagnostics.extend_from_slice(visible(&text).as_bytes());
                part.diagnostics.push(b'\n');
            }
            consumer.event(&Event::Missing(MissingGame { name, number, line }), &mut part.output);
        }
        key.restart();
    }

    /// Reads the games of a source from its first byte to its last. The inner result is that of reading.
    fn games<S: Sink<C::Item>>(
        &self,
        file: &str,
        bytes: Box<dyn Read + Send>,
        consumer: &mut C,
        writer: &mut Writer<S>,
    ) -> io::Result<io::Result<()>> {
        writer.has_diagnostics = false;
        // A log that is followed is read as it grows, a few bytes at a time.
        let largest_chunk = if self.read.follow { 1024 } else { LARGEST_CHUNK };
        let mut input = match Input::open(bytes, self.read, largest_chunk) {
            Ok(input) => input,
            Err(error) => return Ok(Err(error)),
        };
        let mut threads = None;
        let mut scorer = Scorer::new(file, self, consumer, LARGEST_OUTPUT);
        let mut chunk = Vec::new();
        let read = loop {
            match input.chunks.next(&mut chunk) {
                Ok(true) => {}
                end => break end.map(drop),
            }
            scorer.score(&chunk, &mut input.at, &mut input.reader, &mut |part, _| writer.write(part))?;
            if !self.needs_order
                && input.chunks.total_read >= workers::WORTH_THREADS
                && *threads.get_or_insert_with(|| self.threads()) > 1
                && input.reader.another().is_some()
            {
                if file == "-" {
                    enlarge_stdin_pipe();
                }
                break workers::run(self, file, &mut input, writer);
            }
        };
        scorer.end(&mut input.reader, &mut |part, _| writer.write(part))?;
        if matches!(input.reader, Reader::Log(_)) {
            // Players of a match that is being bowled are in different frames.
            (writer.tally.complete, writer.tally.unfinished) = (0, 0);
        }
        let has_nothing = writer.tally.games == 0 && writer.tally.left_out.is_empty();
        let is_silent = has_nothing && !writer.has_diagnostics && !self.checks.in_records;
        if is_silent && input.chunks.has_text && read.is_ok() {
            scorer.warn(1, NO_GAME);
            writer.write(&mut scorer.part)?;
        }
        Ok(read)
    }

    /// How many threads to use. Finding out the number of cores takes several system calls, so it
    /// is done for large input only.
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// Prints why a source cannot be read.
pub fn print_source_error(file: &str, error: &io::Error, advice: &str) {
    match file {
        "" => print_error(&"a file name is empty, perhaps an unset variable (- is standard input)"),
        name => print_error(&format_args!("{name}: {}{advice}", reason(error))),
    }
}
