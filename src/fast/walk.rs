//! Stage 3: walks over the triples of several lines at once, frame by frame.
//!
//! A look-up depends on the one before it, because the balls of a frame say where the next frame
//! starts. The look-ups of different lines are independent, so the processor overlaps them. Keep
//! this code out of functions that are compiled for AVX: there the compiler vectorizes the walk
//! itself, which takes twice the time.

use super::table::{BALLS, FrameTable, SCORE, SCORE_SHIFT, SYMBOL};
use super::tape::WINDOW;
use crate::game::FRAMES;
use crate::game::score_card::FrameBalls;

/// How many lines are walked at once.
pub(super) const BATCH: usize = 12;

/// The sum of the entries of ten frames; 0 if they do not make a complete game.
#[derive(Clone, Copy, Default)]
pub(super) struct Walk(u32);

impl Walk {
    #[inline]
    pub(super) const fn balls(self) -> usize {
        (self.0 & BALLS) as usize
    }

    #[inline]
    pub(super) const fn total(self) -> u16 {
        (self.0 >> SCORE_SHIFT & SCORE) as u16
    }

    /// Whether a ball was written `X` or `/`.
    #[inline]
    pub(super) const fn has_symbol(self) -> bool {
        self.0 >= SYMBOL
    }
}

/// Walks lines, and calls `each` with the line, the frame (from 0), its balls and the running total.
#[inline]
pub(super) fn walk<const LINES: usize>(
    table: &FrameTable,
    lines: &[[u16; WINDOW]; LINES],
    mut each: impl FnMut(usize, usize, &FrameBalls, u16),
) -> [Walk; LINES] {
    let mut walks = [Walk::default(); LINES];
    for frame in 0..usize::from(FRAMES) {
        let is_tenth = frame + 1 == usize::from(FRAMES);
        let frames = if is_tenth { &table.tenth } else { &table.frame };
        for (at, (walk, line)) in walks.iter_mut().zip(lines).enumerate() {
            let triple = usize::from(line[walk.balls() % WINDOW]);
            // At an entry of 0 the walk stands still. Without a tenth frame there is no game.
            let entry = u32::from(frames.entry(triple));
            walk.0 = if is_tenth && entry == 0 { 0 } else { walk.0 + entry };
            each(at, frame, frames.balls(triple), walk.total());
        }
    }
    walks
}
