//! The figures that are made from the sums.

use super::{CLASSES, FrameCounts, Point, Series, Share, Stats};
use crate::game::{FRAMES, Rules};

/// The figures.
impl Stats {
    /// The rules of all the games.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The complete games, whether scored or not.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The sum of the totals.
    pub const fn pins(&self) -> u64 {
        self.pins
    }

    /// The sum of the squares of the totals.
    pub const fn sum_of_squares(&self) -> u64 {
        self.squares
    }

    /// Pins per game; `None` without games.
    pub fn average(&self) -> Option<f64> {
        ratio(self.pins, self.games)
    }

    /// The highest total.
    pub fn high(&self) -> Option<u16> {
        self.high
    }

    /// The lowest total.
    pub fn low(&self) -> Option<u16> {
        self.low
    }

    /// The sample standard deviation of the totals (divided by games minus one); `None` for fewer
    /// than two games.
    #[expect(clippy::cast_precision_loss, reason = "the figures are exact up to here")]
    pub fn stddev(&self) -> Option<f64> {
        let [games, pins, squares] = [self.games, self.pins, self.squares].map(u128::from);
        let divisor = games * games.checked_sub(1).filter(|&less| less > 0)?;
        Some(((games * squares - pins * pins) as f64 / divisor as f64).sqrt())
    }

    /// The series of one game or more.
    pub fn series(&self) -> u64 {
        self.series + self.open.iter().map(|series| u64::from(series.is_series())).sum::<u64>()
    }

    /// The highest series of three games or more. Of two equal ones it is the shorter.
    pub fn high_series(&self) -> Option<Series> {
        self.open.iter().fold(self.high_series, |high, series| Series::higher(high, series.long_series()))
    }

    /// The games whose balls are known.
    pub const fn scored_games(&self) -> u64 {
        self.scored
    }

    /// Strikes, of the balls rolled at a full rack. Fill balls count.
    pub const fn strikes(&self) -> Share {
        self.strikes
    }

    /// Spares, of the racks at which a second ball was rolled. Fill balls count.
    pub const fn spares(&self) -> Share {
        self.spares
    }

    /// Spares of racks with one pin left, of all such racks at which another ball was rolled. Fill balls count.
    pub const fn single(&self) -> Share {
        self.single
    }

    /// Open frames, of all frames.
    pub const fn opens(&self) -> Share {
        Share { count: self.opens, of: FRAMES as u64 * self.scored }
    }

    /// The pins of the balls rolled at a full rack. There are [`strikes`](Self::strikes)`().of` of them.
    pub const fn first_ball_pins(&self) -> u64 {
        self.first_ball_pins
    }

    /// The average of the balls rolled at a full rack.
    pub fn first_ball(&self) -> Option<f64> {
        ratio(self.first_ball_pins, self.strikes.of)
    }

    /// The scored games without an open frame.
    pub const fn clean(&self) -> u64 {
        self.clean
    }

    /// The balls that left a split, as marked or by the pins that they left.
    pub const fn splits(&self) -> u64 {
        self.splits
    }

    /// The splits that the next ball made a spare.
    pub const fn converted(&self) -> u64 {
        self.converted
    }

    /// The most strikes in a row, across the games of a series. Fill balls count.
    pub const fn run(&self) -> u64 {
        self.run
    }

    /// The games of 200 or more.
    pub const fn over_200(&self) -> u64 {
        self.over_200
    }

    /// The games of 300.
    pub const fn perfect(&self) -> u64 {
        self.perfect
    }

    /// The results of each of the ten frames.
    pub fn by_frame(&self) -> [FrameCounts; FRAMES as usize] {
        self.charts.as_deref().map(|charts| charts.frames).unwrap_or_default()
    }

    /// How many games have a total in each class of ten: 0 to 9, 10 to 19, up to 300 alone.
    pub fn distribution(&self) -> &[u64; CLASSES] {
        self.charts.as_deref().map_or(&[0; CLASSES], |charts| &charts.distribution)
    }

    /// The totals over time, in order of their days. Each point is one game or several consecutive ones, so that there
    /// are never more than 128 points.
    pub fn timeline(&self) -> &[Point] {
        self.charts.as_deref().map_or(&[], |charts| &charts.timeline.points)
    }
}

#[expect(clippy::cast_precision_loss, reason = "the sums are exact up to here")]
pub(super) fn ratio(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}
