//! Worker threads for one large source. Results are written in input order.
//!
//! Each worker repeats three steps: take the next chunk and its ticket, score the chunk, and write
//! the result when its ticket is up. There is no queue: a worker that is ahead waits for its turn,
//! so memory is bounded by one chunk and one result per worker. A result that grows too large is
//! written in parts, all of them in the same turn.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::memory;
use super::scorer::Scorer;
use super::settings::LARGEST_OUTPUT;
use super::writer::Writer;
use super::{Rendered, Settings, SourceError};
use crate::cli::input::{Chunk, Chunker, Input};

/// Threads are started after this many bytes of a source.
pub(super) const WORTH_THREADS: u64 = 512 * 1024;

/// Larger reads let the writer of a pipe and its readers wait less for each other.
const LARGEST_READ: usize = 256 * 1024;

/// More threads would only wait for the source and for each other.
const MOST_THREADS: usize = 20;

/// What all chunks together, and all results together, may hold. Bounds memory.
const LARGEST_TOTAL_INPUT: usize = 1024 * 1024;
const LARGEST_TOTAL_OUTPUT: usize = 2 * 1024 * 1024;

struct Shared<'a> {
    /// The number of games in earlier sources.
    games_before: u64,
    source: Mutex<TicketedSource<'a>>,
    output: Mutex<OrderedOutput<'a>>,
    /// One per thread, so that the end of a turn wakes only the worker whose turn is next. At most
    /// one ticket per thread is out, so a ticket's remainder finds its place.
    turns: Vec<Condvar>,
}

/// Gives out chunks with consecutive tickets.
struct TicketedSource<'a> {
    chunker: &'a mut Chunker,
    next_ticket: u64,
    end: Option<io::Result<()>>,
}

/// Takes results in the order of their tickets.
struct OrderedOutput<'a> {
    writer: &'a mut Writer,
    turn: u64,
    /// Workers that wait for their turn. If there are none, no wake-up call is needed.
    waiting: usize,
}

/// Reads and scores the rest of a source with several threads.
pub(super) fn run(
    settings: &Settings,
    file: &str,
    chunker: &mut Chunker,
    input: &Input,
    writer: &mut Writer,
) -> Result<(), SourceError> {
    let threads = memory::affordable_threads(settings.threads().min(MOST_THREADS));
    let largest_output = (LARGEST_TOTAL_OUTPUT / threads).min(LARGEST_OUTPUT);
    let largest_read = (LARGEST_TOTAL_INPUT / threads).min(LARGEST_READ);
    chunker.count_lines();
    chunker.set_largest_read(settings.chunk_size(largest_read, largest_output));
    let shared = Shared {
        games_before: writer.games,
        source: Mutex::new(TicketedSource { chunker, next_ticket: 0, end: None }),
        output: Mutex::new(OrderedOutput { writer, turn: 0, waiting: 0 }),
        turns: std::iter::repeat_with(Condvar::new).take(threads).collect(),
    };
    let work = || work(settings, file, input.for_worker(), &shared, largest_output);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If no more threads can be started, the ones that run do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    match shared.source.into_inner().unwrap_or_else(PoisonError::into_inner).end {
        Some(Err(error)) => Err(SourceError::Read(error)),
        _ => Ok(()),
    }
}

/// What each thread does until the source ends.
fn work(settings: &Settings, file: &str, input: Option<Input>, shared: &Shared<'_>, largest_output: usize) {
    let Some(mut input) = input else { return };
    let mut format = settings.format();
    let mut scorer = Scorer::new(settings, file, format.as_mut(), largest_output);
    let mut chunk = Chunk::default();
    while let Some(ticket) = shared.next_chunk(&mut chunk) {
        let games_before = shared.games_before + chunk.games_before;
        let write = |rendered: &Rendered, is_last| shared.write_in_turn(ticket, rendered, is_last);
        if let Err(error) = scorer.score(&chunk, &mut input, games_before, write) {
            // Other workers may be waiting for a slow source, so the process ends here.
            std::process::exit(lock(&shared.output).writer.end(Err(error)) as i32);
        }
    }
}

impl Shared<'_> {
    /// Reads the next chunk; `None` at the end of the source.
    fn next_chunk(&self, chunk: &mut Chunk) -> Option<u64> {
        let mut source = lock(&self.source);
        if source.end.is_some() {
            return None;
        }
        match source.chunker.next(chunk) {
            Ok(true) => {
                source.next_ticket += 1;
                Some(source.next_ticket - 1)
            }
            end => {
                source.end = Some(end.map(|_| ()));
                None
            }
        }
    }

    /// Waits for the turn of a ticket and writes.
    fn write_in_turn(&self, ticket: u64, rendered: &Rendered, ends_turn: bool) -> io::Result<()> {
        let mut output = lock(&self.output);
        while output.turn != ticket {
            output.waiting += 1;
            output = self.turn(ticket).wait(output).unwrap_or_else(PoisonError::into_inner);
            output.waiting -= 1;
        }
        output.writer.write(rendered)?;
        if ends_turn {
            output.turn += 1;
            if output.waiting > 0 {
                self.turn(output.turn).notify_one();
            }
        }
        Ok(())
    }

    fn turn(&self, ticket: u64) -> &Condvar {
        &self.turns[ticket as usize % self.turns.len()]
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
