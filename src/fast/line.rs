//! Takes a line apart at its dividers, and decides whether it is ordinary.

use super::tape::{Divider, Tape};
use super::walk::Walk;
use crate::game::FRAMES;
use crate::notation::Dialect;
use crate::sheet::Claim;

/// A line of a text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    text: &'a [u8],
    /// The line end before the line.
    before: Divider,
    /// What stands before the game: the same, or the colon after a name.
    pub(super) from: Divider,
    /// What stands after the game: the line end, `=` or `#`.
    to: Divider,
    end: Divider,
}

impl<'a> Line<'a> {
    /// The line after the first divider, and the number of dividers up to its end.
    #[inline]
    pub(super) fn new(text: &'a [u8], dividers: &[Divider]) -> Option<(Self, usize)> {
        let &[before, first, ..] = dividers else { return None };
        let mut line = Self { text, before, from: before, to: first, end: first };
        let mut count = 1;
        if line.sign(first) != b'\n' {
            count = line.divide(dividers);
        }
        Some((line, count))
    }

    /// Finds the name, the claim and the comment. Returns the number of dividers up to the line end.
    fn divide(&mut self, dividers: &[Divider]) -> usize {
        let (mut game_end, mut is_comment, mut is_odd) = (None, false, false);
        for (count, &divider) in dividers.iter().enumerate().skip(1) {
            match self.sign(divider) {
                b'\n' => {
                    self.end = divider;
                    // A game that ends before it starts is not ordinary.
                    self.to = if is_odd { self.before } else { game_end.unwrap_or(divider) };
                    return count;
                }
                _ if is_comment => {}
                b':' if game_end.is_none() && self.from == self.before => self.from = divider,
                b'=' if game_end.is_none() => game_end = Some(divider),
                b'#' => {
                    game_end.get_or_insert(divider);
                    is_comment = true;
                }
                _ => is_odd = true,
            }
        }
        1
    }

    /// Whether the line is ordinary, given a walk over its game. `running_totals` is called if the
    /// line claims several totals.
    #[inline]
    pub(super) fn is_ordinary(
        &self,
        tape: &Tape,
        walk: Walk,
        dialect: Dialect,
        running_totals: impl FnOnce() -> [u16; FRAMES as usize],
    ) -> bool {
        let balls = usize::from(self.to.code).wrapping_sub(usize::from(self.from.code) + 1);
        let is_in_dialect = || {
            if walk.has_symbol() {
                dialect != Dialect::Rolls && !(tape.has_zero && memchr::memchr(b'0', self.game()).is_some())
            } else {
                dialect != Dialect::Notation && !(tape.has_notation && has_notation(self.game()))
            }
        };
        balls == walk.balls()
            && balls > 0
            && is_in_dialect()
            && (self.is_game_only() || self.has_ordinary_text(walk.total(), running_totals))
    }

    #[inline]
    fn is_game_only(&self) -> bool {
        self.from.text == self.before.text && self.to.text == self.end.text
    }

    /// Whether the name and the comment are text, and the claim is right.
    fn has_ordinary_text(&self, total: u16, running_totals: impl FnOnce() -> [u16; FRAMES as usize]) -> bool {
        let (claim, comment) = self.claim_and_comment();
        let mut totals = claimed_totals(claim);
        let holds = match (totals.next(), totals.next()) {
            (None, _) => !self.has_claim(),
            (Some(only), None) => only == Some(total),
            (first, second) => {
                let mut claimed = [first, second].into_iter().flatten().chain(totals);
                let mut right = running_totals().into_iter();
                claimed.all(|total| total.is_some() && total == right.next())
            }
        };
        holds && is_text(self.between(self.before, self.from)) && is_text(comment)
    }

    fn has_claim(&self) -> bool {
        self.sign(self.to) == b'='
    }

    fn claim_and_comment(&self) -> (&'a [u8], &'a [u8]) {
        let rest = self.between(self.to, self.end);
        let end = if self.has_claim() { memchr::memchr(b'#', rest).unwrap_or(rest.len()) } else { 0 };
        rest.split_at(end)
    }

    fn game(&self) -> &'a [u8] {
        self.between(self.from, self.to)
    }

    /// How many bytes the line has, with its end.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        (self.end.text - self.before.text) as usize
    }

    /// The text of the line, without its end.
    pub(crate) fn text(&self) -> &'a [u8] {
        self.between(self.before, self.end)
    }

    /// The name of an ordinary line.
    #[inline]
    pub(crate) fn name(&self) -> Option<&'a str> {
        if self.from.text == self.before.text {
            return None;
        }
        let name = std::str::from_utf8(self.between(self.before, self.from)).ok()?.trim();
        Some(name).filter(|name| !name.is_empty())
    }

    /// The claim of an ordinary line.
    pub(crate) fn claim(&self) -> Option<Claim> {
        if !self.has_claim() {
            return None;
        }
        let totals = claimed_totals(self.claim_and_comment().0).map(|total| total.map(u32::from));
        match totals.collect::<Vec<_>>()[..] {
            [Some(total)] => Some(Claim::Total(total)),
            ref totals => Some(Claim::Running(totals.to_vec())),
        }
    }

    /// The text of the claim of an ordinary line, which is ASCII.
    pub(crate) fn claim_text(&self) -> &'a str {
        if self.has_claim() { std::str::from_utf8(self.claim_and_comment().0).unwrap_or_default() } else { "" }
    }

    /// The character of a divider. The start of the text counts as a line end.
    #[inline]
    fn sign(&self, divider: Divider) -> u8 {
        self.text.get(usize::from(divider.text).wrapping_sub(1)).copied().unwrap_or(b'\n')
    }

    fn between(&self, from: Divider, to: Divider) -> &'a [u8] {
        self.text.get(usize::from(from.text)..usize::from(to.text).saturating_sub(1)).unwrap_or_default()
    }
}

/// Whether a game without `X` and `/` has what only notation has.
fn has_notation(game: &[u8]) -> bool {
    let is_joined = |pair: &[u8]| pair[0].is_ascii_digit() && pair[1].is_ascii_digit() && pair != b"10";
    game.contains(&b'-') || game.windows(2).any(is_joined)
}

/// The numbers of a claim; `None` for what is not a number of at most four digits.
fn claimed_totals(claim: &[u8]) -> impl Iterator<Item = Option<u16>> {
    let words = claim.trim_ascii().split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    words.map(|word| {
        let is_number = word.len() <= 4 && word.iter().all(u8::is_ascii_digit);
        is_number.then(|| word.iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
    })
}

/// Whether the reference parser would accept bytes in a name or a comment.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) || (std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0))
}
