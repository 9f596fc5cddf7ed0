//! The rows of the statistics, in order.

use std::cmp::Ordering;

use super::by::By;
use super::collector::ENOUGH;
use super::columns::{Column, columns, figure_names, names, record};
use super::row_key::RowKey;
use super::sort::{Sort, SortKey};
use super::terms::Terms;
use crate::game::{Game, Rules};
use crate::sheet::date::Dates;
use crate::stats::Stats;

/// A row.
#[derive(Debug)]
pub struct StatsRow {
    /// The rules, and the values of the keys.
    pub key: RowKey,
    pub stats: Box<Stats>,
    /// The games in order of their days, for a page, while there are fewer than [`ENOUGH`]: memory grows with the number
    /// of rows only.
    pub few: Vec<DatedGame>,
}

/// A game on a page: its total, its day, and its score card if its frames are known.
#[derive(Debug)]
pub struct DatedGame {
    pub total: u16,
    pub day: Option<i32>,
    pub card: Option<Box<Game>>,
}

/// All rows: one rule set after the other, in the order of time, or else the best average first.
#[derive(Debug)]
pub struct Rows {
    /// The keys that make a row.
    pub by: By,
    pub terms: Terms,
    /// Which number of a date is the day.
    pub dates: Dates,
    all: Vec<StatsRow>,
}

impl StatsRow {
    /// Adds the games of another player.
    pub fn merge(&mut self, other: Self) {
        // A key has the rules in it.
        let _ = self.stats.merge(&other.stats);
        self.few.extend(other.few);
        self.few.sort_by_key(|game| game.day);
        if self.stats.games() >= ENOUGH as u64 {
            self.few = Vec::new();
        }
    }
}

impl Rows {
    pub fn new(by: By, terms: Terms, dates: Dates, mut all: Vec<StatsRow>) -> Self {
        let has_time = by.has_time();
        all.sort_unstable_by(|one, other| {
            let by_rules = one.stats.rules().cmp(&other.stats.rules());
            let by_values = || one.key.values().cmp(other.key.values());
            let order = || {
                if has_time { by.compare(&one.key, &other.key, dates) } else { by_average(&other.stats, &one.stats) }
            };
            by_rules.then_with(order).then_with(by_values)
        });
        Self { by, terms, dates, all }
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &StatsRow> {
        self.all.iter()
    }

    /// The rows of each rule set.
    pub fn by_rules(&self) -> impl Iterator<Item = (Rules, &[StatsRow])> {
        let by_rules = self.all.chunk_by(|one, other| one.stats.rules() == other.stats.rules());
        by_rules.map(|rows| (rows[0].stats.rules(), rows))
    }

    /// Whether tables name their rules: not all rows are by the usual ones.
    pub fn names_rules(&self) -> bool {
        self.iter().any(|row| row.stats.rules() != Rules::default())
    }

    /// Leaves out rows in which nothing counts. Marked totals count for a series.
    pub fn leave_out_empty(&mut self) {
        self.all.retain(|row| row.stats.games() > 0 || row.stats.series() > 0);
    }

    /// Leaves out rows of fewer games, and returns how many.
    pub fn leave_out(&mut self, min_games: u64) -> u64 {
        let before = self.all.len();
        self.all.retain(|row| row.stats.games() >= min_games);
        (before - self.all.len()) as u64
    }

    /// Orders the rows of each rule set by a column.
    pub fn sort(&mut self, sort: &Sort) {
        let names = names(&self.by, &figure_names(&self.terms));
        let Some(place) = names.iter().position(|name| sort.is_by(name)) else { return };
        let rows = std::mem::take(&mut self.all);
        let key = |row: &StatsRow| SortKey::new(self.columns(row)[place].1);
        let mut keyed: Vec<(SortKey, StatsRow)> = rows.into_iter().map(|row| (key(&row), row)).collect();
        keyed.sort_by(|(one, row), (other, other_row)| {
            row.stats.rules().cmp(&other_row.stats.rules()).then_with(|| sort.compare(one, other))
        });
        self.all = keyed.into_iter().map(|(_, row)| row).collect();
    }

    /// All columns of a row.
    pub fn columns<'a>(&'a self, row: &'a StatsRow) -> Vec<Column<'a>> {
        record(&self.by, row, self.figures(row))
    }

    /// The columns of a row after its keys and rules.
    pub fn figures<'a>(&self, row: &'a StatsRow) -> Vec<Column<'a>> {
        columns(&row.stats, self.player(row), &self.terms)
    }

    /// The player of a row, if it is one by name.
    pub fn player<'a>(&self, row: &'a StatsRow) -> Option<&'a str> {
        row.stats.name().filter(|_| self.by.has_names())
    }
}

/// Compares the averages without rounding; of equal ones, the one of more games is greater.
fn by_average(one: &Stats, other: &Stats) -> Ordering {
    let product = |pins: &Stats, games: &Stats| u128::from(pins.pins()) * u128::from(games.games());
    product(one, other).cmp(&product(other, one)).then(one.games().cmp(&other.games()))
}

/// The sum of some rows, all of the same rules.
pub fn total(rules: Rules, rows: &[StatsRow]) -> Stats {
    let mut total = Stats::new(rules);
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            // No series goes on in another row.
            total.end_series();
        }
        // Rows are of one rule set each.
        let _ = total.merge(&row.stats);
    }
    total
}
