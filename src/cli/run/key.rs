//! `--key FILE`: the games that must have been scored. Each game of the input is compared with the
//! next game of the key: of the same player where both have names, else in order.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::{LARGEST_CHUNK, open_input};
use crate::Claim;
use crate::cli::diagnostic::reason;
use crate::cli::input::{Chunk, Entry, Position, ReadOptions, Refusal, Visitor};
use crate::cli::source::{ChunkBuffer, Chunks, Source};
use crate::cli::split::Splitter;
use crate::game::{Ball, ScoreCard};

#[derive(Debug)]
pub struct AnswerKey {
    games: Vec<KeyGame>,
    has_names: bool,
    /// The games before this one are used.
    first_unused: usize,
}

#[derive(Debug)]
struct KeyGame {
    name: Option<String>,
    /// The name in lower case: names are compared without case.
    folded_name: Option<String>,
    line: u64,
    /// `None` for a game that must be refused.
    card: Option<ScoreCard>,
    is_used: bool,
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
        let mut games = KeyReader::default();
        read_games(&source, options, &mut games).map_err(|error| failed(&error))?;
        match games {
            KeyReader { error: Some(error), .. } => Err(format!("{name}:{error}")),
            KeyReader { games, .. } if games.is_empty() => Err(format!("{name}: the key has no game")),
            KeyReader { games, .. } => {
                Ok(Self { has_names: games.iter().any(|game| game.name.is_some()), games, first_unused: 0 })
            }
        }
    }

    /// Finds the game of the key for a game of the input, and says how they differ.
    pub fn compare(&mut self, entry: &Entry<'_>) -> Option<String> {
        let by_name = entry.name.filter(|_| self.has_names);
        let folded = by_name.map(str::to_lowercase);
        let is_next = |key: &&mut KeyGame| !key.is_used && (by_name.is_none() || key.folded_name == folded);
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
        let difference = match (&card, entry.card()) {
            (Some(key), Some(card)) => difference(key, card)?,
            (None, Some(_)) => "the game must be refused".into(),
            (Some(_), None) if matches!(entry.claim(), Some(Claim::Error(_))) => {
                return Some(format!("the game must not be refused, line {line} of the key has a score"));
            }
            // Both are refused, or the error itself is reported.
            (_, None) => return None,
        };
        Some(format!("not the game of line {line} of the key: {difference}"))
    }

    /// The games that a source does not have: name and line.
    pub fn missing(&self) -> impl Iterator<Item = (Option<&str>, u64)> {
        self.games.iter().filter(|game| !game.is_used).map(|game| (game.name.as_deref(), game.line))
    }

    /// Starts again at the first game, for the next source.
    pub fn restart(&mut self) {
        self.games.iter_mut().for_each(|game| game.is_used = false);
        self.first_unused = 0;
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

fn read_games(source: &Source, options: &ReadOptions, visitor: &mut dyn Visitor) -> io::Result<()> {
    let mut chunks = Chunks::new(source.open(&[])?, LARGEST_CHUNK);
    let mut input = open_input(&mut chunks, options)?;
    let mut splitter = Splitter::new(input.gives().records, None);
    let (mut buffer, mut position) = (ChunkBuffer::default(), Position::start(options.rules));
    while chunks.next(&mut buffer, &mut splitter)? {
        match input.read(&Chunk { bytes: buffer.bytes(), position }, visitor) {
            ControlFlow::Continue(behind) => position = behind,
            ControlFlow::Break(()) => return Ok(()),
        }
    }
    let _ = input.end(&position, visitor);
    Ok(())
}

/// Takes the games of a key.
#[derive(Default)]
struct KeyReader {
    games: Vec<KeyGame>,
    /// The first error that the key does not claim.
    error: Option<String>,
}

impl Visitor for KeyReader {
    fn entry(&mut self, entry: &Entry<'_>) -> ControlFlow<()> {
        let is_claimed = matches!(entry.claim(), Some(Claim::Error(_)));
        if let Some(Refusal { line, error, .. }) = entry.refusal().filter(|_| !is_claimed) {
            self.error.get_or_insert_with(|| format!("{line}:{}: {error}", error.column()));
        }
        let (name, card) = (entry.name.map(Into::into), entry.card().copied());
        let folded_name = entry.name.map(str::to_lowercase);
        self.games.push(KeyGame { name, folded_name, line: entry.line, card, is_used: false });
        ControlFlow::Continue(())
    }
}
