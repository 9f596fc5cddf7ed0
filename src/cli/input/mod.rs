//! Where games come from: sources, cut into chunks of whole lines, and one file per input format.
//!
//! An input format reads chunks and reports each game to a [`Visitor`]. It knows nothing of output.
//! A new format is a new file here with a [`Reader`], and a line in `formats!`.

mod chunk;
mod columns;
mod csv;
mod follow;
mod json;
mod log;
mod ordinary;
mod records;
mod sheet;
mod signature;
mod source;
mod table;

pub use chunk::{Chunk, Chunker, Cut, Plan, Records};
pub use columns::{Columns, Role};
pub use follow::{FollowedFile, reopen};
pub use json::is_json_start;
pub use log::{MOST_PLAYERS, TEN, is_cut_short, is_log_line, parse_log_line, parse_roll};
pub use signature::binary;
pub use source::{FileId, Source, enlarge_stdin_pipe, refuse_output};

use super::args::InputFormat;
use crate::game::{Rules, ScoreCard};
use crate::sheet::line::LineKind;
use crate::sheet::reader::SheetRules;
use crate::{Claim, Dialect, LineError};

/// One game as an input format reports it.
#[derive(Clone, Copy, Debug)]
pub struct InputGame<'a> {
    /// The line of the game; in a log, of its first roll.
    pub line: u64,
    /// The player.
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    /// The game; in a log a game in error is kept up to the error.
    pub card: Option<&'a ScoreCard>,
    /// What is wrong, and on which line.
    pub error: Option<(u64, &'a LineError)>,
    /// What the sheet claims.
    pub claim: Option<&'a Claim>,
    /// The text of the claim, a part of `text`.
    pub claim_text: &'a str,
    /// The line as it was written, if the game is one line.
    pub text: &'a [u8],
    /// The row of a table, or the line of a log that is in error, as it was written. Unlike `text`, it cannot be read
    /// as a line of a sheet.
    pub row: &'a [u8],
    /// The line that `row` starts on.
    pub row_line: u64,
    /// Whether the error was already reported with [`Visitor::error`].
    pub is_reported: bool,
    /// The column header or the key of the value that the error is in.
    pub field: Option<&'a str>,
    /// Where the claim stands, if it is not a part of `text`.
    pub claim_place: Option<Place<'a>>,
    /// Totals of games whose rolls are not known, in order: a row with a total and no roll has one,
    /// a row of `game1`, `game2`, … one for each. Not empty only in a record that has no card and the
    /// error [`Problem::OnlyTotal`](crate::Problem::OnlyTotal): the filter reports it, statistics
    /// count the totals instead.
    pub totals: &'a [u16],
    /// Whether the totals are a series of their own: `game1`, `game2`, ….
    pub is_series: bool,
    /// The date of the game as it was written. A player's games of one date form a series.
    pub date: Option<&'a str>,
}

/// Where a value of a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// The header of its column, or its key.
    pub field: &'a str,
}

impl<'a> InputGame<'a> {
    /// A game of which there is nothing but its score card.
    pub const fn of_card(line: u64, card: &'a ScoreCard) -> Self {
        Self { card: Some(card), ..Self::new(line, card.rules(), b"") }
    }

    /// A game of which only the place is known.
    pub const fn new(line: u64, rules: Rules, text: &'a [u8]) -> Self {
        Self {
            line,
            name: None,
            rules,
            card: None,
            error: None,
            claim: None,
            claim_text: "",
            text,
            row: b"",
            row_line: line,
            is_reported: false,
            field: None,
            claim_place: None,
            totals: &[],
            is_series: false,
            date: None,
        }
    }
}

/// What takes the games of an input.
pub trait Visitor {
    /// Whether totals are enough. Score cards take longer to make.
    fn wants_totals_only(&self) -> bool;

    /// Takes the total of a complete game whose claim, if any, is right. The name is UTF-8, and empty
    /// if there is none.
    fn total(&mut self, name: &[u8], total: u16);

    /// Takes the totals of complete games without names.
    fn totals<const N: usize>(&mut self, totals: &[u16; N]) {
        for &total in totals {
            self.total(b"", total);
        }
    }

    /// Whether games without a name, a claim or a comment may come to [`cards`](Self::cards).
    fn takes_cards(&self) -> bool {
        false
    }

    /// Takes the score cards of complete games on consecutive lines, which hold nothing else.
    fn cards(&mut self, _first_line: u64, _cards: &[ScoreCard]) {}

    /// Takes any game.
    fn game(&mut self, game: &InputGame<'_>);

    /// Ends a group of games.
    fn end_group(&mut self);

    /// Ends a chunk. Its last group may go on in the next one.
    fn end_chunk(&mut self) {
        self.end_group();
    }

    /// Takes an error as soon as it is found, where the game that it belongs to comes later.
    fn error(&mut self, line: u64, error: &LineError);

    /// Takes a warning about a line that is not a game.
    fn warn(&mut self, line: u64, message: &str);

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, line: &[u8]);

    /// Whether it has taken enough for now. The input stops and goes on later.
    fn is_full(&self) -> bool;
}

/// A reader of one input format.
trait Reader: Sized {
    /// Reads a chunk. Returns whether the visitor was full before its end: then this is called again
    /// with the same chunk.
    fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool;

    /// The number of the line after the last chunk and the rules there, if the reader keeps them.
    fn position(&self) -> Option<(u64, SheetRules)> {
        None
    }

    /// Whether the first game of a chunk belongs to the group of the chunk before.
    fn continues_group(&self, chunk: &Chunk) -> bool {
        chunk.continues_group
    }

    /// Ends the source.
    fn end(&mut self, _visitor: &mut impl Visitor) {}

    /// A reader for other chunks of the same source, if they can be read independently.
    fn for_worker(&self) -> Option<Self>;
}

/// Declares [`Input`]: one line per format. Calls to it go to the reader of the format.
macro_rules! formats {
    ($($(#[$about:meta])* $format:ident($reader:ty),)*) => {
        /// A source being read, whichever format it has.
        pub enum Input {
            $($(#[$about])* $format($reader),)*
        }

        impl Input {
            /// Reads a chunk. Returns whether the visitor was full before its end: then this is
            /// called again with the same chunk.
            pub fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool {
                match self { $(Self::$format(reader) => Reader::read(reader, chunk, visitor),)* }
            }

            /// The number of the line after the last chunk and the rules there, if the reader keeps
            /// them.
            #[must_use]
            pub fn position(&self) -> Option<(u64, SheetRules)> {
                match self { $(Self::$format(reader) => Reader::position(reader),)* }
            }

            /// Whether the first game of a chunk belongs to the group of the chunk before.
            #[must_use]
            pub fn continues_group(&self, chunk: &Chunk) -> bool {
                match self { $(Self::$format(reader) => Reader::continues_group(reader, chunk),)* }
            }

            /// Ends the source.
            pub fn end(&mut self, visitor: &mut impl Visitor) {
                match self { $(Self::$format(reader) => Reader::end(reader, visitor),)* }
            }

            /// A reader for other chunks of the same source, if they can be read independently.
            #[must_use]
            pub fn for_worker(&self) -> Option<Self> {
                match self { $(Self::$format(reader) => Reader::for_worker(reader).map(Self::$format),)* }
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

/// What an input needs to know to read games.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The value of `--from`.
    pub from: InputFormat,
    /// The value of `--rules`.
    pub rules: Option<Rules>,
    /// Whether unfinished games are errors.
    pub complete: bool,
    /// The value of `--columns`.
    pub columns: Columns,
    /// Whether the games of a log are reported after every roll, not at the end of a match.
    pub follow: bool,
}

/// Detects the format of an input from its first lines that hold a game.
#[derive(Debug)]
pub struct Detector {
    options: ReadOptions,
    /// The line of the first game, if it can be a line of a log. The next one decides.
    log_line: Option<u64>,
    /// Chunks that did not decide, and the one that did.
    held: Vec<Chunk>,
    held_bytes: usize,
    /// Whether text without games is needed: then it is not dropped.
    keeps_text: bool,
}

/// More text than this before a decision is not held. Bounds memory.
const LARGEST_HELD: usize = 1024 * 1024;

impl Detector {
    #[must_use]
    pub fn new(options: &ReadOptions, keeps_text: bool) -> Self {
        Self { options: options.clone(), log_line: None, held: Vec::new(), held_bytes: 0, keeps_text }
    }

    /// Takes the next chunk. Once the format is known, [`take_held`](Self::take_held) returns all chunks.
    /// Those of a table go back to the chunker, because it does not consist of lines.
    #[must_use]
    pub fn read(&mut self, chunk: &mut Chunk, chunker: &mut Chunker) -> Option<Input> {
        let mut input = self.look_at(chunk);
        if input.is_none() && self.held_bytes > LARGEST_HELD {
            if self.log_line.is_some() || self.keeps_text {
                input = Some(self.end());
            } else {
                // Comments and blank lines before the first game.
                self.held.clear();
                self.held_bytes = 0;
            }
        }
        self.held_bytes += chunk.bytes().len();
        self.held.push(std::mem::take(chunk));
        if let Some(input) = &input {
            chunker.set_records(input.records());
            if input.records() != Records::Lines {
                chunker.take_back(&self.take_held());
            }
        }
        input
    }

    /// The chunks that were read.
    #[must_use]
    pub fn take_held(&mut self) -> Vec<Chunk> {
        std::mem::take(&mut self.held)
    }

    /// Reads the chunks that were read, if the format is known.
    pub fn read_held(&mut self, input: &mut Option<Input>, visitor: &mut impl Visitor) {
        let Some(input) = input else { return };
        for chunk in self.take_held() {
            while input.read(&chunk, visitor) {}
        }
    }

    fn look_at(&mut self, chunk: &Chunk) -> Option<Input> {
        let lines = chunk.bytes().split_inclusive(|&byte| byte == b'\n');
        for (number, whole) in (chunk.first_line..).zip(lines) {
            let line = whole.strip_suffix(b"\n").unwrap_or(whole);
            let kind = LineKind::of(line);
            if self.log_line.is_none()
                && let Some(table) = self.table(kind, line)
            {
                return Some(table);
            }
            match (kind, self.log_line) {
                (LineKind::Players(_), _) => return Some(self.log(number)),
                (LineKind::Game, None) if log::is_log_line(line) => self.log_line = Some(number),
                (LineKind::Game, Some(first)) if log::is_second_log_line(line) => return Some(self.log(first)),
                // A last line that was cut short decides nothing.
                (LineKind::Game, Some(_)) if chunk.is_torn && line.len() == whole.len() => {}
                (LineKind::Game, _) => return Some(self.sheet()),
                (LineKind::Blank | LineKind::Comment | LineKind::Rules(_), _) => {}
            }
        }
        None
    }

    /// Decides without looking further.
    #[must_use]
    pub fn end(&self) -> Input {
        self.log_line.map_or_else(|| self.sheet(), |line| self.log(line))
    }

    /// A table, if the first line says so.
    fn table(&self, kind: LineKind<'_>, line: &[u8]) -> Option<Input> {
        let columns = &self.options.columns;
        match kind {
            _ if is_json_start(line) => Some(Input::Json(json::Json::new(self.options.clone()))),
            // Whoever names columns has a table. A header may start with `#`.
            LineKind::Game if *columns != Columns::default() => Some(self.csv()),
            LineKind::Game | LineKind::Comment if csv::Csv::is_header(line, columns) => Some(self.csv()),
            _ => None,
        }
    }

    fn csv(&self) -> Input {
        Input::Csv(csv::Csv::new(self.options.clone()))
    }

    fn log(&self, line: u64) -> Input {
        Input::Log(log::Log::new(self.options.clone(), Some(line)))
    }

    fn sheet(&self) -> Input {
        Input::Sheet(sheet::Sheet::new(self.options.clone(), Dialect::Auto))
    }
}

impl Input {
    /// The input in the format that was asked for; `None` if it must be detected. Tells the chunker
    /// what the source consists of.
    #[must_use]
    pub fn new(options: &ReadOptions, chunker: &mut Chunker) -> Option<Self> {
        let options = options.clone();
        let input = match options.from {
            InputFormat::Auto => return None,
            InputFormat::Rolls => Self::Sheet(sheet::Sheet::new(options, Dialect::Rolls)),
            InputFormat::Notation => Self::Sheet(sheet::Sheet::new(options, Dialect::Notation)),
            InputFormat::Log => Self::Log(log::Log::new(options, None)),
            InputFormat::Csv => Self::Csv(csv::Csv::new(options)),
            InputFormat::Json => Self::Json(json::Json::new(options)),
        };
        chunker.set_records(input.records());
        Some(input)
    }

    /// What a chunk of this format consists of.
    #[must_use]
    pub const fn records(&self) -> Records {
        match self {
            Self::Sheet(_) | Self::Log(_) => Records::Lines,
            Self::Csv(_) => Records::Csv,
            Self::Json(_) => Records::Json,
        }
    }
}
