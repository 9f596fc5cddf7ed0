//! `board`: the board of a bowling alley, two rows a game under a header that a group shares.

use std::ops::Range;

use super::symbols::{is_late_ten, shown, shown_text};
use super::text::{cut, visible, width};
use super::{Format, Paint, Record, digits};
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

    for (seat, name) in seats.iter().zip(&names) {
        out.extend_from_slice(b"|  ");
        out.extend_from_slice(name.as_bytes());
        blanks(column - width(name), out);
        out.push(b'|');
        // Two sizes of cells that the compiler knows are cheaper than one that it does not.
        if wide {
            rows::<9>(out, seat, column, &frames, paint);
        } else {
            rows::<7>(out, seat, column, &frames, paint);
        }
    }
}

/// Both rows of a seat, behind the cell of its name. A cell and the bar behind it are `CELL` wide.
fn rows<const CELL: usize>(out: &mut Vec<u8>, seat: &Seat<'_>, column: usize, frames: &Range<u8>, paint: Paint) {
    match &seat.game {
        Some(game) if paint == Paint::Colour => coloured(out, game, frames, CELL - 1),
        Some(game) => balls::<CELL>(game).append(frames, out),
        None => {
            let mut row = Row::<CELL>::EMPTY;
            row.0[usize::from(frames.start)][1..6].copy_from_slice(super::ERROR);
            row.append(frames, out);
        }
    }
    out.push(b'|');
    blanks(column + 2, out);
    out.push(b'|');
    let mut row = Row::<CELL>::EMPTY;
    if let Some(game) = &seat.game {
        for (cell, &total) in row.0.iter_mut().zip(game.totals().iter()) {
            cell[2..6].copy_from_slice(&digits(total).0);
        }
    }
    row.append(frames, out);
}

/// The cells of all ten frames, built on the side: every cell has its place there, so nothing has to grow.
struct Row<const CELL: usize>([[u8; CELL]; FRAMES as usize]);

impl<const CELL: usize> Row<CELL> {
    const EMPTY: Self = {
        let mut cell = [b' '; CELL];
        cell[CELL - 1] = b'|';
        Self([cell; FRAMES as usize])
    };

    /// Appends the cells of some frames.
    fn append(&self, frames: &Range<u8>, out: &mut Vec<u8>) {
        if frames.len() == self.0.len() {
            // The same as below, of a size that the compiler knows.
            out.extend_from_slice(self.0.as_flattened());
        } else {
            out.extend_from_slice(self.0[usize::from(frames.start)..usize::from(frames.end)].as_flattened());
        }
        out.push(b'\n');
    }
}

fn blanks(count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, b' ');
}

/// The first row of a game: `8|/` in each cell, from its third column on, or from its second where three balls
/// need the room.
fn balls<const CELL: usize>(game: &Game) -> Row<CELL> {
    let mut row = Row::EMPTY;
    for (cell, (rolls, marks)) in row.0.iter_mut().zip(game.balls()) {
        match (rolls, marks) {
            // Nearly every frame: without a loop, and without a branch on how many they are, which nobody foresees.
            ([first, ..], [mark, ..]) if rolls.len() <= 2 => {
                let two = rolls.len() - 1;
                cell[2] = shown(*first, *mark);
                cell[3] = b" |"[two];
                cell[4] = [b' ', shown(rolls[two], marks[two])][two];
            }
            _ => {
                let before = indent(rolls.len(), CELL - 1);
                for (at, (&roll, &mark)) in rolls.iter().zip(marks).take(3).enumerate() {
                    cell[before + 2 * at] = shown(roll, mark);
                    if is_late_ten(roll, mark) && CELL == 9 {
                        // The last of three balls, which have wide cells.
                        cell[6..8].copy_from_slice(b"10");
                    }
                    if at > 0 {
                        cell[before + 2 * at - 1] = b'|';
                    }
                }
            }
        }
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
