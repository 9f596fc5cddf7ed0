//! Dates in words.

use crate::sheet::date::iso_day;

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

/// `2026-01-17` as `Saturday 17 January 2026`.
pub fn long(date: &str) -> Option<String> {
    let weekday = usize::try_from(iso_day(date)?.rem_euclid(7)).ok()?;
    let mut parts = date.get(..10)?.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some(format!("{} {} {month} {year}", WEEKDAYS.get(weekday)?, day.trim_start_matches('0')))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(long(date).as_deref(), expected, "{date}");
        }
    }
}
