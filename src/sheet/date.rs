//! Dates as numbers: the games of one date form a series, and days and weeks have an order.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of a game without a date.
pub const NO_DATE: u64 = 0;

/// Set in the number of a date whose day is known. The day is in the lower half.
const IS_DAY: u64 = 1 << 63;

/// The days from here on are no days but the weeks of a season, counted from 0. No date has a day as late as this.
pub const WEEKS: i32 = 100_000_000;

/// A number for a date as it was written. Only neighbouring dates of a player are compared, so the hash of a text that
/// is no day is enough, and memory does not grow with the number of dates.
pub fn number(date: &str) -> u64 {
    if let Some(day) = iso_day(date).or_else(|| Some(WEEKS + week(date)?)) {
        return IS_DAY | u64::from(day.cast_unsigned());
    }
    let mut hasher = DefaultHasher::new();
    date.hash(&mut hasher);
    (hasher.finish() & !IS_DAY).max(NO_DATE + 1)
}

/// The day of the number of a date, counted from 1 January 1970, or its week, if one is known.
pub const fn day(number: u64) -> Option<i32> {
    if number & IS_DAY == 0 { None } else { Some((number as u32).cast_signed()) }
}

/// The day of `2026-01-17`, with or without a time behind it.
pub fn iso_day(date: &str) -> Option<i32> {
    let (date, after) = date.split_at_checked(10)?;
    if !after.is_empty() && !after.starts_with(['T', ' ']) {
        return None;
    }
    let mut parts = date.split('-');
    let mut part = |digits: usize| -> Option<i32> {
        let part =
            parts.next().filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        part.parse().ok()
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let number = days_before(year, month) + day - 1;
    let is_day = (1..=12).contains(&month) && day >= 1 && number < days_before(year + month / 12, month % 12 + 1);
    is_day.then_some(number)
}

/// The week of `3` or `Week 3`.
fn week(date: &str) -> Option<i32> {
    const LONGEST: usize = 3;
    let date = date.trim();
    let digits = date.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let word = date[..date.len() - digits.len()].trim_end_matches([' ', '.', '#']).to_ascii_lowercase();
    let is_week = ["", "w", "wk", "week"].contains(&word.as_str()) && digits.len() <= LONGEST;
    // A sign is not a digit.
    digits.parse().ok().filter(|_| is_week)
}

/// The days from 1 January 1970 to the first of a month.
pub const fn days_before(year: i32, month: i32) -> i32 {
    // Years from March on, so that the leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_counted_from_1970() {
        for (date, expected) in [
            ("1970-01-01", Some(0)),
            ("1970-03-01", Some(59)),
            ("2000-02-29", Some(11_016)),
            ("2000-03-01", Some(11_017)),
            ("2026-01-17", Some(20_470)),
            ("2026-01-17T20:15", Some(20_470)),
            ("2025-12-31", Some(20_453)),
            ("1969-12-31", Some(-1)),
            ("2025-02-29", None),
            ("2026-13-01", None),
            ("2026-00-10", None),
            ("2026-001-7", None),
            ("2026-01-00", None),
            ("2026-01-17x", None),
            ("17.01.2026", None),
            ("second week", None),
        ] {
            assert_eq!(iso_day(date), expected, "{date}");
            assert_eq!(day(number(date)), expected, "{date}");
        }
        assert_eq!(day(NO_DATE), None);
    }

    #[test]
    fn weeks_are_days_after_all_dates() {
        let weeks = ["3", " 03 ", "Week 3", "W3"].map(|date| day(number(date)));
        assert_eq!(weeks, [Some(WEEKS + 3); 4]);
        for date in ["", "-3", "+3", "3a", "2026", "20260117", "week", "round 3", "3.5"] {
            assert_eq!(day(number(date)), None, "{date}");
        }
    }
}
