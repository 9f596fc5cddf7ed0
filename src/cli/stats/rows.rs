//! The rows of the statistics, in order.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::by::By;
use super::collector::{DatedGame, HeldBy, RowSums};
use super::columns::{Column, Held, Value, columns, record};
use super::players::Players;
use super::row_key::{RowKey, values};
use super::sort::{Sort, SortKey};
use crate::game::Rules;
use crate::stats::{Handicap, Stats};

/// A row.
#[derive(Debug)]
pub struct StatsRow {
    /// The rules, and the values of the keys.
    pub key: RowKey,
    sums: Box<RowSums>,
}

impl StatsRow {
    /// The figures.
    pub fn stats(&self) -> &Stats {
        &self.sums.stats
    }

    /// The games, if there are few.
    pub fn few(&self) -> &[DatedGame] {
        &self.sums.few
    }
}

/// All rows: one rule set after the other, and the best average first.
#[derive(Debug)]
pub struct Rows {
    /// What makes a row.
    pub by: By,
    /// How handicaps are made.
    pub handicap: Option<Handicap>,
    all: Vec<StatsRow>,
    /// The names of the players who hold a high game or series, unless the row names them.
    names: HashMap<u32, Option<String>>,
}

impl Rows {
    /// The rows with these sums, given by the number of the row.
    pub fn new(mut sums: Vec<Option<Box<RowSums>>>, players: &Players, handicap: Option<Handicap>) -> Self {
        let numbers = players.take();
        let mut rows: Vec<StatsRow> = Vec::with_capacity(numbers.rows.len());
        for (key, number) in numbers.rows {
            // Nothing counts in some rows.
            if let Some(sums) = sums.get_mut(number as usize).and_then(Option::take)
                && sums.stats.games() > 0
            {
                rows.push(StatsRow { key, sums });
            }
        }
        // The numbers depend on which thread was first; the order of values does not.
        rows.sort_unstable_by(|one, other| {
            let rules = |row: &StatsRow| row.stats().rules() as usize;
            let by_values = || one.key.values().cmp(other.key.values());
            rules(one).cmp(&rules(other)).then_with(|| by_average(other.stats(), one.stats())).then_with(by_values)
        });
        let holders = |row: &StatsRow| [&row.sums.high, &row.sums.high_series].map(|held| Some(held.as_ref()?.player));
        let held: HashSet<u32> = rows.iter().flat_map(holders).flatten().collect();
        let players_held = numbers.players.into_iter().filter(|(_, number)| held.contains(number));
        let by = players.by.clone();
        // The name follows the keys.
        let name = |player: &[u8]| values(player).nth(by.keys.len()).flatten().map(Into::into);
        let names = players_held.map(|(player, number)| (number, name(&player))).collect();
        Self { by, handicap, all: rows, names }
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &StatsRow> {
        self.all.iter()
    }

    /// The rows of each rule set.
    pub fn by_rules(&self) -> impl Iterator<Item = (Rules, &[StatsRow])> {
        self.all
            .chunk_by(|one, other| one.stats().rules() == other.stats().rules())
            .map(|rows| (rows[0].stats().rules(), rows))
    }

    /// Whether tables name their rules: not all rows are by the usual ones.
    pub fn names_rules(&self) -> bool {
        self.iter().any(|row| row.stats().rules() != Rules::default())
    }

    /// Leaves out rows of fewer games, and returns how many.
    pub fn leave_out(&mut self, min_games: u64) -> u64 {
        let before = self.all.len();
        self.all.retain(|row| row.stats().games() >= min_games);
        (before - self.all.len()) as u64
    }

    /// Orders the rows of each rule set by a column.
    pub fn sort(&mut self, sort: &Sort) {
        let rows = std::mem::take(&mut self.all);
        let key = |row: &StatsRow| {
            let column = self.columns(row).into_iter().find(|(name, _)| sort.is_by(name));
            SortKey::new(column.map_or(Value::None, |(_, value)| value))
        };
        let mut keyed: Vec<(SortKey, StatsRow)> = rows.into_iter().map(|row| (key(&row), row)).collect();
        let rules = |row: &StatsRow| row.stats().rules() as usize;
        keyed.sort_by(|(one, row), (other, other_row)| {
            rules(row).cmp(&rules(other_row)).then_with(|| sort.compare(one, other))
        });
        self.all = keyed.into_iter().map(|(_, row)| row).collect();
    }

    /// All columns of a row.
    pub fn columns<'a>(&'a self, row: &'a StatsRow) -> Vec<Column<'a>> {
        record(&self.by, row, self.figures(row))
    }

    /// The columns of a row behind its keys and rules.
    pub fn figures<'a>(&'a self, row: &'a StatsRow) -> Vec<Column<'a>> {
        let highs = [&row.sums.high, &row.sums.high_series].map(|held| self.held(row, held.as_ref()));
        columns(row.stats(), highs, self.handicap)
    }

    /// Who holds a high game or series of a row, and the date.
    fn held<'a>(&'a self, row: &'a StatsRow, held: Option<&'a HeldBy>) -> Held<'a> {
        let Some(HeldBy { player, date, .. }) = held else { return Held::default() };
        let name = match self.by.name_place() {
            Some(at) => row.key.value(at),
            None => self.names.get(player).and_then(|name| name.as_deref()),
        };
        [name, date.as_deref()]
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
    for row in rows {
        // No series goes on in another row.
        total.end_series();
        // Rows are of one rule set each.
        let merged = total.merge(row.stats());
        debug_assert_eq!(merged, Ok(()));
    }
    total
}
