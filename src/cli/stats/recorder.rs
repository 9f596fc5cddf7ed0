//! The output format of the filter that the statistics are made from: an [`Event`] per game.

use std::sync::Arc;

use super::date::{self, NO_DATE};
use super::event::{Event, PlayerId};
use super::players::{KnownPlayers, Players};
use crate::cli::format::{Buffer, Format, Record};
use crate::error::Problem;
use crate::stats::GameFigures;

/// Writes events.
pub struct Recorder {
    players: KnownPlayers,
    /// The date that was last written for this chunk.
    date: Option<u64>,
}

impl Recorder {
    /// A recorder for one thread.
    #[must_use]
    pub fn new(players: Arc<Players>) -> Self {
        Self { players: KnownPlayers::new(players), date: None }
    }
}

/// Whether a row has totals, and nothing is wrong but that it has no rolls.
fn has_only_totals(record: &Record<'_>) -> bool {
    record.game.error.is_some_and(|(_, error)| *error.problem() == Problem::OnlyTotal)
}

impl Format for Recorder {
    fn begin(&mut self, _file: &str, _continues_group: bool, _games_before: u64) {
        self.date = None;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        let date = record.game.date.map_or(NO_DATE, date::number);
        if self.date.replace(date) != Some(date) {
            out.extend(&Event::Date(date).to_bytes());
        }
        let rules = record.game.rules;
        let player = PlayerId { number: self.players.number(record.file, record.game.name, rules), rules };
        if has_only_totals(record) {
            // Columns of totals are a series, unless their date says what else belongs to it.
            let is_alone = record.game.is_series && date == NO_DATE;
            let end = is_alone.then_some(Event::SeriesEnd(player));
            let totals = record.game.totals.iter().map(|&total| Event::Total(player, total));
            end.into_iter().chain(totals).chain(end).for_each(|event| out.extend(&event.to_bytes()));
            return;
        }
        let event = match record.good() {
            None => Event::Error(player),
            Some(card) => match GameFigures::new(card) {
                Some(figures) => Event::Game(player, figures),
                None => Event::Unfinished(player),
            },
        };
        out.extend(&event.to_bytes());
    }

    fn end_group(&mut self, out: &mut Buffer) {
        out.extend(&Event::GroupEnd.to_bytes());
    }

    /// The group may go on in the next chunk.
    fn end_chunk(&mut self, _out: &mut Buffer) {}
}
