//! Stage 1: bytes become codes, one per ball, compressed into a tape without separators.
#![expect(clippy::inline_always, reason = "generic SIMD code is compiled for a level by inlining it there")]

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

use crate::game::Pins;
use crate::notation::Symbol;

/// Codes have four bits. 0 to 9 are digits.
pub(super) const CODES: usize = 16;
const TEN: u8 = 10;
const SPARE: u8 = 11;
const STRIKE: u8 = 12;
/// `-`. The digit `0` has the code 0.
const GUTTER: u8 = 13;
const DIVIDER: u8 = 14;
/// A byte that no ordinary game has.
const UNKNOWN: u8 = 15;

/// The symbol of a code; `None` for a code that is not a ball.
pub(super) fn symbol(code: u8) -> Option<Symbol> {
    match code {
        SPARE => Some(Symbol::Spare),
        STRIKE => Some(Symbol::Strike),
        GUTTER => Some(Symbol::Pins(Pins::NONE)),
        pins => Pins::new(pins).map(Symbol::Pins),
    }
}

/// A line end, `:`, `=` or `#`, as the places after it. The default is the start of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Divider {
    pub(super) text: u16,
    pub(super) code: u16,
}

/// The widest vector, in bytes.
const WIDEST: usize = 64;

/// A walk looks at no more triples than this.
pub(super) const WINDOW: usize = 32;

/// The codes of a piece of text.
pub(super) struct Tape {
    level: Level,
    codes: Vec<u8>,
    /// The codes 0, 1 and 2 places from here, four bits each, the first in the lowest.
    triples: Vec<u16>,
    blocks: Vec<Block>,
    /// The first `len` are in use.
    dividers: Vec<Divider>,
    len: usize,
    /// Whether the text has what only notation has: `X`, `/`, `-`, or a digit right after a digit.
    pub(super) has_notation: bool,
    /// Whether the text has what only rolls have: `0`.
    pub(super) has_zero: bool,
}

/// The dividers of a vector of bytes, one bit each: in the text, and among the codes from `code` on.
struct Block {
    in_text: u64,
    on_tape: u64,
    code: usize,
}

impl Tape {
    pub(super) fn new(level: Level) -> Self {
        let (codes, triples, blocks, dividers) = Default::default();
        Self { level, codes, triples, blocks, dividers, len: 0, has_notation: false, has_zero: false }
    }

    /// Reads a piece of less than 64 KiB.
    pub(super) fn read(&mut self, piece: &[u8]) {
        let room = piece.len() + 2 * WIDEST;
        self.codes.resize(room.max(self.codes.len()), 0);
        self.triples.resize(room.max(self.triples.len()), 0);
        self.dividers.resize(room.max(self.dividers.len()), Divider::default());
        let block_len = dispatch!(self.level, simd => self.classify(simd, piece));
        self.find_dividers(block_len);
    }

    /// Fills `codes`, `triples` and `blocks`. Returns the number of bytes per block.
    #[inline(always)]
    fn classify<S: Simd>(&mut self, simd: S, piece: &[u8]) -> usize {
        let n = S::u8s::LEN;
        let (mut code, mut notation, mut zeros) = (0, 0, 0);
        self.blocks.clear();
        for at in (0..piece.len()).step_by(n) {
            let mut padded = [b' '; WIDEST + 2];
            let window = piece.get(at.wrapping_sub(1)..at + n + 1).unwrap_or_else(|| {
                let (start, rest) = (usize::from(at == 0), &piece[at.saturating_sub(1)..piece.len().min(at + n + 1)]);
                padded[start..start + rest.len()].copy_from_slice(rest);
                &padded
            });
            let classes = Classes::new(simd, window);
            let codes = classes.codes.compress(classes.kept);
            codes.store_slice(&mut self.codes[code..code + n]);
            let on_tape = codes.simd_eq(S::u8s::splat(simd, DIVIDER)).to_bitmask();
            self.blocks.push(Block { in_text: classes.dividers.to_bitmask(), on_tape, code });
            code += classes.kept.to_bitmask().count_ones() as usize;
            notation |= classes.notation.to_bitmask();
            zeros |= classes.zeros.to_bitmask();
        }
        (self.has_notation, self.has_zero) = (notation != 0, zeros != 0);
        // A plain loop, which the compiler vectorizes.
        let end = code + WINDOW;
        self.codes[code..end + 2].fill(DIVIDER);
        let (first, second, third) = (&self.codes[..end], &self.codes[1..=end], &self.codes[2..end + 2]);
        for (((triple, &first), &second), &third) in self.triples[..end].iter_mut().zip(first).zip(second).zip(third) {
            *triple = u16::from(first) | u16::from(second) << 4 | u16::from(third) << 8;
        }
        n
    }

    /// Lists the dividers. Not for AVX, where the compiler would count bits in vectors of two.
    #[inline(never)]
    fn find_dividers(&mut self, block_len: usize) {
        self.len = 1;
        for (index, block) in self.blocks.iter().enumerate() {
            let (mut text, mut tape) = (block.in_text, block.on_tape);
            let count = text.count_ones() as usize;
            // Most blocks have up to three. Writing as many avoids an unpredictable branch.
            for divider in &mut self.dividers[self.len..self.len + count.max(3)] {
                let at = index * block_len + text.trailing_zeros() as usize;
                let code = block.code + tape.trailing_zeros() as usize;
                *divider = Divider { text: at as u16 + 1, code: code as u16 + 1 };
                (text, tape) = (text & text.wrapping_sub(1), tape & tape.wrapping_sub(1));
            }
            self.len += count;
        }
    }

    /// The start of the text and all dividers in it.
    #[inline]
    pub(super) fn dividers(&self) -> &[Divider] {
        &self.dividers[..self.len]
    }

    /// The triples after a divider.
    #[inline]
    pub(super) fn triples_after(&self, divider: Divider) -> &[u16; WINDOW] {
        self.triples[usize::from(divider.code)..].first_chunk().unwrap_or(&[0; WINDOW])
    }
}

/// A vector of bytes, classified.
struct Classes<S: Simd> {
    codes: S::u8s,
    /// What becomes a code: all but separators and the `0` of `10`.
    kept: S::mask8s,
    dividers: S::mask8s,
    notation: S::mask8s,
    zeros: S::mask8s,
}

impl<S: Simd> Classes<S> {
    /// Classifies the bytes of a window that has one more byte on each side.
    #[inline(always)]
    fn new(simd: S, window: &[u8]) -> Self {
        let [before, bytes, after] = [0, 1, 2].map(|at| S::u8s::from_slice(simd, &window[at..at + S::u8s::LEN]));
        let all = |byte: u8| S::u8s::splat(simd, byte);
        let is = |byte: u8| bytes.simd_eq(all(byte));
        let digit = bytes - all(b'0');
        let is_digit = digit.simd_lt(all(10));
        let follows_digit = (before - all(b'0')).simd_lt(all(10));
        let zeros = is(b'0');
        let ten = is(b'1') & after.simd_eq(all(b'0'));
        let zero_of_ten = before.simd_eq(all(b'1')) & zeros;
        let [strike, spare, gutter] = [(bytes | all(0x20)).simd_eq(all(b'x')), is(b'/'), is(b'-')];
        let dividers = is(b'\n') | is(b':') | is(b'=') | is(b'#');
        let carriage_return = is(b'\r') & after.simd_eq(all(b'\n'));
        let separator = is(b' ') | is(b',') | is(b'\t') | is(b'|') | is(b';') | carriage_return;
        let codes = is_digit.select(ten.select(all(TEN), digit), all(UNKNOWN));
        let codes = strike.select(all(STRIKE), codes);
        let codes = spare.select(all(SPARE), codes);
        let codes = gutter.select(all(GUTTER), codes);
        Self {
            codes: dividers.select(all(DIVIDER), codes),
            kept: !(separator | zero_of_ten),
            dividers,
            notation: strike | spare | gutter | (is_digit & follows_digit & !zero_of_ten),
            zeros,
        }
    }
}
