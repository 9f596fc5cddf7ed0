//! When a game was bowled, as far as its sheet says.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::date::day_or_week;

/// When a game was bowled, as far as its sheet says: its date, or else its group. The games that a player bowls in one
/// evening are a series, see [`Stats::set_evening`](crate::stats::Stats::set_evening).
///
/// Games of one date are of one evening, whether blank lines stand between them or not.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evening {
    /// The day or the week, if the date says by itself which it is.
    day: Option<i32>,
    /// The date as it was written.
    text: Option<Arc<str>>,
    /// 0 if there is a date.
    group: u64,
}

impl Evening {
    /// The evening of a date as it was written, or without one, of a group, by its number.
    ///
    /// Days are the same however they are written: `2026-01-17` and `2026-01-17T20:15`, or `3` and `Week 3`.
    ///
    /// ```
    /// use bowling::sheet::Evening;
    ///
    /// let evening = |date| Evening::new(1, Some(date));
    /// assert_eq!(evening("2026-01-17"), evening("2026-01-17T20:15"));
    /// assert_ne!(evening("2026-01-17"), evening("2026-01-18"));
    /// assert_eq!(Evening::new(1, Some("2026-01-17")), Evening::new(2, Some("2026-01-17")));
    /// assert_ne!(Evening::new(1, None), Evening::new(2, None));
    /// ```
    pub fn new(group: u64, date: Option<&str>) -> Self {
        match date {
            Some(text) => Self { day: day_or_week(text), text: Some(text.into()), group: 0 },
            None => Self { day: None, text: None, group },
        }
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
    pub const fn day(&self) -> Option<i32> {
        self.day
    }

    /// The date as it was written.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    pub(crate) const fn shared_text(&self) -> Option<&Arc<str>> {
        self.text.as_ref()
    }

    /// Equal for games of one evening: a day may be written in several ways.
    fn key(&self) -> (Option<i32>, Option<&str>, u64) {
        (self.day, self.text().filter(|_| self.day.is_none()), self.group)
    }
}

impl PartialEq for Evening {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Evening {}

impl Hash for Evening {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
