//! `stats --csv`: all columns, one line per row.

use std::io;

use super::columns::{Column, Value, names};
use super::output::Pieces;
use super::rows::Rows;
use crate::cli::format::write_csv_text;

/// Writes the rows as CSV.
pub fn write(rows: &Rows, header: bool, out: &mut Pieces<'_>) -> io::Result<()> {
    if header {
        write_header(names(&rows.by, rows.handicap), out);
    }
    rows.iter().try_for_each(|row| write_record(&rows.columns(row), out))?;
    out.end()
}

/// Writes the names of the columns.
pub fn write_header<'a>(names: impl IntoIterator<Item = &'a str>, out: &mut Pieces<'_>) {
    for (at, name) in names.into_iter().enumerate() {
        separate(at, out);
        write_csv_text(name, &mut out.text);
    }
    out.text.push(b'\n');
}

/// Writes one line.
pub fn write_record(columns: &[Column<'_>], out: &mut Pieces<'_>) -> io::Result<()> {
    for (at, (_, value)) in columns.iter().enumerate() {
        separate(at, out);
        match value {
            Value::Text(text) => write_csv_text(text, &mut out.text),
            other => out.text.extend_from_slice(other.to_string().as_bytes()),
        }
    }
    out.text.push(b'\n');
    out.end_record()
}

fn separate(at: usize, out: &mut Pieces<'_>) {
    if at > 0 {
        out.text.push(b',');
    }
}
