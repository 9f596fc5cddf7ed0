//! Finds the elements of a game that is written as an array.
//!
//! ```text
//! array   = "[" { element } "]"
//! element = "[" { token } "]"  |  a string in quotes  |  token
//! ```

use super::BLANKS;
use super::parse::{Failure, is_one_roll, is_separator, tokens_between};
use crate::error::Problem;

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
        let bracket = memchr::memchr(b']', text.as_bytes());
        return bracket.map_or(Ok(None), |at| Err(Failure::new(&text[at..], Problem::Unmatched(']'))));
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
    /// Whether its elements are frames: all are as soon as one is an array or, among several, a string of more than one
    /// roll.
    pub(super) const fn has_frames(&self) -> bool {
        self.has_inner || self.has_frame_strings()
    }

    /// Whether its strings are frames in notation.
    pub(super) const fn has_frame_strings(&self) -> bool {
        self.has_long_string && self.elements.len() > 1
    }

    /// Each element and its tokens, without `null` at the end of an element and without empty elements at the end.
    pub(super) fn frames(&self) -> Vec<(&'a str, Vec<&'a str>)> {
        let frame = |element: &&'a str| {
            let mut balls: Vec<&str> = array_tokens(element).collect();
            balls.truncate(balls.iter().rposition(|ball| !is_null(ball)).map_or(0, |last| last + 1));
            (*element, balls)
        };
        let mut frames: Vec<_> = self.elements.iter().map(frame).collect();
        frames.truncate(frames.iter().rposition(|(_, balls)| !balls.is_empty()).map_or(0, |last| last + 1));
        frames
    }

    /// All tokens.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.elements.iter().flat_map(|element| array_tokens(element))
    }
}

fn is_null(token: &str) -> bool {
    matches!(token, "null" | "None")
}

/// Whether a token pads a frame that is over: `[10, 0]`, `["X", "-"]`, `[10, null, null]`.
pub(super) fn is_padding(token: &str) -> bool {
    is_null(token) || matches!(token, "0" | "-")
}
