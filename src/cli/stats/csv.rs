//! `stats --csv`: all columns, one line per row.

use std::io;

use super::columns::{Value, names};
use super::output::Pieces;
use super::rows::Rows;
use crate::cli::format::write_csv_text;

/// Writes the rows as CSV.
pub fn write(rows: &Rows, header: bool, out: &mut Pieces<'_>) -> io::Result<()> {
    if header {
        for (at, name) in names(&rows.by, rows.handicap).iter().enumerate() {
            separate(at, out);
            write_csv_text(name, &mut out.text);
        }
        out.text.push(b'\n');
    }
    for row in rows.iter() {
        for (at, (_, value)) in rows.columns(row).into_iter().enumerate() {
            separate(at, out);
            match value {
                Value::Text(text) => write_csv_text(text, &mut out.text),
                number => out.text.extend_from_slice(number.to_string().as_bytes()),
            }
        }
        out.text.push(b'\n');
        out.end_record()?;
    }
    out.end()
}

fn separate(at: usize, out: &mut Pieces<'_>) {
    if at > 0 {
        out.text.push(b',');
    }
}
