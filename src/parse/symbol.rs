//! The symbols of both dialects, before the rules have seen them.

use crate::game::{Pins, Roll};

/// One ball as it is written down. What `/` is worth only the lane can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A number of pins, or a gutter ball.
    Pins(Pins),
    /// `X`: the whole rack with one ball.
    Strike,
    /// `/`: whatever stood.
    Spare,
    /// `F`: over the foul line, no pins.
    Foul,
    /// A first ball that left a split.
    Split(Pins),
}

impl Symbol {
    /// The ball, where the symbol alone tells; `None` for a spare.
    #[must_use]
    pub const fn roll(self) -> Option<Roll> {
        match self {
            Self::Pins(pins) => Some(Roll::new(pins)),
            Self::Strike => Some(Roll::new(Pins::ALL)),
            Self::Spare => None,
            Self::Foul => Some(Roll::FOUL),
            Self::Split(pins) => Some(Roll::split(pins)),
        }
    }
}

/// A symbol and where it stands in its line, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The byte of the line at which it starts.
    pub at: usize,
    /// The symbol.
    pub symbol: Symbol,
}
