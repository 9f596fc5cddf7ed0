//! What a sheet says of its game: `= 167`, `= 20 39 48`, `= error`.

use std::fmt;
use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{all_consuming, eof, map, map_opt, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{Offset, Parser};

use crate::error::{LineError, Problem};
use crate::game::FRAMES;
use crate::reading::parse::{Failure, Parsed, is_separator};

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

    /// Reads a claim as it stands behind `=`.
    ///
    /// ```
    /// use bowling::sheet::Claim;
    /// assert_eq!("20 39 _".parse(), Ok(Claim::Running(vec![Some(20), Some(39), None])));
    /// assert!("20 x".parse::<Claim>().is_err_and(|error| error.column() == 4));
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        parse_claim(text)
            .map_err(|failure| LineError::new(text.as_bytes(), text.offset(failure.at), None, failure.problem))
    }
}

/// Reads what follows `=`.
pub(crate) fn parse_claim(text: &str) -> Result<Claim, Failure<'_>> {
    let claim = text.trim_ascii();
    match all_consuming(error).parse_complete(claim) {
        Ok((_, text)) => Ok(Claim::Error(text)),
        Err(_) => totals(claim, text),
    }
}

/// `error`, or `error: text`.
fn error(input: &str) -> Parsed<'_, Option<String>> {
    let text = map(rest, |text: &str| Some(text.trim_ascii().to_owned()).filter(|text| !text.is_empty()));
    let text = preceded((space0, char(':')), text);
    preceded(tag("error"), alt((text, value(None, eof)))).parse_complete(input)
}

/// One number is the total, several are the running totals. So is what stands in brackets.
fn totals<'a>(claim: &'a str, text: &'a str) -> Result<Claim, Failure<'a>> {
    let bad = |at, claim: &str| Err(Failure::new(at, Problem::BadClaim(claim.into())));
    let mut totals = Vec::with_capacity(FRAMES.into());
    let list = claim.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let mut input = list.unwrap_or(claim).trim_ascii();
    while !input.is_empty() {
        let Ok((after, total)) = terminated(total, alt((separators, eof))).parse_complete(input) else {
            return bad(input, input);
        };
        if totals.len() == usize::from(FRAMES) {
            return Err(Failure::new(input, Problem::LongClaim));
        }
        totals.push(total);
        input = after;
    }
    match totals[..] {
        [] => bad(&text[text.len()..], "="),
        [Some(total)] if list.is_none() => Ok(Claim::Total(total)),
        _ => Ok(Claim::Running(totals)),
    }
}

/// A running total, or `_`.
fn total(input: &str) -> Parsed<'_, Option<u32>> {
    let number = map_opt(digit1, |digits: &str| digits.parse().ok());
    alt((value(None, char('_')), map(number, Some))).parse_complete(input)
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
