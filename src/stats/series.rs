//! Series: the games that a player bowls in one evening.

use super::Stats;
use crate::sheet::Evening;

/// The fewest games of a series that counts as a high series.
const LONG: u64 = 3;

/// A series of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Series {
    /// The number of games.
    pub games: u64,
    /// The sum of their totals.
    pub pins: u64,
}

impl Series {
    /// The higher of two series, and of two equal ones the shorter.
    pub(super) fn higher(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        [one, other].into_iter().flatten().max_by_key(|series| (series.pins, std::cmp::Reverse(series.games)))
    }
}

/// A series, or a part of one, to which games can be added at the end. Knows the runs of strikes at
/// both ends, so that parts can be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenSeries {
    games: u64,
    pins: u64,
    /// The strikes before the first other ball at a full rack.
    lead: u64,
    /// The strikes after the last other ball at a full rack.
    trail: u64,
    /// There are no other balls at a full rack: `lead` and `trail` are the same run.
    is_one_run: bool,
}

/// The series at both ends of some games, which may go on before and after them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeriesEnds {
    /// The series up to the first end of a series. It may have begun in an earlier part.
    pub(super) first: OpenSeries,
    /// The series since the last end; `None` if no series has ended.
    pub(super) last: Option<OpenSeries>,
    /// The first and the last evening that is known.
    pub(super) evenings: Option<(Evening, Evening)>,
}

impl SeriesEnds {
    pub(super) fn iter(&self) -> impl Iterator<Item = OpenSeries> {
        [Some(self.first), self.last].into_iter().flatten()
    }
}

impl Default for OpenSeries {
    fn default() -> Self {
        Self { games: 0, pins: 0, lead: 0, trail: 0, is_one_run: true }
    }
}

impl OpenSeries {
    /// A game with its runs of strikes at both ends.
    pub(super) const fn of_game(total: u16, lead: u64, trail: u64, is_one_run: bool) -> Self {
        Self { games: 1, pins: total as u64, lead, trail, is_one_run }
    }

    /// A game whose balls are not known. It ends a run of strikes.
    pub(crate) const fn of_total(total: u16) -> Self {
        Self::of_game(total, 0, 0, false)
    }

    /// Ends a run of strikes.
    pub(crate) const fn end_run(&mut self) {
        (self.trail, self.is_one_run) = (0, false);
    }

    /// Adds a later part. Returns the run of strikes at the seam.
    pub(crate) const fn append(&mut self, later: &Self) -> u64 {
        let seam = self.trail + later.lead;
        self.games += later.games;
        self.pins += later.pins;
        if self.is_one_run {
            self.lead = seam;
        }
        self.trail = if later.is_one_run { seam } else { later.trail };
        self.is_one_run &= later.is_one_run;
        seam
    }

    /// Whether it has a game.
    pub(super) const fn is_series(self) -> bool {
        self.games > 0
    }

    /// The series, if it is long enough for a high series.
    pub(crate) fn long_series(self) -> Option<Series> {
        (self.games >= LONG).then_some(Series { games: self.games, pins: self.pins })
    }
}

/// Series.
impl Stats {
    /// Sets when the games that are added next were bowled. Games of another evening than those before start a new
    /// series, and the day of the evening is [that](Self::set_day) of the games.
    ///
    /// A game in error belongs to an evening, too: [skip](Self::skip_game) it.
    pub fn set_evening(&mut self, evening: Evening) {
        self.set_day(evening.day());
        self.continue_from(evening, evening);
    }

    /// Ends the series unless it is of this evening. The games that follow go on to the evening `last`.
    pub(super) fn continue_from(&mut self, evening: Evening, last: Evening) {
        let (_, known) = self.open.evenings.get_or_insert((evening, evening));
        if std::mem::replace(known, last) != evening {
            self.end_series();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};

    const PERFECT: &str = "X X X X X X X X X XXX";

    #[test]
    fn an_evening_is_a_series_and_merges_like_one() {
        // A game with the number of its group and its date.
        let games =
            [(1, None), (1, None), (2, None), (2, Some("3")), (2, Some("Week 3")), (2, Some("4")), (3, Some("4"))];
        let stats = |games: &[(u64, Option<&str>)]| {
            let mut stats = Stats::new(Rules::Tenpin);
            for &(group, date) in games {
                stats.set_evening(Evening::new(group, date));
                stats.add_game(&PERFECT.parse::<Game>().unwrap()).unwrap();
            }
            stats
        };
        let whole = stats(&games);
        assert_eq!((whole.series(), whole.run()), (5, 24));
        assert_eq!(whole.timeline().iter().filter(|point| point.day.is_some()).count(), 4);
        for first in 0..=games.len() {
            for second in first..=games.len() {
                let mut merged = stats(&games[..first]);
                merged.merge(&stats(&games[first..second])).unwrap();
                merged.merge(&stats(&games[second..])).unwrap();
                let figures = |stats: &Stats| (stats.games(), stats.series(), stats.run(), stats.timeline().to_vec());
                assert_eq!(figures(&merged), figures(&whole), "{first} {second}");
            }
        }
    }
}
