//! Rows as records: a line of CSV, or an object of JSON Lines.

use std::io;

use super::StatsFormat;
use super::columns::{Column, Value};
use crate::cli::format::write_csv_text;
use crate::cli::run::Sink;
use crate::cli::text::write_json;

/// Text is written when there is this much of it: that of a million rows would take more memory than their sums.
const LARGEST_PIECE: usize = 256 * 1024;

/// Text that is written in pieces of whole records.
pub struct Pieces<'a> {
    /// What is not written yet.
    pub text: Vec<u8>,
    sink: &'a mut dyn Sink<u8>,
}

impl<'a> Pieces<'a> {
    pub fn new(sink: &'a mut dyn Sink<u8>) -> Self {
        Self { text: Vec::new(), sink }
    }

    /// Ends a record: writes the text if there is much of it.
    pub fn end_record(&mut self) -> io::Result<()> {
        if self.text.len() >= LARGEST_PIECE { self.end() } else { Ok(()) }
    }

    /// Writes what is left.
    pub fn end(&mut self) -> io::Result<()> {
        self.sink.take(&mut self.text)
    }
}

/// Writes the names of the columns, if the format has a place for them.
pub fn write_header(to: StatsFormat, names: &[&str], out: &mut Pieces<'_>) -> io::Result<()> {
    let names: Vec<Column<'_>> = names.iter().map(|&name| (name, Value::Text(name))).collect();
    if to == StatsFormat::Csv { write_record(to, &names, out) } else { Ok(()) }
}

/// Writes a record: a line of CSV, else an object.
pub fn write_record(to: StatsFormat, columns: &[Column<'_>], out: &mut Pieces<'_>) -> io::Result<()> {
    let is_csv = to == StatsFormat::Csv;
    let text = &mut out.text;
    text.extend_from_slice(if is_csv { b"" } else { b"{" });
    for (at, (name, value)) in columns.iter().enumerate() {
        if at > 0 {
            text.push(b',');
        }
        if !is_csv {
            write_json(name, text);
            text.push(b':');
        }
        match value {
            Value::Text(value) if is_csv => write_csv_text(value, text),
            Value::Text(value) => write_json(value, text),
            Value::None if !is_csv => text.extend_from_slice(b"null"),
            other => text.extend_from_slice(other.to_string().as_bytes()),
        }
    }
    text.extend_from_slice(if is_csv { b"\n" } else { b"}\n" });
    out.end_record()
}
