//! The screen of `--follow`: the monitor of a lane, or its totals.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::cli::color::Paint;
use crate::cli::event::{Consumer, Event};
use crate::cli::filter::Filter;
use crate::cli::monitor::board::{Board, ENGLISH, Row};
use crate::cli::monitor::{Input, Screen, ToScreen, interrupt, is_control, wrap};
use crate::cli::run::{Checks, Run, Sink, Writer};
use crate::cli::source::{Source, outputs};
use crate::cli::status::Status;
use crate::cli::system::{columns_of, has_screen};
use crate::cli::text::{cut, visible, width};
use crate::cli::write::{BoardRow, OutputFormat, Painter, cell_width, write_total};
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
#[derive(Clone, Default)]
struct Games {
    /// The number of the match in its file, from 1.
    number: usize,
    players: Vec<Player>,
}

#[derive(Clone)]
struct Player {
    name: String,
    game: Game,
    /// The total of the games before this one, if the player was in all of them.
    before: Option<u32>,
}

/// Collects the games of the match that goes on.
#[derive(Default)]
struct Collector {
    /// The games as they were reported last, and those of the report that goes on.
    last: Games,
    next: Vec<Player>,
    /// The line in which the match began.
    first_line: u64,
    /// The totals of its players before it.
    before: HashMap<String, u32>,
}

impl Collector {
    fn start_match(&mut self, first_line: u64) {
        let sum = |player: Player| (player.name, player.before.unwrap_or_default() + u32::from(player.game.score()));
        let players = std::mem::take(&mut self.last.players).into_iter();
        // Someone who joins later has no series.
        self.before = players.filter(|player| self.last.number < 2 || player.before.is_some()).map(sum).collect();
        self.last.number += 1;
        self.first_line = first_line;
    }
}

impl Consumer for Collector {
    /// The games after the last roll, if there was one.
    type Item = Games;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<Games>) {
        match event {
            Event::Entry(entry) => {
                // A line that belongs to no player is only reported.
                let Some(game) = entry.game() else { return };
                if self.next.is_empty() && entry.line != self.first_line {
                    self.start_match(entry.line);
                }
                let name = visible(entry.name.unwrap_or_default()).into_owned();
                let before = self.before.get(&name).copied();
                self.next.push(Player { name, game: game.clone(), before });
            }
            Event::EndGroup | Event::EndMatch if !self.next.is_empty() => {
                self.last.players = std::mem::take(&mut self.next);
                *out = vec![self.last.clone()];
            }
            _ => {}
        }
    }
}

impl Sink<Games> for ToScreen<LogEvent> {
    fn take(&mut self, output: &mut Vec<Games>) -> io::Result<()> {
        output.drain(..).for_each(|games| self.send(LogEvent::Games(games)));
        Ok(())
    }

    fn diagnose(&mut self, diagnostics: &[u8]) {
        self.send(LogEvent::Diagnostics(diagnostics.to_vec()));
    }
}

/// Shows the games in place.
pub fn show(filter: &Filter, source: &Source) -> io::Result<Status> {
    // An error here is reported before the screen is used.
    let bytes = source.follow(&outputs(true))?;
    let (read, file) = (filter.options.read.clone(), source.name());
    let mut screen = Screen::open()?;
    let sender = screen.sender();
    std::thread::Builder::new().spawn(move || {
        // A colored line cannot be cut to the window.
        let run = Run::new(&read, Checks::default(), Some(1), &|| Box::new(Collector::default()));
        let mut writer = Writer::new(sender, None);
        let mut unread = Ok(());
        let shown = run.read([(file, Ok(bytes))], &mut writer, &mut |_, error| unread = Err(error));
        let ended = shown.and(unread).map(|()| writer.status);
        writer.sink.send(LogEvent::Ended(ended));
    })?;

    let mut shown = Shown {
        file: source.name(),
        totals_only: filter.writes(OutputFormat::Totals),
        paint: filter.style.paint,
        games: Games::default(),
        diagnostics: Vec::new(),
    };
    let ended = screen.run(&mut shown, Shown::draw, |shown, input| match input {
        Input::Sent(event) => shown.take(event).map(Ok),
        Input::Key(key) if is_control(&key, 'c') => Some(Err(interrupt())),
        Input::Key(_) => None,
    });
    drop(screen);
    // Errors are ignored: the terminal may be gone.
    let _ = io::stdout().write_all(&shown.result()).and_then(|()| io::stdout().flush());
    let diagnostics: String = shown.diagnostics.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let _ = io::stderr().write_all(diagnostics.as_bytes());
    ended.and_then(|ended| ended).unwrap_or_else(|interruption| interruption.act().map(|()| Status::Failed))
}

/// A line with blanks in place of its tab.
fn without_tab(line: &str) -> String {
    let (name, total) = line.split_once('\t').unwrap_or((line, ""));
    format!("{name}{:1$}{total}", "", 8 - width(name) % 8)
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

    fn board(&self) -> Board<'_> {
        let rows = self.games.players.iter();
        let rows = rows.map(|Player { name, game, before }| Row { name, game, before: *before });
        Board::new(rows.collect(), ENGLISH, self.paint)
    }

    /// Who has won; otherwise which match of several it is and who leads, if there is room beside the players.
    fn status(&self, rows: usize) -> Option<String> {
        let (board, number) = (self.board(), self.games.number);
        let has_room = !self.totals_only && rows > self.games.players.len() + 3;
        let game = (number > 1).then(|| format!("Game {number}."));
        let status = || game.into_iter().chain(board.leader()).collect::<Vec<_>>().join(" ");
        board.winner().or_else(|| has_room.then(status).filter(|status| !status.is_empty()))
    }

    /// The totals as lines.
    fn totals(&self) -> Vec<u8> {
        let mut totals = Vec::new();
        for Player { name, game, .. } in &self.games.players {
            write_total(name, Some(game.score()), Paint::Plain, &mut totals);
        }
        totals
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let recent = &self.diagnostics[self.diagnostics.len().saturating_sub(SHOWN_LINES)..];
        let mut below: Vec<String> = recent.iter().flat_map(|line| wrap(line, columns)).collect();
        below.drain(..below.len().saturating_sub(SHOWN_LINES.min(rows.saturating_sub(3))));
        below.splice(0..0, self.status(rows));
        let mut lines: Vec<String> = Vec::new();
        let mut height = 0;
        if self.games.players.is_empty() {
            lines.push(cut(&format!("waiting for a roll in {}", visible(&self.file)), columns).into_owned());
        } else if self.totals_only {
            lines = String::from_utf8_lossy(&self.totals()).lines().map(without_tab).collect();
            let room = rows.saturating_sub(below.len()).max(1);
            if lines.len() > room {
                let hidden = lines.split_off(room - 1).len();
                lines.push(format!("   \u{2026} +{hidden}"));
            }
        } else {
            let board = self.board();
            height = usize::from(board.height(rows.saturating_sub(below.len()) as u16));
            board.render(Rect { height: height as u16, ..area }, frame.buffer_mut());
        }
        if height + lines.len() + below.len() < rows {
            lines.push(String::new());
        }
        lines.extend(below);
        for (line, y) in lines.iter().zip(area.y + height as u16..area.bottom()) {
            frame.buffer_mut().set_stringn(area.x, y, line, columns, ratatui::style::Style::new());
        }
        let last = (height + lines.len()).min(rows.saturating_sub(1));
        frame.set_cursor_position((0, last as u16));
    }

    /// What is printed at the end: all games, whatever the height of the window.
    fn result(&self) -> Vec<u8> {
        let mut result = Vec::new();
        if self.totals_only {
            result = self.totals();
        } else if !self.games.players.is_empty() {
            let players = self.games.players.iter();
            let rows =
                players.clone().map(|player| BoardRow { name: (&player.name).into(), card: Some(player.game.clone()) });
            let rows: Vec<BoardRow<'_>> = rows.collect();
            let cell = players.map(|player| cell_width(player.game.rules())).max().unwrap_or_default();
            let columns = columns_of(io::stdout()).filter(|&columns| columns > 0);
            Painter::new(self.paint).draw_folded(&rows, cell, columns, &mut result);
        }
        result.extend(self.board().winner().into_iter().flat_map(|winner| (winner + "\n").into_bytes()));
        result
    }
}
