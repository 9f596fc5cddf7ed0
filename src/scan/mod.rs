//! The fast path: scores ordinary lines many times faster than the reference parser.
//!
//! A line is *ordinary* if it holds a complete game of rolls (`10 7 3 …`), or of notation with at
//! least one `X`, `/` or `-`, and nothing else but a name before a colon, a claim of its total or of its running
//! totals that holds, and a comment. Everything else (an unfinished game, a foul, a bracket, a typing mistake,
//! a wrong claim) is left to the reference parser in [`reading`](crate::reading) and
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
//!    lines are walked side by side, so that their look-ups overlap. Only the places and the totals
//!    there are kept. The games of the twelve lines are made of them when one is first asked for.

#![expect(clippy::inline_always, reason = "a call per line is a tenth of the time of a nameless game")]

mod games;
mod line;
mod table;
mod tape;
#[cfg(test)]
mod tests;
mod walk;

use std::borrow::Borrow;

use fearless_simd::Level;

use crate::game::{Game, Rules};
use crate::reading::Dialect;

use games::Games;
pub(crate) use line::ScannedLine;
use line::{LineParts, OrdinaryGame};
use table::FrameTable;
use tape::Tape;
use walk::{GamePath, Steps, walk};

/// How many bytes are taped at a time: a quarter of a chunk of the filter, plus one more line. They
/// and their tape stay in the inner caches.
const PIECE: usize = 17 * 1024;

/// How many lines are walked at once.
const BATCH: usize = 12;

/// Scores the ordinary lines of texts. Keeps its memory from one text to the next.
pub(crate) struct Scanner {
    tape: Tape,
    games: Games,
}

impl Default for Scanner {
    fn default() -> Self {
        Self::new(Level::new())
    }
}

impl Scanner {
    fn new(level: Level) -> Self {
        Self { tape: Tape::new(level), games: Games::default() }
    }

    /// The lines of a text, in a dialect.
    pub(crate) fn lines<'a>(&'a mut self, text: &'a [u8], dialect: Dialect) -> Lines<'a> {
        let (scanner, batch) = (self, Batch::default());
        Lines { scanner, dialect, rest: text, piece: b"", ascii: "", next: 0, batch, at: 0, before_piece: 0 }
    }
}

/// The lines of a text, one after the other.
pub(crate) struct Lines<'a> {
    scanner: &'a mut Scanner,
    dialect: Dialect,
    /// The text after the piece.
    rest: &'a [u8],
    /// The lines that are taped.
    piece: &'a [u8],
    /// The same as text, if they are ASCII and have a name, a claim or a comment; else empty. A whole piece is checked
    /// faster than its names, if all of it is ASCII.
    ascii: &'a str,
    /// The index of the divider before the next line to be walked.
    next: usize,
    batch: Batch,
    /// The place of the next line in the batch.
    at: usize,
    /// How many bytes stand before the piece.
    before_piece: usize,
}

/// Up to twelve lines that were walked.
#[derive(Default)]
struct Batch {
    rules: Rules,
    len: usize,
    parts: [LineParts; BATCH],
    steps: Steps<BATCH>,
}

impl Lines<'_> {
    /// The next line, scored by some rules. `None` at the end of the text, and at a line that is too long or has no
    /// end.
    #[inline(always)]
    pub(crate) fn next(&mut self, rules: Rules) -> Option<ScannedLine<'_>> {
        if self.at == self.batch.len || self.batch.rules != rules {
            self.walk(rules)?;
        }
        self.at += 1;
        let (lines, path) = (&*self, self.path());
        let (parts, has_joined) = (&lines.batch.parts[path.line], lines.scanner.tape.has_joined);
        let signs = match parts.has_game(path.end(), lines.piece, has_joined, lines.dialect) {
            true if parts.is_plain() => Some(("", "")),
            true => parts.name_and_claim(lines.piece, lines.ascii, path),
            false => None,
        };
        let total = path.end().total();
        let game = signs.map(|(name, claim_text)| OrdinaryGame { name, total, claim_text, lines });
        Some(ScannedLine { text: parts.text(lines.piece), game })
    }

    /// The way of the last line.
    #[inline(always)]
    fn path(&self) -> GamePath<'_> {
        let Batch { rules, steps, .. } = &self.batch;
        GamePath { rules: *rules, triples: &self.scanner.tape.triples, steps, line: self.at - 1 }
    }

    /// How many bytes the lines so far take.
    pub(crate) fn read(&self) -> usize {
        let next = match self.batch.parts[..self.batch.len].get(self.at) {
            Some(line) => Some(line.before()),
            None => self.scanner.tape.dividers(self.piece).get(self.next).copied(),
        };
        self.before_piece + next.map_or(0, |divider| usize::from(divider.text))
    }

    /// Walks the next lines; `None` if there are none.
    #[inline(never)]
    fn walk(&mut self, rules: Rules) -> Option<()> {
        // The lines that are left were walked by other rules.
        if self.at < self.batch.len {
            let before = self.batch.parts[self.at].before();
            self.next = self.scanner.tape.dividers(self.piece).partition_point(|divider| divider.text < before.text);
        }
        if self.next + 1 >= self.scanner.tape.dividers(self.piece).len() {
            self.tape_piece()?;
        }
        let tape = &self.scanner.tape;
        let mut dividers = &tape.dividers(self.piece)[self.next..];
        let (left, mut len) = (dividers.len(), 0);
        for parts in &mut self.batch.parts {
            let [before, end, ..] = *dividers else { break };
            let count;
            (*parts, count) =
                if tape.has_signs { LineParts::new(self.piece, dividers) } else { (LineParts::plain(before, end), 1) };
            dividers = &dividers[count..];
            len += 1;
        }
        self.next += left - dividers.len();
        (self.at, self.batch.rules, self.batch.len) = (0, rules, len);
        let starts = self.batch.parts.each_ref().map(LineParts::start);
        walk(FrameTable::of(rules), &tape.triples, starts, &mut self.batch.steps);
        self.scanner.games.clear();
        Some(())
    }

    /// Tapes the next whole lines of the text; `None` if there are none.
    fn tape_piece(&mut self) -> Option<()> {
        let start = &self.rest[..self.rest.len().min(PIECE)];
        let len = memchr::memrchr(b'\n', start)? + 1;
        self.before_piece += self.piece.len();
        (self.piece, self.rest) = self.rest.split_at(len);
        self.scanner.tape.read(self.piece);
        let is_ascii = self.scanner.tape.has_signs && self.piece.is_ascii();
        self.ascii = if is_ascii { std::str::from_utf8(self.piece).unwrap_or_default() } else { "" };
        self.next = 0;
        Some(())
    }
}

/// The game of the last line, which is an ordinary one.
impl Borrow<Game> for Lines<'_> {
    fn borrow(&self) -> &Game {
        self.scanner.games.game(self.path())
    }
}
