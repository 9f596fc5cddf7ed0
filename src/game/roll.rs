//! Pins and rolls.

use std::fmt;

use super::lane::RollError;
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

/// One ball as it was rolled: its pins, whether it was a foul or marked as a split, and which pins it left if that
/// is known.
///
/// ```text
///   bit  15 … 6     5 … 4    3 … 0
///       +----------+--------+--------+   leave: as PinSet::bits, 0 if the pins are not known
///       | leave    | kind   | pins   |   kind: 0, FOUL or SPLIT
///       +----------+--------+--------+
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Roll(u16);

const LEAVE: u32 = 6;
const KIND: u16 = 3 << 4;
const FOUL: u16 = 1 << 4;
const SPLIT: u16 = 2 << 4;

impl Roll {
    /// A foul: the ball counts no pins.
    pub const FOUL: Self = Self(FOUL);

    /// A ball that is neither a foul nor marked as a split.
    pub const fn new(pins: Pins) -> Self {
        Self(pins.0 as u16)
    }

    /// A ball that is marked as a split, as with a circle on paper.
    pub const fn split(pins: Pins) -> Self {
        Self(pins.0 as u16 | SPLIT)
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
        Self(self.0 & ((1 << LEAVE) - 1) | leave.bits() << LEAVE)
    }

    /// The pins that it knocked down.
    pub const fn pins(self) -> Pins {
        Pins((self.0 & 15) as u8)
    }

    /// The pins that it left standing, if they are known.
    pub const fn leave(self) -> Option<PinSet> {
        match PinSet::from_bits(self.0 >> LEAVE) {
            Some(leave) if !leave.is_empty() => Some(leave),
            _ => None,
        }
    }

    /// Whether nothing but its pins is known: it is no foul, not marked as a split, and names no pins that it left.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        self.0 >> 4 == 0
    }

    /// Whether it was a foul.
    pub const fn is_foul(self) -> bool {
        self.0 & KIND == FOUL
    }

    /// Whether it is marked as a split. A ball of a [`Game`](crate::Game) is, if the pins that it left are one.
    pub const fn is_split(self) -> bool {
        self.0 & KIND == SPLIT
    }

    /// Whether it left a split: it is marked as one, or the pins that it left are one. Only the first ball at a
    /// full rack can.
    pub const fn left_split(self) -> bool {
        self.is_split() || matches!(self.leave(), Some(leave) if leave.is_split())
    }
}

impl fmt::Debug for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_foul() {
            "foul"
        } else if self.is_split() {
            "split"
        } else {
            "plain"
        };
        write!(f, "Roll({} {kind} {:?})", self.pins().get(), self.leave())
    }
}
