//! How balls and games are written: `X 5/ 9-`, `10 5 5 9 0`.
//!
//! [`parse`] reads symbols, [`dialect`] detects how a game is spelled, [`tokens`] finds the tokens of
//! a game, [`leave`] reads the pins that a ball left, [`read`] plays them on a lane, and [`display`]
//! writes games so that they read back as the same game. [`variants`] are other characters for the
//! same symbols, and [`unreadable`] explains other text.

#![expect(clippy::inline_always, reason = "a game takes a fifth longer if every ball is several calls")]

mod dialect;
pub(crate) mod display;
pub(crate) mod leave;
pub(crate) mod parse;
pub(crate) mod read;
mod tokens;
pub(crate) mod unreadable;
pub(crate) mod variants;

pub use dialect::Dialect;
pub(crate) use read::{BLANKS, read_game};

use crate::error::Problem;
use crate::game::{Game, Lane, LeaveError, PinSet, Pins, Roll, RollError};

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
        self.roll(lane).ok_or_else(|| self.problem(lane))
    }

    /// The ball that the symbol stands for, if it can stand there.
    #[inline(always)]
    fn roll(self, lane: &Lane) -> Option<Roll> {
        // Conditions instead of a jump by kind: which symbol comes next cannot be predicted.
        let is_strike = matches!(self, Self::Strike);
        let is_spare = matches!(self, Self::Spare);
        let is_possible = !lane.is_over() && (!is_strike || lane.thrown == 0) && (!is_spare || lane.thrown == 1);
        let roll = match self {
            Self::Pins(_) | Self::Strike | Self::Spare => {
                let pins = if let Self::Pins(pins) = self { pins } else { Pins::new(lane.standing)? };
                Roll::new(pins)
            }
            other => other.marked_roll(lane)?,
        };
        is_possible.then_some(roll)
    }

    /// The ball of a symbol that is more than a number of pins.
    #[cold]
    fn marked_roll(self, lane: &Lane) -> Option<Roll> {
        match self {
            Self::Foul => Some(Roll::FOUL),
            Self::Split(pins) => lane.is_full().then_some(Roll::split(pins)),
            Self::Leaving(roll) => (lane.is_full() || !roll.is_split()).then_some(roll),
            Self::Leave(leave) => {
                let pins = Pins::new(lane.standing.checked_sub(leave.len())?)?;
                Some(Roll::new(pins).with_leave(leave))
            }
            Self::Pins(_) | Self::Strike | Self::Spare => None,
        }
    }

    /// Why the symbol cannot stand there.
    #[cold]
    fn problem(self, lane: &Lane) -> Problem {
        match self {
            _ if lane.is_over() => Problem::GameOver,
            Self::Strike => Problem::StrikeOnBrokenRack { standing: lane.standing, spare: lane.thrown == 1 },
            Self::Split(_) | Self::Leaving(_) => Problem::SplitOnBrokenRack,
            Self::Spare if lane.is_full() => Problem::SpareOnFullRack,
            Self::Spare => Problem::SpareOnThirdBall { standing: lane.standing },
            Self::Leave(leave) => Problem::Leave(LeaveError::TooMany { leave, standing: lane.standing }),
            // These can stand on every lane.
            Self::Pins(_) | Self::Foul => Problem::GameOver,
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
    if let RollError::Leave(error) = error {
        return Problem::Leave(error);
    }
    let before = game.rolls_at_rack().iter().map(|roll| roll.pins().get()).collect();
    Problem::TooManyPins { before, pins: roll.pins().get() }
}
