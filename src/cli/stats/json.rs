//! `stats --json`: all columns, one object per row.

use std::io;

use super::columns::{Column, Value};
use super::output::Pieces;
use super::rows::Rows;
use crate::cli::format::write_json;

/// Writes the rows as JSON Lines.
pub fn write(rows: &Rows, out: &mut Pieces<'_>) -> io::Result<()> {
    rows.iter().try_for_each(|row| write_record(&rows.columns(row), out))?;
    out.end()
}

/// Writes one object.
pub fn write_record(columns: &[Column<'_>], out: &mut Pieces<'_>) -> io::Result<()> {
    for (at, (name, value)) in columns.iter().enumerate() {
        out.text.push(if at == 0 { b'{' } else { b',' });
        write_json(name, &mut out.text);
        out.text.push(b':');
        match value {
            Value::None => out.text.extend_from_slice(b"null"),
            Value::Text(text) => write_json(text, &mut out.text),
            other => out.text.extend_from_slice(other.to_string().as_bytes()),
        }
    }
    out.text.extend_from_slice(b"}\n");
    out.end_record()
}
