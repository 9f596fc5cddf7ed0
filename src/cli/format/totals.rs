//! `totals`: the total, or `NAME<TAB>total` if the game has a name.
#![expect(clippy::inline_always, reason = "a call takes as long as the total of a nameless game")]

use super::short::{Short, numbers};
use super::{Consumer, Event};
use crate::cli::text::visible;
use crate::game::MAX_TOTAL;

pub struct Totals;

impl Consumer for Totals {
    type Item = u8;

    #[inline(always)]
    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        if let Event::Entry(entry) = event {
            write_total(entry.name.unwrap_or_default(), entry.total(), out);
        }
    }
}

/// Writes a total, or `error` in its place.
#[inline(always)]
pub fn write_total(name: &str, total: Option<u16>, out: &mut Vec<u8>) {
    if !name.is_empty() {
        out.extend_from_slice(visible(name).as_bytes());
        out.push(b'\t');
    }
    match total {
        Some(total) => LINES[usize::from(total)].write(out),
        None => out.extend_from_slice(b"error\n"),
    }
}

static LINES: [Short<4>; MAX_TOTAL as usize + 1] = numbers(b"\n");
