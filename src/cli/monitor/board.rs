//! The board of a lane monitor: frames in boxes, the totals, the leader, and who is up.
//!
//! What does not fit is left out in this order: the blanks in the cells, the best possible totals, the sums of a series,
//! and then the frames that are far from the current one. Without enough lines the boxes go first, then the running
//! totals, then players far from the one who is up. Frames and players that are hidden are marked where they are missing.

use std::collections::BTreeSet;
use std::ops::Range;

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::messages::Lang;
use super::players::{LiveTotal, Player, standings};
use crate::cli::color::Paint;
use crate::cli::text::{cut, width};
use crate::game::{FRAMES, Mark};
use crate::reading::display::shown;

/// The mark of the player who is up and of the frame being played, and that of the leader.
const TURN: &str = "\u{25b8}";
const LEADER: &str = "\u{2605}";
const ELLIPSIS: &str = "\u{2026}";

/// The width of ` ★ 300+`.
const TOTAL: usize = 7;

/// The board of a match.
pub struct Board<'a> {
    players: &'a [Player],
    lang: Lang,
    paint: Paint,
    /// The player who is up: the first with the fewest finished frames.
    up: usize,
    /// The frame being played, from 0.
    frame: u8,
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

impl Density {
    /// The number of lines for some players, with the header.
    const fn lines(self, players: usize) -> usize {
        match self {
            Self::Boxes => 2 + 3 * players,
            Self::Frame => 3 + 2 * players,
            Self::Pairs => 1 + 2 * players,
            Self::Lines => 1 + players,
        }
    }
}

/// The columns of a board.
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
#[derive(Clone, Copy)]
enum Slot {
    Player(usize),
    Gap(usize),
}

impl<'a> Board<'a> {
    pub fn new(players: &'a [Player], lang: Lang, paint: Paint) -> Self {
        let frames_over = |player: &Player| player.game.lane().frame;
        let up = (0..players.len()).min_by_key(|&at| frames_over(&players[at])).unwrap_or_default();
        Self { players, lang, paint, up, frame: players.get(up).map_or(FRAMES, frames_over) }
    }

    /// Who leads, if one player does.
    pub fn leader(&self) -> Option<String> {
        let (best, names, other) = standings(self.players);
        let other = other.filter(|_| names.len() == 1)?;
        Some(self.lang.leads(&names[0], &(best - other)))
    }

    /// Whether a window of a width shows the best totals still possible.
    pub fn shows_max(&self, columns: usize) -> bool {
        self.columns(columns, 0..self.players.len()).max > 0
    }

    /// The board in a window: at most `rows` lines.
    pub fn lines(&self, columns: usize, rows: usize) -> Vec<Line<'static>> {
        let players = self.players.len();
        if players == 0 || rows == 0 {
            return Vec::new();
        }
        let all = [Density::Boxes, Density::Frame, Density::Pairs, Density::Lines];
        let density = all.into_iter().find(|density| density.lines(players) <= rows);
        let slots = match density {
            Some(_) => (0..players).map(Slot::Player).collect(),
            None => self.slots((rows - 1).max(1)),
        };
        let shown = slots.iter().filter_map(|slot| if let Slot::Player(at) = *slot { Some(at) } else { None });
        let columns = self.columns(columns, shown);
        let mut lines = Vec::new();
        if rows > 1 {
            // With room for one player only, the header says how many are hidden.
            lines.push(self.header(&columns, if slots.len() < players.min(2) { players - 1 } else { 0 }));
        }
        let density = density.unwrap_or(Density::Lines);
        let is_boxed = matches!(density, Density::Boxes | Density::Frame);
        lines.extend(is_boxed.then(|| self.rule(&columns, ["\u{250c}", "\u{252c}", "\u{2510}"])));
        for (at, &slot) in slots.iter().enumerate() {
            if at > 0 && density == Density::Boxes {
                lines.push(self.rule(&columns, ["\u{251c}", "\u{253c}", "\u{2524}"]));
            }
            match slot {
                Slot::Player(player) => {
                    lines.push(self.balls(&columns, player));
                    lines.extend((density != Density::Lines).then(|| self.totals(&columns, player)));
                }
                Slot::Gap(hidden) => lines.push(self.dim(format!("  {ELLIPSIS} +{hidden}")).into()),
            }
        }
        lines.extend(is_boxed.then(|| self.rule(&columns, ["\u{2514}", "\u{2534}", "\u{2518}"])));
        lines
    }

    /// The columns that fit beside the names of some players.
    fn columns(&self, columns: usize, shown: impl IntoIterator<Item = usize>) -> Columns {
        let widest = shown.into_iter().map(|at| width(&self.players[at].name)).max().unwrap_or_default();
        let name = widest.min((columns / 4).max(3)) + 3;
        let has_series = self.players.iter().any(|player| player.earlier.is_some());
        let series = if has_series { width(&self.lang.series()).max(5) + 2 } else { 0 };
        // After the place of a plus sign, one blank is enough.
        let max = width(&self.lang.max()).max(3) + 1;
        let narrowest = if self.has_three_balls() { 5 } else { 3 };
        for (series, max) in [(series, max), (series, 0), (0, 0)] {
            let room = columns.saturating_sub(name + TOTAL + series + max);
            for cell in (narrowest..=6).rev() {
                if room >= usize::from(FRAMES - 1) * (cell + 1) + tenth(cell) + 2 {
                    return Columns { name, frames: 0..FRAMES, cell, series, max };
                }
            }
        }
        let cell = narrowest.max(4);
        let room = columns.saturating_sub(name + TOTAL + 1);
        let fit = (room.saturating_sub(tenth(cell) - cell) / (cell + 1)).min(FRAMES.into()) as u8;
        // The frames before the current one have the totals.
        let last = (self.frame + 2).clamp(fit, FRAMES);
        Columns { name, frames: last - fit..last, cell, series: 0, max: 0 }
    }

    fn has_three_balls(&self) -> bool {
        self.players[0].game.rules().row().balls > 2
    }

    /// The players that fit into a number of lines, in their order, and the gaps between them: those around the player
    /// who is up, and the leader.
    fn slots(&self, rows: usize) -> Vec<Slot> {
        let (players, up) = (self.players.len(), self.up);
        let (_, leaders, _) = standings(self.players);
        let leader = self.players.iter().position(|player| player.name == leaders[0]).unwrap_or_default();
        // With room for the leader, it is better to show fewer others.
        let added: &[usize] = if rows < 5 { &[leader, up] } else { &[leader] };
        let candidates = (1..=rows.min(players)).rev().flat_map(|fit| {
            let first = up.saturating_sub(fit / 2).min(players - fit);
            added.iter().map(move |&also| with_gaps((first..first + fit).chain([also]).collect(), players))
        });
        // With room for one gap only, it stands for all who are hidden; without, the header says so.
        let last = [Slot::Player(up), Slot::Gap(players - 1)];
        candidates.into_iter().find(|slots| slots.len() <= rows).unwrap_or_else(|| last[..rows.min(2)].to_vec())
    }

    fn header(&self, columns: &Columns, hidden: usize) -> Line<'static> {
        let frames = columns.frames.clone();
        let start = if hidden > 0 { format!("{ELLIPSIS} +{hidden}") } else { String::new() };
        let start = padded(&cut(&start, columns.name), columns.name - 1);
        let mut line = vec![self.dim(start), self.dim(if frames.start > 0 { ELLIPSIS } else { " " })];
        for frame in frames.clone() {
            let inner = columns.inner(frame);
            let number = format!("{:1$}{2}", "", 1 + self.indent(frame, inner), frame + 1);
            let style = if frame == self.frame { Modifier::BOLD } else { Modifier::DIM };
            line.push(self.span(padded(&number, 1 + inner), style));
        }
        if !frames.is_empty() {
            line.push(self.dim(if frames.end < FRAMES { ELLIPSIS } else { " " }));
        }
        line.push(self.dim(right(&self.lang.total(), TOTAL)));
        self.push_right(columns, &self.lang.series(), &self.lang.max(), Modifier::DIM, &mut line);
        line.into()
    }

    /// Adds the columns of the series and of the best total.
    fn push_right(
        &self,
        columns: &Columns,
        series: &str,
        max: &str,
        style: impl Into<Style>,
        line: &mut Vec<Span<'_>>,
    ) {
        let style = style.into();
        line.extend((columns.series > 0).then(|| self.span(right(series, columns.series), style)));
        line.extend((columns.max > 0).then(|| self.span(format!("{:1$}{max}", "", columns.max - width(max)), style)));
    }

    fn rule(&self, columns: &Columns, [left, middle, right]: [&str; 3]) -> Line<'static> {
        let boxes: Vec<String> = columns.frames.clone().map(|frame| "\u{2500}".repeat(columns.inner(frame))).collect();
        let rule = if boxes.is_empty() { String::new() } else { [left, &boxes.join(middle), right].concat() };
        vec![Span::raw(" ".repeat(columns.name)), self.dim(rule)].into()
    }

    /// The line of the name, the balls and the totals.
    fn balls(&self, columns: &Columns, at: usize) -> Line<'static> {
        let player = &self.players[at];
        let is_up = self.is_up(at);
        let name = cut(&player.name, columns.name - 3);
        let (mark, style) = if is_up { (TURN, Style::new().reversed()) } else { (" ", Style::new()) };
        let mut line = vec![self.span(format!("{mark} {name} "), style)];
        line.push(Span::raw(" ".repeat(columns.name - 3 - width(&name))));
        for frame in columns.frames.clone() {
            line.push(self.dim("\u{2502}"));
            let inner = columns.inner(frame);
            let mut cell = self.cell(player, frame, inner);
            if is_up && frame == self.frame {
                mark_turn(&mut cell, self.indent(frame, inner) > 0);
                cell = cell.into_iter().map(|span| self.reversed(span)).collect();
            }
            line.extend(cell);
        }
        line.extend((!columns.frames.is_empty()).then(|| self.dim("\u{2502}")));

        let total = LiveTotal::of(&player.game);
        let (best, ..) = standings(self.players);
        let leads = total.pins > 0 && total.pins == best && self.players.len() > 1;
        let total_text = right(&total.to_string(), TOTAL - 2);
        line.push(self.span(format!(" {}{total_text}", if leads { LEADER } else { " " }), Modifier::BOLD));
        let series = player.earlier.map(|earlier| total.with(earlier.pins)).unwrap_or_default();
        self.push_right(columns, &series, &player.game.max_score().to_string(), Style::new(), &mut line);
        line.into()
    }

    /// The balls of a frame, `8|/`, in a cell.
    fn cell(&self, player: &Player, frame: u8, inner: usize) -> Vec<Span<'static>> {
        let frame_balls = player.game.frames().nth(frame.into());
        let balls = frame_balls.as_ref().map_or(&[][..], |frame| frame.balls());
        let widths: usize = balls.iter().map(|&ball| 1 + width(shown(ball))).sum();
        // Ten pins in three balls take two digits.
        let bar = if widths <= inner + 1 { "|" } else { "" };
        let mut cell = vec![Span::raw(" ".repeat(self.indent(frame, inner).min((inner + 1).saturating_sub(widths))))];
        for &ball in balls {
            let bold = Style::new().bold();
            let style = match ball.mark {
                Some(Mark::Strike) => bold.fg(Color::Green),
                Some(Mark::Spare) => bold.fg(Color::Cyan),
                None if ball.roll.left_split() => bold.fg(Color::Red),
                None => Style::new(),
            };
            cell.extend((cell.len() > 1).then(|| Span::raw(bar)));
            cell.push(self.span(shown(ball), style));
        }
        let used: usize = cell.iter().map(Span::width).sum();
        cell.push(Span::raw(" ".repeat(inner.saturating_sub(used))));
        cell
    }

    /// The line of the running totals.
    fn totals(&self, columns: &Columns, at: usize) -> Line<'static> {
        let totals = self.players[at].game.running_totals();
        let mut line = vec![Span::raw(" ".repeat(columns.name))];
        for frame in columns.frames.clone() {
            line.push(self.dim("\u{2502}"));
            let inner = columns.inner(frame);
            let total = totals.get(usize::from(frame)).map(u16::to_string).unwrap_or_default();
            let cell = Span::raw(padded(&format!("{:1$}{total}", "", self.indent(frame, inner)), inner));
            line.push(if self.is_up(at) && frame == self.frame { self.reversed(cell) } else { cell });
        }
        line.extend((!columns.frames.is_empty()).then(|| self.dim("\u{2502}")));
        line.into()
    }

    fn is_up(&self, at: usize) -> bool {
        at == self.up && self.frame < FRAMES
    }

    /// The blanks before the balls of a frame.
    fn indent(&self, frame: u8, inner: usize) -> usize {
        let has_three = frame == FRAMES - 1 || self.has_three_balls();
        inner.saturating_sub(if has_three { 5 } else { 3 }).div_ceil(2)
    }

    /// A text without a style where none is wanted.
    fn span(&self, text: impl Into<String>, style: impl Into<Style>) -> Span<'static> {
        let style = if self.paint == Paint::Colored { style.into() } else { Style::new() };
        Span::styled(text.into(), style)
    }

    fn dim(&self, text: impl Into<String>) -> Span<'static> {
        self.span(text, Modifier::DIM)
    }

    fn reversed(&self, span: Span<'static>) -> Span<'static> {
        self.span(span.content, span.style.reversed())
    }
}

impl Columns {
    /// The width of a cell inside its box.
    fn inner(&self, frame: u8) -> usize {
        if frame == FRAMES - 1 { tenth(self.cell) } else { self.cell }
    }
}

/// The width of the tenth frame, which holds `X|X|X`.
fn tenth(cell: usize) -> usize {
    if cell == 3 { 5 } else { cell.max(6) }
}

/// Puts the mark of the turn in place of the first blank of a cell, or of the last one.
fn mark_turn(cell: &mut [Span<'static>], at_start: bool) {
    let blanks = if at_start { cell.first_mut() } else { cell.last_mut() };
    if let Some(blanks) = blanks.filter(|blanks| !blanks.content.is_empty()) {
        let rest = " ".repeat(blanks.content.len() - 1);
        let (start, end) = if at_start { (TURN, &*rest) } else { (&*rest, TURN) };
        blanks.content = [start, end].concat().into();
    }
}

/// A text with blanks after it, up to a width.
fn padded(text: &str, columns: usize) -> String {
    format!("{text}{:1$}", "", columns.saturating_sub(width(text)))
}

/// A text at the right of a column. The digits stand below each other, with or without a plus sign.
fn right(text: &str, columns: usize) -> String {
    let sign = if text.ends_with('+') { "" } else { " " };
    format!("{:1$}{text}{sign}", "", columns.saturating_sub(width(text) + sign.len()))
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
