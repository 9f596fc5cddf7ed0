//! The rules as data: a table with one row per rule set. [`step`](super::lane::step) reads it.

use std::fmt;
use std::str::FromStr;

use super::frame::Mark;
use super::lane::FRAMES;
use super::roll::RACK;

/// A rule set.
///
/// ```
/// use bowling::Rules;
/// assert_eq!("world".parse(), Ok(Rules::World));
/// assert_eq!(Rules::Candlepin.to_string(), "candlepin");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// The game that most of the world plays.
    #[default]
    Tenpin,
    /// World Bowling's current frame scoring: a strike is 30, a spare is 10 plus the frame's first ball.
    World,
    /// Three balls per frame, thin pins.
    Candlepin,
    /// Three balls per frame, small balls.
    Duckpin,
    /// Tenpin where nine or more on a full rack count as a strike.
    Notap9,
    /// Tenpin where eight or more on a full rack count as a strike.
    Notap8,
}

/// How a mark earns its bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// With the next balls: two after a strike, one after a spare.
    NextBalls,
    /// At once: 30 for a strike, 10 plus the frame's first ball for a spare.
    AtOnce,
}

/// What defines a rule set.
#[derive(Clone, Copy, Debug)]
pub struct RuleRow {
    /// The rule set.
    pub rules: Rules,
    /// Its name on the command line and in sheets.
    pub name: &'static str,
    /// A short description for the help and the man page.
    pub about: &'static str,
    /// Balls per frame.
    pub balls: u8,
    /// Pins on a full rack from which a ball is a strike.
    pub strike: u8,
    /// How marks earn their bonus.
    pub bonus: Bonus,
    /// Balls of a tenth frame with a mark, fill balls included.
    pub marked_tenth: u8,
}

impl RuleRow {
    /// What a ball that makes a mark adds to its own frame.
    pub const fn points(&self, mark: Mark, pins: u8) -> u8 {
        match (mark, self.bonus) {
            (Mark::Strike, Bonus::AtOnce) => 3 * RACK,
            // A spare at once is ten more than its first ball, which is already counted.
            (Mark::Strike, Bonus::NextBalls) | (Mark::Spare, Bonus::AtOnce) => RACK,
            (Mark::Spare, Bonus::NextBalls) => pins,
        }
    }

    /// How many of the balls after a frame, counted from 0, are the bonus of its mark.
    pub const fn bonus_balls(&self, mark: Mark, frame: u8) -> u8 {
        match (mark, self.bonus) {
            // The fill balls of a tenth frame are its own.
            (_, Bonus::NextBalls) if frame == FRAMES - 1 => 0,
            (Mark::Strike, Bonus::NextBalls) => 2,
            (Mark::Spare, Bonus::NextBalls) => 1,
            (_, Bonus::AtOnce) => 0,
        }
    }
}

/// The rule sets, in the order of [`Rules`].
pub const TABLE: &[RuleRow] = &[
    RuleRow {
        rules: Rules::Tenpin,
        name: "tenpin",
        about: "two balls per frame, bonus from the next balls",
        balls: 2,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    RuleRow {
        rules: Rules::World,
        name: "world",
        about: "current frame scoring: strike 30, spare 10 + first ball",
        balls: 2,
        strike: 10,
        bonus: Bonus::AtOnce,
        marked_tenth: 2,
    },
    RuleRow {
        rules: Rules::Candlepin,
        name: "candlepin",
        about: "three balls per frame",
        balls: 3,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    RuleRow {
        rules: Rules::Duckpin,
        name: "duckpin",
        about: "three balls per frame",
        balls: 3,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    RuleRow {
        rules: Rules::Notap9,
        name: "notap9",
        about: "tenpin, 9 or more on a full rack is a strike",
        balls: 2,
        strike: 9,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    RuleRow {
        rules: Rules::Notap8,
        name: "notap8",
        about: "tenpin, 8 or more on a full rack is a strike",
        balls: 2,
        strike: 8,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
];

impl Rules {
    /// Every rule set, in the order of the table.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::Tenpin; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].rules;
            i += 1;
        }
        all
    };

    /// Its row in the table.
    pub(crate) const fn row(self) -> &'static RuleRow {
        &TABLE[self as usize]
    }

    /// The name on the command line and in sheets.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What tells it apart, in a few words.
    pub const fn about(self) -> &'static str {
        self.row().about
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a rule set's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such rules, there are")?;
        TABLE.iter().try_for_each(|row| write!(f, " {}", row.name))
    }
}

impl std::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.rules).ok_or(UnknownRules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_enum() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.rules as usize, place, "{}", row.name);
            assert_eq!(row.name.parse(), Ok(row.rules));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_rule_sets() {
        let error = "ninepin".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "no such rules, there are tenpin world candlepin duckpin notap9 notap8");
    }
}
