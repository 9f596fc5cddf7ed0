//! `board`: the board of a bowling alley, two rows per game under a header that a group shares.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::frame_cache::FrameCache;
use super::number::{Numbers, Totals};
use super::{Buffer, Format, Record};
use crate::cli::color::{Paint, Style};
use crate::cli::text::{cut, visible, width};
use crate::game::{BallMark, FRAMES, Frame, Rules, ScoreCard};
use crate::notation::display::shown;

/// A board has at most this many games. A longer group continues under a new header.
pub const GAMES_PER_BOARD: usize = 64;
/// A wider name is cut, because it widens every row.
const WIDEST_NAME: usize = 256;
/// The header of the names. Their column is at least as wide.
const NAME: &str = "NAME";
/// The widths of a cell and the bar after it.
const NARROW: usize = 7;
const WIDE: usize = 9;
/// Where the cells of the usual board start, and the length of its rows.
const FIRST_CELL: usize = "| NAME |".len();
const USUAL_ROW: usize = FIRST_CELL + FRAMES as usize * NARROW + 1;

/// A player's game on the board.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The player; empty for none.
    pub name: Cow<'a, str>,
    /// The game; `None` if it is in error.
    pub card: Option<ScoreCard>,
}

/// The boards of the filter. A blank line goes before each, unless it continues a group.
pub struct Board {
    painter: Painter,
    usual_rows: Vec<UsualRow>,
    other_rows: Vec<Row<'static>>,
    /// How many usual rows are above each of the others.
    usual_above: Vec<usize>,
    cell: usize,
    continues_group: bool,
    /// The width of the terminal; `None` elsewhere.
    columns: Option<usize>,
}

/// The usual game: complete, without a name, without fouls and splits, two balls per frame. It is kept
/// as little more than its balls and totals, because the board of the usual file is full of them.
#[derive(Clone, Copy)]
struct UsualRow {
    rules: Rules,
    /// The key of each frame and the running total.
    frames: [(u16, u16); FRAMES as usize],
}

impl UsualRow {
    #[inline]
    fn new(card: &ScoreCard) -> Option<Self> {
        let (frames, totals) = card.complete()?;
        let frames = std::array::from_fn(|frame| (frames[frame].key(), totals[frame]));
        let is_usual = cell_width(card.rules()) == NARROW && card.has_no_foul_or_split();
        is_usual.then_some(Self { rules: card.rules(), frames })
    }

    fn into_row(self) -> Row<'static> {
        Row { name: Cow::Borrowed(""), card: Some(ScoreCard::of_keys(self.rules, &self.frames.map(|(key, _)| key))) }
    }
}

impl Board {
    pub fn new(paint: Paint, columns: Option<usize>) -> Self {
        let (painter, (usual_rows, other_rows, usual_above)) = (Painter::new(paint), Default::default());
        Self { painter, usual_rows, other_rows, usual_above, cell: NARROW, continues_group: false, columns }
    }

    fn len(&self) -> usize {
        self.usual_rows.len() + self.other_rows.len()
    }

    fn push(&mut self, row: Row<'static>, rules: Rules, out: &mut Buffer) {
        self.usual_above.push(self.usual_rows.len());
        self.other_rows.push(row);
        self.cell = self.cell.max(cell_width(rules));
        self.print_if_full(out);
    }

    /// Pushes a game without a name.
    #[inline]
    fn push_card(&mut self, card: &ScoreCard, out: &mut Buffer) {
        match UsualRow::new(card) {
            Some(row) => {
                self.usual_rows.push(row);
                self.print_if_full(out);
            }
            None => self.push(Row { name: Cow::Borrowed(""), card: Some(*card) }, card.rules(), out),
        }
    }

    #[inline]
    fn print_if_full(&mut self, out: &mut Buffer) {
        if self.len() == GAMES_PER_BOARD {
            self.print(out);
            self.continues_group = true;
        }
    }

    fn print(&mut self, out: &mut Buffer) {
        if self.len() == 0 {
            return;
        }
        if !self.continues_group {
            out.push(b'\n');
        }
        // Elsewhere than on a terminal the names need not be measured for this.
        let frames =
            self.columns.map_or(FRAMES, |_| frames_per_piece(self.columns, name_column(&self.other_rows), self.cell));
        for piece in pieces(0..FRAMES, frames) {
            self.painter.draw_header(&self.other_rows, piece.clone(), self.cell, out);
            let mut drawn = 0;
            for (row, &above) in self.other_rows.iter().zip(&self.usual_above) {
                self.painter.draw_usual_rows(&self.usual_rows[drawn..above], piece.clone(), self.cell, out);
                self.painter.draw_row(row, piece.clone(), self.cell, out);
                drawn = above;
            }
            self.painter.draw_usual_rows(&self.usual_rows[drawn..], piece, self.cell, out);
        }
        self.usual_rows.clear();
        self.other_rows.clear();
        self.usual_above.clear();
        self.cell = NARROW;
    }
}

impl Format for Board {
    fn begin(&mut self, _file: &str, continues_group: bool, _games_before: u64) {
        self.continues_group = continues_group;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        match (record.game.name, record.good()) {
            (None, Some(card)) => self.push_card(card, out),
            (name, card) => {
                let name = name.map_or_else(Cow::default, |name| visible(name).into_owned().into());
                self.push(Row { name, card: card.copied() }, record.game.rules, out);
            }
        }
    }

    fn takes_cards(&self) -> bool {
        true
    }

    fn cards(&mut self, _first_line: u64, cards: &[ScoreCard], out: &mut Buffer) {
        for card in cards {
            self.push_card(card, out);
        }
    }

    fn end_group(&mut self, out: &mut Buffer) {
        self.print(out);
        self.continues_group = false;
    }
}

/// How many frames a piece of a folded board has: all ten, or as many as fit beside a column of names, in pieces of
/// about the same width.
#[must_use]
pub fn frames_per_piece(columns: Option<usize>, names: usize, cell: usize) -> u8 {
    let fit = columns.map_or(FRAMES, |columns| frames_that_fit(columns, names, cell));
    FRAMES.div_ceil(FRAMES.div_ceil(fit))
}

/// How many frames fit side by side beside a column of names; at least one.
#[must_use]
pub fn frames_that_fit(columns: usize, names: usize, cell: usize) -> u8 {
    (columns.saturating_sub(names + "|  |".len()) / cell).clamp(1, FRAMES.into()) as u8
}

/// Some frames (from 0) in pieces of at most `size` frames.
pub fn pieces(frames: Range<u8>, size: u8) -> impl Iterator<Item = Range<u8>> {
    let end = frames.end;
    frames.step_by(size.into()).map(move |start| start..(start + size).min(end))
}

/// The width of the column of names.
#[must_use]
pub fn name_column(rows: &[Row<'_>]) -> usize {
    let names = rows.iter().filter(|row| !row.name.is_empty());
    names.map(|row| width(&cut(&row.name, WIDEST_NAME))).max().unwrap_or_default().max(NAME.len())
}

/// The width of a cell and the bar after it: three balls need a wide cell.
#[must_use]
pub fn cell_width(rules: Rules) -> usize {
    if rules.row().balls > 2 { WIDE } else { NARROW }
}

pub struct Painter {
    paint: Paint,
    frame: EmptyBoard,
    /// The plain cells of narrow and of wide boards, each with the bar after it.
    narrow: FrameCache<{ NARROW + 1 }>,
    wide: FrameCache<{ WIDE + 1 }>,
}

/// The header and an empty row of a board, kept for the next one.
#[derive(Default)]
struct EmptyBoard {
    /// The width of names, the frames, the width of cells.
    shape: (usize, Range<u8>, usize),
    header: String,
    row: String,
}

impl EmptyBoard {
    fn reshape(&mut self, column: usize, frames: Range<u8>, cell: usize) {
        let shape = (column, frames.clone(), cell);
        if self.shape != shape {
            self.header = format!("| {NAME:column$} |");
            for frame in frames.clone() {
                let _ = write!(self.header, "  {:02}{:2$}|", frame + 1, "", cell - 5);
            }
            self.header.push('\n');
            self.row = format!("|{:1$}|{2}\n", "", column + 2, format!("{:1$}|", "", cell - 1).repeat(frames.len()));
            self.shape = shape;
        }
    }
}

impl Painter {
    pub fn new(paint: Paint) -> Self {
        Self { paint, frame: EmptyBoard::default(), narrow: FrameCache::default(), wide: FrameCache::default() }
    }

    /// Draws the given frames (from 0) of some games.
    pub fn draw(&mut self, rows: &[Row<'_>], frames: Range<u8>, cell: usize, out: &mut Buffer) {
        self.draw_header(rows, frames.clone(), cell, out);
        for row in rows {
            self.draw_row(row, frames.clone(), cell, out);
        }
    }

    /// Draws the header of a board with these names.
    fn draw_header(&mut self, rows: &[Row<'_>], frames: Range<u8>, cell: usize, out: &mut Buffer) {
        self.frame.reshape(name_column(rows), frames, cell);
        out.extend(self.frame.header.as_bytes());
    }

    fn draw_row(&mut self, row: &Row<'_>, frames: Range<u8>, cell: usize, out: &mut Buffer) {
        let (empty_row, name) = (self.frame.row.as_bytes(), cut(&row.name, WIDEST_NAME));
        let first_cell = empty_row.len() - 1 - frames.len() * cell;
        // A plain game is written over two empty rows.
        match &row.card {
            Some(card) if name.is_ascii() && self.paint == Paint::Plain => {
                let start = out.len();
                out.extend(empty_row);
                out.extend(empty_row);
                let (balls, totals) = out[start..].split_at_mut(empty_row.len());
                balls[3..3 + name.len()].copy_from_slice(name.as_bytes());
                let (balls, totals) = (&mut balls[first_cell..], &mut totals[first_cell..]);
                if cell == WIDE {
                    fill_cells::<WIDE, _>(&mut self.wide, card, frames.start, balls, totals);
                } else {
                    fill_cells::<NARROW, _>(&mut self.narrow, card, frames.start, balls, totals);
                }
            }
            _ => self.append_rows(row, &empty_row[..first_cell], frames, cell, out),
        }
    }

    /// Draws usual games, in the usual way if the board has no wide names, ten frames and narrow cells, and
    /// is black and white.
    fn draw_usual_rows(&mut self, rows: &[UsualRow], frames: Range<u8>, cell: usize, out: &mut Buffer) {
        let is_usual = self.paint == Paint::Plain && self.frame.shape == (NAME.len(), 0..FRAMES, NARROW);
        for row in rows {
            if !(is_usual && self.draw_usual(row, out)) {
                self.draw_row(&row.into_row(), frames.clone(), cell, out);
            }
        }
    }

    /// Draws a game on a usual board, if its cells are known; otherwise draws nothing, and returns `false`.
    #[inline]
    fn draw_usual(&self, row: &UsualRow, out: &mut Buffer) -> bool {
        let Ok(empty_row) = <&[u8; USUAL_ROW]>::try_from(self.frame.row.as_bytes()) else { return false };
        let known = self.narrow.known(row.rules);
        out.with_array::<{ 2 * USUAL_ROW }>(|rows| {
            let Some((balls, totals)) = rows.split_first_chunk_mut::<USUAL_ROW>() else { return false };
            balls[..FIRST_CELL].copy_from_slice(&empty_row[..FIRST_CELL]);
            totals[..FIRST_CELL].copy_from_slice(&empty_row[..FIRST_CELL]);
            for (at, &(key, total)) in row.frames.iter().enumerate() {
                let Some(cell) = known.get(key) else { return false };
                let place = FIRST_CELL + at * NARROW;
                // The last byte belongs to the next cell, or is the line end.
                balls[place..=place + NARROW].copy_from_slice(cell);
                totals[place..=place + NARROW].copy_from_slice(TOTALS.get(total));
            }
            (balls[USUAL_ROW - 1], totals[USUAL_ROW - 1]) = (b'\n', b'\n');
            true
        })
    }

    /// Appends a game in error, in color, or with a name of any characters. `start` is the empty
    /// column of the names and its bars.
    fn append_rows(&self, row: &Row<'_>, start: &[u8], frames: Range<u8>, cell: usize, out: &mut Buffer) {
        let name = cut(&row.name, WIDEST_NAME);
        out.extend(&[&start[..3], name.as_bytes(), &start[3 + width(&name)..]].concat());
        for frame in frames.clone() {
            match row.card.as_ref().map(|card| card.frames().nth(frame.into())) {
                Some(Some(frame)) => out.with_vec(|out| write_cell(frame, cell, self.paint, out)),
                None if frame == frames.start => out.extend(format!(" {:1$}|", "error", cell - 2).as_bytes()),
                _ => out.extend(format!("{:1$}|", "", cell - 1).as_bytes()),
            }
        }
        out.push(b'\n');
        out.extend(start);
        let totals = row.card.as_ref().map_or(&[][..], ScoreCard::running_totals);
        for frame in frames {
            let total = totals.get(usize::from(frame)).map(u16::to_string).unwrap_or_default();
            out.extend(format!("  {total:0$}|", cell - 3).as_bytes());
        }
        out.push(b'\n');
    }
}

/// Fills the cells of two empty rows. A cell and its bar are `CELL` wide.
#[inline]
fn fill_cells<const CELL: usize, const N: usize>(
    cells: &mut FrameCache<N>,
    card: &ScoreCard,
    first: u8,
    balls: &mut [u8],
    totals: &mut [u8],
) {
    for (place, frame) in balls.chunks_exact_mut(CELL).zip(card.frames().skip(first.into())) {
        let text = cells.text(frame, |text| write_cell(frame, CELL, Paint::Plain, text));
        place.copy_from_slice(&text[..CELL]);
    }
    let running = card.running_totals().get(usize::from(first)..).unwrap_or_default();
    for (place, &total) in totals.as_chunks_mut::<CELL>().0.iter_mut().zip(running) {
        place[2..6].copy_from_slice(&TOTALS.get(total)[2..6]);
    }
}

/// Totals in narrow cells, with the bar.
static TOTALS: Totals<{ NARROW + 1 }> = Numbers::padded(b"  ", 4, b"|");

/// `  8|/ |`: the balls and the bar. Three balls are indented by one column only in a narrow cell.
fn write_cell(frame: Frame<'_>, cell: usize, paint: Paint, out: &mut Vec<u8>) {
    let indent = if cell == NARROW && frame.balls().len() == 3 { 1 } else { 2 };
    let mut columns = indent;
    out.resize(out.len() + indent, b' ');
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
    out.resize(out.len() + (cell - 1).saturating_sub(columns), b' ');
    out.push(b'|');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

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
    fn the_last_piece_ends_with_the_last_frame() {
        assert_eq!(pieces(0..FRAMES, 4).collect::<Vec<_>>(), [0..4, 4..8, 8..10]);
        assert_eq!(pieces(0..FRAMES, FRAMES).next(), Some(0..FRAMES));
    }

    #[test]
    fn usual_games_are_drawn_as_all_others() {
        let game: Game = format!("{}9/9", "9/ ".repeat(9)).parse().unwrap();
        let unfinished: Game = "X 5/ 9-".parse().unwrap();
        let row = |name: &str, game: &Game| Row { name: name.to_owned().into(), card: Some(game.score_card()) };
        // A name of 39 characters and five frames take as many columns as ten frames.
        for (name, columns) in [("", None), ("", Some(50)), ("PJS", None), (&*"n".repeat(39), Some(80))] {
            let (mut board, mut out) = (Board::new(Paint::Plain, columns), Buffer::default());
            // The second board knows all cells.
            for _ in 0..2 {
                out.truncate(0);
                board.push_card(&game.score_card(), &mut out);
                board.push(row(name, &unfinished), Rules::Tenpin, &mut out);
                board.push_card(&game.score_card(), &mut out);
                board.end_group(&mut out);
            }
            let rows = [row("", &game), row(name, &unfinished), row("", &game)];
            let (mut painter, mut expected) = (Painter::new(Paint::Plain), Buffer::default());
            expected.push(b'\n');
            for piece in pieces(0..FRAMES, frames_per_piece(columns, name_column(&rows), NARROW)) {
                painter.draw(&rows, piece, NARROW, &mut expected);
            }
            assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected), "{name} {columns:?}");
        }
    }
}
