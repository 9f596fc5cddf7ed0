//! What one ball does: the rules in motion.
//!
//! Validation, scores, the best possible total and the tables of the fast path all derive from
//! [`step`].

use super::leave::LeaveError;
use super::roll::{Pins, RACK};
use super::rules::{Bonus, RuleRow};

/// Frames in a game.
pub const FRAMES: u8 = 10;

/// The lane before a ball: which frame is played, and what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lane {
    /// The frame being played, from 0; [`FRAMES`] when the game is over.
    pub frame: u8,
    /// Balls of this frame still to roll.
    pub left: u8,
    /// Pins standing.
    pub standing: u8,
    /// Balls already rolled at these pins.
    pub thrown: u8,
    /// A mark in this tenth frame has already earned its fill balls.
    pub filling: bool,
}

/// The mark that a single ball made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BallMark {
    /// A strike: the first ball at a full rack knocked enough pins down.
    Strike,
    /// A spare: the second ball cleared the rack.
    Spare,
}

/// What a ball did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallOutcome {
    /// The lane after it.
    pub next: Lane,
    /// The mark that it made; fill balls make marks too.
    pub mark: Option<BallMark>,
    /// What it is worth as a bonus of an earlier frame: its pins, ten for a strike.
    pub value: u8,
    /// What it adds to its own frame.
    pub points: u8,
    /// How many of the following balls count for its frame as a bonus.
    pub bonus_balls: u8,
}

/// Why a ball is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RollError {
    /// More pins than a rack has.
    NoSuchRoll,
    /// More pins than stand.
    Standing {
        /// The pins that stand.
        standing: u8,
    },
    /// All ten frames are over.
    GameOver,
    /// The pins that it is said to have left cannot stand after it.
    Leave(LeaveError),
}

impl std::fmt::Display for RollError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchRoll => write!(f, "a roll is 0 to {RACK} pins"),
            Self::Standing { standing: 1 } => f.write_str("only one pin stands"),
            Self::Standing { standing } => write!(f, "only {standing} pins stand"),
            Self::GameOver => f.write_str("the game is over"),
            Self::Leave(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RollError {}

impl Lane {
    /// The lane before the first ball of a game.
    pub(crate) const fn new(row: &RuleRow) -> Self {
        Self::at_frame(row, 0)
    }

    /// The lane before the first ball of a frame, counted from 0.
    pub(crate) const fn at_frame(row: &RuleRow, frame: u8) -> Self {
        Self { frame, left: row.balls, standing: RACK, thrown: 0, filling: false }
    }

    /// Whether the rack is full: no ball has been rolled at these pins.
    pub const fn is_full(&self) -> bool {
        self.thrown == 0
    }

    /// Whether all ten frames are over.
    pub const fn is_over(&self) -> bool {
        self.frame >= FRAMES
    }

    /// The number of the frame that the next ball belongs to, 1 to 10.
    pub const fn frame_number(&self) -> u8 {
        if self.is_over() { FRAMES } else { self.frame + 1 }
    }

    /// Whether a ball of this frame has been rolled and another one follows. The tenth frame does not count.
    pub(crate) const fn is_inside_frame(self) -> bool {
        self.frame + 1 < FRAMES && self.thrown > 0
    }

    const fn is_tenth(self) -> bool {
        self.frame == FRAMES - 1
    }
}

/// Rolls one ball.
///
/// # Errors
///
/// If the game is over, or fewer pins stand.
#[expect(clippy::inline_always, reason = "a game takes a fifth longer if its outcome goes through memory")]
#[inline(always)]
pub const fn step(row: &RuleRow, lane: Lane, pins: Pins) -> Result<BallOutcome, RollError> {
    if lane.is_over() {
        return Err(RollError::GameOver);
    }
    let pins = pins.get();
    if pins > lane.standing {
        return Err(RollError::Standing { standing: lane.standing });
    }
    let mark = if lane.is_full() && pins >= row.strike {
        Some(BallMark::Strike)
    } else if lane.thrown == 1 && pins == lane.standing {
        Some(BallMark::Spare)
    } else {
        None
    };
    let value = if matches!(mark, Some(BallMark::Strike)) { RACK } else { pins };
    let points = match (row.bonus, mark) {
        (Bonus::AtOnce, Some(BallMark::Strike)) => 3 * RACK,
        // The frame's first ball is already counted once: ten more make it ten plus the first ball.
        (Bonus::AtOnce, Some(BallMark::Spare)) => RACK,
        _ => value,
    };
    let bonus_balls = match (row.bonus, mark) {
        (Bonus::NextBalls, Some(BallMark::Strike)) if !lane.is_tenth() => 2,
        (Bonus::NextBalls, Some(BallMark::Spare)) if !lane.is_tenth() => 1,
        _ => 0,
    };
    Ok(BallOutcome { next: after(row, lane, pins, mark), mark, value, points, bonus_balls })
}

#[inline]
const fn after(row: &RuleRow, lane: Lane, pins: u8, mark: Option<BallMark>) -> Lane {
    let cleared = mark.is_some() || pins == lane.standing;
    let mut left = lane.left - 1;
    let mut filling = lane.filling;
    if lane.is_tenth() && row.marked_tenth > row.balls && mark.is_some() && !filling {
        left += row.marked_tenth - row.balls;
        filling = true;
    }
    let plays_on = lane.is_tenth() && row.marked_tenth == 3;
    if left == 0 || (cleared && !plays_on) {
        return Lane::at_frame(row, lane.frame + 1);
    }
    if cleared {
        Lane { left, standing: RACK, thrown: 0, filling, ..lane }
    } else {
        Lane { left, standing: lane.standing - pins, thrown: lane.thrown + 1, ..lane }
    }
}
