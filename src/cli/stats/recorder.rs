//! The consumer that statistics are made by: an event per game.

use std::sync::Arc;

use super::event::StatsEvent;
use super::players::{KnownPlayers, Players};
use crate::cli::input::Outcome;
use crate::cli::record::{Consumer, Needs, Record};
use crate::sheet::date::{self, NO_DATE};
use crate::stats::{GameFigures, leaves};

/// Makes events.
pub struct Recorder {
    players: KnownPlayers,
    /// Whether the page needs score cards.
    has_sheets: bool,
    /// The date that was last written for this chunk.
    date: Option<u64>,
}

impl Recorder {
    /// A recorder for one thread.
    pub fn new(players: Arc<Players>, has_sheets: bool) -> Self {
        Self { players: KnownPlayers::new(players), has_sheets, date: None }
    }
}

impl Consumer for Recorder {
    type Item = StatsEvent;

    fn needs(&self) -> Needs {
        Needs { names: self.players.by().is_name_alone(), bare_totals: true, ..Needs::RECORDS }
    }

    /// No group goes on from one file to the next.
    fn begin_source(&mut self, _file: &str, out: &mut Vec<StatsEvent>) {
        out.push(StatsEvent::GroupEnd);
    }

    fn begin_chunk(&mut self, _file: &str, _in_group: bool) {
        self.date = None;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<StatsEvent>) {
        let entry = record.entry;
        let text = self.players.by().date(entry);
        let date = text.map_or(NO_DATE, date::number);
        if self.date.replace(date) != Some(date) {
            out.push(StatsEvent::Date(date, text.map(Into::into)));
        }
        let player = self.players.id(record);
        match entry.outcome {
            Outcome::OnlyTotals(_, totals) => {
                // Columns of totals are a series, unless their date says what else belongs to it.
                let is_alone = totals.is_series && date == NO_DATE;
                let end = || is_alone.then_some(StatsEvent::SeriesEnd(player)).into_iter();
                let counted = totals.totals.iter().map(|&total| StatsEvent::Total(player, total));
                let marked = totals.marked.iter().map(|&total| StatsEvent::SeriesTotal(player, total));
                out.extend(end().chain(counted).chain(marked).chain(end()));
            }
            Outcome::Scored(card) => match GameFigures::new(card) {
                Some(figures) => {
                    out.extend(self.has_sheets.then(|| StatsEvent::Card(Box::new(*card))));
                    out.extend(leaves(card).map(|(leave, hit)| StatsEvent::Leave(player, leave, hit)));
                    out.push(StatsEvent::Game(player, figures));
                }
                None => out.push(StatsEvent::Unfinished(player)),
            },
            Outcome::Total(_) | Outcome::Refused(..) => out.push(StatsEvent::Error(player)),
        }
    }

    fn end_group(&mut self, out: &mut Vec<StatsEvent>) {
        out.push(StatsEvent::GroupEnd);
    }

    /// The matches of a journal are a series.
    fn end_match(&mut self, _out: &mut Vec<StatsEvent>) {}
}
