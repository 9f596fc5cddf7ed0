//! The screen of `--follow`: the monitor of a lane, or its totals.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::Sender;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Stylize;
use ratatui::text::Line;

use crate::cli::color::Paint;
use crate::cli::event::{Consumer, Event};
use crate::cli::filter::Filter;
use crate::cli::monitor::board::{Board, RED};
use crate::cli::monitor::messages::Lang;
use crate::cli::monitor::players::{Earlier, Player, printed_board, winner};
use crate::cli::monitor::screen::{Input, Screen, ScreenEvent, draw_below, interrupt, wrap_within};
use crate::cli::run::{Checks, Run, Sink, Writer};
use crate::cli::source::{Source, outputs};
use crate::cli::status::Status;
use crate::cli::system::{columns_of, has_screen};
use crate::cli::text::{cut, visible};
use crate::cli::write::{OutputFormat, write_total};

/// How many lines of diagnostics are shown below the board.
const SHOWN_LINES: usize = 4;
/// How many diagnostics are kept and printed at the end. Bounds memory.
const MOST_DIAGNOSTICS: usize = 1000;

const CONTROL_C: KeyEvent = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);

/// Whether the games of a source are shown in place.
pub fn can_show(filter: &Filter, source: &Source) -> bool {
    let in_place = filter.writes(OutputFormat::Board) || filter.writes(OutputFormat::Totals);
    // Echo typed input: it would be hidden by a screen.
    let is_typed = !matches!(source, Source::Path(_)) && io::stdin().is_terminal();
    in_place && !is_typed && has_screen()
}

/// A message from the reader of the log to the screen.
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

/// Collects the games of the match that goes on.
#[derive(Default)]
struct Collector {
    /// The games as they were reported last, and those of the report that goes on.
    last: Games,
    next: Vec<Player>,
    /// The line in which the match began.
    first_line: u64,
    /// The games of its players before it.
    earlier: HashMap<String, Earlier>,
}

impl Collector {
    fn start_match(&mut self, first_line: u64) {
        let players = std::mem::take(&mut self.last.players).into_iter();
        // Someone who joins later has no series.
        let players = players.filter(|player| self.last.number < 2 || player.earlier.is_some());
        self.earlier = players.map(|player| (player.name.clone(), player.so_far())).collect();
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
                let earlier = self.earlier.get(&name).copied();
                self.next.push(Player { name, game: game.clone(), earlier });
            }
            Event::EndGroup | Event::EndMatch if !self.next.is_empty() => {
                self.last.players = std::mem::take(&mut self.next);
                *out = vec![self.last.clone()];
            }
            _ => {}
        }
    }
}

/// Without a receiver, the program is ending.
impl Sink<Games> for Sender<ScreenEvent<LogEvent>> {
    fn take(&mut self, output: &mut Vec<Games>) -> io::Result<()> {
        output.drain(..).for_each(|games| drop(self.send(ScreenEvent::Sent(LogEvent::Games(games)))));
        Ok(())
    }

    fn diagnose(&mut self, diagnostics: &[u8]) {
        drop(self.send(ScreenEvent::Sent(LogEvent::Diagnostics(diagnostics.to_vec()))));
    }
}

/// Shows the games in place.
pub fn show(filter: &Filter, source: &Source) -> io::Result<Status> {
    // An error here is reported before the screen is used.
    let bytes = source.follow(&outputs(true))?;
    let (read, file) = (filter.options.read.clone(), source.name());
    let mut screen = Screen::open(filter.style.paint)?;
    let sender = screen.sender();
    std::thread::Builder::new().spawn(move || {
        // A colored line cannot be cut to the window.
        let run = Run::new(&read, Checks::default(), Some(1), &|| Box::new(Collector::default()));
        let mut writer = Writer::new(sender, None);
        let mut unread = Ok(());
        let shown = run.read([(file, Ok(bytes))], &mut writer, &mut |_, error| unread = Err(error));
        let ended = shown.and(unread).map(|()| writer.status);
        drop(writer.sink.send(ScreenEvent::Sent(LogEvent::Ended(ended))));
    })?;

    let mut shown = Shown {
        file: source.name(),
        totals_only: filter.writes(OutputFormat::Totals),
        lang: filter.options.lang.unwrap_or_else(Lang::from_environment),
        paint: filter.style.paint,
        games: Games::default(),
        diagnostics: Vec::new(),
    };
    let ended = screen.run(&mut shown, Shown::draw, |shown, input| match input {
        Input::Sent(event) => shown.take(event).map(Ok),
        Input::Key(key) if key == CONTROL_C => Some(Err(interrupt())),
        Input::Key(_) => None,
    });
    drop(screen);
    // Errors are ignored: the terminal may be gone.
    let _ = io::stdout().write_all(&shown.result()).and_then(|()| io::stdout().flush());
    let diagnostics: String = shown.diagnostics.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let _ = io::stderr().write_all(diagnostics.as_bytes());
    ended.and_then(|ended| ended).unwrap_or_else(|interruption| interruption.act().map(|()| Status::Failed))
}

/// The content of the screen.
struct Shown {
    file: String,
    totals_only: bool,
    lang: Lang,
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

    /// Who has won; otherwise which match of several it is and who leads, if there is room beside the players.
    fn status(&self, board: &Board<'_>, rows: usize) -> Option<String> {
        let Games { number, players } = &self.games;
        let game = (*number > 1).then(|| self.lang.game(number) + ".");
        let status = || game.into_iter().chain(board.leader()).reduce(|game, leader| game + " " + &leader);
        winner(players, self.lang).or_else(|| status().filter(|_| rows > players.len() + 3))
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let (columns, rows) = (usize::from(frame.area().width), usize::from(frame.area().height));
        let board = Board::new(&self.games.players, self.lang, !self.totals_only);
        // The header and the players stay, as long as a line is left for the last diagnostic.
        let room = rows.saturating_sub(self.games.players.len() + 2).clamp(1, SHOWN_LINES).min(rows.saturating_sub(2));
        let mut below: Vec<Line<'_>> = self.status(&board, rows).map(Line::from).into_iter().collect();
        let mut recent = Vec::new();
        for diagnostic in self.diagnostics.iter().rev().take(room) {
            recent.splice(0..0, wrap_within(diagnostic, columns, room - recent.len()));
        }
        below.extend(recent.into_iter().map(|line| Line::from(line.fg(RED))));
        if self.games.players.is_empty() {
            let waiting = self.lang.waiting(&visible(&self.file));
            below.insert(0, cut(&waiting, columns).into_owned().into());
        }
        let height = board.height(rows.saturating_sub(below.len()));
        if height > 0 && height + below.len() < rows {
            below.insert(0, Line::default());
        }
        let last = below.len();
        draw_below(&board, height, below, (0, last), frame);
    }

    /// The text that is printed at the end: all games, whatever the height of the window.
    fn result(&self) -> Vec<u8> {
        let players = &self.games.players;
        let mut result = Vec::new();
        if self.totals_only {
            for Player { name, game, .. } in players {
                write_total(name, Some(game.score()), Paint::Plain, &mut result);
            }
        } else if !players.is_empty() {
            result = printed_board(players, self.paint, columns_of(io::stdout()));
        }
        result.extend(winner(players, self.lang).into_iter().flat_map(|winner| (winner + "\n").into_bytes()));
        result
    }
}
