//! `totals`: the total, `NAME<TAB>total` where the game has a name.

use super::{ERROR, Format, Record, number, text::visible};

pub struct Totals;

impl Format for Totals {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        if let Some(name) = record.name {
            out.extend_from_slice(visible(name).as_bytes());
            out.push(b'\t');
        }
        match (record.game, record.error) {
            (Some(game), None) => number(game.score(), out),
            _ => out.extend_from_slice(ERROR),
        }
        out.push(b'\n');
    }
}
