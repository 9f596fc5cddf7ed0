//! `stats --leaves`: how often each leave was left and converted, one line per leave and row.

use std::io;

use super::columns::{Column, Value, key_columns};
use super::records::{self, Pieces};
use super::rows::{Rows, StatsRow};
use super::table::{Cells, KeyColumns, Widths, real};
use super::{StatsFormat, StatsOptions};
use crate::cli::color::{Paint, Style};
use crate::cli::text::width;
use crate::game::{PinSet, Rules};
use crate::stats::Share;

/// The columns behind the keys and the rules.
const NAMES: [&str; 5] = ["leave", "split", "left", "converted", "percent"];

/// What to say if there is no leave in any row.
pub fn missing(rows: &Rows) -> Option<&'static str> {
    let has_leaves = rows.iter().any(|row| !row.stats().leaves().is_empty());
    (!has_leaves).then_some("no game that counts says which pins its balls left, as in 8{7-10}/")
}

/// Writes the leaves of all rows.
pub fn write(rows: &Rows, options: &StatsOptions, paint: Paint, out: &mut Pieces<'_>) -> io::Result<()> {
    if options.to == StatsFormat::Table {
        return write_table(rows, paint, out);
    }
    if options.header {
        let keys = key_columns(&rows.by, None).into_iter().map(|(name, _)| name);
        records::write_header(options.to, keys.chain(["rules"]).chain(NAMES), out)?;
    }
    for row in rows.iter() {
        for (leave, share) in row.stats().leaves().iter() {
            let pins = leave.to_string();
            let columns = columns(rows, row, &pins, leave.is_split(), share);
            records::write_record(options.to, &columns, out)?;
        }
    }
    out.end()
}

fn columns<'a>(rows: &'a Rows, row: &'a StatsRow, pins: &'a str, is_split: bool, share: Share) -> Vec<Column<'a>> {
    let mut columns = key_columns(&rows.by, Some(&row.key));
    columns.push(("rules", Value::Text(row.stats().rules().name())));
    let percent = share.percent().map_or(Value::None, Value::Real);
    let values = [Value::Text(pins), Value::Flag(is_split), Value::Count(share.of), Value::Count(share.count), percent];
    columns.extend(NAMES.into_iter().zip(values));
    columns
}

/// Writes a table for each rule set. The sums of a row follow its leaves.
fn write_table(rows: &Rows, paint: Paint, out: &mut Pieces<'_>) -> io::Result<()> {
    let keys = KeyColumns::new(rows);
    let names_rules = rows.by_rules().any(|(rules, _)| rules != Rules::default());
    let known = |row: &&StatsRow| !row.stats().leaves().is_empty();
    let label = |row: &StatsRow| keys.label(&row.key);
    let widest = rows.iter().filter(known).map(|row| width(&label(row))).chain([width(&keys.header())]).max();
    let first = |name: &str, leave: &str| {
        let blanks = " ".repeat(1 + widest.unwrap_or_default() - width(name));
        format!("{name}{blanks}{leave}")
    };
    let header = || -> Cells {
        [first(&keys.header(), NAMES[0])].into_iter().chain(NAMES[1..].iter().map(|&name| name.into())).collect()
    };
    let mut widths = Widths::default();
    widths.fit(&header());
    for row in rows.iter().filter(known) {
        lines(row).for_each(|line| widths.fit(&line.cells(&first(&label(row), &line.leave))));
    }
    let mut is_first = true;
    for (rules, of_rules) in rows.by_rules().filter(|(_, rows)| rows.iter().any(|row| known(&row))) {
        let before = if is_first { "" } else { "\n" };
        let heading = if names_rules { format!("{before}rules: {rules}\n") } else { String::new() };
        is_first = false;
        let (start, end) = paint.style(Style::Place);
        out.text.extend_from_slice(format!("{heading}{start}{}{end}\n", widths.line(&header())).as_bytes());
        for row in of_rules.iter().filter(known) {
            for line in lines(row) {
                let (start, end) = if line.is_sum { paint.style(Style::Dim) } else { ("", "") };
                let text = widths.line(&line.cells(&first(&label(row), &line.leave)));
                out.text.extend_from_slice(format!("{start}{text}{end}\n").as_bytes());
                out.end_record()?;
            }
        }
    }
    out.end()
}

/// A line of the table.
struct LeaveLine {
    /// The pins, or what is added up.
    leave: String,
    is_split: bool,
    is_sum: bool,
    share: Share,
}

impl LeaveLine {
    fn cells(&self, first: &str) -> Cells {
        let split = if self.is_split { "split" } else { "" };
        let Share { count, of } = self.share;
        vec![first.into(), split.into(), of.to_string(), count.to_string(), real(self.share.percent(), 1)]
    }
}

/// The leaves of a row, then their sums.
fn lines(row: &StatsRow) -> impl Iterator<Item = LeaveLine> {
    let leaves = row.stats().leaves();
    let line = |(leave, share): (PinSet, Share)| LeaveLine {
        leave: leave.to_string(),
        is_split: leave.is_split(),
        is_sum: false,
        share,
    };
    let sums = [("single pins", leaves.single_pins()), ("splits", leaves.splits()), ("all", leaves.all())];
    let sum = |(name, share): (&str, Share)| LeaveLine { leave: name.into(), is_split: false, is_sum: true, share };
    leaves.iter().map(line).chain(sums.map(sum))
}
