//! `--key FILE`: the games that must have been scored. Each game of the input is compared with the
//! next game of the key: of the same player where both have names, else in order.

use std::io;
use std::path::PathBuf;

use crate::cli::diagnostic::reason;
use crate::cli::input::{Chunk, Chunker, Cut, Detector, Input, InputGame, Plan, ReadOptions, Source, Visitor};
use crate::game::{Ball, ScoreCard};
use crate::{Claim, LineError};

/// An answer key.
#[derive(Debug)]
pub struct Key {
    games: Vec<KeyGame>,
    has_names: bool,
    /// The games before this one are used.
    first_unused: usize,
}

/// A game of a key.
#[derive(Debug)]
struct KeyGame {
    name: Option<String>,
    line: u64,
    /// `None` for a game that must be refused.
    card: Option<ScoreCard>,
    is_used: bool,
}

impl Key {
    /// Reads the games of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds no game, or a game in error that it does not claim to be one.
    pub fn read(path: PathBuf, options: &ReadOptions) -> Result<Self, String> {
        let source = Source::Path(path);
        let name = source.name();
        let failed = |error: &io::Error| format!("{name}: {}", reason(error));
        let mut collector = Collector::default();
        let plan = Plan { cut: Cut::Lines, largest_read: 64 * 1024, rules: options.rules };
        let mut chunker = Chunker::new(source.open(None).map_err(|error| failed(&error))?, plan);
        let (mut input, mut detector) = (Input::new(options, &mut chunker), Detector::new(options, false));
        let mut chunk = Chunk::default();
        while chunker.next(&mut chunk).map_err(|error| failed(&error))? {
            if let Some(input) = &mut input {
                input.read(&chunk, &mut collector);
            } else {
                input = detector.read(&mut chunk, &mut chunker);
                detector.read_held(&mut input, &mut collector);
            }
        }
        let mut input = input.or_else(|| Some(detector.end()));
        detector.read_held(&mut input, &mut collector);
        if let Some(input) = &mut input {
            input.end(&mut collector);
        }
        match collector {
            Collector { error: Some(error), .. } => Err(format!("{name}:{error}")),
            Collector { games, .. } if games.is_empty() => Err(format!("{name}: the key has no game")),
            Collector { games, .. } => {
                Ok(Self { has_names: games.iter().any(|game| game.name.is_some()), games, first_unused: 0 })
            }
        }
    }

    /// Finds the game of the key for a game of the input, and says how they differ.
    pub fn compare(&mut self, game: &InputGame<'_>) -> Option<String> {
        let by_name = game.name.filter(|_| self.has_names);
        let is_next = |key: &&mut KeyGame| !key.is_used && (by_name.is_none() || key.name.as_deref() == by_name);
        let Some(key) = self.games[self.first_unused..].iter_mut().find(is_next) else {
            return Some(match by_name {
                Some(name) => format!("the key has no more games of {name}"),
                None => "the key has no more games".into(),
            });
        };
        key.is_used = true;
        let (line, card) = (key.line, key.card);
        while self.games.get(self.first_unused).is_some_and(|game| game.is_used) {
            self.first_unused += 1;
        }
        let difference = match (&card, game.card.filter(|_| game.error.is_none())) {
            (Some(key), Some(card)) => difference(key, card)?,
            (None, Some(_)) => "the game must be refused".into(),
            (Some(_), None) if matches!(game.claim, Some(Claim::Error(_))) => {
                return Some(format!("the game must not be refused, line {line} of the key has a score"));
            }
            // Both are refused, or the error itself is reported.
            (_, None) => return None,
        };
        Some(format!("not the game of line {line} of the key: {difference}"))
    }

    /// The games that the input does not have: name and line.
    pub fn missing(&self) -> impl Iterator<Item = (Option<&str>, u64)> {
        self.games.iter().filter(|game| !game.is_used).map(|game| (game.name.as_deref(), game.line))
    }
}

/// The first ball in which two games differ. Marks of splits do not count.
fn difference(key: &ScoreCard, card: &ScoreCard) -> Option<String> {
    if key.rules() != card.rules() {
        return Some(format!("{} rules, not {}", key.rules(), card.rules()));
    }
    let balls = |card: &ScoreCard| -> Vec<(u8, usize, Ball)> {
        let of_frame = |(frame, balls): (u8, Vec<Ball>)| (1..).zip(balls).map(move |(at, ball)| (frame, at, ball));
        card.frames().map(|frame| (frame.number(), frame.balls().to_vec())).flat_map(of_frame).collect()
    };
    let (key, card) = (balls(key), balls(card));
    let shown = |ball: Ball| if ball.roll.is_foul() { "F".into() } else { ball.pins().to_string() };
    let is_same = |a: Ball, b: Ball| a.pins() == b.pins() && a.roll.is_foul() == b.roll.is_foul();
    let pair = key.iter().zip(&card).find(|((_, _, key), (_, _, ball))| !is_same(*key, *ball));
    match pair {
        Some(((frame, at, key), (_, _, ball))) => {
            Some(format!("ball {at} of frame {frame} is {}, not {}", shown(*key), shown(*ball)))
        }
        None if key.len() > card.len() => {
            let (frame, at, ball) = key[card.len()];
            Some(format!("ball {at} of frame {frame} is missing, it is {}", shown(ball)))
        }
        None if key.len() < card.len() => {
            let (frame, at, ball) = card[key.len()];
            Some(format!("ball {at} of frame {frame}, {}, is one too many", shown(ball)))
        }
        None => None,
    }
}

/// Takes the games of a key.
#[derive(Default)]
struct Collector {
    games: Vec<KeyGame>,
    /// The first error that the key does not claim.
    error: Option<String>,
}

impl Visitor for Collector {
    fn wants_totals_only(&self) -> bool {
        false
    }

    fn total(&mut self, _name: &[u8], _total: u16) {}

    fn game(&mut self, game: &InputGame<'_>) {
        let is_claimed = matches!(game.claim, Some(Claim::Error(_)));
        if let Some((line, error)) = game.error.filter(|_| !is_claimed) {
            self.error.get_or_insert_with(|| format!("{line}:{}: {error}", error.column()));
        }
        let card = game.card.filter(|_| game.error.is_none()).copied();
        self.games.push(KeyGame { name: game.name.map(Into::into), line: game.line, card, is_used: false });
    }

    fn end_group(&mut self) {}

    fn error(&mut self, _line: u64, _error: &LineError) {}

    fn warn(&mut self, _line: u64, _message: &str) {}

    fn text(&mut self, _line: &[u8]) {}

    fn is_full(&self) -> bool {
        false
    }
}
