//! `--follow`: shows a log while it is written, with its records after every roll. On a terminal the board (or the
//! totals) is redrawn in place.

use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use super::writer::{Output, Writer};
use super::{
    Rendered, Scorer, Settings, SourceError, complain_about, refuse_binary, run_source, settings, write_all,
    write_status,
};
use crate::cli::args::InputFormat;
use crate::cli::color::Paint;
use crate::cli::diagnostic::complain;
use crate::cli::format::{Buffer, Format, OutputFormat, Record, Row, cell_width, write_total};
use crate::cli::input::{Chunk, Chunker, FileId, FollowedFile, Input, Source, refuse_output, reopen};
use crate::cli::screen::board::{self, Focus};
use crate::cli::screen::signals::{self, Signal, end_by};
use crate::cli::screen::{self, Screen, Size, View, wrap};
use crate::cli::status::Status;
use crate::cli::text::{cut, visible};
use crate::game::{FRAMES, ScoreCard};

/// How many lines of diagnostics are shown below the board.
const SHOWN_LINES: usize = 4;
/// How many diagnostics are kept and printed at the end. Bounds memory.
const MOST_DIAGNOSTICS: usize = 1000;

/// Follows the only source until the program is interrupted, or until the end of a pipe.
pub(super) fn run(settings: &Settings, sources: &[Source]) -> Status {
    let source = match sources {
        [source] if settings.read.from == InputFormat::Log => source,
        [_] => {
            complain(&"--follow reads logs only");
            return Status::Failed;
        }
        _ => {
            complain(&"--follow shows one file");
            return Status::Failed;
        }
    };
    if settings.writes(OutputFormat::Html) {
        complain(&"--follow writes its games again after every roll, which a page cannot");
        return Status::Failed;
    }
    let in_place = settings.writes(OutputFormat::Board) || settings.writes(OutputFormat::Totals);
    // Who types a log wants to see it.
    let is_typed = !matches!(source, Source::Path(_)) && io::stdin().is_terminal();
    let followed =
        if in_place && !is_typed && screen::is_possible() { show(settings, source) } else { print(settings, source) };
    followed.unwrap_or_else(|error| {
        complain_about(source, &error, "");
        Status::Failed
    })
}

/// The source from its beginning, and whether its end means that it must be read again.
fn open(source: &Source, is_again: bool) -> io::Result<(Box<dyn Read + Send>, Arc<AtomicBool>)> {
    let is_new = Arc::new(AtomicBool::new(false));
    let output = FileId::of(&io::stdout());
    Ok(match source {
        Source::Path(path) if is_again || source.size().is_some() => {
            let file = reopen(path)?;
            refuse_output(FileId::of(&file), output)?;
            (Box::new(FollowedFile::new(path, file, Arc::clone(&is_new))), is_new)
        }
        _ => (source.open(output)?, is_new),
    })
}

/// Reads a source, and again from its beginning whenever it starts anew.
fn read_again<E>(
    source: &Source,
    mut read: impl FnMut(Box<dyn Read + Send>) -> Result<(), E>,
) -> io::Result<Result<(), E>> {
    let mut is_again = false;
    loop {
        let (bytes, is_new) = open(source, is_again)?;
        if let Err(error) = read(bytes) {
            return Ok(Err(error));
        }
        if !is_new.load(Ordering::SeqCst) {
            return Ok(Ok(()));
        }
        is_again = true;
    }
}

/// Prints the records after every roll.
fn print(settings: &Settings, source: &Source) -> io::Result<Status> {
    let mut writer = match Output::stdout() {
        Ok(out) => Writer::new(out, settings.separates_records()),
        Err(error) => return Ok(write_status(Err(error))),
    };
    let mut unread = Ok(());
    let written = write_all(settings, &mut writer, |format, writer| {
        let read = |bytes| run_source(settings, &source.name(), bytes, format, writer);
        match read_again(source, read) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(SourceError::Write(error))) => Err(error),
            Ok(Err(SourceError::Read(error))) | Err(error) => {
                unread = Err(error);
                Ok(())
            }
        }
    });
    let status = writer.end(written);
    unread.map(|()| status)
}

/// What wakes the screen.
enum Event {
    Games(Games),
    /// Diagnostics, and whether a game is in error.
    Diagnostics(Vec<u8>, bool),
    Ended(io::Result<()>),
    Signal(Signal),
}

/// The games of a match after a roll.
#[derive(Default)]
struct Games {
    rows: Vec<Row<'static>>,
    /// The width of a cell of their board.
    cell: usize,
}

/// Passes the games on that other formats would write.
struct PassOn {
    games: Games,
    events: Sender<Event>,
}

impl Format for PassOn {
    fn record(&mut self, record: &Record<'_>, _out: &mut Buffer) {
        let name = record.game.name.map(|name| visible(name).into_owned()).unwrap_or_default();
        self.games.cell = self.games.cell.max(cell_width(record.game.rules));
        self.games.rows.push(Row { name: name.into(), card: record.good().copied() });
    }

    fn end_group(&mut self, _out: &mut Buffer) {
        let games = std::mem::take(&mut self.games);
        if !games.rows.is_empty() {
            // If the receiver is gone, the program is ending.
            drop(self.events.send(Event::Games(games)));
        }
    }
}

/// Shows the games in place.
fn show(settings: &Settings, source: &Source) -> io::Result<Status> {
    // An error here is reported before the screen is used.
    drop(open(source, false)?);
    let (sender, events) = channel();
    let from_signals = sender.clone();
    signals::watch(move |signal| drop(from_signals.send(Event::Signal(signal))))?;
    // A colored line cannot be cut to the window.
    let (mut reader_settings, reader_source) = (settings.clone(), source.clone());
    reader_settings.paint_diagnostics = Paint::Plain;
    let screen = Screen::open(false)?;
    std::thread::Builder::new().spawn(move || read(&reader_settings, &reader_source, &sender))?;

    let mut shown = Shown::new(settings, source);
    let end = 'shown: loop {
        let size = screen.size();
        screen.draw(&shown.view(size), size)?;
        let mut next = events.recv().ok();
        while let Some(event) = next {
            match event {
                Event::Games(games) => shown.games = games,
                Event::Diagnostics(text, has_failed) => shown.add_diagnostics(&text, has_failed),
                Event::Signal(Signal::Suspend) => screen.suspend()?,
                Event::Signal(Signal::Continued) => screen.show()?,
                Event::Signal(Signal::Resized) => {}
                Event::Signal(Signal::End(signal)) => break 'shown Ok(Some(signal)),
                Event::Ended(ended) => break 'shown ended.map(|()| None),
            }
            next = events.try_recv().ok();
        }
    };
    let columns = screen.size().columns;
    drop(screen);
    // Errors are ignored: the terminal may be gone.
    let _ = io::stdout().write_all(&shown.result(columns)).and_then(|()| io::stdout().flush());
    let diagnostics: String = shown.diagnostics.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let _ = io::stderr().write_all(diagnostics.as_bytes());
    if let Some(signal) = end? {
        end_by(signal)?;
    }
    Ok(shown.status)
}

/// Reads the source and passes on what it holds after every roll.
fn read(settings: &Settings, source: &Source, events: &Sender<Event>) {
    let file = source.name();
    let send = |rendered: &Rendered| {
        if !rendered.err.is_empty() || rendered.has_failed {
            drop(events.send(Event::Diagnostics(rendered.err.clone(), rendered.has_failed)));
        }
    };
    let ended = read_again(source, |bytes| {
        let mut format = PassOn { games: Games::default(), events: events.clone() };
        let mut scorer = Scorer::new(settings, &file, &mut format, settings::LARGEST_OUTPUT);
        let mut chunker = Chunker::new(bytes, settings.plan());
        let mut chunk = Chunk::default();
        // The format is set, so there is always an input.
        let Some(mut input) = Input::new(&settings.read, &mut chunker) else { return Ok(()) };
        while chunker.next(&mut chunk)? {
            refuse_binary(&chunk)?;
            scorer.score(&chunk, &mut input, 0, |rendered, _| {
                send(rendered);
                Ok(())
            })?;
        }
        send(&scorer.end(&mut input));
        Ok(())
    });
    drop(events.send(Event::Ended(ended.and_then(|ended| ended))));
}

/// What the screen shows.
struct Shown {
    file: String,
    totals_only: bool,
    paint: Paint,
    games: Games,
    /// The last diagnostics.
    diagnostics: Vec<String>,
    status: Status,
}

impl Shown {
    fn new(settings: &Settings, source: &Source) -> Self {
        Self {
            file: source.name(),
            totals_only: settings.writes(OutputFormat::Totals),
            paint: settings.paint,
            games: Games::default(),
            diagnostics: Vec::new(),
            status: Status::Good,
        }
    }

    fn add_diagnostics(&mut self, text: &[u8], has_failed: bool) {
        self.diagnostics.extend(String::from_utf8_lossy(text).lines().map(str::to_owned));
        let surplus = self.diagnostics.len().saturating_sub(MOST_DIAGNOSTICS);
        self.diagnostics.drain(..surplus);
        if has_failed {
            self.status.raise(Status::Wrong);
        }
    }

    fn lines(&self, size: Size) -> Vec<String> {
        let Games { rows, cell } = &self.games;
        if self.totals_only {
            let mut totals = Buffer::default();
            for row in rows {
                match &row.card {
                    Some(card) => write_total(row.name.as_bytes(), card.total(), &mut totals),
                    None => totals.extend(format!("{}\terror\n", row.name).as_bytes()),
                }
            }
            return String::from_utf8_lossy(&totals).lines().take(size.rows).map(str::to_owned).collect();
        }
        let focus = focus(rows, *cell);
        board::lines(focus, size, self.paint, |player| rows[player].clone())
    }

    /// What a window of a size shows.
    fn view(&self, size: Size) -> View {
        let last = &self.diagnostics[self.diagnostics.len().saturating_sub(SHOWN_LINES)..];
        let mut diagnostics: Vec<String> = last.iter().flat_map(|line| wrap(line, size.columns)).collect();
        diagnostics.drain(..diagnostics.len().saturating_sub(SHOWN_LINES));
        let mut lines = if self.games.rows.is_empty() {
            vec![cut(&format!("waiting for a roll in {}", visible(&self.file)), size.columns).into_owned()]
        } else {
            let below = diagnostics.len().min(size.rows.saturating_sub(3));
            self.lines(Size { rows: size.rows - below, ..size })
        };
        if lines.len() + diagnostics.len() < size.rows {
            lines.push(String::new());
        }
        lines.extend(diagnostics);
        lines.truncate(size.rows);
        View { cursor: (lines.len().min(size.rows - 1), 0), lines }
    }

    /// What is printed at the end: all games, whatever the size of the window.
    fn result(&self, columns: usize) -> Vec<u8> {
        let lines = self.lines(Size { columns, rows: usize::MAX });
        lines.into_iter().flat_map(|line| (line + "\n").into_bytes()).collect()
    }
}

/// Who is up and who leads. The first player with the fewest finished frames is up.
fn focus(rows: &[Row<'_>], cell: usize) -> Focus {
    let frames_over = |card: &ScoreCard| card.frames().filter(|frame| frame.mark().is_some()).count() as u8;
    let games = || rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.card.as_ref()?)));
    let up = games().min_by_key(|(_, card)| frames_over(card));
    let leader = games().max_by_key(|(at, card)| (card.total(), std::cmp::Reverse(*at)));
    Focus {
        players: rows.len(),
        up: up.map_or(0, |(at, _)| at),
        leader: leader.map_or(0, |(at, _)| at),
        frame: up.map_or(FRAMES, |(_, card)| frames_over(card)),
        cell,
    }
}
