//! `--key FILE`: the games that must have been scored. Each game of the input is compared with the
//! next game of the key: of the same player where both have names, else in order.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use super::LARGEST_CHUNK;
use super::input::Input;
use crate::cli::diagnostic::reason;
use crate::cli::event::{Entry, Event};
use crate::cli::read::{Emit, ReadOptions};
use crate::cli::source::Source;
use crate::game::{Ball, Frame, Game, Pins, Roll, Rules};
use crate::reading::symbols::tokens;
use crate::sheet::Claim;
use crate::sheet::line::parts;

/// An answer key. It takes about 60 bytes per game, and some more per player.
#[derive(Debug, Default)]
pub struct AnswerKey {
    games: Vec<KeyGame>,
    /// The pins of all rolls of all games, or [`FOUL`].
    rolls: Vec<u8>,
    /// The games that must be refused, as they were written.
    refused: HashMap<usize, String>,
    players: Vec<KeyPlayer>,
    /// The place of each player, by the name in lower case: names are compared without case.
    by_name: HashMap<String, usize>,
    /// The games before this one are used.
    first_unused: usize,
}

#[derive(Debug)]
struct KeyGame {
    line: u64,
    rules: Rules,
    /// Where its rolls end. They start where those of the game before it end.
    rolls_end: usize,
    player: Option<usize>,
    is_used: bool,
}

/// A player of a key.
#[derive(Debug)]
struct KeyPlayer {
    name: String,
    games: Vec<usize>,
    /// This many of the games are used.
    used: usize,
}

/// A foul, among the pins of rolls.
const FOUL: u8 = u8::MAX;

/// The pins of a ball, or [`FOUL`].
const fn pins(ball: Ball) -> u8 {
    if ball.roll.is_foul() { FOUL } else { ball.pins() }
}

impl AnswerKey {
    /// Reads the games of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds no game, or a game in error that it does not claim to be one.
    pub fn read(path: PathBuf, options: &ReadOptions) -> Result<Self, String> {
        let source = Source::Path(path);
        let name = source.name();
        let failed = |error: &io::Error| format!("{name}: {}", reason(error));
        let mut key = Self::default();
        // The first error that the key does not claim.
        let mut error = None;
        read_games(&source, options, &mut |event| {
            let Event::Entry(entry) = event else { return };
            let is_claimed = matches!(entry.claim(), Some(Claim::Error(_)));
            if let Some(found) = entry.error().filter(|_| error.is_none() && !is_claimed) {
                let column = found.place.known_column().map(|column| format!(":{column}")).unwrap_or_default();
                error = Some(format!("{name}:{}{column}: {found}", found.place.line));
            }
            key.add(entry);
        })
        .map_err(|error| failed(&error))?;
        match error {
            Some(error) => Err(error),
            None if key.games.is_empty() => Err(format!("{name}: the key has no game")),
            None => Ok(key),
        }
    }

    /// Adds a game.
    fn add(&mut self, entry: &Entry<'_>) {
        let at = self.games.len();
        let player = entry.name.map(|name| self.player(name));
        if let Some(player) = player {
            self.players[player].games.push(at);
        }
        let card = entry.game();
        if card.is_none() {
            self.refused.insert(at, as_written(entry));
        }
        self.rolls.extend(card.into_iter().flat_map(Game::balls).map(pins));
        self.games.push(KeyGame {
            line: entry.line,
            rules: card.map_or(entry.rules, Game::rules),
            rolls_end: self.rolls.len(),
            player,
            is_used: false,
        });
    }

    /// The place of a player, who is new if this is the first game.
    fn player(&mut self, name: &str) -> usize {
        *self.by_name.entry(name.to_lowercase()).or_insert_with(|| {
            self.players.push(KeyPlayer { name: name.into(), games: Vec::new(), used: 0 });
            self.players.len() - 1
        })
    }

    /// Finds the game of the key for a game of the input, and says how they differ, if they do.
    pub fn compare(&mut self, entry: &Entry<'_>) -> Option<String> {
        let by_name = entry.name.filter(|_| !self.players.is_empty());
        let next = match by_name {
            Some(name) => self.next_of(name),
            None => Some(self.first_unused).filter(|&at| at < self.games.len()),
        };
        let Some(at) = next else {
            return Some(match by_name {
                Some(name) => format!("the key has no more games of {name}"),
                None => "the key has no more games".into(),
            });
        };
        self.games[at].is_used = true;
        while self.games.get(self.first_unused).is_some_and(|game| game.is_used) {
            self.first_unused += 1;
        }
        self.difference(at, entry)
    }

    /// How a game of the input differs from a game of the key.
    fn difference(&self, at: usize, entry: &Entry<'_>) -> Option<String> {
        let line = self.games[at].line;
        let difference = match (self.card(at), entry.game()) {
            (Some(key), Some(card)) => difference(&key, card)?,
            (None, Some(_)) => "the game must be refused".into(),
            (Some(_), None) if matches!(entry.claim(), Some(Claim::Error(_))) => {
                return Some(format!("the game must not be refused, line {line} of the key has a score"));
            }
            (None, None) => match self.refused.get(&at) {
                Some(written) if *written != as_written(entry) => format!("it is {written}, another impossible game"),
                _ => return None,
            },
            // The error itself is reported.
            (Some(_), None) => return None,
        };
        Some(format!("not the game of line {line} of the key: {difference}"))
    }

    /// The next game of a player.
    fn next_of(&mut self, name: &str) -> Option<usize> {
        let player = &mut self.players[*self.by_name.get(&name.to_lowercase())?];
        player.used += player.games[player.used..].iter().take_while(|&&at| self.games[at].is_used).count();
        player.games.get(player.used).copied()
    }

    /// A game as it was bowled; `None` if it must be refused.
    fn card(&self, at: usize) -> Option<Game> {
        if self.refused.contains_key(&at) {
            return None;
        }
        let KeyGame { rules, rolls_end, .. } = self.games[at];
        let start = at.checked_sub(1).map_or(0, |before| self.games[before].rolls_end);
        let mut game = Game::new(rules);
        for &pins in &self.rolls[start..rolls_end] {
            game.push(Pins::new(pins).map_or(Roll::FOUL, Roll::new)).ok()?;
        }
        Some(game)
    }

    /// The games that a source does not have: number, name and line.
    pub fn missing(&self) -> impl Iterator<Item = (usize, Option<&str>, u64)> {
        let name = |player: usize| self.players[player].name.as_str();
        let unused = (1..).zip(&self.games).filter(|(_, game)| !game.is_used);
        unused.map(move |(number, game)| (number, game.player.map(name), game.line))
    }

    /// Starts again at the first game, for the next source.
    pub fn restart(&mut self) {
        self.games.iter_mut().for_each(|game| game.is_used = false);
        self.players.iter_mut().for_each(|player| player.used = 0);
        self.first_unused = 0;
    }
}

/// A game that is refused, as it was written, but for separators. Where only the place of the text is known, what is
/// wrong with it.
fn as_written(entry: &Entry<'_>) -> String {
    let line = String::from_utf8_lossy(entry.text);
    let written: Vec<&str> = tokens(parts(&line).game).collect();
    let error = || entry.error().map(ToString::to_string).unwrap_or_default();
    if written.is_empty() { error() } else { written.join(" ") }
}

/// The first ball in which two games differ. Marks of splits do not count.
fn difference(key: &Game, card: &Game) -> Option<String> {
    if key.rules() != card.rules() {
        return Some(format!("{} rules, not {}", key.rules(), card.rules()));
    }
    // The frame, the number in it, and the pins of each ball.
    let balls = |card: &Game| -> Vec<(u8, usize, u8)> {
        let of_frame = |frame: Frame<'_>| -> Vec<_> {
            (1..).zip(frame.balls()).map(|(at, &ball)| (frame.number(), at, pins(ball))).collect()
        };
        card.frames().flat_map(of_frame).collect()
    };
    let (key, card) = (balls(key), balls(card));
    let shown = |pins: u8| if pins == FOUL { "F".into() } else { pins.to_string() };
    (0..key.len().max(card.len())).find_map(|at| match (key.get(at), card.get(at)) {
        (Some((_, _, key)), Some((_, _, ball))) if key == ball => None,
        (Some(&(frame, at, key)), Some(&(_, _, ball))) => {
            Some(format!("ball {at} of frame {frame} is {}, not {}", shown(key), shown(ball)))
        }
        (Some(&(frame, at, key)), None) => Some(format!("ball {at} of frame {frame} is missing, it is {}", shown(key))),
        (None, Some(&(frame, at, ball))) => {
            Some(format!("ball {at} of frame {frame}, {}, is one too many", shown(ball)))
        }
        (None, None) => None,
    })
}

fn read_games(source: &Source, options: &ReadOptions, emit: &mut Emit<'_>) -> io::Result<()> {
    let mut input = Input::open(source.open(&[])?, options, LARGEST_CHUNK)?;
    let mut chunk = Vec::new();
    while input.chunks.next(&mut chunk)? {
        input.reader.read(&chunk, &mut input.at, &mut |event: Event<'_>| emit(event));
    }
    input.reader.end(emit);
    Ok(())
}
