//! Takes a line apart at its dividers, and decides whether it is ordinary.

use std::borrow::Borrow;

use super::Lines;
use super::tape::Divider;
use super::walk::{GamePath, LineWalk};
use crate::game::Game;
use crate::reading::Dialect;
use crate::sheet::Claim;

/// The dividers of a line.
#[derive(Clone, Copy, Default)]
pub(super) struct LineParts {
    /// The end of the line before.
    before: Divider,
    /// What stands before the game: the same, or the colon after a name.
    from: Divider,
    /// What stands after the game.
    to: Divider,
    end: Divider,
}

/// A line of a text, without its end.
pub(crate) struct ScannedLine<'a> {
    pub(crate) text: &'a [u8],
    /// What is on it, if it is ordinary.
    pub(crate) game: Option<OrdinaryGame<'a>>,
}

/// What is on an ordinary line.
pub(crate) struct OrdinaryGame<'a> {
    /// The trimmed name; empty if the line has none.
    pub(crate) name: &'a str,
    pub(crate) total: u16,
    /// The text of its claim, which holds; empty if the line has none.
    pub(crate) claim_text: &'a str,
    /// Where the rest is. Pieces of it here would be written to memory for every line.
    pub(super) lines: &'a Lines<'a>,
}

impl<'a> OrdinaryGame<'a> {
    /// The game, which is made when it is first asked for.
    pub(crate) fn game(&self) -> &'a dyn Borrow<Game> {
        self.lines
    }

    /// What the line claims.
    #[inline(always)]
    pub(crate) fn claim(&self) -> Option<Claim> {
        let totals = || self.lines.path().running_totals().map(|total| Some(total.into())).collect();
        match self.claim_text {
            "" => None,
            text if text.contains(' ') => Some(Claim::Running(totals())),
            _ => Some(Claim::Total(self.total.into())),
        }
    }
}

impl LineParts {
    /// A line without a name, a claim or a comment.
    #[inline]
    pub(super) const fn plain(before: Divider, end: Divider) -> Self {
        Self { before, from: before, to: end, end }
    }

    /// The line after the first of some dividers, and how many of them are passed.
    #[inline]
    pub(super) fn new(text: &[u8], dividers: &[Divider]) -> (Self, usize) {
        let is_end = |&divider: &Divider| sign(text, divider) == b'\n';
        let count = dividers.iter().skip(1).position(is_end).map_or(dividers.len() - 1, |at| at + 1);
        let has_name = sign(text, dividers[1]) == b':';
        let from = usize::from(has_name).min(count - 1);
        (Self { before: dividers[0], from: dividers[from], to: dividers[from + 1], end: dividers[count] }, count)
    }

    pub(super) const fn before(&self) -> Divider {
        self.before
    }

    /// The place of the game on the tape.
    pub(super) const fn start(&self) -> u16 {
        self.from.code
    }

    /// The line.
    #[inline]
    pub(super) fn text<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        between(text, self.before, self.end)
    }

    /// Whether there is nothing but a game on the line.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.from == self.before && self.to == self.end
    }

    /// Whether a walk has found a complete game on the line.
    #[inline]
    pub(super) fn has_game(&self, walk: LineWalk, text: &[u8], has_joined: bool, dialect: Dialect) -> bool {
        usize::from(self.to.code) == walk.place() + 1
            && walk.is_in(dialect, || has_joined && is_joined(between(text, self.from, self.to)))
    }

    /// The name and the claim of a line, either of which may be empty; `None` if the line is not ordinary. `ascii` is the
    /// same text, or empty.
    #[inline(never)]
    pub(super) fn name_and_claim<'a>(
        &self,
        text: &'a [u8],
        ascii: &'a str,
        path: GamePath<'_>,
    ) -> Option<(&'a str, &'a str)> {
        let Self { before, from, to, end } = *self;
        let words = |from: Divider, to: Divider| {
            let range = usize::from(from.text)..usize::from(to.text) - 1;
            ascii.get(range.clone()).or_else(|| std::str::from_utf8(text.get(range)?).ok())
        };
        let claim = if to == end { "" } else { right_claim(words(to, end)?, sign(text, to), path)? };
        let name = if before == from { "" } else { trimmed(words(before, from)?)? };
        // `20:30` may be a time, not a name and a game.
        let is_ratio = text.get(usize::from(from.text)).is_some_and(u8::is_ascii_digit)
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_digit());
        (!is_ratio).then_some((name, claim))
    }
}

/// The character of a divider, which is not the start of the text.
#[inline]
fn sign(text: &[u8], divider: Divider) -> u8 {
    text[usize::from(divider.text) - 1]
}

#[inline]
fn between(text: &[u8], from: Divider, to: Divider) -> &[u8] {
    text.get(usize::from(from.text)..usize::from(to.text).saturating_sub(1)).unwrap_or_default()
}

/// Whether a game has digits without a separator between them, other than `10`. The loop is one that the
/// compiler vectorizes.
fn is_joined(game: &[u8]) -> bool {
    let is_joined = |pair: (u8, u8)| pair.0.is_ascii_digit() && pair.1.is_ascii_digit() && pair != (b'1', b'0');
    game.iter().zip(game.iter().skip(1)).fold(false, |joined, (&first, &second)| joined | is_joined((first, second)))
}

/// Checks what follows a game, given the sign before it. Returns the text of a claim that holds, an empty text for a
/// comment alone, and `None` for anything else.
fn right_claim<'a>(text: &'a str, sign: u8, path: GamePath<'_>) -> Option<&'a str> {
    let (claim, comment) = match sign {
        b'=' => text.split_at(text.find('#').unwrap_or(text.len())),
        b'#' => return trimmed(text).map(|_| ""),
        // A second colon belongs to no ordinary line.
        _ => return None,
    };
    let claim = claim.trim_ascii();
    trimmed(comment).filter(|_| holds(claim.as_bytes(), path)).map(|_| claim)
}

/// Whether a claim is the total of a complete game, or its ten running totals with blanks between them.
fn holds(claim: &[u8], path: GamePath<'_>) -> bool {
    if !claim.contains(&b' ') {
        return after_number(claim, path.end().total()).is_some_and(<[u8]>::is_empty);
    }
    let mut rest = claim;
    for total in path.running_totals() {
        let Some(after) = after_number(rest, total) else { return false };
        rest = after.trim_ascii_start();
    }
    rest.is_empty()
}

/// The text after a number of at most four digits, which ends at a blank or at the end of the text.
fn after_number(text: &[u8], number: u16) -> Option<&[u8]> {
    let end = text.iter().position(|&byte| byte == b' ').unwrap_or(text.len());
    let (digits, after) = text.split_at(end);
    let is_number = matches!(digits.len(), 1..=4) && digits.iter().all(u8::is_ascii_digit);
    let value = || digits.iter().fold(0, |value, digit| 10 * value + u16::from(digit - b'0'));
    (is_number && value() == number).then_some(after)
}

/// A name or a comment without the blanks around it; `None` if the reference parser would refuse it.
#[inline]
fn trimmed(text: &str) -> Option<&str> {
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Some(text);
    }
    Some(text.trim()).filter(|text| !text.contains('\0'))
}
