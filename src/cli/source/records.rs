//! Finds where the last whole record of some bytes ends, or the last whole group of records. Says nothing about what is
//! wrong with a record.

use memchr::{memchr, memrchr};

use super::csv;
use crate::error::LONGEST_LINE;
use crate::sheet::line::LineKind;

/// A group that is spread over more text than this is cut. Bounds memory.
const LONGEST_GROUP: usize = 4 * 1024 * 1024;
/// A record that has no end within this many bytes is cut. Bounds memory. Longer than a line may be,
/// so that a line which is too long by itself is reported as such.
const LONGEST_RECORD: usize = 2 * LONGEST_LINE;

/// The records of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    #[default]
    Lines,
    /// Rows of CSV, whose quoted cells may hold line ends.
    Csv,
    /// Anything: the reader keeps what is not whole yet.
    Any,
}

/// Finds the end of the last whole record, or of the last whole group of records.
#[derive(Debug, Default)]
pub struct Splitter {
    records: Records,
    /// A longer group is cut after this many games. Without it groups are not kept whole.
    most_games: Option<usize>,
    search: GroupSearch,
    /// The header of a table is in an earlier group.
    has_header: bool,
}

impl Splitter {
    /// Splits after any record, or after whole groups of at most `most_games` games.
    pub fn new(records: Records, most_games: Option<usize>) -> Self {
        Self { records, most_games, ..Self::default() }
    }

    /// Whether a line over [`LONGEST_LINE`] cannot be part of a record.
    pub fn has_short_lines(&self) -> bool {
        self.records != Records::Any
    }

    /// Where to cut some bytes; `None` to read more first.
    pub fn cut(&mut self, bytes: &[u8]) -> Option<usize> {
        match (self.records, self.most_games) {
            (Records::Lines, None) => memrchr(b'\n', bytes).map(|at| at + 1),
            (Records::Lines, Some(most_games)) => self.search.end(bytes, most_games),
            (Records::Any, None) => (!bytes.is_empty()).then_some(bytes.len()),
            // Where it is cut must not depend on how much was read at once.
            (Records::Any, Some(_)) => (bytes.len() >= LONGEST_GROUP).then_some(LONGEST_GROUP),
            (Records::Csv, None) => cut_rows(bytes),
            (Records::Csv, Some(most_games)) => {
                // The header is the first row.
                let end = end_of_group(bytes, most_games + usize::from(!self.has_header));
                if end.is_some() {
                    self.has_header = true;
                    return end;
                }
                let last = last_row_end(bytes).unwrap_or(0);
                let is_bounded = bytes.len() <= LONGEST_GROUP && bytes.len() - last <= LONGEST_RECORD;
                if is_bounded { None } else { cut_rows(bytes) }
            }
        }
    }
}

/// How far the search for the end of a group of lines has come.
#[derive(Debug, Default)]
struct GroupSearch {
    scanned: usize,
    games: usize,
    first_game: usize,
}

impl GroupSearch {
    /// The end of the last whole group in these bytes.
    fn end(&mut self, bytes: &[u8], most_games: usize) -> Option<usize> {
        let mut end = None;
        while let Some(line) = memchr(b'\n', &bytes[self.scanned..]) {
            let (start, after) = (self.scanned, self.scanned + line + 1);
            match LineKind::of(&bytes[start..after - 1]) {
                LineKind::Blank => {
                    self.games = 0;
                    end = Some(after);
                }
                LineKind::Game => {
                    if self.games == 0 {
                        self.first_game = start;
                    }
                    self.games += 1;
                }
                // Comments go with the group below them, unless there are too many.
                _ if self.games == 0 && after - end.unwrap_or(0) > LONGEST_RECORD => end = Some(after),
                _ => {}
            }
            self.scanned = after;
            let is_long = self.games > 0 && after - self.first_game > LONGEST_GROUP;
            if is_long || self.games == most_games {
                self.games = 0;
                end = Some(after);
            }
            if is_long {
                break;
            }
        }
        let end = end?;
        self.scanned -= end;
        self.first_game = self.first_game.saturating_sub(end);
        Some(end)
    }
}

fn cut_rows(bytes: &[u8]) -> Option<usize> {
    // A record without an end must not fill the memory. It is cut after its first line, which is never as long. The
    // reader finds that the end is missing.
    let first_line = || if bytes.len() > LONGEST_RECORD { memchr(b'\n', bytes) } else { None };
    last_row_end(bytes).or_else(|| Some(first_line()? + 1))
}

fn last_row_end(bytes: &[u8]) -> Option<usize> {
    if memchr(b'"', bytes).is_none() {
        return memrchr(b'\n', bytes).map(|end| end + 1);
    }
    let mut at = 0;
    while let Some(len) = csv::first_end(&bytes[at..]).filter(|&len| len > 0) {
        at += len;
    }
    (at > 0).then_some(at)
}

/// The end of the first `most` rows that are not blank. Cutting after every group makes the groups depend on the text
/// alone, not on how much of it was read at once.
fn end_of_group(bytes: &[u8], most: usize) -> Option<usize> {
    let (mut at, mut count) = (0, 0);
    while count < most {
        let len = csv::first_end(&bytes[at..])?;
        count += usize::from(!csv::is_blank(&bytes[at..at + len]));
        at += len;
    }
    Some(at)
}
