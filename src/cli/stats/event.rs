//! What one thread tells the collector about its games.

use crate::game::Rules;
use crate::stats::GameFigures;

/// A player, by number, and the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerId {
    pub number: u32,
    pub rules: Rules,
}

/// Something that happens to the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsEvent {
    Game(PlayerId, GameFigures),
    /// A game of which only the total is known.
    Total(PlayerId, u16),
    /// A total that counts for the series and not for the average.
    SeriesTotal(PlayerId, u16),
    Unfinished(PlayerId),
    Error(PlayerId),
    GroupEnd,
    SeriesEnd(PlayerId),
    /// The date of the games that follow, as the number that [`date`](super::date) makes of it.
    Date(u64),
}
