//! The fast path: scores ordinary lines many times faster than the reference parser.
//!
//! A line is *ordinary* if it holds a complete game of rolls (`10 7 3 …`), or of notation with at
//! least one `X` or `/`, and nothing else but a name before a colon, a right claim in numbers, and
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
use table::FrameTable;
use tape::{Tape, WINDOW};
use walk::{BATCH, walk};

/// How many bytes are taped at a time. They and their tape stay in the inner caches.
const PIECE: usize = 16 * 1024;

/// Scores texts, piece by piece. Keeps its memory from one piece to the next.
pub(crate) struct Scanner {
    tape: Tape,
}

/// Whether to go on with the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Stop,
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

impl Piece<'_> {
    /// Whether no lines are left.
    pub(crate) fn is_done(&self) -> bool {
        self.next + 1 >= self.tape.dividers().len()
    }

    /// Calls `each` with the lines that are left, each with its total if it is ordinary. After
    /// [`Flow::Stop`] the next call goes on with the line after.
    pub(crate) fn totals(
        &mut self,
        rules: Rules,
        dialect: Dialect,
        mut each: impl FnMut(&Line<'_>, Option<u16>) -> Flow,
    ) {
        self.scan(rules, dialect, &mut (), |(), _, _, _, _| {}, |(), _, line, total| each(line, total));
    }

    /// Like [`totals`](Self::totals), with score cards.
    pub(crate) fn cards(
        &mut self,
        rules: Rules,
        dialect: Dialect,
        mut each: impl FnMut(&Line<'_>, Option<&ScoreCard>) -> Flow,
    ) {
        let empty = ScoreCard::empty(rules);
        let mut cards = [ScoreCard { begun: FRAMES, settled: FRAMES, ..empty }; BATCH];
        let fill = |cards: &mut [ScoreCard; BATCH], at: usize, frame: usize, balls: &FrameBalls, total| {
            (cards[at].frames[frame], cards[at].totals[frame], cards[at].max) = (*balls, total, total);
        };
        self.scan(rules, dialect, &mut cards, fill, |cards, at, line, total| each(line, total.map(|_| &cards[at])));
    }

    /// Walks the lines that are left in batches. Calls `each_frame` with the index of the line in its
    /// batch, the frame, its balls and the running total; then `each_line` with the index, the line,
    /// and its total if it is ordinary.
    #[inline]
    fn scan<T>(
        &mut self,
        rules: Rules,
        dialect: Dialect,
        state: &mut T,
        each_frame: impl Fn(&mut T, usize, usize, &FrameBalls, u16),
        mut each_line: impl FnMut(&T, usize, &Line<'_>, Option<u16>) -> Flow,
    ) {
        let (table, dividers) = (FrameTable::of(rules), self.tape.dividers());
        // Copied, because a walk along twelve pointers runs out of registers.
        let mut triples = [[0; WINDOW]; BATCH];
        loop {
            let mut next = self.next;
            let lines: [Option<(Line<'_>, usize)>; BATCH] = std::array::from_fn(|at| {
                let (line, count) = Line::new(self.text, dividers.get(next..)?)?;
                next += count;
                triples[at] = *self.tape.triples_after(line.from);
                Some((line, next))
            });
            let walks = walk(table, &triples, |at, frame, balls, total| each_frame(state, at, frame, balls, total));
            for (at, (line, walked)) in lines.iter().zip(walks).enumerate() {
                let Some((line, next)) = line else { return };
                self.next = *next;
                let running_totals = || {
                    let mut totals = [0; FRAMES as usize];
                    walk(table, &[triples[at]], |_, frame, _, total| totals[frame] = total);
                    totals
                };
                let is_ordinary = line.is_ordinary(self.tape, walked, dialect, running_totals);
                if each_line(state, at, line, is_ordinary.then(|| walked.total())) == Flow::Stop {
                    return;
                }
            }
        }
    }
}
