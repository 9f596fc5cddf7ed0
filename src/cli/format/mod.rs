//! Scored games become text: one file per format, each a [`Format`].
//!
//! A new format is a new file here, a variant of [`OutputFormat`], and its arms in
//! [`OutputFormat::format`] and [`OutputFormat::growth`].

mod board;
mod buffer;
mod csv;
mod explain;
mod frame_cache;
mod html;
mod json;
mod notation;
mod number;
mod rolls;
mod row_start;
mod sheet;
mod tap;
mod totals;

pub use board::{GAMES_PER_BOARD, Painter, Row, cell_width, frames_per_piece, frames_that_fit, name_column, pieces};
pub use buffer::Buffer;
pub use csv::write_text as write_csv_text;
pub use html::Page;
pub use json::write_json;
pub use tap::{Tap, failure as tap_failure, missing as tap_missing};
pub use totals::{write_total, write_totals};

use std::sync::Arc;

use super::color::Paint;
use super::input::InputGame;
use crate::game::ScoreCard;
use crate::sheet::Mismatch;

/// What a format is told about one game.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The file as it was named, `-` for standard input.
    pub file: &'a str,
    /// The game as it was read.
    pub game: &'a InputGame<'a>,
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
    pub const fn new(file: &'a str, game: &'a InputGame<'a>) -> Self {
        Self { file, game, mismatch: None, claim_column: 1, difference: None }
    }

    /// The game, if it is not in error.
    #[must_use]
    pub fn good(&self) -> Option<&'a ScoreCard> {
        self.game.card.filter(|_| self.game.error.is_none())
    }
}

/// A writer of records.
pub trait Format: Send {
    /// Writes what stands before the first record.
    fn head(&self, _out: &mut Buffer) {}

    /// Starts a source.
    fn begin_source(&mut self, _file: &str, _out: &mut Buffer) {}

    /// Starts a run of records, given their file, whether the first game belongs to the group before,
    /// and the number of games before.
    fn begin(&mut self, _file: &str, _continues_group: bool, _games_before: u64) {}

    /// Writes one game.
    fn record(&mut self, record: &Record<'_>, out: &mut Buffer);

    /// Whether good games without a name or a claim may come to [`cards`](Self::cards), which is
    /// faster.
    fn takes_cards(&self) -> bool {
        false
    }

    /// Writes such games of consecutive lines.
    fn cards(&mut self, _first_line: u64, _cards: &[ScoreCard], _out: &mut Buffer) {}

    /// Takes a line of a sheet without a game: blank, or a comment.
    fn text(&mut self, _line: &[u8], _out: &mut Buffer) {}

    /// Ends a group.
    fn end_group(&mut self, _out: &mut Buffer) {}

    /// Ends a run of records. For most formats that is the end of a group.
    fn end_chunk(&mut self, out: &mut Buffer) {
        self.end_group(out);
    }

    /// Ends a source, given the number of its games.
    fn end_source(&mut self, _games: u64, _out: &mut Buffer) {}

    /// Writes what stands after the last record, given the number of games.
    fn tail(&self, _games: u64, _out: &mut Buffer) {}
}

/// Writes the games of consecutive lines: those that `write_usual` writes, given their place, and all
/// others as records.
#[inline]
fn write_cards<F: Format>(
    format: &mut F,
    first_line: u64,
    cards: &[ScoreCard],
    out: &mut Buffer,
    write_usual: impl Fn(&F, usize, &ScoreCard, &mut Buffer) -> bool,
) {
    for (at, card) in cards.iter().enumerate() {
        if !write_usual(format, at, card, out) {
            // Formats have been told the file.
            format.record(&Record::new("", &InputGame::of_card(first_line + at as u64, card)), out);
        }
    }
}

/// The format of `--quiet`: no records.
pub struct Quiet;

impl Format for Quiet {
    fn record(&mut self, _record: &Record<'_>, _out: &mut Buffer) {}
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
    /// A writer of the format, for a terminal of this width if it is one. All writers of a run share its page.
    #[must_use]
    pub fn format(self, header: bool, paint: Paint, columns: Option<usize>, page: &Arc<Page>) -> Box<dyn Format> {
        match self {
            Self::Totals => Box::new(totals::Totals),
            Self::Board => Box::new(board::Board::new(paint, columns)),
            Self::Csv => Box::new(csv::Csv::new(header)),
            Self::Json => Box::new(json::Json::default()),
            Self::Notation => Box::new(notation::Notation::default()),
            Self::Rolls => Box::new(rolls::Rolls::default()),
            Self::Sheet => Box::new(sheet::Sheet::default()),
            Self::Explain => Box::new(explain::Explain),
            Self::Html => Box::new(html::Html::new(Arc::clone(page))),
        }
    }

    /// About how many times as long as its input the output is.
    #[must_use]
    pub const fn growth(self) -> usize {
        match self {
            Self::Totals => 1,
            Self::Notation | Self::Rolls => 2,
            Self::Sheet | Self::Csv => 4,
            Self::Board => 8,
            Self::Explain | Self::Json => 16,
            Self::Html => 32,
        }
    }
}

/// The word in place of a total if a game is in error.
const ERROR: &[u8] = b"error";

/// The file of test records.
#[cfg(test)]
const TEST_FILE: &str = "a \"file\", b";

/// Gives the record of a line of a sheet to a test.
#[cfg(test)]
fn with_record(line: &str, rules: crate::Rules, test: impl FnOnce(&Record<'_>)) {
    let scored = crate::score_line(line.as_bytes(), crate::Dialect::Auto, rules).unwrap();
    let mismatch = scored.claim.as_ref().and_then(|claim| crate::verify(claim, scored.game.as_ref()).err());
    let card = scored.game.as_ref().ok().map(crate::Game::score_card);
    let game = InputGame {
        name: scored.name,
        card: card.as_ref(),
        error: scored.game.as_ref().err().map(|error| (12_347, error)),
        claim: scored.claim.as_ref(),
        claim_text: scored.claim_text,
        ..InputGame::new(12_345, rules, line.as_bytes())
    };
    test(&Record { file: TEST_FILE, game: &game, mismatch: mismatch.as_ref(), claim_column: 1, difference: None });
}
