//! What one thread tells the collector about its games.

use std::sync::Arc;

use crate::game::{Game, Rules};
use crate::stats::GameFigures;

/// Something that happens to the statistics.
#[derive(Debug)]
pub enum StatsEvent {
    /// Who bowled the games that follow, by a [`RowKey`](super::row_key::RowKey) with the name behind it.
    Player(Rules, Box<[u8]>),
    /// The date of the games that follow: the number that [`date`](crate::sheet::date) makes of it, and its text.
    Date(u64, Option<Arc<str>>),
    /// A complete game, and its score card if that has leaves or a page may show it.
    Game(GameFigures, Option<Box<Game>>),
    /// A game whose balls are not known.
    Total(u16),
    /// A total that counts for the series and not for the average.
    SeriesTotal(u16),
    Unfinished,
    Error,
    /// Ends the series of the player.
    SeriesEnd,
    /// Ends a series of every player.
    GroupEnd,
}
