//! Reads chunks of a source as events: one file per input format, and what tables share.
//!
//! A reader takes a chunk and calls a function with each [`Event`] in it. It knows bytes and games, and nothing of files,
//! threads or outputs. A new format is a new file here and a variant of [`Reader`].

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

pub use columns::{Columns, ROLES};
pub use json::{JsonLayout, is_json_start};
pub use log::MOST_PLAYERS;
pub use log_line::{LogEntry, TEN, is_cut_short, is_log_line, parse_log_line, parse_roll};
pub use options::{InputFormat, ReadOptions};
pub use sniff::{Sniffed, Sniffer};
pub use tags::{LineTags, TagKeys, TagsSeen, no_game_has, parse_keys, plain};

use one_each::OneEach;
use sheet::SheetLines;

use super::event::{Diagnostic, Event, Outcome, Place};
use super::split::Records;
use crate::Dialect;
use crate::game::Rules;
use crate::sheet::Claim;
use crate::sheet::line::LineKind;
use crate::sheet::reader::{SheetRules, sheet_rules};
use crate::sheet::verify::{Mismatch, verify, verify_length};

/// Where a chunk stands in its source, and what the text before it says of its games.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of its first line, from 1.
    pub line: u64,
    pub rules: SheetRules,
    /// The values of comment lines `# key: value`.
    pub tags: LineTags,
    /// Whether its first game belongs to the group before.
    pub in_group: bool,
    /// What the lines of a sheet have in common.
    pub one_each: OneEach,
}

impl Position {
    pub fn start(rules: Option<Rules>) -> Self {
        Self {
            line: 1,
            rules: Ok(rules.unwrap_or_default()),
            tags: LineTags::new(),
            in_group: false,
            one_each: OneEach::default(),
        }
    }

    /// Takes what a line without a game says of the games behind it: their rules, or a tag. Returns what the line is.
    fn take_line<'l>(&mut self, line: &'l [u8], options: &ReadOptions) -> LineKind<'l> {
        let kind = LineKind::of(line);
        match kind {
            LineKind::Rules(name) => self.rules = sheet_rules(name, options.rules),
            LineKind::Comment => options.tags.take_line(line, &mut self.tags),
            LineKind::Blank | LineKind::Players(_) | LineKind::Game => {}
        }
        kind
    }
}

/// Some whole records of a source.
#[derive(Debug)]
pub struct Chunk<'a> {
    pub bytes: &'a [u8],
    /// Where they stand.
    pub position: Position,
}

/// Takes the events of a chunk, in order.
pub type Emit<'e> = dyn FnMut(Event<'_>) + 'e;

/// Checks the claim of a game. `place` finds the running total of a frame, or the claim itself.
fn check_claim(
    claim: Option<&Claim>,
    outcome: &Outcome<'_>,
    options: &ReadOptions,
    place: impl FnOnce(Option<u8>) -> Place,
) -> Option<Diagnostic<Mismatch>> {
    let game = match outcome {
        Outcome::Scored { game, .. } => Ok(game.borrow()),
        Outcome::Refused(error, _) => Err(&error.error),
        Outcome::OnlyTotals(_) => return None,
    };
    let claim = claim?;
    let checked = verify(claim, game).and_then(|()| verify_length(claim, game, options.claims_reach_end));
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

    /// What a source consists of.
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

    /// Reads a chunk and returns the position after it. The games of sheets are so short that a dynamic call for each
    /// would be felt.
    pub fn read(&mut self, chunk: &Chunk<'_>, emit: &mut impl FnMut(Event<'_>)) -> Position {
        match self {
            Self::Sheet(sheet) => sheet.read(chunk, emit),
            Self::Log(log) => log.read(chunk, emit),
            Self::Csv(csv) => csv.read(chunk, emit),
            Self::Json(json) => json.read(chunk, emit),
        }
    }

    /// Ends the source.
    pub fn end(&mut self, position: &Position, emit: &mut Emit<'_>) {
        match self {
            Self::Sheet(_) => {
                if let Some((line, message)) = position.one_each.warning() {
                    emit(Event::Warning { line, message });
                }
            }
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

    /// Moves a position past some bytes that another reader reads.
    pub fn advance(&self, position: &mut Position, bytes: &[u8]) {
        match self {
            Self::Sheet(sheet) => sheet.advance(position, bytes),
            Self::Log(_) => {}
            Self::Csv(csv) => csv.advance(position, bytes),
            Self::Json(_) => json::advance(position, bytes),
        }
    }
}
