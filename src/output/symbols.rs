//! Balls as symbols: on a board, and in the notation that is read back.

use crate::game::{Mark, Pins, Roll};

/// A ball as a board shows it: a no-tap strike is a strike.
#[inline]
#[must_use]
pub fn shown(roll: Roll, mark: Option<Mark>) -> u8 {
    let row = match mark {
        Some(Mark::Strike) => 0,
        Some(Mark::Spare) => 1,
        _ => 2,
    };
    if roll.is_foul() { b'F' } else { SHOWN[row][usize::from(roll.pins().get())] }
}

/// A ball as notation writes it: a no-tap strike keeps its pins, so that reading it back gives the same game.
#[must_use]
pub fn written(roll: Roll, mark: Option<Mark>) -> u8 {
    match mark {
        Some(Mark::Strike) => PINS[usize::from(roll.pins().get())],
        _ => shown(roll, mark),
    }
}

/// Ten pins that are no mark: with the third ball, after two that hit nothing. They are written in digits.
#[must_use]
pub fn is_late_ten(roll: Roll, mark: Option<Mark>) -> bool {
    mark.is_none() && roll.pins() == Pins::ALL
}

/// A ball as a board shows it, in full: `10` for a late ten.
#[must_use]
pub fn shown_text(roll: Roll, mark: Option<Mark>) -> String {
    if is_late_ten(roll, mark) { "10".into() } else { char::from(shown(roll, mark)).into() }
}

/// The symbols of a strike, of a spare and of neither, by pins.
const SHOWN: [[u8; 11]; 3] = [[b'X'; 11], [b'/'; 11], PINS];

/// The pins that a ball knocked down, as a symbol.
const PINS: [u8; 11] = *b"-123456789X";
