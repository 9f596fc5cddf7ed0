//! Draws what a terminal shows as a picture: the text with its colours on standard input, SVG on
//! standard output. `BLESS=1 cargo test --test manual` makes man/board.svg with it.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use bowling::output::text::width;

const COLUMN: usize = 9;
const ROW: usize = 20;
const MARGIN: usize = 16;

/// The colour of a terminal's escape, `\x1b[1;32m` and its like, on a dark ground.
fn colour(escape: &str) -> &'static str {
    match escape {
        "1;31" => "#ff7b72",
        "1;32" => "#7ee787",
        "1;36" => "#79c0ff",
        "1" => "#ffffff",
        _ => "#c9d1d9",
    }
}

/// The runs of one colour in a line: the colour and the text.
fn runs(line: &str) -> impl Iterator<Item = (&'static str, &str)> {
    line.split("\x1b[").enumerate().filter_map(|(at, run)| {
        let (escape, text) = if at == 0 { ("", run) } else { run.split_once('m').unwrap_or(("", run)) };
        (!text.is_empty()).then_some((colour(escape), text))
    })
}

/// The words of a text, with the columns before each; wide letters are words of their own.
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

/// The picture. Every word stands at its column and is stretched to its width, so that any font lines up.
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

#[allow(dead_code, reason = "the test that keeps the picture in step takes only the drawing")]
fn main() -> io::Result<()> {
    let mut shown = String::new();
    io::stdin().read_to_string(&mut shown)?;
    io::stdout().write_all(svg(&shown).as_bytes())
}
