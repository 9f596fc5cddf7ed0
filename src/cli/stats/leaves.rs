//! `stats --leaves`: how often each leave was left and converted, one line per leave and row.

use super::StatsFormat;
use super::columns::{real, record, write_record};
use super::rows::{Rows, StatsRow};
use super::table::{Line, header_texts, tables_text};
use crate::cli::color::{Paint, Style};
use crate::stats::{Figure, Share};

/// The columns after the keys and the rules.
pub const NAMES: [&str; 5] = ["leave", "split", "left", "converted", "percent"];

/// The message if no row has a leave.
pub fn missing(rows: &Rows) -> Option<&'static str> {
    let has_leaves = rows.iter().any(|row| !row.stats.leaves().is_empty());
    (!has_leaves).then_some("no game that counts says which pins its balls left, as in 8{7-10}/")
}

/// Writes a record for each leave of a row.
pub fn write_records(rows: &Rows, row: &StatsRow, to: StatsFormat, out: &mut Vec<u8>) {
    for (leave, share) in row.stats.leaves().iter() {
        let (pins, split) = (leave.to_string(), Figure::Flag(leave.is_split()));
        let percent = Figure::from(share.percent());
        let values = [Figure::Text(&pins), split, Figure::Count(share.of), Figure::Count(share.count), percent];
        write_record(to, &record(&rows.by, row, NAMES.into_iter().zip(values)), out);
    }
}

/// A table for each rule set. The sums of a row follow its leaves.
pub fn table(rows: &Rows, paint: Paint) -> String {
    let table = |_, of_rules: &[StatsRow], write: &mut dyn FnMut(&Line)| {
        let mut has_header = false;
        for line in of_rules.iter().flat_map(|row| lines(rows, row)) {
            if !std::mem::replace(&mut has_header, true) {
                write(&header(rows));
            }
            write(&line);
        }
    };
    tables_text(rows, &table, usize::MAX, &[], paint)
}

fn header(rows: &Rows) -> Line {
    let texts = header_texts(&rows.by).into_iter().chain([NAMES[0].into()]).collect();
    Line { style: Some(Style::Place), texts, numbers: NAMES[1..].iter().map(|&name| name.into()).collect() }
}

/// The lines of a row: its leaves, then their sums.
fn lines(rows: &Rows, row: &StatsRow) -> Vec<Line> {
    let leaves = row.stats.leaves();
    if leaves.is_empty() {
        return Vec::new();
    }
    let line = |style, leave: String, split: &str, share: Share| Line {
        style,
        texts: rows.by.labels(row).into_iter().chain([leave]).collect(),
        numbers: vec![split.into(), share.of.to_string(), share.count.to_string(), real(share.percent(), 1)],
    };
    let of_leaves = leaves.iter().map(|(leave, share)| {
        let split = if leave.is_split() { "split" } else { "" };
        line(None, leave.to_string(), split, share)
    });
    let sums = [("single pins", leaves.single_pins()), ("splits", leaves.splits()), ("all", leaves.all())];
    of_leaves.chain(sums.map(|(name, share)| line(Some(Style::Dim), name.into(), "", share))).collect()
}
