//! Scored games become text: one file per format, each a [`Consumer`].
//!
//! A format appends to a vector of bytes. It knows neither threads nor files. A new format is a new file here, a variant
//! of [`OutputFormat`], and its arms in the functions of that.

mod board;
mod csv;
mod explain;
mod html;
mod json;
mod notation;
mod painter;
mod rolls;
mod sheet;
mod short;
mod tap;
mod totals;

pub use csv::write_text as write_csv_text;
pub use html::tag_keys as page_tags;
pub use notation::Notation;
pub use painter::{BoardRow, Painter, cell_width};
pub use rolls::Rolls;
pub use sheet::{sheet_name, write_claim};
pub use tap::Tap;
pub use totals::Totals;
#[cfg(feature = "screen")]
pub use totals::write_total;

use super::color::LineStyle;
use super::event::{Consumer, Entry, Event, MissingGame};
use super::read::TagKeys;
use super::verdict::Verdict;
use crate::game::FRAMES;

/// Writes records: one per game, as bytes.
pub type Format = dyn Consumer<Item = u8>;

/// The format of `--quiet`: no records.
pub struct Quiet;

impl Consumer for Quiet {
    type Item = u8;

    fn event(&mut self, _event: &Event<'_>, _out: &mut Vec<u8>) {}
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
    /// A writer of the format with these tags.
    pub fn make(self, header: bool, keep: TagKeys, style: LineStyle) -> Box<Format> {
        match self {
            Self::Totals => Box::new(totals::Totals { paint: style.paint }),
            Self::Board => Box::new(board::Board::new(style.paint, style.columns)),
            Self::Csv => Box::new(csv::Csv { header, keep, ..Default::default() }),
            Self::Json => Box::new(json::Json { keep, ..Default::default() }),
            Self::Notation => Box::new(notation::Notation::default()),
            Self::Rolls => Box::new(rolls::Rolls),
            Self::Sheet => Box::new(sheet::Sheet::default()),
            Self::Explain => Box::new(explain::Explain::new(style)),
            Self::Html => Box::new(html::Html::default()),
        }
    }

    /// Whether a blank line separates records, or groups of them.
    pub const fn has_separators(self) -> bool {
        matches!(self, Self::Board | Self::Explain)
    }
}

/// The columns of CSV and the keys of JSON, but for those of single frames.
const OWN_COLUMNS: [&str; 12] =
    ["file", "line", "name", "frames", "total", "max", "complete", "error", "rules", "notation", "claim", "holds"];

/// Whether records have a column or a key of this name, which is written without case, blanks and punctuation.
pub fn is_own_column(plain_name: &str) -> bool {
    let frame = plain_name.strip_prefix("frame").and_then(|number| number.parse::<u8>().ok());
    OWN_COLUMNS.contains(&plain_name) || frame.is_some_and(|frame| (1..=FRAMES).contains(&frame))
}

/// The word in place of a total if a game is in error.
const ERROR: &[u8] = b"error";
