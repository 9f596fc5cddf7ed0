//! Scored games become text: one file per format, each a [`Format`].
//!
//! A format appends to a vector of bytes. It knows neither threads nor files. A new format is a new file here, a variant
//! of [`OutputFormat`], and its arms in the functions of that.

mod board;
mod csv;
mod explain;
mod html;
mod json;
mod notation;
mod rolls;
mod sheet;
mod short;
mod tap;
mod totals;

pub use board::{
    BoardRow, GAMES_PER_BOARD, Painter, cell_width, frames_per_piece, frames_that_fit, name_column, pieces,
};
pub use csv::write_text as write_csv_text;
pub use html::Page;
pub use json::write_json;
pub use sheet::sheet_name;
pub use tap::{NEEDS as TAP_NEEDS, Tap, failure as tap_failure};
pub use totals::{Totals, write_total};

use std::sync::Arc;

use super::color::Paint;
use super::diagnostic::Diagnostic;
use super::input::{Entry, TagKeys};
use crate::game::FRAMES;
use crate::sheet::Mismatch;

/// A game whose claim has been checked.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// The file as it was named, `-` for standard input.
    pub file: &'a str,
    /// The game as it was read.
    pub entry: &'a Entry<'a>,
    /// Why its claim does not hold.
    pub mismatch: Option<&'a Mismatch>,
    /// The column where the claim does not hold.
    pub claim_column: usize,
    /// How the game differs from the answer key.
    pub difference: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// A game of which there is nothing more to say.
    #[must_use]
    pub const fn new(file: &'a str, entry: &'a Entry<'a>) -> Self {
        Self { file, entry, mismatch: None, claim_column: 1, difference: None }
    }
}

/// A game of an answer key that a source does not have.
#[derive(Clone, Copy, Debug)]
pub struct MissingGame<'a> {
    /// The source, as it was named.
    pub file: &'a str,
    /// The player.
    pub name: Option<&'a str>,
    /// The line of the key.
    pub line: u64,
}

/// A writer of records.
pub trait Format: Send {
    /// Writes what stands before the first record.
    fn head(&mut self, _out: &mut Vec<u8>) {}

    /// Starts a source.
    fn begin_source(&mut self, _file: &str, _out: &mut Vec<u8>) {}

    /// Starts a run of records, the first of which may belong to the group before.
    fn begin_chunk(&mut self, _in_group: bool) {}

    /// Writes one game.
    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>);

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, _line: &[u8], _out: &mut Vec<u8>) {}

    /// Takes a warning, if the format has a place for it.
    fn takes_warning(&mut self, _warning: &Diagnostic<'_>, _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Ends a group, or a run of records.
    fn end_group(&mut self, _out: &mut Vec<u8>) {}

    /// Takes a game that the source should have had.
    fn missing(&mut self, _missing: &MissingGame<'_>, _out: &mut Vec<u8>) {}

    /// Ends a source, given the number of its games.
    fn end_source(&mut self, _games: u64, _out: &mut Vec<u8>) {}

    /// Writes what stands after the last record, given the number of games and of those that are not as they should be.
    fn tail(&mut self, _games: u64, _wrong: u64, _out: &mut Vec<u8>) {}
}

impl Format for Box<dyn Format> {
    fn head(&mut self, out: &mut Vec<u8>) {
        (**self).head(out);
    }

    fn begin_source(&mut self, file: &str, out: &mut Vec<u8>) {
        (**self).begin_source(file, out);
    }

    fn begin_chunk(&mut self, in_group: bool) {
        (**self).begin_chunk(in_group);
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        (**self).record(record, out);
    }

    fn text(&mut self, line: &[u8], out: &mut Vec<u8>) {
        (**self).text(line, out);
    }

    fn takes_warning(&mut self, warning: &Diagnostic<'_>, out: &mut Vec<u8>) -> bool {
        (**self).takes_warning(warning, out)
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        (**self).end_group(out);
    }

    fn missing(&mut self, missing: &MissingGame<'_>, out: &mut Vec<u8>) {
        (**self).missing(missing, out);
    }

    fn end_source(&mut self, games: u64, out: &mut Vec<u8>) {
        (**self).end_source(games, out);
    }

    fn tail(&mut self, games: u64, wrong: u64, out: &mut Vec<u8>) {
        (**self).tail(games, wrong, out);
    }
}

/// The format of `--quiet`: no records.
pub struct Quiet;

impl Format for Quiet {
    fn record(&mut self, _record: &Record<'_>, _out: &mut Vec<u8>) {}
}

/// What a format needs from the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a declaration of independent facts")]
pub struct Needs {
    /// Score cards, not only totals.
    pub cards: bool,
    /// Groups of at most [`GAMES_PER_BOARD`] games in one piece.
    pub whole_groups: bool,
    /// A line for each game that no other game is on.
    pub unique_lines: bool,
    /// The records in input order: they depend on those before them.
    pub input_order: bool,
    /// About how many times as long as its input the output is.
    pub growth: usize,
}

/// The value of `--to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum OutputFormat {
    /// The total, after the name if there is one
    #[default]
    Totals,
    /// The score board, two rows per game
    Board,
    /// Comma-separated values, one row per game
    Csv,
    /// JSON Lines, one object per game
    Json,
    /// The game in the notation of score sheets
    Notation,
    /// The game as numbers of pins
    Rolls,
    /// A sheet that claims its running totals
    Sheet,
    /// How each frame was scored
    Explain,
    /// A page of score sheets, to look at and to print
    Html,
}

impl OutputFormat {
    /// A writer of the format with these tags, for a terminal of this width if it is one. All writers of a run share its page.
    #[must_use]
    pub fn format(
        self,
        header: bool,
        keep: &TagKeys,
        paint: Paint,
        columns: Option<usize>,
        page: &Arc<Page>,
    ) -> Box<dyn Format> {
        match self {
            Self::Totals => Box::new(totals::Totals),
            Self::Board => Box::new(board::Board::new(paint, columns)),
            Self::Csv => Box::new(csv::Csv::new(header, keep.clone())),
            Self::Json => Box::new(json::Json::new(keep.clone())),
            Self::Notation => Box::new(notation::Notation::default()),
            Self::Rolls => Box::new(rolls::Rolls::default()),
            Self::Sheet => Box::new(sheet::Sheet::default()),
            Self::Explain => Box::new(explain::Explain),
            Self::Html => Box::new(html::Html::new(Arc::clone(page))),
        }
    }

    /// What the format needs.
    #[must_use]
    pub const fn needs(self) -> Needs {
        let cards = Needs { cards: true, whole_groups: false, unique_lines: false, input_order: false, growth: 4 };
        match self {
            Self::Totals => Needs { cards: false, growth: 1, ..cards },
            Self::Notation | Self::Rolls => Needs { growth: 2, ..cards },
            Self::Csv => cards,
            Self::Explain | Self::Json => Needs { growth: 16, ..cards },
            Self::Board => Needs { whole_groups: true, growth: 8, ..cards },
            // A page links to its games by their lines.
            Self::Html => Needs { whole_groups: true, unique_lines: true, growth: 32, ..cards },
            // A sheet names the rules where they differ from those of the game before.
            Self::Sheet => Needs { input_order: true, ..cards },
        }
    }

    /// Whether a blank line separates records, or groups of them.
    #[must_use]
    pub const fn has_separators(self) -> bool {
        matches!(self, Self::Board | Self::Explain)
    }
}

/// The columns of CSV and the keys of JSON, but for those of single frames.
const OWN_COLUMNS: [&str; 12] =
    ["file", "line", "name", "frames", "total", "max", "complete", "error", "rules", "notation", "claim", "holds"];

/// Whether records have a column or a key of this name, which is written without case, blanks and punctuation.
#[must_use]
pub fn is_own_column(plain_name: &str) -> bool {
    let frame = plain_name.strip_prefix("frame").and_then(|number| number.parse::<u8>().ok());
    OWN_COLUMNS.contains(&plain_name) || frame.is_some_and(|frame| (1..=FRAMES).contains(&frame))
}

/// The word in place of a total if a game is in error.
const ERROR: &[u8] = b"error";

/// Appends a number of pins or a total.
#[inline]
pub fn write_number(number: u16, out: &mut Vec<u8>) {
    match short::NUMBERS.get(usize::from(number)) {
        Some(short) => short.write(out),
        None => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// The file of test records.
#[cfg(test)]
const TEST_FILE: &str = "a \"file\", b";

/// Gives the record of a line of a sheet to a test.
#[cfg(test)]
fn with_record(line: &str, rules: crate::Rules, test: impl FnOnce(&Record<'_>)) {
    use super::input::{ClaimPlace, EntryClaim, Outcome, Place, Played, Refusal};

    struct Nowhere;
    impl ClaimPlace for Nowhere {
        fn place(&self, _frame: Option<u8>) -> Place<'_> {
            Place { line: 1, column: 1, field: None }
        }
    }

    let scored = crate::score_line(line.as_bytes(), crate::Dialect::Auto, rules).unwrap();
    let claim = scored.claim.as_ref();
    let mismatch = claim.and_then(|claim| crate::verify(claim, scored.game.as_ref()).err());
    let card = scored.game.as_ref().map(crate::Game::score_card);
    let card = card.map_err(|error| Refusal::new(12_347, error.clone()));
    let outcome = match &card {
        Ok(card) => Outcome::Scored(card),
        Err(refusal) => Outcome::Refused(refusal, Played::Nothing),
    };
    let claim = claim.map(|claim| EntryClaim { claim: Some(claim), text: scored.claim_text, place: &Nowhere });
    let entry = Entry { name: scored.name, claim, ..Entry::new(12_345, rules, outcome) };
    test(&Record { mismatch: mismatch.as_ref(), ..Record::new(TEST_FILE, &entry) });
}
