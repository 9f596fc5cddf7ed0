//! Finds where the last whole record of some bytes ends: a file per kind of record.
//!
//! A splitter knows bytes and where records end. It knows neither files nor games, and says nothing about what is wrong
//! with a record.

pub mod csv;
mod lines;

use memchr::{memchr, memrchr};

use crate::error::LONGEST_LINE;
use lines::GroupSearch;

/// A group that is spread over more text than this is cut. Bounds memory.
const LONGEST_GROUP: usize = 4 * 1024 * 1024;
/// A record that has no end within this many bytes is cut. Bounds memory. Longer than a line may be,
/// so that a line which is too long by itself is reported as such.
const LONGEST_RECORD: usize = 2 * LONGEST_LINE;

/// What a source consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    Lines,
    /// Rows of CSV, whose quoted cells may hold line ends.
    Csv,
    /// Anything: the reader keeps what is not whole yet.
    Any,
}

/// Finds the end of the last whole record, or of the last whole group of records.
#[derive(Debug)]
pub struct Splitter {
    records: Records,
    groups: Option<Groups>,
}

/// How groups are kept whole.
#[derive(Debug)]
struct Groups {
    /// A longer group is cut after this many games.
    most_games: usize,
    search: GroupSearch,
    /// The header of a table is in an earlier group.
    has_header: bool,
}

impl Splitter {
    /// Splits after any record, or after whole groups of at most `group` games.
    pub fn new(records: Records, group: Option<usize>) -> Self {
        let groups = group.map(|most_games| Groups { most_games, search: GroupSearch::default(), has_header: false });
        Self { records, groups }
    }

    /// Whether a line over [`LONGEST_LINE`] cannot be part of a record.
    pub fn has_short_lines(&self) -> bool {
        self.records != Records::Any
    }

    /// Where to cut some bytes; `None` to read more first.
    pub fn cut(&mut self, bytes: &[u8]) -> Option<usize> {
        match (self.records, &mut self.groups) {
            (Records::Lines, None) => memrchr(b'\n', bytes).map(|at| at + 1),
            (Records::Lines, Some(groups)) => groups.search.end(bytes, groups.most_games),
            (Records::Any, None) => (!bytes.is_empty()).then_some(bytes.len()),
            // Where it is cut must not depend on how much was read at once.
            (Records::Any, Some(_)) => (bytes.len() >= LONGEST_GROUP).then_some(LONGEST_GROUP),
            (Records::Csv, None) => cut_rows(bytes),
            (Records::Csv, Some(groups)) => {
                // The header is the first row.
                let end = end_of_group(bytes, groups.most_games + usize::from(!groups.has_header));
                if end.is_some() {
                    groups.has_header = true;
                    return end;
                }
                let last = last_row_end(bytes).unwrap_or(0);
                let is_bounded = bytes.len() <= LONGEST_GROUP && bytes.len() - last <= LONGEST_RECORD;
                if is_bounded { None } else { cut_rows(bytes) }
            }
        }
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
