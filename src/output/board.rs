//! `board`: the board of a bowling alley, two rows a game under a header that a group shares.

use std::ops::Range;

use super::symbols::{is_late_ten, shown, shown_text};
use super::text::{cut, visible, width};
use super::{Format, Paint, Record, left_aligned};
use crate::game::step::FRAMES;
use crate::game::{Game, Mark, Rules};

/// So many games share a header at most: a board is bounded, however long its group.
pub const MOST_SEATS: usize = 64;
/// A name wider than this is cut on a board, since it widens every row.
const WIDEST_NAME: usize = 256;
/// The name column holds at least this many columns.
const NAME: usize = 4;

/// A player on the board: a name, and a game unless it is in error.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    /// The name, empty for none.
    pub name: std::borrow::Cow<'a, str>,
    /// The game.
    pub game: Option<std::borrow::Cow<'a, Game>>,
}

/// The boards of the filter.
pub struct Board {
    paint: Paint,
    seats: Vec<Seat<'static>>,
    wide: bool,
    apart: bool,
    continued: bool,
}

impl Board {
    pub fn new(paint: Paint) -> Self {
        Self { paint, seats: Vec::new(), wide: false, apart: false, continued: false }
    }

    fn print(&mut self, out: &mut Vec<u8>) {
        if self.seats.is_empty() {
            return;
        }
        if std::mem::replace(&mut self.apart, true) && !self.continued {
            out.push(b'\n');
        }
        draw(out, self.wide, &self.seats, 0..FRAMES, self.paint);
        self.seats.clear();
        self.wide = false;
    }
}

impl Format for Board {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let game = record.game.filter(|_| record.error.is_none());
        self.wide |= is_wide(record.rules);
        self.seats.push(Seat {
            name: record.name.map(|name| visible(name).into_owned()).unwrap_or_default().into(),
            game: game.cloned().map(std::borrow::Cow::Owned),
        });
        if self.seats.len() == MOST_SEATS {
            self.print(out);
            self.continued = true;
        }
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        self.print(out);
        self.continued = false;
    }

    fn set_apart(&mut self, apart: bool) {
        self.apart = apart;
    }
}

/// Do these rules need wide cells? Three balls do.
#[must_use]
pub fn is_wide(rules: Rules) -> bool {
    rules.row().balls > 2
}

/// Draws a board of the given frames (from 0).
pub fn draw(out: &mut Vec<u8>, wide: bool, seats: &[Seat<'_>], frames: Range<u8>, paint: Paint) {
    let names: Vec<_> = seats.iter().map(|seat| cut(&seat.name, WIDEST_NAME)).collect();
    let column = names.iter().map(|name| width(name)).max().unwrap_or_default().max(NAME);
    let cell = if wide { 8 } else { 6 };

    out.extend_from_slice(b"| NAME ");
    blanks(column - NAME, out);
    out.push(b'|');
    for frame in frames.clone() {
        out.extend_from_slice(&[b' ', b' ', b'0' + (frame + 1) / 10, b'0' + (frame + 1) % 10]);
        blanks(cell - 4, out);
        out.push(b'|');
    }
    out.push(b'\n');

    let empty = Row::new(&frames, cell);
    for (seat, name) in seats.iter().zip(&names) {
        out.extend_from_slice(b"|  ");
        out.extend_from_slice(name.as_bytes());
        blanks(column - width(name), out);
        out.push(b'|');
        match &seat.game {
            Some(game) if paint == Paint::Colour => coloured(out, game, &frames, cell),
            Some(game) => balls(game, &frames, cell, empty.clone()).append(out),
            None => {
                let mut row = empty.clone();
                row.cell(0, [b' ', b'e', b'r', b'r', b'o', b'r', b' ', b' ']);
                row.append(out);
            }
        }
        out.push(b'|');
        blanks(column + 2, out);
        out.push(b'|');
        let mut row = empty.clone();
        if let Some(game) = &seat.game {
            let totals = game.totals();
            for (at, &total) in totals.get(usize::from(frames.start)..).unwrap_or_default().iter().enumerate() {
                let [a, b, c, d] = left_aligned(total);
                row.cell(at, [b' ', b' ', a, b, c, d, b' ', b' ']);
            }
        }
        row.append(out);
    }
}

/// A cell of eight columns, of which the narrow board shows six.
type Cell = [u8; 8];
const EMPTY: Cell = [b' '; 8];

/// A row of cells, built on the side: every cell has its place there, so nothing has to grow.
#[derive(Clone)]
struct Row {
    bytes: [u8; 9 * FRAMES as usize],
    stride: usize,
    len: usize,
}

impl Row {
    /// A row of empty cells.
    fn new(frames: &Range<u8>, cell: usize) -> Self {
        let mut row = Self { bytes: [b' '; 9 * FRAMES as usize], stride: cell + 1, len: frames.len() * (cell + 1) };
        for bar in row.bytes[..row.len].iter_mut().skip(cell).step_by(cell + 1) {
            *bar = b'|';
        }
        row
    }

    /// Writes a cell; one beyond the row is nobody's.
    #[inline]
    fn cell(&mut self, at: usize, text: Cell) {
        let start = at * self.stride;
        // Two sizes that the compiler knows are cheaper than one that it does not.
        if self.stride == 7
            && let Some(place) = self.bytes.get_mut(start..start + 6)
        {
            place.copy_from_slice(&text[..6]);
        } else if let Some(place) = self.bytes.get_mut(start..start + 8) {
            place.copy_from_slice(&text);
        }
    }

    fn append(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes[..self.len]);
        out.push(b'\n');
    }
}

fn blanks(count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, b' ');
}

/// The first row of a game: `8|/` in each cell, from its third column on, or from its second where three balls
/// need the room.
fn balls(game: &Game, frames: &Range<u8>, cell: usize, mut row: Row) -> Row {
    for (frame, (rolls, marks)) in (0..frames.end).zip(game.balls()) {
        let Some(at) = frame.checked_sub(frames.start).map(usize::from) else {
            continue;
        };
        let mut text = EMPTY;
        match (rolls, marks) {
            // Nearly every frame, without a loop.
            ([only], [mark]) => text[2] = shown(*only, *mark),
            ([first, second], [a, b]) => {
                text[2] = shown(*first, *a);
                text[3] = b'|';
                text[4] = shown(*second, *b);
            }
            _ => {
                let before = indent(rolls.len(), cell);
                for (at, (&roll, &mark)) in rolls.iter().zip(marks).take(3).enumerate() {
                    text[before + 2 * at] = shown(roll, mark);
                    if is_late_ten(roll, mark) {
                        // Three balls have wide cells, and this is the last of them.
                        text[6..8].copy_from_slice(b"10");
                    }
                    if at > 0 {
                        text[before + 2 * at - 1] = b'|';
                    }
                }
            }
        }
        row.cell(at, text);
    }
    row
}

/// The blanks before the balls of a cell.
fn indent(balls: usize, cell: usize) -> usize {
    if cell == 6 && balls == 3 { 1 } else { 2 }
}

/// The same with marks and splits that stand out.
fn coloured(out: &mut Vec<u8>, game: &Game, frames: &Range<u8>, cell: usize) {
    let mut written = frames.start;
    for (rolls, marks) in game.balls().skip(usize::from(frames.start)).take(frames.len()) {
        written += 1;
        let mut columns = indent(rolls.len(), cell);
        blanks(columns, out);
        for (at, (&roll, &mark)) in rolls.iter().zip(marks).enumerate() {
            if at > 0 {
                out.push(b'|');
                columns += 1;
            }
            let colour = match mark {
                Some(Mark::Strike) => "\x1b[1;32m",
                Some(Mark::Spare) => "\x1b[1;36m",
                _ if roll.is_split() => "\x1b[1;31m",
                _ => "",
            };
            let text = shown_text(roll, mark);
            columns += text.len();
            out.extend_from_slice(colour.as_bytes());
            out.extend_from_slice(text.as_bytes());
            if !colour.is_empty() {
                out.extend_from_slice(b"\x1b[0m");
            }
        }
        blanks(cell.saturating_sub(columns), out);
        out.push(b'|');
    }
    for _ in written..frames.end {
        blanks(cell, out);
        out.push(b'|');
    }
    out.push(b'\n');
}
