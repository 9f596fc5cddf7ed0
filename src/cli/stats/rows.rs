//! The rows of the statistics: players put together, and in order.

use std::collections::HashMap;
use std::sync::Arc;

use super::By;
use super::players::Players;
use crate::game::Rules;
use crate::stats::Stats;

#[derive(Debug)]
pub struct StatsRow {
    /// The player or the file; `None` for games without a name, and for all games.
    pub name: Option<Arc<str>>,
    pub stats: Box<Stats>,
}

/// All rows: one rule set after the other, and the best average first.
#[derive(Debug)]
pub struct Rows {
    /// What makes a row.
    pub by: By,
    rows: Vec<StatsRow>,
}

impl Rows {
    /// Puts the statistics of players together, given by the number of the player.
    pub fn new(by: By, stats: impl Iterator<Item = Option<Box<Stats>>>, players: &Players) -> Self {
        let mut stats: Vec<_> = stats.collect();
        // The numbers depend on which thread was first; the order of names does not.
        let mut players: Vec<_> = players.take().into_iter().collect();
        players.sort_unstable();
        let mut rows: Vec<StatsRow> = Vec::new();
        let mut places = HashMap::new();
        for (player, number) in players {
            let Some(stats) = stats.get_mut(number as usize).and_then(Option::take) else { continue };
            // Players of whom nothing counts.
            if stats.games() == 0 {
                continue;
            }
            let name = match by {
                By::Name => player.name,
                By::File => player.file,
                By::All => None,
            };
            // By name, every player is a row.
            let place = if by == By::Name {
                rows.len()
            } else {
                *places.entry((player.rules, name.clone())).or_insert(rows.len())
            };
            match rows.get_mut(place) {
                Some(row) => add(&mut row.stats, &stats),
                None => rows.push(StatsRow { name, stats }),
            }
        }
        rows.sort_by(|one, other| order(one).cmp(&order(other)).then_with(|| by_average(&other.stats, &one.stats)));
        Self { by, rows }
    }

    pub fn iter(&self) -> impl Iterator<Item = &StatsRow> {
        self.rows.iter()
    }

    pub fn by_rules(&self) -> impl Iterator<Item = (Rules, &[StatsRow])> {
        self.rows
            .chunk_by(|one, other| one.stats.rules() == other.stats.rules())
            .map(|rows| (rows[0].stats.rules(), rows))
    }
}

const fn order(row: &StatsRow) -> usize {
    row.stats.rules() as usize
}

/// Compares the averages without rounding; of equal ones, the one of more games is greater.
fn by_average(one: &Stats, other: &Stats) -> std::cmp::Ordering {
    let product = |pins: &Stats, games: &Stats| u128::from(pins.pins()) * u128::from(games.games());
    product(one, other).cmp(&product(other, one)).then(one.games().cmp(&other.games()))
}

/// The sum of some rows, all of the same rules.
pub fn total(rules: Rules, rows: &[StatsRow]) -> Stats {
    let mut total = Stats::new(rules);
    for row in rows {
        add(&mut total, &row.stats);
    }
    total
}

/// Adds the games of someone else: no series goes on.
fn add(stats: &mut Stats, other: &Stats) {
    stats.end_series();
    // Rows are of one rule set each.
    let merged = stats.merge(other);
    debug_assert_eq!(merged, Ok(()));
}
