//! The short way for ordinary lines: no name, no claim, no slip of the pen. Whatever is unusual
//! goes the plain way, which alone knows errors. Property tests hold both ways to the same answers.
//!
//! [`game`] reads one line into a [`Game`]; [`totals`] walks several complete games at once to
//! nothing but their totals, on tables that the compiler builds from the rules.

pub mod automaton;
pub mod totals;

use crate::game::{Game, Pins, Roll, Rules};
use crate::parse::Dialect;
use crate::parse::token::is_separator;

/// A line longer than this is not ordinary.
pub const LONGEST: usize = 192;

/// The game of an ordinary line, or `None` for the plain way to look at it.
#[must_use]
pub fn game(line: &[u8], dialect: Dialect, rules: Rules) -> Option<Game> {
    if line.len() > LONGEST {
        return None;
    }
    let marked = memchr::memchr2(b'X', b'/', line).is_some();
    match dialect {
        // With an X or a / a line can only be notation; without one it may be several things.
        Dialect::Auto | Dialect::Notation if marked => notation(line, rules),
        Dialect::Auto | Dialect::Rolls if !marked => numbers(line, rules),
        _ => None,
    }
}

/// Symbols, in whatever groups. A 0 may be half of a ten, so it is not ordinary.
fn notation(line: &[u8], rules: Rules) -> Option<Game> {
    let mut game = Game::new(rules);
    for &byte in line {
        let pins = match byte {
            b' ' | b'|' | b',' | b'\t' | b';' => continue,
            b'1'..=b'9' => Pins::new(byte - b'0')?,
            b'X' if game.lane().is_full() => Pins::ALL,
            b'/' if game.lane().thrown == 1 => Pins::new(game.lane().standing)?,
            b'-' => Pins::NONE,
            _ => return None,
        };
        game.push(Roll::new(pins)).ok()?;
    }
    Some(game)
}

/// Numbers of pins, each a token of its own.
fn numbers(line: &[u8], rules: Rules) -> Option<Game> {
    let mut game = Game::new(rules);
    let mut rest = line;
    loop {
        let (pins, after) = match rest {
            [] => return (!game.rolls().is_empty()).then_some(game),
            [separator, after @ ..] if is_separator(*separator) => {
                rest = after;
                continue;
            }
            [b'1', b'0', after @ ..] => (Pins::ALL, after),
            [digit @ b'0'..=b'9', after @ ..] => (Pins::new(digit - b'0')?, after),
            _ => return None,
        };
        rest = match after {
            [] => after,
            [separator, after @ ..] if is_separator(*separator) => after,
            _ => return None,
        };
        game.push(Roll::new(pins)).ok()?;
    }
}
