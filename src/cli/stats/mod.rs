//! `bowling stats`: statistics over many games, one row per player.
//!
//! A `Recorder` on each thread makes an event of every game, and a `Collector` takes the events in input order, so
//! the figures do not depend on the number of threads.

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
mod unicode_form;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use super::color::{Color, Paint};
use super::diagnostic::print_error;
use super::filter;
use super::format::OutputFormat;
use super::input::ReadOptions;
use super::run::{Checks, Progress, Run, Silent, Writer};
use super::screen::window_size;
use super::source::Source;
use super::status::Status;
use crate::stats::Handicap;
use collector::Collector;
use players::Players;
use recorder::Recorder;
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

/// How the rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatsFormat {
    #[default]
    Table,
    Csv,
    Json,
    Html,
}

/// What `bowling stats` is asked to do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub files: Vec<PathBuf>,
    pub read: ReadOptions,
    /// What makes a row.
    pub by: By,
    pub handicap: Option<Handicap>,
    /// What is written.
    pub to: StatsFormat,
    /// Whether CSV has a header.
    pub header: bool,
    pub color: Color,
    /// How many threads may be used.
    pub threads: Option<usize>,
}

/// Runs `bowling stats`.
pub fn run(options: &Options) -> Status {
    let sources = Source::list(&options.files);
    let players = Arc::new(Players::new(options.by));
    let mut writer = Writer::new(Collector::default(), Progress::new(&sources, false));
    let paint = options.color.paint(io::stderr().is_terminal());
    let consumer = &|| Box::new(Recorder::new(Arc::clone(&players)));
    let run = new_run(&options.read, paint, options.threads, consumer);
    // Nothing is written before the end.
    let read = run.sources(&sources, false, &mut writer, &mut filter::advice());
    let mut status = writer.end(read);
    let left_out = writer.sink.left_out();
    if let Some(message) = &left_out {
        print_error(message);
    }
    if let Some(message) = players.alike() {
        print_error(&message);
    }
    let rows = Rows::new(options.by, writer.sink.into_stats(), &players);
    let handicap = options.handicap;
    let text = match options.to {
        StatsFormat::Csv => csv::text(&rows, handicap, options.header),
        StatsFormat::Json => json::text(&rows, handicap),
        StatsFormat::Html => html::text(&rows, handicap, left_out.as_deref()),
        StatsFormat::Table => {
            let columns = window_size().map_or(table::WIDTH, |size| size.columns);
            table::text(&rows, handicap, columns, options.color.paint(io::stdout().is_terminal()))
        }
    };
    status.raise(filter::print(&text));
    status
}

fn new_run<'a>(
    read: &'a ReadOptions,
    paint: Paint,
    threads: Option<usize>,
    consumer: &'a (dyn Fn() -> Box<Recorder> + Sync),
) -> Run<'a, Recorder> {
    let checks = Checks { paint, shows_lines: io::stderr().is_terminal(), ..Checks::default() };
    Run { read, checks, needs: OutputFormat::Csv.needs(), threads, reads_little: false, consumer }
}

/// The statistics of bytes in memory by player, as JSON. For tests and fuzz targets.
pub fn json_of_bytes(read: &ReadOptions, bytes: &[u8]) -> Vec<u8> {
    let players = Arc::new(Players::new(By::Name));
    let consumer = &|| Box::new(Recorder::new(Arc::clone(&players)));
    let mut writer = Writer::new(Silent(Collector::default()), None);
    let run = new_run(read, Paint::Plain, Some(1), consumer);
    // Reading from memory cannot fail.
    let _ = run.section("-", Box::new(io::Cursor::new(bytes.to_vec())), &mut *(run.consumer)(), &mut writer);
    json::text(&Rows::new(By::Name, writer.sink.0.into_stats(), &players), None)
}
