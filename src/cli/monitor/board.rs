//! The board of a lane monitor: frames in boxes, the totals, the leader, and who is up.
//!
//! Where there is not enough room, these go in this order: the blanks in the cells, the best possible totals, the sums of a series,
//! and then the frames that are far from the current one. Without enough lines the boxes go first, then the running
//! totals, then players far from the one who is up. The header says what is hidden.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style, Stylize};
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Widget};

use super::messages::Lang;
use super::players::{LiveTotal, Player, standings};
use crate::cli::text::{cut, width};
use crate::game::{Ball, FRAMES, Game, Mark};
use crate::reading::display::shown;

/// The mark of the player who is up and of the frame being played, and that of the leader.
const TURN: &str = "\u{25b8}";
const LEADER: &str = "\u{2605}";
const ELLIPSIS: &str = "\u{2026}";

/// Colors that can be read on black and on white, which the first eight of a terminal may not be.
pub const GREEN: Color = Color::Indexed(28);
pub const RED: Color = Color::Indexed(160);
const BLUE: Color = Color::Indexed(31);
const GOLD: Color = Color::Indexed(136);

/// The width of ` ★ 300+`.
const TOTAL: u16 = 7;

/// The board of a match.
pub struct Board<'a> {
    players: &'a [Player],
    lang: Lang,
    /// Whether the frames are shown, or the totals alone.
    has_frames: bool,
    /// The player who is up: the first with the fewest finished frames.
    up: usize,
    /// The frame being played, from 0.
    frame: u8,
}

/// How a player is drawn: the borders of the frames, and the number of lines inside them.
#[derive(Clone, Copy)]
struct Density {
    borders: Borders,
    inside: u16,
}

const SIDES: Borders = Borders::LEFT.union(Borders::RIGHT);
/// Balls and running totals in boxes, the same without lines between the players, and the balls alone.
const DENSITIES: [Density; 3] = [
    Density { borders: Borders::ALL, inside: 2 },
    Density { borders: SIDES, inside: 2 },
    Density { borders: SIDES, inside: 1 },
];

impl Density {
    /// The number of lines above the balls.
    fn top(self) -> u16 {
        self.borders.contains(Borders::TOP).into()
    }

    /// The number of lines from a player to the next.
    fn pitch(self) -> u16 {
        self.inside + self.top()
    }

    /// The number of lines for some players, with the header.
    fn height(self, players: usize) -> usize {
        1 + players * usize::from(self.pitch()) + usize::from(self.top())
    }
}

/// The columns of a board.
struct Columns {
    /// The width of the names, with the mark before them and a blank after them.
    name: u16,
    frames: Range<u8>,
    /// The width of a cell inside its box.
    cell: u16,
    /// The widths of the columns at the right, with the blanks before them; 0 if a column is left out.
    series: u16,
    max: u16,
}

impl Columns {
    /// The width of a frame inside its box.
    const fn inner(&self, frame: u8) -> u16 {
        if frame == FRAMES - 1 { tenth(self.cell) } else { self.cell }
    }

    /// The column of the left border of a frame.
    fn start(&self, frame: u8) -> u16 {
        self.name + u16::from(frame - self.frames.start) * (self.cell + 1)
    }

    /// The column of the totals.
    fn totals(&self) -> u16 {
        self.frames.clone().last().map_or(self.name, |last| self.start(last) + self.inner(last) + 2)
    }

    /// The sum of the series and the best total, or their headings. The blank after the last one may be cut off.
    fn last_two(&self, series: &str, max: &str) -> [Span<'static>; 2] {
        let shown = |text, columns, after| if columns > 0 { right(text, columns + after) } else { Span::default() };
        [shown(series, self.series, 0), shown(max, self.max, 1)]
    }
}

/// The width of the tenth frame, which holds `X|X|X`.
const fn tenth(cell: u16) -> u16 {
    match cell {
        3 => 5,
        4 | 5 => 6,
        _ => cell,
    }
}

impl<'a> Board<'a> {
    pub fn new(players: &'a [Player], lang: Lang, has_frames: bool) -> Self {
        let frames_over = |player: &Player| player.game.lane().frame;
        let up = (0..players.len()).min_by_key(|&at| frames_over(&players[at])).unwrap_or_default();
        Self { players, lang, has_frames, up, frame: players.get(up).map_or(FRAMES, frames_over) }
    }

    /// Who leads, if one player does.
    pub fn leader(&self) -> Option<String> {
        let (best, names, other) = standings(self.players);
        let other = other.filter(|_| names.len() == 1)?;
        Some(self.lang.leads(&names[0], &(best - other)))
    }

    /// Whether a window of a width shows the best totals still possible.
    pub fn shows_max(&self, columns: usize) -> bool {
        self.columns(columns as u16, self.players).max > 0
    }

    /// The number of lines of the board where there are at most `rows`.
    pub fn height(&self, rows: usize) -> usize {
        if self.players.is_empty() { 0 } else { self.density(rows).height(self.players.len()).min(rows) }
    }

    fn density(&self, rows: usize) -> Density {
        let [.., lines] = DENSITIES;
        let mut fit = DENSITIES.into_iter().filter(|density| density.height(self.players.len()) <= rows);
        fit.next().filter(|_| self.has_frames).unwrap_or(lines)
    }

    /// The columns that fit beside the names of some players.
    fn columns(&self, columns: u16, shown: &[Player]) -> Columns {
        let widest = shown.iter().map(|player| width(&player.name) as u16).max().unwrap_or_default();
        let name = widest.min((columns / 4).max(3)) + 3;
        let has_series = self.players.iter().any(|player| player.earlier.is_some());
        let series = if has_series { (width(&self.lang.series()) as u16).max(5) + 2 } else { 0 };
        // After the place of a plus sign, one blank is enough.
        let max = (width(&self.lang.max()) as u16).max(3) + 1;
        let narrowest = if self.has_three_balls() { 5 } else { 3 };
        let frames = if self.has_frames { 0..FRAMES } else { 0..0 };
        for (series, max) in [(series, max), (series, 0), (0, 0)] {
            for cell in (narrowest..=6).rev() {
                let found = Columns { name, frames: frames.clone(), cell, series, max };
                if found.totals() + TOTAL + series + max <= columns {
                    return found;
                }
            }
        }
        let cell = narrowest.max(4);
        let room = columns.saturating_sub(name + TOTAL + 1);
        let fit = (room.saturating_sub(tenth(cell) - cell) / (cell + 1)).min(frames.len() as u16) as u8;
        // The frames before the current one have the totals.
        let last = (self.frame + 2).clamp(fit, FRAMES);
        Columns { name, frames: last - fit..last, cell, series: 0, max: 0 }
    }

    fn has_three_balls(&self) -> bool {
        self.players.iter().any(|player| player.game.rules().row().balls > 2)
    }

    /// The blanks before the balls of a frame.
    fn indent(&self, frame: u8, inner: u16) -> u16 {
        let has_three = frame == FRAMES - 1 || self.has_three_balls();
        inner.saturating_sub(if has_three { 5 } else { 3 }).div_ceil(2)
    }

    fn header(&self, columns: &Columns, hidden: usize) -> Line<'static> {
        let frames = columns.frames.clone();
        let name = columns.name - 1;
        let hidden = match hidden {
            0 => String::new(),
            // Beside short names, the number alone says enough.
            1.. if name < 5 => format!("+{hidden}"),
            1.. => format!("{ELLIPSIS} +{hidden}"),
        };
        let mut line = vec![left(&cut(&hidden, name.into()), name).dim()];
        line.push(if frames.start > 0 { ELLIPSIS } else { " " }.dim());
        for frame in frames.clone() {
            let inner = columns.inner(frame);
            let number = format!("{:1$}{2}", "", usize::from(1 + self.indent(frame, inner)), frame + 1);
            let number = left(&number, 1 + inner);
            line.push(if frame == self.frame { number.bold() } else { number.dim() });
        }
        if !frames.is_empty() {
            line.push(if frames.end < FRAMES { ELLIPSIS } else { " " }.dim());
        }
        line.push(right(&self.lang.total(), TOTAL).dim());
        line.extend(columns.last_two(&self.lang.series(), &self.lang.max()).map(Stylize::dim));
        line.into()
    }

    /// Draws a player, from the line above the balls if there is one.
    fn draw_player(&self, at: usize, columns: &Columns, density: Density, area: Rect, buffer: &mut Buffer) {
        let player = &self.players[at];
        let is_up = at == self.up && self.frame < FRAMES;
        for frame in columns.frames.clone() {
            let cell = Rect { x: area.x + columns.start(frame), width: columns.inner(frame) + 2, ..area };
            let block = Block::new().borders(density.borders).merge_borders(MergeStrategy::Exact);
            let inside = block.inner(cell).intersection(area);
            block.border_style(Style::new().dim()).render(cell, buffer);
            let indent = self.indent(frame, columns.inner(frame));
            frame_text(&player.game, frame, indent, columns.inner(frame)).render(inside, buffer);
            if is_up && frame == self.frame {
                buffer.set_style(inside, Style::new().reversed());
                let x = if indent > 0 { inside.left() } else { inside.right().saturating_sub(1) };
                buffer.cell_mut((x, inside.y)).filter(|cell| cell.symbol() == " ").map(|cell| cell.set_symbol(TURN));
            }
        }
        let mut draw = |spans: Vec<Span<'_>>, x: u16| {
            let rest = Rect { x: area.x + x, y: area.y + density.top(), height: 1, ..area };
            Line::from(spans).render(rest.intersection(area), buffer);
        };
        let name = cut(&player.name, usize::from(columns.name) - 3);
        let name = Span::raw(format!("{} {name} ", if is_up { TURN } else { " " }));
        draw(vec![if is_up { name.reversed() } else { name }], 0);

        let total = LiveTotal::of(&player.game);
        let leads = self.players.len() > 1 && total.pins > 0 && total.pins == standings(self.players).0;
        let mark = if leads { LEADER } else { " " }.bold().fg(GOLD);
        let mut totals = vec![Span::raw(" "), mark, right(&total.to_string(), TOTAL - 2).bold()];
        let series = player.earlier.map(|earlier| total.with(earlier.pins)).unwrap_or_default();
        totals.extend(columns.last_two(&series, &player.game.max_score().to_string()));
        draw(totals, columns.totals());
    }
}

impl Widget for &Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let players = self.players.len();
        if players == 0 || area.is_empty() {
            return;
        }
        let density = self.density(area.height.into());
        // A single line is of the player who is up.
        let header = area.height.min(2) - 1;
        let fit = usize::from((area.height - header - density.top()) / density.pitch()).clamp(1, players);
        let first = self.up.saturating_sub(fit / 2).min(players - fit);
        let columns = self.columns(area.width, &self.players[first..first + fit]);
        if header > 0 {
            self.header(&columns, players - fit).render(Rect { height: 1, ..area }, buffer);
        }
        for (row, at) in (0..).zip(first..first + fit) {
            let (y, height) = (area.y + header + row * density.pitch(), density.pitch() + density.top());
            self.draw_player(at, &columns, density, Rect { y, height, ..area }, buffer);
        }
    }
}

/// The balls of a frame, `8|/`, above the running total.
fn frame_text(game: &Game, frame: u8, indent: u16, columns: u16) -> Text<'static> {
    let span = |&ball: &Ball| {
        let text = Span::raw(shown(ball));
        match ball.mark {
            Some(Mark::Strike) => text.bold().fg(GREEN),
            Some(Mark::Spare) => text.bold().fg(BLUE),
            None if ball.roll.left_split() => text.bold().fg(RED),
            None => text,
        }
    };
    let frame_balls = game.frames().nth(frame.into());
    let balls: Vec<Span<'_>> = frame_balls.iter().flat_map(|frame| frame.balls()).map(span).collect();
    // Ten pins in three balls take two digits, and leave no room for bars and blanks.
    let widths: usize = balls.iter().map(|ball| 1 + ball.width()).sum();
    let spare = (usize::from(columns) + 1).saturating_sub(widths);
    let bar = if widths <= usize::from(columns) + 1 { "|" } else { "" };
    let mut line = Line::raw(" ".repeat(usize::from(indent).min(spare)));
    for (at, ball) in balls.into_iter().enumerate() {
        line.push_span(if at > 0 { bar } else { "" });
        line.push_span(ball);
    }
    let total = game.running_totals().get(usize::from(frame)).map(u16::to_string).unwrap_or_default();
    vec![line, format!("{:1$}{total}", "", usize::from(indent)).into()].into()
}

/// A text with blanks after it, up to a width.
fn left(text: &str, columns: u16) -> Span<'static> {
    format!("{text}{:1$}", "", usize::from(columns).saturating_sub(width(text))).into()
}

/// A text at the right of a column. The digits are aligned, with or without a plus sign.
fn right(text: &str, columns: u16) -> Span<'static> {
    let sign = if text.ends_with('+') { "" } else { " " };
    format!("{:1$}{text}{sign}", "", usize::from(columns).saturating_sub(width(text) + sign.len())).into()
}
