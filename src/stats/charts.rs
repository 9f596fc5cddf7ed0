//! The data of charts: counts by frame and by total, and the totals over time.

use super::game::GameFigures;
use super::timeline::Timeline;
use super::{CLASS, CLASSES, FrameCounts};
use crate::game::FRAMES;

/// Counts for charts. They take as much memory as all other sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Charts {
    pub(super) frames: [FrameCounts; FRAMES as usize],
    pub(super) distribution: [u64; CLASSES],
    pub(super) timeline: Timeline,
}

impl Charts {
    /// Adds the marks of a game.
    pub(super) fn add_marks(&mut self, game: &GameFigures) {
        for (at, frame) in self.frames.iter_mut().enumerate() {
            let [strikes, spares] = [game.strike_frames, game.spare_frames].map(|bits| u64::from(bits >> at & 1));
            frame.add(FrameCounts { strikes, spares, opens: 1 - strikes - spares });
        }
    }

    /// Adds a total, of which the day may be known.
    pub(super) fn add_total(&mut self, total: u16, day: Option<i32>) {
        self.distribution[usize::from(total / CLASS).min(CLASSES - 1)] += 1;
        if let Some(day) = day {
            self.timeline.add(total, day);
        }
    }

    /// Adds the counts of other games.
    pub(super) fn append(&mut self, other: &Self) {
        self.frames.iter_mut().zip(other.frames).for_each(|(frame, other)| frame.add(other));
        self.distribution.iter_mut().zip(other.distribution).for_each(|(games, other)| {
            *games = games.saturating_add(other);
        });
        self.timeline.append(&other.timeline);
    }
}
