//! Rows and cells of tables that do not count.

use std::collections::BTreeMap;

use super::place::Place;
use super::text::{counted, cut};

/// Why something in a table does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uncounted {
    /// A row that is not a player: `Total`, `Average`, `BLIND`.
    Row,
    /// A cell that is not a total: `A`, `abs`, `-`, `BYE`, or nothing for all games of a row.
    Cell,
    /// A marked total (`a150`, `171*`): it counts for the series and not for the average.
    Marked,
    /// A cell after a strike in its frame.
    AfterStrike,
    /// A cell that looks like a ball of the game, in a column that is not read.
    Column,
    /// A key of JSON that looks like a part of a game, and is not read.
    Key,
}

impl Uncounted {
    /// A number of them, with the words for one and for several.
    const fn counted(self, count: u64) -> (u64, &'static str, &'static str) {
        let (one, several) = match self {
            Self::Row => ("row that is not a player", "rows that are not players"),
            Self::Cell => ("cell that is not a total", "cells that are not totals"),
            Self::Marked => {
                ("marked total, which counts for the series alone", "marked totals, which count for the series alone")
            }
            Self::AfterStrike => ("cell after a strike", "cells after strikes"),
            Self::Column => ("ball in a column that is not read", "balls in columns that are not read"),
            Self::Key => ("key that is not read", "keys that are not read"),
        };
        (count, one, several)
    }
}

/// Counts what does not count: for each reason the number, and the place and the text of the first.
#[derive(Clone, Debug, Default)]
pub struct LeftOut(BTreeMap<Uncounted, (u64, Place, String)>);

impl LeftOut {
    pub fn add(&mut self, why: Uncounted, place: &Place, value: &str) {
        self.0.entry(why).or_insert_with(|| (0, place.clone(), value.into())).0 += 1;
    }

    /// Adds the counts of later lines.
    pub fn append(&mut self, later: Self) {
        for (why, (count, place, value)) in later.0 {
            self.0.entry(why).or_insert((0, place, value)).0 += count;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of it in words: `2 rows that are not players, 1 cell that is not a total`.
    pub fn words(&self) -> Option<String> {
        let counts: Vec<_> = self.0.iter().map(|(why, (count, ..))| why.counted(*count)).collect();
        counted(&counts)
    }

    /// For each reason the place of the first, and a message.
    pub fn messages(&self) -> impl Iterator<Item = (&Place, String)> {
        self.0.iter().filter_map(|(why, (count, place, value))| {
            let first = if *count > 1 { ", the first is" } else { ":" };
            let value = if value.is_empty() { "empty".into() } else { cut(value, 24) };
            Some((place, format!("left out: {}{first} {value}", counted(&[why.counted(*count)])?)))
        })
    }
}
