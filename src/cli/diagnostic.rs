//! Diagnostics on standard error, one per line:
//! `sheet.txt:3:12: frame 2: 8 then 5 is 13 pins, a rack has 10`.

use std::fmt;
use std::io::Write;

use super::color::{Paint, Style};
use super::event::Place;
use super::status::Status;
use super::text::{first_characters, last_characters, split_at_column, visible, width};

/// Appends a diagnostic to a buffer.
pub fn write_diagnostic(file: &str, place: &Place, message: &dyn fmt::Display, paint: Paint, out: &mut Vec<u8>) {
    let (start, end) = paint.style(Style::Place);
    let field = place.field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
    let message = format!("{field}{message}");
    // Writing to memory cannot fail.
    let _ = writeln!(out, "{start}{}:{}:{}:{end} {}", visible(file), place.line, place.column, visible(&message));
}

/// The most characters of a line that are shown on either side of a place.
const MOST_AROUND: usize = 30;

/// Appends the line that a diagnostic is about, and a caret under the column.
pub fn write_caret(line: &[u8], column: usize, out: &mut Vec<u8>) {
    let line = String::from_utf8_lossy(line);
    let (before, after) = split_at_column(line.trim_end(), column);
    let (before, after) = (last_characters(before, MOST_AROUND), first_characters(after, 2 * MOST_AROUND));
    let (before, after) = (visible(&before), visible(&after));
    // Writing to memory cannot fail.
    let _ = writeln!(out, "    {before}{after}\n    {:1$}^", "", width(&before));
}

/// Prints an error that is not about a game to standard error.
pub fn print_error(error: &dyn fmt::Display) {
    let message = format!("bowling: {}\n", visible(&error.to_string()));
    // Nothing can be done if standard error is closed.
    let _ = std::io::stderr().write_all(message.as_bytes());
}

/// Prints why the program does nothing.
pub fn refuse(error: &dyn fmt::Display) -> Status {
    print_error(error);
    Status::Failed
}

/// An I/O error in the system's words, without the number that Rust adds.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.find(" (os error").map_or(text.as_str(), |end| &text[..end]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_under_the_place() {
        let caret = |line: &str, column| {
            let mut out = Vec::new();
            write_caret(line.as_bytes(), column, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(caret("8 5 1\r", 3), "    8 5 1\n      ^\n");
        // A wide character takes two columns, and a hidden one is shown as an escape.
        assert_eq!(caret("홍\t: 8 5", 7), "    홍\\u{9}: 8 5\n               ^\n");
        assert_eq!(caret("", 1), "    \n    ^\n");
        let long = caret(&"5 ".repeat(200), 201);
        assert_eq!(long.lines().map(width).collect::<Vec<_>>(), [4 + 1 + 30 + 60 + 1, 4 + 1 + 30 + 1]);
    }
}
