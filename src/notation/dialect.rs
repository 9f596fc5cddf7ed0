//! Which spelling a line is in. Ambiguous lines are errors.

use super::parse::{count_symbols, is_integer};
use crate::game::Rules;

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Detected per line.
    #[default]
    Auto,
    /// Integers: `10 5 5 9 0`.
    Rolls,
    /// The symbols of score sheets: `X 5/ 9-`.
    Notation,
}

/// How the game of one line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Each token is a number of pins.
    Rolls,
    /// Each symbol is a roll. `10` is ambiguous: an error, unless every token turns out to be one roll.
    Notation,
    /// Each token is one roll, as a symbol or as `10`.
    SingleRolls,
    /// Each symbol is a roll. `10` is one pin, then none.
    Symbols,
}

/// The tokens of a game, which may be walked more than once.
pub(super) trait Tokens<'a>: Iterator<Item = &'a str> + Clone {}

impl<'a, T: Iterator<Item = &'a str> + Clone> Tokens<'a> for T {}

impl Dialect {
    /// How the tokens of a game are read.
    pub(super) fn reading<'a>(self, tokens: impl Tokens<'a>, rules: Rules) -> Reading {
        match self {
            Self::Rolls => Reading::Rolls,
            Self::Notation => Reading::Symbols,
            Self::Auto => detect(tokens, rules),
        }
    }
}

fn detect<'a>(mut tokens: impl Tokens<'a>, rules: Rules) -> Reading {
    let balls = usize::from(rules.row().balls);
    let is_frame = |token: &str| token != "10" && (2..=balls).contains(&count_symbols(token));
    let mut all = tokens.clone();
    let is_notation = !all.clone().all(|token| is_integer(token) || matches!(token, "F" | "f"))
        || match (tokens.next(), tokens.next()) {
            // No roll and no frame, but perhaps a whole game.
            (Some(packed), None) => packed.len() > balls && packed.bytes().all(|byte| byte.is_ascii_digit()),
            // Each token is a frame that no single roll is written like.
            (Some(_), Some(_)) => all.all(is_frame),
            _ => false,
        };
    if is_notation { Reading::Notation } else { Reading::Rolls }
}

/// Whether frames with blanks between them are detected as notation.
pub(super) fn is_read_as_notation(frames: &str, rules: Rules) -> bool {
    detect(frames.split(' '), rules) != Reading::Rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_of_a_line_is_detected() {
        let notation = Reading::Notation;
        let read = |line: &str, rules| detect(line.split_whitespace(), rules);
        for line in ["10 5 5 9 0", "", "5", "10", "11", "-1", "5 11 3", "27 34 10", "F 5", "27", "27 34 5", "-1 5"] {
            assert_eq!(read(line, Rules::Tenpin), Reading::Rolls, "{line}");
        }
        for line in ["10 5 / 9 -", "10 5/ 9-", "9181726354453627180-", "27 34 -8 81", "9110", "100"] {
            assert_eq!(read(line, Rules::Tenpin), notation, "{line}");
        }
        assert_eq!(read("532 19 811", Rules::Candlepin), notation);
        assert_eq!(read("532 19 811", Rules::Tenpin), Reading::Rolls);
        assert_eq!(read("532", Rules::Candlepin), Reading::Rolls);
    }
}
