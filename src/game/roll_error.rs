//! Why a game refuses a ball.

use std::fmt;

use super::leave::LeaveError;
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
    /// Pins that cannot stand after the ball.
    Leave(LeaveError),
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
        match self.problem {
            BallProblem::NotARoll(_) => RollErrorKind::NotARoll,
            BallProblem::TooManyPins { .. } => RollErrorKind::TooManyPins,
            BallProblem::GameOver => RollErrorKind::GameOver,
            BallProblem::SplitOnBrokenRack | BallProblem::NoSplit(_) => RollErrorKind::Split,
            BallProblem::Leave(_) => RollErrorKind::Leave,
        }
    }

    /// What is wrong, without the number of the ball.
    pub(crate) fn into_problem(self) -> BallProblem {
        self.problem
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
            Self::Leave(error) => error.fmt(f),
        }
    }
}
