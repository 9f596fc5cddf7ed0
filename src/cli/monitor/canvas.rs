//! Draws a board line by line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::board::{Board, Columns, TOTAL, Words, tenth};
use super::total::LiveTotal;
use crate::cli::color::Paint;
use crate::cli::text::{cut, width};
use crate::game::{Ball, FRAMES, Mark};
use crate::reading::display::shown;

/// The mark of the player who is up and of the frame being played, and that of the leader.
const TURN: &str = "\u{25b8}";
const LEADER: &str = "\u{2605}";
const ELLIPSIS: &str = "\u{2026}";

/// The lines of a board that are left to draw.
pub struct Canvas<'a, 'b> {
    board: &'a Board<'a>,
    columns: &'a Columns,
    area: Rect,
    buffer: &'b mut Buffer,
    y: u16,
}

impl<'a, 'b> Canvas<'a, 'b> {
    pub fn new(board: &'a Board<'a>, columns: &'a Columns, area: Rect, buffer: &'b mut Buffer) -> Self {
        Self { board, columns, area, buffer, y: area.y }
    }

    /// Writes a text at a column of the current line.
    fn put(&mut self, x: usize, text: &str, style: Style) {
        if self.y < self.area.bottom() && x < self.area.width.into() {
            let room = usize::from(self.area.width) - x;
            self.buffer.set_stringn(self.area.x + x as u16, self.y, text, room, self.paint(style));
        }
    }

    /// No colors, and nothing else that a terminal would have to be told, where these are not wanted.
    fn paint(&self, style: Style) -> Style {
        if self.board.paint == Paint::Colored { style } else { Style::new() }
    }

    /// The column where the box of a frame starts, and the width inside of it.
    fn cell(&self, frame: u8) -> (usize, usize) {
        let Columns { name, frames, cell, .. } = self.columns;
        let inner = if frame == FRAMES - 1 { tenth(*cell) } else { *cell };
        (name + usize::from(frame - frames.start) * (cell + 1), inner)
    }

    /// The column after the last box.
    fn right(&self) -> usize {
        let frames = &self.columns.frames;
        if frames.is_empty() {
            return self.columns.name;
        }
        let (start, inner) = self.cell(frames.end - 1);
        start + inner + 2
    }

    /// The blanks before the balls of a frame.
    fn indent(&self, frame: u8, inner: usize) -> usize {
        let has_three = frame == FRAMES - 1 || self.board.rows[0].game.rules().row().balls > 2;
        inner.saturating_sub(if has_three { 5 } else { 3 }).div_ceil(2)
    }

    /// Writes texts into the columns at the right: the mark of the leader, the total, the series, the best total.
    fn right_columns(&mut self, mark: &str, texts: [(&str, Style); 3]) {
        let mut end = self.right();
        let widths = [TOTAL, self.columns.series, self.columns.max];
        for (at, ((text, style), column)) in texts.into_iter().zip(widths).enumerate() {
            if column > 0 {
                // The digits stand below each other, with or without a plus sign.
                let sign = usize::from(at < 2 && !text.ends_with('+'));
                end += column;
                self.put(end.saturating_sub(sign + width(text)), text, style);
                if at == 0 {
                    self.put(end.saturating_sub(6), mark, style.fg(Color::Yellow));
                }
            }
        }
    }

    pub fn header(&mut self, hidden: usize) {
        let dim = Style::new().add_modifier(Modifier::DIM);
        if hidden > 0 {
            self.put(0, &cut(&format!("{ELLIPSIS} +{hidden}"), self.columns.name), dim);
        }
        let frames = self.columns.frames.clone();
        for frame in frames.clone() {
            let (start, inner) = self.cell(frame);
            let style = if frame == self.board.frame { Style::new().add_modifier(Modifier::BOLD) } else { dim };
            self.put(start + 1 + self.indent(frame, inner), &(frame + 1).to_string(), style);
        }
        if frames.start > 0 {
            self.put(self.columns.name - 1, ELLIPSIS, dim);
        }
        if !frames.is_empty() && frames.end < FRAMES {
            self.put(self.right() - 1, ELLIPSIS, dim);
        }
        let Words { total, series, max, .. } = self.board.words;
        self.right_columns("", [(total, dim), (series, dim), (max, dim)]);
        self.y += 1;
    }

    pub fn rule(&mut self, [left, middle, right]: [&str; 3]) {
        let mut line = String::new();
        for frame in self.columns.frames.clone() {
            line += if line.is_empty() { left } else { middle };
            line += &"\u{2500}".repeat(self.cell(frame).1);
        }
        if !line.is_empty() {
            line += right;
        }
        self.put(self.columns.name, &line, Style::new().add_modifier(Modifier::DIM));
        self.y += 1;
    }

    pub fn gap(&mut self, hidden: usize) {
        self.put(0, &format!("  {ELLIPSIS} +{hidden}"), Style::new().add_modifier(Modifier::DIM));
        self.y += 1;
    }

    /// The line of the balls, and that of the running totals.
    pub fn player(&mut self, player: usize, has_totals: bool) {
        let row = &self.board.rows[player];
        let is_up = player == self.board.up && !self.board.is_over();
        let turn = Style::new().add_modifier(Modifier::REVERSED);
        let plain = Style::new();
        let name = cut(row.name, self.columns.name - 3);
        let (text, style) = if is_up { (format!("{TURN} {name} "), turn) } else { (format!("  {name}"), plain) };
        self.put(0, &text, style);

        let total = LiveTotal::of(row.game);
        let leads = total.pins > 0 && total.pins == self.board.best && self.board.rows.len() > 1;
        let bold = plain.add_modifier(Modifier::BOLD);
        let series = row.before.map(|before| total.with(before)).unwrap_or_default();
        let max = row.game.max_score().to_string();
        let mark = if leads { LEADER } else { "" };
        self.right_columns(mark, [(&total.to_string(), bold), (&series, plain), (&max, plain)]);

        let (frames, balls_line) = (self.columns.frames.clone(), self.y);
        self.bars();
        self.y += 1;
        if has_totals {
            self.bars();
            for frame in frames.clone() {
                if let Some(total) = row.game.running_totals().get(usize::from(frame)) {
                    let (start, inner) = self.cell(frame);
                    self.put(start + 1 + self.indent(frame, inner), &total.to_string(), plain);
                }
            }
            self.y += 1;
        }
        let end = self.y;
        for frame in row.game.frames().skip(frames.start.into()).take(frames.len()) {
            self.y = balls_line;
            self.balls(frame.number() - 1, frame.balls());
        }
        if is_up && frames.contains(&self.board.frame) {
            let (start, inner) = self.cell(self.board.frame);
            self.y = balls_line;
            let at = if self.indent(self.board.frame, inner) > 0 { 0 } else { inner - 1 };
            self.put(start + 1 + at, TURN, plain);
            let cell = Rect::new(self.area.x + (start + 1) as u16, balls_line, inner as u16, end - balls_line);
            self.buffer.set_style(cell.intersection(self.area), self.paint(turn));
        }
        self.y = end;
    }

    /// The bars between the cells of a line.
    fn bars(&mut self) {
        let frames = self.columns.frames.clone();
        let starts = frames.clone().map(|frame| self.cell(frame).0);
        let bars: Vec<usize> = starts.chain((!frames.is_empty()).then(|| self.right() - 1)).collect();
        for x in bars {
            self.put(x, "\u{2502}", Style::new().add_modifier(Modifier::DIM));
        }
    }

    /// The balls of a frame: `8|/`.
    fn balls(&mut self, frame: u8, balls: &[Ball]) {
        let (start, inner) = self.cell(frame);
        let mut x = start + 1 + self.indent(frame, inner);
        for (at, &ball) in balls.iter().enumerate() {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let style = match ball.mark {
                Some(Mark::Strike) => bold.fg(Color::Green),
                Some(Mark::Spare) => bold.fg(Color::Cyan),
                None if ball.roll.left_split() => bold.fg(Color::Red),
                None => Style::new(),
            };
            if at > 0 {
                self.put(x, "|", Style::new());
                x += 1;
            }
            self.put(x, shown(ball), style);
            x += width(shown(ball));
        }
    }
}
