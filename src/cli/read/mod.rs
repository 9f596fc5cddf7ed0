//! Reads chunks of a source as events: one file per input format, and what tables share.
//!
//! A reader takes a chunk and calls a function with each [`Event`] in it. It knows bytes and games, and nothing of files,
//! threads or outputs. A new format is a new file here and a variant of [`Reader`].

mod advice;
mod cell_game;
mod cells;
mod column_name;
mod columns;
mod csv;
mod header;
mod header_names;
mod hint;
mod json;
mod layout;
mod leaves;
mod log;
mod log_line;
mod long;
mod one_each;
mod options;
mod row;
mod sheet;
mod sniff;
mod table;
mod tags;
mod title;
mod totals;
mod words;

pub use columns::{Columns, ROLES};
pub use json::{JsonLayout, is_json_start};
pub use log::MOST_PLAYERS;
pub use log_line::{LogEntry, TEN, is_cut_short, is_log_line, parse_log_line, parse_roll};
pub use options::{InputFormat, ReadOptions};
pub use sniff::{Sniffed, Sniffer};
pub use tags::{LineTags, TagKeys, TagsSeen, no_game_has, parse_keys, plain};

use sheet::SheetLines;

use super::event::{Diagnostic, Event, Outcome, Place};
use super::problem::InputError;
use super::source::Records;
use crate::Dialect;
use crate::sheet::Claim;
pub use crate::sheet::reader::Position;
use crate::sheet::verify::{Mismatch, check, verify_length};

/// Takes the events of a chunk, in order.
pub type Emit<'e> = dyn FnMut(Event<'_>) + 'e;

/// Takes the events of a chunk like [`Emit`]. Unlike a closure, a method can be inlined into the loop over the lines of
/// a sheet: the games of sheets are so short that a call for each is a tenth of their time.
pub trait Receive {
    fn receive(&mut self, event: Event<'_>);
}

impl<F: FnMut(Event<'_>)> Receive for F {
    fn receive(&mut self, event: Event<'_>) {
        self(event);
    }
}

/// Checks the claim of a game. `place` finds the running total of a frame, or the claim itself.
fn check_claim(
    claim: Option<&Claim>,
    outcome: &Outcome<'_>,
    options: &ReadOptions,
    place: impl FnOnce(Option<u8>) -> Place,
) -> Option<Diagnostic<Mismatch>> {
    let claim = claim?;
    let checked = match outcome {
        Outcome::Scored { game, .. } => check(claim, Ok((*game).borrow()), InputError::refused)
            .and_then(|()| verify_length(claim, (*game).borrow(), options.claims_reach_end)),
        Outcome::Refused(error, _) => check(claim, Err(&error.error), InputError::refused),
        Outcome::OnlyTotals(_) => return None,
    };
    checked.err().map(|mismatch| Diagnostic::new(place(mismatch.frame), mismatch))
}

/// A reader of one input format.
pub enum Reader {
    Sheet(SheetLines),
    Log(Box<log::LogReader>),
    Csv(Box<csv::CsvReader>),
    Json(json::JsonReader),
}

impl Reader {
    /// A reader of the format that was asked for, or that a [`Sniffer`] has found.
    pub fn new(options: &ReadOptions, sniffed: Option<Sniffed>) -> Self {
        let options = options.clone();
        match (sniffed, options.from) {
            (Some(Sniffed::Log { line }), _) => Self::Log(Box::new(log::LogReader::new(options, Some(line)))),
            (None, InputFormat::Log) => Self::Log(Box::new(log::LogReader::new(options, None))),
            (Some(Sniffed::Csv { header }), _) => Self::Csv(Box::new(csv::CsvReader::new(options, header))),
            (None, InputFormat::Csv) => Self::Csv(Box::new(csv::CsvReader::new(options, None))),
            (Some(Sniffed::Json(layout)), _) => Self::Json(json::JsonReader::new(options, layout)),
            (None, InputFormat::Json) => Self::Json(json::JsonReader::new(options, JsonLayout::Lines)),
            (None, InputFormat::Rolls) => Self::Sheet(SheetLines::new(options, Dialect::Rolls)),
            (None, InputFormat::Notation) => Self::Sheet(SheetLines::new(options, Dialect::Notation)),
            _ => Self::Sheet(SheetLines::new(options, Dialect::Auto)),
        }
    }

    /// The records of a source.
    pub const fn records(&self) -> Records {
        match self {
            Self::Sheet(_) | Self::Log(_) => Records::Lines,
            Self::Csv(_) => Records::Csv,
            Self::Json(json) => match json.layout() {
                JsonLayout::Lines => Records::Lines,
                JsonLayout::Stream => Records::Any,
            },
        }
    }

    /// Reads a chunk and moves the position past it.
    pub fn read(&mut self, bytes: &[u8], at: &mut Position, receiver: &mut impl Receive) {
        let emit = &mut |event: Event<'_>| receiver.receive(event);
        match self {
            Self::Sheet(sheet) => sheet.read(bytes, at, receiver),
            Self::Log(log) => log.read(bytes, at, emit),
            Self::Csv(csv) => csv.read(bytes, at, emit),
            Self::Json(json) => json.read(bytes, at, emit),
        }
    }

    /// Moves a position past some bytes that another reader reads.
    pub fn advance(&mut self, bytes: &[u8], at: &mut Position) {
        match self {
            Self::Sheet(sheet) => sheet.advance(bytes, at),
            Self::Log(_) => {}
            Self::Csv(csv) => csv.advance(bytes, at),
            Self::Json(_) => json::advance(bytes, at),
        }
    }

    /// Ends the source.
    pub fn end(&mut self, emit: &mut Emit<'_>) {
        match self {
            Self::Sheet(sheet) => sheet.end(emit),
            Self::Log(log) => log.end_match(emit),
            Self::Csv(csv) => csv.end(emit),
            Self::Json(json) => json.end(emit),
        }
    }

    /// A reader for other chunks of the same source. `None` where a chunk cannot be read without those before it: before
    /// the header of a table, and in logs, where the rolls of a player are spread over the match.
    pub fn another(&self) -> Option<Self> {
        match self {
            Self::Sheet(sheet) => Some(Self::Sheet(sheet.another())),
            Self::Log(_) => None,
            Self::Csv(csv) => csv.another().map(|csv| Self::Csv(Box::new(csv))),
            Self::Json(json) => json.another().map(Self::Json),
        }
    }
}
