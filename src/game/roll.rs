//! Pins and rolls.

use std::fmt;

use super::lane::RollError;

/// The pins of a full rack.
pub const RACK: u8 = 10;

/// The pins that one ball knocked down, 0 to 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pins(u8);

impl Pins {
    /// No pins.
    pub const NONE: Self = Self(0);
    /// The whole rack.
    pub const ALL: Self = Self(RACK);

    /// Returns `None` for more pins than a rack has.
    ///
    /// ```
    /// use bowling::Pins;
    /// assert_eq!(Pins::new(7).map(Pins::get), Some(7));
    /// assert_eq!(Pins::new(11), None);
    /// ```
    pub const fn new(pins: u8) -> Option<Self> {
        if pins <= RACK { Some(Self(pins)) } else { None }
    }

    /// The number of pins.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Pins {
    type Error = RollError;

    fn try_from(pins: u8) -> Result<Self, RollError> {
        Self::new(pins).ok_or(RollError::NoSuchRoll)
    }
}

impl fmt::Display for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One ball as it was rolled: its pins, and whether it was a foul or left a split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    pins: Pins,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Kind {
    #[default]
    Plain,
    Foul,
    Split,
}

impl Roll {
    /// A foul: the ball counts no pins.
    pub const FOUL: Self = Self { pins: Pins::NONE, kind: Kind::Foul };

    /// A ball that is neither a foul nor left a split.
    pub const fn new(pins: Pins) -> Self {
        Self { pins, kind: Kind::Plain }
    }

    /// A ball that left a split.
    pub const fn split(pins: Pins) -> Self {
        Self { pins, kind: Kind::Split }
    }

    /// The pins that it knocked down.
    pub const fn pins(self) -> Pins {
        self.pins
    }

    /// Whether it was a foul.
    pub const fn is_foul(self) -> bool {
        matches!(self.kind, Kind::Foul)
    }

    /// Whether it left a split.
    pub const fn is_split(self) -> bool {
        matches!(self.kind, Kind::Split)
    }
}
