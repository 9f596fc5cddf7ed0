//! Finds the elements of a game that is written as an array.
//!
//! ```text
//! array   = "[" { element } "]"
//! element = "[" { token } "]"  |  a string in quotes  |  token
//! ```

use super::BLANKS;
use super::parse::{Failure, is_one_roll, is_separator, tokens_between};
use crate::error::Problem;
use crate::game::{FRAMES, RACK, Rules};

/// A game as an array.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Array<'a> {
    elements: Vec<&'a str>,
    has_inner: bool,
    /// Whether a string is more than one roll.
    has_long_string: bool,
}

/// What separates tokens in an array: the quotes of its strings do, too.
fn is_array_separator(sign: char) -> bool {
    matches!(sign, '"' | '\'') || is_separator(sign)
}

fn array_tokens(element: &str) -> impl Iterator<Item = &str> + Clone {
    tokens_between(element, is_array_separator)
}

/// The elements of a game in brackets; `None` if it has none.
pub(super) fn array(text: &str) -> Result<Option<Array<'_>>, Failure<'_>> {
    let array = text.trim_start_matches(BLANKS);
    if !array.starts_with('[') {
        let bracket = text.find(']').map(|at| Failure::new(&text[at..], Problem::Unmatched(']')));
        return bracket.map_or(Ok(None), Err);
    }
    let (mut found, mut rest) = (Array::default(), &array[1..]);
    loop {
        rest = rest.trim_start_matches(is_separator);
        let mut signs = rest.chars();
        let Some(open) = signs.next() else { return Err(Failure::new(array, Problem::Unmatched('['))) };
        let inside = signs.as_str();
        let unmatched = Failure::new(rest, Problem::Unmatched(open));
        let (element, after) = match open {
            ']' => match inside.trim_start_matches([' ', '\t']) {
                "" => return Ok(Some(found)),
                after => return Err(Failure::new(after, Problem::AfterBracket)),
            },
            '[' => match inside.find(['[', ']']).ok_or(unmatched)? {
                end if inside[end..].starts_with('[') => {
                    return Err(Failure::new(&inside[end..], Problem::DeepArray));
                }
                end => (&inside[..end], &inside[end + 1..]),
            },
            quote @ ('"' | '\'') => inside.split_once(quote).ok_or(unmatched)?,
            _ => rest.split_at(rest.find(|sign| sign == ']' || is_array_separator(sign)).unwrap_or(rest.len())),
        };
        found.has_inner |= open == '[';
        found.has_long_string |= matches!(open, '"' | '\'') && !element.is_empty() && !is_one_roll(element);
        found.elements.push(element);
        rest = after;
    }
}

impl<'a> Array<'a> {
    /// The tokens of each frame, if its elements are frames: all are as soon as one is an array or, among several, a
    /// string of more than one roll.
    pub(super) fn frames(&self, rules: Rules) -> Option<Vec<Vec<&'a str>>> {
        let has_frames = self.has_inner || (self.has_long_string && self.elements.len() > 1);
        let frame = |(at, element): (usize, &&'a str)| {
            let mut balls = array_tokens(element).collect();
            drop_padding(&mut balls, at + 1 < usize::from(FRAMES), rules);
            balls
        };
        has_frames.then(|| self.elements.iter().enumerate().map(frame).filter(|balls| !balls.is_empty()).collect())
    }

    /// All tokens.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.elements.iter().flat_map(|element| array_tokens(element))
    }
}

/// Drops what pads a frame: `[10, 0]`, `["X", ""]`, `[7, null]`. The balls after a strike in the tenth are fill balls.
fn drop_padding(balls: &mut Vec<&str>, is_before_tenth: bool, rules: Rules) {
    let is_null = |token: &&str| matches!(*token, "null" | "None");
    let is_no_ball = |token: &&str| is_null(token) || matches!(*token, "0" | "-");
    let is_strike = |token: &&str| {
        matches!(*token, "X" | "x") || token.parse().is_ok_and(|pins: u8| (rules.row().strike..=RACK).contains(&pins))
    };
    if is_before_tenth && balls.first().is_some_and(is_strike) && balls.iter().skip(1).all(is_no_ball) {
        balls.truncate(1);
    }
    balls.truncate(balls.iter().rposition(|ball| !is_null(ball)).map_or(0, |last| last + 1));
}
