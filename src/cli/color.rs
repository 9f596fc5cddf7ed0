//! Lines for people: when to color, in which colors, and where to wrap.

use std::io::{self, IsTerminal};
use std::ops::Range;

use clap::ValueEnum;

use super::system::{columns_of, is_dumb};
use super::text::width;

/// The value of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If the output is a terminal that can.
    #[value(help = "On a terminal, unless NO_COLOR is set or TERM is dumb")]
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// How to paint output that goes to a terminal or elsewhere.
    pub fn paint(self, is_terminal: bool) -> Paint {
        let colored = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                is_terminal && !no_color && !is_dumb()
            }
        };
        if colored { Paint::Colored } else { Paint::Plain }
    }

    /// How lines are written to standard output.
    pub fn stdout(self) -> LineStyle {
        LineStyle { paint: self.paint(io::stdout().is_terminal()), columns: columns_of(io::stdout()) }
    }

    /// How lines are written to standard error.
    pub fn stderr(self) -> LineStyle {
        LineStyle { paint: self.paint(io::stderr().is_terminal()), columns: columns_of(io::stderr()) }
    }
}

/// Whether output is colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Text only.
    #[default]
    Plain,
    /// With ANSI escape sequences.
    Colored,
}

/// The parts of the output that have a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Strike,
    Spare,
    Split,
    /// The place of a diagnostic.
    Place,
    /// Whose turn it is.
    Turn,
    Error,
    /// Hints, and sums below a table.
    Dim,
}

impl Paint {
    /// The escape sequences before and after text of a style.
    pub const fn style(self, style: Style) -> (&'static str, &'static str) {
        let start = match (self, style) {
            (Self::Plain, _) => return ("", ""),
            (_, Style::Strike) => "\x1b[1;32m",
            (_, Style::Spare) => "\x1b[1;36m",
            (_, Style::Split) => "\x1b[1;31m",
            (_, Style::Place) => "\x1b[1m",
            (_, Style::Turn) => "\x1b[7m",
            (_, Style::Error) => "\x1b[31m",
            (_, Style::Dim) => "\x1b[2m",
        };
        (start, "\x1b[0m")
    }

    /// Appends a text in a style.
    pub fn write(self, style: Style, text: &str, out: &mut Vec<u8>) {
        let (start, end) = self.style(style);
        for part in [start, text, end] {
            out.extend_from_slice(part.as_bytes());
        }
    }
}

/// How lines for people are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineStyle {
    /// The colors.
    pub paint: Paint,
    /// The width of the terminal that they are wrapped to.
    pub columns: Option<usize>,
}

/// A piece of a line, and its color.
pub type Piece<'a> = (Option<Style>, &'a str);

impl LineStyle {
    /// Appends a line. Where it is wrapped, it goes on after `indent` blanks.
    pub fn write_line(self, pieces: &[Piece<'_>], indent: usize, out: &mut Vec<u8>) {
        let line = || pieces.iter().map(|(_, text)| *text).collect::<String>();
        let columns = self.columns.filter(|&columns| columns > 0);
        let mut breaks =
            columns.map_or_else(Vec::new, |columns| breaks(&line(), columns, indent)).into_iter().peekable();
        let mut end = 0;
        for (style, text) in pieces.iter().filter(|(_, text)| !text.is_empty()) {
            let (start_of_text, mut at) = (end, end);
            end += text.len();
            let part = |from: usize, to: usize| &text.as_bytes()[from - start_of_text..to - start_of_text];
            let (start, stop) = style.map_or(("", ""), |style| self.paint.style(style));
            out.extend_from_slice(start.as_bytes());
            while let Some(blanks) = breaks.next_if(|blanks| blanks.start < end) {
                out.extend_from_slice(part(at.min(blanks.start), blanks.start));
                out.push(b'\n');
                out.resize(out.len() + indent, b' ');
                at = blanks.end;
            }
            out.extend_from_slice(part(at.min(end), end));
            out.extend_from_slice(stop.as_bytes());
        }
        out.push(b'\n');
    }
}

/// The blanks of a line that become line ends, so that it fits into a number of columns.
pub fn breaks(line: &str, columns: usize, indent: usize) -> Vec<Range<usize>> {
    let (mut breaks, mut column, mut at) = (Vec::new(), 0, 0);
    while at < line.len() {
        let blanks = line[at..].len() - line[at..].trim_start_matches(' ').len();
        let word = at + blanks;
        let end = line[word..].find(' ').map_or(line.len(), |length| word + length);
        let word_width = width(&line[word..end]);
        if column > 0 && end > word && column + blanks + word_width > columns {
            breaks.push(at..word);
            column = indent + word_width;
        } else {
            column += blanks + word_width;
        }
        at = end;
    }
    breaks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[Piece<'_>], columns: usize, paint: Paint) -> String {
        let mut out = Vec::new();
        LineStyle { paint, columns: Some(columns) }.write_line(pieces, 2, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_is_wrapped_between_words_by_display_width() {
        let wrapped = |line, columns| written(&[(None, line)], columns, Paint::Plain);
        assert_eq!(wrapped("pins standing: 4, best: 243", 17), "pins standing: 4,\n  best: 243\n");
        assert_eq!(wrapped("one two", 7), "one two\n");
        assert_eq!(wrapped("one   two  three", 8), "one\n  two\n  three\n");
        assert_eq!(wrapped("a longer-than-it-fits word", 6), "a\n  longer-than-it-fits\n  word\n");
        assert_eq!(wrapped("남은 핀 4개", 7), "남은 핀\n  4개\n");
        assert_eq!(wrapped("  indented  ", 80), "  indented  \n");
    }

    #[test]
    fn a_color_goes_on_after_a_line_end() {
        let pieces =
            [(Some(Style::Place), "a.sheet:1:2:"), (None, " "), (Some(Style::Error), "not right"), (None, ".")];
        assert_eq!(written(&pieces, 80, Paint::Plain), "a.sheet:1:2: not right.\n");
        assert_eq!(written(&pieces, 80, Paint::Colored), "\x1b[1ma.sheet:1:2:\x1b[0m \x1b[31mnot right\x1b[0m.\n");
        assert_eq!(written(&pieces, 12, Paint::Colored), "\x1b[1ma.sheet:1:2:\x1b[0m\n  \x1b[31mnot right\x1b[0m.\n");
    }
}
