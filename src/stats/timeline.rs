//! Totals over time, in bounded memory.

/// The most points. Enough for a line on a page, and little memory for many players.
const MOST_POINTS: usize = 128;

/// The games of a day, or of several days that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Point {
    /// The first day with a game.
    pub day: i32,
    /// The number of games.
    pub games: u64,
    /// The sum of their totals.
    pub pins: u64,
    /// The lowest total.
    pub low: u16,
    /// The highest total.
    pub high: u16,
}

/// The totals of games by day. If there are too many days, a point takes 2, 4, 8, … days. Which days share a point does
/// not depend on the order of the games, so the points are the same however parts are put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Timeline {
    /// In order of their days.
    points: Vec<Point>,
    /// A point takes two days to the power of this.
    days: u8,
}

impl Point {
    /// No games.
    #[cfg(feature = "cli")]
    pub(crate) const NONE: Self = Self { day: i32::MAX, games: 0, pins: 0, low: u16::MAX, high: 0 };

    /// A game of a day.
    pub(crate) const fn of_game(total: u16, day: i32) -> Self {
        Self { day, games: 1, pins: total as u64, low: total, high: total }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.day = self.day.min(other.day);
        self.games = self.games.saturating_add(other.games);
        self.pins = self.pins.saturating_add(other.pins);
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }
}

impl Timeline {
    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    /// How many days a point takes.
    #[cfg(feature = "cli")]
    pub(super) fn days_of_point(&self) -> u32 {
        1 << self.days.min(31)
    }

    /// Adds a game.
    pub(super) fn add(&mut self, total: u16, day: i32) {
        self.add_point(&Point::of_game(total, day));
    }

    /// Adds the games of another timeline.
    pub(super) fn append(&mut self, other: &Self) {
        if other.days > self.days {
            self.widen(other.days);
        }
        other.points.iter().for_each(|point| self.add_point(point));
    }

    pub(super) fn add_point(&mut self, new: &Point) {
        let days = self.days.min(31);
        let at = self.points.partition_point(|point| point.day >> days < new.day >> days);
        match self.points.get_mut(at) {
            Some(point) if point.day >> days == new.day >> days => point.add(new),
            _ => self.points.insert(at, *new),
        }
        while self.points.len() > MOST_POINTS && self.days < 31 {
            self.widen(self.days + 1);
        }
    }

    /// Lets a point take more days.
    fn widen(&mut self, days: u8) {
        self.days = days.min(31);
        let days = self.days;
        self.points.dedup_by(|later, point| {
            let is_same = later.day >> days == point.day >> days;
            if is_same {
                point.add(later);
            }
            is_same
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline(games: impl IntoIterator<Item = (u16, i32)>) -> Timeline {
        let mut timeline = Timeline::default();
        games.into_iter().for_each(|(total, day)| timeline.add(total, day));
        timeline
    }

    #[test]
    fn the_games_of_a_day_are_a_point_in_order() {
        let timeline = timeline([(150, 20), (100, 10), (160, 20), (200, -3), (110, 10)]);
        let points: Vec<_> = timeline.points().iter().map(|at| (at.day, at.games, at.pins, at.low, at.high)).collect();
        assert_eq!(points, [(-3, 1, 200, 200, 200), (10, 2, 210, 100, 110), (20, 2, 310, 150, 160)]);
    }

    #[test]
    fn points_are_the_same_in_any_order_and_from_any_parts() {
        for days in [100, 128, 129, 300, 1000] {
            let games: Vec<_> = (0..2000_u16).map(|game| (game % 301, i32::from(game) * 7919 % days)).collect();
            let whole = timeline(games.iter().copied());
            assert!(whole.points.len() <= MOST_POINTS && whole.points.is_sorted_by_key(|point| point.day), "{days}");
            assert_eq!(whole.points.iter().map(|point| point.games).sum::<u64>(), 2000);
            assert_eq!(timeline(games.iter().rev().copied()), whole, "{days}");
            for cut in [0, 1, 1000, 1999] {
                let mut merged = timeline(games[cut..].iter().copied());
                merged.append(&timeline(games[..cut].iter().copied()));
                assert_eq!(merged, whole, "{days} {cut}");
            }
        }
    }

    #[test]
    fn days_far_apart_are_no_overflow() {
        let timeline = timeline((0..500).map(|game| (game, [i32::MIN, i32::MAX][game as usize % 2] ^ i32::from(game))));
        assert_eq!(timeline.points.iter().map(|point| point.games).sum::<u64>(), 500);
    }
}
