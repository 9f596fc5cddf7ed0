//! What is wrong with a game, where, and the text around it.

use memchr::{memchr, memrchr};

use crate::error::{LineError, characters};

/// A located error: what is wrong with a game, and where.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The line, from 1.
    pub line: u64,
    /// The column, the frame and the problem.
    pub error: LineError,
    /// The column header or the key of the value that the error is in.
    pub field: Option<String>,
    /// Whether the visitor has already got it by [`Visitor::error`](super::Visitor::error).
    pub is_reported: bool,
    /// The text around it, if that is not a part of the [text](super::Entry::text) of the entry.
    pub excerpt: Option<Excerpt>,
}

impl Refusal {
    /// An error that has not been reported yet.
    pub const fn new(line: u64, error: LineError) -> Self {
        Self { line, error, field: None, is_reported: false, excerpt: None }
    }
}

/// More bytes than this on either side of the error are left out. Bounds memory.
const MOST_AROUND: usize = 1024;

/// A part of a line, for inputs whose games are not one line or one row each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    text: Vec<u8>,
    column: usize,
}

impl Excerpt {
    /// The line around a byte of a record, or as much of it as belongs to the record.
    pub fn around(record: &[u8], at: usize) -> Self {
        let (before, after) = record.split_at(at.min(record.len()));
        // A chunk may hold many records in one line: what is far away is not looked at.
        let near = &before[before.len().saturating_sub(MOST_AROUND)..];
        let start = match memrchr(b'\n', near) {
            Some(end) => end + 1,
            None if near.len() < before.len() => near.iter().take_while(|&&byte| is_inside(byte)).count(),
            None => 0,
        };
        let after = &after[..after.len().min(MOST_AROUND)];
        let end = memchr(b'\n', after).unwrap_or(after.len());
        let text = [&near[start..], after[..end].trim_ascii_end()].concat();
        Self { column: 1 + characters(&near[start..]), text }
    }

    pub fn at_column(line: &[u8], column: usize) -> Self {
        let start = (0..line.len()).filter(|&at| !is_inside(line[at])).nth(column.saturating_sub(1));
        Self::around(line, start.unwrap_or(line.len()))
    }

    /// The text, and the column of the error in it.
    pub fn parts(&self) -> (&[u8], usize) {
        (&self.text, self.column)
    }
}

/// Whether a byte does not start a character.
const fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(record: &str, at: &str) -> (String, usize) {
        let excerpt = Excerpt::around(record.as_bytes(), record.find(at).unwrap());
        let (text, column) = excerpt.parts();
        (String::from_utf8(text.to_vec()).unwrap(), column)
    }

    #[test]
    fn the_line_of_the_error_is_shown() {
        assert_eq!(around("{\"é\": 11}", "11"), ("{\"é\": 11}".into(), 7));
        assert_eq!(around("{\n  \"rolls\": [11],\r\n}", "11"), ("  \"rolls\": [11],".into(), 13));
        assert_eq!(Excerpt::around(b"X\n", 9).parts(), (&b""[..], 1));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let (text, column) = around(&format!("{}11{}", "é".repeat(2000), "x".repeat(2000)), "11");
        assert_eq!((text.len(), column), (2 * MOST_AROUND, 1 + MOST_AROUND / 2));
        let (text, column) = around(&format!("a{}b11", "é".repeat(2000)), "11");
        assert_eq!((text.len(), column), (MOST_AROUND + 1, 1 + MOST_AROUND / 2));
    }
}
