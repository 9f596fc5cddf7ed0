//! The consumer that statistics are made by: an event per game, which one thread tells the collector.

use std::borrow::Cow;

use super::by::By;
use super::row_key::RowKey;
use crate::cli::event::{Consumer, Entry, Event, Outcome};
use crate::game::{Game, Rules};
use crate::sheet::Evening;
use crate::stats::GameFigures;

/// Something that happens to the statistics.
#[derive(Debug)]
pub enum StatsEvent {
    /// Who bowled the games that follow: their row, which ends with the name if no other key is that.
    Player(Rules, RowKey),
    /// The date of the games that follow.
    Date(Option<Evening>),
    /// A complete game, and its score card if that has leaves or a page may show it.
    Game(GameFigures, Option<Box<Game>>),
    /// A game whose balls are not known.
    Total(u16),
    /// A total that counts for the series and not for the average.
    SeriesTotal(u16),
    Unfinished,
    Error,
    /// Ends the series of the player.
    SeriesEnd,
    /// Ends a series of every player.
    GroupEnd,
}

/// Makes events on one thread.
pub struct Recorder<'a> {
    by: &'a By,
    /// Whether the page needs score cards.
    has_sheets: bool,
    file: String,
    /// The key of the player that was last written for this chunk, and that of the game.
    player: Vec<u8>,
    key: Vec<u8>,
    /// The date that was last written for this chunk.
    date: Option<Evening>,
}

impl<'a> Recorder<'a> {
    pub fn new(by: &'a By, has_sheets: bool) -> Self {
        Self { by, has_sheets, file: String::new(), player: Vec::new(), key: Vec::new(), date: None }
    }
}

impl Consumer for Recorder<'_> {
    type Item = StatsEvent;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<StatsEvent>) {
        match event {
            Event::BeginPart(file) => {
                (*file).clone_into(&mut self.file);
                self.player.clear();
                self.date = None;
            }
            Event::Entry(entry) => self.add(entry, out),
            // No group goes on from one file to the next.
            Event::EndGroup | Event::BeginFile(_) => out.push(StatsEvent::GroupEnd),
            // The matches of a journal are a series.
            _ => {}
        }
    }
}

impl Recorder<'_> {
    fn add(&mut self, entry: &Entry<'_>, out: &mut Vec<StatsEvent>) {
        let date = self.by.date(entry);
        if self.date.as_ref().is_none_or(|before| before.text() != date) {
            let evening = Evening::new(0, date);
            out.push(StatsEvent::Date(date.map(|_| evening.clone())));
            self.date = Some(evening);
        }
        let name = (!self.by.has_names()).then_some(entry.name.map(Cow::Borrowed));
        RowKey::write(entry.rules, self.by.values(&self.file, entry).chain(name), &mut self.key);
        if self.player != self.key {
            out.push(StatsEvent::Player(entry.rules, RowKey::new(&self.key)));
            std::mem::swap(&mut self.player, &mut self.key);
        }
        match entry.outcome {
            Outcome::OnlyTotals(totals) => {
                // Columns of totals are a series, unless their date says what else belongs to it.
                let is_alone = totals.is_series && date.is_none();
                let end = || is_alone.then_some(StatsEvent::SeriesEnd).into_iter();
                let counted = totals.totals.iter().map(|&total| StatsEvent::Total(total));
                let marked = totals.marked.iter().map(|&total| StatsEvent::SeriesTotal(total));
                out.extend(end().chain(counted).chain(marked).chain(end()));
            }
            Outcome::Scored { game, .. } => {
                let game: &Game = game.borrow();
                let figures = GameFigures::new(game);
                out.push(figures.map_or(StatsEvent::Unfinished, |figures| {
                    let is_needed = self.has_sheets || figures.has_leaves;
                    StatsEvent::Game(figures, is_needed.then(|| Box::new(game.clone())))
                }));
            }
            Outcome::Refused(..) => out.push(StatsEvent::Error),
        }
    }
}
