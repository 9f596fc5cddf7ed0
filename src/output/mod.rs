//! Scored games become bytes: a format a file, each a [`Format`] of the same shape.
//!
//! A new format is a new file here, a variant of [`To`] and a line in [`To::format`].

mod board;
mod check;
mod csv;
mod explain;
mod json;
mod notation;
mod quiet;
mod rolls;
mod sheet;
pub mod symbols;
pub mod text;
mod totals;

pub use board::{MOST_SEATS, Seat, draw, is_wide};
pub use check::Check;

use crate::check::Mismatch;
use crate::game::{Game, Rules};
use crate::parse::{Claim, LineError};

/// What a format is told about one game.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The file as it was named, `-` for standard input.
    pub file: &'a str,
    /// The line of the game (of its first roll in a log).
    pub line: u64,
    /// The player.
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    /// The game; in a log a game in error is kept up to the error.
    pub game: Option<&'a Game>,
    /// What the sheet says of it, and why that does not hold.
    pub claim: Option<(&'a Claim, Option<&'a Mismatch>)>,
    /// What is wrong, and on which line.
    pub error: Option<(u64, &'a LineError)>,
    /// Where the claim does not hold, as a column.
    pub claim_column: usize,
    /// The line as it was written, where it is one line.
    pub source: &'a [u8],
}

impl<'a> Record<'a> {
    /// A record of which only the place is known.
    #[must_use]
    pub const fn new(file: &'a str, line: u64, rules: Rules, source: &'a [u8]) -> Self {
        Self { file, line, name: None, rules, game: None, claim: None, error: None, claim_column: 1, source }
    }
}

/// A writer of records.
pub trait Format: Send {
    /// What stands before the first record.
    fn head(&self, _out: &mut Vec<u8>) {}

    /// One game.
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>);

    /// The end of a group, and of the part of the input that this writer is given at once.
    fn end_group(&mut self, _out: &mut Vec<u8>) {}

    /// Says whether the next group must be set apart from one before it.
    fn set_apart(&mut self, _apart: bool) {}

    /// What stands after the last record; `false` where the whole run has failed.
    fn tail(&mut self, _out: &mut Vec<u8>) -> bool {
        true
    }
}

/// Whether marks and places are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Bytes as they are.
    #[default]
    Plain,
    /// With the escapes of a terminal.
    Colour,
}

/// The formats by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum To {
    /// The total, after the name if there is one
    #[default]
    Totals,
    /// The score board, two rows a game
    Board,
    /// Comma-separated values, a row a game
    Csv,
    /// JSON Lines, an object a game
    Json,
    /// The game in the notation of score sheets
    Notation,
    /// The game as numbers of pins
    Rolls,
    /// A sheet that claims its running totals
    Sheet,
    /// Frame by frame, how the score came about
    Explain,
}

impl To {
    /// The writer of the format.
    #[must_use]
    pub fn format(self, header: bool, paint: Paint) -> Box<dyn Format> {
        match self {
            Self::Totals => Box::new(totals::Totals),
            Self::Board => Box::new(board::Board::new(paint)),
            Self::Csv => Box::new(csv::Csv::new(header)),
            Self::Json => Box::new(json::Json::default()),
            Self::Notation => Box::new(notation::Notation),
            Self::Rolls => Box::new(rolls::Rolls),
            Self::Sheet => Box::new(sheet::Sheet::default()),
            Self::Explain => Box::new(explain::Explain::default()),
        }
    }
}

/// A game without a name as [`To::Totals`] writes it.
#[inline]
pub fn total(total: u16, out: &mut Vec<u8>) {
    number(total, out);
    out.push(b'\n');
}

/// The writer of no records.
#[must_use]
pub fn quiet() -> Box<dyn Format> {
    Box::new(quiet::Quiet)
}

/// The word in place of a total where a game is in error.
const ERROR: &[u8] = b"error";

/// The highest total of any rule set.
const MOST: usize = 300;

/// Every total in digits, and how many they are.
static NUMBERS: [([u8; 4], u8); MOST + 1] = {
    let mut numbers = [([b' '; 4], 1); MOST + 1];
    let mut number = 0;
    while number <= MOST {
        let digits = [b'0' + (number / 100) as u8, b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8];
        numbers[number] = match number {
            100.. => ([digits[0], digits[1], digits[2], b' '], 3),
            10.. => ([digits[1], digits[2], b' ', b' '], 2),
            _ => ([digits[2], b' ', b' ', b' '], 1),
        };
        number += 1;
    }
    numbers
};

/// A number of points left-aligned in four columns, and how many of them it takes.
#[inline]
fn digits(number: u16) -> ([u8; 4], usize) {
    let (digits, len) = NUMBERS[usize::from(number).min(MOST)];
    (digits, usize::from(len))
}

/// A number of a line in digits.
fn line_number(mut line: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (line % 10) as u8;
        line /= 10;
        if line == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// The text of the file of a record, as a format writes it: worked out once for all records of a file.
#[derive(Default)]
struct FileField {
    file: String,
    field: Vec<u8>,
}

impl FileField {
    fn write(&mut self, file: &str, write: impl FnOnce(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
        if self.file != file || self.field.is_empty() {
            self.file = file.into();
            self.field.clear();
            write(file, &mut self.field);
        }
        out.extend_from_slice(&self.field);
    }
}

/// A number of pins or points in digits. Four bytes are always copied, which is cheaper than the right number.
#[inline]
fn number(number: u16, out: &mut Vec<u8>) {
    let (digits, len) = digits(number);
    let end = out.len() + len;
    out.extend_from_slice(&digits);
    out.truncate(end);
}
