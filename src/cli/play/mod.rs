//! `bowling play`: keeps score of a live game.
//!
//! A `session` is the engine: a match (`live_match`), what can be typed (`entry`, `commands`),
//! and the `journal` that saves every change. It has two faces that differ in how they ask and show: `lines` for
//! pipes, and a `screen`.

mod commands;
mod entry;
mod journal;
mod lines;
mod live_match;
mod names;
#[cfg(feature = "screen")]
mod screen;
mod session;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::color::{Color, Paint};
use super::diagnostic::print_error;
use super::monitor::messages::Lang;
use super::status::Status;
use crate::game::Rules;

pub use journal::journal_totals;
use live_match::Match;

/// The options of the command line.
#[derive(Debug, Default)]
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

impl PlayOptions {
    /// The name of the journal in messages.
    fn place(&self) -> String {
        self.journal.as_ref().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
    }

    fn paint(&self) -> Paint {
        self.color.paint(io::stdout().is_terminal())
    }
}

/// Plays a game to its end, or to the end of the input.
pub fn run(options: &PlayOptions) -> Status {
    #[cfg(feature = "screen")]
    let played = if screen::is_available() { screen::play(options) } else { lines::play(options) };
    #[cfg(not(feature = "screen"))]
    let played = lines::play(options);
    let is_closed_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    played.unwrap_or_else(|error| {
        // A closed pipe is not reported.
        if error.downcast_ref::<io::Error>().is_some_and(is_closed_pipe) {
            return Status::Wrong;
        }
        print_error(&format_args!("{error:#}"));
        Status::Failed
    })
}

/// The status of a game that has ended.
fn status(live: &Match) -> Status {
    if live.turn().is_none() { Status::Good } else { Status::Wrong }
}
