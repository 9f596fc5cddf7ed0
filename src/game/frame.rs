//! A frame as it looks from outside: its rolls, its mark, its score.

use super::pins::{Pins, Roll};
use super::table::{CODES, Code, FOUL, SPARE, STRIKE};

/// What a frame came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// All pins with the first ball.
    Strike,
    /// All pins with the second ball.
    Spare,
    /// Pins left standing (or, with three balls, none left by the third).
    Open,
}

impl Mark {
    /// What a frame that is over came to: the first mark of its first two balls, or none.
    #[must_use]
    pub const fn of(balls: &[Ball]) -> Self {
        let (first, second) = match balls {
            [first, second, ..] => (first.mark(), second.mark()),
            [first] => (first.mark(), None),
            [] => (None, None),
        };
        match (first, second) {
            (Some(mark), _) | (None, Some(mark)) => mark,
            _ => Self::Open,
        }
    }

    /// Its name in JSON and in prose.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Spare => "spare",
            Self::Open => "open",
        }
    }
}

/// What a split adds to the sign of its ball.
pub(crate) const SPLIT: Code = CODES as Code;

/// One ball of a [`Game`](super::Game): what was rolled, and what that was by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ball {
    /// The pins, a foul, a split.
    pub roll: Roll,
    /// How it is written down, with [`SPLIT`] if it left one. Whoever writes many balls wants no branch for each,
    /// so it is worked out before.
    pub(crate) sign: Code,
    /// How many of the following balls count for its frame too.
    pub(crate) owed: u8,
}

impl Ball {
    /// No ball yet.
    pub(super) const NONE: Self = Self::new(Roll::new(Pins::NONE), None, 0);

    /// A ball that made a mark, or none.
    pub(super) const fn new(roll: Roll, mark: Option<Mark>, owed: u8) -> Self {
        let sign = match mark {
            Some(Mark::Strike) => STRIKE,
            Some(Mark::Spare) => SPARE,
            _ if roll.is_foul() => FOUL,
            _ => roll.pins().get(),
        };
        Self { roll, sign: if roll.is_split() { sign | SPLIT } else { sign }, owed }
    }

    /// The mark that it made: a strike, a spare, or neither.
    #[must_use]
    pub const fn mark(self) -> Option<Mark> {
        match self.sign % CODES as Code {
            STRIKE => Some(Mark::Strike),
            SPARE => Some(Mark::Spare),
            _ => None,
        }
    }

    /// The pins that it knocked down.
    #[must_use]
    pub const fn pins(self) -> u8 {
        self.roll.pins().get()
    }
}

/// One frame of a [`Game`](super::Game): what was rolled and what it is worth so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// The frame's number, 1 to 10.
    pub number: u8,
    /// The balls of this frame.
    pub balls: &'a [Ball],
    /// What the frame came to; `None` while it is being played.
    pub kind: Option<Mark>,
    /// The pins of this frame's balls, a no-tap strike counted as ten; more where a mark is paid at once.
    pub points: u16,
    /// The balls after the frame that count for it, as far as they are rolled.
    pub bonus: BonusBalls,
    /// How many balls the frame still waits for, its own not counted.
    pub awaits: u8,
    /// The frame's score, once it is settled.
    pub score: Option<u16>,
    /// The running total, once this frame and all before it are settled.
    pub total: Option<u16>,
}

/// The pins of the balls that count for a frame beyond its own: a slice of at most two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BonusBalls {
    pins: [u8; 2],
    len: u8,
}

impl BonusBalls {
    pub(super) fn push(&mut self, pins: u8) {
        if let Some(place) = self.pins.get_mut(usize::from(self.len)) {
            *place = pins;
            self.len += 1;
        }
    }
}

impl std::ops::Deref for BonusBalls {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.pins[..usize::from(self.len)]
    }
}
