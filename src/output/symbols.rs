//! Balls as symbols: on a board, and in the notation that is read back.

use crate::game::{Mark, Roll};

/// A ball as a board shows it: a no-tap strike is a strike.
#[must_use]
pub fn shown(roll: Roll, mark: Option<Mark>) -> u8 {
    match mark {
        Some(Mark::Strike) => b'X',
        _ => written(roll, mark),
    }
}

/// A ball as notation writes it: a no-tap strike keeps its pins, so that reading it back gives the same game.
#[must_use]
pub fn written(roll: Roll, mark: Option<Mark>) -> u8 {
    match (mark, roll.pins().get()) {
        _ if roll.is_foul() => b'F',
        (Some(Mark::Spare), _) => b'/',
        (_, 10) => b'X',
        (_, 0) => b'-',
        (_, pins) => b'0' + pins,
    }
}

/// Ten with the third ball are no mark, and only digits can write them.
#[must_use]
pub fn is_ten_in_three(roll: Roll, mark: Option<Mark>) -> bool {
    mark.is_none() && roll.pins().get() == 10
}
