//! Bytes become names, symbols, claims and positions here, and nothing else: no score is known.
//!
//! [`sheet::parts`] takes a line apart, [`dialect::of`] says how its game is spelled, and
//! [`rolls`] and [`notation`] read the spelling. [`log`] reads the lines that a lane writes.

pub mod claim;
pub mod dialect;
pub mod error;
pub mod log;
pub mod notation;
pub mod rolls;
pub mod sheet;
pub mod symbol;
pub mod token;

pub use claim::Claim;
pub use dialect::Dialect;
pub use error::{LineError, Problem};
pub use symbol::Symbol;
