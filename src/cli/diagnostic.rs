//! Diagnostics on standard error, one per line:
//! `sheet.txt:3:12: frame 2: 8 then 5 is 13 pins, a rack has 10`.

use std::fmt;
use std::io::Write;

use super::color::{Paint, Style};
use super::text::visible;

/// What is wrong, and where.
pub struct Diagnostic<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: &'a dyn fmt::Display,
}

impl Diagnostic<'_> {
    /// Appends the line to a buffer.
    pub fn write(&self, paint: Paint, out: &mut Vec<u8>) {
        let (start, end) = paint.style(Style::Place);
        let (file, message) = (visible(self.file), self.message.to_string());
        // Writing to memory cannot fail.
        let _ = writeln!(out, "{start}{file}:{}:{}:{end} {}", self.line, self.column, visible(&message));
    }
}

/// Prints an error that is not about a game to standard error.
pub fn print_error(error: &dyn fmt::Display) {
    let message = format!("bowling: {}\n", visible(&error.to_string()));
    // Nothing can be done if standard error is closed.
    let _ = std::io::stderr().write_all(message.as_bytes());
}

/// An I/O error in the system's words, without the number that Rust adds.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].into(),
        None => text,
    }
}
