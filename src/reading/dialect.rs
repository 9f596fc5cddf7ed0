//! Which spelling a line is in. Ambiguous lines are errors.

use super::parse::{count_symbols, is_integer};
use crate::error::Problem;
use crate::game::{FRAMES, MAX_TOTAL, Rules};

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Detected per line.
    #[default]
    Auto,
    /// Integers: `10 5 5 9 0`.
    Rolls,
    /// The symbols of score sheets: `X 5/ 9-`.
    Notation,
}

/// How the game of one line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Each token is a number of pins.
    Rolls,
    /// Each symbol is a roll. `10` is ambiguous: an error, unless every token turns out to be one roll.
    Notation,
    /// Each token is one roll, as a symbol or as `10`.
    SingleRolls,
    /// Each symbol is a roll. `10` is one pin, then none.
    Symbols,
}

/// The tokens of a game, which may be walked more than once.
pub(super) trait Tokens<'a>: Iterator<Item = &'a str> + Clone {}

impl<'a, T: Iterator<Item = &'a str> + Clone> Tokens<'a> for T {}

impl Dialect {
    /// How the tokens of a game are read.
    pub(super) fn reading<'a>(self, tokens: impl Tokens<'a>, rules: Rules) -> Reading {
        match self {
            Self::Rolls => Reading::Rolls,
            Self::Notation => Reading::Symbols,
            Self::Auto => detect(tokens, rules),
        }
    }
}

fn detect<'a>(mut tokens: impl Tokens<'a>, rules: Rules) -> Reading {
    let balls = usize::from(rules.row().balls);
    let is_frame = |token: &str| token != "10" && (2..=balls).contains(&count_symbols(token));
    let mut all = tokens.clone();
    let is_notation = !all.clone().all(|token| is_integer(token) || matches!(token, "F" | "f"))
        || match (tokens.next(), tokens.next()) {
            // No roll and no frame, but perhaps a whole game.
            (Some(packed), None) => packed.len() > balls && packed.bytes().all(|byte| byte.is_ascii_digit()),
            // Each token is a frame that no single roll is written like.
            (Some(_), Some(_)) => all.all(is_frame),
            _ => false,
        };
    if is_notation { Reading::Notation } else { Reading::Rolls }
}

/// Whether frames with blanks between them are read back as the same game.
pub(super) fn reads_back(frames: &str, is_complete: bool, rules: Rules) -> bool {
    let tokens = frames.split(' ');
    detect(tokens.clone(), rules) != Reading::Rolls && (is_complete || ambiguity(tokens).is_none())
}

/// What the tokens of an unfinished game in notation may be instead: a label before the game, or running totals.
pub(super) fn ambiguity<'a>(tokens: impl Tokens<'a>) -> Option<Problem> {
    let first = tokens.clone().next()?;
    if may_be_label(first) {
        return Some(Problem::PerhapsLabel(first.into()));
    }
    running_totals(tokens, true)
}

/// `G1`, `F1` or `GF`: letters that are rolls, but also the start of a label.
pub(super) fn may_be_label(token: &str) -> bool {
    let is_letter = |byte: &u8| matches!(byte, b'G' | b'g' | b'F' | b'f');
    token.len() > 1
        && token.as_bytes().first().is_some_and(is_letter)
        && token.bytes().all(|byte| is_letter(&byte) || byte.is_ascii_digit())
}

/// Tokens that may be running totals: numbers that never decrease, and increase by no more than a frame can.
pub(super) fn running_totals<'a>(tokens: impl Tokens<'a>, may_be_rolls: bool) -> Option<Problem> {
    let total = |token: &str| token.parse().ok().filter(|total| *total <= MAX_TOTAL && !token.starts_with('+'));
    let totals: Vec<u16> = tokens.clone().map(total).collect::<Option<_>>()?;
    let are_totals = totals.len() > 1 && totals.is_sorted_by(|last, next| (*last..=last + MOST).contains(next));
    are_totals.then(|| Problem::RunningTotals { totals: tokens.collect::<Vec<_>>().join(" "), may_be_rolls })
}

/// The most that a frame adds to the running total.
const MOST: u16 = MAX_TOTAL / FRAMES as u16;
