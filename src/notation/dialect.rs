//! Which spelling a line is in. Ambiguous lines are errors.

use super::parse::{count_symbols, is_integer, is_one_roll};
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
    pub(super) fn reading(self, tokens: &[&str], rules: Rules) -> Reading {
        match self {
            Self::Rolls => Reading::Rolls,
            Self::Notation => Reading::Notation(Ten::OneThenNone),
            Self::Auto => detect(tokens, rules),
        }
    }
}

fn detect(tokens: &[&str], rules: Rules) -> Reading {
    if !tokens.iter().all(|token| is_integer(token) || matches!(*token, "F" | "f")) {
        let single = tokens.iter().all(|token| is_one_roll(token));
        return Reading::Notation(if single { Ten::AllPins } else { Ten::Ambiguous });
    }
    let balls = usize::from(rules.row().balls);
    match tokens {
        // No roll and no frame, but perhaps a whole game.
        [packed] if packed.len() > balls && packed.bytes().all(|byte| byte.is_ascii_digit()) => {
            Reading::Notation(Ten::Ambiguous)
        }
        // Each token is a frame that no single roll is written like.
        [_, _, ..] if tokens.iter().all(|token| *token != "10" && (2..=balls).contains(&count_symbols(token))) => {
            Reading::Notation(Ten::Ambiguous)
        }
        _ => Reading::Rolls,
    }
}

/// Whether frames with blanks between them are detected as notation.
pub(super) fn is_read_as_notation(frames: &str, rules: Rules) -> bool {
    matches!(detect(&frames.split(' ').collect::<Vec<_>>(), rules), Reading::Notation(_))
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
            (Reading::Notation(Ten::Ambiguous), &["10 5/ 9-", "9181726354453627180-", "27 34 -8 81", "9110", "100"]),
        ] {
            for line in lines {
                let tokens: Vec<&str> = line.split_whitespace().collect();
                assert_eq!(detect(&tokens, Rules::Tenpin), reading, "{line}");
            }
        }
        let frames = ["532", "19", "811"];
        assert_eq!(detect(&frames, Rules::Candlepin), Reading::Notation(Ten::Ambiguous));
        assert_eq!(detect(&frames, Rules::Tenpin), Reading::Rolls);
        assert_eq!(detect(&frames[..1], Rules::Candlepin), Reading::Rolls);
    }
}
