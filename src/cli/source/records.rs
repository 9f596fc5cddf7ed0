//! Finds where the last whole record of some bytes ends. Says nothing about what is wrong with a record.

use memchr::{memchr, memrchr};

use super::csv::first_end;
use crate::error::LONGEST_LINE;

/// A record that has no end within this many bytes is cut. Bounds memory. Longer than a line may be,
/// so that a line which is too long by itself is reported as such.
const LONGEST_RECORD: usize = 2 * LONGEST_LINE;

/// The records of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    Lines,
    /// Rows of CSV, whose quoted cells may hold line ends.
    Csv,
    /// Anything: the reader keeps what is not whole yet.
    Any,
}

impl Records {
    /// Whether a line over [`LONGEST_LINE`] cannot be part of a record.
    pub fn have_short_lines(self) -> bool {
        self != Self::Any
    }

    /// The end of the last whole record of some bytes; `None` to read more first.
    pub fn last_end(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Lines => memrchr(b'\n', bytes).map(|at| at + 1),
            Self::Any => Some(bytes.len()).filter(|&len| len > 0),
            Self::Csv => last_row_end(bytes).or_else(|| {
                // A record without an end must not fill the memory. It is cut after its first line, which is never as
                // long. The reader finds that the end is missing.
                let is_too_long = bytes.len() > LONGEST_RECORD;
                is_too_long.then(|| memchr(b'\n', bytes)).flatten().map(|at| at + 1)
            }),
        }
    }
}

fn last_row_end(bytes: &[u8]) -> Option<usize> {
    if memchr(b'"', bytes).is_none() {
        return memrchr(b'\n', bytes).map(|end| end + 1);
    }
    let mut at = 0;
    while let Some(len) = first_end(&bytes[at..]).filter(|&len| len > 0) {
        at += len;
    }
    (at > 0).then_some(at)
}
