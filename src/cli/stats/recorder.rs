//! The consumer that statistics are made by: an event per game.

use super::by::By;
use super::event::StatsEvent;
use super::row_key::RowKey;
use crate::cli::input::Outcome;
use crate::cli::record::{Consumer, Needs, Record};
use crate::sheet::date::{self, NO_DATE};
use crate::stats::{GameFigures, leaves};

/// Makes events on one thread.
pub struct Recorder<'a> {
    by: &'a By,
    /// Whether the page needs score cards.
    has_sheets: bool,
    /// The key of the player that was last written for this chunk, and that of the game.
    player: Vec<u8>,
    key: Vec<u8>,
    /// The date that was last written for this chunk.
    date: Option<u64>,
}

impl<'a> Recorder<'a> {
    pub fn new(by: &'a By, has_sheets: bool) -> Self {
        Self { by, has_sheets, player: Vec::new(), key: Vec::new(), date: None }
    }
}

impl Consumer for Recorder<'_> {
    type Item = StatsEvent;

    fn needs(&self) -> Needs {
        Needs { names: self.by.is_name_alone(), bare_totals: true, ..Needs::RECORDS }
    }

    /// No group goes on from one file to the next.
    fn begin_source(&mut self, _file: &str, out: &mut Vec<StatsEvent>) {
        out.push(StatsEvent::GroupEnd);
    }

    fn begin_chunk(&mut self, _file: &str, _in_group: bool) {
        self.player.clear();
        self.date = None;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<StatsEvent>) {
        let entry = record.entry;
        let text = self.by.date(entry);
        let date = text.map_or(NO_DATE, date::number);
        if self.date.replace(date) != Some(date) {
            out.push(StatsEvent::Date(date, text.map(Into::into)));
        }
        RowKey::write(entry.rules, self.by.values(record).chain([entry.name]), &mut self.key);
        if self.player != self.key {
            out.push(StatsEvent::Player(entry.rules, self.key.as_slice().into()));
            std::mem::swap(&mut self.player, &mut self.key);
        }
        match entry.outcome {
            Outcome::OnlyTotals(_, totals) => {
                // Columns of totals are a series, unless their date says what else belongs to it.
                let is_alone = totals.is_series && date == NO_DATE;
                let end = || is_alone.then_some(StatsEvent::SeriesEnd).into_iter();
                let counted = totals.totals.iter().map(|&total| StatsEvent::Total(total));
                let marked = totals.marked.iter().map(|&total| StatsEvent::SeriesTotal(total));
                out.extend(end().chain(counted).chain(marked).chain(end()));
            }
            Outcome::Scored(card) => out.push(match GameFigures::new(card) {
                Some(figures) => {
                    let is_needed = self.has_sheets || leaves(card).next().is_some();
                    StatsEvent::Game(figures, is_needed.then(|| Box::new(card.clone())))
                }
                None => StatsEvent::Unfinished,
            }),
            Outcome::Total(_) | Outcome::Refused(..) => out.push(StatsEvent::Error),
        }
    }

    fn end_group(&mut self, out: &mut Vec<StatsEvent>) {
        out.push(StatsEvent::GroupEnd);
    }

    /// The matches of a journal are a series.
    fn end_match(&mut self, _out: &mut Vec<StatsEvent>) {}
}
