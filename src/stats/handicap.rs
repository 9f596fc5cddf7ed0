//! Handicaps: a share of what an average lacks to a base.

use std::fmt;
use std::str::FromStr;

use super::Stats;
use crate::game::MAX_TOTAL;

/// How a league reckons handicaps, written `90%220`.
///
/// ```
/// use bowling::Rules;
/// use bowling::stats::{Handicap, Stats};
///
/// let mut stats = Stats::new(Rules::Tenpin);
/// stats.add_total(171)?;
/// stats.add_total(176)?;
/// let handicap: Handicap = "90%220".parse()?;
/// assert_eq!(handicap.of(&stats), Some(41)); // 90 % of 46.5 is 41.85
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    percent: u8,
    base: u16,
}

impl Handicap {
    /// A share of at most 100 percent, and a base of at most 300 pins.
    pub const fn new(percent: u8, base: u16) -> Option<Self> {
        if percent <= 100 && base <= MAX_TOTAL { Some(Self { percent, base }) } else { None }
    }

    /// The handicap per game: the percentage of the base minus the average. The average is not
    /// rounded first, the fraction of the result is dropped, and it is never below 0. `None` without
    /// games.
    pub fn of(self, stats: &Stats) -> Option<u16> {
        let games = u128::from(stats.games());
        let lacking = (u128::from(self.base) * games).saturating_sub(stats.pins().into());
        // At most the base.
        (u128::from(self.percent) * lacking).checked_div(100 * games).map(|handicap| handicap as u16)
    }
}

/// A text that is not a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAHandicap;

impl fmt::Display for NotAHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a percentage up to 100 and a base up to 300, such as 90%220")
    }
}

impl std::error::Error for NotAHandicap {}

impl FromStr for Handicap {
    type Err = NotAHandicap;

    fn from_str(text: &str) -> Result<Self, NotAHandicap> {
        let number = |text: &str| text.parse::<u16>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let (percent, base) = text.split_once('%').ok_or(NotAHandicap)?;
        let percent = number(percent).and_then(|percent| u8::try_from(percent).ok());
        percent.zip(number(base)).and_then(|(percent, base)| Self::new(percent, base)).ok_or(NotAHandicap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn a_handicap_is_a_percentage_and_a_base() {
        assert_eq!("90%220".parse(), Ok(Handicap { percent: 90, base: 220 }));
        assert_eq!("100%300".parse(), Ok(Handicap { percent: 100, base: 300 }));
        for text in
            ["", "x", "90", "120%", "120%220", "90%", "90%301", "%220", "+90%220", "90%-1", "90 %220", "9e1%220"]
        {
            assert_eq!(text.parse::<Handicap>(), Err(NotAHandicap), "{text}");
        }
    }

    #[test]
    fn fractions_are_dropped_and_nothing_is_below_0() {
        let handicap = |totals: &[u16]| {
            let mut stats = Stats::new(Rules::Tenpin);
            for &total in totals {
                stats.add_total(total).unwrap();
            }
            Handicap { percent: 90, base: 220 }.of(&stats)
        };
        assert_eq!(handicap(&[150]), Some(63));
        assert_eq!(handicap(&[219]), Some(0));
        assert_eq!(handicap(&[220]), Some(0));
        assert_eq!(handicap(&[300]), Some(0));
        // 90 % of 36 1/3 is 32.7; of 37, with the average's fraction dropped first, it would be 33.3.
        assert_eq!(handicap(&[183, 184, 184]), Some(32));
        assert_eq!(handicap(&[]), None);
    }
}
