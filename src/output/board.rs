//! `board`: the board of a bowling alley, two rows a game under a header that a group shares.

use std::borrow::Cow;
use std::ops::Range;

use super::symbols::{is_late_ten, symbol, text};
use super::text::{cut, visible, width};
use super::{Format, Paint, Record, digits};
use crate::game::frame::SPLIT;
use crate::game::step::FRAMES;
use crate::game::table::{CODES, Code, NOTHING, SPARE, STRIKE};
use crate::game::{Game, Rules, Totals};

/// So many games share a header at most: a board is bounded, however long its group.
pub const MOST_SEATS: usize = 64;
/// A name wider than this is cut on a board, since it widens every row.
const WIDEST_NAME: usize = 256;
/// What stands above the names; their column is at least as wide.
const NAME: &[u8] = b"NAME";

/// A player on the board: a name, and a game unless it is in error.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    name: Cow<'a, str>,
    game: Option<Card>,
}

impl<'a> Seat<'a> {
    /// A seat; the name is empty for none.
    #[must_use]
    pub fn new(name: Cow<'a, str>, game: Option<&Game>) -> Self {
        let mut seat = Self { name, game: None };
        seat.fill(game);
        seat
    }

    /// Writes a game down, in place: whatever is read again in larger pieces than it was written is slow.
    fn fill(&mut self, game: Option<&Game>) {
        if let Some(game) = game {
            self.game.insert(Card::EMPTY).fill(game);
        }
    }
}

/// What a board shows of a game. The game itself goes on to the next line before the board is drawn.
#[derive(Clone, Copy, Debug)]
struct Card {
    /// The first, the second and the third balls of all frames.
    signs: [[Code; FRAMES as usize]; 3],
    totals: Totals,
}

impl Card {
    const EMPTY: Self = Self { signs: [[NOTHING; FRAMES as usize]; 3], totals: Totals::NONE };

    /// What was rolled in a frame.
    #[inline]
    fn frame(&self, frame: usize) -> [Code; 3] {
        self.signs.each_ref().map(|balls| balls.get(frame).copied().unwrap_or(NOTHING))
    }

    fn fill(&mut self, game: &Game) {
        for frame in 0..usize::from(game.begun().min(FRAMES)) {
            [self.signs[0][frame], self.signs[1][frame], self.signs[2][frame]] = game.signs(frame);
        }
        game.add_up(&mut self.totals);
    }
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
        let name = record.name.map(|name| visible(name).into_owned()).unwrap_or_default();
        self.seats.push(Seat { name: name.into(), game: None });
        if let Some(seat) = self.seats.last_mut() {
            seat.fill(game);
        }
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
    // Two sizes of cells that the compiler knows are cheaper than one that it does not.
    if wide {
        Canvas::<9>::new(out, seats, frames, paint).draw(seats);
    } else {
        Canvas::<7>::new(out, seats, frames, paint).draw(seats);
    }
}

/// A board while it is drawn. A cell and the bar behind it are `CELL` wide.
struct Canvas<'a, const CELL: usize> {
    out: &'a mut Vec<u8>,
    frames: Range<u8>,
    paint: Paint,
    /// How wide the names are.
    column: usize,
    /// An empty row: it is copied, and what changes is written over it.
    empty: Vec<u8>,
}

impl<'a, const CELL: usize> Canvas<'a, CELL> {
    fn new(out: &'a mut Vec<u8>, seats: &[Seat<'_>], frames: Range<u8>, paint: Paint) -> Self {
        let widths = seats.iter().map(|seat| width(&cut(&seat.name, WIDEST_NAME)));
        let column = widths.max().unwrap_or_default().max(NAME.len());
        let mut empty = vec![b'|'];
        blanks(column + 2, &mut empty);
        empty.push(b'|');
        for _ in frames.clone() {
            blanks(CELL - 1, &mut empty);
            empty.push(b'|');
        }
        empty.push(b'\n');
        Self { out, frames, paint, column, empty }
    }

    fn draw(&mut self, seats: &[Seat<'_>]) {
        let (head, frames) = (self.out.len(), self.frames.clone());
        for (cell, frame) in self.row("").iter_mut().zip(frames) {
            cell[2..4].copy_from_slice(&[b'0' + (frame + 1) / 10, b'0' + (frame + 1) % 10]);
        }
        self.out[head + 2..][..NAME.len()].copy_from_slice(NAME);
        for seat in seats {
            self.seat(seat);
        }
    }

    /// Both rows of a player.
    fn seat(&mut self, seat: &Seat<'_>) {
        let first = usize::from(self.frames.start);
        let name = cut(&seat.name, WIDEST_NAME);
        let Some(game) = &seat.game else {
            if let [first, ..] = self.row(&name) {
                first[1..6].copy_from_slice(super::ERROR);
            }
            self.row("");
            return;
        };
        if self.paint == Paint::Colour {
            self.lead(&name);
            self.coloured(game);
        } else {
            for (cell, frame) in self.row(&name).iter_mut().zip(first..usize::from(FRAMES)) {
                balls(game.frame(frame), cell);
            }
        }
        for (cell, &total) in self.row("").iter_mut().zip(game.totals.get(first..).unwrap_or_default()) {
            cell[2..6].copy_from_slice(&digits(total).0);
        }
    }

    /// Appends a row behind a name, and gives its empty cells.
    fn row(&mut self, name: &str) -> &mut [[u8; CELL]] {
        let lead = self.column + 4;
        if name.is_empty() {
            self.out.extend_from_slice(&self.empty);
        } else {
            self.lead(name);
            self.out.extend_from_slice(&self.empty[lead..]);
        }
        let cells = self.out.len() - (self.empty.len() - lead);
        self.out[cells..].as_chunks_mut().0
    }

    /// Appends a name and the bars around it.
    fn lead(&mut self, name: &str) {
        self.out.extend_from_slice(b"|  ");
        self.out.extend_from_slice(name.as_bytes());
        blanks(self.column - width(name), self.out);
        self.out.push(b'|');
    }

    /// Appends the cells of the balls, with marks and splits that stand out.
    fn coloured(&mut self, game: &Card) {
        let (out, cell) = (&mut *self.out, CELL - 1);
        for frame in self.frames.clone() {
            let signs = game.frame(usize::from(frame));
            let mut columns = indent(signs, cell);
            blanks(columns, out);
            for (at, &sign) in signs.iter().enumerate().filter(|(_, sign)| **sign != NOTHING) {
                if at > 0 {
                    out.push(b'|');
                    columns += 1;
                }
                let colour = match sign % SPLIT {
                    STRIKE => "\x1b[1;32m",
                    SPARE => "\x1b[1;36m",
                    _ if sign >= SPLIT => "\x1b[1;31m",
                    _ => "",
                };
                out.extend_from_slice(colour.as_bytes());
                out.extend_from_slice(text(sign).as_bytes());
                columns += text(sign).len();
                if !colour.is_empty() {
                    out.extend_from_slice(b"\x1b[0m");
                }
            }
            blanks(cell.saturating_sub(columns), out);
            out.push(b'|');
        }
        out.push(b'\n');
    }
}

fn blanks(count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, b' ');
}

/// The balls of a frame in its cell: `8|/` from the third column on, or from the second where three need the room.
#[inline]
fn balls<const CELL: usize>(signs: [Code; 3], cell: &mut [u8; CELL]) {
    let [first, second, third] = signs;
    let pair = PAIRS[usize::from(first) % CODES][usize::from(second) % CODES];
    if third == NOTHING {
        cell[2..6].copy_from_slice(&pair);
        return;
    }
    let at = indent(signs, CELL - 1);
    cell[at..at + 3].copy_from_slice(&pair[..3]);
    cell[at + 3..at + 5].copy_from_slice(&[b'|', symbol(third)]);
    if is_late_ten(third) && CELL == 9 {
        // Only the last of three balls can be a ten that is no mark, and those have wide cells.
        cell[at + 4..at + 6].copy_from_slice(b"10");
    }
}

/// Nearly every frame has one ball or two: what stands in a cell for every two signs.
static PAIRS: [[[u8; 4]; CODES]; CODES] = {
    let mut pairs = [[[b' '; 4]; CODES]; CODES];
    let mut first = 0;
    while first < CODES {
        let mut second = 0;
        while second < CODES {
            let bar = if second == NOTHING as usize { b' ' } else { b'|' };
            pairs[first][second] = [symbol(first as Code), bar, symbol(second as Code), b' '];
            second += 1;
        }
        first += 1;
    }
    pairs
};

/// The blanks before the balls of a cell.
const fn indent(signs: [Code; 3], cell: usize) -> usize {
    if cell == 6 && signs[2] != NOTHING { 1 } else { 2 }
}
