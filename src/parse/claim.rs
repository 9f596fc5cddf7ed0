//! What a sheet says of its game: `= 167`, `= 20 39 48`, `= error`.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, eof, map, map_opt, value};
use nom::multi::many1_count;
use nom::sequence::terminated;
use nom::{IResult, Parser};

use super::error::Problem;
use crate::game::step::FRAMES;

/// A claim: what the writer of the sheet holds to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// The total.
    Total(u32),
    /// The running totals from frame 1 on; `None` (`_`) where a frame is not settled.
    Running(Vec<Option<u32>>),
    /// The game must be refused, and the diagnostic must hold the text.
    Error(Option<String>),
}

/// A running total, or `_`.
fn number(input: &[u8]) -> IResult<&[u8], Option<u32>> {
    alt((
        value(None, tag(&b"_"[..])),
        map_opt(digit1, |digits: &[u8]| Some(Some(std::str::from_utf8(digits).ok()?.parse().ok()?))),
    ))
    .parse_complete(input)
}

fn error(input: &[u8]) -> IResult<&[u8], Option<String>> {
    let text = map(nom::combinator::rest, |text: &[u8]| String::from_utf8_lossy(text.trim_ascii()).into_owned());
    let text = nom::sequence::preceded((nom::character::complete::space0, tag(&b":"[..])), text);
    alt((
        map((tag(&b"error"[..]), text), |(_, text)| Some(text).filter(|text| !text.is_empty())),
        value(None, (tag(&b"error"[..]), eof)),
    ))
    .parse_complete(input)
}

/// Reads what stands after `=`; the place of an error is counted from there.
pub fn read(text: &[u8]) -> Result<Claim, (usize, Problem)> {
    let start = text.len() - text.trim_ascii_start().len();
    let trimmed = text.trim_ascii();
    if let Ok((_, error)) = all_consuming(error).parse_complete(trimmed) {
        return Ok(Claim::Error(error));
    }
    let bad = |at: usize, text: &[u8]| (start + at, Problem::BadClaim(String::from_utf8_lossy(text).into_owned()));
    let mut numbers = Vec::new();
    let mut rest = trimmed;
    while !rest.is_empty() {
        let between =
            alt((map(many1_count(one_of::<_, _, nom::error::Error<&[u8]>>(&b" \t,;|"[..])), |_| ()), map(eof, |_| ())));
        let Ok((after, number)) = terminated(number, between).parse_complete(rest) else {
            return Err(bad(trimmed.len() - rest.len(), rest));
        };
        if numbers.len() == usize::from(FRAMES) {
            return Err((start + trimmed.len() - rest.len(), Problem::LongClaim));
        }
        numbers.push(number);
        rest = after;
    }
    match numbers[..] {
        [] => Err(bad(0, b"=")),
        [Some(total)] => Ok(Claim::Total(total)),
        _ => Ok(Claim::Running(numbers)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_a_total_running_totals_or_error() {
        assert_eq!(read(b" 167 "), Ok(Claim::Total(167)));
        assert_eq!(read(b"20 39, 48"), Ok(Claim::Running(vec![Some(20), Some(39), Some(48)])));
        assert_eq!(read(b"20 _"), Ok(Claim::Running(vec![Some(20), None])));
        assert_eq!(read(b"error"), Ok(Claim::Error(None)));
        assert_eq!(read(b" error : a rack "), Ok(Claim::Error(Some("a rack".into()))));
    }

    #[test]
    fn anything_else_is_refused_at_its_place() {
        assert_eq!(read(b" 20 x").unwrap_err(), (4, Problem::BadClaim("x".into())));
        assert_eq!(read(b" ").unwrap_err().1, Problem::BadClaim("=".into()));
        assert_eq!(read(b"1 2 3 4 5 6 7 8 9 10 11").unwrap_err().1, Problem::LongClaim);
        assert!(read(b"99999999999").is_err());
        assert!(read(b"12-").is_err());
        assert!(read(b"errors").is_err());
    }
}
