//! `totals`: the total, or `NAME<TAB>total` if the game has a name.

use super::{Consumer, ERROR, Record, write_number};
use crate::cli::text::visible;

pub struct Totals;

impl Consumer for Totals {
    type Output = Vec<u8>;

    fn needs_cards(&self) -> bool {
        false
    }

    #[inline]
    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_total(record.entry.name.unwrap_or_default(), record.entry.total(), out);
    }
}

/// Writes a total, or that there is none.
#[inline]
pub fn write_total(name: &str, total: Option<u16>, out: &mut Vec<u8>) {
    if !name.is_empty() {
        out.extend_from_slice(visible(name).as_bytes());
        out.push(b'\t');
    }
    match total {
        Some(total) => write_number(total, out),
        None => out.extend_from_slice(ERROR),
    }
    out.push(b'\n');
}
