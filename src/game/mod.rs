//! The game itself: pins, rolls, frames, marks and the rules. Pure: nothing here reads, writes or parses.
//!
//! Everything that is known about how bowling is scored stands in [`rules`] (a table, a row a rule
//! set) and [`step`] (what one ball does). [`Game`] and [`table`] derive from those two.

pub mod frame;
pub mod pins;
mod rolled;
pub mod rules;
pub mod step;
pub mod table;

pub use frame::{BonusBalls, Frame, Mark};
pub use pins::{Pins, Roll};
pub use rolled::{Frames, Game, MAX_ROLLS, Totals};
pub use rules::Rules;
pub use step::Refusal;
