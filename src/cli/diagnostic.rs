//! Diagnostics on standard error, one per line:
//! `sheet.txt:3:12: frame 2: 8 then 5 is 13 pins, a rack has 10`.

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use super::color::{Color, LineStyle, Paint, Style};
use super::place::Place;
use super::status::Status;
use super::text::{first_characters, last_characters, visible, width};

/// Appends a diagnostic to a buffer.
pub fn write_diagnostic(file: &str, place: &Place, message: &dyn fmt::Display, style: LineStyle, out: &mut Vec<u8>) {
    let mut text = String::with_capacity(ORDINARY);
    // Writing to memory cannot fail.
    let _ = write!(text, "{}:{}:", visible(file), place.line);
    let _ = place.known_column().map_or(Ok(()), |column| write!(text, "{column}:"));
    let end = text.len();
    let _ = place.field.as_ref().map_or(Ok(()), |field| write!(text, "{field}: "));
    let _ = write!(text, "{message}");
    let (place, message) = text.split_at(end);
    style.write_line(&[(Some(Style::Place), place), (None, " "), (None, &visible(message))], INDENT, out);
}

/// Room for an ordinary diagnostic, so that it is written without growing.
const ORDINARY: usize = 160;

/// How far the text below a diagnostic is indented.
const INDENT: usize = 4;

/// The most characters of a line that are shown on either side of a place.
const MOST_AROUND: usize = 30;

/// Appends the line that a diagnostic is about, and a caret below its place.
pub fn write_caret([before, after]: &[String; 2], paint: Paint, out: &mut Vec<u8>) {
    let (before, after) = (last_characters(before, MOST_AROUND), first_characters(after, 2 * MOST_AROUND));
    let (before, after) = (visible(&before), visible(&after));
    let (start, end) = paint.style(Style::Error);
    // Writing to memory cannot fail.
    let _ = writeln!(out, "{:INDENT$}{before}{after}\n{:2$}{start}^{end}", "", "", INDENT + width(&before));
}

/// Whether a message could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Writes to standard error. A reader that has gone away is not an error.
pub fn write_stderr(text: &[u8]) {
    if std::io::stderr().write_all(text).is_err_and(|error| error.kind() != std::io::ErrorKind::BrokenPipe) {
        IS_LOST.store(true, Ordering::Relaxed);
    }
}

/// The status with which the program ends: a run whose messages are lost has failed.
pub fn final_status(status: Status) -> Status {
    if IS_LOST.load(Ordering::Relaxed) { Status::Failed } else { status }
}

/// Prints a message that is not about a game.
pub fn print_error(message: &dyn fmt::Display) {
    let message = message.to_string();
    let mut line = Vec::new();
    Color::Never.stderr().write_line(&[(None, "bowling: "), (None, &visible(&message))], INDENT, &mut line);
    write_stderr(&line);
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
        let caret = |line: &str, at| {
            let mut out = Vec::new();
            write_caret(&Place::of_byte(1, line.as_bytes(), at).around, Paint::Plain, &mut out);
            String::from_utf8(out).unwrap()
        };
        let mut red = Vec::new();
        write_caret(&["8 ".into(), "5".into()], Paint::Colored, &mut red);
        assert_eq!(red, b"    8 5\n      \x1b[31m^\x1b[0m\n");
        assert_eq!(caret("8 5 1\r", 2), "    8 5 1\n      ^\n");
        // A wide character takes two columns, and a hidden one is shown as an escape.
        assert_eq!(caret("홍\t: 8 5", "홍\t: 8 ".len()), "    홍\\u{9}: 8 5\n               ^\n");
        assert_eq!(caret("", 0), "    \n    ^\n");
        let long = caret(&"5 ".repeat(200), 200);
        assert_eq!(long.lines().map(width).collect::<Vec<_>>(), [4 + 1 + 30 + 60 + 1, 4 + 1 + 30 + 1]);
    }
}
