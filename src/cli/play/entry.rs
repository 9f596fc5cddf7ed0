//! The rolls that can be typed in a live game.

use crate::cli::read::parse_roll;
use crate::reading::Symbol;
use crate::reading::symbols::{is_integer, symbol, tokens};
use crate::reading::variants::plain;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedRolls {
    pub symbols: Vec<Symbol>,
    /// Digits were taken apart: `72` is 7 and 2.
    pub is_apart: bool,
}

/// Why a text is not rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRolls {
    Unknown,
    /// Digits that may be meant in two ways: `11`, `-1`, `07`, `100`, `7-2`.
    Unclear,
    /// A word for this symbol.
    Word(&'static str),
}

/// Words that people type for a symbol.
const WORDS: [(&str, &[&str]); 2] =
    [("X", &["strike", "스트라이크", "pleno", "chuza"]), ("/", &["spare", "스페어", "semipleno"])];

/// Parses rolls: separate ones, or several in a word (`72`, `5/`). `balls` is the number of balls in a frame.
pub fn rolls(text: &str, balls: u8) -> Result<TypedRolls, NotRolls> {
    let text = text.trim();
    let word = text.to_lowercase();
    if let Some((symbol, _)) = WORDS.iter().find(|(_, words)| words.contains(&word.as_str())) {
        return Err(NotRolls::Word(symbol));
    }
    let (mut symbols, mut is_apart) = (Vec::new(), false);
    // As in a sheet: a Korean keyboard may type full-width digits.
    for token in tokens(&plain(text)) {
        if let Ok(symbol) = parse_roll(token) {
            symbols.push(symbol);
            continue;
        }
        // A number that is not a roll is more likely a slip than two rolls: 11 pins, or minus one. One of more digits
        // than a frame has balls is more likely a total.
        let is_unclear =
            is_integer(token) && (token == "11" || token.starts_with(['-', '0']) || token.len() > usize::from(balls));
        // Two balls, as on a sheet, or a gutter ball between two others.
        let is_joined = balls == 2 && matches!(token.as_bytes(), [b'0'..=b'9', b'-', b'0'..=b'9']);
        if is_unclear || is_joined {
            return Err(NotRolls::Unclear);
        }
        is_apart |= is_integer(token);
        let (mut rest, mut may_be_ten) = (token, false);
        while !rest.is_empty() {
            may_be_ten |= rest.starts_with("10");
            let (after, symbol) = symbol(rest).map_err(|_| NotRolls::Unknown)?;
            symbols.push(symbol);
            rest = after;
        }
        if may_be_ten {
            return Err(NotRolls::Unclear);
        }
    }
    if symbols.is_empty() { Err(NotRolls::Unknown) } else { Ok(TypedRolls { symbols, is_apart }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Pins, Roll};

    fn pins(pins: u8) -> Symbol {
        Symbol::Pins(Pins::new(pins).unwrap())
    }

    #[test]
    fn rolls_are_entered_one_by_one_or_together() {
        let split_leave = Roll::new(Pins::new(8).unwrap()).with_leave("7-10".parse().unwrap());
        for (text, symbols) in [
            ("10", vec![pins(10)]),
            (" S7\r\n", vec![Symbol::Split(Pins::new(7).unwrap())]),
            ("7 2", vec![pins(7), pins(2)]),
            ("72", vec![pins(7), pins(2)]),
            ("7,2|X", vec![pins(7), pins(2), Symbol::Strike]),
            ("5/", vec![pins(5), Symbol::Spare]),
            ("5-", vec![pins(5), pins(0)]),
            ("8{7-10}/", vec![Symbol::Leaving(split_leave), Symbol::Spare]),
            ("{7-10} /", vec![Symbol::Leave(split_leave.leave().unwrap()), Symbol::Spare]),
            ("--", vec![pins(0), pins(0)]),
            ("X 5/ F-", vec![Symbol::Strike, pins(5), Symbol::Spare, Symbol::Foul, pins(0)]),
            ("19", vec![pins(1), pins(9)]),
            ("１", vec![pins(1)]),
            ("７２\u{3000}Ｘ", vec![pins(7), pins(2), Symbol::Strike]),
        ] {
            let is_apart = ["72", "19", "７２\u{3000}Ｘ"].contains(&text);
            assert_eq!(rolls(text, 2), Ok(TypedRolls { symbols, is_apart }), "{text}");
        }
        let symbols = vec![pins(5), pins(3), pins(2)];
        assert_eq!(rolls("532", 3), Ok(TypedRolls { symbols, is_apart: true }));
        assert_eq!(rolls("5-2", 3).unwrap().symbols, [pins(5), pins(0), pins(2)]);
    }

    #[test]
    fn numbers_that_are_no_rolls_are_not_taken_apart() {
        for text in ["11", "-1", "-10", "07", "100", "167", "X10", "5 11", "7-2", "999999999999"] {
            assert_eq!(rolls(text, 2), Err(NotRolls::Unclear), "{text}");
        }
        for text in ["ten", "foo", "undo 2", "S", "7,x2y", "X10q", "+5", ",", "quit now", "\u{1b}[2J"] {
            assert_eq!(rolls(text, 2), Err(NotRolls::Unknown), "{text}");
        }
    }
}
