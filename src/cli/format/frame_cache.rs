//! Remembers what a format wrote for a frame, so that the same balls are not written out again.
//!
//! Most frames of a season are one of a few hundred. A format writes each of them once with its
//! plain code; after that its text is one look-up and one copy of a [`Block`].
//!
//! The key of a frame, in each rule set:
//!
//! ```text
//!   bit   14        13  12    11 … 8   7 … 4    3 … 0
//!        +---------+--------+--------+--------+-------+
//!        | is over | balls  | third  | second | first |   pins of each ball, 0 for none
//!        +---------+--------+--------+--------+-------+
//! ```
//!
//! A foul or a split is not part of the key; frames that have one are always written out.

use super::buffer::{Block, block, text_len};
use crate::game::{Frame, Rules};

const KEYS: usize = 1 << 15;

/// Texts of less than `N` bytes.
pub(super) struct FrameCache<const N: usize> {
    /// The blocks of each rule set that occurs, one after the other. Zeroed bytes are mapped when they
    /// are first used, so rare frames take no memory.
    blocks: [Vec<u8>; Rules::ALL.len()],
    /// The last text that was not cached.
    uncached: Block<N>,
}

impl<const N: usize> Default for FrameCache<N> {
    fn default() -> Self {
        Self { blocks: [const { Vec::new() }; Rules::ALL.len()], uncached: [0; N] }
    }
}

impl<const N: usize> FrameCache<N> {
    /// The text of a frame, which `write` writes if it is not known yet. A text that does not fit
    /// is cut; formats choose `N` so that this does not happen.
    #[inline]
    pub(super) fn text(&mut self, frame: Frame<'_>, write: impl FnOnce(&mut Vec<u8>)) -> &Block<N> {
        let (rules, key) = (frame.rules() as usize, key(frame));
        let is_known = |block: &Block<N>| text_len(block) > 0 && !frame.has_foul_or_split();
        if self.blocks[rules].as_chunks().0.get(key).is_some_and(is_known) {
            &self.blocks[rules].as_chunks().0[key]
        } else {
            self.new_text(frame, write)
        }
    }

    #[cold]
    fn new_text(&mut self, frame: Frame<'_>, write: impl FnOnce(&mut Vec<u8>)) -> &Block<N> {
        let mut text = Vec::new();
        write(&mut text);
        debug_assert!(text.len() < N);
        self.uncached = block(&text);
        if !frame.has_foul_or_split() {
            let blocks = &mut self.blocks[frame.rules() as usize];
            if blocks.is_empty() {
                *blocks = vec![0; N * KEYS];
            }
            blocks.as_chunks_mut().0[key(frame)] = self.uncached;
        }
        &self.uncached
    }
}

#[inline]
fn key(frame: Frame<'_>) -> usize {
    let [first, second, third] = frame.padded_balls();
    let pins = u32::from(first.pins()) | u32::from(second.pins()) << 4 | u32::from(third.pins()) << 8;
    let key = pins | u32::from(frame.ball_count()) << 12 | u32::from(frame.mark().is_some()) << 14;
    key as usize % KEYS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Dialect, read_game};

    #[test]
    fn a_frame_is_written_once_and_fouls_and_splits_always() {
        let mut cache = FrameCache::<16>::default();
        let mut written = |rules, text: &str| {
            let (card, mut out, mut count) = (read_game(text, Dialect::Auto, rules).unwrap().score_card(), vec![], 0);
            for frame in card.frames() {
                let block = cache.text(frame, |out| {
                    count += 1;
                    out.extend_from_slice(format!("{:?}", frame.mark()).as_bytes());
                });
                out.extend_from_slice(&block[..text_len(block)]);
            }
            (String::from_utf8(out).unwrap(), count)
        };
        let text = "Some(Strike)Some(Spare)Some(Open)None".to_owned();
        assert_eq!(written(Rules::Tenpin, "X 5/ 9- 8"), (text.clone(), 4));
        assert_eq!(written(Rules::Tenpin, "X 5/ 9- 8"), (text.clone(), 0));
        assert_eq!(written(Rules::World, "X 5/ 9- 8"), (text.clone(), 4));
        assert_eq!(written(Rules::Tenpin, "X 5/ 9F S8"), (text, 2));
    }
}
