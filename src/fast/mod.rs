//! The fast path: scores ordinary lines many times faster than the reference parser.
//!
//! A line is *ordinary* if it holds a complete game of rolls (`10 7 3 …`), or of notation with at
//! least one `X`, `/` or `-`, and nothing else but a name before a colon, the right total as a claim, and
//! a comment. Everything else (an unfinished game, a foul, a bracket, a typing mistake, a wrong
//! claim) is left to the reference parser in [`notation`](crate::notation) and
//! [`sheet`](crate::sheet), which alone knows errors. Property tests hold both to the same answers.
//!
//! There are three stages, each in a file of its own:
//!
//! 1. [`tape`] turns bytes into *codes*, one per ball, and finds the *dividers*: line ends, `:`, `=`
//!    and `#`. It classifies whole vectors of bytes (SIMD) and compresses the separators away. It
//!    knows bytes and no rules.
//!
//!    ```text
//!    bytes    P J S :   1 0   7   3   9   0 ⏎  X   7 /   9 - ⏎
//!    codes    ? ? ? |   10    7   3   9   0 |  12  7 11  9 13 |     | is a divider, ? is unknown
//!    ```
//!
//!    A plain loop then packs every three neighbouring codes into a *triple* of 12 bits.
//! 2. [`table`] says what a triple makes of the frame that starts there. Three balls settle a frame
//!    in every rule set: a strike needs two balls after it, a spare one, and no frame has more than
//!    three of its own. So 4,096 entries are enough. They are made from
//!    [`step`](crate::game::lane::step).
//! 3. [`walk`] looks up ten frames per line, each of which says where the next one starts. Twelve
//!    lines are walked side by side, so that their look-ups overlap.

mod line;
mod table;
mod tape;
#[cfg(test)]
mod tests;
mod walk;

use fearless_simd::Level;

use crate::game::score_card::FrameBalls;
use crate::game::{FRAMES, Rules, ScoreCard};
use crate::notation::Dialect;

pub(crate) use line::Line;
use line::Parts;
use table::FrameTable;
use tape::{Divider, Tape};
use walk::{Walk, walk};

/// How many bytes are taped at a time: half a chunk of the filter, plus one more line. They
/// and their tape stay in the inner caches.
const PIECE: usize = 17 * 1024;

/// How many lines are walked at once.
pub(crate) const BATCH: usize = 12;

/// The score cards of a batch.
pub(crate) type Cards = [ScoreCard; BATCH];

/// Score cards to be filled.
pub(crate) fn empty_cards() -> Box<Cards> {
    Box::new([ScoreCard::empty(Rules::default()); BATCH])
}

/// Scores texts, piece by piece. Keeps its memory from one piece to the next.
pub(crate) struct Scanner {
    tape: Tape,
}

impl Scanner {
    pub(crate) fn new() -> Self {
        Self { tape: Tape::new(Level::new()) }
    }

    /// Tapes whole lines from the start of a text: none if the first line is longer than a piece.
    pub(crate) fn load<'a>(&'a mut self, text: &'a [u8]) -> Piece<'a> {
        let piece = &text[..text.len().min(PIECE)];
        let text = &piece[..memchr::memrchr(b'\n', piece).map_or(0, |end| end + 1)];
        self.tape.read(text);
        Piece { tape: &self.tape, text, next: 0 }
    }
}

/// Some lines of a text.
pub(crate) struct Piece<'a> {
    tape: &'a Tape,
    text: &'a [u8],
    /// The index of the divider before the next line.
    next: usize,
}

impl<'a> Piece<'a> {
    /// Whether no lines are left.
    pub(crate) fn is_done(&self) -> bool {
        self.next + 1 >= self.tape.dividers().len()
    }

    /// Walks the next lines for their totals.
    #[inline]
    pub(crate) fn totals(&mut self, rules: Rules, dialect: Dialect) -> Batch<'a> {
        self.walk(rules, dialect, |_, _, _, _| {})
    }

    /// Walks the next lines and fills their score cards. The cards of lines that are not ordinary are
    /// meaningless.
    #[inline]
    pub(crate) fn cards(&mut self, rules: Rules, dialect: Dialect, cards: &mut Cards) -> Batch<'a> {
        let batch = self.walk(rules, dialect, |at, frame, balls, total| {
            (cards[at].frames[frame], cards[at].totals[frame]) = (*balls, total);
        });
        for card in cards {
            card.max = card.totals[FRAMES as usize - 1];
            (card.rules, card.begun, card.settled) = (rules, FRAMES, FRAMES);
        }
        batch
    }

    #[inline]
    fn walk(
        &mut self,
        rules: Rules,
        dialect: Dialect,
        each_frame: impl FnMut(usize, usize, &FrameBalls, u16),
    ) -> Batch<'a> {
        let Self { tape, text, next: first } = *self;
        let (dividers, mut parts, mut starts) = (tape.dividers(), None, [0; BATCH]);
        let mut len = BATCH.min(dividers.len().saturating_sub(first + 1));
        if tape.has_signs {
            let parts = parts.insert([Parts::default(); BATCH]);
            len = 0;
            while len < BATCH && !self.is_done() {
                parts[len] = Parts::new(text, dividers, self.next);
                starts[len] = dividers[parts[len].from as usize].code;
                self.next = parts[len].end as usize;
                len += 1;
            }
        } else {
            starts.iter_mut().zip(&dividers[first..]).for_each(|(start, divider)| *start = divider.code);
            self.next += len;
        }
        let walks = walk(FrameTable::of(rules), &tape.triples, starts, each_frame);
        Batch { tape, text, dialect, first, len, parts, walks }
    }

    /// Goes back to the line after this one.
    pub(crate) fn go_back(&mut self, line: &Line<'_>) {
        self.next = line.next as usize;
    }
}

/// Up to twelve lines that were walked.
pub(crate) struct Batch<'a> {
    tape: &'a Tape,
    text: &'a [u8],
    dialect: Dialect,
    first: usize,
    len: usize,
    /// `None` if all lines are plain.
    parts: Option<[Parts; BATCH]>,
    walks: [Walk; BATCH],
}

impl<'a> Batch<'a> {
    /// The totals of a full batch of games without names or anything else, and the number of bytes
    /// that they take.
    #[inline]
    pub(crate) fn games(&self) -> Option<([u16; BATCH], usize)> {
        let (first, rest) = self.tape.dividers()[self.first..].split_first()?;
        let ends: &[_; BATCH] = rest.first_chunk()?;
        let is_game = |(end, walk): (&Divider, &Walk)| {
            usize::from(end.code) == walk.place() + 1 && walk.is_in(self.dialect, || self.tape.has_joined)
        };
        let are_games = !self.tape.has_signs && ends.iter().zip(&self.walks).all(is_game);
        are_games.then(|| (self.walks.map(Walk::total), usize::from(ends[BATCH - 1].text - first.text)))
    }

    /// The number of lines.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn line(&self, at: usize) -> Line<'a> {
        let plain = || Parts::plain(self.first + at);
        let parts = self.parts.as_ref().map_or_else(plain, |parts| parts[at]);
        parts.line(self.tape, self.text, self.walks[at], self.dialect)
    }
}
