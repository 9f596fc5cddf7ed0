//! Draws coloured terminal output as an SVG picture: reads text with colour escapes from standard
//! input, and writes SVG to standard output. `BLESS=1 cargo test --test manual` writes man/board.svg with it.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use unicode_width::UnicodeWidthStr;

const COLUMN: usize = 9;
const ROW: usize = 20;
const MARGIN: usize = 16;

/// The width of a text on a terminal, in columns.
fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The colour for the parameters of an escape such as `\x1b[1;32m`, on a dark background.
fn colour(escape: &str) -> &'static str {
    match escape {
        "1;31" => "#ff7b72",
        "1;32" => "#7ee787",
        "1;36" => "#79c0ff",
        "1" => "#ffffff",
        _ => "#c9d1d9",
    }
}

/// Splits a line into runs of one colour.
fn runs(line: &str) -> impl Iterator<Item = (&'static str, &str)> {
    line.split("\x1b[").enumerate().filter_map(|(at, run)| {
        let (escape, text) = if at == 0 { ("", run) } else { run.split_once('m').unwrap_or(("", run)) };
        (!text.is_empty()).then_some((colour(escape), text))
    })
}

/// The words of a text, each with its column. Wide characters form separate words.
fn words(text: &str) -> Vec<(usize, String)> {
    let (mut words, mut column, mut last) = (Vec::<(usize, String)>::new(), 0, 0);
    for letter in text.chars() {
        let wide = width(letter.encode_utf8(&mut [0; 4]));
        match words.last_mut() {
            _ if letter == ' ' => last = 0,
            Some((_, word)) if last == wide => word.push(letter),
            _ => words.push((column, letter.into())),
        }
        if letter != ' ' {
            last = wide;
        }
        column += wide;
    }
    words
}

/// Draws the picture. Each word is placed at its column and stretched to its width, so it is aligned in any font.
#[must_use]
pub fn svg(shown: &str) -> String {
    let plain = |line: &str| runs(line).map(|(_, text)| width(text)).sum::<usize>();
    let columns = shown.lines().map(plain).max().unwrap_or_default();
    let (wide, high) = (columns * COLUMN + 2 * MARGIN, shown.lines().count() * ROW + 2 * MARGIN);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n\
         <g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n"
    );
    for (row, line) in shown.lines().enumerate() {
        let (mut column, y) = (0, MARGIN + row * ROW + 15);
        for (fill, text) in runs(line) {
            for (before, word) in words(text) {
                let (x, length) = (MARGIN + (column + before) * COLUMN, width(&word) * COLUMN);
                let word = word.replace('&', "&amp;").replace('<', "&lt;");
                // Writing to a string cannot fail.
                let _ = writeln!(
                    picture,
                    "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" textLength=\"{length}\" \
                     lengthAdjust=\"spacingAndGlyphs\">{word}</text>"
                );
            }
            column += width(text);
        }
    }
    picture + "</g>\n</svg>\n"
}

#[allow(dead_code, reason = "tests/manual.rs includes this file for svg()")]
fn main() -> io::Result<()> {
    let mut shown = String::new();
    io::stdin().read_to_string(&mut shown)?;
    io::stdout().write_all(svg(&shown).as_bytes())
}
