//! Logs: rolls of several players, a line each, gathered by name until a blank line ends the match.

use std::collections::HashMap;

use super::scorer::Lines;
use super::{Rendered, Settings};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Rules};
use crate::input::{Chunk, directed};
use crate::output::{Format, Record};
use crate::parse::error::{LineError, Problem};
use crate::parse::log::{self, MOST_PLAYERS};
use crate::parse::sheet::{Kind, kind};
use crate::sheet::{bowl, frame_of, is_text};

/// So many bytes of names are kept in one match.
const MOST_NAMES: usize = 1024 * 1024;

/// A match being read.
#[derive(Default)]
pub struct LaneLog {
    players: Vec<Player>,
    by_name: HashMap<String, usize>,
    names: usize,
    boards: bool,
}

struct Player {
    name: Option<String>,
    /// The line of the first roll, and of the last one.
    line: u64,
    last: u64,
    game: Game,
    error: Option<(u64, LineError)>,
}

impl LaneLog {
    /// Reads the lines of a chunk; a match that ends in it is written.
    pub fn chunk(
        &mut self,
        settings: &Settings,
        file: &str,
        chunk: &Chunk,
        format: &mut dyn Format,
        rendered: &mut Rendered,
    ) {
        let mut rules = chunk.rules.clone();
        let last = Lines::new(chunk).last().map_or(0, |(number, _)| number);
        self.boards |= chunk.apart;
        for (number, line) in Lines::new(chunk) {
            let torn = chunk.torn && number == last;
            match kind(line) {
                Kind::Blank => self.end(settings, file, format, rendered),
                Kind::Rules(name) => rules = directed(name, settings.rules),
                // Who is missing in it nobody can tell, and no roll has followed.
                Kind::Players(_) if torn => cut_short(settings, file, number, rendered),
                Kind::Players(names) => {
                    for name in names.split_whitespace() {
                        let _ = self.player(name, number, rules.clone().unwrap_or_default());
                    }
                }
                Kind::Comment => {}
                Kind::Game => {
                    let by = rules.clone().unwrap_or_default();
                    let wrong = match &rules {
                        Ok(_) => self.line(line, number, by),
                        Err(problem) => Err((None, LineError::new(line, 0, None, problem.clone()))),
                    };
                    if let Err((player, error)) = wrong {
                        if torn && is_cut_short(line) {
                            cut_short(settings, file, number, rendered);
                            continue;
                        }
                        self.wrong(settings, file, (number, player, error), by, rendered);
                    }
                }
            }
        }
    }

    /// One roll. An error says whose game it is in, where that is known.
    fn line(&mut self, line: &[u8], number: u64, rules: Rules) -> Result<(), (Option<usize>, LineError)> {
        is_text(line).map_err(|error| (None, error))?;
        let error = |at, frame, problem| LineError::new(line, at, frame, problem);
        let entry = match log::read(line) {
            Ok(entry) => entry,
            Err((name, at, problem)) => {
                let player = name.and_then(|name| self.player(name, number, rules).ok());
                let frame = player.map(|player| frame_of(&self.players[player].game));
                return Err((player, error(at, frame, problem)));
            }
        };
        let player = self.player(entry.name, number, rules).map_err(|problem| (None, error(0, None, problem)))?;
        let Player { game, error: wrong, last, .. } = &mut self.players[player];
        *last = number;
        let frame = Some(frame_of(game));
        match entry.ball {
            // A game in error stands as it was: what comes after cannot be placed.
            _ if wrong.is_some() => Ok(()),
            Some(ball) => bowl(game, ball.symbol).map_err(|problem| (Some(player), error(ball.at, frame, problem))),
            None => match game.undo() {
                Some(_) => Ok(()),
                None => Err((Some(player), error(entry.at, frame, Problem::NothingToUndo))),
            },
        }
    }

    /// The place of a player, taken now if it is a new one.
    fn player(&mut self, name: &str, line: u64, rules: Rules) -> Result<usize, Problem> {
        if let Some(&player) = self.by_name.get(name) {
            return Ok(player);
        }
        if self.players.len() >= MOST_PLAYERS || self.names + name.len() > MOST_NAMES {
            return Err(Problem::TooManyPlayers(MOST_PLAYERS));
        }
        self.names += name.len();
        self.by_name.insert(name.into(), self.players.len());
        self.players.push(Player { name: Some(name.into()), line, last: line, game: Game::new(rules), error: None });
        Ok(self.players.len() - 1)
    }

    /// Says what is wrong with a line, and keeps it with the game that it belongs to; a line that
    /// belongs to nobody is a record of its own, as a line of a sheet is.
    fn wrong(
        &mut self,
        settings: &Settings,
        file: &str,
        (number, player, error): (u64, Option<usize>, LineError),
        rules: Rules,
        rendered: &mut Rendered,
    ) {
        if !settings.check {
            say(settings, file, number, error.column(), &error, rendered);
        }
        match player {
            Some(player) => {
                self.players[player].error.get_or_insert((number, error));
            }
            None if self.players.len() < MOST_PLAYERS => {
                self.players.push(Player {
                    name: None,
                    line: number,
                    last: number,
                    game: Game::new(rules),
                    error: Some((number, error)),
                });
            }
            None => rendered.failed = true,
        }
    }

    /// The end of a match: a record a player, in the order in which they first rolled.
    pub fn end(&mut self, settings: &Settings, file: &str, format: &mut dyn Format, rendered: &mut Rendered) {
        format.set_apart(self.boards);
        self.boards |= !self.players.is_empty();
        for player in &mut self.players {
            if settings.complete && player.error.is_none() && !player.game.is_complete() {
                let error = LineError::new(b"", 0, Some(frame_of(&player.game)), Problem::Unfinished);
                if !settings.check {
                    say(settings, file, player.last, 1, &error, rendered);
                }
                player.error = Some((player.last, error));
            }
            rendered.failed |= !settings.check && player.error.is_some();
            let record = Record {
                name: player.name.as_deref(),
                game: player.name.as_ref().map(|_| &player.game),
                error: player.error.as_ref().map(|(line, error)| (*line, error)),
                ..Record::new(file, player.line, player.game.rules(), b"")
            };
            format.game(&record, &mut rendered.out);
        }
        format.end_group(&mut rendered.out);
        self.players.clear();
        self.by_name.clear();
        self.names = 0;
    }
}

/// A last line without its end that is only the start of an entry: its writer was stopped.
fn is_cut_short(line: &[u8]) -> bool {
    let line = match std::str::from_utf8(line) {
        Ok(line) => line.trim(),
        // Half a character stands only where a line was cut.
        Err(error) => return error.error_len().is_none(),
    };
    match line.rsplit_once([' ', '\t']) {
        None => true,
        Some((_, word)) => "undo".starts_with(word) || matches!(word.as_bytes(), [b'S' | b's' | b'('] | [b'(', _]),
    }
}

fn cut_short(settings: &Settings, file: &str, line: u64, rendered: &mut Rendered) {
    say(settings, file, line, 1, &"the last line is cut short and left out", rendered);
}

fn say(
    settings: &Settings,
    file: &str,
    line: u64,
    column: usize,
    message: &dyn std::fmt::Display,
    rendered: &mut Rendered,
) {
    Diagnostic { file, line, column, message }.write(settings.paint_errors, &mut rendered.err);
}
