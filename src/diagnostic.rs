//! Diagnostics on standard error, a line each: `sheet.txt:3:12: frame 2: 8 then 5 is 13 pins, a rack has 10`.

use std::fmt;
use std::io::Write;

use crate::output::Paint;
use crate::output::text::visible;

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
        let (bold, plain) = if paint == Paint::Colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let (file, message) = (visible(self.file), self.message.to_string());
        // Writing to a buffer in memory cannot fail.
        let _ = writeln!(out, "{bold}{file}:{}:{}:{plain} {}", self.line, self.column, visible(&message));
    }
}

/// Trouble that is no game's: said on standard error, whatever becomes of that.
pub fn complain(trouble: &dyn fmt::Display) {
    let message = format!("bowling: {}\n", visible(&trouble.to_string()));
    let _ = std::io::stderr().write_all(message.as_bytes());
}

/// An error of the system in its own words, without the number that Rust adds.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].into(),
        None => text,
    }
}
