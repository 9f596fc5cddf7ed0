//! The table for people: the main columns, in 80 columns of a terminal.

use std::fmt::Write as _;
use std::io;

use super::by::{By, ByKey};
use super::columns::{adjusted, rounded};
use super::label::{ALL, NO_NAME, TOTAL, label};
use super::records::Pieces;
use super::rows::{Rows, StatsRow, total};
use crate::cli::color::{Paint, Style};
use crate::cli::text::{visible, width};
use crate::game::Rules;
use crate::stats::{Handicap, Series, Share, Stats};

/// The width that the table is made for where there is no terminal.
pub const WIDTH: usize = 80;
/// The numbers that a narrow terminal does without, the least important first: the last two (but not a handicap), low,
/// open, series, spare, strike, high.
const DROPPED: [usize; 8] = [9, 8, 3, 7, 4, 6, 5, 2];
/// A name keeps this much of a narrow terminal.
const SHORTEST_NAME: usize = 12;

/// The cells of a row; the first has the values of its keys.
pub type Cells = Vec<String>;

/// A line of a table, in a style unless it is an ordinary row.
pub type Line = (Option<Style>, Cells);

/// Writes the rows as a table, one for each rule set, for a terminal of this width.
pub fn write(rows: &Rows, columns: usize, paint: Paint, out: &mut Pieces<'_>) -> io::Result<()> {
    let (keys, handicap) = (KeyColumns::new(rows), rows.handicap);
    // The header, a line per row, and the total of several rows.
    write_tables(rows, columns, paint, out, |rules, rows| {
        let line = |row: &StatsRow| (None, cells(&keys.label(row), row.stats(), handicap));
        let total = (rows.len() > 1).then(|| (Some(Style::Dim), total_cells(&total(rules, rows), handicap)));
        [(Some(Style::Place), header(&keys.header(), handicap))].into_iter().chain(rows.iter().map(line)).chain(total)
    })
}

/// Writes a table for each rule set, for a terminal of this width, given how the lines of one are made.
pub fn write_tables<'a, L: Iterator<Item = Line>>(
    rows: &'a Rows,
    columns: usize,
    paint: Paint,
    out: &mut Pieces<'_>,
    lines: impl Fn(Rules, &'a [StatsRow]) -> L,
) -> io::Result<()> {
    // The tables share their widths, so that they line up. The cells are made twice: to keep those of many
    // players would take as much memory as their statistics.
    let mut widths = Widths { has_handicap: rows.handicap.is_some(), ..Widths::default() };
    rows.by_rules().flat_map(|(rules, rows)| lines(rules, rows)).for_each(|(_, cells)| widths.fit(&cells));
    widths.limit(columns);
    let (names_rules, mut before) = (rows.names_rules(), "");
    for (rules, of_rules) in rows.by_rules() {
        let mut lines = lines(rules, of_rules).peekable();
        if names_rules && lines.peek().is_some() {
            out.text.extend_from_slice(format!("{before}rules: {rules}\n").as_bytes());
            before = "\n";
        }
        for (style, cells) in lines {
            let (start, end) = style.map_or(("", ""), |style| paint.style(style));
            out.text.extend_from_slice(format!("{start}{}{end}\n", widths.line(&cells)).as_bytes());
            out.end_record()?;
        }
    }
    out.end()
}

/// The columns of the keys, which together are the name of a row.
pub struct KeyColumns<'a> {
    by: &'a By,
    widths: Vec<usize>,
}

impl<'a> KeyColumns<'a> {
    pub fn new(rows: &'a Rows) -> Self {
        let by = &rows.by;
        let mut widths: Vec<usize> = by.keys.iter().map(|key| width(&visible(&key.name))).collect();
        // The last column needs no padding.
        widths.pop();
        for row in rows.iter() {
            for (widest, key) in widths.iter_mut().zip(keys(row, by)) {
                *widest = (*widest).max(width(&key));
            }
        }
        Self { by, widths }
    }

    pub fn label(&self, row: &StatsRow) -> String {
        self.aligned(keys(row, self.by))
    }

    pub fn header(&self) -> String {
        self.aligned(self.by.keys.iter().map(|key| visible(&key.name).into_owned()))
    }

    /// Texts in their columns.
    fn aligned(&self, texts: impl IntoIterator<Item = String>) -> String {
        let mut line = String::new();
        for (at, text) in texts.into_iter().enumerate() {
            line += &text;
            if let Some(&widest) = self.widths.get(at) {
                line.extend(std::iter::repeat_n(' ', 1 + widest.saturating_sub(width(&text))));
            }
        }
        line
    }
}

/// The last line. A handicap is that of one player.
fn total_cells(total: &Stats, handicap: Option<Handicap>) -> Cells {
    let mut cells = cells(TOTAL, total, handicap);
    if handicap.is_some() {
        let last = cells.len() - 2;
        cells[last..].fill(none());
    }
    cells
}

/// The values of the keys of a row.
pub(super) fn keys(row: &StatsRow, by: &By) -> Vec<String> {
    if by.is_all() {
        return vec![ALL.into()];
    }
    by.keys.iter().zip(row.key.values()).map(|(key, value)| shown(key, value)).collect()
}

/// A value of a key. A file is never mistaken for games without a name: `-` is standard input.
fn shown(key: &ByKey, value: Option<&str>) -> String {
    match value {
        Some(NO_NAME) if key.is_file() => NO_NAME.into(),
        Some(text) => label(text).into_owned(),
        None => NO_NAME.into(),
    }
}

fn header(first: &str, handicap: Option<Handicap>) -> Cells {
    let last = if handicap.is_some() { ["hdcp", "adjusted"] } else { ["clean", "run"] };
    let middle = ["games", "average", "high", "low", "series", "strike", "spare", "open"];
    [first].into_iter().chain(middle).chain(last).map(Into::into).collect()
}

fn cells(name: &str, stats: &Stats, handicap: Option<Handicap>) -> Cells {
    let mut cells = vec![
        name.to_owned(),
        stats.games().to_string(),
        real(stats.average(), 2),
        stats.high().map_or_else(none, |high| high.to_string()),
        stats.low().map_or_else(none, |low| low.to_string()),
        stats.high_series().map_or_else(none, |Series { games, pins }| format!("{pins}/{games}")),
    ];
    cells.extend([stats.strikes(), stats.spares(), stats.opens()].map(|share: Share| real(share.percent(), 1)));
    match handicap {
        None if stats.scored_games() == 0 => cells.extend([none(), none()]),
        None => cells.extend([stats.clean().to_string(), stats.run().to_string()]),
        Some(handicap) => {
            let (handicap, adjusted) = adjusted(stats, handicap);
            cells.extend([handicap.map_or_else(none, |handicap| handicap.to_string()), real(adjusted, 2)]);
        }
    }
    cells
}

pub fn real(value: Option<f64>, decimals: u8) -> String {
    value.map_or_else(none, |value| format!("{:.*}", usize::from(decimals), rounded(value, decimals)))
}

/// The cell of a figure that there is not.
fn none() -> String {
    "-".into()
}

/// The widths of the columns: of the names, and of the numbers.
#[derive(Default)]
pub struct Widths {
    name: usize,
    numbers: Vec<usize>,
    /// The numbers that are not shown.
    dropped: Vec<usize>,
    has_handicap: bool,
}

impl Widths {
    /// Widens the columns for a line.
    pub fn fit(&mut self, cells: &Cells) {
        let Some((name, numbers)) = cells.split_first() else { return };
        self.name = self.name.max(width(name));
        self.numbers.resize(numbers.len(), 0);
        self.numbers.iter_mut().zip(numbers).for_each(|(widest, cell)| *widest = (*widest).max(width(cell)));
    }

    /// Drops numbers until the table fits, and leaves the names what the numbers leave.
    fn limit(&mut self, columns: usize) {
        let numbers = |widths: &Self| widths.shown().map(|(_, width)| width + 1).sum::<usize>();
        let dropped = if self.has_handicap { &DROPPED[2..] } else { &DROPPED[..] };
        for &number in dropped {
            if numbers(self) + self.name.min(SHORTEST_NAME) > columns {
                self.dropped.push(number);
            }
        }
        self.name = self.name.min(columns.saturating_sub(numbers(self)));
    }

    /// The numbers that are shown, and the widths of their columns.
    fn shown(&self) -> impl Iterator<Item = (usize, usize)> {
        self.numbers.iter().copied().enumerate().filter(|(at, _)| !self.dropped.contains(at))
    }

    /// A line: the name on the left, the numbers on the right of their columns.
    pub fn line(&self, cells: &Cells) -> String {
        let Some((name, numbers)) = cells.split_first() else { return String::new() };
        let mut out = name.clone();
        let mut at = width(name);
        // A name that is too long has a line of its own, as in df.
        if at > self.name {
            out.push('\n');
            at = 0;
        }
        out.extend(std::iter::repeat_n(' ', self.name - at));
        for (at, width) in self.shown() {
            // Writing to memory cannot fail.
            let _ = write!(out, " {:>width$}", numbers[at]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(columns: usize, has_handicap: bool) -> Vec<usize> {
        let mut widths = Widths { has_handicap, ..Widths::default() };
        let header = header("name", has_handicap.then(|| "90%220".parse().unwrap()));
        widths.fit(&header);
        widths.fit(&header.iter().map(|_| "a name or 1".to_owned()).collect());
        widths.limit(columns);
        let width = widths.name + widths.shown().map(|(_, width)| width + 1).sum::<usize>();
        assert!(width <= columns.max(24 + 11), "{columns}: {width}");
        widths.shown().map(|(at, _)| at).collect()
    }

    #[test]
    fn a_narrow_terminal_gets_the_most_important_numbers() {
        assert_eq!(shown(200, false), (0..10).collect::<Vec<_>>());
        assert_eq!(shown(110, false), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(shown(40, false), [0, 1]);
        assert_eq!(shown(70, true), [0, 1, 8, 9]);
        for columns in 0..200 {
            shown(columns, false);
        }
        // A table that is just as wide as the terminal is shown whole.
        assert_eq!((shown(131, false).len(), shown(130, false).len()), (10, 9));
    }
}
