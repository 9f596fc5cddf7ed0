//! Scales: where a value has its place in a chart. All charts of a page share them.
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

/// The limits of the charts of all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The totals from which and up to which charts go.
    pub totals: (u16, u16),
    /// The highest share of games in a class, in percent.
    pub share: u8,
    /// The highest number of games in a class.
    pub games: u64,
}

impl Limits {
    /// Round limits around the totals of all rows, and the classes in between of those that have charts.
    pub fn new<'a>(rows: impl Iterator<Item = &'a Stats> + Clone, charted: impl Iterator<Item = &'a Stats>) -> Self {
        let low = rows.clone().filter_map(Stats::low).min().unwrap_or(0);
        let high = rows.filter_map(Stats::high).max().unwrap_or(0);
        let limits = Self { totals: round(low, high), share: 0, games: 0 };
        let classes = charted.flat_map(|stats| limits.classes(stats));
        let highest = |(percent, games): (f64, u64), class: Class| (percent.max(class.percent), games.max(class.games));
        let (percent, games) = classes.fold((0.0, 0), highest);
        let share = (10..100).step_by(10).find(|&share| f64::from(share) >= percent).unwrap_or(100);
        Self { share, games, ..limits }
    }

    /// The totals that share a bar.
    pub const fn class_width(self) -> u16 {
        let (low, high) = self.totals;
        if (high - low) / CLASS > MOST_CLASSES { 2 * CLASS } else { CLASS }
    }

    /// The classes of a row between the limits.
    pub fn classes(self, stats: &Stats) -> Vec<Class> {
        let (low, high) = self.totals;
        let games = |from: u16, to: u16| {
            let classes = &stats.distribution()[usize::from(from / CLASS)..];
            classes.iter().take(usize::from((to - from) / CLASS)).sum::<u64>()
        };
        let all = stats.games().max(1) as f64;
        let width = self.class_width();
        let lows = (low..high).step_by(width.into());
        let class = |from: u16| {
            // A perfect game has no class of its own.
            let is_last = from + width >= high;
            let games = games(from, if is_last { MAX_TOTAL + CLASS } else { from + width });
            Class {
                from,
                to: if is_last { high } else { from + width - 1 },
                games,
                percent: 100.0 * games as f64 / all,
            }
        };
        lows.map(class).collect()
    }
}

/// A bar of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    /// The lowest and the highest total.
    pub from: u16,
    pub to: u16,
    pub games: u64,
    /// The share of all games of the row.
    pub percent: f64,
}

/// Round limits around totals, within what the rules allow, and not too close to each other.
fn round(low: u16, high: u16) -> (u16, u16) {
    let high = high.div_ceil(STEP).saturating_mul(STEP).clamp(2 * STEP, MAX_TOTAL);
    let low = (low / STEP * STEP).min(high - 2 * STEP);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_round_and_never_beyond_a_perfect_game() {
        assert_eq!(round(87, 213), (80, 220));
        assert_eq!(round(150, 150), (120, 160));
        assert_eq!(round(300, 300), (260, 300));
        assert_eq!(round(0, 0), (0, 40));
        assert_eq!(round(0, 300), (0, 300));
    }

    #[test]
    fn every_game_is_in_a_class_of_all_rows() {
        let rows = [&[300, 120, 150, 190, 299, 100][..], &[90, 90, 90, 95, 111], &[0, 9, 10, 19, 300]];
        let rows = rows.map(|totals| Stats::of_totals(totals.iter().copied()));
        for rows in [&rows[..], &rows[1..2], &rows[..2]] {
            let limits = Limits::new(rows.iter(), rows.iter());
            for row in rows {
                let classes = limits.classes(row);
                assert_eq!(classes.iter().map(|class| class.games).sum::<u64>(), row.games());
                assert!((classes.iter().map(|class| class.percent).sum::<f64>() - 100.0).abs() < 1e-9);
                assert!(classes.iter().all(|class| class.percent <= f64::from(limits.share)));
                assert_eq!(classes.last().map(|class| class.to), Some(limits.totals.1));
                assert!(classes.len() <= 16);
            }
        }
    }

    #[test]
    fn classes_are_joined_if_there_are_too_many() {
        let width = |high| Limits { totals: (80, high), share: 10, games: 1 }.class_width();
        assert_eq!((width(80 + MOST_CLASSES * CLASS), width(80 + (MOST_CLASSES + 1) * CLASS)), (CLASS, 2 * CLASS));
    }
}
