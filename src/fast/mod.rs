//! The short way for ordinary lines: no name, no claim, no slip of the pen. Whatever is unusual
//! goes the plain way, which alone knows errors. Property tests hold both ways to the same answers.
//!
//! [`read`] reads a line into a [`Game`], and [`read_four`] four lines at once; [`totals`] walks
//! complete games to nothing but their totals, on tables that the compiler builds from the rules.

pub mod automaton;
#[cfg(all(test, feature = "cli"))]
mod tests;
pub mod totals;

use crate::game::pins::RACK;
use crate::game::table::{Code, NOTHING, SPARE, STRIKE, UNKNOWN};
use crate::game::{Game, MAX_ROLLS, Rules};
use crate::parse::Dialect;
use crate::parse::token::is_separator;

/// A line longer than this is not ordinary.
pub const LONGEST: usize = 192;

/// So many lines are read at once: their games do not wait for each other, so the processor plays them together.
pub const LANES: usize = 4;

/// Room for the balls of any game and one too many.
const ROOM: usize = (MAX_ROLLS + 1).next_power_of_two();
type Codes = [Code; ROOM];

/// Reads an ordinary line into a game, whatever was in that before; `false` for the plain way to look at the line.
#[must_use]
pub fn read(game: &mut Game, line: &[u8], dialect: Dialect, rules: Rules) -> bool {
    let mut codes = [NOTHING; ROOM];
    let Some(balls) = balls(line, dialect, &mut codes) else {
        return false;
    };
    Game::replay([game], rules, [&codes], balls)[0]
}

/// Reads four lines into four games; of each, whether it was ordinary. Two are played at once: of four, the
/// registers do not hold what changes.
#[must_use]
pub fn read_four(games: &mut [Game; LANES], lines: [&[u8]; LANES], dialect: Dialect, rules: Rules) -> [bool; LANES] {
    let [a, b, c, d] = games;
    let [first, second] = read_two([a, b], [lines[0], lines[1]], dialect, rules);
    let [third, fourth] = read_two([c, d], [lines[2], lines[3]], dialect, rules);
    [first, second, third, fourth]
}

fn read_two(games: [&mut Game; 2], lines: [&[u8]; 2], dialect: Dialect, rules: Rules) -> [bool; 2] {
    let mut codes = [[NOTHING; ROOM]; 2];
    let [first, second] = &mut codes;
    let (a, b) = (balls(lines[0], dialect, first), balls(lines[1], dialect, second));
    let legal = Game::replay(games, rules, [first, second], a.max(b).unwrap_or_default());
    [a.is_some() && legal[0], b.is_some() && legal[1]]
}

/// The balls of an ordinary line as codes, and how many.
fn balls(line: &[u8], dialect: Dialect, codes: &mut Codes) -> Option<usize> {
    if line.len() > LONGEST {
        return None;
    }
    match dialect {
        // A line of symbols fails as numbers within its first bytes.
        Dialect::Auto => numbers(line, codes).or_else(|| symbols(line, codes)),
        Dialect::Rolls => numbers(line, codes),
        Dialect::Notation => symbols(line, codes),
        Dialect::Log => None,
    }
}

/// Symbols, in whatever groups. Only with an X or a / a line can be nothing but notation; a 0 may be half of a ten,
/// so it is not ordinary.
fn symbols(line: &[u8], codes: &mut Codes) -> Option<usize> {
    let (mut at, mut known, mut marked) = (0, true, false);
    for &byte in line {
        let code = CODES[usize::from(byte)];
        codes[at] = code;
        at = (at + usize::from(code != NOTHING)).min(ROOM - 1);
        known &= code != UNKNOWN;
        marked |= matches!(code, SPARE | STRIKE);
    }
    codes[at] = NOTHING;
    (known && marked && at <= MAX_ROLLS).then_some(at)
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
fn numbers(line: &[u8], codes: &mut Codes) -> Option<usize> {
    let mut rest = line;
    let mut at = 0;
    loop {
        let (code, after) = match rest {
            [separator, after @ ..] if is_separator(*separator) => {
                rest = after;
                continue;
            }
            [b'1', b'0', after @ ..] => (RACK, after),
            [digit @ b'0'..=b'9', after @ ..] => (digit - b'0', after),
            [] => return (at > 0).then_some(at),
            _ => return None,
        };
        // What stands right behind a number is a separator.
        rest = match after {
            [separator, after @ ..] if is_separator(*separator) => after,
            [] => after,
            _ => return None,
        };
        if at == MAX_ROLLS {
            return None;
        }
        codes[at] = code;
        at += 1;
    }
}
