//! Reads chunks of a source as games: one file per input format, and what tables share.
//!
//! An input reports each game to a [`Visitor`] as an [`Entry`]. It knows bytes and games, and nothing of files, threads
//! or outputs. A new format is a new file here with a [`Reader`].

mod cells;
mod columns;
mod csv;
mod entry_text;
mod header;
mod headerless;
mod hint;
mod json;
mod layout;
mod leaves;
mod log;
mod log_line;
mod names;
mod one_each;
mod options;
mod refusal;
mod row;
mod sheet;
mod sniff;
mod table;
mod tags;
mod totals;

pub use columns::{Columns, ROLES};
pub use entry_text::EntryText;
pub use json::is_json_start;
pub use log::MOST_PLAYERS;
pub use log_line::{LogEntry, TEN, is_cut_short, is_log_line, parse_log_line, parse_roll};
pub use options::{InputFormat, ReadOptions};
pub use refusal::{Excerpt, Refusal};
pub use sheet::SheetLines;
pub use sniff::{Sniffed, Sniffer};
pub use tags::{LineTags, Tag, TagKeys, TagsSeen, no_game_has, parse_keys, plain};

use std::ops::ControlFlow;

use one_each::OneEach;
use totals::{TotalCell, total_cell};

use super::split::Records;
use super::split::json::Scan;
use crate::game::{Game, Rules};
use crate::notation::parse::Failure;
use crate::sheet::line::LineKind;
use crate::sheet::reader::{SheetRules, sheet_rules};
use crate::{Claim, Dialect};

/// One game as an input reports it.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The line of the game; in a log, of its first roll.
    pub line: u64,
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    pub outcome: Outcome<'a>,
    pub claim: Option<EntryClaim<'a>>,
    /// What the game was read from.
    pub text: EntryText<'a>,
    /// The values of the keys that are asked for, in the order of [`ReadOptions::tags`]. Fewer if the last ones have none.
    pub tags: &'a [Option<Tag<'a>>],
}

/// The result of reading a game.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// The total of a complete game, for a visitor that needs no score cards. Its claim, if any, holds.
    Total(u16),
    /// A game that the rules allow.
    Scored(&'a Game),
    /// A game in error, and what was played before it, if that can be shown.
    Refused(&'a Refusal, Option<&'a Game>),
    /// Totals of games whose rolls are not known. Records report them as an error, statistics count them.
    OnlyTotals(&'a Refusal, &'a KnownTotals),
}

/// Totals of games whose rolls are not known, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownTotals {
    /// The totals: a row with a total and no roll has one, a row of `game1`, `game2`, … one for each.
    pub totals: Vec<u16>,
    /// Marked totals (`a150` of an absent player), which count for the series and not for the average.
    pub marked: Vec<u16>,
    /// How many games have no total: `A`, `abs`, `-`, `BYE`.
    pub absent: u64,
    /// Whether they are a series of their own: `game1`, `game2`, ….
    pub is_series: bool,
}

impl KnownTotals {
    /// Adds a total, which may be marked or missing.
    fn add<'a>(&mut self, text: &'a str) -> Result<(), Failure<'a>> {
        match total_cell(text)? {
            TotalCell::Counted(total) => self.totals.push(total),
            TotalCell::Marked(total) => self.marked.push(total),
            TotalCell::Absent => self.absent += 1,
        }
        Ok(())
    }

    /// Whether there is no total, and no game that has none.
    fn is_empty(&self) -> bool {
        self.totals.is_empty() && self.marked.is_empty() && self.absent == 0
    }
}

/// What is claimed of a game.
#[derive(Clone, Copy)]
pub struct EntryClaim<'a> {
    /// The claim; `None` if its text is not one.
    pub claim: Option<&'a Claim>,
    pub text: &'a str,
    /// Where it, or the claimed running total of a frame, stands. Looked for only if it does not hold.
    pub place: &'a dyn Fn(Option<u8>) -> Place,
}

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// The header of its column, or its key; `None` in a sheet.
    pub field: Option<String>,
}

impl<'a> Entry<'a> {
    /// A game with its line, its rules and its result.
    pub const fn new(line: u64, rules: Rules, outcome: Outcome<'a>) -> Self {
        Self { line, name: None, rules, outcome, claim: None, text: EntryText::Elsewhere, tags: &[] }
    }

    /// The score card, if the game is not in error.
    pub const fn card(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Scored(card) => Some(card),
            _ => None,
        }
    }

    /// The score card; of a game in error, of what was played before the error.
    pub const fn played(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Scored(card) | Outcome::Refused(_, Some(card)) => Some(card),
            _ => None,
        }
    }

    /// The total, if the game is not in error.
    pub fn total(&self) -> Option<u16> {
        match self.outcome {
            Outcome::Total(total) => Some(total),
            Outcome::Scored(card) => Some(card.score()),
            _ => None,
        }
    }

    /// What is wrong with the game.
    pub const fn refusal(&self) -> Option<&'a Refusal> {
        match self.outcome {
            Outcome::Refused(refusal, _) | Outcome::OnlyTotals(refusal, _) => Some(refusal),
            _ => None,
        }
    }

    /// A line that the game was read from, by its number.
    pub fn source_line(&self, line: u64) -> Option<&'a [u8]> {
        self.text.nth_line(line.checked_sub(self.line)?)
    }

    /// The text around what is wrong with the game, and the column there.
    pub fn error_text(&self) -> Option<(&'a [u8], usize)> {
        let refusal = self.refusal()?;
        let in_line = || Some((self.source_line(refusal.line)?, refusal.error.column()));
        refusal.excerpt.as_ref().map(Excerpt::parts).or_else(in_line)
    }

    /// The value of a key, by its place among those that are asked for; `None` if it is empty.
    pub fn tag(&self, at: usize) -> Option<&'a str> {
        self.tags.get(at)?.as_ref().map(|tag| &*tag.text).filter(|text| !text.is_empty())
    }

    /// The claim, if it can be read.
    pub fn claim(&self) -> Option<&'a Claim> {
        self.claim.and_then(|claim| claim.claim)
    }
}

/// Takes the games of an input, in order.
pub trait Visitor {
    /// Whether it needs score cards. Without them a complete game may be no more than its total, which is faster.
    fn needs_cards(&self) -> bool {
        true
    }

    /// Takes a game. `Break` ends the reading.
    fn entry(&mut self, entry: &Entry<'_>) -> ControlFlow<()>;

    fn end_group(&mut self) {}

    /// Ends a match of a journal. It is a group, but its players may play on in the same series.
    fn end_match(&mut self) {
        self.end_group();
    }

    /// Takes an error as soon as it is found, where the game that it belongs to comes later or not at all.
    fn error(&mut self, _refusal: &Refusal) {}

    /// Takes a warning about a line that is not a game.
    fn warn(&mut self, _line: u64, _message: &str) {}

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, _line: &[u8]) {}

    /// Takes the line of a row of a table that is not a player: `Total`, `Average`, `BLIND`.
    fn left_out(&mut self, _line: u64) {}

    /// Takes the line of a header without columns for whole names, and what that means for rows of players.
    fn no_names(&mut self, _line: u64, _why: &str) {}
}

/// Where a chunk stands in its source, and what the text before it says of its games.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The characters before it on its first line: JSON may be cut inside a line.
    pub column: usize,
    pub rules: SheetRules,
    /// The values of comment lines `# key: value`.
    pub tags: LineTags,
    /// Whether its first game belongs to the group before.
    pub in_group: bool,
    /// Where it stands in the records of JSON.
    pub scan: Scan,
    /// What the lines of a sheet have in common.
    pub one_each: OneEach,
}

impl Position {
    pub fn start(rules: Option<Rules>) -> Self {
        Self {
            line: 1,
            column: 0,
            rules: Ok(rules.unwrap_or_default()),
            tags: LineTags::new(),
            in_group: false,
            scan: Scan::default(),
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

/// A reader of one input format.
pub trait Reader: Send + Sync {
    /// What a source consists of.
    fn records(&self) -> Records;

    /// Reads a chunk and returns the position behind it; `Break` if the visitor wants no more.
    fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut dyn Visitor) -> ControlFlow<(), Position>;

    fn end(&mut self, _position: &Position, _visitor: &mut dyn Visitor) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A reader for other chunks of the same source. `None` where a chunk cannot be read without those before it: before
    /// the header of a table, and in logs, where the rolls of a player are spread over the match.
    fn another(&self) -> Option<Box<dyn Reader>> {
        None
    }

    /// Moves a position behind some bytes that another reader reads.
    fn advance(&self, _position: &mut Position, _bytes: &[u8]) {}

    /// The reader itself, if it reads sheets: their games are so short that a call by a pointer for each would be felt.
    fn as_sheet(&mut self) -> Option<&mut SheetLines> {
        None
    }
}

/// A reader of the format that was asked for, or that a [`Sniffer`] has found.
pub fn reader(options: &ReadOptions, sniffed: Option<Sniffed>) -> Box<dyn Reader> {
    let options = options.clone();
    match (sniffed, options.from) {
        (Some(Sniffed::Log { line }), _) => Box::new(log::LogReader::new(options, Some(line))),
        (None, InputFormat::Log) => Box::new(log::LogReader::new(options, None)),
        (Some(Sniffed::Csv), _) | (None, InputFormat::Csv) => Box::new(csv::CsvReader::new(options)),
        (Some(Sniffed::Json), _) | (None, InputFormat::Json) => Box::new(json::JsonReader::new(options)),
        (None, InputFormat::Rolls) => Box::new(SheetLines::new(options, Dialect::Rolls)),
        (None, InputFormat::Notation) => Box::new(SheetLines::new(options, Dialect::Notation)),
        _ => Box::new(SheetLines::new(options, Dialect::Auto)),
    }
}
