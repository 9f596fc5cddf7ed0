//! `totals`: the total, or `NAME<TAB>total` if the game has a name.

use super::{Buffer, ERROR, Format, Record, number};
use crate::cli::text::visible;

pub struct Totals;

impl Format for Totals {
    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        if let Some(card) = record.good() {
            write_total(record.game.name, card.total(), out);
        } else {
            write_name(record.game.name, out);
            out.extend(ERROR);
            out.push(b'\n');
        }
    }
}

/// Writes the record of a good game.
#[inline]
pub fn write_total(name: Option<&str>, total: u16, out: &mut Buffer) {
    write_name(name, out);
    out.text(number::LINES.get(total));
}

#[inline]
fn write_name(name: Option<&str>, out: &mut Buffer) {
    if let Some(name) = name {
        out.extend(visible(name).as_bytes());
        out.push(b'\t');
    }
}
