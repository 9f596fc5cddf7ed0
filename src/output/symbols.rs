//! Balls as symbols: on a board, and in the notation that is read back.

use crate::game::pins::RACK;
use crate::game::table::{CODES, Code, FOUL, NOTHING, SPARE, STRIKE};
use crate::game::{Ball, Mark};

/// What is written down for a ball, as a symbol: a no-tap strike is a strike, and a blank is nothing.
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
        _ => symbol(ball.sign),
    }
}

/// Ten pins that are no mark: with the third ball, after two that hit nothing. They are written in digits.
#[must_use]
pub const fn is_late_ten(code: Code) -> bool {
    code as usize % CODES == RACK as usize
}

/// What is written down for a ball, in full: `10` for a late ten.
#[must_use]
pub const fn text(code: Code) -> &'static str {
    TEXTS[code as usize % CODES]
}

/// The pins in order, then the signs in their places.
const TEXTS: [&str; CODES] = {
    let mut texts = ["?"; CODES];
    let pins = ["-", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    texts.split_at_mut(pins.len()).0.copy_from_slice(&pins);
    texts[SPARE as usize] = "/";
    texts[STRIKE as usize] = "X";
    texts[NOTHING as usize] = " ";
    texts[FOUL as usize] = "F";
    texts
};

/// The same as one symbol each: ten pins of a full rack are an X.
static SYMBOLS: [u8; CODES] = {
    let mut symbols = [b'X'; CODES];
    let mut code = 0;
    while code < CODES {
        if let [symbol] = TEXTS[code].as_bytes() {
            symbols[code] = *symbol;
        }
        code += 1;
    }
    symbols
};
