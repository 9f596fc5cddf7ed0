//! Reads chunks of a source as games: one file per input format, and what tables share.
//!
//! An input reports each game to a [`Visitor`] as an [`Entry`]. It knows bytes and games, and nothing of files, threads
//! or outputs. A new format is a new file here with a [`Reader`], and a line in `formats!`.

mod cells;
mod columns;
mod csv;
mod entry_text;
mod header;
mod headerless;
mod hint;
mod json;
mod layout;
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

pub use columns::{Columns, Role};
pub use entry_text::EntryText;
pub use json::is_json_start;
pub use log::MOST_PLAYERS;
pub use log_line::{TEN, is_cut_short, is_log_line, parse_log_line, parse_roll};
pub use options::{InputFormat, ReadOptions};
pub use refusal::{Excerpt, Refusal};
pub use sniff::{Sniffed, Sniffer};

use std::borrow::Cow;
use std::ops::ControlFlow;

use one_each::OneEach;

use super::split::Records;
use super::split::json::Scan;
use crate::game::{Rules, ScoreCard};
use crate::sheet::reader::SheetRules;
use crate::{Claim, Dialect};

/// One game as an input reports it.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The line of the game; in a log, of its first roll.
    pub line: u64,
    /// The player.
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    /// The result.
    pub outcome: Outcome<'a>,
    /// What the sheet claims.
    pub claim: Option<EntryClaim<'a>>,
    /// What the game was read from.
    pub text: EntryText<'a>,
    /// The date of the game as it was written. A player's games of one date form a series.
    pub date: Option<&'a str>,
}

/// The result of reading a game.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// The total of a complete game, for a visitor that needs no score cards. Its claim, if any, holds.
    Total(u16),
    /// A game that the rules allow.
    Scored(&'a ScoreCard),
    /// A game in error.
    Refused(&'a Refusal, Played<'a>),
    /// Totals of games whose rolls are not known. Records report them as an error, statistics count them.
    OnlyTotals(&'a Refusal, &'a Totals),
}

/// What was played before the error of a game.
#[derive(Clone, Copy, Debug)]
pub enum Played<'a> {
    /// Nothing that could be shown.
    Nothing,
    /// The game up to the error.
    Before(&'a ScoreCard),
}

/// Totals of games whose rolls are not known, in order.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_field_names, reason = "marked totals are totals of another kind")]
pub struct Totals {
    /// The totals: a row with a total and no roll has one, a row of `game1`, `game2`, … one for each.
    pub totals: Vec<u16>,
    /// Marked totals (`a150` of an absent player), which count for the series and not for the average.
    pub marked: Vec<u16>,
    /// How many games have no total: `A`, `abs`, `-`, `BYE`.
    pub absent: u64,
    /// Whether they are a series of their own: `game1`, `game2`, ….
    pub is_series: bool,
}

/// What is claimed of a game.
#[derive(Clone, Copy)]
pub struct EntryClaim<'a> {
    /// The claim; `None` if its text is not one.
    pub claim: Option<&'a Claim>,
    /// The text of the claim.
    pub text: &'a str,
    /// Where it stands, looked for only if it does not hold.
    pub place: &'a dyn ClaimPlace,
}

/// Finds the place of a claim.
pub trait ClaimPlace {
    /// The place of the claim, or of the claimed running total of a frame.
    fn place(&self, frame: Option<u8>) -> Place<'_>;
}

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// The header of its column, or its key; `None` in a sheet.
    pub field: Option<Cow<'a, str>>,
}

impl<'a> Entry<'a> {
    /// A game of which the place and the result are known.
    #[must_use]
    pub const fn new(line: u64, rules: Rules, outcome: Outcome<'a>) -> Self {
        Self { line, name: None, rules, outcome, claim: None, text: EntryText::Elsewhere, date: None }
    }

    /// The score card, if the game is not in error.
    #[must_use]
    pub const fn card(&self) -> Option<&'a ScoreCard> {
        match self.outcome {
            Outcome::Scored(card) => Some(card),
            _ => None,
        }
    }

    /// The score card; of a game in error, of what was played before the error.
    #[must_use]
    pub const fn played(&self) -> Option<&'a ScoreCard> {
        match self.outcome {
            Outcome::Scored(card) | Outcome::Refused(_, Played::Before(card)) => Some(card),
            _ => None,
        }
    }

    /// The total, if the game is not in error.
    #[must_use]
    pub fn total(&self) -> Option<u16> {
        match self.outcome {
            Outcome::Total(total) => Some(total),
            Outcome::Scored(card) => Some(card.total()),
            _ => None,
        }
    }

    /// What is wrong with the game.
    #[must_use]
    pub const fn refusal(&self) -> Option<&'a Refusal> {
        match self.outcome {
            Outcome::Refused(refusal, _) | Outcome::OnlyTotals(refusal, _) => Some(refusal),
            _ => None,
        }
    }

    /// A line that the game was read from, by its number.
    #[must_use]
    pub fn source_line(&self, line: u64) -> Option<&'a [u8]> {
        self.text.nth_line(line.checked_sub(self.line)?)
    }

    /// The text around what is wrong with the game, and the column there.
    #[must_use]
    pub fn error_text(&self) -> Option<(&'a [u8], usize)> {
        let refusal = self.refusal()?;
        let in_line = || Some((self.source_line(refusal.line)?, refusal.error.column()));
        refusal.excerpt.as_ref().map(Excerpt::parts).or_else(in_line)
    }

    /// The claim, if it can be read.
    #[must_use]
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

    /// Ends a group of games.
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

    /// Takes the line of a row of a table that is no game of a player: `Total`, `Average`, `BLIND`.
    fn left_out(&mut self, _line: u64) {}

    /// Takes the line of a header without a column for names.
    fn no_names(&mut self, _line: u64) {}
}

/// Where a chunk stands in its source, and what the text before it says of its games.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The characters before it on its first line: JSON may be cut inside a line.
    pub column: usize,
    /// The rules in force.
    pub rules: SheetRules,
    /// Whether its first game belongs to the group before.
    pub in_group: bool,
    /// Where it stands in the records of JSON.
    pub scan: Scan,
    /// What the lines of a sheet have in common.
    pub one_each: OneEach,
}

impl Position {
    /// The start of a source.
    #[must_use]
    pub fn start(rules: Option<Rules>) -> Self {
        Self {
            line: 1,
            column: 0,
            rules: Ok(rules.unwrap_or_default()),
            in_group: false,
            scan: Scan::default(),
            one_each: OneEach::default(),
        }
    }
}

/// Some whole records of a source.
#[derive(Debug)]
pub struct Chunk<'a> {
    /// Their bytes.
    pub bytes: &'a [u8],
    /// Where they stand.
    pub position: Position,
}

/// A reader of one input format.
trait Reader: Sized {
    /// Whether games of other chunks do not matter for those of a chunk.
    const IS_INDEPENDENT: bool;

    /// Reads a chunk and returns the position behind it; `Break` if the visitor wants no more.
    fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut impl Visitor) -> ControlFlow<(), Position>;

    /// Moves a position behind some bytes that another reader reads.
    fn advance(&self, position: &mut Position, bytes: &[u8]);

    /// Ends the source.
    fn end(&mut self, _position: &Position, _visitor: &mut impl Visitor) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A reader for other chunks of the same source.
    fn another(&self) -> Self;

    /// Whether all that other readers must know has been read, such as a header.
    fn is_ready(&self) -> bool {
        true
    }
}

/// Declares [`Input`]: one line per format. Calls to it go to the reader of the format.
macro_rules! formats {
    ($($(#[$about:meta])* $format:ident($reader:ty),)*) => {
        /// A source being read, whichever format it has.
        pub enum Input {
            $($(#[$about])* $format($reader),)*
        }

        impl Input {
            /// Whether chunks can be read independently, each by [another](Self::another) reader.
            #[must_use]
            pub const fn is_independent(&self) -> bool {
                match self { $(Self::$format(_) => <$reader as Reader>::IS_INDEPENDENT,)* }
            }

            /// Reads a chunk and returns the position behind it; `Break` if the visitor wants no more.
            pub fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut impl Visitor) -> ControlFlow<(), Position> {
                match self { $(Self::$format(reader) => reader.read(chunk, visitor),)* }
            }

            /// Moves a position behind some bytes that another reader reads.
            pub fn advance(&self, position: &mut Position, bytes: &[u8]) {
                match self { $(Self::$format(reader) => reader.advance(position, bytes),)* }
            }

            /// Ends the source.
            pub fn end(&mut self, position: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
                match self { $(Self::$format(reader) => reader.end(position, visitor),)* }
            }

            /// Whether [another](Self::another) reader can read the chunks that follow.
            #[must_use]
            pub fn is_ready(&self) -> bool {
                match self { $(Self::$format(reader) => reader.is_ready(),)* }
            }

            /// A reader for other chunks of the same source.
            #[must_use]
            pub fn another(&self) -> Self {
                match self { $(Self::$format(reader) => Self::$format(reader.another()),)* }
            }
        }
    };
}

formats! {
    /// One game per line.
    Sheet(sheet::Sheet),
    /// One roll per line.
    Log(log::Log),
    /// A table with a header.
    Csv(csv::Csv),
    /// One object per game.
    Json(json::Json),
}

impl Input {
    /// An input in the format that was asked for, or that a [`Sniffer`] has found.
    #[must_use]
    pub fn new(options: &ReadOptions, sniffed: Option<Sniffed>) -> Self {
        let options = options.clone();
        match sniffed {
            Some(Sniffed::Log { line }) => Self::Log(log::Log::new(options, Some(line))),
            Some(Sniffed::Csv) => Self::Csv(csv::Csv::new(options)),
            Some(Sniffed::Json) => Self::Json(json::Json::new(options)),
            Some(Sniffed::Sheet | Sniffed::HeaderlessTable) => Self::Sheet(sheet::Sheet::new(options, Dialect::Auto)),
            None => match options.from {
                InputFormat::Auto => Self::Sheet(sheet::Sheet::new(options, Dialect::Auto)),
                InputFormat::Rolls => Self::Sheet(sheet::Sheet::new(options, Dialect::Rolls)),
                InputFormat::Notation => Self::Sheet(sheet::Sheet::new(options, Dialect::Notation)),
                InputFormat::Log => Self::Log(log::Log::new(options, None)),
                InputFormat::Csv => Self::Csv(csv::Csv::new(options)),
                InputFormat::Json => Self::Json(json::Json::new(options)),
            },
        }
    }

    /// What the source consists of.
    #[must_use]
    pub const fn records(&self) -> Records {
        match self {
            Self::Sheet(_) | Self::Log(_) => Records::Lines,
            Self::Csv(_) => Records::Csv,
            Self::Json(_) => Records::Json,
        }
    }

    /// Whether no two games share a line.
    #[must_use]
    pub const fn has_line_per_game(&self) -> bool {
        !matches!(self, Self::Json(_))
    }
}
