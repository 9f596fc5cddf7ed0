//! The game itself: pins, rolls, frames, marks and the rules. Pure: nothing here reads, writes or parses.
//!
//! Everything that is known about how bowling is scored stands in [`rules`] (a table, a row a rule
//! set) and [`step`] (what one ball does). [`Game`] and [`table`] derive from those two.

#[doc(hidden)]
pub mod frame;
#[doc(hidden)]
pub mod pins;
mod rolled;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod step;
#[doc(hidden)]
pub mod table;

pub use frame::{Ball, BonusBalls, Frame, Mark};
pub use pins::{Pins, Roll};
pub use rolled::{Frames, Game, MAX_ROLLS, Totals};
pub use rules::{Rules, UnknownRules};
pub use step::{Lane, Refusal};
