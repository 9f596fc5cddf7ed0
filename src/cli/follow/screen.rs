//! The screen of `--follow`.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::Sender;

use crate::cli::color::Paint;
use crate::cli::event::{Consumer, Event as InputEvent};
use crate::cli::filter::Filter;
use crate::cli::run::{Checks, Run, Sink, Writer};
use crate::cli::screen::board::{self, Focus};
use crate::cli::screen::{self, Event, Screen, Size, View, wrap};
use crate::cli::source::{Source, outputs};
use crate::cli::status::Status;
use crate::cli::system::has_screen;
use crate::cli::text::{cut, visible};
use crate::cli::write::{BoardRow, OutputFormat, cell_width, write_total};
use crate::game::Game;

/// How many lines of diagnostics are shown below the board.
const SHOWN_LINES: usize = 4;
/// How many diagnostics are kept and printed at the end. Bounds memory.
const MOST_DIAGNOSTICS: usize = 1000;

/// Whether the games of a source are shown in place.
pub fn can_show(filter: &Filter, source: &Source) -> bool {
    let in_place = filter.writes(OutputFormat::Board) || filter.writes(OutputFormat::Totals);
    // Echo typed input: it would be hidden by a screen.
    let is_typed = !matches!(source, Source::Path(_)) && io::stdin().is_terminal();
    in_place && !is_typed && has_screen()
}

/// What the reader of the log tells the screen.
enum LogEvent {
    Games(Games),
    Diagnostics(Vec<u8>),
    /// The end of the source, and the status then.
    Ended(io::Result<Status>),
}

/// The games of a match after a roll.
#[derive(Default)]
struct Games {
    rows: Vec<BoardRow<'static>>,
    /// The width of a cell of their board.
    cell: usize,
}

impl Consumer for Games {
    /// The games after the last roll, if there was one.
    type Item = Games;

    fn event(&mut self, event: &InputEvent<'_>, out: &mut Vec<Games>) {
        match event {
            InputEvent::Entry(entry) => {
                let name = entry.name.map(|name| visible(name).into_owned()).unwrap_or_default();
                self.cell = self.cell.max(cell_width(entry.rules));
                self.rows.push(BoardRow { name: name.into(), card: entry.game().cloned() });
            }
            InputEvent::EndGroup | InputEvent::EndMatch => {
                let games = std::mem::take(self);
                if !games.rows.is_empty() {
                    *out = vec![games];
                }
            }
            _ => {}
        }
    }
}

/// Sends games and diagnostics to the screen. If the receiver is gone, the program is ending.
struct ToScreen<'a>(&'a Sender<Event<LogEvent>>);

impl Sink<Games> for ToScreen<'_> {
    fn take(&mut self, output: &mut Vec<Games>) -> io::Result<()> {
        output.drain(..).for_each(|games| drop(self.0.send(Event::Sent(LogEvent::Games(games)))));
        Ok(())
    }

    fn diagnose(&mut self, diagnostics: &[u8]) -> io::Result<()> {
        drop(self.0.send(Event::Sent(LogEvent::Diagnostics(diagnostics.to_vec()))));
        Ok(())
    }
}

/// Shows the games in place.
pub fn show(filter: &Filter, source: &Source) -> io::Result<Status> {
    // An error here is reported before the screen is used.
    let bytes = source.follow(&outputs(true))?;
    let (read, file) = (filter.options.read.clone(), source.name());
    let screen = Screen::open(false, move |sender| {
        // A colored line cannot be cut to the window.
        let checks = Checks::default();
        let run = Run::new(&read, checks, Some(1), &|| Box::new(Games::default()));
        let mut writer = Writer::new(ToScreen(sender), None);
        let mut unread = Ok(());
        let shown = run.read([(file, Ok(bytes))], &mut writer, &mut |_, error| unread = Err(error));
        let ended = shown.and(unread).map(|()| writer.status);
        drop(sender.send(Event::Sent(LogEvent::Ended(ended))));
    })?;

    let mut shown = Shown {
        file: source.name(),
        totals_only: filter.writes(OutputFormat::Totals),
        paint: filter.style.paint,
        games: Games::default(),
        diagnostics: Vec::new(),
    };
    let ended = screen.run(&mut shown, Shown::view, Shown::take);
    drop(screen);
    // Errors are ignored: the terminal may be gone.
    let _ = io::stdout().write_all(&shown.result()).and_then(|()| io::stdout().flush());
    let diagnostics: String = shown.diagnostics.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let _ = io::stderr().write_all(diagnostics.as_bytes());
    ended.unwrap_or_else(|interruption| interruption.act().map(|()| Status::Failed))
}

/// What the screen shows.
struct Shown {
    file: String,
    totals_only: bool,
    paint: Paint,
    games: Games,
    diagnostics: Vec<String>,
}

impl Shown {
    /// Takes what the reader says. Returns the end of the source.
    fn take(&mut self, event: LogEvent) -> Option<io::Result<Status>> {
        match event {
            LogEvent::Games(games) => self.games = games,
            LogEvent::Diagnostics(text) => {
                self.diagnostics.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
                let surplus = self.diagnostics.len().saturating_sub(MOST_DIAGNOSTICS);
                self.diagnostics.drain(..surplus);
            }
            LogEvent::Ended(ended) => return Some(ended),
        }
        None
    }

    fn lines(&self, size: Size) -> Vec<String> {
        let Games { rows, cell } = &self.games;
        if self.totals_only {
            let mut totals = Vec::new();
            for row in rows {
                write_total(&row.name, row.card.as_ref().map(Game::score), Paint::Plain, &mut totals);
            }
            let mut lines: Vec<String> = String::from_utf8_lossy(&totals).lines().map(str::to_owned).collect();
            if lines.len() > size.rows {
                let hidden = lines.split_off(size.rows.saturating_sub(1)).len();
                lines.push(board::gap(hidden, size.columns));
            }
            return lines;
        }
        board::lines(rows, Focus::of(rows, *cell, false), size, self.paint)
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

    /// What is printed at the end: all games, whatever the height of the window.
    fn result(&self) -> Vec<u8> {
        let lines = self.lines(Size { rows: usize::MAX, ..screen::size() });
        lines.into_iter().flat_map(|line| (line + "\n").into_bytes()).collect()
    }
}
