//! The rules as data: one table, a row a rule set. [`step`](super::step) is their only reader.

use std::fmt;
use std::str::FromStr;

/// A rule set by its name.
///
/// ```
/// use bowling::Rules;
/// assert_eq!("world".parse(), Ok(Rules::World));
/// assert_eq!(Rules::Candlepin.to_string(), "candlepin");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// The game as most of the world knows it.
    #[default]
    Tenpin,
    /// Current frame scoring of World Bowling: a strike is 30, a spare 10 and the frame's first ball.
    World,
    /// Three balls a frame, thin pins.
    Candlepin,
    /// Three balls a frame, small balls.
    Duckpin,
    /// Tenpin where nine on a full rack count as a strike.
    Notap9,
    /// Tenpin where eight or more on a full rack count as a strike.
    Notap8,
}

/// How a mark is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// With the pins of the balls that follow: two after a strike, one after a spare.
    NextBalls,
    /// At once: 30 for a strike, 10 and the frame's first ball for a spare.
    AtOnce,
}

/// What tells one rule set from another.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The rule set.
    pub rules: Rules,
    /// Its name on the command line and in a sheet.
    pub name: &'static str,
    /// What it is, in a few words, for the help and the man page.
    pub about: &'static str,
    /// Balls a frame.
    pub balls: u8,
    /// So many pins of a full rack are a strike.
    pub strike: u8,
    /// How marks are paid.
    pub bonus: Bonus,
    /// The balls of a tenth frame with a mark (the fill balls among them).
    pub marked_tenth: u8,
}

impl Row {
    /// Do the two differ in nothing but their names?
    #[must_use]
    pub const fn plays_like(&self, other: &Self) -> bool {
        self.balls == other.balls
            && self.strike == other.strike
            && self.bonus as u8 == other.bonus as u8
            && self.marked_tenth == other.marked_tenth
    }
}

/// All that is known about each rule set.
pub const TABLE: [Row; 6] = [
    Row {
        rules: Rules::Tenpin,
        name: "tenpin",
        about: "two balls a frame, bonus from the next balls",
        balls: 2,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    Row {
        rules: Rules::World,
        name: "world",
        about: "current frame scoring: strike 30, spare 10 + first ball",
        balls: 2,
        strike: 10,
        bonus: Bonus::AtOnce,
        marked_tenth: 2,
    },
    Row {
        rules: Rules::Candlepin,
        name: "candlepin",
        about: "three balls a frame",
        balls: 3,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    Row {
        rules: Rules::Duckpin,
        name: "duckpin",
        about: "three balls a frame",
        balls: 3,
        strike: 10,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    Row {
        rules: Rules::Notap9,
        name: "notap9",
        about: "tenpin, 9 on a full rack are a strike",
        balls: 2,
        strike: 9,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
    Row {
        rules: Rules::Notap8,
        name: "notap8",
        about: "tenpin, 8 or 9 on a full rack are a strike",
        balls: 2,
        strike: 8,
        bonus: Bonus::NextBalls,
        marked_tenth: 3,
    },
];

impl Rules {
    /// Every rule set, in the order of the table.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Tenpin; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].rules;
            i += 1;
        }
        all
    };

    /// The row of the table.
    #[must_use]
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name on the command line and in a sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of no rule set.
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
        TABLE.iter().find(|row| row.name == name).map(|row| row.rules).ok_or(UnknownRules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_stands_at_the_place_of_its_rules() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.rules as usize, place, "{}", row.name);
            assert_eq!(row.name.parse(), Ok(row.rules));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "ninepin".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "no such rules, there are tenpin world candlepin duckpin notap9 notap8");
    }
}
