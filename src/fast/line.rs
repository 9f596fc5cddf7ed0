//! Takes a line apart at its dividers, and decides whether it is ordinary.

use super::tape::{Divider, Tape};
use super::walk::Walk;
use crate::game::FRAMES;
use crate::notation::Dialect;
use crate::sheet::Claim;

/// The dividers of a line, by their index.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    /// The line end before the line.
    before: u32,
    /// What stands before the game: the same, or the colon after a name.
    pub(super) from: u32,
    /// What stands after the game.
    to: u32,
    pub(super) end: u32,
}

impl Parts {
    /// The line after the divider at an index, without a name, a claim or a comment.
    #[inline]
    pub(super) const fn plain(before: usize) -> Self {
        let before = before as u32;
        Self { before, from: before, to: before + 1, end: before + 1 }
    }

    /// The line after the divider at an index.
    #[inline]
    pub(super) fn new(text: &[u8], dividers: &[Divider], before: usize) -> Self {
        let mut line = Self::plain(before);
        let sign = |at: u32| dividers.get(at as usize).map_or(b'\n', |&divider| sign(text, divider));
        if sign(line.to) == b':' {
            (line.from, line.to, line.end) = (line.to, line.to + 1, line.to + 1);
        }
        while sign(line.end) != b'\n' {
            line.end += 1;
        }
        line
    }
}

/// A line of a text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    text: &'a [u8],
    before: Divider,
    from: Divider,
    to: Divider,
    end: Divider,
    pub(super) next: usize,
}

/// What is on an ordinary line.
pub(crate) struct Ordinary<'a> {
    /// UTF-8, trimmed. Empty if there is none.
    pub(crate) name: &'a [u8],
    pub(crate) total: u16,
}

impl<'a> Line<'a> {
    #[inline]
    pub(super) fn new(text: &'a [u8], dividers: &[Divider], parts: &Parts) -> Self {
        let [before, from, to, end] = [parts.before, parts.from, parts.to, parts.end].map(|at| dividers[at as usize]);
        Self { text, before, from, to, end, next: parts.end as usize }
    }

    /// What is on the line if it is ordinary, given a walk over its game. `running_totals` is called
    /// if the line claims several totals.
    #[inline]
    pub(super) fn ordinary(
        &self,
        tape: &Tape,
        walk: Walk,
        dialect: Dialect,
        running_totals: impl FnOnce() -> [u16; FRAMES as usize],
    ) -> Option<Ordinary<'a>> {
        let is_ordinary = usize::from(self.to.code) == walk.place() + 1
            && walk.is_in(dialect, || tape.has_joined && is_joined(self.between(self.from, self.to)))
            && (self.to.text == self.end.text || self.holds(walk.total(), running_totals));
        if !is_ordinary {
            return None;
        }
        let name = trimmed(self.between(self.before, self.from))?;
        Some(Ordinary { name, total: walk.total() })
    }

    /// Whether the claim is right and the comment is text.
    fn holds(&self, total: u16, running_totals: impl FnOnce() -> [u16; FRAMES as usize]) -> bool {
        let (claim, comment) = self.claim_and_comment();
        let holds = if !self.has_claim() {
            // A second colon belongs to no ordinary line.
            sign(self.text, self.to) == b'#'
        } else if let Some(claimed) = number(claim) {
            claimed == total
        } else {
            let mut right = running_totals().into_iter();
            !claim.is_empty() && words(claim).all(|word| number(word).is_some_and(|total| right.next() == Some(total)))
        };
        holds && trimmed(comment).is_some()
    }

    #[inline]
    fn has_claim(&self) -> bool {
        sign(self.text, self.to) == b'='
    }

    fn claim_and_comment(&self) -> (&'a [u8], &'a [u8]) {
        let rest = self.between(self.to, self.end);
        let end = if self.has_claim() { rest.iter().position(|&byte| byte == b'#').unwrap_or(rest.len()) } else { 0 };
        let (claim, comment) = rest.split_at(end);
        (claim.trim_ascii(), comment)
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

    /// The claim of an ordinary line.
    #[inline]
    pub(crate) fn claim(&self) -> Option<Claim> {
        self.has_claim().then(|| self.read_claim())
    }

    fn read_claim(&self) -> Claim {
        let (claim, _) = self.claim_and_comment();
        match number(claim) {
            Some(total) => Claim::Total(total.into()),
            None => Claim::Running(words(claim).map(|word| number(word).map(u32::from)).collect()),
        }
    }

    /// The text of the claim of an ordinary line, which is ASCII.
    #[inline]
    pub(crate) fn claim_text(&self) -> &'a str {
        if self.has_claim() { std::str::from_utf8(self.claim_and_comment().0).unwrap_or_default() } else { "" }
    }

    #[inline]
    fn between(&self, from: Divider, to: Divider) -> &'a [u8] {
        self.text.get(usize::from(from.text)..usize::from(to.text).saturating_sub(1)).unwrap_or_default()
    }
}

/// The character of a divider. The start of the text counts as a line end.
#[inline]
fn sign(text: &[u8], divider: Divider) -> u8 {
    text.get(usize::from(divider.text).wrapping_sub(1)).copied().unwrap_or(b'\n')
}

/// Whether a game has digits without a separator between them, other than `10`.
fn is_joined(game: &[u8]) -> bool {
    game.windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit) && pair != b"10")
}

fn words(claim: &[u8]) -> impl Iterator<Item = &[u8]> {
    claim.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty())
}

/// A number of at most four digits.
#[inline]
fn number(word: &[u8]) -> Option<u16> {
    let is_number = matches!(word.len(), 1..=4) && word.iter().all(u8::is_ascii_digit);
    is_number.then(|| word.iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
}

/// A name or a comment without the blanks around it; `None` if the reference parser would refuse it.
#[inline]
fn trimmed(text: &[u8]) -> Option<&[u8]> {
    if text.iter().all(u8::is_ascii_graphic) {
        return Some(text);
    }
    let text = std::str::from_utf8(text).ok().filter(|text| !text.contains('\0'))?;
    Some(text.trim().as_bytes())
}
