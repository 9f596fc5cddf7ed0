//! Stage 1: bytes become codes, one per ball, compressed into a tape without separators.
#![expect(clippy::inline_always, reason = "generic SIMD code is compiled for a level by inlining it there")]

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x16};

use super::table::PLACES;
use crate::game::Pins;
use crate::reading::Symbol;

/// Codes have four bits. The codes of digits, `-` and `/` are the low nibbles of their bytes.
pub(super) const CODES: usize = 16;
pub(super) const ZERO: u8 = 0;
pub(super) const TEN: u8 = 10;
/// A byte that no ordinary game has.
const UNKNOWN: u8 = 11;
pub(super) const STRIKE: u8 = 12;
pub(super) const GUTTER: u8 = b'-' & 15;
const DIVIDER: u8 = 14;
pub(super) const SPARE: u8 = b'/' & 15;

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

/// How many dividers are listed at a time. Most vectors have no more.
const STEP: usize = 2;

/// A walk goes no further than this.
const MOST_BALLS: usize = 32;

/// The codes of a piece of text.
pub(super) struct Tape {
    level: Level,
    codes: Vec<u8>,
    /// The codes 0, 1 and 2 places from here, four bits each, the first in the lowest.
    pub(super) triples: Box<[u16; PLACES]>,
    /// The first `len` are in use.
    dividers: Vec<Divider>,
    len: usize,
    /// Whether the text has digits without a separator between them, other than `10`.
    pub(super) has_joined: bool,
    /// Whether the text has a divider other than a line end.
    pub(super) has_signs: bool,
}

impl Tape {
    #[expect(clippy::large_stack_arrays, reason = "made in place on the heap, but for debug builds")]
    pub(super) fn new(level: Level) -> Self {
        let (codes, dividers) = Default::default();
        let triples = Box::new([0; PLACES]);
        Self { level, codes, triples, dividers, len: 0, has_joined: false, has_signs: false }
    }

    /// Reads a piece of less than 32 KiB.
    pub(super) fn read(&mut self, piece: &[u8]) {
        let capacity = piece.len() + 2 * WIDEST;
        self.codes.resize(capacity.max(self.codes.len()), 0);
        self.dividers.resize(capacity.max(self.dividers.len()), Divider::default());
        dispatch!(self.level, simd => self.classify(simd, piece));
    }

    #[inline(always)]
    fn classify<S: Simd>(&mut self, simd: S, piece: &[u8]) {
        let n = S::u8s::LEN;
        let (mut code, mut joined, mut signs) = (0, 0, 0);
        self.len = 1;
        for at in (0..piece.len()).step_by(n) {
            let padded;
            let window = if let Some(window) = piece.get(at.wrapping_sub(1)..at + n + 1) {
                window
            } else {
                padded = pad(piece, at, n);
                &padded
            };
            let classes = Classes::new(simd, window);
            classes.codes.compress(classes.kept).store_slice(&mut self.codes[code..code + n]);
            let (kept, mut dividers) = (classes.kept.to_bitmask(), classes.dividers.to_bitmask());
            let count = dividers.count_ones() as usize;
            let (steps, _) = self.dividers[self.len..].as_chunks_mut::<STEP>();
            // At least one step, even for no divider: the branch is then predictable.
            for step in &mut steps[..count.div_ceil(STEP).max(1)] {
                for divider in step {
                    // The bits up to the first divider.
                    let up_to = dividers ^ dividers.wrapping_sub(1);
                    let text = at as u32 + up_to.count_ones();
                    *divider = Divider { text: text as u16, code: (code as u32 + (kept & up_to).count_ones()) as u16 };
                    dividers &= !up_to;
                }
            }
            self.len += count;
            code += kept.count_ones() as usize;
            joined |= classes.joined.to_bitmask();
            signs |= classes.signs.to_bitmask();
        }
        (self.has_joined, self.has_signs) = (joined != 0, signs != 0);
        // A plain loop, which the compiler vectorizes.
        let end = code + MOST_BALLS;
        self.codes[code..end + 2].fill(DIVIDER);
        let (first, second, third) = (&self.codes[..end], &self.codes[1..=end], &self.codes[2..end + 2]);
        for (((triple, &first), &second), &third) in self.triples[..end].iter_mut().zip(first).zip(second).zip(third) {
            *triple = u16::from(first) | u16::from(second) << 4 | u16::from(third) << 8;
        }
    }

    /// The start of the text that was read last and all dividers in it; none for no text.
    #[inline]
    pub(super) fn dividers(&self, text: &[u8]) -> &[Divider] {
        if text.is_empty() { &[] } else { &self.dividers[..self.len] }
    }
}

/// The window of a vector at the start or the end of a piece, with blanks around it.
#[cold]
fn pad(piece: &[u8], at: usize, n: usize) -> [u8; WIDEST + 2] {
    let mut padded = [b' '; WIDEST + 2];
    let (start, rest) = (usize::from(at == 0), &piece[at.saturating_sub(1)..piece.len().min(at + n + 1)]);
    padded[start..start + rest.len()].copy_from_slice(rest);
    padded
}

/// Characters with different low nibbles, indexed by the low nibble.
const SEPARATORS: [u8; 16] = by_low_nibble(b" ,;\t");
const SIGNS: [u8; 16] = by_low_nibble(b":=#");

const fn by_low_nibble(bytes: &[u8]) -> [u8; 16] {
    // A byte at the index of another nibble matches nothing.
    let mut set = [0; 16];
    set[0] = 1;
    let mut at = 0;
    while at < bytes.len() {
        set[(bytes[at] & 15) as usize] = bytes[at];
        at += 1;
    }
    set
}

/// A vector of bytes, classified.
struct Classes<S: Simd> {
    codes: S::u8s,
    /// What becomes a code: all but separators and the `0` of `10`.
    kept: S::mask8s,
    dividers: S::mask8s,
    joined: S::mask8s,
    signs: S::mask8s,
}

impl<S: Simd> Classes<S> {
    /// Classifies the bytes of a window that has one more byte on each side.
    #[inline(always)]
    fn new(simd: S, window: &[u8]) -> Self {
        let [before, bytes, after] = [0, 1, 2].map(|at| S::u8s::from_slice(simd, &window[at..at + S::u8s::LEN]));
        let all = |byte: u8| S::u8s::splat(simd, byte);
        let is = |byte: u8| bytes.simd_eq(all(byte));
        let low = bytes & all(15);
        let is_one_of = |set: [u8; 16]| {
            bytes.simd_eq(S::u8s::block_splat(u8x16::from_slice(simd, &set)).swizzle_dyn_within_blocks(low))
        };
        let is_digit = (bytes - all(b'0')).simd_lt(all(10));
        let follows_digit = (before - all(b'0')).simd_lt(all(10));
        let ten = is(b'1') & after.simd_eq(all(b'0'));
        let zero_of_ten = before.simd_eq(all(b'1')) & is(b'0');
        let [strike, spare, gutter] = [(bytes | all(0x20)).simd_eq(all(b'x')), is(b'/'), is(b'-')];
        let signs = is_one_of(SIGNS);
        let dividers = signs | is(b'\n');
        let carriage_return = is(b'\r') & after.simd_eq(all(b'\n'));
        let separator = is_one_of(SEPARATORS) | is(b'|') | carriage_return;
        let codes = (is_digit | spare | gutter).select(low, all(UNKNOWN));
        let codes = ten.select(all(TEN), codes);
        let codes = strike.select(all(STRIKE), codes);
        Self {
            codes: dividers.select(all(DIVIDER), codes),
            kept: !(separator | zero_of_ten),
            dividers,
            joined: is_digit & follows_digit & !zero_of_ten,
            signs,
        }
    }
}
