//! The dialect of numbers: `10 5 5 9 0`, an integer a roll, `F` for a foul.

use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::digit1;
use nom::combinator::{all_consuming, opt, recognize};

use super::error::Problem;
use super::symbol::Symbol;
use super::token::Token;
use crate::game::Pins;

/// Is it an integer, whether or not a rack has so many pins?
#[must_use]
pub fn is_integer(token: &[u8]) -> bool {
    if let [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] = token {
        // Nearly all of them, without a call.
        return true;
    }
    let integer = recognize((opt(tag::<_, _, nom::error::Error<&[u8]>>(&b"-"[..])), digit1));
    all_consuming(integer).parse_complete(token).is_ok()
}

/// Reads one token.
pub fn read(token: Token<'_>) -> Result<Symbol, Problem> {
    match token.text {
        b"10" => return Ok(Symbol::Pins(Pins::ALL)),
        [b'0'..=b'9' | b'F' | b'f'] => {
            if let Ok((_, symbol)) = super::notation::symbol(token.text) {
                return Ok(symbol);
            }
        }
        _ => {}
    }
    let text = String::from_utf8_lossy(token.text).into_owned();
    Err(match token.text {
        [b'0', b'0'..=b'9', ..] if is_integer(token.text) => Problem::LeadingZero(text),
        number if is_integer(number) => Problem::NotARoll { token: text, pairs: true },
        _ => match super::notation::unknown(token.text) {
            Some((_, symbol)) => Problem::UnknownSymbol(symbol),
            None => Problem::NotationAmongRolls(text),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(Token { at: 0, text: text.as_bytes() }).unwrap_err().to_string()
    }

    #[test]
    fn numbers_of_a_rack_and_fouls_are_rolls() {
        for pins in 0..=10_u8 {
            let text = pins.to_string();
            let symbol = read(Token { at: 0, text: text.as_bytes() });
            assert_eq!(symbol, Ok(Symbol::Pins(Pins::new(pins).unwrap())));
        }
        assert_eq!(read(Token { at: 0, text: b"F" }), Ok(Symbol::Foul));
    }

    #[test]
    fn what_is_no_roll_is_told_why() {
        assert_eq!(message("11"), "11 is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)");
        assert_eq!(message("-1"), "-1 is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)");
        assert!(message("07").starts_with("07 starts with 0, perhaps a separator is lost"));
        assert_eq!(message("X"), "X is not a number of pins (--from notation reads symbols)");
        assert!(message("5o").starts_with("'o' is not a roll"));
    }
}
