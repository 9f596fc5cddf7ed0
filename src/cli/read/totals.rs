//! Totals without rolls, as cells of a table and values of JSON hold them.

use super::cell_game::read_whole;
use super::table::{ValueError, whole};
use super::words::Spelling;
use crate::cli::event::{KnownTotals, Uncounted};
use crate::cli::problem::InputProblem;
use crate::game::{MAX_TOTAL, Rules};

/// The total that a value holds.
pub fn total(text: &str) -> Result<u16, ValueError> {
    let total = whole(text).parse().ok().filter(|total| *total <= MAX_TOTAL);
    total.ok_or_else(|| InputProblem::NotATotal(text.into()).into())
}

/// What a cell of a column of totals holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalCell {
    Counted(u16),
    /// The score of an absent or vacant player, or one with an asterisk.
    Marked(u16),
    /// No number: `A`, `abs`, `-`, `BYE`, `#DIV/0!`.
    Absent,
}

impl KnownTotals {
    /// Adds a total, which may be marked or missing: then it does not count.
    pub(super) fn add(&mut self, text: &str) -> Result<Option<Uncounted>, ValueError> {
        Ok(match total_cell(text)? {
            TotalCell::Counted(total) => {
                self.totals.push(total);
                None
            }
            TotalCell::Marked(total) => {
                self.marked.push(total);
                Some(Uncounted::Marked)
            }
            TotalCell::Absent => Some(Uncounted::Cell),
        })
    }
}

/// A total in a column of totals, which may be marked or missing. A number that is not a
/// total is an error, and so is a game.
pub fn total_cell(text: &str) -> Result<TotalCell, ValueError> {
    let is_game = |text: &str| {
        let game = read_whole(text, Spelling::Any, Rules::default());
        text.contains(char::is_numeric) && game.is_ok_and(|game| game.rolls().count() > 2)
    };
    let is_mark = |sign: char| sign.is_alphabetic() || sign.is_whitespace() || "()[]*+".contains(sign);
    let number = text.trim_matches(is_mark);
    match total(number) {
        Ok(total) if number.len() == text.len() => Ok(TotalCell::Counted(total)),
        Ok(total) => Ok(TotalCell::Marked(total)),
        // The message shows the cell as it is.
        Err(_) if number.parse::<f64>().is_ok() || is_game(text) => Err(InputProblem::NotATotal(text.into()).into()),
        Err(_) => Ok(TotalCell::Absent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_may_be_marked_or_missing() {
        use TotalCell::{Absent, Counted, Marked};
        for (text, cell) in [
            ("150", Counted(150)),
            ("150.0", Counted(150)),
            ("a150", Marked(150)),
            ("B 150", Marked(150)),
            ("v140", Marked(140)),
            ("171*", Marked(171)),
            ("171a", Marked(171)),
            ("ABS 150", Marked(150)),
            ("(150)", Marked(150)),
            ("150 blind", Marked(150)),
            ("150+", Marked(150)),
            ("A", Absent),
            ("#DIV/0!", Absent),
            ("1O0", Absent),
            ("12/3", Absent),
            ("+", Absent),
            ("abs", Absent),
            ("-", Absent),
            ("BYE", Absent),
        ] {
            assert_eq!(total_cell(text), Ok(cell), "{text}");
        }
        for text in ["301", "a301", "(70000)", "-5", "1e2", "150.5", "X 5/ 9-"] {
            assert_eq!(total_cell(text), Err(InputProblem::NotATotal(text.into()).into()), "{text}");
        }
    }
}
