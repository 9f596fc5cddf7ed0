//! Where something stands in an input, and what is wrong there.

use std::fmt;

use memchr::{memchr, memchr_iter, memrchr};

use super::problem::InputError;
use crate::error::characters;

/// A located error. Most are errors of a game, with the frame, the problem and advice; others are claims that do not
/// hold.
#[derive(Clone, Debug)]
pub struct Diagnostic<E = InputError> {
    pub place: Place,
    pub error: E,
}

impl<E> Diagnostic<E> {
    pub const fn new(place: Place, error: E) -> Self {
        Self { place, error }
    }
}

impl<E: fmt::Display> fmt::Display for Diagnostic<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1; 0 where a path in an object says it instead.
    pub column: usize,
    /// The header of its column, or its key; `None` in a sheet.
    pub field: Option<String>,
    /// Its line up to it, and from it on, as far as that is near. Both are empty if the line is not known.
    pub around: [String; 2],
}

impl Place {
    /// A line and a column of which the text is not known.
    pub const fn bare(line: u64, column: usize) -> Self {
        Self { line, column, field: None, around: [String::new(), String::new()] }
    }

    /// The column, if there is one.
    pub const fn known_column(&self) -> Option<usize> {
        if self.column == 0 { None } else { Some(self.column) }
    }

    /// The place of a byte of a text that starts at a line.
    pub fn of_byte(line: u64, text: &[u8], at: usize) -> Self {
        let at = at.min(text.len());
        let (before, after) = text.split_at(at);
        let start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = line + memchr_iter(b'\n', &before[..start]).count() as u64;
        let end = memchr(b'\n', &after[..after.len().min(MOST_AROUND)]).unwrap_or(after.len().min(MOST_AROUND));
        let near = start.max(at.saturating_sub(MOST_AROUND));
        let is_cut = |byte: &&u8| near > start && is_inside(**byte);
        let near = near + before[near..].iter().take_while(is_cut).count();
        let around = [&before[near..], after[..end].trim_ascii_end()].map(|text| String::from_utf8_lossy(text).into());
        Self { line, column: 1 + characters(&before[start..]), field: None, around }
    }
}

/// More bytes than this on either side of a place are left out. Bounds memory.
const MOST_AROUND: usize = 1024;

/// Whether a byte does not start a character.
const fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, at: &str) -> (u64, usize, String) {
        let place = Place::of_byte(3, text.as_bytes(), text.find(at).unwrap());
        (place.line, place.column, place.around.join("|"))
    }

    #[test]
    fn a_byte_has_a_line_and_a_column_in_it() {
        assert_eq!(place("{\"é\": 11}", "11"), (3, 7, "{\"é\": |11}".into()));
        assert_eq!(place("{\n  \"rolls\": [11],\r\n}", "11"), (4, 13, "  \"rolls\": [|11],".into()));
        assert_eq!(Place::of_byte(1, b"X\n", 9), Place::bare(2, 1));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let around =
            |text: &str| Place::of_byte(1, text.as_bytes(), text.find("11").unwrap()).around.map(|text| text.len());
        assert_eq!(around(&format!("{}11{}", "é".repeat(2000), "x".repeat(2000))), [MOST_AROUND; 2]);
        assert_eq!(around(&format!("a{}b11", "é".repeat(2000))), [MOST_AROUND - 1, 2]);
    }
}
