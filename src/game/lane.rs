//! What one ball does: the rules in motion.
//!
//! Validation, scores, the best possible total and the tables of the fast path all derive from
//! [`step`].

use super::frame::Mark;
use super::roll::{Pins, RACK};
use super::rules::RuleRow;

/// Frames in a game.
pub const FRAMES: u8 = 10;

/// The lane before a ball: which frame is played, and what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lane {
    /// The frame being played, from 0; [`FRAMES`] when the game is over.
    pub frame: u8,
    /// The most balls that may still be rolled in this frame. Fill balls count from the start of the tenth.
    pub left: u8,
    /// Pins standing.
    pub standing: u8,
    /// Balls already rolled at these pins.
    pub thrown: u8,
}

/// The outcome of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallOutcome {
    /// The lane after it.
    pub next: Lane,
    /// The mark that it made; fill balls make marks too.
    pub mark: Option<Mark>,
    /// Whether no pin stands after it.
    pub clears_rack: bool,
    /// What it is worth as a bonus of an earlier frame: its pins, ten for a strike.
    pub value: u8,
    /// What it adds to its own frame.
    pub points: u8,
    /// How many of the following balls count for its frame as a bonus.
    pub bonus_balls: u8,
    /// Whether its frame is over.
    pub ends_frame: bool,
}

impl Lane {
    /// The lane before the first ball of a game.
    pub(crate) const fn new(row: &RuleRow) -> Self {
        Self::at_frame(row, 0)
    }

    /// The lane before the first ball of a frame, counted from 0.
    pub(crate) const fn at_frame(row: &RuleRow, frame: u8) -> Self {
        let left = if frame == FRAMES - 1 { row.marked_tenth } else { row.balls };
        Self { frame, left, standing: RACK, thrown: 0 }
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
    pub(crate) const fn is_inside_frame(&self) -> bool {
        self.frame + 1 < FRAMES && self.thrown > 0
    }

    const fn is_tenth(&self) -> bool {
        self.frame == FRAMES - 1
    }
}

/// Rolls one ball. `None` if the game is over or fewer pins stand.
#[expect(clippy::inline_always, reason = "a game takes a fifth longer if its outcome goes through memory")]
#[inline(always)]
pub const fn step(row: &RuleRow, lane: &Lane, pins: Pins) -> Option<BallOutcome> {
    let pins = pins.get();
    if lane.is_over() || pins > lane.standing {
        return None;
    }
    let mark = if lane.is_full() && pins >= row.strike {
        Some(Mark::Strike)
    } else if lane.thrown == 1 && pins == lane.standing {
        Some(Mark::Spare)
    } else {
        None
    };
    let value = if matches!(mark, Some(Mark::Strike)) { RACK } else { pins };
    let (points, bonus_balls) = match mark {
        Some(mark) => (row.points(mark, pins), row.bonus_balls(mark, lane.frame)),
        None => (pins, 0),
    };
    let clears_rack = pins == lane.standing;
    let needs_rack = clears_rack || mark.is_some();
    let left = lane.left - 1;
    // In a tenth frame with fill balls, a cleared rack is set up again.
    let has_fill_balls = lane.is_tenth() && row.marked_tenth > 2;
    let ends_frame = left == 0 || if needs_rack { !has_fill_balls } else { lane.thrown + 1 == row.balls };
    let next = if ends_frame {
        Lane::at_frame(row, lane.frame + 1)
    } else if needs_rack {
        Lane { frame: lane.frame, left, standing: RACK, thrown: 0 }
    } else {
        Lane { frame: lane.frame, left, standing: lane.standing - pins, thrown: lane.thrown + 1 }
    };
    Some(BallOutcome { next, mark, clears_rack, value, points, bonus_balls, ends_frame })
}
