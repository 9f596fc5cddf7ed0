//! Reads games in brackets and quotes, as they are pasted from JSON and from programs.
//!
//! ```text
//! array   = list | list gap { list gap }            the lists are frames
//! list    = "[" { element gap } "]"  |  "(" … ")"
//! element = list  |  a string in quotes  |  token
//! ```

use std::borrow::Cow;

use memchr::memchr;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::{char, none_of, one_of, satisfy};
use nom::combinator::{map, recognize};
use nom::multi::{many0, many1, many1_count};
use nom::sequence::{preceded, terminated};

use super::spellings::{Grouping, Item, Padding, ROLLS, Spelling, end_of_token};
use super::symbols::{Ball, Failure, Parsed, ball, is_separator, symbol, ten};
use super::unreadable::unreadable;
use crate::error::Problem;
use crate::game::FRAMES;

/// What is read of a text: in quotes or brackets something else than all of it.
pub(super) enum Body<'a> {
    /// Tokens. Signs around them are blanks here, so that places stay the same.
    Text { text: Cow<'a, str>, is_array: bool },
    /// Frames, or balls with `null` among them.
    Balls(Spelling, Vec<Ball<'a>>),
}

/// An element of a list. `at` is the text from it on.
enum Element<'a> {
    List {
        at: &'a str,
        elements: Vec<Element<'a>>,
    },
    /// A token, or a string without its quotes.
    Text {
        at: &'a str,
        text: &'a str,
    },
}

/// Finds the game in its brackets or quotes.
pub(super) fn body(text: &str) -> Result<Body<'_>, Failure<'_>> {
    let start = text.trim_start_matches([' ', '\t']);
    let is_tuple = start.starts_with('(') && start.split(')').next().is_some_and(|inside| inside.contains(','));
    if !start.starts_with('[') && !is_tuple {
        if let Some(quoted) = quoted(start) {
            let before = text.len() - start.len();
            let unquoted = format!("{} {quoted} ", &text[..before]);
            return Ok(Body::Text { text: unquoted.into(), is_array: false });
        }
        return match memchr(b']', text.as_bytes()) {
            Some(at) => Err(Failure::new(&text[at..], Problem::Unmatched(']'))),
            None => Ok(Body::Text { text: text.into(), is_array: false }),
        };
    }
    let (rest, lists) = preceded(gap, many1(terminated(list, gap))).parse_complete(text).map_err(Failure::from)?;
    if !rest.is_empty() {
        return Err(Failure::new(rest, Problem::AfterBracket));
    }
    let lists = match <[Element<'_>; 1]>::try_from(lists) {
        Ok([Element::List { elements, .. }]) if elements.iter().any(|element| element.inner_list().is_some()) => {
            elements
        }
        Ok(flat) => return flat_body(text, &flat),
        Err(lists) => lists,
    };
    let spelling = Spelling { grouping: Grouping::OneFrame, padding: Padding::Frames, ..ROLLS };
    let mut frames = lists.iter().map(Element::balls).collect::<Result<Vec<_>, _>>()?;
    // Frames that were not bowled.
    frames.truncate(frames.iter().rposition(|frame| !frame.is_empty()).map_or(0, |last| last + 1));
    for (number, (frame, list)) in (1..).zip(frames.iter_mut().zip(&lists)) {
        match frame.last_mut() {
            Some(last) => last.ends_group = true,
            None => return Err(Failure::new(list.at(), Problem::InnerArray).in_frame(FRAMES.min(number))),
        }
    }
    Ok(Body::Balls(spelling, frames.concat()))
}

/// A list of tokens is read as if there were no brackets, unless a ball in it is `null`.
fn flat_body<'a>(text: &'a str, list: &[Element<'a>]) -> Result<Body<'a>, Failure<'a>> {
    let is_null = |element: &Element<'_>| matches!(element, Element::Text { text, .. } if is_null(text));
    if list.iter().any(|list| list.elements().iter().any(is_null)) {
        let balls = list.iter().map(Element::balls).collect::<Result<Vec<_>, _>>()?.concat();
        let has_inner_null = balls.iter().any(|ball| ball.symbol.is_none());
        let padding = if has_inner_null { Padding::Marks } else { Padding::None };
        return Ok(Body::Balls(Spelling { padding, ..ROLLS }, balls));
    }
    let is_tuple = text.trim_start().starts_with('(');
    let (start, end) = (text.len() - text.trim_start().len(), text.rfind([']', ')']).unwrap_or_default());
    let plain = |(at, sign): (usize, char)| match sign {
        '[' | ']' | '"' | '\'' => ' ',
        '(' | ')' if is_tuple && (at == start || at == end) => ' ',
        sign => sign,
    };
    Ok(Body::Text { text: text.char_indices().map(plain).collect::<String>().into(), is_array: true })
}

impl<'a> Element<'a> {
    /// The balls of an element, each token one ball or several, without `null` at the end.
    fn balls(&self) -> Result<Vec<Ball<'a>>, Failure<'a>> {
        let mut balls = match self {
            Self::List { elements, .. } => {
                if let Some(at) = elements.iter().find_map(Element::inner_list) {
                    return Err(Failure::new(at, Problem::DeepArray));
                }
                elements.iter().map(Element::balls).collect::<Result<Vec<_>, _>>()?.concat()
            }
            Self::Text { at, text } if is_null(text) => vec![Ball::new(at, None)],
            Self::Text { at, text } => {
                let token = alt((terminated(ten, end_of_token), ball));
                let (rest, balls) = terminated(many0(preceded(gap, token)), gap).parse_complete(*text)?;
                if !rest.is_empty() {
                    let failure = symbol(rest).err().unwrap_or_else(|| Failure::new(rest, Problem::InnerArray));
                    return Err(unreadable(text).unwrap_or(failure).moved(text, at));
                }
                balls.into_iter().map(|ball| Ball { at: &at[text.len() - ball.at.len()..], ..ball }).collect()
            }
        };
        if matches!(self, Self::List { .. }) {
            balls.truncate(balls.iter().rposition(|ball| ball.symbol.is_some()).map_or(0, |last| last + 1));
        }
        Ok(balls)
    }

    fn elements(&self) -> &[Self] {
        if let Self::List { elements, .. } = self { elements } else { &[] }
    }

    /// The text from a list on, if the element is one.
    fn inner_list(&self) -> Option<&'a str> {
        matches!(self, Self::List { .. }).then(|| self.at())
    }

    const fn at(&self) -> &'a str {
        let (Self::List { at, .. } | Self::Text { at, .. }) = self;
        at
    }
}

fn gap(input: &str) -> Parsed<'_, &str> {
    take_while(is_separator).parse_complete(input)
}

/// A list of frames or balls.
fn list(input: &str) -> Parsed<'_, Element<'_>> {
    brackets(alt((token, string, brackets(alt((token, string)))))).parse_complete(input)
}

/// Elements in square or round brackets.
fn brackets<'a>(element: impl Item<'a, Element<'a>>) -> impl Item<'a, Element<'a>> {
    let mut elements = preceded(gap, many0(terminated(element, gap)));
    move |input: &'a str| {
        let (inside, open) = one_of("[(").parse_complete(input)?;
        let (rest, elements) = elements.parse_complete(inside)?;
        let close = if open == '[' { ']' } else { ')' };
        match rest.strip_prefix(close) {
            Some(rest) => Ok((rest, Element::List { at: input, elements })),
            None if rest.starts_with(['[', '(']) => Err(nom::Err::Failure(Failure::new(rest, Problem::DeepArray))),
            None => Err(nom::Err::Failure(Failure::new(input, Problem::Unmatched(open)))),
        }
    }
}

/// A string in double or single quotes.
fn string(input: &str) -> Parsed<'_, Element<'_>> {
    let (at, quote) = one_of("\"'").parse_complete(input)?;
    let (rest, text) = take_till(|sign| sign == quote).parse_complete(at)?;
    match rest.strip_prefix(quote) {
        Some(rest) => Ok((rest, Element::Text { at, text })),
        None => Err(nom::Err::Failure(Failure::new(input, Problem::Unmatched(quote)))),
    }
}

/// Anything else up to a separator, a bracket or a quote. A split has brackets, too.
fn token(input: &str) -> Parsed<'_, Element<'_>> {
    let split = recognize((char('('), satisfy(|sign| sign.is_ascii_digit()), char(')')));
    let other = recognize(none_of(" \t,;|[]()\"'"));
    let text = recognize(many1_count(alt((split, other))));
    map(text, |text| Element::Text { at: input, text }).parse_complete(input)
}

/// The text in one pair of quotes.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains(quote)).then_some(inside)
}

fn is_null(token: &str) -> bool {
    matches!(token, "null" | "None")
}
