//! When a game was bowled, as far as its sheet says.

use super::date::{self, NO_DATE};

/// When a game was bowled, as far as its sheet says: its group and its date. The games that a player bowls in one evening
/// are a series, see [`Stats::set_evening`](crate::stats::Stats::set_evening).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evening {
    pub(crate) group: u64,
    /// As [`date::number`] makes it.
    pub(crate) date: u64,
}

impl Evening {
    /// The evening of a group, by its number, and of a date as it was written, if there is one.
    ///
    /// Days are the same however they are written: `2026-01-17` and `2026-01-17T20:15`, or `3` and `Week 3`.
    ///
    /// ```
    /// use bowling::sheet::Evening;
    ///
    /// let evening = |date| Evening::new(1, Some(date));
    /// assert_eq!(evening("2026-01-17"), evening("2026-01-17T20:15"));
    /// assert_ne!(evening("2026-01-17"), evening("2026-01-18"));
    /// assert_ne!(Evening::new(1, None), Evening::new(2, None));
    /// ```
    pub fn new(group: u64, date: Option<&str>) -> Self {
        Self { group, date: date.map_or(NO_DATE, date::number) }
    }

    /// The day, for [`Stats::timeline`](crate::stats::Stats::timeline): counted from 1 January 1970 if the date is one
    /// such as `2026-01-17`, and later than all of these for the weeks of a season. `None` for any other date.
    ///
    /// ```
    /// use bowling::sheet::Evening;
    ///
    /// assert_eq!(Evening::new(1, Some("1970-01-31")).day(), Some(30));
    /// assert_eq!(Evening::new(1, Some("Christmas")).day(), None);
    /// ```
    pub const fn day(self) -> Option<i32> {
        date::day(self.date)
    }
}
