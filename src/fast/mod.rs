//! The short way for ordinary lines: no name, no claim, no slip of the pen. Whatever is unusual
//! goes the plain way, which alone knows errors. Property tests hold both ways to the same answers.
//!
//! [`read`] reads one line into a [`Game`]; [`totals`] walks several complete games at once to
//! nothing but their totals, on tables that the compiler builds from the rules.

pub mod automaton;
pub mod totals;

use crate::game::pins::RACK;
use crate::game::table::{Code, NOTHING, SPARE, STRIKE, UNKNOWN};
use crate::game::{Game, Rules};
use crate::parse::Dialect;
use crate::parse::token::is_separator;

/// A line longer than this is not ordinary.
pub const LONGEST: usize = 192;

/// Reads an ordinary line into a game, whatever was in that before; `false` for the plain way to look at the line.
#[must_use]
pub fn read(game: &mut Game, line: &[u8], dialect: Dialect, rules: Rules) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let marked = memchr::memchr2(b'X', b'/', line).is_some();
    match dialect {
        // With an X or a / a line can only be notation; without one it may be several things.
        Dialect::Auto | Dialect::Notation if marked => notation(game, line, rules),
        Dialect::Auto | Dialect::Rolls if !marked => numbers(game, line, rules),
        _ => false,
    }
}

/// Symbols, in whatever groups. A 0 may be half of a ten, so it is not ordinary.
fn notation(game: &mut Game, line: &[u8], rules: Rules) -> bool {
    game.replay(rules, line.iter().map(|&byte| CODES[usize::from(byte)]))
}

/// The code of each byte of notation.
static CODES: [Code; 256] = {
    let mut codes = [UNKNOWN; 256];
    let mut byte = 0;
    while byte < 256 {
        codes[byte] = match byte as u8 {
            digit @ b'1'..=b'9' => digit - b'0',
            b'-' => 0,
            b'X' => STRIKE,
            b'/' => SPARE,
            separator if is_separator(separator) => NOTHING,
            _ => UNKNOWN,
        };
        byte += 1;
    }
    codes
};

/// Numbers of pins, each a token of its own.
fn numbers(game: &mut Game, line: &[u8], rules: Rules) -> bool {
    let mut rest = line;
    let codes = std::iter::from_fn(|| {
        while let [separator, after @ ..] = rest
            && is_separator(*separator)
        {
            rest = after;
        }
        let (code, after) = match rest {
            [] => return None,
            [b'1', b'0', after @ ..] => (RACK, after),
            [digit @ b'0'..=b'9', after @ ..] => (digit - b'0', after),
            _ => (UNKNOWN, &[][..]),
        };
        // What stands right behind a number is a separator.
        match after {
            [] => rest = after,
            [separator, after @ ..] if is_separator(*separator) => rest = after,
            _ => {
                rest = &[];
                return Some(UNKNOWN);
            }
        }
        Some(code)
    });
    game.replay(rules, codes) && !game.rolls().is_empty()
}
