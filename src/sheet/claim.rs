//! What a sheet says of its game: `= 167`, `= 20 39 48`, `= error`.

use std::fmt;
use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::{all_consuming, eof, map, map_opt, rest, value};
use nom::multi::many1_count;
use nom::sequence::{delimited, preceded, terminated};

use crate::error::{LineError, Problem};
use crate::game::FRAMES;
use crate::reading::symbols::{Failure, Parsed, is_separator};

/// What the writer of a sheet claims about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// The total.
    Total(u32),
    /// The running totals from frame 1 on; `None` (`_`) for a frame that is not settled.
    Running(Vec<Option<u32>>),
    /// The game is an error; with a text, the message contains the text.
    Error(Option<String>),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Total(total) => write!(f, "{total}"),
            Self::Running(totals) => {
                let text = |total: &Option<u32>| total.map_or_else(|| "_".into(), |total| total.to_string());
                let text = totals.iter().map(text).collect::<Vec<_>>().join(" ");
                // One number alone would be the total.
                if totals.len() == 1 { write!(f, "[{text}]") } else { f.write_str(&text) }
            }
            Self::Error(None) => f.write_str("error"),
            Self::Error(Some(text)) => write!(f, "error: {text}"),
        }
    }
}

impl FromStr for Claim {
    type Err = LineError;

    /// Reads a claim as it stands after `=`.
    ///
    /// ```
    /// use bowling::sheet::Claim;
    /// assert_eq!("20 39 _".parse(), Ok(Claim::Running(vec![Some(20), Some(39), None])));
    /// assert!("20 x".parse::<Claim>().is_err_and(|error| error.column() == 4));
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        parse_claim(text).map_err(|failure| failure.in_line(text))
    }
}

/// Reads what follows `=`. A tick after it is dropped.
pub(crate) fn parse_claim(text: &str) -> Result<Claim, Failure<'_>> {
    let claim = text.trim_ascii_end().trim_end_matches(TICKS).trim_ascii_end();
    let parsed = preceded(multispace0, alt((error, sum, totals))).parse_complete(claim);
    parsed.map(|(_, claim)| claim).map_err(|failure| Failure::from(failure).moved(claim, text))
}

/// Check marks, with the sign that makes an emoji of them.
const TICKS: [char; 6] = ['\u{2713}', '\u{2714}', '\u{2705}', '\u{2611}', '\u{221a}', '\u{fe0f}'];

/// `error`, or `error: text`.
fn error(input: &str) -> Parsed<'_, Claim> {
    let text = map(rest, |text: &str| Some(text.trim_ascii().to_owned()).filter(|text| !text.is_empty()));
    let text = preceded((space0, char(':')), text);
    all_consuming(preceded(tag("error"), alt((text, value(None, eof))))).map(Claim::Error).parse_complete(input)
}

/// A sum and its result: `20+19+9 = 48`.
fn sum(input: &str) -> Parsed<'_, Claim> {
    let plus = delimited(space0, char('+'), space0);
    let sum = (number, many1_count(preceded(plus, number)), space0, char('='), space0);
    all_consuming(preceded(sum, number)).map(Claim::Total).parse_complete(input)
}

/// One number is the total, several are the running totals. So is what stands in brackets.
fn totals(input: &str) -> Parsed<'_, Claim> {
    let list = input.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let inside = list.unwrap_or(input).trim_ascii_end();
    let refuse = |at: &str, problem| {
        let failure = Failure::new(at, problem).moved(inside, &input[usize::from(list.is_some())..]);
        Err(nom::Err::Failure(failure))
    };
    let (mut rest, mut totals) = (inside.trim_ascii_start(), Vec::with_capacity(FRAMES.into()));
    while !rest.is_empty() {
        let Ok((after, total)) = terminated(total, alt((separators, eof))).parse_complete(rest) else {
            return refuse(rest, Problem::BadClaim(rest.into()));
        };
        if totals.len() == usize::from(FRAMES) {
            return refuse(rest, Problem::LongClaim);
        }
        totals.push(total);
        rest = after;
    }
    match totals[..] {
        [] => refuse("", Problem::BadClaim("=".into())),
        [Some(total)] if list.is_none() => Ok(("", Claim::Total(total))),
        _ => Ok(("", Claim::Running(totals))),
    }
}

/// A running total, or `_`.
fn total(input: &str) -> Parsed<'_, Option<u32>> {
    alt((value(None, char('_')), map(number, Some))).parse_complete(input)
}

fn number(input: &str) -> Parsed<'_, u32> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse_complete(input)
}

fn separators(input: &str) -> Parsed<'_, &str> {
    take_while1(is_separator).parse_complete(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_read_and_written() {
        for (text, claim, written) in [
            (" 167 ", Claim::Total(167), "167"),
            ("20 39, 48", Claim::Running(vec![Some(20), Some(39), Some(48)]), "20 39 48"),
            ("[ 20 ]", Claim::Running(vec![Some(20)]), "[20]"),
            ("20 _", Claim::Running(vec![Some(20), None]), "20 _"),
            (" 48 \u{2714}\u{fe0f}", Claim::Total(48), "48"),
            ("20 + 19+9 = 48", Claim::Total(48), "48"),
            ("error", Claim::Error(None), "error"),
            (" error : a rack ", Claim::Error(Some("a rack".into())), "error: a rack"),
        ] {
            assert_eq!(claim.to_string(), written);
            assert_eq!(parse_claim(text), Ok(claim));
        }
        for text in ["99999999999", "12-", "errors", "[]", "[20"] {
            assert!(parse_claim(text).is_err(), "{text}");
        }
    }
}
