//! Totals over time, in bounded memory.

/// The most points. Enough for a line on a page, and little memory for many players.
const MOST_POINTS: usize = 128;

/// One game of a timeline, or several consecutive ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Point {
    /// The number of games.
    pub games: u64,
    /// The sum of their totals.
    pub pins: u64,
    /// The day of the first of them, if it is known.
    pub day: Option<i32>,
}

/// The totals of games in order: by day, and games of one day in the order in which they are added. When there are too
/// many points, every two neighbours become one, and from then on a point takes twice as many games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timeline {
    pub(super) points: Vec<Point>,
    games_per_point: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self { points: Vec::new(), games_per_point: 1 }
    }
}

impl Timeline {
    pub(super) fn add(&mut self, total: u16, day: Option<i32>) {
        let at = self.place(day);
        match at.checked_sub(1).map(|before| &mut self.points[before]) {
            Some(point) if point.games < self.games_per_point => {
                point.games += 1;
                point.pins += u64::from(total);
            }
            _ => {
                if self.points.len() == MOST_POINTS {
                    self.join_neighbours();
                    self.games_per_point *= 2;
                }
                self.points.insert(self.place(day), Point { games: 1, pins: total.into(), day });
            }
        }
    }

    /// Adds the points of a later timeline.
    pub(super) fn append(&mut self, later: &Self) {
        self.points.extend(&later.points);
        self.points.sort_by_key(|point| point.day);
        if self.points.len() > MOST_POINTS {
            self.join_neighbours();
        }
        let largest = self.points.iter().map(|point| point.games).max().unwrap_or_default();
        self.games_per_point = self.games_per_point.max(later.games_per_point).max(largest);
    }

    /// Where a game of a day belongs: after all games of that day and of earlier ones.
    fn place(&self, day: Option<i32>) -> usize {
        self.points.partition_point(|point| point.day <= day)
    }

    fn join_neighbours(&mut self) {
        let join = |pair: &[Point]| Point {
            games: pair.iter().map(|point| point.games).sum(),
            pins: pair.iter().map(|point| point.pins).sum(),
            day: pair[0].day,
        };
        self.points = self.points.chunks(2).map(join).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline(totals: impl IntoIterator<Item = u16>) -> Timeline {
        let mut timeline = Timeline::default();
        totals.into_iter().for_each(|total| timeline.add(total, None));
        timeline
    }

    fn sums(timeline: &Timeline) -> (u64, u64) {
        let points = &timeline.points;
        (points.iter().map(|point| point.games).sum(), points.iter().map(|point| point.pins).sum())
    }

    #[test]
    fn many_games_share_points_and_none_is_lost() {
        for games in [128, 129, 200, 1000, 12345] {
            let timeline = timeline((0..games).map(|game| game % 301));
            assert!(timeline.points.len() <= MOST_POINTS, "{games}");
            let pins = (0..u64::from(games)).map(|game| game % 301).sum();
            assert_eq!(sums(&timeline), (u64::from(games), pins));
            let (last, others) = timeline.points.split_last().unwrap();
            assert!(others.iter().all(|point| point.games == timeline.games_per_point));
            assert!(last.games <= timeline.games_per_point);
        }
    }

    #[test]
    fn a_later_timeline_comes_after() {
        let mut merged = timeline((0..1000).map(|_| 100));
        merged.append(&timeline((0..90).map(|_| 200)));
        assert!(merged.points.len() <= MOST_POINTS);
        assert_eq!(sums(&merged), (1090, 118_000));
        assert_eq!(merged.points.last().map(|point| point.pins / point.games), Some(200));
        // A point never takes more games than there are, however often timelines are joined.
        for _ in 0..100 {
            merged.append(&timeline([150; MOST_POINTS]));
        }
        assert_eq!(sums(&merged).0, 1090 + 100 * MOST_POINTS as u64);
        assert!(merged.games_per_point <= sums(&merged).0);
    }

    #[test]
    fn games_are_in_order_of_their_days() {
        let mut timeline = Timeline::default();
        for (total, day) in [(150, 20), (100, 10), (160, 20), (200, 30), (110, 10)] {
            timeline.add(total, Some(day));
        }
        let points: Vec<_> = timeline.points.iter().map(|point| (point.day.unwrap(), point.pins)).collect();
        assert_eq!(points, [(10, 100), (10, 110), (20, 150), (20, 160), (30, 200)]);
    }

    #[test]
    fn many_games_of_days_in_any_order_stay_in_order() {
        let mut timeline = Timeline::default();
        for game in 0..1000 {
            timeline.add(100, Some(game * 7919 % 365));
        }
        assert!(timeline.points.len() <= MOST_POINTS);
        assert!(timeline.points.is_sorted_by_key(|point| point.day));
        assert_eq!(sums(&timeline), (1000, 100_000));
    }
}
