//! How days and weeks are written.

use crate::sheet::date::{WEEKS, days_before, iso_day};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// 1 January 1970 was a Thursday.
const WEEKDAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// Whether two days have a distance: both are days, or both are weeks.
pub const fn are_alike(one: i32, other: i32) -> bool {
    is_week(one) == is_week(other)
}

/// Whether it is a week of a season, and not a day.
pub const fn is_week(day: i32) -> bool {
    day >= WEEKS
}

/// What a day is called.
pub const fn unit(day: i32) -> &'static str {
    if is_week(day) { "week" } else { "date" }
}

/// A day as `2026-01-17`, a week as `week 3`.
pub fn text(day: i32) -> String {
    if is_week(day) {
        return format!("week {}", day - WEEKS);
    }
    let (year, month, day) = parts(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A day as `17 January 2026`, a week as `week 3`.
pub fn long(day: i32) -> String {
    if is_week(day) {
        return text(day);
    }
    let (year, month, day) = parts(day);
    format!("{day} {} {year}", month_name(month))
}

/// `2026-01-17` as `Saturday 17 January 2026`.
pub fn with_weekday(date: &str) -> Option<String> {
    let day = iso_day(date)?;
    let weekday = usize::try_from(day.rem_euclid(7)).ok()?;
    Some(format!("{} {}", WEEKDAYS.get(weekday)?, long(day)))
}

/// A range of days, or of weeks.
pub fn range(first: i32, last: i32) -> String {
    let (from, to) = (long(first), long(last));
    if first == last {
        return from;
    }
    // What both have in common is written once.
    let common = match to.split_once(' ') {
        Some((_, month)) if !is_week(first) && from.ends_with(&format!(" {month}")) => month,
        _ if !is_week(first) => to.rsplit(' ').next().unwrap_or_default(),
        _ => "",
    };
    format!("{} to {to}", from.strip_suffix(common).unwrap_or(&from).trim_end())
}

/// The months between two days: the first of each, with its year and its number.
pub fn months(first: i32, last: i32) -> impl Iterator<Item = (i32, i32, i32)> {
    let ((year, month, _), (last_year, last_month, _)) = (parts(first), parts(last));
    let all = 12 * year + month - 1..=12 * last_year + last_month - 1;
    let month = |at: i32| {
        let (year, month) = (at.div_euclid(12), at.rem_euclid(12) + 1);
        (days_before(year, month), year, month)
    };
    all.map(month).filter(move |&(day, ..)| first <= day && day <= last)
}

/// The name of a month, from 1.
pub fn month_name(month: i32) -> &'static str {
    usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default()
}

/// The number of a month that is written as its name, or as the first three letters of it.
pub fn month_number(text: &str) -> Option<i32> {
    let is_month = |name: &&str| name.eq_ignore_ascii_case(text) || name[..3].eq_ignore_ascii_case(text);
    (1..).zip(MONTHS).find(|(_, name)| is_month(name)).map(|(number, _)| number)
}

/// The year, the month and the day of a day.
fn parts(day: i32) -> (i32, i32, i32) {
    // A guess that is a few years early at most.
    let mut year = (day + 719_468).div_euclid(366);
    while days_before(year + 1, 1) <= day {
        year += 1;
    }
    let month = (2..=12).rev().find(|&month| days_before(year, month) <= day).unwrap_or(1);
    (year, month, day - days_before(year, month) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::date::day_or_week;

    #[test]
    fn weeks_are_in_order_and_written_as_weeks() {
        for (date, expected) in
            [("0", "week 0"), ("3", "week 3"), (" 03 ", "week 3"), ("Week 12", "week 12"), ("W7", "week 7")]
        {
            assert_eq!(day_or_week(date).map(text).as_deref(), Some(expected), "{date}");
        }
        let days = ["2", "10", "2026-01-17"].map(|date| day_or_week(date).unwrap());
        assert!(days[0] < days[1] && are_alike(days[0], days[1]) && !are_alike(days[0], days[2]));
        assert!(are_alike(WEEKS, days[0]) && are_alike(days[0], WEEKS));
        assert_eq!(text(days[2]), "2026-01-17");
        assert_eq!([WEEKS - 1, WEEKS].map(unit), ["date", "week"]);
    }

    #[test]
    fn every_day_of_the_last_and_the_next_years_is_written_as_it_is_read() {
        for day in -40_000..40_000 {
            assert_eq!(iso_day(&text(day)), Some(day));
        }
    }

    #[test]
    fn a_range_names_a_year_once() {
        let range = |first, last| range(iso_day(first).unwrap(), iso_day(last).unwrap());
        assert_eq!(range("2026-01-17", "2026-05-28"), "17 January to 28 May 2026");
        assert_eq!(range("2025-09-02", "2026-05-28"), "2 September 2025 to 28 May 2026");
        assert_eq!(range("2026-01-07", "2026-01-17"), "7 to 17 January 2026");
        assert_eq!(range("2026-01-17", "2026-01-17"), "17 January 2026");
        assert_eq!(super::range(WEEKS + 1, WEEKS + 12), "week 1 to week 12");
    }

    #[test]
    fn months_between_two_days_start_on_their_first() {
        let months: Vec<_> =
            months(iso_day("2025-11-02").unwrap(), iso_day("2026-02-01").unwrap()).map(|(day, ..)| text(day)).collect();
        assert_eq!(months, ["2025-12-01", "2026-01-01", "2026-02-01"]);
        assert_eq!([month_number("JAN"), month_number("december"), month_number("Ma")], [Some(1), Some(12), None]);
    }

    #[test]
    fn a_date_is_written_in_words() {
        for (date, expected) in [
            ("2026-01-17", Some("Saturday 17 January 2026")),
            ("2025-09-02 19:30", Some("Tuesday 2 September 2025")),
            ("1969-12-31", Some("Wednesday 31 December 1969")),
            ("2024-02-29", Some("Thursday 29 February 2024")),
            ("2025-02-29", None),
            ("17.01.2026", None),
            ("week 7", None),
        ] {
            assert_eq!(with_weekday(date).as_deref(), expected, "{date}");
        }
    }
}
