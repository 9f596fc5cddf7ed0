//! Reads symbols, numbers and tokens, with nom.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, verify};
use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::Symbol;
use super::leave::leaving;
use super::unreadable::unreadable;
use super::variants::plain;
use crate::error::{LineError, Problem};
use crate::game::{BallProblem, Pins};

/// The error of all parsers: where a text cannot be read, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure<'a, P = Problem> {
    /// The rest of the input, from the offending place on.
    pub at: &'a str,
    pub problem: P,
    /// The frame being played there.
    pub frame: Option<u8>,
}

impl<'a, P> Failure<'a, P> {
    pub(crate) const fn new(at: &'a str, problem: P) -> Self {
        Self { at, problem, frame: None }
    }

    /// The same failure in a frame of a game.
    pub(crate) const fn in_frame(mut self, frame: u8) -> Self {
        self.frame = Some(frame);
        self
    }

    /// The offset of the place in a text that ends where the input ended.
    pub(crate) const fn offset(&self, text: &str) -> usize {
        text.len().saturating_sub(self.at.len())
    }

    /// The same failure at the same offset in another text.
    pub(crate) fn moved<'b>(self, from: &str, to: &'b str) -> Failure<'b, P> {
        Failure { at: to.get(self.offset(from)..).unwrap_or(&to[to.len()..]), problem: self.problem, frame: self.frame }
    }

    /// The same failure in the text as it was written, whose characters are replaced one by one.
    pub(crate) fn in_variant(self, text: &str) -> Failure<'_, P> {
        // ASCII is plain.
        let at = if text.is_ascii() {
            self.offset(text)
        } else {
            let characters = self.at.chars().count();
            text.char_indices().rev().take(characters).last().map_or(text.len(), |(at, _)| at)
        };
        Failure { at: &text[at..], problem: self.problem, frame: self.frame }
    }
}

impl<'a> Failure<'a> {
    /// The failure with a problem of a reader, which may have others.
    #[cfg(feature = "cli")]
    pub(crate) fn into_any<P: From<Problem>>(self) -> Failure<'a, P> {
        Failure { at: self.at, problem: self.problem.into(), frame: self.frame }
    }

    /// The failure as an error of a line that ends where the input ended.
    pub(crate) fn in_line(self, line: &str) -> LineError {
        LineError::new(line.as_bytes(), self.offset(line), self.frame, self.problem)
    }
}

impl<'a> ParseError<&'a str> for Failure<'a> {
    fn from_error_kind(input: &'a str, _: ErrorKind) -> Self {
        Self::new(input, Problem::UnknownSymbol(input.chars().next().unwrap_or_default()))
    }

    /// The innermost error knows the place.
    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of several alternatives, the one that got furthest explains the text.
    fn or(self, other: Self) -> Self {
        if other.at.len() < self.at.len() { other } else { self }
    }
}

impl<'a> FromExternalError<&'a str, Problem> for Failure<'a> {
    fn from_external_error(input: &'a str, _: ErrorKind, problem: Problem) -> Self {
        Self::new(input, problem)
    }
}

impl From<nom::Err<Self>> for Failure<'_> {
    fn from(error: nom::Err<Self>) -> Self {
        match error {
            nom::Err::Error(failure) | nom::Err::Failure(failure) => failure,
            // Parsers of complete input never ask for more.
            nom::Err::Incomplete(_) => Self::new("", Problem::NoGame),
        }
    }
}

/// The result of a parser.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Failure<'a>>;

/// A ball of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ball<'a> {
    /// The text from the ball on.
    pub at: &'a str,
    /// `None` for `null`.
    pub symbol: Option<Symbol>,
    /// Whether it is the last of its token, or of its inner array.
    pub ends_group: bool,
}

impl<'a> Ball<'a> {
    pub(super) const fn new(at: &'a str, symbol: Option<Symbol>) -> Self {
        Self { at, symbol, ends_group: false }
    }

    pub(super) fn is_dash(&self) -> bool {
        self.at.starts_with('-')
    }

    /// Whether it may stand for a ball that was not rolled.
    pub(super) fn is_padding(&self) -> bool {
        self.symbol.is_none() || self.at.starts_with(['-', '0'])
    }

    /// Whether it is an `X`, a `/` or a `-`, which no number has inside.
    pub(super) fn is_mark(&self) -> bool {
        self.at.starts_with(['X', 'x', '/', '-'])
    }
}

/// A symbol in its place.
pub(super) fn ball(input: &str) -> Parsed<'_, Ball<'_>> {
    let (rest, symbol) = symbol(input).map_err(nom::Err::Error)?;
    Ok((rest, Ball::new(input, Some(symbol))))
}

/// The two digits of ten pins in their place.
pub(super) fn ten(input: &str) -> Parsed<'_, Ball<'_>> {
    map(tag("10"), |_| Ball::new(input, Some(Symbol::Pins(Pins::ALL)))).parse_complete(input)
}

/// Reads one symbol.
pub(crate) fn symbol(input: &str) -> Result<(&str, Symbol), Failure<'_>> {
    match plain_symbol(input) {
        Ok((rest, symbol)) if rest.as_bytes().first() != Some(&b'{') => Ok((rest, symbol)),
        Err(nom::Err::Error(failure)) if !starts_with_mark(input) => Err(failure),
        _ => marked_symbol(input),
    }
}

/// Whether a text may start with a split, or with the pins that a ball left.
fn starts_with_mark(input: &str) -> bool {
    input.bytes().next().is_some_and(|sign| matches!(sign, b'S' | b's' | b'(' | b'{') || !sign.is_ascii())
}

/// A symbol that is a split or names pins, or is none.
#[cold]
fn marked_symbol(input: &str) -> Result<(&str, Symbol), Failure<'_>> {
    match any_symbol(input) {
        Ok((_, (Some(Symbol::Split(pins)), _))) if !(1..=8).contains(&pins.get()) => {
            Err(Failure::new(input, Problem::Ball(BallProblem::NoSplit(pins.get()))))
        }
        Ok((rest, (Some(symbol), None))) => Ok((rest, symbol)),
        Ok((rest, (symbol, pins))) => {
            let pins = pins.unwrap_or_default();
            // The pins and the brace after them stand before the rest.
            let start = input.len().saturating_sub(rest.len() + 1 + pins.len());
            let symbol = leaving(symbol, pins).map_err(|failure| failure.moved(pins, &input[start..]))?;
            Ok((rest, symbol))
        }
        Err(_) if input.starts_with(['S', 's', '(']) => Err(Failure::new(input, Problem::BareSplit)),
        Err(_) => Err(Failure::new(input, Problem::UnknownSymbol(input.chars().next().unwrap_or_default()))),
    }
}

/// One symbol, and the text of the pins that its ball left; one of them may be missing. A split may have any number of
/// pins here.
fn any_symbol(input: &str) -> Parsed<'_, (Option<Symbol>, Option<&str>)> {
    let ball = |input| {
        if starts_with_mark(input) { map(split, Symbol::Split).parse_complete(input) } else { plain_symbol(input) }
    };
    let is_any = |(ball, pins): &(Option<Symbol>, Option<&str>)| ball.is_some() || pins.is_some();
    verify((opt(ball), opt(leave)), is_any).parse_complete(input)
}

/// A symbol of one character, which is ASCII.
#[inline(always)]
pub(crate) fn plain_symbol(input: &str) -> Parsed<'_, Symbol> {
    match input.bytes().next().and_then(byte_symbol) {
        Some(symbol) => Ok((&input[1..], symbol)),
        None => Err(nom::Err::Error(Failure::from_error_kind(input, ErrorKind::OneOf))),
    }
}

/// The symbol that a byte stands for.
#[inline(always)]
pub(crate) fn byte_symbol(sign: u8) -> Option<Symbol> {
    SYMBOLS[usize::from(sign)]
}

/// The symbols that single bytes stand for: a table avoids mispredicted branches.
static SYMBOLS: [Option<Symbol>; 256] = {
    let (mut symbols, mut sign) = ([None; 256], 0);
    while sign < symbols.len() {
        symbols[sign] = match sign as u8 {
            b'X' | b'x' => Some(Symbol::Strike),
            b'/' => Some(Symbol::Spare),
            b'-' | b'G' | b'g' => Some(Symbol::Pins(Pins::NONE)),
            b'F' | b'f' => Some(Symbol::Foul),
            digit => match pins(digit as char) {
                Some(pins) => Some(Symbol::Pins(pins)),
                None => None,
            },
        };
        sign += 1;
    }
    symbols
};

/// The pins that a digit stands for.
const fn pins(digit: char) -> Option<Pins> {
    if digit.is_ascii_digit() { Pins::new(digit as u8 - b'0') } else { None }
}

/// `{7-10}`, with any text in the braces.
fn leave(input: &str) -> Parsed<'_, &str> {
    delimited(char('{'), take_till(|sign| matches!(sign, '{' | '}')), char('}')).parse_complete(input)
}

/// `S7`, `(7)`, or one of the circled digits 5 to 8 (U+2464 to U+2467).
fn split(input: &str) -> Parsed<'_, Pins> {
    let digit = || map_opt(anychar, pins);
    let circled = map_opt(anychar, |sign| match sign {
        '\u{2464}'..='\u{2467}' => Pins::new((u32::from(sign) - 0x245f) as u8),
        _ => None,
    });
    alt((preceded(one_of("Ss"), digit()), delimited(char('('), digit(), char(')')), circled)).parse_complete(input)
}

/// Reads a token as a number of pins, or `F`.
pub(crate) fn number(token: &str) -> Result<Symbol, Failure<'_>> {
    let problem = match token {
        "10" => return Ok(Symbol::Pins(Pins::ALL)),
        _ if token.len() == 1 && token.starts_with(|sign: char| sign.is_ascii_digit() || matches!(sign, 'F' | 'f')) => {
            return symbol(token).map(|(_, symbol)| symbol);
        }
        _ if is_integer(token) && token.starts_with('0') => Problem::LeadingZero(token.into()),
        _ if is_integer(token) => Problem::NotARoll { token: token.into() },
        _ => return Err(unreadable(token).unwrap_or(Failure::new(token, Problem::NotationAmongRolls(token.into())))),
    };
    Err(Failure::new(token, problem))
}

/// Whether a token is an integer, possible as a roll or not.
pub(crate) fn is_integer(token: &str) -> bool {
    let digits = token.strip_prefix('-').unwrap_or(token);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a character separates rolls.
pub(crate) const fn is_separator(sign: char) -> bool {
    matches!(sign, ' ' | '\t' | ',' | ';' | '|')
}

/// The tokens between separators.
pub(crate) fn tokens(text: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    text.split(is_separator).filter(|token| !token.is_empty())
}

/// Whether a token is made of symbols alone.
pub(crate) fn is_notation(token: &str) -> bool {
    count_symbols(&plain(token)) > 0
}

/// How many symbols a token is made of; 0 if it has anything else.
pub(super) fn count_symbols(token: &str) -> usize {
    all_consuming(many0_count(any_symbol)).parse_complete(token).map_or(0, |(_, count)| count)
}

/// Whether a token is one roll, as a number or as a symbol.
#[cfg(feature = "cli")]
pub(crate) fn is_one_roll(token: &str) -> bool {
    token == "10" || matches!(any_symbol(token), Ok(("", _)))
}

/// The rest of a token from the first character that is not part of a symbol.
pub(super) fn first_unknown(token: &str) -> &str {
    many0_count(any_symbol).parse_complete(token).map_or(token, |(rest, _)| rest)
}
