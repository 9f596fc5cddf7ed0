//! Many threads on one large source. Whoever is free reads the next chunk and scores it; finished
//! chunks are parked until their turn and written in order by whoever finds that turn come.

use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::scorer::Scorer;
use super::sink::Sink;
use super::{MOST_RENDERED, Rendered, Settings, Trouble};
use crate::exit::Status;
use crate::input::{Chunk, Chunker};

/// So many bytes must have been read before threads are started.
pub const WORTH_A_CREW: u64 = 512 * 1024;

/// Larger reads let the writer of a pipe and its readers wait less for each other.
const LARGEST_READ: usize = 256 * 1024;

/// More threads than this would wait for the source and for each other.
const LARGEST_CREW: usize = 32;

/// What is rendered and not yet written is in all no more than this, so far as a line is not longer.
const MOST_OF_ALL: usize = 4 * 1024 * 1024;

/// What the crew shares.
struct Shared<'a> {
    source: Mutex<Feed<'a>>,
    turn: Mutex<Turn<'a>>,
    written: Condvar,
    most_parked: usize,
    most_rendered: usize,
}

struct Feed<'a> {
    chunker: &'a mut Chunker,
    next: u64,
    end: Option<io::Result<()>>,
}

struct Turn<'a> {
    sink: Option<&'a mut Sink>,
    /// Finished chunks from number `next` on; `None` for one that is still being scored.
    parked: VecDeque<Option<Rendered>>,
    next: u64,
    spare: Vec<Rendered>,
    status: Status,
    /// How many wait for a write to end: where nobody does, nobody is woken, which would ask the system.
    waiting: usize,
}

/// Scores the rest of a source with many threads.
pub(super) fn run(
    settings: &Settings,
    file: &str,
    chunker: &mut Chunker,
    sink: &mut Sink,
    status: &mut Status,
) -> Result<(), Trouble> {
    let threads = settings.threads().min(LARGEST_CREW);
    // Half of the chunks that there can be are being scored, half are parked.
    let most_rendered = (MOST_OF_ALL / (2 * threads)).min(MOST_RENDERED);
    chunker.read_up_to(settings.read(LARGEST_READ, most_rendered));
    let shared = Shared {
        source: Mutex::new(Feed { chunker, next: 0, end: None }),
        turn: Mutex::new(Turn {
            sink: Some(sink),
            parked: VecDeque::new(),
            next: 0,
            spare: Vec::new(),
            status: *status,
            waiting: 0,
        }),
        written: Condvar::new(),
        most_parked: threads,
        most_rendered,
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where no more threads are to be had, those that are there do the work.
            if std::thread::Builder::new().spawn_scoped(scope, || work(settings, file, &shared)).is_err() {
                break;
            }
        }
        work(settings, file, &shared);
    });
    let turn = shared.turn.into_inner().unwrap_or_else(PoisonError::into_inner);
    let feed = shared.source.into_inner().unwrap_or_else(PoisonError::into_inner);
    *status = turn.status;
    match feed.end {
        Some(Err(error)) => Err(Trouble::Read(error)),
        _ => Ok(()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What each thread does until the source ends.
fn work(settings: &Settings, file: &str, shared: &Shared<'_>) {
    let mut chunk = Chunk::default();
    let mut format = settings.format();
    while let Some(number) = take(shared, &mut chunk) {
        let spare = lock(&shared.turn).spare.pop();
        let mut rendered = spare.unwrap_or_else(|| Rendered::new(shared.most_rendered));
        rendered.clear();
        rendered.read = chunk.bytes().len();
        let mut scorer = Scorer::new(settings, file, format.as_mut(), &chunk);
        while scorer.score(&mut rendered) {
            spill(shared, number, &rendered);
            rendered.clear();
        }
        deliver(shared, number, rendered);
    }
}

/// Reads the next chunk; `None` when there is none.
fn take(shared: &Shared<'_>, chunk: &mut Chunk) -> Option<u64> {
    let mut feed = lock(&shared.source);
    if feed.end.is_some() {
        return None;
    }
    match feed.chunker.next(chunk) {
        Ok(true) => {
            let number = feed.next;
            feed.next += 1;
            Some(number)
        }
        Ok(false) => {
            feed.end = Some(Ok(()));
            None
        }
        Err(error) => {
            feed.end = Some(Err(error));
            None
        }
    }
}

/// Waits for the end of a write.
fn wait<'a, 'b>(shared: &'b Shared<'a>, mut turn: MutexGuard<'b, Turn<'a>>) -> MutexGuard<'b, Turn<'a>> {
    turn.waiting += 1;
    turn = shared.written.wait(turn).unwrap_or_else(PoisonError::into_inner);
    turn.waiting -= 1;
    turn
}

/// Writes a part of a chunk that becomes too much to be parked, when the turn of that chunk has come.
fn spill(shared: &Shared<'_>, number: u64, rendered: &Rendered) {
    let mut turn = lock(&shared.turn);
    let sink = loop {
        if turn.next == number
            && let Some(sink) = turn.sink.take()
        {
            break sink;
        }
        turn = wait(shared, turn);
    };
    drop(turn);
    let written = sink.write(rendered);
    give_back(&mut lock(&shared.turn), sink, rendered, written);
}

/// After a write: the sink is free again, and the status tells what was written.
fn give_back<'a>(turn: &mut Turn<'a>, sink: &'a mut Sink, rendered: &Rendered, written: io::Result<()>) {
    turn.status.worsen(rendered.status());
    if let Err(error) = written {
        sink.hide_progress();
        // Another thread may be waiting for a slow source: nobody waits for it any more.
        super::leave(error, turn.status);
    }
    turn.sink = Some(sink);
}

/// Parks a finished chunk, and writes whatever has its turn.
fn deliver(shared: &Shared<'_>, number: u64, rendered: Rendered) {
    let mut turn = lock(&shared.turn);
    let place = (number - turn.next) as usize;
    if turn.parked.len() <= place {
        turn.parked.resize_with(place + 1, || None);
    }
    turn.parked[place] = Some(rendered);
    while matches!(turn.parked.front(), Some(Some(_))) {
        // Without the sink another thread is writing, and will come to this chunk.
        let Some(sink) = turn.sink.take() else {
            break;
        };
        let Some(Some(rendered)) = turn.parked.pop_front() else {
            break;
        };
        turn.next += 1;
        drop(turn);
        let written = sink.write(&rendered);
        turn = lock(&shared.turn);
        give_back(&mut turn, sink, &rendered, written);
        turn.spare.push(rendered);
        if turn.waiting > 0 {
            shared.written.notify_all();
        }
    }
    // Too far ahead: wait for the writer, so that memory stays bounded.
    while turn.parked.len() > shared.most_parked {
        turn = wait(shared, turn);
    }
}
