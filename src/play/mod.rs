//! `bowling play`: keeps the score of a game being played. `main` calls [`run`].
//!
//! [`party`] knows whose turn it is, [`talk`] holds the conversation (worded in [`words`], over a
//! [`console`]), [`journal`] keeps every roll.

mod console;
mod journal;
mod party;
mod talk;
mod words;

use std::io::{self, IsTerminal};

use anyhow::{Context, anyhow};

use crate::cli::{Lang, PlayArgs};
use crate::diagnostic::{complain, reason};
use crate::exit::Status;
use crate::filter::paint;
use crate::parse::log::MOST_PLAYERS;

use console::{Console, Trouble};
use journal::Journal;
use party::{Name, Party, twice};
use talk::{Entry, Talk};
use words::{Word, say};

/// Plays a game to its end, or to the end of the input.
#[must_use]
pub fn run(args: &PlayArgs) -> Status {
    match play(args) {
        Ok(status) => status,
        // Who listens no longer wants no word about it.
        Err(error) if matches!(error.downcast_ref(), Some(Trouble::Closed)) => Status::Wrong,
        Err(error) => {
            complain(&format_args!("{error:#}"));
            Status::Trouble
        }
    }
}

fn play(args: &PlayArgs) -> anyhow::Result<Status> {
    let lang = args.lang.unwrap_or_else(|| words::from_locale(|name| std::env::var(name).ok()));
    let given = names(&args.names, lang)?;
    let path = args.journal.as_deref();
    let place = || path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let (mut journal, held, rules) = match path {
        Some(path) => {
            let (journal, held, rules) = Journal::open(path, &given, args.rules).with_context(place)?;
            (Some(journal), held, rules)
        }
        None => (None, None, args.rules.unwrap_or_default()),
    };
    let mut talk = Talk { console: Console::open(), lang, paint: paint(args.color, io::stdout().is_terminal()) };
    let new = held.is_none();
    let mut party = match held {
        Some(party) => party,
        None if !given.is_empty() => Party::new(given, rules),
        None => match talk.ask_names()? {
            Some(names) => Party::new(names, rules),
            None => return Ok(Status::Wrong),
        },
    };
    if let Some(journal) = &mut journal {
        if journal.is_torn() {
            complain(&format_args!("{}: the last line is cut short and left out", place()));
        }
        journal.begin(&party, new).map_err(|error| anyhow!(reason(&error))).with_context(place)?;
    }
    let rolls = party.rolls();
    match party.turn() {
        None => talk.say(Word::Over, &[])?,
        Some(_) if rolls > 0 => talk.say(Word::GoesOn, &[("rolls", &rolls)])?,
        Some(_) => {}
    }
    rounds(&mut talk, &mut party, journal.as_mut(), &place)?;
    talk.end(&party)?;
    Ok(if party.turn().is_none() { Status::Good } else { Status::Wrong })
}

/// The players of the command line.
fn names(given: &[String], lang: Lang) -> anyhow::Result<Vec<Name>> {
    let name = |text: &String| Name::new(text).ok_or_else(|| anyhow!("{text}: {}", say(Word::BadName, lang, &[])));
    let names: Vec<Name> = given.iter().map(name).collect::<Result<_, _>>()?;
    match twice(&names) {
        Some(name) => Err(anyhow!(say(Word::TakenName, lang, &[("name", name)]))),
        None if names.len() > MOST_PLAYERS => Err(anyhow!(say(Word::BadPeople, lang, &[("most", &MOST_PLAYERS)]))),
        None => Ok(names),
    }
}

/// Asks for roll after roll until the game is over or the input ends.
fn rounds(
    talk: &mut Talk,
    party: &mut Party,
    mut journal: Option<&mut Journal>,
    place: &dyn Fn() -> String,
) -> anyhow::Result<()> {
    let kept = |written: io::Result<()>| {
        written.map_err(|error| anyhow!("the last entry is not kept: {}", reason(&error))).with_context(place)
    };
    if party.turn().is_some() {
        talk.board(party)?;
    }
    while let Some(player) = party.turn() {
        match talk.ask_roll(player)? {
            None => break,
            Some(Entry::Help) => talk.say(Word::Help, &[])?,
            Some(Entry::Number) => talk.refuse(player, false)?,
            Some(Entry::Other) => talk.refuse(player, true)?,
            Some(Entry::Roll(symbol)) => {
                let player = player.clone();
                let Ok(rolled) = party.roll(symbol) else {
                    talk.refuse(&player, false)?;
                    continue;
                };
                kept(journal.as_mut().map_or(Ok(()), |journal| journal.roll(rolled)))?;
                talk.board(party)?;
            }
            Some(Entry::Undo) => {
                let Some(player) = party.undo() else {
                    talk.say(Word::NothingToUndo, &[])?;
                    continue;
                };
                kept(journal.as_mut().map_or(Ok(()), |journal| journal.undo(player)))?;
                talk.board(party)?;
            }
        }
    }
    Ok(())
}

/// What `play` makes of a journal, to be held against what the filter makes of it: for the fuzz target.
#[must_use]
pub fn journal_totals(text: &[u8]) -> Option<String> {
    journal::totals(text)
}
