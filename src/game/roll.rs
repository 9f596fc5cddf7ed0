//! Pins and rolls.

use super::pin_set::PinSet;

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
    #[must_use]
    pub const fn new(pins: u8) -> Option<Self> {
        if pins <= RACK { Some(Self(pins)) } else { None }
    }

    /// The number of pins.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// One ball as it was rolled: its pins, whether it was a foul or marked as a split, and which pins it left if that
/// is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    pins: Pins,
    kind: Kind,
    /// The pins that stand after it; empty if they are not known. Where none stand, nothing needs to be known.
    leave: PinSet,
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
    pub const FOUL: Self = Self { pins: Pins::NONE, kind: Kind::Foul, leave: PinSet::EMPTY };

    /// A ball that is neither a foul nor marked as a split.
    #[must_use]
    pub const fn new(pins: Pins) -> Self {
        Self { pins, kind: Kind::Plain, leave: PinSet::EMPTY }
    }

    /// A ball that is marked as a split, as with a circle on paper.
    #[must_use]
    pub const fn split(pins: Pins) -> Self {
        Self { pins, kind: Kind::Split, leave: PinSet::EMPTY }
    }

    /// The same ball with the pins that it left standing. The empty set says that they are not known.
    ///
    /// ```
    /// use bowling::{Pins, Roll};
    ///
    /// let roll = Roll::new(Pins::new(8).unwrap()).with_leave("7-10".parse()?);
    /// assert_eq!(roll.leave().map(|pins| pins.to_string()), Some("7-10".into()));
    /// assert!(roll.left_split());
    /// # Ok::<(), bowling::PinSetError>(())
    /// ```
    #[must_use]
    pub const fn with_leave(mut self, leave: PinSet) -> Self {
        self.leave = leave;
        self
    }

    /// The pins that it knocked down.
    #[must_use]
    pub const fn pins(self) -> Pins {
        self.pins
    }

    /// The pins that it left standing, if they are known.
    #[must_use]
    pub const fn leave(self) -> Option<PinSet> {
        if self.leave.is_empty() { None } else { Some(self.leave) }
    }

    /// Whether it was a foul.
    #[must_use]
    pub const fn is_foul(self) -> bool {
        matches!(self.kind, Kind::Foul)
    }

    /// Whether it is marked as a split.
    #[must_use]
    pub const fn is_split(self) -> bool {
        matches!(self.kind, Kind::Split)
    }

    /// Whether it left a split: it is marked as one, or the pins that it left are one. Only the first ball at a
    /// full rack can.
    #[must_use]
    pub const fn left_split(self) -> bool {
        self.is_split() || self.leave.is_split()
    }
}
