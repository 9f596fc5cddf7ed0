//! Adds up the games of all rows, in input order.

use std::io;
use std::sync::Arc;

use super::event::{PlayerId, StatsEvent};
use crate::cli::run::Sink;
use crate::cli::text::counted;
use crate::game::ScoreCard;
use crate::sheet::Evening;
use crate::stats::{GameFigures, OpenSeries, Stats};

/// From this many games on, charts say more than score sheets.
pub const ENOUGH: usize = 5;

/// The statistics of each row.
#[derive(Debug, Default)]
pub struct Collector {
    /// By the number of the row.
    rows: Vec<Option<Box<RowSums>>>,
    /// By the number of the player.
    players: Vec<PlayerState>,
    evening: Evening,
    date: Option<Arc<str>>,
    /// The score card of the next game, if a page may show it.
    card: Option<Box<ScoreCard>>,
    /// The number of games so far, whether they count or not.
    games: u64,
    /// Whether charts are drawn of the rows.
    has_charts: bool,
    unfinished: u64,
    errors: u64,
}

/// The sums of a row.
#[derive(Debug)]
pub struct RowSums {
    pub stats: Stats,
    /// Who bowled the high game first, and when.
    pub high: Option<HeldBy>,
    /// Who bowled the high series first, and when.
    pub high_series: Option<HeldBy>,
    /// The games in order of their days, for a page without charts. At [`ENOUGH`] none are kept any more, so that
    /// memory grows with the number of rows only.
    pub few: Vec<DatedGame>,
}

/// A game on a page: its total, its day, and its score card if its frames are known.
#[derive(Debug)]
pub struct DatedGame {
    pub total: u16,
    pub day: Option<i32>,
    pub card: Option<Box<ScoreCard>>,
}

/// A player by number, and a date as it was written.
#[derive(Clone, Debug)]
pub struct HeldBy {
    pub player: u32,
    pub date: Option<Arc<str>>,
    /// How many games of all players came before.
    start: u64,
}

/// The series that a player is bowling.
#[derive(Clone, Debug, Default)]
struct PlayerState {
    row: u32,
    /// That of the last game, unless its series has ended.
    evening: Option<Evening>,
    date: Option<Arc<str>>,
    start: u64,
    series: OpenSeries,
}

impl Collector {
    /// A collector of statistics, with or without charts.
    pub fn new(has_charts: bool) -> Self {
        Self { has_charts, ..Self::default() }
    }

    fn add(&mut self, event: StatsEvent) {
        match event {
            StatsEvent::Game(player, figures) => self.add_game(player, figures.total, Some(&figures)),
            StatsEvent::Card(card) => self.card = Some(card),
            StatsEvent::Leave(player, leave, is_converted) => {
                self.player(player).1.stats.add_leave(leave, is_converted);
            }
            StatsEvent::Total(player, total) => self.add_game(player, total, None),
            StatsEvent::SeriesTotal(player, total) => {
                let series = &mut self.player(player).0.series;
                series.end_run();
                series.add(total);
            }
            StatsEvent::Unfinished(player) => {
                self.unfinished += 1;
                self.player(player).0.series.end_run();
            }
            StatsEvent::Error(player) => {
                self.errors += 1;
                self.player(player).0.series.end_run();
            }
            // Ends a series of every player.
            StatsEvent::GroupEnd => self.evening.group += 1,
            StatsEvent::SeriesEnd(player) => self.player(player).0.evening = None,
            StatsEvent::Date(number, text) => (self.evening.date, self.date) = (number, text),
        }
    }

    /// Adds a game, of which only the total may be known.
    fn add_game(&mut self, id: PlayerId, total: u16, figures: Option<&GameFigures>) {
        let day = self.evening.day();
        let (player, row) = self.player(id);
        if row.stats.high().is_none_or(|high| total > high) {
            row.high = Some(HeldBy { player: id.number, date: player.date.clone(), start: player.start });
        }
        row.stats.set_day(day);
        match figures {
            Some(figures) => row.stats.add_figures_in(figures, &mut player.series),
            None => row.stats.add_total_in(total, &mut player.series),
        }
        if self.has_charts {
            self.keep_game(id.row, total);
        }
    }

    /// Keeps a game with its score card while there are few.
    fn keep_game(&mut self, row: u32, total: u16) {
        let (day, card) = (self.evening.day(), self.card.take());
        let Some(Some(row)) = self.rows.get_mut(row as usize) else { return };
        if row.stats.games() >= ENOUGH as u64 {
            row.few = Vec::new();
            return;
        }
        let place = row.few.partition_point(|other| other.day <= day);
        row.few.insert(place, DatedGame { total, day, card });
    }

    /// A player and their row. A series of an earlier evening is ended.
    fn player(&mut self, PlayerId { number, row, rules }: PlayerId) -> (&mut PlayerState, &mut RowSums) {
        let (place, row_place) = (number as usize, row as usize);
        if place >= self.players.len() {
            self.players.resize_with(place + 1, PlayerState::default);
        }
        if row_place >= self.rows.len() {
            self.rows.resize_with(row_place + 1, || None);
        }
        let has_charts = self.has_charts;
        let row_sums = self.rows[row_place].get_or_insert_with(|| {
            let stats = Stats::of_row(rules, has_charts);
            Box::new(RowSums { stats, high: None, high_series: None, few: Vec::new() })
        });
        let player = &mut self.players[place];
        self.games += 1;
        if player.evening != Some(self.evening) {
            end_series(player, number, row_sums);
            *player = PlayerState {
                row,
                evening: Some(self.evening),
                date: self.date.clone(),
                start: self.games,
                series: OpenSeries::default(),
            };
        }
        (player, row_sums)
    }

    /// How many games are not counted, in words.
    pub fn left_out(&self) -> Option<String> {
        counted(&[
            (self.unfinished, "unfinished game", "unfinished games"),
            (self.errors, "game in error", "games in error"),
        ])
    }

    /// The sums, by the number of the row.
    pub fn into_rows(mut self) -> Vec<Option<Box<RowSums>>> {
        for (number, mut player) in (0..).zip(self.players) {
            if let Some(Some(row)) = self.rows.get_mut(player.row as usize) {
                end_series(&mut player, number, row);
            }
        }
        self.rows
    }
}

/// Ends the series of a player. Of equal series, the one that started first is the high series.
fn end_series(player: &mut PlayerState, number: u32, row: &mut RowSums) {
    let (series, before) = (player.series.long_series(), row.stats.high_series());
    row.stats.close(player.series);
    let is_earlier = || row.high_series.as_ref().is_none_or(|held| player.start < held.start);
    if series.is_some() && series == row.stats.high_series() && (series != before || is_earlier()) {
        row.high_series = Some(HeldBy { player: number, date: player.date.take(), start: player.start });
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
    use crate::Game;
    use crate::sheet::date;

    fn kept(collector: &Collector) -> &[DatedGame] {
        collector.rows[0].as_ref().map_or(&[], |row| &row.few)
    }

    #[test]
    fn a_few_games_are_kept_in_order_of_their_days() {
        let mut collector = Collector::new(true);
        let id = PlayerId::default();
        let perfect = "X X X X X X X X X XXX".parse::<Game>().unwrap().score_card();
        for (week, total) in [("9", 300), ("2", 90), ("9", 120), ("9", 300)] {
            collector.add(StatsEvent::Date(date::number(week), None));
            match GameFigures::new(&perfect).filter(|figures| figures.total == total) {
                Some(figures) => {
                    collector.add(StatsEvent::Card(Box::new(perfect)));
                    collector.add(StatsEvent::Game(id, figures));
                }
                None => collector.add(StatsEvent::Total(id, total)),
            }
        }
        let days = ["2", "9"].map(|week| date::day(date::number(week)));
        let games: Vec<_> = kept(&collector).iter().map(|game| (game.day, game.total, game.card.as_deref())).collect();
        let expected = [(days[0], 90, None), (days[1], 300, Some(&perfect)), (days[1], 120, None)];
        assert_eq!(games[..3], expected);
        assert_eq!(games[3], expected[1]);
    }

    #[test]
    fn many_games_are_not_kept() {
        let mut collector = Collector::new(true);
        for games in 1..=2 * ENOUGH {
            collector.add(StatsEvent::Total(PlayerId::default(), 150));
            assert_eq!(kept(&collector).len(), if games < ENOUGH { games } else { 0 });
        }
    }

    #[test]
    fn what_is_not_counted_is_said_with_numbers() {
        let text = |unfinished, errors| Collector { unfinished, errors, ..Collector::default() }.left_out();
        assert_eq!(text(0, 0), None);
        assert_eq!(text(1, 0).as_deref(), Some("1 unfinished game"));
        assert_eq!(text(2, 1).as_deref(), Some("2 unfinished games, 1 game in error"));
        assert_eq!(text(0, 20).as_deref(), Some("20 games in error"));
    }
}
