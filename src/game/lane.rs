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
    /// Whether its frame is over.
    pub ends_frame: bool,
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

    /// The lane after a ball that leaves pins for the next ball of the frame.
    const fn with_fewer_pins(self, pins: u8) -> Self {
        Self {
            frame: self.frame,
            left: self.left - 1,
            standing: self.standing - pins,
            thrown: self.thrown + 1,
            filling: self.filling,
        }
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
    let pins = pins.get();
    if lane.is_over() {
        return Err(RollError::GameOver);
    }
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
    let (value, points, bonus_balls) = match (mark, row.bonus) {
        (None, _) => (pins, pins, 0),
        (Some(BallMark::Strike), Bonus::NextBalls) => (RACK, RACK, 2),
        (Some(BallMark::Strike), Bonus::AtOnce) => (RACK, 3 * RACK, 0),
        (Some(BallMark::Spare), Bonus::NextBalls) => (pins, pins, 1),
        // The frame's first ball is already counted once: ten more make it ten plus the first ball.
        (Some(BallMark::Spare), Bonus::AtOnce) => (pins, RACK, 0),
    };
    let is_cleared = mark.is_some() || pins == lane.standing;
    let next = if lane.is_tenth() {
        after_in_tenth(row, lane, pins, mark.is_some(), is_cleared)
    } else if is_cleared || lane.left == 1 {
        Lane::at_frame(row, lane.frame + 1)
    } else {
        lane.with_fewer_pins(pins)
    };
    // The fill balls of a tenth frame are its own.
    let bonus_balls = if lane.is_tenth() { 0 } else { bonus_balls };
    Ok(BallOutcome { next, ends_frame: next.frame != lane.frame, mark, value, points, bonus_balls })
}

/// The lane after a ball of the tenth frame: a mark earns fill balls, and a cleared rack is set up again for them.
const fn after_in_tenth(row: &RuleRow, lane: Lane, pins: u8, is_mark: bool, is_cleared: bool) -> Lane {
    let earns_fill_balls = is_mark && !lane.filling && row.marked_tenth > row.balls;
    let fill_balls = if earns_fill_balls { row.marked_tenth - row.balls } else { 0 };
    let left = lane.left - 1 + fill_balls;
    if left == 0 || (is_cleared && row.marked_tenth < 3) {
        Lane::at_frame(row, FRAMES)
    } else if is_cleared {
        Lane { frame: lane.frame, left, standing: RACK, thrown: 0, filling: lane.filling || earns_fill_balls }
    } else {
        lane.with_fewer_pins(pins)
    }
}
