//! `bowling stats`: statistics over many games, one row per player.
//!
//! The filter does the reading. Its output format is a [`Recorder`], which writes a few bytes per game
//! instead of text. The writer gives these bytes, in input order, to a [`Collector`] instead of
//! standard output. Threads and diagnostics are therefore those of the filter, and the figures do not
//! depend on the number of threads.

mod collector;
mod columns;
mod csv;
mod date;
mod event;
mod html;
mod json;
mod label;
mod players;
mod recorder;
mod rows;
mod table;

use std::sync::{Arc, Mutex, PoisonError};

pub use collector::Collector;
pub use players::Players;
pub use recorder::Recorder;

use super::args::{FilterArgs, StatsArgs};
use super::diagnostic::complain;
use super::filter;
use super::status::Status;
use filter::{Settings, score_bytes};
use rows::Rows;

/// What makes a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// One row per player
    #[default]
    Name,
    /// One row per file
    File,
    /// One row for all games
    All,
}

/// Runs `bowling stats`.
#[must_use]
pub fn run(args: StatsArgs) -> Status {
    let (by, handicap, header) = (args.by, args.handicap, !args.no_header);
    let (csv, json, html) = (args.csv, args.json, args.html);
    let players = Arc::new(Players::new(by));
    let collector = Arc::new(Mutex::new(Collector::default()));
    let mut status = filter::collect(FilterArgs::from(args), Arc::clone(&players), Arc::clone(&collector));
    let collector = std::mem::take(&mut *collector.lock().unwrap_or_else(PoisonError::into_inner));
    let left_out = collector.left_out();
    if let Some(message) = &left_out {
        complain(message);
    }
    let rows = Rows::new(by, collector.into_stats(), &players);
    let text = match () {
        () if csv => csv::text(&rows, handicap, header),
        () if json => json::text(&rows, handicap),
        () if html => html::text(&rows, handicap, left_out.as_deref()),
        () => table::text(&rows, handicap),
    };
    status.raise(filter::print(&text));
    status
}

/// The statistics of bytes in memory by player, as JSON. For tests and fuzz targets.
#[must_use]
pub fn json_of_bytes(settings: &Settings, bytes: &[u8]) -> Vec<u8> {
    let players = Arc::new(Players::new(By::Name));
    let mut collector = Collector::default();
    collector.take(&score_bytes(&settings.clone().with_stats(Arc::clone(&players)), "-", bytes).out);
    json::text(&Rows::new(By::Name, collector.into_stats(), &players), None)
}
