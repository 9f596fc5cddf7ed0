//! Scales: where a value has its place in a chart, and the ticks of an axis.
#![expect(clippy::cast_precision_loss, reason = "places in a picture are rounded")]

use crate::game::MAX_TOTAL;
use crate::stats::{CLASS, Stats};

/// The limits of a scale of totals are multiples of this.
const STEP: u16 = 20;
/// More classes than this are joined in pairs, so that each bar has room for its number.
const MOST_CLASSES: u16 = 14;

/// A linear scale from different values to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub from: f64,
    pub to: f64,
    pub first: f64,
    pub last: f64,
}

impl Scale {
    pub fn place(&self, value: f64) -> f64 {
        self.first + (self.last - self.first) * ((value - self.from) / (self.to - self.from))
    }
}

/// The smallest step of 1, 2 or 5 times a power of ten with which a number of steps reach a value.
pub fn even_step(value: u64, steps: u64) -> u64 {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let mut all = powers.flat_map(|power| [1, 2, 5].map(|times| power.saturating_mul(times)));
    all.find(|step| step.saturating_mul(steps) >= value).unwrap_or(u64::MAX)
}

/// The totals of all rows, from and to which charts go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub low: u16,
    pub high: u16,
}

impl Limits {
    /// Round limits around the totals of all rows.
    pub fn new<'a>(rows: impl Iterator<Item = &'a Stats> + Clone) -> Self {
        let total = |total: Option<u64>| total.and_then(|total| u16::try_from(total).ok()).unwrap_or_default();
        let (low, high) = (rows.clone().filter_map(Stats::low).min(), rows.filter_map(Stats::high).max());
        round(total(low), total(high))
    }

    /// The totals that share a bar.
    pub const fn class_width(self) -> u16 {
        if (self.high - self.low) / CLASS > MOST_CLASSES { 2 * CLASS } else { CLASS }
    }

    /// The classes of a row between the limits.
    pub fn classes(self, stats: &Stats) -> Vec<Class> {
        let games = |from: u16, to: u16| {
            let classes = stats.distribution().iter().skip(usize::from(from / CLASS));
            classes.take(usize::from((to - from) / CLASS)).sum::<u64>()
        };
        let width = self.class_width();
        let class = |from: u16| {
            // A perfect game has no class of its own.
            let is_last = from + width >= self.high;
            let games = games(from, if is_last { MAX_TOTAL + CLASS } else { from + width });
            Class { from, to: if is_last { self.high } else { from + width - 1 }, games }
        };
        (self.low..self.high).step_by(width.into()).map(class).collect()
    }

    /// The place of a total.
    pub fn scale(self, first: f64, last: f64) -> Scale {
        Scale { from: self.low.into(), to: self.high.into(), first, last }
    }
}

/// A bar of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    /// The lowest and the highest total.
    pub from: u16,
    pub to: u16,
    pub games: u64,
}

/// A scale of counts from 0, with even ticks.
pub fn counts(most: u64, first: f64, last: f64) -> (Scale, Vec<u64>) {
    let step = even_step(most.max(1), 4);
    let to = most.max(1).div_ceil(step);
    let scale = Scale { from: 0.0, to: to.saturating_mul(step) as f64, first, last };
    (scale, (0..=to).map(|tick| tick.saturating_mul(step)).collect())
}

/// Round limits around totals, within what the rules allow, and not too close to each other.
fn round(low: u16, high: u16) -> Limits {
    let high = high.div_ceil(STEP).saturating_mul(STEP).clamp(2 * STEP, MAX_TOTAL);
    Limits { low: (low / STEP * STEP).min(high - 2 * STEP), high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_round_and_never_beyond_a_perfect_game() {
        for ((low, high), expected) in
            [((87, 213), (80, 220)), ((150, 150), (120, 160)), ((300, 300), (260, 300)), ((0, 0), (0, 40))]
        {
            assert_eq!(round(low, high), Limits { low: expected.0, high: expected.1 });
        }
    }

    #[test]
    fn every_game_is_in_a_class_of_all_rows() {
        let rows = [&[300, 120, 150, 190, 299, 100][..], &[90, 90, 90, 95, 111], &[0, 9, 10, 19, 300]];
        let rows = rows.map(|totals| Stats::of_totals(totals.iter().copied()));
        for rows in [&rows[..], &rows[1..2], &rows[..2]] {
            let limits = Limits::new(rows.iter());
            for row in rows {
                let classes = limits.classes(row);
                assert_eq!(classes.iter().map(|class| class.games).sum::<u64>(), row.games());
                assert_eq!(classes.last().map(|class| class.to), Some(limits.high));
                assert!(classes.len() <= 16);
            }
        }
    }

    #[test]
    fn ticks_are_even_and_reach_the_most() {
        for (most, ticks) in [(0, &[0, 1][..]), (3, &[0, 1, 2, 3]), (9, &[0, 5, 10]), (17, &[0, 5, 10, 15, 20])] {
            assert_eq!(counts(most, 0.0, 1.0).1, ticks, "{most}");
        }
        for most in [1, 99, 1234, u64::MAX] {
            assert!(counts(most, 0.0, 1.0).1.len() <= 6, "{most}");
        }
    }
}
