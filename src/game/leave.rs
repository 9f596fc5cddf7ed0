//! Which pins can stand after a ball.

use super::Game;
use super::frame::Mark;
use super::pin_set::PinSet;
use super::roll::Roll;
use super::roll_error::BallProblem;

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
        BallProblem::StrikeLeaves { pins }
    } else if standing == 0 {
        BallProblem::ClearedLeaves
    } else if leave.len() != standing {
        BallProblem::LeaveCount { leave, standing }
    } else if let Some(pin) = leave.iter().find(|&pin| !before.contains(pin)) {
        BallProblem::FallenPin { pin, before }
    } else if roll.is_split() && !leave.is_split() {
        BallProblem::NotASplit(leave)
    } else if leave.is_split() && lane.is_full() {
        return Ok(Roll::split(roll.pins()).with_leave(leave));
    } else {
        return Ok(roll);
    };
    Err(error)
}
