//! How balls and games are written: `X 5/ 9-`, `10 5 5 9 0`.
//!
//! [`parse`] reads symbols, [`dialect`] detects how a game is spelled, [`array`] takes an array apart,
//! [`leave`] reads the pins that a ball left, [`read`] plays them on a lane, and [`display`]
//! writes games so that they read back as the same game. [`variants`] are other characters for the
//! same symbols, and [`unreadable`] explains other text.

#![expect(clippy::inline_always, reason = "a game takes a fifth longer if every ball is several calls")]

mod array;
mod dialect;
pub(crate) mod display;
pub(crate) mod leave;
pub(crate) mod parse;
pub(crate) mod read;
pub(crate) mod unreadable;
pub(crate) mod variants;

pub use dialect::Dialect;
pub(crate) use read::{BLANKS, read_game};

use crate::error::Problem;
use crate::game::{BallProblem, Game, Lane, LeaveError, PinSet, Pins, Roll};

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
                None => Err(LeaveError::TooMany { leave, standing }.into()),
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
