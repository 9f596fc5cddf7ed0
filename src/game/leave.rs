//! Which pins can stand after a ball.

use std::fmt;

use super::Game;
use super::frame::Mark;
use super::pin_set::PinSet;
use super::roll::{RACK, Roll};
use super::roll_error::BallProblem;

/// Why some pins cannot stand after a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeaveError {
    /// Another number of pins stand.
    Count {
        /// The pins that are said to stand.
        leave: PinSet,
        /// How many stand.
        standing: u8,
    },
    /// A pin stands that an earlier ball at this rack knocked down.
    Fallen {
        /// The pin.
        pin: u8,
        /// The pins that stood before the ball.
        before: PinSet,
    },
    /// More pins than stood before the ball.
    TooMany {
        /// The pins that are said to stand.
        leave: PinSet,
        /// How many stood.
        standing: u8,
    },
    /// A strike leaves nothing. For the game, that also holds for one of less than ten pins.
    Strike {
        /// The pins of the strike.
        pins: u8,
    },
    /// A ball that knocks down all pins leaves nothing.
    Cleared,
    /// The ball is marked as a split, but the pins are none.
    NotASplit(PinSet),
}

impl fmt::Display for LeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { leave: PinSet::EMPTY, standing } => {
                let stands = if *standing == 1 { "stands" } else { "stand" };
                write!(f, "the list of pins is empty, but {standing} {stands} after this ball")
            }
            Self::Count { leave, standing } => {
                let stands = if *standing == 1 { "stands" } else { "stand" };
                write!(f, "{leave} is a leave of {}, but {standing} {stands} after this ball", pins(leave.len()))
            }
            Self::Fallen { pin, before } => write!(f, "the {pin} pin is already down, only {before} stood"),
            Self::TooMany { leave, standing } => {
                write!(f, "{leave} is a leave of {}, but only {standing} stood before this ball", pins(leave.len()))
            }
            Self::Strike { pins: RACK } => f.write_str("a strike leaves no pins"),
            Self::Strike { pins } => write!(f, "{pins} is a strike by these rules, and a strike leaves no pins"),
            Self::Cleared => f.write_str("a ball that knocks down all pins leaves none"),
            Self::NotASplit(leave) => write!(f, "{leave} is not a split, write it without the split sign"),
        }
    }
}

impl std::error::Error for LeaveError {}

fn pins(count: u8) -> String {
    format!("{count} pin{}", if count == 1 { "" } else { "s" })
}

/// Checks a ball that is more than its pins, given its mark. If it leaves a split, it is marked.
#[cold]
pub(super) fn checked(game: &Game, roll: Roll, mark: Option<Mark>) -> Result<Roll, BallProblem> {
    let (lane, pins) = (game.lane(), roll.pins().get());
    if roll.is_split() && !lane.is_full() {
        return Err(BallProblem::SplitOnBrokenRack);
    }
    if roll.is_split() && !(1..=8).contains(&pins) {
        return Err(BallProblem::NoSplit(pins));
    }
    let Some(leave) = roll.leave() else { return Ok(roll) };
    let standing = lane.standing - pins;
    let before = game.balls_at_rack().iter().rev().find_map(|ball| ball.roll.leave()).unwrap_or(PinSet::FULL);
    let error = if mark == Some(Mark::Strike) {
        LeaveError::Strike { pins }
    } else if standing == 0 {
        LeaveError::Cleared
    } else if leave.len() != standing {
        LeaveError::Count { leave, standing }
    } else if let Some(pin) = leave.iter().find(|&pin| !before.contains(pin)) {
        LeaveError::Fallen { pin, before }
    } else if roll.is_split() && !leave.is_split() {
        LeaveError::NotASplit(leave)
    } else if leave.is_split() && lane.is_full() {
        return Ok(Roll::split(roll.pins()).with_leave(leave));
    } else {
        return Ok(roll);
    };
    Err(BallProblem::Leave(error))
}
