//! The options of reading.

use super::columns::Columns;
use super::tags::TagKeys;
use crate::game::Rules;

/// The value of `--from`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum InputFormat {
    /// Detected per line; ambiguous lines are errors
    #[default]
    Auto,
    /// Numbers of pins: 10 5 5 9 0
    Rolls,
    /// The symbols of score sheets: X 5/ 9-
    Notation,
    /// One roll per line, with the player: Jeff 10
    Log,
    /// A table with a header line, separated by , ; or TAB
    Csv,
    /// JSON Lines, or an array of objects
    Json,
}

/// The options that every reader needs.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format of the input.
    pub from: InputFormat,
    /// The rules that were asked for.
    pub rules: Option<Rules>,
    /// Whether unfinished games are errors.
    pub complete: bool,
    /// Whether claimed running totals must reach the end of the game.
    pub claims_reach_end: bool,
    /// Which columns of a table hold what.
    pub columns: Columns,
    /// The keys whose values are needed.
    pub tags: TagKeys,
    /// Whether the games of a log are reported after every roll, not at the end of a match.
    pub follow: bool,
    /// Whether totals without rolls are games, as in statistics, and not errors.
    pub bare_totals: bool,
    /// Whether a table without names is worth a warning.
    pub needs_names: bool,
}
