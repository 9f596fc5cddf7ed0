//! Adds up the games of all rows, in input order.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::event::StatsEvent;
use super::row_key::RowKey;
use super::rows::{DatedGame, Holder, StatsRow};
use crate::cli::run::Sink;
use crate::cli::text::counted;
use crate::game::{Game, Rules};
use crate::sheet::Evening;
use crate::stats::{GameFigures, OpenSeries, Stats, leaves};

/// From this many games on, charts say more than score sheets.
pub const ENOUGH: usize = 5;

/// The statistics of each row.
#[derive(Debug, Default)]
pub struct Collector {
    pub rows: Vec<StatsRow>,
    row_places: HashMap<RowKey, usize>,
    players: Vec<PlayerState>,
    /// By the key of the row and the name behind it.
    player_places: HashMap<Box<[u8]>, usize>,
    /// The place of the player of the next game.
    player: usize,
    evening: Evening,
    date: Option<Arc<str>>,
    /// The number of games so far, whether they count or not.
    games: u64,
    /// Whether charts are drawn of the rows.
    has_charts: bool,
    unfinished: u64,
    errors: u64,
}

/// The series that a player is bowling. A player is a name in a row: a series is of one player, even if a row has several.
#[derive(Debug)]
struct PlayerState {
    /// The place of the row.
    row: usize,
    /// That of the last game, unless its series has ended.
    evening: Option<Evening>,
    /// Holds the high game or the high series of the row, if this series has it.
    holder: Holder,
    series: OpenSeries,
}

impl Collector {
    /// A collector of statistics, with or without charts.
    pub fn new(has_charts: bool) -> Self {
        Self { has_charts, ..Self::default() }
    }

    fn add(&mut self, event: StatsEvent) {
        match event {
            StatsEvent::Player(rules, key) => self.set_player(rules, key),
            StatsEvent::Date(number, text) => (self.evening.date, self.date) = (number, text),
            StatsEvent::Game(figures, card) => self.add_game(figures.total, Some(&figures), card),
            StatsEvent::Total(total) => self.add_game(total, None, None),
            StatsEvent::SeriesTotal(total) => {
                self.player().0.series.append(&OpenSeries::of_total(total));
            }
            StatsEvent::Unfinished => {
                self.unfinished += 1;
                self.player().0.series.end_run();
            }
            StatsEvent::Error => {
                self.errors += 1;
                self.player().0.series.end_run();
            }
            StatsEvent::SeriesEnd => self.player().0.evening = None,
            StatsEvent::GroupEnd => self.evening.group += 1,
        }
    }

    /// Finds the player of the games that follow. A new one is added.
    fn set_player(&mut self, rules: Rules, key: Box<[u8]>) {
        let Self { rows, row_places, players, has_charts, .. } = self;
        self.player = *self.player_places.entry(key).or_insert_with_key(|key| {
            let (row_key, name) = RowKey::split_name(key);
            let row = *row_places.entry(row_key).or_insert_with_key(|key| {
                rows.push(StatsRow::new(key.clone(), Stats::of_row(rules, *has_charts)));
                rows.len() - 1
            });
            let holder = Holder { name: name.map(Into::into), ..Holder::default() };
            players.push(PlayerState { row, evening: None, holder, series: OpenSeries::default() });
            players.len() - 1
        });
    }

    /// The player of the next game, and their row. A series of an earlier evening is ended.
    fn player(&mut self) -> (&mut PlayerState, &mut StatsRow) {
        let player = &mut self.players[self.player];
        let row = &mut self.rows[player.row];
        self.games += 1;
        if player.evening.replace(self.evening) != Some(self.evening) {
            player.end_series(row);
            player.series = OpenSeries::default();
            (player.holder.date, player.holder.start) = (self.date.clone(), self.games);
        }
        (player, row)
    }

    /// Adds a game. Without figures, only its total is known.
    fn add_game(&mut self, total: u16, figures: Option<&GameFigures>, card: Option<Box<Game>>) {
        let (day, has_charts) = (self.evening.day(), self.has_charts);
        let (player, row) = self.player();
        if row.stats.high().is_none_or(|high| total > high) {
            row.high = player.holder.clone();
        }
        row.stats.set_day(day);
        if let Some(figures) = figures {
            let run = player.series.append(&figures.series());
            row.stats.add_figures(figures, run);
        } else {
            player.series.append(&OpenSeries::of_total(total));
            row.stats.add_to_totals(total);
        }
        for (leave, is_converted) in card.as_deref().into_iter().flat_map(leaves) {
            row.stats.add_leave(leave, is_converted);
        }
        if row.stats.games() >= ENOUGH as u64 {
            row.few = Vec::new();
        } else if has_charts {
            let place = row.few.partition_point(|other| other.day <= day);
            row.few.insert(place, DatedGame { total, day, card });
        }
    }

    /// How many games are not counted, in words.
    pub fn left_out(&self) -> Option<String> {
        counted(&[
            (self.unfinished, "unfinished game", "unfinished games"),
            (self.errors, "game in error", "games in error"),
        ])
    }

    /// The rows, after the last series of every player.
    pub fn into_rows(mut self) -> Vec<StatsRow> {
        for player in &self.players {
            player.end_series(&mut self.rows[player.row]);
        }
        self.rows
    }
}

impl PlayerState {
    /// Ends the series. Of equal series, the one that started first is the high series.
    fn end_series(&self, row: &mut StatsRow) {
        let (series, before) = (self.series.long_series(), row.stats.high_series());
        row.stats.close(self.series);
        let is_new = series != before || self.holder.start < row.high_series.start;
        if series.is_some() && series == row.stats.high_series() && is_new {
            row.high_series = self.holder.clone();
        }
    }
}

impl Sink<StatsEvent> for Collector {
    fn take(&mut self, events: &mut Vec<StatsEvent>) -> io::Result<()> {
        events.drain(..).for_each(|event| self.add(event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_games_are_not_kept() {
        let mut collector = Collector::new(true);
        let mut key = Vec::new();
        RowKey::write(Rules::Tenpin, [None].into_iter(), &mut key);
        collector.add(StatsEvent::Player(Rules::Tenpin, key.into()));
        for games in 1..=2 * ENOUGH {
            collector.add(StatsEvent::Total(150));
            assert_eq!(collector.rows[0].few.len(), if games < ENOUGH { games } else { 0 });
        }
    }
}
