//! `totals`: the total, or `NAME<TAB>total` if the game has a name.
#![expect(clippy::inline_always, reason = "a call takes as long as the total of a nameless game")]

use super::short::{Short, numbers};
use super::{Consumer, Event};
use crate::cli::color::{Paint, Style};
use crate::cli::text::visible;
use crate::game::MAX_TOTAL;

pub struct Totals {
    pub paint: Paint,
}

impl Consumer for Totals {
    type Item = u8;

    #[inline(always)]
    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        if let Event::Entry(entry) = event {
            write_total(entry.name.unwrap_or_default(), entry.total(), self.paint, out);
        }
    }
}

/// Writes a total, or `error` in its place.
#[inline(always)]
pub fn write_total(name: &str, total: Option<u16>, paint: Paint, out: &mut Vec<u8>) {
    if !name.is_empty() {
        out.extend_from_slice(visible(name).as_bytes());
        out.push(b'\t');
    }
    if let Some(total) = total {
        LINES[usize::from(total)].write(out);
    } else {
        paint.write(Style::Error, "error", out);
        out.push(b'\n');
    }
}

static LINES: [Short<4>; MAX_TOTAL as usize + 1] = numbers(b"\n");
