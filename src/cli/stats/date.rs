//! How days and weeks are written on a page.

use crate::sheet::date::{WEEKS, days_before};

/// Whether two days have a distance: both are days, or both are weeks.
pub const fn are_alike(one: i32, other: i32) -> bool {
    (one < WEEKS) == (other < WEEKS)
}

/// What a day is called.
pub const fn unit(day: i32) -> &'static str {
    if day < WEEKS { "date" } else { "week" }
}

/// A day as `2026-01-17`, a week as `week 3`.
pub fn text(day: i32) -> String {
    if day < WEEKS { iso(day) } else { format!("week {}", day - WEEKS) }
}

fn iso(day: i32) -> String {
    // A guess that is a few years early at most.
    let mut year = (day + 719_468).div_euclid(366);
    while days_before(year + 1, 1) <= day {
        year += 1;
    }
    let month = (2..=12).rev().find(|&month| days_before(year, month) <= day).unwrap_or(1);
    format!("{year:04}-{month:02}-{:02}", day - days_before(year, month) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::date::{day, iso_day, number};

    #[test]
    fn weeks_are_in_order_and_written_as_weeks() {
        for (date, expected) in
            [("0", "week 0"), ("3", "week 3"), (" 03 ", "week 3"), ("Week 12", "week 12"), ("W7", "week 7")]
        {
            assert_eq!(day(number(date)).map(text).as_deref(), Some(expected), "{date}");
        }
        let days = ["2", "10", "2026-01-17"].map(|date| day(number(date)).unwrap());
        assert!(days[0] < days[1] && are_alike(days[0], days[1]) && !are_alike(days[0], days[2]));
        assert!(are_alike(WEEKS, days[0]) && are_alike(days[0], WEEKS));
        assert_eq!(text(days[2]), "2026-01-17");
        assert_eq!([WEEKS - 1, WEEKS].map(unit), ["date", "week"]);
    }

    #[test]
    fn every_day_of_the_last_and_the_next_years_is_written_as_it_is_read() {
        for day in -40_000..40_000 {
            assert_eq!(iso_day(&iso(day)), Some(day));
        }
    }
}
