//! The figures that are made of the sums, and the list of all.

use super::{CLASSES, FrameCounts, Point, Stats};
use crate::game::{FRAMES, Rules};

/// The value of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Figure<'a> {
    /// A count, a sum or a total.
    Count(u64),
    /// An average or a percentage.
    Real(f64),
    /// A name or a date.
    Text(&'a str),
    /// A property.
    Flag(bool),
    /// There is nothing to divide by, or no such game.
    None,
}

impl From<u64> for Figure<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<f64> for Figure<'_> {
    fn from(real: f64) -> Self {
        Self::Real(real)
    }
}

impl<'a> From<&'a str> for Figure<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Option<T>> for Figure<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Figure<'_> {
    /// The number, to compare and to draw it.
    #[expect(clippy::cast_precision_loss, reason = "only compared and drawn")]
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(count as f64),
            Self::Real(real) => Some(real),
            Self::Text(_) | Self::Flag(_) | Self::None => None,
        }
    }
}

/// The values of some functions, with their names.
macro_rules! named {
    ($stats:expr, $($name:ident)*) => { vec![$((stringify!($name), Figure::from($stats.$name()))),*] };
}

/// Figures.
impl Stats {
    /// All figures with their names, in the order of the columns of `bowling stats --csv`.
    pub fn figures(&self) -> Vec<(&'static str, Figure<'_>)> {
        named!(
            self,
            games pins average high low stddev series high_series strikes strike_percent spares spare_percent single
            single_percent opens open_percent first_ball clean splits converted run over_200 perfect
            high_series_games scored_games sum_of_squares strike_chances spare_chances single_chances first_ball_pins
            high_name high_date high_series_name high_series_date
            strike_gain spare_gain gaining_strikes strike_gain_pins gaining_spares spare_gain_pins
            left_leaves right_leaves
        )
    }

    /// The rules of all the games.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Pins per game; `None` without games.
    pub fn average(&self) -> Option<f64> {
        ratio(self.pins(), self.games())
    }

    /// The highest total.
    pub fn high(&self) -> Option<u64> {
        self.high_game.as_ref().map(|high| high.pins)
    }

    /// The player who bowled the high game first.
    pub fn high_name(&self) -> Option<&str> {
        self.high_game.as_ref().and_then(|high| high.name.as_deref().or(self.name()))
    }

    /// The date of the high game, as it was written.
    pub fn high_date(&self) -> Option<&str> {
        self.high_game.as_ref()?.date.as_deref()
    }

    /// The lowest total.
    pub fn low(&self) -> Option<u64> {
        self.low.map(u64::from)
    }

    /// The sample standard deviation of the totals (divided by games minus one); `None` for fewer than two games.
    #[expect(clippy::cast_precision_loss, reason = "the figures are exact up to here")]
    pub fn stddev(&self) -> Option<f64> {
        let [games, pins, squares] = [self.games(), self.pins(), self.sum_of_squares()].map(u128::from);
        let divisor = games * games.checked_sub(1).filter(|&less| less > 0)?;
        Some(((games * squares).saturating_sub(pins * pins) as f64 / divisor as f64).sqrt())
    }

    /// Strikes, in percent of the balls rolled at a full rack.
    pub fn strike_percent(&self) -> Option<f64> {
        percent(self.strikes(), self.strike_chances())
    }

    /// Spares, in percent of the racks at which a second ball was rolled.
    pub fn spare_percent(&self) -> Option<f64> {
        percent(self.spares(), self.spare_chances())
    }

    /// Spares of racks with one pin left, in percent of all such racks.
    pub fn single_percent(&self) -> Option<f64> {
        percent(self.single(), self.single_chances())
    }

    /// Open frames, in percent of all frames.
    pub fn open_percent(&self) -> Option<f64> {
        percent(self.opens(), self.scored_games().saturating_mul(FRAMES.into()))
    }

    /// The average of the balls rolled at a full rack.
    pub fn first_ball(&self) -> Option<f64> {
        ratio(self.first_ball_pins(), self.strike_chances())
    }

    /// The most strikes in a row, across the games of a series. Fill balls count.
    pub const fn run(&self) -> u64 {
        self.run
    }

    /// The pins that a strike of frames 1 to 9 gained by later balls, on average.
    pub fn strike_gain(&self) -> Option<f64> {
        ratio(self.strike_gain_pins(), self.gaining_strikes())
    }

    /// The pins that a spare of frames 1 to 9 gained by the next ball, on average.
    pub fn spare_gain(&self) -> Option<f64> {
        ratio(self.spare_gain_pins(), self.gaining_spares())
    }

    /// The leaves of which all pins stand to the left of the head pin, as the bowler sees it: 2, 4, 7, 8. `None` if no
    /// leave is known.
    pub fn left_leaves(&self) -> Option<u64> {
        (!self.leaves.is_empty()).then(|| self.leaves.left().of)
    }

    /// The leaves of which all pins stand to the right of the head pin: 3, 6, 9, 10.
    pub fn right_leaves(&self) -> Option<u64> {
        (!self.leaves.is_empty()).then(|| self.leaves.right().of)
    }

    /// The first and the last [day](crate::sheet::Evening::day) with a game.
    pub const fn days(&self) -> Option<(i32, i32)> {
        self.days
    }

    /// The results of each of the ten frames.
    pub fn by_frame(&self) -> [FrameCounts; FRAMES as usize] {
        self.charts.as_deref().map(|charts| charts.frames).unwrap_or_default()
    }

    /// How many games have a total in each class of ten: 0 to 9, 10 to 19, up to 300 alone.
    pub fn distribution(&self) -> &[u64; CLASSES] {
        self.charts.as_deref().map_or(&[0; CLASSES], |charts| &charts.distribution)
    }

    /// The totals of one player over time: the games with a [day](Self::set_evening), in order. Each point is a day, or
    /// several days if there would be more than 128. Several players have none: their days have different players.
    pub fn timeline(&self) -> &[Point] {
        self.charts.as_deref().map_or(&[], |charts| charts.timeline.points())
    }

    /// How many days a point of the [`timeline`](Self::timeline) takes.
    #[cfg(feature = "cli")]
    pub(crate) fn days_of_point(&self) -> u32 {
        self.charts.as_deref().map_or(1, |charts| charts.timeline.days_of_point())
    }
}

fn percent(count: u64, of: u64) -> Option<f64> {
    ratio(count.saturating_mul(100), of)
}

#[expect(clippy::cast_precision_loss, reason = "the sums are exact up to here")]
pub(super) fn ratio(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}
