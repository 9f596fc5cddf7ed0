//! What a screen shows: lines of text and the place of the cursor.

use std::fmt::Write as _;

use crate::cli::text::{prefix, width};

/// The size of a window in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
}

/// The whole content of a window. Every line fits into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    pub lines: Vec<String>,
    /// The row and the column of the cursor, from 0.
    pub cursor: (usize, usize),
}

impl View {
    /// The view as escape sequences, for a window of `rows` rows. A line is cleared before it is written: clearing
    /// the rest of a line that fills the window would clear its last character.
    pub fn to_bytes(&self, rows: usize) -> Vec<u8> {
        let mut text = String::from("\x1b[?25l");
        for row in 0..rows {
            let line = self.lines.get(row).map_or("", String::as_str);
            // Writing to memory cannot fail.
            let _ = write!(text, "\x1b[{};1H\x1b[2K{line}", row + 1);
        }
        let (row, column) = self.cursor;
        let _ = write!(text, "\x1b[{};{}H\x1b[?25h", row + 1, column + 1);
        text.into_bytes()
    }
}

/// Breaks a text into lines of at most `columns`, between words where possible.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while width(rest) > columns {
            // At least one character, however wide.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let fits = prefix(rest, columns).len().max(first);
            let is_word_end = rest[fits..].starts_with(' ');
            let blank = rest[..fits].rfind(' ').filter(|&at| !is_word_end && !rest[..at].trim().is_empty());
            let (start, end) = rest.split_at(blank.unwrap_or(fits));
            lines.push(start.trim_end().to_owned());
            rest = end.trim_start();
        }
        if !rest.is_empty() || line.is_empty() {
            lines.push(rest.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words_and_by_display_width() {
        assert_eq!(wrap("pins standing: 4, best: 243", 17), ["pins standing: 4,", "best: 243"]);
        assert_eq!(wrap("one\n  two", 80), ["one", "  two"]);
        assert_eq!(wrap("one two", 7), ["one two"]);
        assert_eq!(wrap("one three", 6), ["one", "three"]);
        assert_eq!(wrap("  three", 4), ["  th", "ree"]);
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("남은 핀 4개", 8), ["남은 핀", "4개"]);
        assert_eq!(wrap("핀", 1), ["핀"]);
        assert_eq!(wrap("", 5), Vec::<String>::new());
    }
}
