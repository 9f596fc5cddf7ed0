//! What charts are drawn from: counts by frame and by total, and the totals over time.

use super::timeline::Timeline;
use super::{CLASS, CLASSES, FrameCounts, GameFigures};
use crate::game::FRAMES;

/// Counts for charts. They take twice the memory of all other sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Charts {
    pub(super) frames: [FrameCounts; FRAMES as usize],
    pub(super) distribution: [u64; CLASSES],
    pub(super) timeline: Timeline,
    /// The day of the games that are added next.
    pub(super) day: Option<i32>,
}

impl Charts {
    /// Adds the marks of a game.
    pub(super) fn add_marks(&mut self, game: &GameFigures) {
        for (at, frame) in self.frames.iter_mut().enumerate() {
            let [strikes, spares] = [game.strike_frames, game.spare_frames].map(|bits| u64::from(bits >> at & 1));
            frame.add(FrameCounts { strikes, spares, opens: 1 - strikes - spares });
        }
    }

    /// Adds a total.
    pub(super) fn add_total(&mut self, total: u16) {
        self.distribution[usize::from(total / CLASS).min(CLASSES - 1)] += 1;
        self.timeline.add(total, self.day);
    }

    /// Adds the counts of later games.
    pub(super) fn append(&mut self, later: &Self) {
        self.frames.iter_mut().zip(later.frames).for_each(|(frame, later)| frame.add(later));
        self.distribution.iter_mut().zip(later.distribution).for_each(|(games, later)| *games += later);
        self.timeline.append(&later.timeline);
    }
}
