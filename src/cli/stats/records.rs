//! Rows as records: a line of CSV, or an object of JSON Lines.

use super::StatsFormat;
use super::columns::{Column, text};
use crate::cli::text::write_json;
use crate::cli::write::write_csv_text;
use crate::stats::Figure;

/// Writes a record: a line of CSV, else an object.
pub fn write_record(to: StatsFormat, columns: &[Column<'_>], out: &mut Vec<u8>) {
    let is_csv = to == StatsFormat::Csv;
    out.extend_from_slice(if is_csv { b"" } else { b"{" });
    for (at, (name, value)) in columns.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        if !is_csv {
            write_json(name, out);
            out.push(b':');
        }
        match value {
            Figure::Text(value) if is_csv => write_csv_text(value, out),
            Figure::Text(value) => write_json(value, out),
            Figure::None if !is_csv => out.extend_from_slice(b"null"),
            other => out.extend_from_slice(text(*other).as_bytes()),
        }
    }
    out.extend_from_slice(if is_csv { b"\n" } else { b"}\n" });
}
