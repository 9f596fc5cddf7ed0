//! What charts are drawn from: counts by frame and by total, and the totals over time.

use super::timeline::Timeline;
use super::{CLASS, CLASSES, GameFigures};
use crate::game::FRAMES;

/// Counts for charts. They take twice the memory of all other sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Charts {
    pub(super) frame_strikes: [u64; FRAMES as usize],
    pub(super) frame_spares: [u64; FRAMES as usize],
    pub(super) distribution: [u64; CLASSES],
    pub(super) timeline: Timeline,
    /// The day of the games that are added next.
    pub(super) day: Option<i32>,
}

impl Charts {
    /// Adds the marks of a game.
    pub(super) fn add_marks(&mut self, game: &GameFigures) {
        add_bits(&mut self.frame_strikes, game.strike_frames);
        add_bits(&mut self.frame_spares, game.spare_frames);
    }

    /// Adds a total.
    pub(super) fn add_total(&mut self, total: u16) {
        self.distribution[usize::from(total / CLASS).min(CLASSES - 1)] += 1;
        self.timeline.add(total, self.day);
    }

    /// Adds the counts of later games.
    pub(super) fn append(&mut self, later: &Self) {
        add_each(&mut self.frame_strikes, &later.frame_strikes);
        add_each(&mut self.frame_spares, &later.frame_spares);
        add_each(&mut self.distribution, &later.distribution);
        self.timeline.append(&later.timeline);
    }
}

fn add_each<const N: usize>(counts: &mut [u64; N], later: &[u64; N]) {
    counts.iter_mut().zip(later).for_each(|(count, later)| *count += later);
}

/// Adds one to the counts whose bit is set.
fn add_bits<const N: usize>(counts: &mut [u64; N], bits: u16) {
    counts.iter_mut().enumerate().for_each(|(at, count)| *count += u64::from(bits >> at & 1));
}
