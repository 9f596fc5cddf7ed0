//! `totals`: the total, or `NAME<TAB>total` if the game has a name.

use super::number::{Numbers, Totals as Table};
use super::{Buffer, ERROR, Format, Record};
use crate::cli::text::visible;

pub struct Totals;

/// Totals with a line end.
static LINES: Table<8> = Numbers::between(&[b"", b"\n"]);

impl Format for Totals {
    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        if let Some(card) = record.good() {
            write_total(record.game.name.unwrap_or_default().as_bytes(), card.total(), out);
        } else {
            write_name(record.game.name.unwrap_or_default().as_bytes(), out);
            out.extend(ERROR);
            out.push(b'\n');
        }
    }
}

/// Writes the record of a good game.
#[inline]
pub fn write_total(name: &[u8], total: u16, out: &mut Buffer) {
    write_name(name, out);
    out.text(LINES.get(total));
}

/// Writes the records of good games without names.
#[inline]
pub fn write_totals<const N: usize>(totals: &[u16; N], out: &mut Buffer) {
    for totals in totals.chunks(16) {
        out.with_cursor::<128>(|out| {
            for &total in totals {
                out.text(LINES.get(total));
            }
            true
        });
    }
}

#[inline]
fn write_name(name: &[u8], out: &mut Buffer) {
    if name.is_empty() {
        return;
    }
    if name.iter().all(u8::is_ascii_graphic) {
        out.extend(name);
    } else {
        out.extend(visible(&String::from_utf8_lossy(name)).as_bytes());
    }
    out.push(b'\t');
}
