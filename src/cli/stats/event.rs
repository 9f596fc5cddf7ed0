//! What one thread tells the collector about its games.

use std::sync::Arc;

use crate::game::{PinSet, Rules, ScoreCard};
use crate::stats::GameFigures;

/// A player and their row, by numbers, and the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerId {
    pub number: u32,
    pub row: u32,
    pub rules: Rules,
}

/// Something that happens to the statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatsEvent {
    Game(PlayerId, GameFigures),
    /// The score card of the complete game that follows, where score sheets are asked for.
    Card(Box<ScoreCard>),
    /// A leave of the next game at which another ball was rolled, and whether that ball made a spare.
    Leave(PlayerId, PinSet, bool),
    /// A game of which only the total is known.
    Total(PlayerId, u16),
    /// A total that counts for the series and not for the average.
    SeriesTotal(PlayerId, u16),
    Unfinished(PlayerId),
    Error(PlayerId),
    GroupEnd,
    SeriesEnd(PlayerId),
    /// The date of the games that follow: the number that [`date`](crate::sheet::date) makes of it, and its text.
    Date(u64, Option<Arc<str>>),
}
