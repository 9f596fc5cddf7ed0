//! The table for people: the main columns, in 80 columns of a terminal.

use std::fmt::Write as _;

use super::by::By;
use super::columns::FigureLine;
use super::rows::{Rows, StatsRow, total};
use super::terms::Terms;
use crate::cli::color::{Paint, Style};
use crate::cli::text::{visible, width};
use crate::game::Rules;
use crate::stats::Stats;

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

/// The numbers of a line, but for the last two: what each is called, and its column.
const NUMBERS: [(&str, &str); 8] = [
    ("games", "games"),
    ("average", "average"),
    ("high", "high"),
    ("low", "low"),
    ("series", "high_series"),
    ("strike", "strike_percent"),
    ("spare", "spare_percent"),
    ("open", "open_percent"),
];

/// The last two numbers, unless the table is that of a league.
const LAST: [(&str, &str); 2] = [("clean", "clean"), ("run", "run")];

/// The rows as a table for each rule set, for a terminal of this width.
pub fn table(rows: &Rows, columns: usize, paint: Paint) -> String {
    let totals: Vec<Stats> = rows.by_rules().map(|(rules, of_rules)| total(rules, of_rules)).collect();
    let numbers = || NUMBERS.into_iter().chain(rows.terms.of_table().unwrap_or(LAST));
    let line = |style, line: &FigureLine| Line {
        style,
        texts: line.keys.clone(),
        numbers: numbers().map(|(_, column)| line.shown(column)).collect(),
    };
    let table = |rules, of_rules: &[StatsRow], write: &mut dyn FnMut(&Line)| {
        let names = numbers().map(|(name, _)| name.into()).collect();
        write(&Line { style: Some(Style::Place), texts: header_texts(&rows.by), numbers: names });
        for row in of_rules {
            write(&line(None, &FigureLine::of_row(rows, row)));
        }
        if let Some(total) = totals.iter().find(|total| total.rules() == rules).filter(|_| of_rules.len() > 1) {
            write(&line(Some(Style::Dim), &FigureLine::of_total(total, &rows.terms)));
        }
    };
    tables_text(rows, &table, columns, dropped(&rows.terms), paint)
}

/// The numbers that a narrow terminal does without.
fn dropped(terms: &Terms) -> &'static [usize] {
    if terms.of_table().is_some() { &DROPPED[2..] } else { &DROPPED }
}

/// Writes the lines of a table, given its rules and its rows. There may be millions of lines, so they are made twice, for
/// their widths and for their text, instead of being kept.
pub type Table<'a> = dyn Fn(Rules, &[StatsRow], &mut dyn FnMut(&Line)) + 'a;

/// The tables of the rule sets, for a terminal of this width. They share their widths, so that they line up.
pub fn tables_text(rows: &Rows, table: &Table<'_>, columns: usize, dropped: &[usize], paint: Paint) -> String {
    let mut widths = Widths::default();
    rows.by_rules().for_each(|(rules, of_rules)| table(rules, of_rules, &mut |line| widths.add(line)));
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

/// The widths of the columns.
#[derive(Default)]
struct Widths {
    /// Those of the texts before the last of a line.
    texts: Vec<usize>,
    /// That of the last text, for each number of texts before it.
    last: Vec<usize>,
    /// The width of the names.
    name: usize,
    /// Those of the numbers; `None` if they are not shown.
    numbers: Vec<Option<usize>>,
}

impl Widths {
    /// Makes room for a line.
    fn add(&mut self, Line { texts, numbers, .. }: &Line) {
        let Some((last, texts)) = texts.split_last() else { return };
        self.texts.resize(self.texts.len().max(texts.len()), 0);
        self.texts.iter_mut().zip(texts).for_each(|(widest, text)| *widest = (*widest).max(width(text)));
        self.last.resize(self.last.len().max(texts.len() + 1), 0);
        self.last[texts.len()] = self.last[texts.len()].max(width(last));
        self.numbers.resize(numbers.len(), None);
        self.numbers.iter_mut().zip(numbers).for_each(|(widest, cell)| *widest = (*widest).max(Some(width(cell))));
    }

    /// Drops numbers until the table fits, and leaves the names what the numbers leave.
    fn limit(&mut self, columns: usize, dropped: &[usize]) {
        let before = |count: usize| self.texts.iter().take(count).map(|width| width + 1).sum::<usize>();
        self.name = (0..).zip(&self.last).map(|(count, last)| before(count) + last).max().unwrap_or(0);
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
        let line = |text: &str| Line { style: None, texts: vec![text.into()], numbers: vec![text.into(); 10] };
        let mut widths = Widths::default();
        widths.add(&line("name"));
        widths.add(&line("a name or 1"));
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
