//! `bowling play`: keeps score of a live game.
//!
//! `live_match` knows whose turn it is, and `journal` saves every roll. On a terminal, the game is a `state` that keys
//! change and that is drawn in place (`live` connects it with the screen; `entry` is what can be typed, `line` the line
//! being edited, `setup` the questions before the game). Elsewhere, `prompts` asks and prints line by line, on a
//! `terminal`. All wording is in `messages`.

mod entry;
mod journal;
mod line;
mod live;
mod live_match;
mod messages;
mod prompts;
mod setup;
mod state;
mod terminal;

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, anyhow};

use super::args::{Lang, PlayArgs};
use super::color::Paint;
use super::diagnostic::{print_error, reason};
use super::format::Painter;
use super::input::MOST_PLAYERS;
use super::screen;
use super::signals::act_on;
use super::status::Status;
use crate::game::Rules;

use journal::Journal;
pub use journal::journal_totals;
use live::{Ending, Live, PlayError};
use live_match::{Match, Name, first_duplicate};
use messages::Message;
use prompts::{Answer, Prompts};
use state::State;
use terminal::{Terminal, TerminalError};

/// Plays a game to its end, or to the end of the input.
#[must_use]
pub fn run(args: &PlayArgs) -> Status {
    match play(args) {
        Ok(status) => status,
        // A closed pipe (EPIPE) is not reported.
        Err(error) if matches!(error.downcast_ref(), Some(TerminalError::Closed)) => Status::Wrong,
        Err(error) => {
            print_error(&format_args!("{error:#}"));
            Status::Failed
        }
    }
}

fn play(args: &PlayArgs) -> anyhow::Result<Status> {
    let table = Table::open(args)?;
    if screen::is_possible() && io::stdin().is_terminal() { play_on_screen(table) } else { play_by_lines(table) }
}

/// What is known before the first question.
struct Table<'a> {
    /// The players that the command line names.
    given: Vec<Name>,
    /// The match in the journal.
    saved: Option<Match>,
    rules: Rules,
    journal: Option<Journal>,
    path: Option<&'a Path>,
    lang: Lang,
    paint: Paint,
}

impl<'a> Table<'a> {
    fn open(args: &'a PlayArgs) -> anyhow::Result<Self> {
        let lang = args.lang.unwrap_or_else(|| messages::from_locale(|name| std::env::var(name).ok()));
        let mut table = Self {
            given: names(&args.names, lang)?,
            saved: None,
            rules: args.rules.rules.unwrap_or_default(),
            journal: None,
            path: args.journal.as_deref(),
            lang,
            paint: args.color.color.paint(io::stdout().is_terminal()),
        };
        if let Some(path) = table.path {
            let opened = Journal::open(path, &table.given, args.rules.rules).map_err(worded);
            let (journal, saved, rules) = opened.with_context(|| table.place())?;
            (table.journal, table.saved, table.rules) = (Some(journal), saved, rules);
        }
        Ok(table)
    }

    /// The name of the journal in messages.
    fn place(&self) -> String {
        self.path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
    }

    fn prompts(&self) -> Prompts {
        Prompts { terminal: Terminal::open(), lang: self.lang, painter: Painter::new(self.paint) }
    }

    /// The match to play. Names are asked for if neither the journal nor the command line has them.
    fn players<E>(&self, ask: impl FnOnce() -> Result<Option<Vec<Name>>, E>) -> Result<Option<Match>, E> {
        let names = match &self.saved {
            Some(players) => return Ok(Some(players.clone())),
            None if self.given.is_empty() => ask()?,
            None => Some(self.given.clone()),
        };
        Ok(names.map(|names| Match::new(names, self.rules)))
    }

    fn is_torn(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.torn)
    }

    /// Prepares the journal for rolls.
    fn begin(&mut self, players: &Match) -> anyhow::Result<()> {
        let is_new = self.saved.is_none();
        let begun = self.journal.as_mut().map_or(Ok(()), |journal| journal.begin(players, is_new));
        begun.map_err(|error| worded(error.into())).with_context(|| self.place())
    }

    /// An error of the journal during the game.
    fn not_saved(&self, error: &io::Error) -> anyhow::Error {
        anyhow!("the last entry is not saved: {}", reason(error)).context(self.place())
    }

    /// How a game starts that is in the journal already.
    fn greeting(&self, players: &Match) -> Option<String> {
        let rolls = players.rolls();
        match players.turn() {
            None => Some(Message::Over.text(self.lang, &[])),
            Some(_) if rolls > 0 => Some(Message::Continues.text(self.lang, &[("rolls", &rolls)])),
            Some(_) => None,
        }
    }
}

/// The status of a game that has ended.
fn status(players: &Match) -> Status {
    if players.turn().is_none() { Status::Good } else { Status::Wrong }
}

/// Plays on a terminal, drawn in place.
fn play_on_screen(mut table: Table<'_>) -> anyhow::Result<Status> {
    let live = Live::open().map_err(TerminalError::Write)?;
    let mut by_signal = None;
    let asked = table.players(|| -> io::Result<_> {
        Ok(match live.ask_names(table.lang)? {
            Ok(names) => Some(names),
            Err(Ending::Chosen) => None,
            Err(Ending::Signal(signal)) => {
                by_signal = Some(signal);
                None
            }
        })
    });
    let Some(players) = asked.map_err(TerminalError::Write)? else {
        live.close();
        return end(by_signal, Status::Wrong);
    };
    table.begin(&players)?;
    let greeting = table.greeting(&players).filter(|_| players.turn().is_some());
    let cut_short = table.is_torn().then(|| Message::CutShort.text(table.lang, &[]));
    let note: Vec<String> = cut_short.into_iter().chain(greeting).collect();

    let mut state = State::new(players, table.lang, table.paint, note.join("\n"));
    let mut prompts = table.prompts();
    let mut journal = table.journal.take();
    let left = live.play(
        &mut state,
        |changes| journal.as_mut().map_or(Ok(()), |journal| journal.save(changes)),
        |players| prompts.result(players),
    );
    prompts.terminal.columns = Some(live.columns());
    live.close();
    // After SIGHUP the terminal is gone, and nobody reads the result.
    let printed = prompts.end(&state.live);
    match left {
        Ok(Ending::Chosen) => printed.map(|()| status(&state.live)).map_err(Into::into),
        Ok(Ending::Signal(signal)) => end(Some(signal), status(&state.live)),
        Err(PlayError::Save(error)) => Err(table.not_saved(&error)),
        Err(PlayError::Screen(error)) => Err(TerminalError::Write(error).into()),
    }
}

/// Ends the program by a signal, if there was one.
fn end(signal: Option<i32>, status: Status) -> anyhow::Result<Status> {
    signal.map_or(Ok(()), act_on)?;
    Ok(status)
}

/// Asks for roll after roll, line by line.
fn play_by_lines(mut table: Table<'_>) -> anyhow::Result<Status> {
    let mut prompts = table.prompts();
    let Some(mut players) = table.players(|| prompts.ask_names())? else { return Ok(Status::Wrong) };
    if table.is_torn() {
        print_error(&format_args!("{}: the last line is cut short and ignored", table.place()));
    }
    table.begin(&players)?;
    if let Some(greeting) = table.greeting(&players) {
        prompts.terminal.write((greeting + "\n").as_bytes())?;
    }
    rounds(&mut prompts, &mut players, &mut table)?;
    prompts.end(&players)?;
    Ok(status(&players))
}

/// Puts an I/O error in the system's words, and keeps any other error.
fn worded(error: anyhow::Error) -> anyhow::Error {
    error.downcast::<io::Error>().map_or_else(|other| other, |error| anyhow!(reason(&error)))
}

/// The players of the command line.
fn names(given: &[String], lang: Lang) -> anyhow::Result<Vec<Name>> {
    let name = |text: &String| Name::new(text).ok_or_else(|| anyhow!("{text}: {}", Message::BadName.text(lang, &[])));
    let names: Vec<Name> = given.iter().map(name).collect::<Result<_, _>>()?;
    match first_duplicate(&names) {
        Some(name) => Err(anyhow!(Message::TakenName.text(lang, &[("name", name)]))),
        None if names.len() > MOST_PLAYERS => Err(anyhow!(Message::BadPeople.text(lang, &[("most", &MOST_PLAYERS)]))),
        None => Ok(names),
    }
}

/// Asks for roll after roll until the game is over or the input ends.
fn rounds(prompts: &mut Prompts, live: &mut Match, table: &mut Table<'_>) -> anyhow::Result<()> {
    if live.turn().is_some() {
        prompts.board(live)?;
    }
    while let Some(player) = live.turn() {
        let saved = match prompts.ask_roll(player)? {
            None => break,
            Some(Answer::Help) => {
                prompts.print(Message::Help, &[])?;
                continue;
            }
            Some(Answer::Number) => {
                prompts.refuse(player, false)?;
                continue;
            }
            Some(Answer::Other) => {
                prompts.refuse(player, true)?;
                continue;
            }
            Some(Answer::Roll(symbol)) => {
                let player = player.clone();
                let Ok(rolled) = live.roll(symbol) else {
                    prompts.refuse(&player, false)?;
                    continue;
                };
                table.journal.as_mut().map_or(Ok(()), |journal| journal.roll(rolled))
            }
            Some(Answer::Undo) => {
                let Some(player) = live.undo() else {
                    prompts.print(Message::NothingToUndo, &[])?;
                    continue;
                };
                table.journal.as_mut().map_or(Ok(()), |journal| journal.undo(player))
            }
        };
        saved.map_err(|error| table.not_saved(&error))?;
        prompts.board(live)?;
    }
    Ok(())
}
