//! The table for people: the main columns, in 80 columns of a terminal.

use std::fmt::Write as _;

use super::By;
use super::columns::rounded;
use super::label::{ALL, NO_NAME, TOTAL, label};
use super::rows::{Row, Rows, total};
use crate::cli::text::width;
use crate::game::Rules;
use crate::stats::{Handicap, Series, Share, Stats};

/// The width of the terminal that the table is made for.
const WIDTH: usize = 80;

/// The cells of a row; the first is the name.
type Cells = Vec<String>;

/// The rows as a table, one for each rule set.
pub fn text(rows: &Rows, handicap: Option<Handicap>) -> Vec<u8> {
    let names_rules = rows.by_rules().any(|(rules, _)| rules != Rules::default());
    // The tables share their widths, so that they line up. The cells are made twice: to keep those of many
    // players would take as much memory as their statistics.
    let mut widths = Widths::default();
    for (rules, of_rules) in rows.by_rules() {
        lines(rules, of_rules, rows.by, handicap).for_each(|cells| widths.fit(&cells));
    }
    widths.limit();
    let mut out = String::new();
    for (rules, of_rules) in rows.by_rules() {
        if names_rules {
            let before = if out.is_empty() { "" } else { "\n" };
            // Writing to memory cannot fail.
            let _ = writeln!(out, "{before}rules: {rules}");
        }
        lines(rules, of_rules, rows.by, handicap).for_each(|cells| widths.write(&cells, &mut out));
    }
    out.into_bytes()
}

/// The header, a line per row, and the total of several rows.
fn lines(rules: Rules, rows: &[Row], by: By, handicap: Option<Handicap>) -> impl Iterator<Item = Cells> {
    let cells_of = move |row: &Row| cells(&name(row, by), &row.stats, handicap);
    let total = (rows.len() > 1).then(|| total_cells(&total(rules, rows), handicap));
    std::iter::once(header(by, handicap)).chain(rows.iter().map(cells_of)).chain(total)
}

/// The last line. A handicap is that of one player.
fn total_cells(total: &Stats, handicap: Option<Handicap>) -> Cells {
    let mut cells = cells(TOTAL, total, handicap);
    if handicap.is_some() {
        cells.truncate(cells.len() - 2);
        cells.extend([none(), none()]);
    }
    cells
}

/// The name of a row. A file is never mistaken for games without a name: `-` is standard input.
pub(super) fn name(row: &Row, by: By) -> String {
    match (&row.name, by) {
        (Some(name), By::File) if **name == *NO_NAME => NO_NAME.into(),
        (Some(name), _) => label(name).into_owned(),
        (None, By::All) => ALL.into(),
        (None, _) => NO_NAME.into(),
    }
}

fn header(by: By, handicap: Option<Handicap>) -> Cells {
    let first = match by {
        By::Name => "name",
        By::File => "file",
        By::All => "",
    };
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
            let handicap = handicap.of(stats);
            let with_handicap = stats.average().zip(handicap).map(|(average, handicap)| average + f64::from(handicap));
            cells.extend([handicap.map_or_else(none, |handicap| handicap.to_string()), real(with_handicap, 2)]);
        }
    }
    cells
}

fn real(value: Option<f64>, decimals: u8) -> String {
    value.map_or_else(none, |value| format!("{:.*}", usize::from(decimals), rounded(value, decimals)))
}

/// The cell of a figure that there is not.
fn none() -> String {
    "-".into()
}

/// The widths of the columns: of the names, and of the numbers.
#[derive(Default)]
struct Widths {
    name: usize,
    numbers: Vec<usize>,
}

impl Widths {
    /// Widens the columns for a line.
    fn fit(&mut self, cells: &Cells) {
        let Some((name, numbers)) = cells.split_first() else { return };
        self.name = self.name.max(width(name));
        self.numbers.resize(numbers.len(), 0);
        self.numbers.iter_mut().zip(numbers).for_each(|(widest, cell)| *widest = (*widest).max(width(cell)));
    }

    /// Leaves the names what the numbers leave.
    fn limit(&mut self) {
        self.name = self.name.min(WIDTH.saturating_sub(self.numbers.iter().map(|width| width + 1).sum()));
    }

    /// Writes a line: the name on the left, the numbers on the right of their columns.
    fn write(&self, cells: &Cells, out: &mut String) {
        let Some((name, numbers)) = cells.split_first() else { return };
        out.push_str(name);
        let mut at = width(name);
        // A name that is too long has a line of its own, as in df.
        if at > self.name {
            out.push('\n');
            at = 0;
        }
        out.extend(std::iter::repeat_n(' ', self.name - at));
        for (number, width) in numbers.iter().zip(&self.numbers) {
            let _ = write!(out, " {number:>width$}");
        }
        out.push('\n');
    }
}
