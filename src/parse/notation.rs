//! The dialect of score sheets: `X 5/ 9-`, a symbol a roll, grouped as people like.

use nom::error::{Error, ErrorKind};
use nom::{Err, IResult};

use super::error::Problem;
use super::symbol::{Placed, Symbol};
use super::token::Token;
use crate::game::Pins;

/// A digit as pins.
fn digit_pins(digit: u8) -> Pins {
    Pins::new(digit.wrapping_sub(b'0')).unwrap_or(Pins::NONE)
}

/// One symbol. A leaf by hand, for it reads every ball: nom's `alt` over the same cases took four times as long.
pub fn symbol(input: &[u8]) -> IResult<&[u8], Symbol> {
    Ok(match input {
        [digit @ b'0'..=b'9', rest @ ..] => (rest, Symbol::Pins(digit_pins(*digit))),
        [b'X' | b'x', rest @ ..] => (rest, Symbol::Strike),
        [b'/', rest @ ..] => (rest, Symbol::Spare),
        [b'-' | b'G' | b'g', rest @ ..] => (rest, Symbol::Pins(Pins::NONE)),
        [b'F' | b'f', rest @ ..] => (rest, Symbol::Foul),
        [b'S' | b's', digit @ b'0'..=b'9', rest @ ..] | [b'(', digit @ b'0'..=b'9', b')', rest @ ..] => {
            (rest, Symbol::Split(digit_pins(*digit)))
        }
        // The circled digits 5 to 8 (U+2464 to U+2467).
        [0xE2, 0x91, digit @ 0xA4..=0xA7, rest @ ..] => (rest, Symbol::Split(digit_pins(digit - 0xA4 + b'5'))),
        _ => return Err(Err::Error(Error::new(input, ErrorKind::OneOf))),
    })
}

/// The symbols of a token, each at its place. A token that is no symbol ends them with its problem.
pub fn read(token: Token<'_>) -> impl Iterator<Item = Result<Placed, (usize, Problem)>> + '_ {
    let mut rest = token.text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let at = token.at + token.text.len() - rest.len();
        Some(match symbol(rest) {
            Ok((_, Symbol::Split(pins))) if pins == Pins::NONE || pins.get() > 8 => {
                rest = &[];
                Err((at, Problem::NoSplit(pins.get())))
            }
            Ok((after, symbol)) => {
                rest = after;
                Ok(Placed { at, symbol })
            }
            Err(_) => {
                let problem = match rest[0] {
                    b'S' | b's' | b'(' => Problem::BareSplit,
                    _ => Problem::UnknownSymbol(first_char(rest)),
                };
                rest = &[];
                Err((at, problem))
            }
        })
    })
}

/// The first thing in a token that is no symbol, and where.
#[must_use]
pub fn unknown(token: &[u8]) -> Option<(usize, char)> {
    let mut rest = token;
    while !rest.is_empty() {
        match symbol(rest) {
            Ok((after, _)) => rest = after,
            Err(_) => return Some((token.len() - rest.len(), first_char(rest))),
        }
    }
    None
}

/// Is the token one roll, whichever dialect it is in?
#[must_use]
pub fn is_one_roll(token: &[u8]) -> bool {
    token == b"10" || matches!(symbol(token), Ok((rest, _)) if rest.is_empty())
}

fn first_char(text: &[u8]) -> char {
    let end = text.len().min(4);
    String::from_utf8_lossy(&text[..end]).chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(text: &str) -> Result<Vec<Symbol>, Problem> {
        let read = read(Token { at: 0, text: text.as_bytes() });
        read.map(|placed| placed.map(|placed| placed.symbol).map_err(|(_, problem)| problem)).collect()
    }

    #[test]
    fn every_spelling_of_a_split_is_one() {
        for text in ["S7", "s7", "(7)", "\u{2466}"] {
            assert_eq!(symbols(text), Ok(vec![Symbol::Split(Pins::new(7).unwrap())]), "{text}");
        }
    }

    #[test]
    fn a_split_needs_pins_that_can_leave_one() {
        assert_eq!(symbols("S"), Err(Problem::BareSplit));
        assert_eq!(symbols("(7"), Err(Problem::BareSplit));
        assert_eq!(symbols("S9"), Err(Problem::NoSplit(9)));
    }

    #[test]
    fn places_are_bytes_of_the_line() {
        let token = Token { at: 4, text: "\u{2466}/o".as_bytes() };
        let places: Vec<_> = read(token).map(|placed| placed.map_or_else(|(at, _)| at, |placed| placed.at)).collect();
        assert_eq!(places, [4, 7, 8]);
    }
}
