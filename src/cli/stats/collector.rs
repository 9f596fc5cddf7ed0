//! Adds up the games of all rows, in input order.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;

use super::by::By;
use super::recorder::StatsEvent;
use super::row_key::RowKey;
use super::rows::{DatedGame, StatsRow};
use crate::cli::run::Sink;
use crate::cli::text::counted;
use crate::game::{Game, Rules};
use crate::sheet::Evening;
use crate::sheet::date::Dates;
use crate::stats::{GameFigures, Point, Stats};

/// From this many games on, charts say more than score sheets.
pub const ENOUGH: usize = 5;

/// More players than this are a page without charts and score sheets, which take most of the memory.
const MOST_DRAWN: usize = 10_000;

/// The statistics of each player of each row: a series is of one player, even if a row has several.
#[derive(Debug, Default)]
pub struct Collector {
    parts: Vec<Part>,
    /// The place of each part, by the values of its row and its player.
    places: HashMap<RowKey, usize>,
    /// The place of the name in a key.
    name_at: usize,
    /// The place of the player of the next game.
    place: usize,
    evening: Evening,
    /// The number of groups so far.
    groups: u64,
    /// Which number of a date is the day, from all dates.
    pub dates: Dates,
    /// The number of games so far, whether they count or not.
    games: u64,
    /// Whether charts are drawn of the rows.
    has_charts: bool,
    unfinished: u64,
    errors: u64,
}

/// The games of a player in a row.
#[derive(Debug)]
struct Part {
    /// In a box, because rows are moved and sorted, and there may be millions.
    stats: Box<Stats>,
    few: Vec<DatedGame>,
    /// For charts, the games of each date that does not say by itself which day it is.
    undecided: BTreeMap<Arc<str>, Point>,
}

impl Collector {
    /// A collector of statistics, with or without charts.
    pub fn new(by: &By, has_charts: bool) -> Self {
        Self { name_at: by.name_at(), has_charts, ..Self::default() }
    }

    fn add(&mut self, event: StatsEvent) {
        match event {
            StatsEvent::Player(rules, key) => self.set_player(rules, key),
            StatsEvent::Date(date) => {
                if let Some(text) = date.as_ref().and_then(Evening::text) {
                    self.dates.add(text);
                }
                self.evening = date.unwrap_or_else(|| Evening::new(self.groups, None));
            }
            StatsEvent::Game(figures, game) => self.add_game(figures.total, Some(&figures), game),
            StatsEvent::Total(total) => self.add_game(total, None, None),
            StatsEvent::SeriesTotal(total) => {
                let number = self.games;
                self.player().stats.add_marked_total(total, number);
            }
            StatsEvent::Unfinished => {
                self.unfinished += 1;
                self.player().stats.skip_game();
            }
            StatsEvent::Error => {
                self.errors += 1;
                self.player().stats.skip_game();
            }
            StatsEvent::SeriesEnd => self.player().stats.end_series(),
            StatsEvent::GroupEnd => {
                self.groups += 1;
                if self.evening.text().is_none() {
                    self.evening = Evening::new(self.groups, None);
                }
            }
        }
    }

    /// Finds the player of the games that follow. A new one is added.
    fn set_player(&mut self, rules: Rules, key: RowKey) {
        let Self { parts, places, name_at, has_charts, .. } = self;
        self.place = *places.entry(key).or_insert_with_key(|key| {
            let name = key.value(*name_at);
            let mut stats = Box::new(name.map_or_else(|| Stats::new(rules), |name| Stats::of_player(rules, name)));
            if !*has_charts {
                stats.drop_charts();
            }
            parts.push(Part { stats, few: Vec::new(), undecided: BTreeMap::new() });
            parts.len() - 1
        });
        if self.has_charts && self.parts.len() > MOST_DRAWN {
            self.has_charts = false;
            self.parts.iter_mut().for_each(|part| {
                part.stats.drop_charts();
                part.few = Vec::new();
                part.undecided = BTreeMap::new();
            });
        }
    }

    /// The player of the next game.
    fn player(&mut self) -> &mut Part {
        self.games += 1;
        let part = &mut self.parts[self.place];
        part.stats.set_evening(&self.evening);
        part
    }

    /// Adds a game. Without figures, only its total is known.
    fn add_game(&mut self, total: u16, figures: Option<&GameFigures>, card: Option<Box<Game>>) {
        let (number, day, has_charts) = (self.games, self.evening.day(), self.has_charts);
        let date = self.evening.shared_text().filter(|_| day.is_none() && has_charts).cloned();
        let Part { stats, few, undecided } = self.player();
        if let Some(date) = date {
            undecided.entry(date).or_insert(Point::NONE).add(&Point::of_game(total, 0));
        }
        match figures {
            Some(figures) => stats.add_figures(figures, card.as_deref(), number),
            None => stats.add_known_total(total, number),
        }
        if !has_charts {
            return;
        }
        if stats.games() >= ENOUGH as u64 {
            *few = Vec::new();
        } else {
            let place = few.partition_point(|other| other.day <= day);
            few.insert(place, DatedGame { total, day, card });
        }
    }

    /// How many games are not counted, in words.
    pub fn left_out(&self) -> Option<String> {
        counted(&[
            (self.unfinished, "unfinished game", "unfinished games"),
            (self.errors, "game in error", "games in error"),
        ])
    }

    /// The rows: the players of each added up.
    pub fn into_rows(self, by: &By) -> Vec<StatsRow> {
        let mut keys: Vec<_> = self.places.into_iter().collect();
        keys.sort_unstable_by_key(|(_, place)| *place);
        let (dates, has_parts) = (self.dates, by.has_parts_of_dates());
        let parts = keys.into_iter().zip(self.parts).map(|((key, _), part)| {
            let Part { mut stats, few, undecided } = part;
            for (date, point) in undecided {
                if let Some(day) = dates.day(&date) {
                    stats.add_point(&Point { day, ..point });
                }
            }
            let key = if has_parts { by.decided(&key, stats.rules(), dates) } else { key };
            StatsRow { key, stats, few }
        });
        if by.has_names() && !has_parts {
            return parts.collect();
        }
        let mut rows: HashMap<RowKey, StatsRow> = HashMap::new();
        for part in parts {
            match rows.entry(if by.has_names() { part.key.clone() } else { part.key.without_last() }) {
                Entry::Occupied(row) => row.into_mut().merge(part),
                Entry::Vacant(place) => drop(place.insert(part)),
            }
        }
        rows.into_iter().map(|(key, row)| StatsRow { key, ..row }).collect()
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
        let mut collector = Collector::new(&By::default(), true);
        collector.add(StatsEvent::Player(Rules::Tenpin, RowKey::default()));
        for games in 1..=2 * ENOUGH {
            collector.add(StatsEvent::Total(150));
            assert_eq!(collector.parts[0].few.len(), if games < ENOUGH { games } else { 0 });
        }
    }
}
