//! Balls as symbols: on a board, and in the notation that is read back.

use crate::game::pins::RACK;
use crate::game::table::{CODES, Code, FOUL, NOTHING, SPARE, STRIKE};
use crate::game::{Ball, Mark};

/// A ball as a board shows it: a no-tap strike is a strike.
#[inline]
#[must_use]
pub const fn shown(ball: Ball) -> u8 {
    symbol(ball.sign)
}

/// What is written down for a ball, as a symbol; a blank for nothing.
#[inline]
#[must_use]
pub const fn symbol(code: Code) -> u8 {
    SYMBOLS[code as usize % CODES]
}

/// A ball as notation writes it: a no-tap strike keeps its pins, so that reading it back gives the same game.
#[must_use]
pub fn written(ball: Ball) -> u8 {
    match ball.mark() {
        Some(Mark::Strike) => symbol(ball.pins()),
        _ => shown(ball),
    }
}

/// Ten pins that are no mark: with the third ball, after two that hit nothing. They are written in digits.
#[must_use]
pub fn is_late_ten(ball: Ball) -> bool {
    ball.mark().is_none() && ball.pins() == RACK
}

/// A ball as a board shows it, in full: `10` for a late ten.
#[must_use]
pub fn shown_text(ball: Ball) -> String {
    if is_late_ten(ball) { "10".into() } else { char::from(shown(ball)).into() }
}

/// The pins in order, then the signs in their places.
const SYMBOLS: [u8; CODES] = {
    let mut symbols = *b"-123456789X?????";
    symbols[SPARE as usize] = b'/';
    symbols[STRIKE as usize] = b'X';
    symbols[NOTHING as usize] = b' ';
    symbols[FOUL as usize] = b'F';
    symbols
};
