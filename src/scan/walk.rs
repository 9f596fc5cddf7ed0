//! Stage 3: walks over the triples of several lines at once, frame by frame.
//!
//! A look-up depends on the one before it, because the balls of a frame say where the next frame
//! starts. The look-ups of different lines are independent, so the processor overlaps them. Keep
//! this code out of functions that are compiled for AVX: there the compiler vectorizes the walk
//! itself, which takes twice the time.

use super::BATCH;
use super::table::{FrameTable, NOTATION_SHIFT, PLACES, ROLLS_SHIFT, SCORE_SHIFT};
use crate::game::{FRAMES, Rules};
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

/// Where some lines start, then where their walks are after each frame.
pub(super) type Steps<const LINES: usize> = [[LineWalk; LINES]; 1 + FRAMES as usize];

/// Walks lines, given the places of their games.
pub(super) fn walk<const LINES: usize>(
    table: &FrameTable,
    triples: &[u16; PLACES],
    starts: [u16; LINES],
    steps: &mut Steps<LINES>,
) {
    let mut walks = starts.map(|start| LineWalk(start.into()));
    let [first, steps @ .., last] = steps;
    *first = walks;
    for step in steps {
        for (walk, after) in walks.iter_mut().zip(step) {
            // At an entry of 0 the walk stands still.
            walk.0 += table.frame.entry(triples[walk.place()].into());
            *after = *walk;
        }
    }
    *last = walks.map(|walk| match table.tenth.entry(triples[walk.place()].into()) {
        0 => LineWalk::NOWHERE,
        entry => LineWalk(walk.0 + entry),
    });
}

/// A walk that found a game.
#[derive(Clone, Copy)]
pub(super) struct GamePath<'a> {
    pub(super) rules: Rules,
    pub(super) triples: &'a [u16; PLACES],
    pub(super) steps: &'a Steps<BATCH>,
    /// The index of the line in the steps.
    pub(super) line: usize,
}

impl<'a> GamePath<'a> {
    /// Where it ends.
    #[inline]
    pub(super) const fn end(self) -> LineWalk {
        self.steps[FRAMES as usize][self.line]
    }

    pub(super) fn running_totals(self) -> impl Iterator<Item = u16> + use<'a> {
        self.steps[1..].iter().map(move |step| step[self.line].total())
    }
}
