//! The format of a score sheet, with one game per line: `[NAME:] GAME [= CLAIM] [# comment]`.
//!
//! `kind` tells games from comments, `parts` takes a line apart, `line` scores it, `unnamed` finds names without
//! a colon, `claim` reads what it claims, `verify` checks the claim, `mistake` says which mistake would explain a
//! wrong one, and `reader` reads whole sheets. `tags` has what comment lines say of games, and
//! `evening` tells series apart.

pub(crate) mod claim;
pub(crate) mod date;
pub(crate) mod evening;
pub(crate) mod kind;
pub(crate) mod line;
pub(crate) mod mistake;
mod parts;
pub(crate) mod reader;
pub(crate) mod tags;
pub(crate) mod unnamed;
pub(crate) mod verify;

pub use claim::Claim;
pub use evening::Evening;
pub use line::{ScoredLine, score_line};
pub use reader::{SheetEntry, SheetReader};
pub use verify::{Mismatch, Right, verify};
