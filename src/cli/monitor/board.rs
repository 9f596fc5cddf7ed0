//! The board of a lane monitor: frames in boxes, the totals, the leader, and who is up.
//!
//! What does not fit is left out in this order: the blanks in the cells, the best possible totals, the sums of a series,
//! and then the frames that are far from the current one. Without enough lines the boxes go first, then the running
//! totals, then players far from the one who is up. Frames and players that are hidden are marked where they are missing.

use std::collections::BTreeSet;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::total::LiveTotal;
use crate::cli::color::Paint;
use crate::cli::text::{fill, width};
use crate::game::{FRAMES, Game};

/// A player's game.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub name: &'a str,
    pub game: &'a Game,
    /// The total of the games before it; `None` if there are none.
    pub before: Option<u32>,
}

/// The words of a board: what is above the columns at the right, and who leads or has won, with `{name}`, `{names}`,
/// `{pins}`, `{score}` and `{other}`.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub total: &'static str,
    pub series: &'static str,
    pub max: &'static str,
    pub leads: &'static str,
    pub wins: &'static str,
    pub tie: &'static str,
}

pub const ENGLISH: Words = Words {
    total: "TOTAL",
    series: "SERIES",
    max: "MAX",
    leads: "{name} leads by {pins}.",
    wins: "{name} wins, {score} to {other}.",
    tie: "A tie at {score}: {names}.",
};

/// The board of a match.
pub struct Board<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) words: Words,
    pub(super) paint: Paint,
    /// The player who is up: the first with the fewest finished frames.
    pub(super) up: usize,
    /// The frame being played, from 0; none when the match is over.
    pub(super) frame: u8,
    /// The best total; 0 before anyone has one.
    pub(super) best: u16,
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
pub(super) struct Columns {
    /// The width of the names, with the mark before them and a blank after them.
    pub(super) name: usize,
    pub(super) frames: Range<u8>,
    /// The width of a cell inside its box.
    pub(super) cell: usize,
    /// The widths of the columns at the right, with the blanks before them; 0 if a column is left out.
    pub(super) series: usize,
    pub(super) max: usize,
}

/// A line below the header: one of a player, or where players are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Player(usize),
    Gap(usize),
}

/// ` ★ 300+`.
pub(super) const TOTAL: usize = 7;

impl<'a> Board<'a> {
    pub fn new(rows: Vec<Row<'a>>, words: Words, paint: Paint) -> Self {
        let frames_over = |row: &Row<'_>| row.game.lane().frame;
        let up = (0..rows.len()).min_by_key(|&at| frames_over(&rows[at])).unwrap_or_default();
        let frame = rows.get(up).map_or(FRAMES, frames_over);
        let best = rows.iter().map(|row| LiveTotal::of(row.game).pins).max().unwrap_or_default();
        Self { rows, words, paint, up, frame, best }
    }

    /// The players with the best total, and the best of the others.
    fn standings(&self) -> (Vec<&'a str>, u16, Option<u16>) {
        let total = |row: &Row<'_>| LiveTotal::of(row.game).pins;
        let (best, others): (Vec<_>, Vec<_>) = self.rows.iter().partition(|row| total(row) == self.best);
        (best.into_iter().map(|row| row.name).collect(), self.best, others.into_iter().map(total).max())
    }

    /// Who leads, if one player does.
    pub fn leader(&self) -> Option<String> {
        match self.standings() {
            (names, best, Some(other)) if names.len() == 1 => {
                Some(fill(self.words.leads, &[("name", &names[0]), ("pins", &(best - other))]))
            }
            _ => None,
        }
    }

    /// Who has won, if several players have played to the end.
    pub fn winner(&self) -> Option<String> {
        if !self.is_over() || self.rows.len() < 2 {
            return None;
        }
        let (names, score, other) = self.standings();
        let text = if names.len() == 1 { self.words.wins } else { self.words.tie };
        let (names, other) = (names.join(", "), other.unwrap_or_default());
        Some(fill(text, &[("name", &names), ("names", &names), ("score", &score), ("other", &other)]))
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
        let mut canvas = Canvas::new(self, &columns, area, buffer);
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
        let has_series = self.rows.iter().any(|row| row.before.is_some());
        let series = if has_series { width(self.words.series).max(5) + 2 } else { 0 };
        // After the place of a plus sign, one blank is enough.
        let max = width(self.words.max).max(3) + 1;
        let narrowest = if self.rows[0].game.rules().row().balls > 2 { 5 } else { 3 };
        for (series, max) in [(series, max), (series, 0), (0, 0)] {
            let room = width_of_all.saturating_sub(name + TOTAL + series + max);
            for cell in (narrowest..=6).rev() {
                if room >= usize::from(FRAMES - 1) * (cell + 1) + tenth(cell) + 2 {
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
pub(super) fn tenth(cell: usize) -> usize {
    if cell == 3 { 5 } else { cell.max(6) }
}
