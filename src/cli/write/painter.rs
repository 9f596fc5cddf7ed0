//! Draws boards, in one piece or folded, for the format and for screens.

use std::borrow::Cow;
use std::ops::Range;

use super::board::GAMES_PER_GROUP;
use super::short::{FrameMemo, NUMBERS};
use crate::cli::color::{Paint, Style};
use crate::cli::text::width;
use crate::game::{FRAMES, Frame, Game, Mark, Rules};
use crate::reading::display::shown;

/// The start of the header. The column of names is at least as wide as the word.
const HEAD: &[u8; 6] = b"| NAME";
/// The headers of the frames.
const NUMBERED: [&[u8; 4]; FRAMES as usize] =
    [b"  01", b"  02", b"  03", b"  04", b"  05", b"  06", b"  07", b"  08", b"  09", b"  10"];
/// The widths of a cell and the bar after it.
const NARROW: usize = 7;
const WIDE: usize = 9;

/// A player's game on the board.
#[derive(Clone, Debug)]
pub struct BoardRow<'a> {
    /// The player; empty for none.
    pub name: Cow<'a, str>,
    /// The game; `None` if it is in error.
    pub card: Option<Game>,
}

/// How many frames a piece of a folded board has: all ten, or as many as fit beside a column of names, in pieces of
/// about the same width.
fn frames_per_piece(columns: Option<usize>, names: usize, cell: usize) -> u8 {
    let fit = columns.map_or(FRAMES, |columns| frames_that_fit(columns, names, cell));
    FRAMES.div_ceil(FRAMES.div_ceil(fit))
}

/// How many frames fit side by side beside a column of names; at least one.
fn frames_that_fit(columns: usize, names: usize, cell: usize) -> u8 {
    (columns.saturating_sub(names + "|  |".len()) / cell).clamp(1, FRAMES.into()) as u8
}

/// Some frames (from 0) in pieces of at most `size` frames.
fn pieces(frames: Range<u8>, size: u8) -> impl Iterator<Item = Range<u8>> {
    let end = frames.end;
    frames.step_by(size.into()).map(move |start| start..(start + size).min(end))
}

/// The width of the names of a board.
fn name_column(rows: &[BoardRow<'_>]) -> usize {
    rows.iter().map(|row| width(&row.name)).max().unwrap_or_default().max(HEAD.len() - 2)
}

/// The width of a cell and the bar after it: three balls need a wide cell.
pub fn cell_width(rules: Rules) -> usize {
    if rules.row().balls > 2 { WIDE } else { NARROW }
}

/// Draws boards.
pub struct Painter {
    paint: Paint,
    /// Whether a split is written `(8)`, because no color shows it.
    pub circles_splits: bool,
    /// The cells of narrow and of wide boards.
    cells: [FrameMemo<16>; 2],
}

impl Painter {
    pub fn new(paint: Paint) -> Self {
        Self { paint, circles_splits: false, cells: Default::default() }
    }

    /// Draws a board of all frames, folded if it is wider than `columns`. A long one goes on under a new header.
    pub fn draw_folded(&mut self, rows: &[BoardRow<'_>], cell: usize, columns: Option<usize>, out: &mut Vec<u8>) {
        let frames = frames_per_piece(columns, name_column(rows), cell);
        for rows in rows.chunks(GAMES_PER_GROUP) {
            for piece in pieces(0..FRAMES, frames) {
                self.draw(rows, piece, cell, out);
            }
        }
    }

    /// Draws the given frames (from 0) of some games.
    pub fn draw(&mut self, rows: &[BoardRow<'_>], frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
        let names = name_column(rows);
        out.extend_from_slice(HEAD);
        end_field(names + 3 - HEAD.len(), out);
        for frame in frames.clone() {
            out.extend_from_slice(NUMBERED[usize::from(frame)]);
            end_field(cell - 5, out);
        }
        out.push(b'\n');
        for row in rows {
            out.extend_from_slice(b"|  ");
            write_field(&row.name, names, out);
            self.draw_balls(row, frames.clone(), cell, out);
            out.push(b'|');
            end_field(names + 2, out);
            draw_totals(row, frames.clone(), cell, out);
        }
    }

    fn draw_balls(&mut self, row: &BoardRow<'_>, frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
        let (cells, mut drawn) = (&mut self.cells[usize::from(cell == WIDE)], 0);
        for frame in row.card.iter().flat_map(Game::frames).skip(frames.start.into()).take(frames.len()) {
            cells.write(frame, out, |frame, out| write_cell(frame, cell, self.paint, self.circles_splits, out));
            drawn += 1;
        }
        if row.card.is_none() {
            const ERROR: &str = "error";
            out.push(b' ');
            self.paint.write(Style::Error, ERROR, out);
            end_field(cell - 2 - ERROR.len(), out);
            drawn += 1;
        }
        end_row(frames.len() - drawn, cell, out);
    }
}

fn draw_totals(row: &BoardRow<'_>, frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
    let totals = row.card.as_ref().map_or(&[][..], Game::running_totals);
    let totals = totals.get(frames.start.into()..).unwrap_or_default();
    for &total in totals.iter().take(frames.len()) {
        out.extend_from_slice(b"  ");
        out.extend_from_slice(&NUMBERS[usize::from(total)].bytes);
        end_field(cell - NARROW, out);
    }
    end_row(frames.len().saturating_sub(totals.len()), cell, out);
}

/// Writes the empty cells at the end of a row.
fn end_row(empty: usize, cell: usize, out: &mut Vec<u8>) {
    (0..empty).for_each(|_| end_field(cell - 1, out));
    out.push(b'\n');
}

/// Writes a text, padded to a width, and the bar after it.
fn write_field(text: &str, columns: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    end_field(columns - width(text), out);
}

/// Writes blanks and a bar.
fn end_field(blanks: usize, out: &mut Vec<u8>) {
    pad(blanks, out);
    out.push(b'|');
}

fn pad(blanks: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + blanks, b' ');
}

/// `  8|/ |`, or ` (8)|/|` where splits are circled: the balls and the bar. A circle that does not fit is left out.
fn write_cell(frame: Frame<'_>, cell: usize, paint: Paint, circles_splits: bool, out: &mut Vec<u8>) {
    let balls = frame.balls();
    let columns = balls.iter().map(|&ball| shown(ball).len() + 1).sum::<usize>() - 1;
    let circles = if circles_splits { 2 * balls.iter().filter(|ball| ball.roll.is_split()).count() } else { 0 };
    let is_circled = circles > 0 && columns + circles + 1 < cell;
    let columns = if is_circled { columns + circles } else { columns };
    let indent = if is_circled || (cell == NARROW && balls.len() == 3) { 1 } else { 2 };
    pad(indent, out);
    for (at, &ball) in balls.iter().enumerate() {
        let (start, end) = match ball.mark {
            Some(Mark::Strike) => paint.style(Style::Strike),
            Some(Mark::Spare) => paint.style(Style::Spare),
            None if ball.roll.is_split() && is_circled => ("(", ")"),
            None if ball.roll.is_split() => paint.style(Style::Split),
            None => ("", ""),
        };
        for text in [if at > 0 { "|" } else { "" }, start, shown(ball), end] {
            out.extend_from_slice(text.as_bytes());
        }
    }
    end_field((cell - 1).saturating_sub(indent + columns), out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_gets_the_board_in_pieces() {
        for (columns, frames) in [(78, 10), (77, 5), (43, 5), (42, 4), (36, 4), (35, 3), (28, 2), (15, 1), (1, 1)] {
            assert_eq!(frames_per_piece(Some(columns), 4, cell_width(Rules::Tenpin)), frames, "{columns}");
        }
        assert_eq!(frames_per_piece(Some(78), 5, cell_width(Rules::Tenpin)), 5);
        assert_eq!(frames_per_piece(None, 4, 9), 10);
        assert_eq!(frames_per_piece(Some(97), 4, cell_width(Rules::Candlepin)), 5);
    }
}
