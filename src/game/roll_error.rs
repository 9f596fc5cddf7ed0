//! Why a game refuses a ball.

use std::fmt;

use super::pin_set::PinSet;
use super::roll::RACK;

/// Why a game refuses a ball, and which ball that is.
///
/// ```
/// use bowling::{Game, RollErrorKind, Rules};
///
/// let error = Game::from_rolls(Rules::Tenpin, [10, 8, 5]).unwrap_err();
/// assert_eq!((error.ball(), error.frame()), (3, 2));
/// assert_eq!(error.kind(), RollErrorKind::TooManyPins);
/// assert_eq!(error.to_string(), "ball 3: 8 then 5 is 13 pins, a rack has 10");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollError {
    pub(super) ball: usize,
    pub(super) frame: u8,
    pub(super) problem: BallProblem,
}

/// The kinds of a [`RollError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RollErrorKind {
    /// More pins than a rack has.
    NotARoll,
    /// More pins than stand.
    TooManyPins,
    /// All ten frames are over.
    GameOver,
    /// A split that is not left by a first ball of 1 to 8 pins.
    Split,
    /// Pins that cannot stand after the ball.
    Leave,
}

/// What is wrong with a ball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BallProblem {
    /// More pins than a rack has.
    NotARoll(u8),
    /// More pins than stand.
    TooManyPins {
        /// The balls already rolled at these pins.
        before: Vec<u8>,
        /// The impossible ball.
        pins: u8,
    },
    /// A ball after the end of the game.
    GameOver,
    /// A split that is not left by a first ball.
    SplitOnBrokenRack,
    /// A number of pins that cannot leave a split.
    NoSplit(u8),
    /// Another number of pins stand than those that are said to.
    LeaveCount { leave: PinSet, standing: u8 },
    /// A pin stands that an earlier ball at this rack knocked down.
    FallenPin {
        pin: u8,
        /// The pins that stood before the ball.
        before: PinSet,
    },
    /// More pins than stood before the ball.
    LeaveTooMany { leave: PinSet, standing: u8 },
    /// A strike leaves nothing. For the game, that also holds for one of less than ten pins.
    StrikeLeaves { pins: u8 },
    /// A ball that knocks down all pins leaves nothing.
    ClearedLeaves,
    /// The ball is marked as a split, but the pins are none.
    NotASplit(PinSet),
}

impl RollError {
    /// The number of the ball in the game, from 1.
    pub const fn ball(&self) -> usize {
        self.ball
    }

    /// The frame that was played, 1 to 10.
    pub const fn frame(&self) -> u8 {
        self.frame
    }

    /// The kind of the error.
    pub const fn kind(&self) -> RollErrorKind {
        self.problem.kind()
    }

    /// What is wrong, without the number of the ball.
    pub(crate) fn into_problem(self) -> BallProblem {
        self.problem
    }
}

impl BallProblem {
    pub(crate) const fn kind(&self) -> RollErrorKind {
        match self {
            Self::NotARoll(_) => RollErrorKind::NotARoll,
            Self::TooManyPins { .. } => RollErrorKind::TooManyPins,
            Self::GameOver => RollErrorKind::GameOver,
            Self::SplitOnBrokenRack | Self::NoSplit(_) => RollErrorKind::Split,
            _ => RollErrorKind::Leave,
        }
    }
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ball {}: {}", self.ball, self.problem)
    }
}

impl std::error::Error for RollError {}

impl fmt::Display for BallProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotARoll(pins) => write!(f, "{pins} is not a roll, a roll is 0 to {RACK}"),
            Self::TooManyPins { before, pins } => {
                before.iter().try_for_each(|ball| write!(f, "{ball} then "))?;
                let sum = u16::from(*pins) + before.iter().map(|&ball| u16::from(ball)).sum::<u16>();
                write!(f, "{pins} is {sum} pins, a rack has {RACK}")
            }
            Self::GameOver => f.write_str("the game is over, no roll can follow"),
            Self::SplitOnBrokenRack => f.write_str("a split is left by the first ball at a full rack"),
            Self::NoSplit(pins) => write!(f, "{pins} pins cannot leave a split, only 1 to 8 can"),
            Self::LeaveCount { leave: PinSet::EMPTY, standing } => {
                let stands = if *standing == 1 { "stands" } else { "stand" };
                write!(f, "the list of pins is empty, but {standing} {stands} after this ball")
            }
            Self::LeaveCount { leave, standing } => {
                let stands = if *standing == 1 { "stands" } else { "stand" };
                write!(f, "{leave} is a leave of {}, but {standing} {stands} after this ball", pins(leave.len()))
            }
            Self::FallenPin { pin, before } => write!(f, "the {pin} pin is already down, only {before} stood"),
            Self::LeaveTooMany { leave, standing } => {
                write!(f, "{leave} is a leave of {}, but only {standing} stood before this ball", pins(leave.len()))
            }
            Self::StrikeLeaves { pins: RACK } => f.write_str("a strike leaves no pins"),
            Self::StrikeLeaves { pins } => write!(f, "{pins} is a strike by these rules, and a strike leaves no pins"),
            Self::ClearedLeaves => f.write_str("a ball that knocks down all pins leaves none"),
            Self::NotASplit(leave) => write!(f, "{leave} is not a split, write it without the split sign"),
        }
    }
}

fn pins(count: u8) -> String {
    format!("{count} pin{}", if count == 1 { "" } else { "s" })
}
