//! Worker threads for one large source. Output is delivered in input order.
//!
//! Each worker repeats three steps: take the next chunk and its ticket, score the chunk, and deliver
//! the output when its ticket is up. There is no queue: a worker that is ahead waits for its turn,
//! so memory is bounded by one chunk and one output per worker. An output that grows too large is
//! delivered in parts, all of them in the same turn.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::input::Input;
use super::score::{Part, Scorer};
use super::writer::{Sink, Writer};
use super::{LARGEST_CHUNK, LARGEST_OUTPUT, Run};
use crate::cli::diagnostic::final_status;
use crate::cli::event::Consumer;
use crate::cli::read::{Position, Reader};

/// Threads are started after this many bytes of a source.
pub(super) const WORTH_THREADS: u64 = 512 * 1024;

/// More threads would only wait for the source and for each other.
const MOST_THREADS: usize = 16;

/// The most bytes of all chunks together, and of all outputs together. Bounds memory.
const LARGEST_TOTAL_INPUT: usize = 1024 * 1024;
const LARGEST_TOTAL_OUTPUT: usize = 1024 * 1024;

struct Shared<'a, S> {
    source: Mutex<TicketedSource<'a>>,
    output: Mutex<OrderedOutput<'a, S>>,
    /// One per thread, so that the end of a turn wakes only the worker whose turn is next. At most
    /// one ticket per thread is out, so a ticket's remainder finds its place.
    turns: Vec<Condvar>,
}

/// Gives out chunks with consecutive tickets.
struct TicketedSource<'a> {
    input: &'a mut Input,
    next_ticket: u64,
    end: Option<io::Result<()>>,
}

/// Takes outputs in the order of their tickets.
struct OrderedOutput<'a, S> {
    writer: &'a mut Writer<S>,
    turn: u64,
    /// Workers that wait for their turn. If there are none, no wake-up call is needed.
    waiting: usize,
}

/// Reads and scores the rest of a source with several threads.
pub(super) fn run<C: Consumer + ?Sized, S: Sink<C::Item>>(
    run: &Run<'_, C>,
    file: &str,
    input: &mut Input,
    writer: &mut Writer<S>,
) -> io::Result<()> {
    let threads = run.threads().min(MOST_THREADS);
    let largest_output = (LARGEST_TOTAL_OUTPUT / threads).min(LARGEST_OUTPUT);
    input.chunks.largest_read = (LARGEST_TOTAL_INPUT / threads).min(LARGEST_CHUNK);
    let shared = Shared {
        source: Mutex::new(TicketedSource { input, next_ticket: 0, end: None }),
        output: Mutex::new(OrderedOutput { writer, turn: 0, waiting: 0 }),
        turns: std::iter::repeat_with(Condvar::new).take(threads).collect(),
    };
    let work = || {
        let reader = lock(&shared.source).input.reader.another();
        if let Some(reader) = reader {
            work(run, file, reader, &shared, largest_output);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If no more threads can be started, the ones that run do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let source = shared.source.into_inner().unwrap_or_else(PoisonError::into_inner);
    source.end.unwrap_or(Ok(()))
}

/// The work of each thread until the source ends.
fn work<C: Consumer + ?Sized, S: Sink<C::Item>>(
    run: &Run<'_, C>,
    file: &str,
    mut reader: Reader,
    shared: &Shared<'_, S>,
    largest_output: usize,
) {
    let mut consumer = (run.consumer)();
    let mut scorer = Scorer::new(file, run, &mut *consumer, largest_output);
    let mut chunk = Vec::new();
    while let Some((ticket, mut at)) = shared.next_chunk(&mut chunk) {
        let deliver = &mut |part: &mut Part<C::Item>, is_last| shared.deliver_in_turn(ticket, part, is_last);
        if let Err(error) = scorer.score(&chunk, &mut at, &mut reader, deliver) {
            // Other workers may be waiting for a slow source, so the process ends here.
            std::process::exit(final_status(lock(&shared.output).writer.end(Err(error))) as i32);
        }
    }
}

impl<S> Shared<'_, S> {
    /// Reads the next chunk; `None` at the end of the source.
    fn next_chunk(&self, chunk: &mut Vec<u8>) -> Option<(u64, Position)> {
        let mut source = lock(&self.source);
        let source = &mut *source;
        if source.end.is_some() {
            return None;
        }
        match source.input.chunks.next(chunk) {
            Ok(true) => {
                let at = source.input.at.clone();
                source.input.reader.advance(chunk, &mut source.input.at);
                source.next_ticket += 1;
                Some((source.next_ticket - 1, at))
            }
            end => {
                source.end = Some(end.map(drop));
                None
            }
        }
    }

    /// Waits for the turn of a ticket and delivers.
    fn deliver_in_turn<T>(&self, ticket: u64, part: &mut Part<T>, ends_turn: bool) -> io::Result<()>
    where
        S: Sink<T>,
    {
        let mut output = lock(&self.output);
        while output.turn != ticket {
            output.waiting += 1;
            output = self.turn(ticket).wait(output).unwrap_or_else(PoisonError::into_inner);
            output.waiting -= 1;
        }
        output.writer.write(part)?;
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
