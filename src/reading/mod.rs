//! How balls and games are written: `X 5/ 9-`, `10 5 5 9 0`.
//!
//! A text becomes a game in three steps: [`array`] finds it in brackets or quotes, [`spellings`] has a grammar for each
//! way to write one, and [`evidence`] takes the reading that accounts for the text best. [`diagnose`] explains errors,
//! and [`display`] writes games so that they read back as the same game.

#![expect(clippy::inline_always, reason = "a game takes a fifth longer if every ball is several calls")]

mod array;
pub(crate) mod diagnose;
pub(crate) mod display;
mod evidence;
pub(crate) mod leave;
mod shape;
mod spellings;
pub(crate) mod symbols;
pub(crate) mod unreadable;
pub(crate) mod variants;

pub(crate) use diagnose::explain;
pub(crate) use evidence::{Reading, read, read_game};

use crate::error::Problem;
use crate::game::{BallProblem, Game, Lane, PinSet, Pins, Roll};

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
            _ if lane.is_over() => Err(Problem::Ball(BallProblem::GameOver)),
            Self::Pins(pins) => Ok(Roll::new(pins)),
            Self::Strike if !lane.is_full() => Err(Problem::StrikeOnBrokenRack { standing, spare: lane.thrown == 1 }),
            Self::Spare if lane.is_full() => Err(Problem::SpareOnFullRack),
            Self::Spare if lane.thrown > 1 => Err(Problem::SpareOnThirdBall { standing }),
            Self::Strike | Self::Spare => Ok(Roll::new(Pins::new(standing).unwrap_or_default())),
            Self::Foul => Ok(Roll::FOUL),
            Self::Split(pins) if lane.is_full() => Ok(Roll::split(pins)),
            Self::Leaving(roll) if lane.is_full() || !roll.is_split() => Ok(roll),
            Self::Split(_) | Self::Leaving(_) => Err(Problem::Ball(BallProblem::SplitOnBrokenRack)),
            Self::Leave(leave) => match standing.checked_sub(leave.len()).and_then(Pins::new) {
                Some(pins) => Ok(Roll::new(pins).with_leave(leave)),
                None => Err(BallProblem::LeaveTooMany { leave, standing }.into()),
            },
        }
    }
}

/// Rolls the ball that a symbol stands for. The game is unchanged if that is impossible.
#[inline(always)]
pub(crate) fn apply(game: &mut Game, symbol: Symbol) -> Result<(), Problem> {
    let roll = symbol.roll_on(game.lane())?;
    game.push(roll).map_err(Problem::from)
}
