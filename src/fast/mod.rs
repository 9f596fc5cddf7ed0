//! The short way for ordinary lines: no name, no claim, no slip of the pen. Whatever is unusual
//! goes the plain way, which alone knows errors, and comes back here with the balls of a line of which
//! only the name or the claim was unusual. Property tests hold both ways to the same answers.
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
    let mut codes = [[NOTHING; ROOM]];
    let [len] = balls([line], dialect, &mut codes);
    len.is_some_and(|len| Game::replay([game], rules, [&codes[0]], [len])[0])
}

/// Reads four lines into four games; of each, whether it was ordinary. As a function of its own it has all registers.
#[inline(never)]
#[must_use]
pub fn read_four(games: &mut [Game; LANES], lines: [&[u8]; LANES], dialect: Dialect, rules: Rules) -> [bool; LANES] {
    let mut codes = [[NOTHING; ROOM]; LANES];
    let lens = balls(lines, dialect, &mut codes);
    let legal = Game::replay(games.each_mut(), rules, codes.each_ref(), lens.map(Option::unwrap_or_default));
    std::array::from_fn(|at| lens[at].is_some() && legal[at])
}

/// The balls of ordinary lines as codes, and how many.
#[inline]
fn balls<const LINES: usize>(
    lines: [&[u8]; LINES],
    dialect: Dialect,
    codes: &mut [Codes; LINES],
) -> [Option<usize>; LINES] {
    // Nothing is no game in any dialect.
    let lines = lines.map(|line| if line.len() > LONGEST { &[][..] } else { line });
    let mut readings = lines.map(|line| Numbers { rest: line, balls: 0 });
    if matches!(dialect, Dialect::Auto | Dialect::Rolls) {
        // All lines in step, as long as all go on: no number can be found before the one before it, but the
        // processor looks for those of all lines at once.
        while readings.iter_mut().zip(&mut *codes).fold(true, |all, (reading, codes)| all & reading.next(codes)) {}
    }
    std::array::from_fn(|at| {
        let (line, reading, codes) = (lines[at], &mut readings[at], &mut codes[at]);
        let numbers_first = reading.balls > 0;
        let first = match dialect {
            Dialect::Rolls => return reading.end(codes),
            Dialect::Notation => return symbols(line, codes),
            Dialect::Log => return None,
            // No line is both, so what is likelier is tried first.
            Dialect::Auto if numbers_first => reading.end(codes),
            Dialect::Auto => symbols(line, codes),
        };
        first.or_else(|| {
            *codes = [NOTHING; ROOM];
            if numbers_first { symbols(line, codes) } else { Numbers { rest: line, balls: 0 }.end(codes) }
        })
    })
}

/// What a byte of a line is: its code as a symbol, and flags above that.
type Kind = u16;
/// It is written down for a ball.
const BALL: Kind = 1 << 8;
/// It makes a mark, so that the line can be nothing but notation.
const MARKED: Kind = 1 << 9;
/// It is no symbol.
const UNREAD: Kind = 1 << 10;
/// It stands between tokens.
const SEPARATOR: Kind = 1 << 11;

/// What each byte is, by the kinds that the automaton tells apart. A 0 may be half of a ten, so it is no ordinary symbol.
static KINDS: [Kind; 256] = {
    let mut kinds = [UNREAD | UNKNOWN as Kind; 256];
    let mut byte = 0;
    while byte < 256 {
        match automaton::KIND[byte] {
            digit @ 1..=9 => kinds[byte] = BALL | digit as Kind,
            automaton::GUTTER => kinds[byte] = BALL,
            automaton::STRIKE => kinds[byte] = BALL | MARKED | STRIKE as Kind,
            automaton::SPARE => kinds[byte] = BALL | MARKED | SPARE as Kind,
            automaton::SEPARATOR => kinds[byte] = SEPARATOR | NOTHING as Kind,
            _ => {}
        }
        byte += 1;
    }
    kinds
};

/// Symbols, in whatever groups.
#[inline(never)]
fn symbols(line: &[u8], codes: &mut Codes) -> Option<usize> {
    let (mut at, mut seen) = (0, 0);
    for &byte in line {
        let kind = KINDS[usize::from(byte)];
        // What is no ball is written over by the next one.
        codes[at % ROOM] = kind as Code;
        at += usize::from(kind & BALL != 0);
        seen |= kind;
    }
    codes[at % ROOM] = NOTHING;
    (seen & (UNREAD | MARKED) == MARKED && at <= MAX_ROLLS).then_some(at)
}

/// Numbers of pins, each a token of its own, as they are read.
struct Numbers<'a> {
    rest: &'a [u8],
    balls: usize,
}

impl Numbers<'_> {
    /// Reads a number and the one separator behind it, without a branch on whether it is a ten; `false`, and nothing
    /// read, for anything else.
    #[inline]
    fn next(&mut self, codes: &mut Codes) -> bool {
        let &[first, second, third, ..] = self.rest else {
            return false;
        };
        let ten = [first, second] == *b"10";
        let after = if ten { third } else { second };
        if !first.is_ascii_digit() || KINDS[usize::from(after)] & SEPARATOR == 0 {
            return false;
        }
        codes[self.balls % ROOM] = if ten { RACK } else { first - b'0' };
        self.balls += 1;
        self.rest = &self.rest[2 + usize::from(ten)..];
        true
    }

    /// Reads what is left, however it is separated; the number of balls if all was numbers.
    fn end(&mut self, codes: &mut Codes) -> Option<usize> {
        while self.next(codes) {}
        loop {
            let (code, after) = match self.rest {
                [separator, after @ ..] if is_separator(*separator) => {
                    self.rest = after;
                    continue;
                }
                [b'1', b'0', after @ ..] => (RACK, after),
                [digit @ b'0'..=b'9', after @ ..] => (digit - b'0', after),
                [] => return (1..=MAX_ROLLS).contains(&self.balls).then_some(self.balls),
                _ => return None,
            };
            // What stands right behind a number is a separator.
            self.rest = match after {
                [separator, after @ ..] if is_separator(*separator) => after,
                [] => after,
                _ => return None,
            };
            codes[self.balls % ROOM] = code;
            self.balls += 1;
        }
    }
}
