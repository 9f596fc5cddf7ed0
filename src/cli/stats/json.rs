//! `stats --json`: all columns, one object per row.

use super::columns::{Value, columns};
use super::rows::{Rows, StatsRow};
use crate::cli::format::write_json;
use crate::stats::Handicap;

/// The rows as JSON Lines.
pub fn text(rows: &Rows, handicap: Option<Handicap>) -> Vec<u8> {
    let mut out = Vec::new();
    for StatsRow { name, stats, .. } in rows.iter() {
        out.extend_from_slice(b"{\"name\":");
        write_json(&name.as_deref(), &mut out);
        out.extend_from_slice(b",\"rules\":");
        write_json(&stats.rules().name(), &mut out);
        for (name, value) in columns(stats, handicap) {
            let value = if value == Value::None { "null".into() } else { value.to_string() };
            out.extend_from_slice(format!(",\"{name}\":{value}").as_bytes());
        }
        out.extend_from_slice(b"}\n");
    }
    out
}
