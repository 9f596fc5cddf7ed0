//! The ways people write games: a table of spellings, each a grammar that turns text into balls, or does not fit.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{eof, map, not, opt, peek, recognize, success, value, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};

use super::shape::{Numbers, Shape};
use super::symbols::{Ball, Failure, Parsed, ball, is_separator, ten};
use crate::game::FRAMES;

/// A way to write a game.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    /// Whether a text of this shape may be written so. This is cheap, so that few grammars are tried.
    pub may_fit: fn(&Shape<'_>) -> bool,
    /// Reads balls in groups: one for each token. It fits if it takes the whole text.
    pub grammar: fn(&str) -> Parsed<'_, Vec<Ball<'_>>>,
    pub grouping: Grouping,
    pub padding: Padding,
}

/// What a group of balls holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grouping {
    /// Any balls.
    Any,
    /// Whole frames, if it has several balls. The tenth frame may be split, and so may the last group.
    Frames,
    /// One frame. The tenth frame may be split, and the last one may be unfinished.
    OneFrame,
}

/// Balls that were not rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Padding {
    None,
    /// After the balls of a frame, in its inner array.
    Frames,
    /// After each mark of frames 1 to 9, as many as the frame has balls left.
    Marks,
    /// The same, if the game is complete that way, and is not without padding.
    MarksOfCompleteGame,
    /// In place of the fill balls of an open tenth frame.
    FillBalls,
}

/// Integers 0 to 10, or `F`: `10 5 5 9 0`.
pub(super) const ROLLS: Spelling = Spelling {
    may_fit: |shape| shape.are_rolls(),
    grammar: |text| groups(one(map(roll, Some)), gap).parse_complete(text),
    grouping: Grouping::Any,
    padding: Padding::None,
};

/// Rolls with padding: `10,0,7,3,…`.
pub(super) const PADDED_ROLLS: Spelling =
    Spelling { may_fit: |shape| shape.are_rolls() && shape.has_zero(), padding: Padding::MarksOfCompleteGame, ..ROLLS };

/// The symbols of score sheets: `X 5/ 9-`.
pub(super) const NOTATION: Spelling = Spelling {
    may_fit: |shape| shape.numbers != Numbers::Rolls && (!shape.has_ten || shape.has_long() && !shape.has_dash()),
    grammar: |text| groups(map(ball, Some), gap).parse_complete(text),
    grouping: Grouping::Frames,
    padding: Padding::None,
};

/// Symbols and `10`: `10 5 / 9 -`.
pub(super) const ONE_BALL_PER_TOKEN: Spelling = Spelling {
    may_fit: |shape| shape.has_ten && !shape.has_long() && shape.numbers == Numbers::None,
    grammar: |text| groups(one(map(alt((ten, ball)), Some)), gap).parse_complete(text),
    grouping: Grouping::Any,
    padding: Padding::None,
};

/// Frames joined by dashes: `X-54-36`.
const JOINED_FRAMES: Spelling = Spelling {
    may_fit: |shape| shape.has_joint,
    grammar: |text| terminated(groups(map(undashed(ball), Some), joint), gap).parse_complete(text),
    grouping: Grouping::OneFrame,
    padding: Padding::None,
};

/// All spellings of text without brackets. A new one is a new row.
pub(super) const SPELLINGS: [Spelling; 12] = [
    ROLLS,
    PADDED_ROLLS,
    NOTATION,
    ONE_BALL_PER_TOKEN,
    // One padded ball per token: `X 0 7 / …`.
    Spelling {
        may_fit: |shape| shape.has_zero() && !shape.has_long() && shape.numbers == Numbers::None,
        padding: Padding::MarksOfCompleteGame,
        ..ONE_BALL_PER_TOKEN
    },
    // Ten for a strike: `10 5/ 9-`.
    Spelling {
        may_fit: |shape| shape.has_ten && shape.has_long() && shape.numbers == Numbers::None,
        grammar: |text| groups(alt((one(map(ten, |ten| vec![ten])), many1(ball))), gap).parse_complete(text),
        ..NOTATION
    },
    // Digits without blanks, and `10` for ten pins: `1910…`.
    Spelling {
        may_fit: |shape| shape.numbers == Numbers::Packed,
        grammar: |text| {
            let game = groups(map(alt((ten, ball)), Some), gap);
            verify(game, |balls: &Vec<_>| balls.len() >= usize::from(FRAMES)).parse_complete(text)
        },
        ..NOTATION
    },
    JOINED_FRAMES,
    // The same with ten for a strike: `10-54-36`.
    Spelling {
        may_fit: |shape| shape.has_joint && !shape.has_strike(),
        grammar: |text| {
            let strike = terminated(ten, peek(alt((end_of_token, value((), char('-'))))));
            let frame = alt((map(strike, |ten| vec![ten]), many1(undashed(ball))));
            terminated(groups(frame, joint), gap).parse_complete(text)
        },
        ..JOINED_FRAMES
    },
    // Balls joined by dashes: `5-4 3-6 X`.
    Spelling {
        may_fit: |shape| shape.has_joint,
        grammar: |text| {
            let joined =
                verify(separated_list1(char('-'), undashed(alt((ten, ball)))), |balls: &Vec<_>| balls.len() > 1);
            // Where numbers are joined, `10` is a strike.
            let strike = one(map(ten, |ten| vec![ten]));
            groups(alt((one(joined), strike, many1(undashed(ball)))), gap).parse_complete(text)
        },
        ..NOTATION
    },
    // Padded notation: `X-54X-…`.
    Spelling { may_fit: |shape| shape.has_padded_mark(), padding: Padding::Marks, ..NOTATION },
    // Fill balls that were not rolled: `…|31||--`, `…|31-`.
    Spelling {
        may_fit: |shape| shape.has_double_bar() || shape.has_long_end(),
        grammar: |text| {
            let gap = alt((preceded(not(no_fill_balls), gap), success("")));
            let played = preceded(not(last_dash), ball);
            terminated(groups(map(played, Some), gap), alt((no_fill_balls, last_dash))).parse_complete(text)
        },
        padding: Padding::FillBalls,
        ..NOTATION
    },
];

/// One or more parts of one ball or several. A gap between two parts that is not empty ends a group.
fn groups<'a, T: IntoIterator<Item = Ball<'a>>>(
    mut part: impl Item<'a, T>,
    mut gap_after: impl Item<'a, &'a str>,
) -> impl Item<'a, Vec<Ball<'a>>> {
    /// Enough for nearly every game.
    const BALLS: usize = 24;
    move |input: &'a str| {
        let (mut balls, (mut rest, _)) = (Vec::<Ball<'a>>::with_capacity(BALLS), gap(input)?);
        loop {
            match part.parse_complete(rest) {
                Ok((after, part)) => {
                    let gap;
                    balls.extend(part);
                    (rest, gap) = gap_after.parse_complete(after)?;
                    if let Some(last) = balls.last_mut() {
                        last.ends_group = !gap.is_empty();
                    }
                }
                Err(nom::Err::Error(_)) if !balls.is_empty() => return Ok((rest, balls)),
                Err(error) => return Err(error),
            }
        }
    }
}

/// What may be between tokens: any separators, or none.
#[expect(clippy::unnecessary_wraps, reason = "it is used as a parser, and take_while looks at characters")]
fn gap(input: &str) -> Parsed<'_, &str> {
    let is_other = |byte: u8| !is_separator(byte.into());
    Ok(input.take_split(input.bytes().position(is_other).unwrap_or(input.len())))
}

/// What may be between frames that are joined by dashes.
fn joint(input: &str) -> Parsed<'_, &str> {
    alt((recognize(char('-')), gap)).parse_complete(input)
}

/// The only part of its token.
fn one<'a, T>(part: impl Item<'a, T>) -> impl Item<'a, T> {
    terminated(part, end_of_token)
}

/// A ball other than `-`.
fn undashed<'a>(ball: impl Item<'a, Ball<'a>>) -> impl Item<'a, Ball<'a>> {
    preceded(not(char('-')), ball)
}

/// A digit, `10` or `F`.
fn roll(input: &str) -> Parsed<'_, Ball<'_>> {
    alt((ten, preceded(peek(one_of("0123456789Ff")), ball))).parse_complete(input)
}

pub(super) fn end_of_token(input: &str) -> Parsed<'_, ()> {
    value((), peek(alt((take_while1(is_separator), eof)))).parse_complete(input)
}

/// A double bar and one or two signs for balls that were not rolled.
fn no_fill_balls(input: &str) -> Parsed<'_, ()> {
    value((), (space0, tag("||"), gap, one_of("-0"), gap, opt(one_of("-0")), gap, eof)).parse_complete(input)
}

/// A dash at the end of the text.
fn last_dash(input: &str) -> Parsed<'_, ()> {
    value((), (char('-'), gap, eof)).parse_complete(input)
}

/// A parser of text.
pub(super) trait Item<'a, T>: Parser<&'a str, Output = T, Error = Failure<'a>> {}

impl<'a, T, P: Parser<&'a str, Output = T, Error = Failure<'a>>> Item<'a, T> for P {}
