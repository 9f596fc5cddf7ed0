//! Which spelling a line is in. Where two readings give different games none of them is taken.

use super::notation::{self, is_one_roll};
use super::rolls::is_integer;
use super::token::Tokens;

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Found out line by line.
    #[default]
    Auto,
    /// Integers.
    Rolls,
    /// The symbols of score sheets.
    Notation,
    /// A roll a line, with the player's name.
    Log,
}

/// How the game of one line is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Each token is a number of pins.
    Rolls,
    /// Each symbol is a roll.
    Notation {
        /// What `10` is.
        ten: Ten,
    },
}

/// What `10` in a line of notation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ten {
    /// One pin and then none: asked for, or a packed game of digits.
    OneThenNone,
    /// A strike: every token of the line is one roll.
    Strike,
    /// Two readings: refused.
    Ambiguous,
}

/// The reading of the tokens of a game.
#[must_use]
pub fn of(dialect: Dialect, tokens: &Tokens<'_>) -> Reading {
    match dialect {
        Dialect::Rolls => Reading::Rolls,
        Dialect::Notation => Reading::Notation { ten: Ten::OneThenNone },
        Dialect::Auto | Dialect::Log => auto(tokens),
    }
}

fn auto(tokens: &Tokens<'_>) -> Reading {
    let numbers = tokens.clone().all(|token| is_integer(token.text) || matches!(token.text, b"F" | b"f"));
    if !numbers {
        let single = tokens.clone().all(|token| is_one_roll(token.text));
        return Reading::Notation { ten: if single { Ten::Strike } else { Ten::Ambiguous } };
    }
    let mut all = tokens.clone();
    match (all.next(), all.next()) {
        (Some(only), None) if only.text.len() >= 3 && only.text.iter().all(u8::is_ascii_digit) => {
            Reading::Notation { ten: Ten::OneThenNone }
        }
        (Some(_), Some(_)) if tokens.clone().all(|token| is_frame_of_two(token.text)) => {
            Reading::Notation { ten: Ten::Ambiguous }
        }
        _ => Reading::Rolls,
    }
}

/// Two symbols that no roll is written with.
fn is_frame_of_two(token: &[u8]) -> bool {
    token.len() == 2 && token != b"10" && notation::unknown(token).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto_reads(line: &str) -> Reading {
        of(Dialect::Auto, &Tokens::new(line.as_bytes(), 0, line.len(), false))
    }

    #[test]
    fn integers_are_rolls() {
        for line in ["10 5 5 9 0", "", "5", "10", "11", "-1", "5 11 3", "27 34 10", "F 5", "27", "27 34 5", "-1 5"] {
            assert_eq!(auto_reads(line), Reading::Rolls, "{line}");
        }
    }

    #[test]
    fn lines_without_a_token_that_could_be_a_roll_are_notation() {
        for line in ["9181726354453627180-", "91817263544536271809", "27 34 -8 81", "100"] {
            assert!(matches!(auto_reads(line), Reading::Notation { .. }), "{line}");
        }
    }

    #[test]
    fn ten_is_a_strike_only_where_every_token_is_a_roll() {
        assert_eq!(auto_reads("10 5 / 9 -"), Reading::Notation { ten: Ten::Strike });
        assert_eq!(auto_reads("10 5/ 9-"), Reading::Notation { ten: Ten::Ambiguous });
        assert_eq!(auto_reads("9110"), Reading::Notation { ten: Ten::OneThenNone });
    }
}
