//! Pins and rolls.

use std::fmt;

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
    pub const fn new(pins: u8) -> Option<Self> {
        if pins <= RACK { Some(Self(pins)) } else { None }
    }

    /// The number of pins.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One ball as it was rolled: its pins, whether it was a foul or marked as a split, and which pins it left if that
/// is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    pins: Pins,
    kind: RollKind,
    /// Empty if the pins are not known.
    leave: PinSet,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum RollKind {
    #[default]
    Plain,
    Foul,
    Split,
}

impl Roll {
    /// A foul: the ball counts no pins.
    pub const FOUL: Self = Self { pins: Pins::NONE, kind: RollKind::Foul, leave: PinSet::EMPTY };

    /// A ball that is neither a foul nor marked as a split.
    pub const fn new(pins: Pins) -> Self {
        Self { pins, kind: RollKind::Plain, leave: PinSet::EMPTY }
    }

    /// A ball that is marked as a split, as with a circle on paper.
    pub const fn split(pins: Pins) -> Self {
        Self { pins, kind: RollKind::Split, leave: PinSet::EMPTY }
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
    pub const fn with_leave(self, leave: PinSet) -> Self {
        Self { leave, ..self }
    }

    /// The pins that it knocked down.
    pub const fn pins(self) -> Pins {
        self.pins
    }

    /// The pins that it left standing, if they are known.
    pub const fn leave(self) -> Option<PinSet> {
        if self.leave.is_empty() { None } else { Some(self.leave) }
    }

    /// Whether nothing but its pins is known: it is not a foul, not marked as a split, and names no pins that it left.
    pub(crate) const fn is_plain(self) -> bool {
        matches!(self.kind, RollKind::Plain) && self.leave.is_empty()
    }

    /// Whether it was a foul.
    pub const fn is_foul(self) -> bool {
        matches!(self.kind, RollKind::Foul)
    }

    /// Whether it is marked as a split. A ball of a [`Game`](crate::Game) is, if the pins that it left are one.
    pub const fn is_split(self) -> bool {
        matches!(self.kind, RollKind::Split)
    }

    /// Whether it left a split: it is marked as one, or the pins that it left are one. Only the first ball at a
    /// full rack can.
    pub const fn left_split(self) -> bool {
        self.is_split() || self.leave.is_split()
    }
}
