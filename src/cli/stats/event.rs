//! What one thread tells the collector about its games.

use super::row_key::RowKey;
use crate::game::{Game, Rules};
use crate::sheet::Evening;
use crate::stats::GameFigures;

/// Something that happens to the statistics.
#[derive(Debug)]
pub enum StatsEvent {
    /// Who bowled the games that follow: their row, which ends with the name if no other key is that.
    Player(Rules, RowKey),
    /// The date of the games that follow.
    Date(Option<Evening>),
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
