//! `bowling play`: keeps score of a live game.
//!
//! `live_match` knows whose turn it is, `prompts` asks and prints (worded in `messages`, on a
//! `terminal`), and `journal` saves every roll.

mod journal;
mod live_match;
mod messages;
mod prompts;
mod terminal;

use std::io::{self, IsTerminal};

use anyhow::{Context, anyhow};

use super::args::{Lang, PlayArgs};
use super::diagnostic::{complain, reason};
use super::format::Painter;
use super::input::MOST_PLAYERS;
use super::status::Status;

use journal::Journal;
pub use journal::journal_totals;
use live_match::{Match, Name, first_duplicate};
use messages::Message;
use prompts::{Entry, Prompts};
use terminal::{Terminal, TerminalError};

/// Plays a game to its end, or to the end of the input.
#[must_use]
pub fn run(args: &PlayArgs) -> Status {
    match play(args) {
        Ok(status) => status,
        // A closed pipe (EPIPE) is not reported.
        Err(error) if matches!(error.downcast_ref(), Some(TerminalError::Closed)) => Status::Wrong,
        Err(error) => {
            complain(&format_args!("{error:#}"));
            Status::Failed
        }
    }
}

fn play(args: &PlayArgs) -> anyhow::Result<Status> {
    let lang = args.lang.unwrap_or_else(|| messages::from_locale(|name| std::env::var(name).ok()));
    let given = names(&args.names, lang)?;
    let path = args.journal.as_deref();
    let place = || path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let (mut journal, saved, rules) = match path {
        Some(path) => {
            let (journal, saved, rules) =
                Journal::open(path, &given, args.rules.rules).map_err(worded).with_context(place)?;
            (Some(journal), saved, rules)
        }
        None => (None, None, args.rules.rules.unwrap_or_default()),
    };
    let painter = Painter::new(args.color.color.paint(io::stdout().is_terminal()));
    let mut prompts = Prompts { terminal: Terminal::open(), lang, painter };
    let is_new = saved.is_none();
    let mut live = match saved {
        Some(live) => live,
        None if !given.is_empty() => Match::new(given, rules),
        None => match prompts.ask_names()? {
            Some(names) => Match::new(names, rules),
            None => return Ok(Status::Wrong),
        },
    };
    if let Some(journal) = &mut journal {
        if journal.torn {
            complain(&format_args!("{}: the last line is cut short and ignored", place()));
        }
        journal.begin(&live, is_new).map_err(|error| worded(error.into())).with_context(place)?;
    }
    let rolls = live.rolls();
    match live.turn() {
        None => prompts.print(Message::Over, &[])?,
        Some(_) if rolls > 0 => prompts.print(Message::Continues, &[("rolls", &rolls)])?,
        Some(_) => {}
    }
    rounds(&mut prompts, &mut live, journal.as_mut(), &place)?;
    prompts.end(&live)?;
    Ok(if live.turn().is_none() { Status::Good } else { Status::Wrong })
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
fn rounds(
    prompts: &mut Prompts,
    live: &mut Match,
    mut journal: Option<&mut Journal>,
    place: &dyn Fn() -> String,
) -> anyhow::Result<()> {
    let saved = |written: io::Result<()>| {
        written.map_err(|error| anyhow!("the last entry is not saved: {}", reason(&error))).with_context(place)
    };
    if live.turn().is_some() {
        prompts.board(live)?;
    }
    while let Some(player) = live.turn() {
        match prompts.ask_roll(player)? {
            None => break,
            Some(Entry::Help) => prompts.print(Message::Help, &[])?,
            Some(Entry::Number) => prompts.refuse(player, false)?,
            Some(Entry::Other) => prompts.refuse(player, true)?,
            Some(Entry::Roll(symbol)) => {
                let player = player.clone();
                let Ok(rolled) = live.roll(symbol) else {
                    prompts.refuse(&player, false)?;
                    continue;
                };
                saved(journal.as_mut().map_or(Ok(()), |journal| journal.roll(rolled)))?;
                prompts.board(live)?;
            }
            Some(Entry::Undo) => {
                let Some(player) = live.undo() else {
                    prompts.print(Message::NothingToUndo, &[])?;
                    continue;
                };
                saved(journal.as_mut().map_or(Ok(()), |journal| journal.undo(player)))?;
                prompts.board(live)?;
            }
        }
    }
    Ok(())
}
