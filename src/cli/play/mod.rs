//! `bowling play`: keeps score of a live game.
//!
//! A `session` is the engine: a match (`live_match`), what can be typed (`entry`, `commands`),
//! and the `journal` that saves every change. It has two faces that differ in how they ask and show: `lines` for
//! pipes, and a `screen`. All wording is in `messages` and `commands`.

mod commands;
mod entry;
mod journal;
mod lines;
mod live_match;
mod messages;
mod name;
mod report;
#[cfg(feature = "screen")]
mod screen;
mod session;
mod setup;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;

use super::color::{Color, Paint};
use super::diagnostic::print_error;
use super::status::Status;
use super::text::visible;
use crate::game::{Game, Rules};

use journal::Journal;
pub use journal::journal_totals;
use live_match::Match;
pub use messages::Lang;
use messages::Message;
use name::Name;
use session::{Session, Store};
use setup::{Setup, all_names};

/// What is asked for on the command line.
#[derive(Debug)]
pub struct PlayOptions {
    /// The players; asked for if there are none.
    pub names: Vec<String>,
    pub journal: Option<PathBuf>,
    /// By default that of the locale.
    pub lang: Option<Lang>,
    pub rules: Option<Rules>,
    pub color: Color,
    /// Whether a screen has words of joy.
    pub cheers: bool,
}

/// Plays a game to its end, or to the end of the input.
pub fn run(options: &PlayOptions) -> Status {
    match play(options) {
        Ok(status) => status,
        // A closed pipe (EPIPE) is not reported.
        Err(error) if is_closed_pipe(&error) => Status::Wrong,
        Err(error) => {
            print_error(&format_args!("{error:#}"));
            Status::Failed
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn play(options: &PlayOptions) -> anyhow::Result<Status> {
    let table = Table::open(options)?;
    #[cfg(feature = "screen")]
    if screen::is_available() {
        return screen::play(table);
    }
    play_by_lines(table)
}

/// What is known before the first question.
struct Table<'a> {
    options: &'a PlayOptions,
    /// The match in the journal, or of the players that the command line names.
    known: Option<Match>,
    rules: Rules,
    journal: Option<Journal>,
    lang: Lang,
    paint: Paint,
}

impl<'a> Table<'a> {
    fn open(options: &'a PlayOptions) -> anyhow::Result<Self> {
        let lang = options.lang.unwrap_or_else(|| messages::from_locale(|name| std::env::var(name).ok()));
        let paint = options.color.paint(io::stdout().is_terminal());
        let mut table =
            Self { options, known: None, rules: options.rules.unwrap_or_default(), journal: None, lang, paint };
        let given = names(&options.names, lang)?;
        if let Some(path) = &options.journal {
            let opened = Journal::open(path, &given, options.rules).with_context(|| table.place())?;
            (table.journal, table.known, table.rules) = (Some(opened.0), opened.1, opened.2);
        }
        if table.known.is_none() && !given.is_empty() {
            table.known = Some(Match::new(given, table.rules));
        }
        Ok(table)
    }

    /// The name of the journal in messages.
    fn place(&self) -> String {
        self.options.journal.as_ref().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The match to play. Names are asked for if neither the journal nor the command line has them.
    fn players<E>(&mut self, ask: impl FnOnce(Setup) -> Result<Option<Vec<Name>>, E>) -> Result<Option<Match>, E> {
        match self.known.take() {
            Some(players) => Ok(Some(players)),
            None => Ok(ask(Setup::new(self.lang))?.map(|names| Match::new(names, self.rules))),
        }
    }

    fn is_torn(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.torn)
    }

    /// Starts the game and prepares its journal.
    fn begin(&mut self, players: Match, several: bool) -> anyhow::Result<Session> {
        let place = self.place();
        let (mut store, mut earlier): (Option<Store>, _) = (None, Vec::new());
        if let Some(mut journal) = self.journal.take() {
            earlier = std::mem::take(&mut journal.finished);
            journal.begin(&players).with_context(|| place.clone())?;
            let not_saved = format!("{place}: the last entry is not saved");
            store = Some(Box::new(move |lines| journal.append(lines).with_context(|| not_saved.clone())));
        }
        Ok(Session::new(players, earlier, self.lang, several, store))
    }

    /// How a game that is not over can be continued, as a line.
    fn how_to_continue(&self, players: &Match) -> String {
        let text = match &self.options.journal {
            _ if players.turn().is_none() => return String::new(),
            None => Message::NoContinue.text(self.lang, &[]),
            Some(path) if !journal::belongs_to(path, players) => Message::LostJournal.text(self.lang, &[]),
            Some(_) => {
                let lang = self.options.lang.and_then(|lang| lang.to_possible_value());
                let lang = lang.map(|lang| format!(" --lang {}", lang.get_name())).unwrap_or_default();
                // A file such as `-x` would be taken for an option.
                let sign = if self.place().starts_with('-') { '=' } else { ' ' };
                let command = format!("bowling play{lang} --journal{sign}{}", quoted(&self.place()));
                Message::Continue.text(self.lang, &[("command", &command)])
            }
        };
        text + "\n"
    }

    /// What is said first if the journal has a part of the game.
    fn greeting(&self, players: &Match) -> Option<String> {
        let rolls = players.rolls();
        (rolls > 0 && players.turn().is_some()).then(|| Message::Continues.text(self.lang, &[("rolls", &rolls)]))
    }
}

/// The status of a game that has ended.
fn status(players: &Match) -> Status {
    if players.turn().is_none() { Status::Good } else { Status::Wrong }
}

/// Asks for roll after roll, line by line.
fn play_by_lines(mut table: Table<'_>) -> anyhow::Result<Status> {
    let Some(players) = table.players(lines::ask_names)? else { return Ok(Status::Wrong) };
    if table.is_torn() {
        print_error(&format_args!("{}: the last line is cut short and ignored", table.place()));
    }
    let greeting = table.greeting(&players);
    let mut session = table.begin(players, false)?;
    if let Some(greeting) = greeting {
        lines::print(&greeting)?;
    }
    lines::play(&mut session, table.paint)?;
    let live = &session.live;
    lines::write(&report::board(live, table.paint, None))?;
    lines::write(report::totals(live, Game::score).as_bytes())?;
    if let Some(last_line) = report::winner(live, table.lang) {
        lines::print(&last_line)?;
    }
    if lines::has_echo() {
        lines::write(table.how_to_continue(&session.live).as_bytes())?;
    }
    Ok(status(&session.live))
}

/// A word of a command line, quoted for a shell where that is necessary.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-+@%".contains(sign);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", visible(word).replace('\'', "'\\''")) }
}

/// The players of the command line.
fn names(given: &[String], lang: Lang) -> anyhow::Result<Vec<Name>> {
    all_names(given.iter().map(String::as_str), Name::given, lang).map_err(anyhow::Error::msg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::read::MOST_PLAYERS;

    #[test]
    fn as_many_players_as_fit_may_be_named() {
        let given: Vec<String> = (0..=MOST_PLAYERS).map(|number| format!("P{number}")).collect();
        assert!(names(&given[1..], Lang::En).is_ok() && names(&given, Lang::En).is_err());
    }

    #[test]
    fn a_word_is_quoted_for_a_shell_where_that_is_necessary() {
        for (word, expected) in [("/tmp/a-b_1.log", "/tmp/a-b_1.log"), ("a b", "'a b'"), ("it's", r"'it'\''s'")] {
            assert_eq!(quoted(word), expected);
        }
    }
}
