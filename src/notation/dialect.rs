//! Which spelling a line is in. Ambiguous lines are errors.

use super::parse::{is_integer, is_notation, is_one_roll};

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
    /// Each symbol is a roll.
    Notation(Ten),
}

/// What `10` stands for in a line of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ten {
    /// One pin, then none: every digit is a roll.
    OneThenNone,
    /// All ten pins: every token of the line is one roll.
    AllPins,
    /// Either: an error.
    Ambiguous,
}

impl Dialect {
    /// How the tokens of a game are read.
    pub(super) fn reading(self, tokens: &[&str]) -> Reading {
        match self {
            Self::Rolls => Reading::Rolls,
            Self::Notation => Reading::Notation(Ten::OneThenNone),
            Self::Auto => detect(tokens),
        }
    }
}

fn detect(tokens: &[&str]) -> Reading {
    if !tokens.iter().all(|token| is_integer(token) || matches!(*token, "F" | "f")) {
        let single = tokens.iter().all(|token| is_one_roll(token));
        return Reading::Notation(if single { Ten::AllPins } else { Ten::Ambiguous });
    }
    match tokens {
        [packed] if packed.len() >= 3 && packed.bytes().all(|byte| byte.is_ascii_digit()) => {
            Reading::Notation(Ten::OneThenNone)
        }
        // Each token is two symbols that no single roll is written with.
        [_, _, ..] if tokens.iter().all(|token| token.len() == 2 && *token != "10" && is_notation(token)) => {
            Reading::Notation(Ten::Ambiguous)
        }
        _ => Reading::Rolls,
    }
}

/// Whether these tokens are detected as notation.
pub(super) fn is_read_as_notation<'a>(tokens: impl Iterator<Item = &'a str>) -> bool {
    matches!(detect(&tokens.collect::<Vec<_>>()), Reading::Notation(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_of_a_line_is_detected() {
        let integers = ["10 5 5 9 0", "", "5", "10", "11", "-1", "5 11 3", "27 34 10", "F 5", "27", "27 34 5", "-1 5"];
        for (reading, lines) in [
            (Reading::Rolls, &integers[..]),
            (Reading::Notation(Ten::AllPins), &["10 5 / 9 -"]),
            (Reading::Notation(Ten::Ambiguous), &["10 5/ 9-", "9181726354453627180-", "27 34 -8 81"]),
            (Reading::Notation(Ten::OneThenNone), &["9110", "91817263544536271809", "100"]),
        ] {
            for line in lines {
                assert_eq!(detect(&line.split_whitespace().collect::<Vec<_>>()), reading, "{line}");
            }
        }
    }
}
