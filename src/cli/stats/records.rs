//! Rows as records: a line of CSV, or an object of JSON Lines.

use std::io;

use super::StatsFormat;
use super::columns::{Column, Value};
use crate::cli::format::{write_csv_text, write_json};

/// Text is written when there is this much of it: that of a million rows would take more memory than their sums.
const LARGEST_PIECE: usize = 256 * 1024;

/// Text that is written in pieces of whole records.
pub struct Pieces<'a> {
    /// What is not written yet.
    pub text: Vec<u8>,
    write: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
}

impl<'a> Pieces<'a> {
    pub fn new(write: &'a mut dyn FnMut(&[u8]) -> io::Result<()>) -> Self {
        Self { text: Vec::new(), write }
    }

    /// Ends a record: writes the text if there is much of it.
    pub fn end_record(&mut self) -> io::Result<()> {
        if self.text.len() >= LARGEST_PIECE { self.end() } else { Ok(()) }
    }

    /// Writes what is left.
    pub fn end(&mut self) -> io::Result<()> {
        let written = (self.write)(&self.text);
        self.text.clear();
        written
    }
}

/// Writes the names of the columns, if the format has a place for them.
pub fn write_header<'a>(
    to: StatsFormat,
    names: impl IntoIterator<Item = &'a str>,
    out: &mut Pieces<'_>,
) -> io::Result<()> {
    if to == StatsFormat::Csv { write_line(names.into_iter().map(Value::Text), out) } else { Ok(()) }
}

/// Writes a record in a format.
pub fn write_record(to: StatsFormat, columns: &[Column<'_>], out: &mut Pieces<'_>) -> io::Result<()> {
    match to {
        StatsFormat::Csv => write_line(columns.iter().map(|&(_, value)| value), out),
        _ => write_object(columns, out),
    }
}

fn write_line<'a>(values: impl Iterator<Item = Value<'a>>, out: &mut Pieces<'_>) -> io::Result<()> {
    for (at, value) in values.enumerate() {
        if at > 0 {
            out.text.push(b',');
        }
        match value {
            Value::Text(text) => write_csv_text(text, &mut out.text),
            other => out.text.extend_from_slice(other.to_string().as_bytes()),
        }
    }
    out.text.push(b'\n');
    out.end_record()
}

fn write_object(columns: &[Column<'_>], out: &mut Pieces<'_>) -> io::Result<()> {
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
