//! The table for people: the main columns, in 80 columns of a terminal.

use std::fmt::Write as _;

use super::by::{By, ByKey};
use super::columns::{rounded, text};
use super::label::{ALL, NO_NAME, TOTAL, label};
use super::rows::{Rows, StatsRow, total};
use super::terms::Terms;
use crate::cli::color::{Paint, Style};
use crate::cli::text::{visible, width};
use crate::game::Rules;
use crate::stats::{Figure, Stats};

/// The width of the table without a terminal.
pub const WIDTH: usize = 80;
/// The numbers that a narrow terminal does without, the least important first: the last two (but not a handicap), low,
/// open, series, spare, strike, high.
const DROPPED: [usize; 8] = [9, 8, 3, 7, 4, 6, 5, 2];
/// A name keeps this much of a narrow terminal.
const SHORTEST_NAME: usize = 12;

/// A line of a table: texts on the left, numbers on the right.
pub struct Line {
    /// `None` for an ordinary row.
    pub style: Option<Style>,
    pub texts: Vec<String>,
    pub numbers: Vec<String>,
}

/// The rows as a table for each rule set, for a terminal of this width.
pub fn table(rows: &Rows, columns: usize, paint: Paint) -> String {
    let (by, terms) = (&rows.by, &rows.terms);
    let totals: Vec<Stats> = rows.by_rules().map(|(rules, of_rules)| total(rules, of_rules)).collect();
    let table = |rules, of_rules: &[StatsRow], write: &mut dyn FnMut(&Line)| {
        write(&Line { style: Some(Style::Place), texts: header_texts(by), numbers: header_numbers(terms) });
        for row in of_rules {
            write(&Line { style: None, texts: keys(row, by), numbers: numbers(&row.stats, rows.player(row), terms) });
        }
        if let Some(total) = totals.iter().find(|total| total.rules() == rules).filter(|_| of_rules.len() > 1) {
            let numbers = total_numbers(total, terms);
            write(&Line { style: Some(Style::Dim), texts: vec![TOTAL.into()], numbers });
        }
    };
    tables_text(rows, &table, columns, dropped(terms), paint)
}

/// The numbers that a narrow terminal does without.
fn dropped(terms: &Terms) -> &'static [usize] {
    if terms.table_header().is_some() { &DROPPED[2..] } else { &DROPPED }
}

/// Writes the lines of a table, given its rules and its rows. There may be millions of lines, so they are made twice, for
/// their widths and for their text, instead of being kept.
pub type Table<'a> = dyn Fn(Rules, &[StatsRow], &mut dyn FnMut(&Line)) + 'a;

/// The tables of the rule sets, for a terminal of this width. They share their widths, so that they line up.
pub fn tables_text(rows: &Rows, table: &Table<'_>, columns: usize, dropped: &[usize], paint: Paint) -> String {
    let mut widths = Widths::default();
    rows.by_rules().for_each(|(rules, of_rules)| table(rules, of_rules, &mut |line| widths.add(line)));
    rows.by_rules().for_each(|(rules, of_rules)| table(rules, of_rules, &mut |line| widths.add_name(line)));
    widths.limit(columns, dropped);
    let (mut out, names_rules) = (String::new(), rows.names_rules());
    for (rules, of_rules) in rows.by_rules() {
        let start = out.len();
        table(rules, of_rules, &mut |line| {
            if names_rules && out.len() == start {
                let before = if out.is_empty() { "" } else { "\n" };
                // Writing to memory cannot fail.
                let _ = writeln!(out, "{before}rules: {rules}");
            }
            let (start, end) = line.style.map_or(("", ""), |style| paint.style(style));
            let _ = writeln!(out, "{start}{}{end}", widths.line(line));
        });
    }
    out
}

/// The names of the keys.
pub fn header_texts(by: &By) -> Vec<String> {
    if by.is_all() {
        return vec![String::new()];
    }
    by.keys.iter().map(|key| visible(&key.name).into_owned()).collect()
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

fn header_numbers(terms: &Terms) -> Vec<String> {
    let last = terms.table_header().unwrap_or(["clean", "run"]);
    let first = ["games", "average", "high", "low", "series", "strike", "spare", "open"];
    first.into_iter().chain(last).map(Into::into).collect()
}

fn numbers(stats: &Stats, player: Option<&str>, terms: &Terms) -> Vec<String> {
    let mut numbers = vec![
        stats.games().to_string(),
        real(stats.average(), 2),
        stats.high().map_or_else(none, |high| high.to_string()),
        stats.low().map_or_else(none, |low| low.to_string()),
        stats.high_series().zip(stats.high_series_games()).map_or_else(none, |(pins, games)| format!("{pins}/{games}")),
    ];
    let percents = [stats.strike_percent(), stats.spare_percent(), stats.open_percent()];
    numbers.extend(percents.map(|percent| real(percent, 1)));
    match terms.of_table(stats, player) {
        None if stats.scored_games() == 0 => numbers.extend([none(), none()]),
        None => numbers.extend([stats.clean().to_string(), stats.run().to_string()]),
        Some(last) => numbers.extend(last.map(|figure| match figure {
            Figure::Real(adjusted) => real(Some(adjusted), 2),
            Figure::None => none(),
            other => text(other).into_owned(),
        })),
    }
    numbers
}

/// The numbers of the last line. A handicap is that of one player.
fn total_numbers(total: &Stats, terms: &Terms) -> Vec<String> {
    let mut numbers = numbers(total, None, terms);
    if terms.table_header().is_some() {
        let last = numbers.len() - 2;
        numbers[last..].fill(none());
    }
    numbers
}

pub fn real(value: Option<f64>, decimals: u8) -> String {
    value.map_or_else(none, |value| format!("{:.*}", usize::from(decimals), rounded(value, decimals)))
}

/// The cell of an unknown figure.
fn none() -> String {
    "-".into()
}

/// The widths of the columns.
#[derive(Default)]
struct Widths {
    /// Those of the texts before the last of a line.
    texts: Vec<usize>,
    /// That of all texts of a line together.
    name: usize,
    /// Those of the numbers; `None` if they are not shown.
    numbers: Vec<Option<usize>>,
}

impl Widths {
    /// Makes room for a line.
    fn add(&mut self, Line { texts, numbers, .. }: &Line) {
        let texts = texts.split_last().map_or(&[][..], |(_, texts)| texts);
        self.texts.resize(self.texts.len().max(texts.len()), 0);
        self.texts.iter_mut().zip(texts).for_each(|(widest, text)| *widest = (*widest).max(width(text)));
        self.numbers.resize(numbers.len(), None);
        self.numbers.iter_mut().zip(numbers).for_each(|(widest, cell)| *widest = (*widest).max(Some(width(cell))));
    }

    /// Makes room for the texts of a line, after all lines were added.
    fn add_name(&mut self, line: &Line) {
        self.name = self.name.max(width(&self.name_of(line)));
    }

    /// Drops numbers until the table fits, and leaves the names what the numbers leave.
    fn limit(&mut self, columns: usize, dropped: &[usize]) {
        for &number in dropped {
            if self.numbers_width() + self.name.min(SHORTEST_NAME) > columns {
                self.numbers[number] = None;
            }
        }
        self.name = self.name.min(columns.saturating_sub(self.numbers_width()));
    }

    fn numbers_width(&self) -> usize {
        self.numbers.iter().flatten().map(|width| width + 1).sum()
    }

    /// The texts of a line in their columns.
    fn name_of(&self, line: &Line) -> String {
        let Some((last, texts)) = line.texts.split_last() else { return String::new() };
        let mut name = String::new();
        for (text, widest) in texts.iter().zip(&self.texts) {
            name += text;
            name.extend(std::iter::repeat_n(' ', 1 + widest - width(text)));
        }
        name + last
    }

    /// A line: the name on the left, the numbers on the right of their columns.
    fn line(&self, line: &Line) -> String {
        let mut out = self.name_of(line);
        let mut at = width(&out);
        // A name that is too long has a line of its own, as in df.
        if at > self.name {
            out.push('\n');
            at = 0;
        }
        out.extend(std::iter::repeat_n(' ', self.name - at));
        for (number, width) in line.numbers.iter().zip(&self.numbers) {
            if let Some(width) = *width {
                // Writing to memory cannot fail.
                let _ = write!(out, " {number:>width$}");
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(columns: usize, has_handicap: bool) -> Vec<usize> {
        let handicap = has_handicap.then(|| "90%220".parse().unwrap());
        let terms = &Terms { handicap, ..Terms::default() };
        let line = |text: &str, numbers| Line { style: None, texts: vec![text.into()], numbers };
        let header = line("name", header_numbers(terms));
        let row = line("a name or 1", vec!["a name or 1".into(); header.numbers.len()]);
        let mut widths = Widths::default();
        widths.add(&header);
        widths.add(&row);
        widths.add_name(&header);
        widths.add_name(&row);
        widths.limit(columns, dropped(terms));
        let width = widths.name + widths.numbers_width();
        assert!(width <= columns.max(24 + 11), "{columns}: {width}");
        (0..).zip(widths.numbers).filter_map(|(at, width)| width.map(|_| at)).collect()
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
