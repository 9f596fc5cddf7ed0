//! `board`: the board of a bowling alley, two rows a game under a header that a group shares.

use std::ops::Range;

use super::symbols::shown;
use super::text::{cut, visible, width};
use super::{Format, Paint, Record, number};
use crate::game::step::FRAMES;
use crate::game::{Frame, Game, Mark, Rules};

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
            row(out, game, &frames, |out, frame| balls(out, frame, cell, paint), cell);
            lead(out, column);
            row(out, game, &frames, |out, frame| total(out, frame, cell), cell);
        } else {
            out.extend_from_slice(b" error");
            blanks(cell - 6, out);
            out.push(b'|');
            frames.clone().skip(1).for_each(|_| empty(out, cell));
            out.push(b'\n');
            lead(out, column);
            frames.clone().for_each(|_| empty(out, cell));
            out.push(b'\n');
        }
    }
}

/// The name column of the second row.
fn lead(out: &mut Vec<u8>, column: usize) {
    out.push(b'|');
    blanks(column + 2, out);
    out.push(b'|');
}

fn row(
    out: &mut Vec<u8>,
    game: &Game,
    frames: &Range<u8>,
    mut write: impl FnMut(&mut Vec<u8>, &Frame<'_>),
    cell: usize,
) {
    let mut written = frames.start;
    for frame in game.frames().skip(usize::from(frames.start)).take(frames.len()) {
        write(out, &frame);
        out.push(b'|');
        written += 1;
    }
    (written..frames.end).for_each(|_| empty(out, cell));
    out.push(b'\n');
}

fn empty(out: &mut Vec<u8>, cell: usize) {
    blanks(cell, out);
    out.push(b'|');
}

fn blanks(count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, b' ');
}

/// `8|/ `: the balls of a frame, from the third column of the cell on, or from the second where three need the room.
fn balls(out: &mut Vec<u8>, frame: &Frame<'_>, cell: usize, paint: Paint) {
    let shown_width = 2 * frame.rolls.len() - 1;
    let before = (cell - shown_width).min(2);
    blanks(before, out);
    for (at, (&roll, &mark)) in frame.rolls.iter().zip(frame.marks).enumerate() {
        if at > 0 {
            out.push(b'|');
        }
        let colour = match mark {
            _ if paint == Paint::Plain => "",
            Some(Mark::Strike) => "\x1b[1;32m",
            Some(Mark::Spare) => "\x1b[1;36m",
            _ if roll.is_split() => "\x1b[1;31m",
            _ => "",
        };
        out.extend_from_slice(colour.as_bytes());
        out.push(shown(roll, mark));
        if !colour.is_empty() {
            out.extend_from_slice(b"\x1b[0m");
        }
    }
    blanks(cell - before - shown_width, out);
}

fn total(out: &mut Vec<u8>, frame: &Frame<'_>, cell: usize) {
    let start = out.len();
    if let Some(total) = frame.total {
        blanks(2, out);
        number(total, out);
    }
    blanks(cell - (out.len() - start), out);
}
