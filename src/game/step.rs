//! What one ball does: the rules in motion. Scoring, validation, the best possible total and the
//! table of the fast path all come from [`step`].

use super::frame::Mark;
use super::pins::{Pins, RACK};
use super::rules::{Bonus, Row};

/// Frames in a game.
pub const FRAMES: u8 = 10;

/// The lane before a ball: which frame, and what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lane {
    /// The frame being played, from 0; [`FRAMES`] when the game is over.
    pub frame: u8,
    /// Balls of this frame still to roll.
    pub left: u8,
    /// Pins standing.
    pub standing: u8,
    /// Balls rolled at this rack.
    pub thrown: u8,
    /// A mark of this tenth frame has already earned its fill balls.
    pub filling: bool,
}

/// What a ball did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The lane after it.
    pub next: Lane,
    /// The mark that it made, for fill balls too.
    pub mark: Option<Mark>,
    /// What it is worth as somebody's bonus: its pins, ten for a strike.
    pub value: u8,
    /// What it adds to its own frame at once.
    pub points: u8,
    /// How many of the following balls count for its frame too.
    pub owed: u8,
}

/// Why a ball cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// More pins than any rack has.
    NoSuchRoll,
    /// More pins than stand.
    Standing {
        /// The pins that stand.
        standing: u8,
    },
    /// All ten frames are over.
    Over,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchRoll => write!(f, "a roll is 0 to {RACK} pins"),
            Self::Standing { standing: 1 } => f.write_str("only one pin stands"),
            Self::Standing { standing } => write!(f, "only {standing} pins stand"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Lane {
    /// The lane before the first ball.
    #[must_use]
    pub const fn new(row: &Row) -> Self {
        Self::frame(row, 0)
    }

    /// The lane before the first ball of a frame.
    const fn frame(row: &Row, frame: u8) -> Self {
        Self { frame, left: row.balls, standing: RACK, thrown: 0, filling: false }
    }

    /// No ball has been rolled at these pins: all stand.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.thrown == 0
    }

    /// Are all ten frames over?
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.frame >= FRAMES
    }

    const fn is_tenth(self) -> bool {
        self.frame == FRAMES - 1
    }
}

/// Rolls one ball.
///
/// # Errors
///
/// When the game is over, or when fewer pins stand.
pub const fn step(row: &Row, lane: Lane, pins: Pins) -> Result<Outcome, Refusal> {
    if lane.is_over() {
        return Err(Refusal::Over);
    }
    let pins = pins.get();
    if pins > lane.standing {
        return Err(Refusal::Standing { standing: lane.standing });
    }
    let mark = if lane.is_full() && pins >= row.strike {
        Some(Mark::Strike)
    } else if lane.thrown == 1 && pins == lane.standing {
        Some(Mark::Spare)
    } else {
        None
    };
    let value = if matches!(mark, Some(Mark::Strike)) { RACK } else { pins };
    let points = match (row.bonus, mark) {
        (Bonus::AtOnce, Some(Mark::Strike)) => 3 * RACK,
        // The frame's first ball is already counted once: ten more make it ten and the first ball.
        (Bonus::AtOnce, Some(Mark::Spare)) => RACK,
        _ => value,
    };
    let owed = match (row.bonus, mark) {
        (Bonus::NextBalls, Some(Mark::Strike)) if !lane.is_tenth() => 2,
        (Bonus::NextBalls, Some(Mark::Spare)) if !lane.is_tenth() => 1,
        _ => 0,
    };
    Ok(Outcome { next: after(row, lane, pins, mark), mark, value, points, owed })
}

const fn after(row: &Row, lane: Lane, pins: u8, mark: Option<Mark>) -> Lane {
    let cleared = mark.is_some() || pins == lane.standing;
    let mut left = lane.left - 1;
    let mut filling = lane.filling;
    if lane.is_tenth() && row.marked_tenth > row.balls && mark.is_some() && !filling {
        left += row.marked_tenth - row.balls;
        filling = true;
    }
    let plays_on = lane.is_tenth() && row.marked_tenth == 3;
    if left == 0 || (cleared && !plays_on) {
        return Lane::frame(row, lane.frame + 1);
    }
    if cleared {
        Lane { left, standing: RACK, thrown: 0, filling, ..lane }
    } else {
        Lane { left, standing: lane.standing - pins, thrown: lane.thrown + 1, filling, ..lane }
    }
}
