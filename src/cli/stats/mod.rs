//! `bowling stats`: statistics over many games, one row per player.
//!
//! A `Recorder` on each thread makes an event of every game. The `Collector` takes the events in input order, so the
//! figures do not depend on the number of threads, and adds them to a `StatsRow` each. `Rows` puts these in order for a
//! table, records or a page.

mod by;
mod collector;
mod columns;
mod html;
mod label;
mod leaves;
mod recorder;
mod row_key;
mod rows;
mod sort;
mod table;
mod terms;
mod warnings;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::color::Color;
use super::diagnostic::{print_error, refuse};
use super::filter;
use super::read::ReadOptions;
use super::run::{Checks, Progress, Run, Sink, TextSink, Writer, write_status};
use super::source::{Source, open_all, opened};
use super::status::Status;
use super::system::UnbufferedStdout;
use super::text::counted;
use crate::stats::Figure;
pub use by::By;
use collector::Collector;
use recorder::Recorder;
use rows::Rows;
pub use sort::Sort;
pub use terms::{Start, Terms};

/// Records are written when there is this much of them.
const LARGEST_PIECE: usize = 256 * 1024;

/// How the rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatsFormat {
    #[default]
    Table,
    Csv,
    Json,
    Html,
}

/// The options of `bowling stats`.
#[derive(Clone, Debug, Default)]
pub struct StatsOptions {
    pub files: Vec<PathBuf>,
    pub read: ReadOptions,
    /// The keys that make a row.
    pub by: By,
    /// The column that orders the rows; by default the best average is first.
    pub sort: Option<Sort>,
    /// Rows of fewer games are left out.
    pub min_games: u64,
    /// Handicaps, and the averages with which players joined.
    pub terms: Terms,
    /// Whether to write the leaves of the rows instead of their figures.
    pub leaves: bool,
    /// The format.
    pub to: StatsFormat,
    /// Whether CSV has a header.
    pub header: bool,
    pub color: Color,
    /// How many threads may be used.
    pub threads: Option<usize>,
}

/// Runs `bowling stats`.
pub fn run(options: &StatsOptions) -> Status {
    if let Err(message) = check_sort(options) {
        return refuse(&message);
    }
    let sources = Source::list(&options.files);
    let is_page = options.to == StatsFormat::Html;
    let mut writer = Writer::new(Collector::new(&options.by, is_page), Progress::new(&sources, false));
    let consumer = &|| Box::new(Recorder::new(&options.by, is_page));
    let checks = Checks { style: options.color.stderr(), shows_lines: io::stderr().is_terminal(), ..Checks::default() };
    let run = Run::new(&options.read, checks, options.threads, consumer);
    // Nothing is written before the end.
    let read = run.read(open_all(&sources, false), &mut writer, &mut filter::print_failure());
    let mut status = writer.end(read);
    let left_out = writer.sink.left_out();
    if let Some(games) = &left_out {
        print_error(&format_args!("not counted: {games}"));
    }
    let dates = writer.sink.dates;
    if dates.are_unclear() && (is_page || options.by.has_time()) {
        print_error(&"the dates do not say which number is the day, such as 1/2/2026: write 2026-02-01");
    }
    let mut rows = Rows::new(options.by.clone(), options.terms.clone(), dates, writer.sink.into_rows(&options.by));
    warnings::missing_keys(&rows).iter().chain(&warnings::alike_values(&rows)).for_each(|message| print_error(message));
    rows.leave_out_empty();
    for message in warnings::missing_players(&rows) {
        print_error(&message);
    }
    // An empty input is said nothing of elsewhere.
    if rows.iter().next().is_none() && left_out.is_none() && !writer.has_diagnostics && status == Status::Good {
        print_error(&"there is no game that counts");
    }
    if let Some(few) = counted(&[(rows.leave_out(options.min_games), "row", "rows")]) {
        print_error(&format_args!("left out: {few} of fewer than {} games", options.min_games));
    }
    if let Some(sort) = &options.sort {
        rows.sort(sort);
    }
    if let Some(message) = leaves::missing(&rows).filter(|_| options.leaves) {
        print_error(&message);
    }
    // The page also says what the diagnostics of tables say.
    let not_counted: Vec<String> = left_out.into_iter().chain(writer.tally.left_out.words()).collect();
    status.raise(write_status(write(
        &rows,
        options,
        &not_counted.join(", "),
        &mut TextSink::new(UnbufferedStdout, false),
    )));
    status
}

/// Writes the rows.
fn write(rows: &Rows, options: &StatsOptions, not_counted: &str, sink: &mut impl Sink<u8>) -> io::Result<()> {
    let paint = options.color.paint(io::stdout().is_terminal());
    let mut out = match options.to {
        StatsFormat::Table if options.leaves => leaves::table(rows, paint).into_bytes(),
        StatsFormat::Table => {
            let columns = options.color.stdout().columns.filter(|&columns| columns > 0).unwrap_or(table::WIDTH);
            table::table(rows, columns, paint).into_bytes()
        }
        StatsFormat::Html if !options.leaves => html::text(rows, options.sort.is_some(), not_counted),
        to => {
            let mut out = Vec::new();
            let figures = columns::figure_names(&rows.terms);
            let others = if options.leaves { &leaves::NAMES[..] } else { &figures };
            if options.header && to == StatsFormat::Csv {
                let names = columns::names(&rows.by, others).into_iter().map(|name| (name, Figure::Text(name)));
                columns::write_record(to, &names.collect::<Vec<_>>(), &mut out);
            }
            for row in rows.iter() {
                if options.leaves {
                    leaves::write_records(rows, row, to, &mut out);
                } else {
                    columns::write_record(to, &rows.columns(row), &mut out);
                }
                // There may be millions of rows.
                if out.len() >= LARGEST_PIECE {
                    sink.take(&mut out)?;
                }
            }
            out
        }
    };
    sink.take(&mut out)
}

/// Refuses an unknown column.
fn check_sort(options: &StatsOptions) -> Result<(), String> {
    let names = columns::names(&options.by, &columns::figure_names(&options.terms));
    match &options.sort {
        Some(sort) if !names.iter().any(|name| sort.is_by(name)) => {
            Err(format!("--sort: there is no column '{}', the columns are {}", sort.column, names.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The statistics of bytes in memory by player, as JSON. For tests and fuzz targets.
pub fn json_of_bytes(read: &ReadOptions, bytes: &[u8]) -> Vec<u8> {
    let by = By::default();
    let consumer = &|| Box::new(Recorder::new(&by, false));
    let mut writer = Writer { is_silent: true, ..Writer::new(Collector::new(&by, false), None) };
    let read = &by.read_options(read.clone());
    let bytes = io::Cursor::new(bytes.to_vec());
    // Reading from memory cannot fail.
    let _ =
        Run::new(read, Checks::default(), Some(1), consumer).read([opened("-", bytes)], &mut writer, &mut |_, _| {});
    let mut rows = Rows::new(by.clone(), Terms::default(), writer.sink.dates, writer.sink.into_rows(&by));
    rows.leave_out_empty();
    let options = StatsOptions { to: StatsFormat::Json, ..StatsOptions::default() };
    let mut memory = TextSink::new(Vec::new(), false);
    // Writing to memory cannot fail.
    let _ = write(&rows, &options, "", &mut memory);
    memory.out
}
