//! Dates as numbers: days and weeks have an order, however they are written.

/// The days from here on are not days but the weeks of a season, counted from 0. No date has a day as late as this.
pub const WEEKS: i32 = 100_000_000;

/// The day of a date that is clear by itself, counted from 1 January 1970, or the week of `3` or `Week 3`.
pub fn day_or_week(date: &str) -> Option<i32> {
    Dates::default().day(date).or_else(|| Some(WEEKS + week(date)?))
}

/// The day of `2026-01-17`, with or without a time after it.
pub fn iso_day(date: &str) -> Option<i32> {
    let (date, after) = date.split_at_checked(10)?;
    if !after.is_empty() && !after.starts_with(['T', ' ']) {
        return None;
    }
    match numbers(date)? {
        Numbers { separator: '-', year, order: Order::YearFirst, one, two } if date.len() == 10 => {
            day_of(year, one, two)
        }
        _ => None,
    }
}

/// Which number is the day in the dates of a column, as far as they decide it together: `1/2/2026` is 1 February
/// where another date is `17/1/2026`, and 2 January where another one is `1/17/2026`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// Some date can only be read with the day first.
    has_day_first: bool,
    /// Some date can only be read with the month first.
    has_month_first: bool,
    /// Some date can be read in both ways.
    has_unclear: bool,
}

impl Dates {
    /// Notes a date. What is not a date says nothing.
    #[cfg(any(feature = "cli", test))]
    pub fn add(&mut self, date: &str) {
        let Some(Numbers { separator, year, order: Order::YearLast, one, two }) = numbers(date) else { return };
        match (day_of(year, two, one), day_of(year, one, two)) {
            // Points are written where the day is first.
            (Some(_), Some(_)) if separator == '.' => self.has_day_first = true,
            (Some(day), Some(other)) => self.has_unclear |= day != other,
            (Some(_), None) => self.has_day_first = true,
            (None, Some(_)) => self.has_month_first = true,
            (None, None) => {}
        }
    }

    /// Adds what other dates of the column say.
    #[cfg(any(feature = "cli", test))]
    pub const fn merge(&mut self, other: Self) {
        self.has_day_first |= other.has_day_first;
        self.has_month_first |= other.has_month_first;
        self.has_unclear |= other.has_unclear;
    }

    /// Whether the column has a date whose day it does not decide.
    #[cfg(any(feature = "cli", test))]
    pub const fn are_unclear(self) -> bool {
        self.has_unclear && self.has_day_first == self.has_month_first
    }

    /// The day of a date of the column, counted from 1 January 1970: `2026-01-17`, `2026/1/17`, `17.01.2026`,
    /// `1/17/2026`. `None` if it is not a date, or if the column does not decide which number is the day.
    pub fn day(self, date: &str) -> Option<i32> {
        if let Some(day) = iso_day(date) {
            return Some(day);
        }
        let Numbers { separator, year, order, one, two } = numbers(date)?;
        if order == Order::YearFirst {
            return day_of(year, one, two);
        }
        match (day_of(year, two, one), day_of(year, one, two)) {
            (Some(day), Some(other)) if day != other => match (self.has_day_first, self.has_month_first) {
                _ if separator == '.' => Some(day),
                (true, false) => Some(day),
                (false, true) => Some(other),
                _ => None,
            },
            (day, other) => day.or(other),
        }
    }
}

/// The numbers of a date: the year, and the other two in the order in which they are written.
struct Numbers {
    separator: char,
    year: i32,
    order: Order,
    one: i32,
    two: i32,
}

/// Where the year of a date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    YearFirst,
    YearLast,
}

/// The numbers of a date such as `17.01.2026`, `1/17/26` or `2026-01-17`, with or without a time after it.
fn numbers(date: &str) -> Option<Numbers> {
    let date = date.trim().split([' ', 'T']).next()?;
    let separator = date.chars().find(|sign| !sign.is_ascii_digit()).filter(|sign| "-./".contains(*sign))?;
    let mut parts = date.split(separator);
    let parts = [parts.next()?, parts.next()?, parts.next().filter(|_| parts.next().is_none())?];
    let number = |part: &str, lengths: &[usize]| -> Option<i32> {
        let is_number = lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse().ok() } else { None }
    };
    let (order, year, one, two) = if parts[0].len() == 4 {
        (Order::YearFirst, number(parts[0], &[4])?, parts[1], parts[2])
    } else {
        let year = number(parts[2], &[2, 4])?;
        (Order::YearLast, if parts[2].len() == 2 { 2000 + year } else { year }, parts[0], parts[1])
    };
    Some(Numbers { separator, year, order, one: number(one, &[1, 2])?, two: number(two, &[1, 2])? })
}

/// The number of a day, if there is such a day.
fn day_of(year: i32, month: i32, day: i32) -> Option<i32> {
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
            ("second week", None),
        ] {
            assert_eq!(iso_day(date), expected, "{date}");
            assert_eq!(day_or_week(date), expected, "{date}");
        }
        assert_eq!(
            [iso_day("17.01.2026"), day_or_week("17.01.2026"), day_or_week("1/2/2026")],
            [None, Some(20_470), None]
        );
    }

    #[test]
    fn the_whole_column_decides_which_number_is_the_day() {
        let day = iso_day("2026-01-02");
        let read = |column: &[&str], date: &str| {
            let mut dates = Dates::default();
            for date in column {
                dates.add(date);
            }
            (dates.day(date), dates.are_unclear())
        };
        for date in
            ["2026-01-02", "2026/1/2", "2026.01.02", "02.01.2026", "2.1.26", "2026-01-02 20:15", "2026/01/02T20:15"]
        {
            assert_eq!(read(&[date], date), (day, false), "{date}");
        }
        for (column, date) in [
            (&["17/1/2026", "2/1/2026"][..], "2/1/2026"),
            (&["1/17/2026", "1/2/2026"], "1/2/2026"),
            (&["17-01-2026"], "02-01-2026"),
            (&["1/17/26", "3/3/26"], "1/2/26"),
        ] {
            assert_eq!(read(column, date), (day, false), "{date}");
        }
        // Neither, or both, of the two ways.
        assert_eq!(read(&["1/2/2026"], "1/2/2026"), (None, true));
        assert_eq!(read(&["17/1/2026", "1/17/2026", "1/2/2026"], "1/2/2026"), (None, true));
        assert_eq!(read(&["1/1/2026"], "1/1/2026"), (iso_day("2026-01-01"), false));
        for date in ["", "1/2", "1/2/3/2026", "31/2/2026", "1-2/2026", "Week 3", "1/2/026", "-1/2/2026", "second"] {
            assert_eq!(read(&[date], date), (None, false), "{date}");
        }
    }

    #[test]
    fn weeks_are_days_after_all_dates() {
        let weeks = ["3", " 03 ", "Week 3", "W3"].map(day_or_week);
        assert_eq!(weeks, [Some(WEEKS + 3); 4]);
        for date in ["", "-3", "+3", "3a", "2026", "20260117", "week", "round 3", "3.5"] {
            assert_eq!(day_or_week(date), None, "{date}");
        }
    }
}
