//! Stage 3: walks over the triples of several lines at once, frame by frame.
//!
//! A look-up depends on the one before it, because the balls of a frame say where the next frame
//! starts. The look-ups of different lines are independent, so the processor overlaps them. Keep
//! this code out of functions that are compiled for AVX: there the compiler vectorizes the walk
//! itself, which takes twice the time.

use super::table::{FrameTable, NOTATION_SHIFT, PLACES, ROLLS_SHIFT, SCORE_SHIFT};
use crate::game::{FRAMES, Game};
use crate::reading::Dialect;

/// Where a walk starts plus the entries of ten frames.
#[derive(Clone, Copy, Default)]
pub(super) struct LineWalk(u32);

impl LineWalk {
    /// A walk that has come to no place on a tape.
    pub(super) const NOWHERE: Self = Self(u32::MAX);

    /// The place after the last ball.
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.0 as usize % PLACES
    }

    #[inline]
    pub(super) const fn total(self) -> u16 {
        (self.0 >> SCORE_SHIFT) as u16
    }

    /// Whether the game can only be in this dialect. `is_joined` tells whether it has digits without a
    /// separator between them.
    #[inline]
    pub(super) fn is_in(self, dialect: Dialect, is_joined: impl FnOnce() -> bool) -> bool {
        let [has_notation, has_rolls] = [NOTATION_SHIFT, ROLLS_SHIFT].map(|shift| self.0 >> shift & 15 != 0);
        if has_notation {
            dialect != Dialect::Rolls && !has_rolls
        } else {
            dialect != Dialect::Notation && !is_joined()
        }
    }
}

/// Walks lines, given the places of their games, and sets the frames of these games.
pub(super) fn walk<const LINES: usize>(
    table: &FrameTable,
    triples: &[u16; PLACES],
    starts: [u16; LINES],
    games: &mut [Game; LINES],
) -> [LineWalk; LINES] {
    let mut walks = starts.map(|start| LineWalk(start.into()));
    for frame in 0..usize::from(FRAMES) {
        let is_tenth = frame + 1 == usize::from(FRAMES);
        let frames = if is_tenth { &table.tenth } else { &table.frame };
        for (walk, game) in walks.iter_mut().zip(games.iter_mut()) {
            let triple = usize::from(triples[walk.place()]);
            // At an entry of 0 the walk stands still. Without a tenth frame there is no game.
            let entry = frames.entry(triple);
            *walk = if is_tenth && entry == 0 { LineWalk::NOWHERE } else { LineWalk(walk.0 + entry) };
            game.set_frame(frame, frames.balls(triple), walk.total());
        }
    }
    walks
}
