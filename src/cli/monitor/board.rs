//! The board of a lane monitor: frames in boxes, the totals, the leader, and who is up.
//!
//! What does not fit is left out in this order: the blanks in the cells, the best possible totals, the sums of a series,
//! and then the frames that are far from the current one. Without enough lines the boxes go first, then the running
//! totals, then players far from the one who is up. Frames and players that are hidden are marked where they are missing.

use std::collections::BTreeSet;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::total::LiveTotal;
use crate::cli::color::Paint;
use crate::cli::text::{cut, width};
use crate::game::{Ball, FRAMES, Game, Mark};
use crate::reading::display::shown;

/// A player's game.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub name: &'a str,
    pub game: &'a Game,
    /// The total of the games before it; `None` if there are none.
    pub before: Option<u32>,
}

/// What is above the columns at the right.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    pub total: &'static str,
    pub series: &'static str,
    pub max: &'static str,
}

pub const ENGLISH: Labels = Labels { total: "TOTAL", series: "SERIES", max: "MAX" };

/// The board of a match.
pub struct Board<'a> {
    rows: Vec<Row<'a>>,
    labels: Labels,
    paint: Paint,
    /// The player who is up: the first with the fewest finished frames.
    up: usize,
    /// The frame being played, from 0; none when the match is over.
    frame: u8,
    /// The best total; 0 before anyone has one.
    best: u16,
}

/// How many lines a player takes, and what is drawn between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Density {
    /// A box for each frame.
    Boxes,
    /// One box for each frame of all players.
    Frame,
    /// The balls and the running totals.
    Pairs,
    /// The balls.
    Lines,
}

/// Where the columns are.
#[derive(Debug, PartialEq, Eq)]
struct Columns {
    /// The width of the names, with the mark before them and a blank after them.
    name: usize,
    frames: Range<u8>,
    /// The width of a cell inside its box.
    cell: usize,
    /// The widths of the columns at the right, with the blanks before them; 0 if a column is left out.
    series: usize,
    max: usize,
}

/// A line below the header: one of a player, or where players are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Player(usize),
    Gap(usize),
}

/// ` ★ 300+`.
const TOTAL: usize = 7;
/// The mark of the player who is up and of the frame being played, and that of the leader.
const TURN: &str = "\u{25b8}";
const LEADER: &str = "\u{2605}";
const ELLIPSIS: &str = "\u{2026}";

impl<'a> Board<'a> {
    pub fn new(rows: Vec<Row<'a>>, labels: Labels, paint: Paint) -> Self {
        let frames_over = |row: &Row<'_>| row.game.lane().frame;
        let up = (0..rows.len()).min_by_key(|&at| frames_over(&rows[at])).unwrap_or_default();
        let frame = rows.get(up).map_or(FRAMES, frames_over);
        let best = rows.iter().map(|row| LiveTotal::of(row.game).pins).max().unwrap_or_default();
        Self { rows, labels, paint, up, frame, best }
    }

    /// The players with the best total, and the best of the others.
    pub fn standings(&self) -> (Vec<&'a str>, u16, Option<u16>) {
        let total = |row: &Row<'_>| LiveTotal::of(row.game).pins;
        let (best, others): (Vec<_>, Vec<_>) = self.rows.iter().partition(|row| total(row) == self.best);
        (best.into_iter().map(|row| row.name).collect(), self.best, others.into_iter().map(total).max())
    }

    pub const fn is_over(&self) -> bool {
        self.frame >= FRAMES
    }

    /// Whether a window of a width shows the best totals still possible.
    pub fn shows_max(&self, columns: u16) -> bool {
        self.columns(columns.into(), 0..self.rows.len()).max > 0
    }

    /// How many lines it takes of those that there are.
    pub fn height(&self, room: u16) -> u16 {
        let lines = self.density(room.into()).map_or(room.into(), |density| self.lines(density));
        lines.min(room.into()) as u16
    }

    fn lines(&self, density: Density) -> usize {
        let players = self.rows.len();
        match density {
            Density::Boxes => 2 + 3 * players,
            Density::Frame => 3 + 2 * players,
            Density::Pairs => 1 + 2 * players,
            Density::Lines => 1 + players,
        }
    }

    /// The density that fits into a number of lines; `None` if not even one line for each player does.
    fn density(&self, room: usize) -> Option<Density> {
        let all = [Density::Boxes, Density::Frame, Density::Pairs, Density::Lines];
        all.into_iter().find(|&density| self.lines(density) <= room)
    }

    pub fn render(&self, area: Rect, buffer: &mut Buffer) {
        if self.rows.is_empty() || area.is_empty() {
            return;
        }
        let density = self.density(area.height.into());
        let (has_header, room) = (area.height > 1, usize::from(area.height).saturating_sub(1).max(1));
        let slots = match density {
            Some(_) => (0..self.rows.len()).map(Slot::Player).collect(),
            None => self.slots(room),
        };
        let density = density.unwrap_or(Density::Lines);
        let shown = slots.iter().filter_map(|slot| if let Slot::Player(at) = *slot { Some(at) } else { None });
        let columns = self.columns(area.width.into(), shown);
        let mut canvas = Canvas { board: self, columns: &columns, area, buffer, y: area.y };
        if has_header {
            let hidden = self.rows.len() - 1;
            canvas.header(if slots.len() < self.rows.len().min(2) { hidden } else { 0 });
        }
        let is_boxed = matches!(density, Density::Boxes | Density::Frame);
        if is_boxed {
            canvas.rule(["\u{250c}", "\u{252c}", "\u{2510}"]);
        }
        for (at, slot) in slots.iter().enumerate() {
            if at > 0 && density == Density::Boxes {
                canvas.rule(["\u{251c}", "\u{253c}", "\u{2524}"]);
            }
            match *slot {
                Slot::Player(player) => canvas.player(player, density != Density::Lines),
                Slot::Gap(hidden) => canvas.gap(hidden),
            }
        }
        if is_boxed {
            canvas.rule(["\u{2514}", "\u{2534}", "\u{2518}"]);
        }
    }

    /// The columns that fit beside the names of some players.
    fn columns(&self, width_of_all: usize, shown: impl IntoIterator<Item = usize>) -> Columns {
        let widest = shown.into_iter().map(|at| width(self.rows[at].name)).max().unwrap_or_default();
        let name = widest.min((width_of_all / 4).max(3)) + 3;
        let column =
            |is_shown: bool, label: &str, digits: usize| if is_shown { digits.max(width(label)) + 2 } else { 0 };
        let series = column(self.rows.iter().any(|row| row.before.is_some()), self.labels.series, 5);
        let max = column(true, self.labels.max, 3);
        let narrowest = if self.rows[0].game.rules().row().balls > 2 { 5 } else { 3 };
        for (series, max) in [(series, max), (series, 0), (0, 0)] {
            let room = width_of_all.saturating_sub(name + TOTAL + series + max);
            for cell in (narrowest..=6).rev() {
                if room >= usize::from(FRAMES - 1) * (cell + 1) + tenth(cell) + 1 {
                    return Columns { name, frames: 0..FRAMES, cell, series, max };
                }
            }
        }
        let cell = narrowest.max(4);
        let room = width_of_all.saturating_sub(name + TOTAL + 1);
        let fit = (room.saturating_sub(tenth(cell) - cell) / (cell + 1)).min(FRAMES.into()) as u8;
        // The frames before the current one have the totals.
        let last = (self.frame + 2).clamp(fit, FRAMES);
        Columns { name, frames: last - fit..last, cell, series: 0, max: 0 }
    }

    /// The players that fit into a number of lines, in their order, and the gaps between them: those around the player
    /// who is up, and the leader.
    fn slots(&self, room: usize) -> Vec<Slot> {
        let (players, up) = (self.rows.len(), self.up);
        let leader = self.rows.iter().position(|row| LiveTotal::of(row.game).pins == self.best).unwrap_or_default();
        // With room for the leader, it is better to show fewer others.
        let added: &[usize] = if room < 5 { &[leader, up] } else { &[leader] };
        let candidates = (1..=room.min(players)).rev().flat_map(|fit| {
            let first = up.saturating_sub(fit / 2).min(players - fit);
            added.iter().map(move |&also| with_gaps((first..first + fit).chain([also]).collect(), players))
        });
        // With room for one gap only, it stands for all who are hidden; without, the header says so.
        let last = [Slot::Player(up), Slot::Gap(players - 1)];
        candidates.into_iter().find(|slots| slots.len() <= room).unwrap_or_else(|| last[..room.min(2)].to_vec())
    }
}

/// Some of the players in their order, and the gaps between them.
fn with_gaps(shown: BTreeSet<usize>, players: usize) -> Vec<Slot> {
    let (mut slots, mut next) = (Vec::new(), 0);
    for player in shown {
        slots.extend((player > next).then_some(Slot::Gap(player - next)));
        slots.push(Slot::Player(player));
        next = player + 1;
    }
    slots.extend((players > next).then_some(Slot::Gap(players - next)));
    slots
}

/// The width of the tenth frame, which holds `X|X|X`.
fn tenth(cell: usize) -> usize {
    if cell == 3 { 5 } else { cell.max(6) }
}

/// Draws line by line.
struct Canvas<'a, 'b> {
    board: &'a Board<'a>,
    columns: &'a Columns,
    area: Rect,
    buffer: &'b mut Buffer,
    y: u16,
}

impl Canvas<'_, '_> {
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
        };
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

    fn header(&mut self, hidden: usize) {
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
        let Labels { total, series, max } = self.board.labels;
        self.right_columns("", [(total, dim), (series, dim), (max, dim)]);
        self.y += 1;
    }

    fn rule(&mut self, [left, middle, right]: [&str; 3]) {
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

    fn gap(&mut self, hidden: usize) {
        self.put(0, &format!("  {ELLIPSIS} +{hidden}"), Style::new().add_modifier(Modifier::DIM));
        self.y += 1;
    }

    /// The line of the balls, and that of the running totals.
    fn player(&mut self, player: usize, has_totals: bool) {
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
        bars.into_iter().for_each(|x| self.put(x, "\u{2502}", Style::new().add_modifier(Modifier::DIM)));
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
