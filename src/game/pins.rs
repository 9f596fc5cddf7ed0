//! Pins and rolls: the smallest things that the game is made of.

/// How many pins a full rack has.
pub const RACK: u8 = 10;

/// How many pins one ball knocked down: 0 to 10 by construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pins(u8);

impl Pins {
    /// No pin at all.
    pub const NONE: Self = Self(0);
    /// The whole rack.
    pub const ALL: Self = Self(RACK);

    /// `None` where a rack does not have so many pins.
    ///
    /// ```
    /// use bowling::game::Pins;
    /// assert_eq!(Pins::new(7).map(Pins::get), Some(7));
    /// assert_eq!(Pins::new(11), None);
    /// ```
    #[must_use]
    pub const fn new(pins: u8) -> Option<Self> {
        if pins <= RACK { Some(Self(pins)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// One ball: its pins, whether it was a foul, and whether it left a split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    pins: Pins,
    flags: u8,
}

const FOUL: u8 = 1;
const SPLIT: u8 = 2;

impl Roll {
    /// A plain ball.
    #[must_use]
    pub const fn new(pins: Pins) -> Self {
        Self { pins, flags: 0 }
    }

    /// A ball rolled over the foul line: it counts no pins.
    pub const FOUL: Self = Self { pins: Pins::NONE, flags: FOUL };

    /// A ball that left a split.
    #[must_use]
    pub const fn split(pins: Pins) -> Self {
        Self { pins, flags: SPLIT }
    }

    /// The pins that it knocked down.
    #[must_use]
    pub const fn pins(self) -> Pins {
        self.pins
    }

    /// Was it a foul?
    #[must_use]
    pub const fn is_foul(self) -> bool {
        self.flags & FOUL != 0
    }

    /// Did it leave a split?
    #[must_use]
    pub const fn is_split(self) -> bool {
        self.flags & SPLIT != 0
    }
}

impl From<Pins> for Roll {
    fn from(pins: Pins) -> Self {
        Self::new(pins)
    }
}
