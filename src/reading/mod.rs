//! How balls and games are written: `X 5/ 9-`, `10 5 5 9 0`.
//!
//! A text becomes a game in three steps: [`array`] finds it in brackets or quotes, [`spellings`] has a grammar for each
//! way to write one, and [`evidence`] takes the reading that accounts for the text best. [`diagnose`] explains errors,
//! and [`display`] writes games so that they read back as the same game.

#![expect(clippy::inline_always, reason = "a game takes a fifth longer if every ball is several calls")]

mod array;
mod diagnose;
pub(crate) mod display;
mod evidence;
pub(crate) mod leave;
mod shape;
mod spellings;
pub(crate) mod symbols;
pub(crate) mod unreadable;
pub(crate) mod variants;

pub(crate) use evidence::{read, read_game};

use std::str::FromStr;

use crate::error::{LineError, Problem};
use crate::game::{Game, Lane, LeaveError, PinSet, Pins, Roll, RollError, Rules};

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Any way, found for each line.
    #[default]
    Auto,
    /// Integers: `10 5 5 9 0`.
    Rolls,
    /// The symbols of score sheets: `X 5/ 9-`.
    Notation,
}

/// What may stand around a game. A form feed may not: it is an unknown symbol.
pub(crate) const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// One ball as it is written, before the rules have seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symbol {
    /// A number of pins, or a gutter ball.
    Pins(Pins),
    /// `X`: the whole rack with one ball.
    Strike,
    /// `/`: all pins that stood.
    Spare,
    /// `F`: a foul, no pins.
    Foul,
    /// A first ball that left a split.
    Split(Pins),
    /// `8{7-10}`: a ball with the pins that it left.
    Leaving(Roll),
    /// `{7-10}`: the pins that a ball left. The pins that it knocked down follow from them.
    Leave(PinSet),
}

impl Symbol {
    /// The ball that the symbol stands for on this lane.
    ///
    /// # Errors
    ///
    /// If the symbol cannot stand there: `X` needs a full rack, `/` needs a ball before it.
    #[inline(always)]
    pub fn roll_on(self, lane: &Lane) -> Result<Roll, Problem> {
        let standing = lane.standing;
        match self {
            _ if lane.is_over() => Err(Problem::GameOver),
            Self::Pins(pins) => Ok(Roll::new(pins)),
            Self::Strike if !lane.is_full() => Err(Problem::StrikeOnBrokenRack { standing, spare: lane.thrown == 1 }),
            Self::Spare if lane.is_full() => Err(Problem::SpareOnFullRack),
            Self::Spare if lane.thrown > 1 => Err(Problem::SpareOnThirdBall { standing }),
            Self::Strike | Self::Spare => Ok(Roll::new(Pins::new(standing).unwrap_or_default())),
            Self::Foul => Ok(Roll::FOUL),
            Self::Split(pins) if lane.is_full() => Ok(Roll::split(pins)),
            Self::Leaving(roll) if lane.is_full() || !roll.is_split() => Ok(roll),
            Self::Split(_) | Self::Leaving(_) => Err(Problem::SplitOnBrokenRack),
            Self::Leave(leave) => match standing.checked_sub(leave.len()).and_then(Pins::new) {
                Some(pins) => Ok(Roll::new(pins).with_leave(leave)),
                None => Err(Problem::Leave(LeaveError::TooMany { leave, standing })),
            },
        }
    }
}

/// Rolls the ball that a symbol stands for. The game is unchanged if that is impossible.
#[inline(always)]
pub(crate) fn apply(game: &mut Game, symbol: Symbol) -> Result<(), Problem> {
    let roll = symbol.roll_on(game.lane())?;
    // A ball after the end of the game is already refused above.
    game.push(roll).map_err(|error| refused(game, roll, error))
}

#[cold]
fn refused(game: &Game, roll: Roll, error: RollError) -> Problem {
    match error {
        RollError::Leave(error) => return Problem::Leave(error),
        RollError::Split => return Problem::NoSplit(roll.pins().get()),
        _ => {}
    }
    let before = game.balls_at_rack().iter().map(|ball| ball.pins()).collect();
    Problem::TooManyPins { before, pins: roll.pins().get() }
}

impl Game {
    /// Reads a game by these rules, as rolls or in notation.
    ///
    /// ```
    /// use bowling::{Dialect, Game, Rules};
    ///
    /// assert_eq!(Game::parse("X 5/", Dialect::Auto, Rules::World)?.score(), 45);
    /// // Every digit is a ball of its own here.
    /// assert_eq!(Game::parse("1234", Dialect::Notation, Rules::Tenpin)?.score(), 10);
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a game that the rules allow. The error tells the column and the frame.
    pub fn parse(text: &str, dialect: Dialect, rules: Rules) -> Result<Self, LineError> {
        read_game(text, dialect, rules).map_err(|failure| failure.in_line(text))
    }
}

impl FromStr for Game {
    type Err = LineError;

    /// Reads a tenpin game, as rolls or in notation.
    ///
    /// ```
    /// use bowling::Game;
    ///
    /// let game: Game = "X 5/ 9-".parse()?;
    /// assert_eq!(game.score(), 48);
    /// assert_eq!(game, "10 5 5 9 0".parse()?);
    /// assert_eq!(game.to_string(), "X 5/ 9-");
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        Self::parse(text, Dialect::Auto, Rules::Tenpin)
    }
}
