//! `stats --leaves`: how often each leave was left and converted, one line per leave and row.

use std::io;

use super::StatsFormat;
use super::columns::{Value, record};
use super::records::{self, Pieces};
use super::rows::{Rows, StatsRow};
use super::table::{KeyColumns, real, write_tables};
use crate::cli::color::{Paint, Style};
use crate::cli::text::width;
use crate::game::PinSet;
use crate::stats::Share;

/// The columns behind the keys and the rules.
pub const NAMES: [&str; 5] = ["leave", "split", "left", "converted", "percent"];

/// What to say if there is no leave in any row.
pub fn missing(rows: &Rows) -> Option<&'static str> {
    let has_leaves = rows.iter().any(|row| !row.stats().leaves().is_empty());
    (!has_leaves).then_some("no game that counts says which pins its balls left, as in 8{7-10}/")
}

/// Writes a record for each leave of each row.
pub fn write_records(rows: &Rows, to: StatsFormat, out: &mut Pieces<'_>) -> io::Result<()> {
    for row in rows.iter() {
        for (leave, share) in row.stats().leaves().iter() {
            let (pins, split) = (leave.to_string(), Value::Flag(leave.is_split()));
            let percent = share.percent().map_or(Value::None, Value::Real);
            let values = [Value::Text(&pins), split, Value::Count(share.of), Value::Count(share.count), percent];
            records::write_record(to, &record(&rows.by, row, NAMES.into_iter().zip(values)), out)?;
        }
    }
    Ok(())
}

/// Writes a table for each rule set. The sums of a row follow its leaves.
pub fn write_table(rows: &Rows, paint: Paint, out: &mut Pieces<'_>) -> io::Result<()> {
    let keys = KeyColumns::new(rows);
    let known = |row: &&StatsRow| !row.stats().leaves().is_empty();
    let names = rows.iter().filter(known).map(|row| keys.label(row)).chain([keys.header()]);
    let widest = names.map(|name| width(&name)).max().unwrap_or_default();
    // The names and the leaves are one cell, so that both are on the left.
    let first = |name: &str, leave: &str| format!("{name}{}{leave}", " ".repeat(1 + widest - width(name)));
    let header = || {
        let names = NAMES[1..].iter().map(|&name| name.into());
        (Some(Style::Place), [first(&keys.header(), NAMES[0])].into_iter().chain(names).collect())
    };
    write_tables(rows, usize::MAX, paint, out, |_, of_rules| {
        let mut of_rules = of_rules.iter().filter(known).peekable();
        let header = of_rules.peek().map(|_| header());
        header.into_iter().chain(of_rules.flat_map(|row| {
            let name = keys.label(row);
            lines(row).map(move |(style, leave, split, share)| {
                let counts = [share.of.to_string(), share.count.to_string(), real(share.percent(), 1)];
                (style, [first(&name, &leave), split.into()].into_iter().chain(counts).collect())
            })
        }))
    })
}

/// The lines of a row: its leaves, then their sums. Each has its style, its pins or a name, whether it is a split, and its
/// counts.
fn lines(row: &StatsRow) -> impl Iterator<Item = (Option<Style>, String, &'static str, Share)> {
    let leaves = row.stats().leaves();
    let sums = [("single pins", leaves.single_pins()), ("splits", leaves.splits()), ("all", leaves.all())];
    let split = |leave: PinSet| if leave.is_split() { "split" } else { "" };
    let of_leaves = leaves.iter().map(move |(leave, share)| (None, leave.to_string(), split(leave), share));
    of_leaves.chain(sums.map(|(name, share)| (Some(Style::Dim), name.into(), "", share)))
}
