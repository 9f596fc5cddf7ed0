//! Finds where the last whole record of some bytes ends: a file per kind of record.
//!
//! A splitter knows bytes and where records end. It knows neither files nor games, and says nothing about what is wrong
//! with a record.

pub mod csv;
pub mod json;
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
    /// Lines.
    Lines,
    /// Rows of CSV, whose quoted cells may hold line ends.
    Csv,
    /// JSON objects, which may be spread over lines or share one.
    Json,
    /// JSON objects in an array.
    JsonArray,
}

impl Records {
    const fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::JsonArray)
    }
}

/// Where bytes that were read are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// After this many bytes.
    At(usize),
    /// After all of them. The rest of the line that they end in is skipped, because it is too long.
    SkipLine,
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
}

impl Splitter {
    /// Splits after any record, or after whole groups of at most `group` games.
    pub fn new(records: Records, group: Option<usize>) -> Self {
        let groups = group.map(|most_games| Groups { most_games, search: GroupSearch::default() });
        Self { records, groups }
    }

    /// Whether a line over [`LONGEST_LINE`] cannot be part of a record.
    pub const fn has_short_lines(&self) -> bool {
        !self.records.is_json()
    }

    /// Where to cut some bytes, of which the first `searched` have no end of a record; `None` to read more first.
    pub fn cut(&mut self, bytes: &[u8], searched: usize) -> Option<Cut> {
        match (self.records, &mut self.groups) {
            (Records::Lines, None) => memrchr(b'\n', &bytes[searched..]).map(|at| Cut::At(searched + at + 1)),
            (Records::Lines, Some(groups)) => groups.search.end(bytes, groups.most_games).map(Cut::At),
            (records, None) => records.cut(bytes),
            (records, Some(groups)) => {
                let end = end_of_groups(bytes, records, groups.most_games);
                if end.is_some() {
                    return end.map(Cut::At);
                }
                let last = records.last_end(bytes).unwrap_or(0);
                let is_bounded = bytes.len() <= LONGEST_GROUP && bytes.len() - last <= LONGEST_RECORD;
                if is_bounded { None } else { records.cut(bytes) }
            }
        }
    }
}

impl Records {
    /// Where to cut records of a table.
    fn cut(self, bytes: &[u8]) -> Option<Cut> {
        if let Some(end) = self.last_end(bytes) {
            return Some(Cut::At(end));
        }
        if bytes.len() <= LONGEST_RECORD {
            return None;
        }
        // A record without an end must not fill the memory. It is cut after its first line, or if that
        // is as long, the line is skipped. The reader finds that the end is missing.
        Some(memchr(b'\n', bytes).map_or(Cut::SkipLine, |end| Cut::At(end + 1)))
    }

    /// How the first record is found.
    fn first_end(self) -> fn(&[u8]) -> Option<usize> {
        match self {
            Self::Json => json::first_end,
            Self::JsonArray => json::first_end_in_array,
            Self::Lines | Self::Csv => csv::first_end,
        }
    }

    /// The end of the last whole record.
    fn last_end(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Json => json::last_line(bytes).or_else(|| last_of(bytes, self.first_end())),
            _ if !self.is_json() && memchr(b'"', bytes).is_none() => memrchr(b'\n', bytes).map(|end| end + 1),
            _ => last_of(bytes, self.first_end()),
        }
    }
}

/// The end of the last whole record, found from the first one on.
fn last_of(bytes: &[u8], first_end: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut at = 0;
    while let Some(len) = first_end(&bytes[at..]).filter(|&len| len > 0) {
        at += len;
    }
    (at > 0).then_some(at)
}

/// The end of the last whole group of `most` records.
fn end_of_groups(bytes: &[u8], records: Records, most: usize) -> Option<usize> {
    let (mut at, mut count, mut end) = (0, 0, None);
    let first_end = records.first_end();
    while let Some(len) = first_end(&bytes[at..]) {
        let is_game = records.is_json() || !csv::is_blank(&bytes[at..at + len]);
        at += len;
        count += usize::from(is_game);
        if count == most {
            (count, end) = (0, Some(at));
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_cut_between_records() {
        for (text, records, end) in [
            ("{\"a\":1}\n{\"b\":2}\n{\"c\"", Records::Json, Some(16)),
            ("{\"a\":1}\n", Records::Json, Some(8)),
            ("{\"a\":1}", Records::Json, Some(7)),
            ("[{\"a\":1},{\"b\":2},{", Records::JsonArray, Some(16)),
            ("[{\"a\":1}\n", Records::JsonArray, None),
            ("[{\"a\":1}\n]", Records::JsonArray, Some(9)),
            ("[\n  {\n  \"a\": [\n{},\n{}]\n  }\n]", Records::JsonArray, Some(27)),
        ] {
            assert_eq!(Splitter::new(records, None).cut(text.as_bytes(), 0), end.map(Cut::At), "{text:?}");
        }
    }
}
