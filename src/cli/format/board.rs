//! `board`: the board of a bowling alley, two rows per game under a header that a group shares.

use std::borrow::Cow;
use std::ops::Range;

use super::short::{FrameMemo, NUMBERS};
use super::{Consumer, ERROR, GAMES_PER_GROUP, Needs, Record};
use crate::cli::color::{Paint, Style};
use crate::cli::text::{cut, visible, width};
use crate::game::{Ball, BallMark, FRAMES, Frame, Rules, ScoreCard};
use crate::notation::display::shown;

/// A wider name is cut, because it widens every row.
const WIDEST_NAME: usize = 256;
/// The same on a terminal, where the frames must fit beside it.
const WIDEST_NAME_ON_TERMINAL: usize = 20;
/// The header of the names. Their column is at least as wide.
const NAME: &str = "NAME";
/// The widths of a cell and the bar after it.
const NARROW: usize = 7;
const WIDE: usize = 9;

/// A player's game on the board.
#[derive(Clone, Debug)]
pub struct BoardRow<'a> {
    /// The player; empty for none.
    pub name: Cow<'a, str>,
    /// The game; `None` if it is in error.
    pub card: Option<ScoreCard>,
}

/// The boards of the filter. A blank line goes before each, unless it continues a group.
pub struct Board {
    painter: Painter,
    rows: Vec<BoardRow<'static>>,
    cell: usize,
    in_group: bool,
    /// The width of the terminal; `None` elsewhere.
    columns: Option<usize>,
}

impl Board {
    pub fn new(paint: Paint, columns: Option<usize>) -> Self {
        let painter = Painter { circles_splits: columns.is_some() && paint == Paint::Plain, ..Painter::new(paint) };
        Self { painter, rows: Vec::new(), cell: NARROW, in_group: false, columns }
    }

    fn print(&mut self, out: &mut Vec<u8>) {
        if self.rows.is_empty() {
            return;
        }
        if !self.in_group {
            out.push(b'\n');
        }
        let names = name_column(&self.rows);
        for piece in pieces(0..FRAMES, frames_per_piece(self.columns, names, self.cell)) {
            self.painter.draw(&self.rows, piece, self.cell, out);
        }
        self.rows.clear();
        self.cell = NARROW;
    }
}

impl Consumer for Board {
    type Item = u8;

    fn needs(&self) -> Needs {
        Needs { whole_groups: true, growth: 8, ..Needs::RECORDS }
    }

    fn begin_chunk(&mut self, _file: &str, in_group: bool) {
        self.in_group = in_group;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let widest = if self.columns.is_some() { WIDEST_NAME_ON_TERMINAL } else { WIDEST_NAME };
        let name = cut(&visible(record.entry.name.unwrap_or_default()), widest).into_owned();
        self.rows.push(BoardRow { name: name.into(), card: record.entry.card().copied() });
        self.cell = self.cell.max(cell_width(record.entry.rules));
        if self.rows.len() == GAMES_PER_GROUP {
            self.print(out);
            self.in_group = true;
        }
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        self.print(out);
        self.in_group = false;
    }

    fn end_chunk(&mut self, out: &mut Vec<u8>) {
        self.end_group(out);
    }
}

/// How many frames a piece of a folded board has: all ten, or as many as fit beside a column of names, in pieces of
/// about the same width.
pub fn frames_per_piece(columns: Option<usize>, names: usize, cell: usize) -> u8 {
    let fit = columns.map_or(FRAMES, |columns| frames_that_fit(columns, names, cell));
    FRAMES.div_ceil(FRAMES.div_ceil(fit))
}

/// How many frames fit side by side beside a column of names; at least one.
pub fn frames_that_fit(columns: usize, names: usize, cell: usize) -> u8 {
    (columns.saturating_sub(names + "|  |".len()) / cell).clamp(1, FRAMES.into()) as u8
}

/// Some frames (from 0) in pieces of at most `size` frames.
pub fn pieces(frames: Range<u8>, size: u8) -> impl Iterator<Item = Range<u8>> {
    let end = frames.end;
    frames.step_by(size.into()).map(move |start| start..(start + size).min(end))
}

pub fn name_column(rows: &[BoardRow<'_>]) -> usize {
    let names = rows.iter().filter(|row| !row.name.is_empty());
    names.map(|row| width(&cut(&row.name, WIDEST_NAME))).max().unwrap_or_default().max(NAME.len())
}

/// The width of a cell and the bar after it: three balls need a wide cell.
pub fn cell_width(rules: Rules) -> usize {
    if rules.row().balls > 2 { WIDE } else { NARROW }
}

/// Draws boards.
pub struct Painter {
    paint: Paint,
    /// Whether a split is written `(8)`, because no color shows it.
    circles_splits: bool,
    /// The cells of narrow and of wide boards.
    cells: [FrameMemo<16>; 2],
}

impl Painter {
    pub fn new(paint: Paint) -> Self {
        Self { paint, circles_splits: false, cells: Default::default() }
    }

    /// Draws the given frames (from 0) of some games.
    pub fn draw(&mut self, rows: &[BoardRow<'_>], frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
        let names = name_column(rows);
        out.extend_from_slice(b"| ");
        out.extend_from_slice(NAME.as_bytes());
        pad(names - NAME.len(), out);
        out.extend_from_slice(b" |");
        for frame in frames.clone() {
            out.extend_from_slice(&[b' ', b' ', b'0' + (frame + 1) / 10, b'0' + (frame + 1) % 10]);
            pad(cell - 5, out);
            out.push(b'|');
        }
        out.push(b'\n');
        for row in rows {
            self.draw_balls(row, names, frames.clone(), cell, out);
            draw_totals(row, names, frames.clone(), cell, out);
        }
    }

    fn draw_balls(&mut self, row: &BoardRow<'_>, names: usize, frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
        let name = cut(&row.name, WIDEST_NAME);
        out.extend_from_slice(b"|  ");
        out.extend_from_slice(name.as_bytes());
        pad(names - width(&name), out);
        out.push(b'|');
        let begun = row.card.iter().flat_map(|card| card.frames().skip(frames.start.into())).take(frames.len());
        let (cells, mut drawn) = (&mut self.cells[usize::from(cell == WIDE)], 0);
        for frame in begun {
            if !(self.circles_splits && write_circled_cell(frame, cell, out)) {
                cells.write(frame, out, |frame, out| write_cell(frame, cell, self.paint, out));
            }
            drawn += 1;
        }
        if row.card.is_none() {
            out.push(b' ');
            out.extend_from_slice(ERROR);
            pad(cell - 2 - ERROR.len(), out);
            out.push(b'|');
            drawn += 1;
        }
        write_empty_cells(frames.len() - drawn, cell, out);
    }
}

fn draw_totals(row: &BoardRow<'_>, names: usize, frames: Range<u8>, cell: usize, out: &mut Vec<u8>) {
    out.push(b'|');
    pad(names + 2, out);
    out.push(b'|');
    let totals = row.card.as_ref().map_or(&[][..], ScoreCard::running_totals);
    let totals = totals.get(frames.start.into()..).unwrap_or_default();
    for &total in totals.iter().take(frames.len()) {
        out.extend_from_slice(b"  ");
        out.extend_from_slice(&NUMBERS[usize::from(total)].bytes);
        pad(cell - NARROW, out);
        out.push(b'|');
    }
    write_empty_cells(frames.len().saturating_sub(totals.len()), cell, out);
}

/// Writes the empty cells at the end of a row.
fn write_empty_cells(count: usize, cell: usize, out: &mut Vec<u8>) {
    for _ in 0..count {
        pad(cell - 1, out);
        out.push(b'|');
    }
    out.push(b'\n');
}

fn pad(blanks: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + blanks, b' ');
}

/// ` (8)|/|`: a frame with a split; `false`, and nothing, if it has none or does not fit.
fn write_circled_cell(frame: Frame<'_>, cell: usize, out: &mut Vec<u8>) -> bool {
    let circled = |&ball: &Ball| if ball.roll.is_split() { format!("({})", shown(ball)) } else { shown(ball).into() };
    let balls = frame.balls().iter().map(circled).collect::<Vec<String>>().join("|");
    let fits = frame.balls().iter().any(|ball| ball.roll.is_split()) && balls.len() + 1 < cell;
    if fits {
        out.extend_from_slice(format!(" {balls:0$}|", cell - 2).as_bytes());
    }
    fits
}

/// `  8|/ |`: the balls and the bar. Three balls are indented by one column only in a narrow cell.
fn write_cell(frame: Frame<'_>, cell: usize, paint: Paint, out: &mut Vec<u8>) {
    let indent = if cell == NARROW && frame.balls().len() == 3 { 1 } else { 2 };
    let mut columns = indent;
    pad(indent, out);
    for (at, &ball) in frame.balls().iter().enumerate() {
        if at > 0 {
            out.push(b'|');
            columns += 1;
        }
        let (start, end) = match ball.mark {
            Some(BallMark::Strike) => paint.style(Style::Strike),
            Some(BallMark::Spare) => paint.style(Style::Spare),
            None if ball.roll.is_split() => paint.style(Style::Split),
            None => ("", ""),
        };
        for text in [start, shown(ball), end] {
            out.extend_from_slice(text.as_bytes());
        }
        columns += shown(ball).len();
    }
    pad((cell - 1).saturating_sub(columns), out);
    out.push(b'|');
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

    #[test]
    fn a_split_is_circled_on_a_terminal_without_color() {
        let card = crate::Game::score_card(&"S8/ S7- X X X X X X X S8/X".parse().unwrap());
        let draw = |paint, columns| {
            let (mut board, mut out) = (Board::new(paint, columns), Vec::new());
            board.rows.push(BoardRow { name: "A long name of a player".into(), card: Some(card) });
            board.end_group(&mut out);
            String::from_utf8(out).unwrap()
        };
        let terminal = draw(Paint::Plain, Some(120));
        // Three balls leave no room for it.
        assert!(terminal.contains("| (8)|/| (7)|-|  X   |") && terminal.contains("| 8|/|X|"), "{terminal}");
        assert!(draw(Paint::Plain, None).contains("|  8|/ |  7|- |"));
        assert!(draw(Paint::Colored, Some(120)).contains("|  \u{1b}[1;31m8\u{1b}[0m|"));
    }

    #[test]
    fn the_last_piece_ends_with_the_last_frame() {
        assert_eq!(pieces(0..FRAMES, 4).collect::<Vec<_>>(), [0..4, 4..8, 8..10]);
        assert_eq!(pieces(0..FRAMES, FRAMES).next(), Some(0..FRAMES));
    }
}
