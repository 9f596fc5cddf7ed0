//! Reads the pins that a ball left: `7-10`.

use super::Symbol;
use super::symbols::Failure;
use super::unreadable::is_date;
use crate::error::Problem;
use crate::game::{BallProblem, PinSet, PinSetError, PinSetErrorKind, RACK, Roll};

/// A ball and the text of the pins that it left. Without a symbol the pins that it knocked down follow from those.
#[cold]
pub(super) fn leaving(symbol: Option<Symbol>, pins: &str) -> Result<Symbol, Failure<'_>> {
    let leave = read_pins(pins)?;
    if leave.is_empty() {
        return Err(Failure::new(pins, Problem::NotPins(PinSetError::new(PinSetErrorKind::Missing, ""))));
    }
    let roll = match symbol {
        None => return Ok(Symbol::Leave(leave)),
        Some(Symbol::Pins(pins)) => Roll::new(pins),
        Some(Symbol::Split(pins)) => Roll::split(pins),
        Some(Symbol::Foul) => Roll::FOUL,
        Some(Symbol::Strike) => return Err(Failure::new(pins, BallProblem::StrikeLeaves { pins: RACK }.into())),
        Some(_) => return Err(Failure::new(pins, BallProblem::ClearedLeaves.into())),
    };
    Ok(Symbol::Leaving(roll.with_leave(leave)))
}

/// Reads pins that are separated by `-`, in any order. No text is no pins.
pub(crate) fn read_pins(text: &str) -> Result<PinSet, Failure<'_>> {
    text.parse().map_err(|error: PinSetError| {
        if is_spreadsheet_date(text) {
            return Failure::new(text, Problem::PinsAsDate(text.into()));
        }
        // The first pin with which the text cannot be read.
        let mut ends = text.match_indices('-').map(|(end, _)| end).chain([text.len()]);
        let end = ends.find(|&end| text[..end].parse::<PinSet>().is_err()).unwrap_or_default();
        let start = text[..end].rfind('-').map_or(0, |dash| dash + 1);
        Failure::new(&text[start..], Problem::NotPins(error))
    })
}

/// The pins of a set as they are written in a game: `{7-10}`.
pub(crate) fn write_leave(leave: PinSet, out: &mut Vec<u8>) {
    for (at, pin) in leave.iter().enumerate() {
        out.push(if at == 0 { b'{' } else { b'-' });
        if pin == RACK {
            out.push(b'1');
        }
        out.push(b'0' + pin % RACK);
    }
    out.push(b'}');
}

/// Whether a text is the date that a spreadsheet makes of pins: `6-Oct` of 6-10, `1/2/2010` of 1-2-10.
fn is_spreadsheet_date(text: &str) -> bool {
    /// The starts of the names of months, in the languages of `play` and of its neighbours.
    const MONTHS: [&str; 24] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "okt", "dez", "mai", "ene",
        "abr", "ago", "dic", "avr", "juin", "juil", "월", "月",
    ];
    let text = text.to_lowercase();
    let day = text.split(' ').next().unwrap_or_default();
    let has_digit = text.contains(|sign: char| sign.is_ascii_digit());
    let mut words = text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty());
    is_date(day) || (has_digit && words.any(|word| MONTHS.iter().any(|month| word.starts_with(month))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pin_that_is_wrong_is_the_place_of_the_error() {
        for (text, at) in [("7-11", 2), ("3-6-3", 4), ("x", 0), ("7--10", 2), ("7-", 2), ("3-6-10-6-x", 7)] {
            assert_eq!(read_pins(text).unwrap_err().offset(text), at, "{text}");
        }
    }

    #[test]
    fn dates_of_spreadsheets_are_told_from_pins() {
        let dates = [
            "6-Oct",
            "10-Jun",
            "Jun-10",
            "OCT-06",
            "7. Okt",
            "10월 7일",
            "1/2/2010",
            "2010-01-02 00:00:00",
            "2-Jan-10",
        ];
        for text in dates {
            assert_eq!(read_pins(text).unwrap_err().problem, Problem::PinsAsDate(text.into()), "{text}");
        }
        for text in ["march", "7-x", "7/10", "1-2-10-11"] {
            assert!(matches!(read_pins(text).unwrap_err().problem, Problem::NotPins(_)), "{text}");
        }
    }
}
