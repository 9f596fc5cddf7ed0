//! `board`: the board of a bowling alley, two rows a game under a header that a group shares.

use std::ops::Range;

use super::symbols::{is_late_ten, shown, shown_text};
use super::text::{cut, visible, width};
use super::{Format, Paint, Record, left_aligned};
use crate::game::step::FRAMES;
use crate::game::{Game, Mark, Roll, Rules};

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
        if let Some(game) = &seat.game {
            balls(out, game, &frames, cell, paint);
        } else {
            cell_text(out, [b' ', b'e', b'r', b'r', b'o', b'r', b' ', b' '], cell);
            frames.clone().skip(1).for_each(|_| cell_text(out, EMPTY, cell));
        }
        out.extend_from_slice(b"\n|");
        blanks(column + 2, out);
        out.push(b'|');
        let totals = seat.game.as_ref().map(|game| game.totals());
        for frame in frames.clone() {
            let total = totals.as_ref().and_then(|totals| totals.get(usize::from(frame)));
            let mut text = EMPTY;
            if let Some(&total) = total {
                text[2..6].copy_from_slice(&left_aligned(total));
            }
            cell_text(out, text, cell);
        }
        out.push(b'\n');
    }
}

/// A cell of eight columns, of which the narrow board shows six.
type Cell = [u8; 8];
const EMPTY: Cell = [b' '; 8];

/// Appends a cell and the bar behind it. More is always copied than shown, which is cheaper than the right number.
#[inline]
fn cell_text(out: &mut Vec<u8>, text: Cell, cell: usize) {
    let end = out.len() + cell;
    out.extend_from_slice(&text);
    out.truncate(end);
    out.push(b'|');
}

fn blanks(count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, b' ');
}

/// The first row of a game: `8|/` in each cell, from its third column on, or from its second where three balls
/// need the room.
fn balls(out: &mut Vec<u8>, game: &Game, frames: &Range<u8>, cell: usize, paint: Paint) {
    let mut written = frames.start;
    for (rolls, marks) in game.balls().skip(usize::from(frames.start)).take(frames.len()) {
        written += 1;
        let before = if cell == 6 && rolls.len() == 3 { 1 } else { 2 };
        if paint == Paint::Colour {
            coloured(out, rolls, marks, before, cell);
            continue;
        }
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
        cell_text(out, text, cell);
    }
    (written..frames.end).for_each(|_| cell_text(out, EMPTY, cell));
}

/// The same with marks and splits that stand out.
fn coloured(out: &mut Vec<u8>, rolls: &[Roll], marks: &[Option<Mark>], before: usize, cell: usize) {
    blanks(before, out);
    for (at, (&roll, &mark)) in rolls.iter().zip(marks).enumerate() {
        if at > 0 {
            out.push(b'|');
        }
        let colour = match mark {
            Some(Mark::Strike) => "\x1b[1;32m",
            Some(Mark::Spare) => "\x1b[1;36m",
            _ if roll.is_split() => "\x1b[1;31m",
            _ => "",
        };
        out.extend_from_slice(colour.as_bytes());
        out.extend_from_slice(shown_text(roll, mark).as_bytes());
        if !colour.is_empty() {
            out.extend_from_slice(b"\x1b[0m");
        }
    }
    let late = rolls.iter().zip(marks).any(|(&roll, &mark)| is_late_ten(roll, mark));
    blanks((cell + 1).saturating_sub(before + 2 * rolls.len() + usize::from(late)), out);
    out.push(b'|');
}
