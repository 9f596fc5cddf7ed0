//! Handicaps: a percentage of the difference between a base and an average.

use std::fmt;
use std::str::FromStr;

use super::Stats;
use crate::game::MAX_TOTAL;

/// A league's handicap formula, written `90%220`, `66.67%200` or `90%220,max=50`.
///
/// The average loses its fraction first, and then the result does.
///
/// ```
/// use bowling::Rules;
/// use bowling::stats::{Handicap, Stats};
///
/// let mut stats = Stats::new(Rules::Tenpin);
/// stats.add_total(171)?;
/// stats.add_total(176)?;
/// let handicap: Handicap = "90%220".parse()?;
/// assert_eq!(handicap.of(&stats), Some(42)); // 90 % of 220 - 173 is 42.3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// In hundredths of a percent.
    share: u16,
    base: u16,
    most: u16,
}

/// All of it, in hundredths of a percent.
const WHOLE: u16 = 100 * 100;

impl Handicap {
    /// A share of at most 100 percent, and a base of at most 300 pins.
    pub const fn new(percent: u8, base: u16) -> Option<Self> {
        Self::of_share(percent as u16 * 100, base)
    }

    const fn of_share(share: u16, base: u16) -> Option<Self> {
        if share <= WHOLE && base <= MAX_TOTAL { Some(Self { share, base, most: MAX_TOTAL }) } else { None }
    }

    /// The same formula with a highest handicap.
    #[must_use]
    pub const fn with_max(self, most: u16) -> Self {
        Self { most, ..self }
    }

    /// The handicap per game: the percentage of the base minus the average, both without their fractions, and never
    /// below 0. `None` without games.
    pub fn of(self, stats: &Stats) -> Option<u16> {
        self.of_average(stats.pins(), stats.games())
    }

    /// The handicap per game of an average of a number of games.
    pub fn of_average(self, pins: u64, games: u64) -> Option<u16> {
        let average = pins.checked_div(games)?;
        let lacking = u64::from(self.base).saturating_sub(average);
        let handicap = u64::from(self.share) * lacking / u64::from(WHOLE);
        // At most the base.
        Some((handicap as u16).min(self.most))
    }
}

/// A text that is not a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAHandicap;

impl fmt::Display for NotAHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a percentage up to 100 and a base up to 300, such as 90%220, 66.67%200 or 90%220,max=50")
    }
}

impl std::error::Error for NotAHandicap {}

impl FromStr for Handicap {
    type Err = NotAHandicap;

    fn from_str(text: &str) -> Result<Self, NotAHandicap> {
        let (formula, most) = match text.split_once(',') {
            Some((formula, most)) => (formula, Some(most.strip_prefix("max=").and_then(number).ok_or(NotAHandicap)?)),
            None => (text, None),
        };
        let (percent, base) = formula.split_once('%').ok_or(NotAHandicap)?;
        let handicap = share(percent).zip(number(base)).and_then(|(share, base)| Self::of_share(share, base));
        let handicap = handicap.ok_or(NotAHandicap)?;
        Ok(most.map_or(handicap, |most| handicap.with_max(most)))
    }
}

/// A whole number of digits alone.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A percentage with up to two decimals, in hundredths of a percent.
fn share(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let hundredths = match decimals.len() {
        1 => number(decimals)? * 10,
        2 => number(decimals)?,
        _ => return None,
    };
    number(whole)?.checked_mul(100)?.checked_add(hundredths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handicap_is_a_percentage_and_a_base() {
        for (text, share, base, most) in [
            ("90%220", 9000, 220, 300),
            ("100%300", 10_000, 300, 300),
            ("66.67%200", 6667, 200, 300),
            ("87.5%210", 8750, 210, 300),
            ("90%220,max=50", 9000, 220, 50),
        ] {
            assert_eq!(text.parse(), Ok(Handicap { share, base, most }), "{text}");
        }
        let wrong = "x 90 120% 120%220 90% 90%301 %220 +90%220 90%-1 9e1%220 100.01%220 \
                     90.%220 .5%220 66.667%200 90%220, 90%220,50 90%220,max= 90%220,max=-1 700%220 65535%220";
        for text in wrong.split(' ').chain(["", "90 %220"]) {
            assert_eq!(text.parse::<Handicap>(), Err(NotAHandicap), "{text}");
        }
    }

    #[test]
    fn fractions_are_dropped_and_nothing_is_below_0() {
        let handicap = |formula: &str, totals: &[u16]| {
            formula.parse::<Handicap>().unwrap().of(&Stats::of_totals(totals.iter().copied()))
        };
        assert_eq!(handicap("90%220", &[150]), Some(63));
        assert_eq!(handicap("90%220", &[219]), Some(0));
        assert_eq!(handicap("90%220", &[220]), Some(0));
        assert_eq!(handicap("90%220", &[300]), Some(0));
        // 90 % of 220 - 183 is 33.3; of 36 1/3, with the fraction of the average, it would be 32.7.
        assert_eq!(handicap("90%220", &[183, 184, 184]), Some(33));
        assert_eq!(handicap("66.67%200", &[100]), Some(66));
        assert_eq!(handicap("66.67%200", &[50]), Some(100));
        assert_eq!(handicap("90%220,max=50", &[150]), Some(50));
        assert_eq!(handicap("90%220,max=50", &[200]), Some(18));
        assert_eq!(handicap("90%220", &[]), None);
    }
}
