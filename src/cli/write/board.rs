//! `board`: the board of a bowling alley, two rows per game under a header that a group shares.

use super::painter::{BoardRow, Painter, cell_width};
use super::{Consumer, Entry, Event};
use crate::cli::color::Paint;
use crate::cli::text::{cut, visible};

/// A longer group goes on under a new header. Bounds memory.
pub const GAMES_PER_GROUP: usize = 64;

/// A wider name is cut, because it widens every row.
const WIDEST_NAME: usize = 256;
/// The same on a terminal, where the frames must fit beside it.
const WIDEST_NAME_ON_TERMINAL: usize = 20;

/// The boards of the filter. A blank line goes before each, unless it continues a group.
pub struct Board {
    painter: Painter,
    rows: Vec<BoardRow<'static>>,
    cell: usize,
    /// Whether a part of the group is printed.
    in_group: bool,
    /// The width of the terminal; `None` elsewhere.
    columns: Option<usize>,
}

impl Board {
    pub fn new(paint: Paint, columns: Option<usize>) -> Self {
        let mut painter = Painter::new(paint);
        painter.circles_splits = columns.is_some() && paint == Paint::Plain;
        Self { painter, rows: Vec::new(), cell: 0, in_group: false, columns }
    }

    fn print(&mut self, out: &mut Vec<u8>) {
        if self.rows.is_empty() {
            return;
        }
        if !self.in_group {
            out.push(b'\n');
        }
        self.painter.draw_folded(&self.rows, self.cell, self.columns, out);
        self.rows.clear();
        self.cell = 0;
    }
}

impl Consumer for Board {
    type Item = u8;

    /// The width of a board is that of the longest name in it.
    fn needs_order(&self) -> bool {
        true
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match *event {
            Event::Entry(entry) => self.add(entry, out),
            Event::EndGroup | Event::EndMatch | Event::EndFile => self.end_group(out),
            _ => {}
        }
    }
}

impl Board {
    fn add(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let widest = if self.columns.is_some() { WIDEST_NAME_ON_TERMINAL } else { WIDEST_NAME };
        let name = cut(&visible(entry.name.unwrap_or_default()), widest).into_owned();
        self.rows.push(BoardRow { name: name.into(), card: entry.game().cloned() });
        self.cell = self.cell.max(cell_width(entry.rules));
        if self.rows.len() == GAMES_PER_GROUP {
            self.print(out);
            self.in_group = true;
        }
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        self.print(out);
        self.in_group = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_is_circled_on_a_terminal_without_color() {
        let card: crate::Game = "S8/ S7- X X X X X X X S8/X".parse().unwrap();
        let draw = |paint, columns| {
            let (mut board, mut out) = (Board::new(paint, columns), Vec::new());
            board.rows.push(BoardRow { name: "A long name of a player".into(), card: Some(card.clone()) });
            board.cell = cell_width(card.rules());
            board.end_group(&mut out);
            String::from_utf8(out).unwrap()
        };
        let terminal = draw(Paint::Plain, Some(120));
        // Three balls leave no room for it.
        assert!(terminal.contains("| (8)|/| (7)|-|  X   |") && terminal.contains("| 8|/|X|"), "{terminal}");
        assert!(draw(Paint::Plain, None).contains("|  8|/ |  7|- |"));
        assert!(draw(Paint::Colored, Some(120)).contains("|  \u{1b}[1;31m8\u{1b}[0m|"));
    }
}
