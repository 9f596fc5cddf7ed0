//! Remembers what a format wrote for a frame, so that the same balls are not written out again.
//!
//! Most frames of a season are one of a few hundred. A format writes each of them once with its
//! plain code; after that its text is one look-up and one copy of a [`Block`].
//! A frame with a foul or a split, or one that is not over, is always written out.

use super::buffer::{Block, Buffer, Cursor, block, text_len};
use crate::game::{Frame, Rules, ScoreCard};

/// The keys of frames that are over, without a foul or a split.
const KEYS: usize = 1 << 14;

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
    /// The texts that are known, by the key of their frame.
    #[inline]
    pub(super) fn known(&self, rules: Rules) -> Known<'_, N> {
        Known(self.blocks[rules as usize].as_chunks().0)
    }

    /// Writes the texts of all frames. `write` writes those that are not known yet.
    pub(super) fn write(&mut self, card: &ScoreCard, out: &mut Buffer, write: impl Fn(Frame<'_>, &mut Vec<u8>)) {
        for frame in card.frames() {
            out.text(self.text(frame, |text| write(frame, text)));
        }
    }

    /// Writes a line with the texts of all frames, at most `CAPACITY` bytes, without the last byte of the
    /// last one. Writes nothing, and returns `false`, if the game is not complete or a text is not known.
    #[inline]
    pub(super) fn write_line<const CAPACITY: usize>(&self, card: &ScoreCard, out: &mut Buffer) -> bool {
        out.with_cursor::<CAPACITY>(|out| {
            let are_known = self.write_known(card, out);
            out.take_back();
            out.bytes(b"\n");
            are_known
        })
    }

    /// Writes the texts of all frames, if the game is complete and they are known; otherwise perhaps
    /// some of them, and returns `false`.
    #[inline]
    pub(super) fn write_known<const CAPACITY: usize>(&self, card: &ScoreCard, out: &mut Cursor<'_, CAPACITY>) -> bool {
        let known = self.known(card.rules());
        card.complete().is_some_and(|(frames, _)| {
            frames.iter().all(|frame| known.get(frame.key()).map(|text| out.text(text)).is_some())
        })
    }

    /// The text of a frame, which `write` writes if it is not known yet. A text that does not fit
    /// is cut; formats choose `N` so that this does not happen.
    #[inline]
    pub(super) fn text(&mut self, frame: Frame<'_>, write: impl FnOnce(&mut Vec<u8>)) -> &Block<N> {
        if self.known(frame.rules()).get(frame.key()).is_some() {
            &self.blocks[frame.rules() as usize].as_chunks().0[usize::from(frame.key())]
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
        let (blocks, key) = (&mut self.blocks[frame.rules() as usize], usize::from(frame.key()));
        if key < KEYS {
            if blocks.is_empty() {
                *blocks = vec![0; N * KEYS];
            }
            blocks.as_chunks_mut().0[key] = self.uncached;
        }
        &self.uncached
    }
}

/// The known texts of the frames of one rule set.
pub(super) struct Known<'a, const N: usize>(&'a [Block<N>]);

impl<'a, const N: usize> Known<'a, N> {
    /// The text of the frames with a key.
    #[inline]
    pub(super) fn get(&self, key: u16) -> Option<&'a Block<N>> {
        self.0.get(usize::from(key)).filter(|block| text_len(block) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Dialect, read_game};

    #[test]
    fn a_frame_is_written_once_and_fouls_splits_and_unfinished_frames_always() {
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
        assert_eq!(written(Rules::Tenpin, "X 5/ 9- 8"), (text.clone(), 1));
        assert_eq!(written(Rules::World, "X 5/ 9- 8"), (text.clone(), 4));
        assert_eq!(written(Rules::Tenpin, "X 5/ 9F S8"), (text, 2));
    }
}
