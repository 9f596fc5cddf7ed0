//! Reads sources to their end: scores their games, on several threads where that is worth it, and delivers the output of
//! a consumer in input order.

mod key;
mod plan;
mod progress;
mod score;
mod workers;
mod writer;

use std::io::{self, Read};
use std::sync::PoisonError;

use super::diagnostic::{Diagnostic, print_error, reason};
use super::format::Needs;
use super::input::{Chunk, InputFormat, Position, ReadOptions, Reader, Sniffed, Sniffer, reader};
use super::record::{Consumer, MissingGame};
use super::source::{Chunks, Source, foreign, outputs};
use super::split::Splitter;
use super::status::Status;
use super::system::enlarge_stdin_pipe;
use super::text::visible;

pub use key::AnswerKey;
use plan::{Plan, plan};
pub use progress::Progress;
pub use score::{Checks, Part};
use score::{LeftOut, Scorer};
pub use writer::{Memory, Silent, Sink, Stdout, Writer, write_status};

/// Output is delivered as soon as it reaches this size, even in the middle of a chunk: diagnostics
/// are many times as long as the games that they are about. Bounds memory.
const LARGEST_OUTPUT: usize = 512 * 1024;

/// The largest chunk that one thread reads.
const LARGEST_CHUNK: usize = 32 * 1024;

/// What is wrong with a piece of a table.
const HEADERLESS: &str = "a row of a table without its header (each piece of a table needs it: parallel --header 1)";

/// A warning about a source that is not empty.
const NO_GAME: &str = "there is no game in it";

/// Why a source could not be read to its end.
pub enum SourceError {
    /// The next source can still be read.
    Read(io::Error),
    /// Nothing more can be written.
    Write(io::Error),
}

/// A run over sources.
pub struct Run<'a, C: Consumer + ?Sized> {
    pub read: &'a ReadOptions,
    /// How they are checked.
    pub checks: Checks<'a>,
    pub needs: Needs,
    /// How many threads may be used; by default all cores.
    pub threads: Option<usize>,
    /// Whether the first bytes of a chunk may be all of it: a log that is followed is read as it grows.
    pub reads_little: bool,
    /// Makes a consumer for a thread.
    pub consumer: &'a (dyn Fn() -> Box<C> + Sync),
}

impl<C: Consumer + ?Sized> Run<'_, C> {
    /// Reads all sources. Returns write errors. An error of a source is reported, and the next source is read.
    pub fn sources<S: Sink<C::Output>>(
        &self,
        sources: &[Source],
        writes_records: bool,
        writer: &mut Writer<S>,
        advise: &mut dyn FnMut(&Source, &io::Error) -> String,
    ) -> io::Result<()> {
        let (mut consumer, outputs) = ((self.consumer)(), outputs(writes_records));
        for source in sources {
            let read = source.open(&outputs).map_err(SourceError::Read);
            match read.and_then(|bytes| self.section(&source.name(), bytes, &mut consumer, writer)) {
                Ok(()) => {}
                Err(SourceError::Write(error)) => return Err(error),
                Err(SourceError::Read(error)) => {
                    print_source_error(source, &error, &advise(source, &error));
                    writer.status.raise(Status::Failed);
                }
            }
        }
        Ok(())
    }

    /// Reads one source, between what the consumer makes of its start and its end.
    pub fn section<S: Sink<C::Output>>(
        &self,
        file: &str,
        bytes: Box<dyn Read + Send>,
        consumer: &mut C,
        writer: &mut Writer<S>,
    ) -> Result<(), SourceError> {
        let mut part = Part::default();
        consumer.begin_source(file, &mut part.output);
        writer.write(&mut part).map_err(SourceError::Write)?;
        let read = self.source(file, bytes, consumer, writer);
        if let Err(SourceError::Write(_)) = read {
            return read;
        }
        self.missing(file, consumer, &mut part);
        let left_out = std::mem::take(&mut writer.left_out);
        writer.left_out_before.append(left_out);
        if let Some((line, message)) = left_out.message() {
            let note = Diagnostic { file, line, column: 1, message: &message };
            note.write(self.checks.paint, &mut part.diagnostics);
        }
        consumer.end_source(&mut part.output);
        writer.write(&mut part).map_err(SourceError::Write)?;
        read
    }

    /// Reports the games of the answer key that a source does not have.
    fn missing(&self, file: &str, consumer: &mut C, part: &mut Part<C::Output>) {
        let Some(key) = self.checks.key else { return };
        let mut key = key.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, line) in key.missing() {
            (part.games, part.wrong, part.has_failed) = (part.games + 1, part.wrong + 1, true);
            if !self.checks.in_records {
                let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
                let text = format!("{file}: {name}missing: the game of line {line} of the key");
                part.diagnostics.extend_from_slice(visible(&text).as_bytes());
                part.diagnostics.push(b'\n');
            }
            consumer.missing(&MissingGame { file, name, line }, &mut part.output);
        }
        key.restart();
    }

    /// Reads one source from its first byte to its last.
    pub fn source<S: Sink<C::Output>>(
        &self,
        file: &str,
        bytes: Box<dyn Read + Send>,
        consumer: &mut C,
        writer: &mut Writer<S>,
    ) -> Result<(), SourceError> {
        let games_before = writer.games;
        writer.has_diagnostics = false;
        let largest_chunk = if self.reads_little { 1024 } else { LARGEST_CHUNK };
        let mut chunks = Chunks::new(bytes, self.chunk_size(largest_chunk, LARGEST_OUTPUT));
        let mut input = open_input(&mut chunks, self.read).map_err(SourceError::Read)?;
        let Plan { may_use_threads, group } = plan(self.needs, input.records());
        let mut splitter = Splitter::new(input.records(), group);
        let mut threads = None;
        let mut scorer = Scorer::new(file, &self.checks, consumer, LARGEST_OUTPUT);
        let (mut chunk, mut position) = (Vec::new(), Position::start(self.read.rules));
        let read = loop {
            match chunks.next(&mut chunk, &mut splitter) {
                Ok(true) => {}
                end => break end,
            }
            let next = Chunk { bytes: &chunk, position };
            let deliver = &mut |part: &mut Part<C::Output>, _| writer.write(part);
            position = scorer.score(&next, &mut *input, deliver).map_err(SourceError::Write)?;
            if may_use_threads
                && chunks.total_read >= workers::WORTH_THREADS
                && *threads.get_or_insert_with(|| self.threads()) > 1
                && input.another().is_some()
            {
                if file == "-" {
                    enlarge_stdin_pipe();
                }
                let (read, end) = workers::run(self, file, &mut chunks, &mut splitter, &*input, position, writer);
                position = end;
                break read.map(|()| false);
            }
        };
        let deliver = &mut |part: &mut Part<C::Output>, _| writer.write(part);
        scorer.end(&position, &mut *input, deliver).map_err(SourceError::Write)?;
        let has_nothing = writer.games == games_before && writer.left_out == LeftOut::default();
        let is_silent = has_nothing && !writer.has_diagnostics && !self.checks.in_records;
        if is_silent && chunks.has_text && read.is_ok() {
            scorer.warn(1, NO_GAME);
            writer.write(&mut scorer.part).map_err(SourceError::Write)?;
        }
        read.map(drop).map_err(SourceError::Read)
    }

    /// The size of a chunk whose output is usually no more than `largest_output`.
    fn chunk_size(&self, largest: usize, largest_output: usize) -> usize {
        (largest_output / self.needs.growth).clamp(1024, largest)
    }

    /// How many threads to use. Finding out the number of cores takes several system calls, so it
    /// is done for large input only.
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// A reader of a source, in the format that its first bytes show.
fn open_input(chunks: &mut Chunks, options: &ReadOptions) -> io::Result<Box<dyn Reader>> {
    let mut sniffer = Sniffer::new(&options.columns);
    chunks.peek(|start, is_ended| {
        let unreadable = |why| Some(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
        if let Err(name) = foreign(start, is_ended, options.from == InputFormat::Auto)? {
            return unreadable(name);
        }
        let format = match options.from {
            InputFormat::Auto => match sniffer.sniff(start, is_ended)? {
                Sniffed::HeaderlessTable => return unreadable(HEADERLESS),
                format => Some(format),
            },
            _ => None,
        };
        Some(Ok(reader(options, format)))
    })?
}

/// Prints why a source cannot be read.
pub fn print_source_error(source: &Source, error: &io::Error, advice: &str) {
    match source.name().as_str() {
        "" => print_error(&"a file name is empty, perhaps an unset variable (- is standard input)"),
        name => print_error(&format_args!("{name}: {}{advice}", reason(error))),
    }
}
