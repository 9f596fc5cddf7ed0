//! The board of a match, cut so that it fits into a window.
//!
//! A board that is too wide is folded into pieces. Of a board that is too high, the frames up to the current one are
//! shown. With too many players for two lines each, each has one line with the total; if that is too much as well, the
//! players around the one who is up are shown, and the leader. Frames and players that are hidden are marked where they
//! are missing.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cli::color::{Paint, Style};
use crate::cli::screen::Size;
use crate::cli::text::{cut, width};
use crate::cli::write::{Painter, frames_per_piece, frames_that_fit, name_column, pieces};
use crate::game::{FRAMES, Game};

pub use crate::cli::write::{BoardRow, cell_width};

/// What the board shows.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    /// The player who is up.
    up: usize,
    /// The player with the highest total.
    leader: usize,
    /// The frame being played, from 0.
    frame: u8,
    /// The width of a cell and the bar after it.
    cell: usize,
    /// Whether the player who is up and the frame stand out: in reverse video, or marked with `>` where there is no
    /// color.
    has_turn: bool,
}

impl Focus {
    /// Who is up and who leads. The first player with the fewest finished frames is up.
    pub fn of(rows: &[BoardRow<'_>], cell: usize, has_turn: bool) -> Self {
        let frames_over = |card: &Game| card.frames().filter(|frame| frame.is_over()).count() as u8;
        let games = || rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.card.as_ref()?)));
        let up = games().min_by_key(|(_, card)| frames_over(card));
        let leader = games().max_by_key(|(at, card)| (card.score(), std::cmp::Reverse(*at)));
        Self {
            up: up.map_or(0, |(at, _)| at),
            leader: leader.map_or(0, |(at, _)| at),
            frame: up.map_or(FRAMES, |(_, card)| frames_over(card)),
            cell,
            has_turn,
        }
    }
}

/// A line below the header: one of a player, or where players are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Player(usize),
    Gap(usize),
}

/// The lines of a board.
pub fn lines(players: &[BoardRow<'_>], focus: Focus, size: Size, paint: Paint) -> Vec<String> {
    if players.is_empty() || size.rows == 0 {
        return Vec::new();
    }
    // Each player has two lines, or one if there are too many.
    let is_short = 2 * players.len() >= size.rows;
    let room = if is_short { size.rows.saturating_sub(1).max(1) } else { players.len() };
    let slots = slots(players.len(), focus, room);
    let widest_name = size.columns.saturating_sub("|  |".len() + focus.cell).max(4);
    let shown = slots.iter().filter_map(|slot| if let Slot::Player(at) = *slot { Some(&players[at]) } else { None });
    let rows: Vec<BoardRow<'_>> =
        shown.map(|row| BoardRow { name: cut(&row.name, widest_name), card: row.card.clone() }).collect();
    let name = name_column(&rows) + "|  |".len();
    let is_too_narrow = name + focus.cell > size.columns;
    // A colored line cannot be cut.
    let paint = if is_too_narrow { Paint::Plain } else { paint };
    let has_total = is_short && name + 2 * focus.cell <= size.columns;
    let columns = size.columns - if has_total { focus.cell } else { 0 };
    let fit = if is_short { 1 } else { size.rows / (1 + 2 * rows.len()) };
    let frames = shown_frames(focus, fit, columns, name - "|  |".len());
    let (first, last) = (frames[0].start, frames[frames.len() - 1].end);

    let mut painter = Painter::new(paint);
    let mut lines = Vec::new();
    for piece in frames {
        let mut board = Vec::new();
        painter.draw(&rows, piece.clone(), focus.cell, &mut board);
        let text = String::from_utf8_lossy(&board);
        let mut drawn = text.lines().map(str::to_owned);
        let mut header = drawn.next().unwrap_or_default();
        if piece.end == last && last < FRAMES {
            let at = header.len() - "_|".len();
            header.replace_range(at..=at, "\u{2026}");
        }
        if piece.start == first && first > 0 {
            header.replace_range(name..=name, "\u{2026}");
        }
        if has_total {
            header.insert_str(name, &format!(" {:1$}|", "TOTAL", focus.cell - 2));
        }
        if slots.len() < players.len().min(2) {
            let hidden = format!("\u{2026} +{}", players.len() - 1);
            header.replace_range(1..name - 1, &format!("{:1$}", cut(&hidden, name - 2), name - 2));
        }
        lines.push(header);
        for slot in &slots {
            let player = match *slot {
                Slot::Gap(hidden) => {
                    lines.push(gap(hidden, size.columns));
                    continue;
                }
                Slot::Player(player) => player,
            };
            let (mut balls, mut totals) = (drawn.next().unwrap_or_default(), drawn.next().unwrap_or_default());
            if focus.has_turn && player == focus.up {
                if piece.contains(&focus.frame) {
                    let start = name + usize::from(focus.frame - piece.start) * focus.cell;
                    mark(&mut balls, start..start + focus.cell - 1, paint);
                    if paint == Paint::Colored {
                        mark(&mut totals, start..start + focus.cell - 1, paint);
                    }
                }
                mark(&mut balls, 1..name - 1, paint);
            }
            if has_total {
                let total = players[player].card.as_ref().map(|card| card.score().to_string()).unwrap_or_default();
                let total = format!("  {total:0$}|", focus.cell - 3);
                balls.insert_str(byte_at(&balls, name), &total);
            }
            lines.push(balls);
            lines.extend((!is_short).then_some(totals));
        }
    }
    if is_too_narrow {
        lines = lines.iter().map(|line| cut(line, size.columns).into_owned()).collect();
    }
    // Too low even for one player and the header.
    let surplus = lines.len().saturating_sub(size.rows);
    lines.drain(..surplus);
    lines
}

/// The line in place of players who are hidden.
pub fn gap(hidden: usize, columns: usize) -> String {
    cut(&format!("   \u{2026} +{hidden}"), columns).into_owned()
}

fn mark(line: &mut String, columns: Range<usize>, paint: Paint) {
    let (start, end) = (byte_at(line, columns.start), byte_at(line, columns.end));
    if paint == Paint::Plain {
        // The first column is blank.
        line.replace_range(start..=start, ">");
        return;
    }
    let (on, off) = paint.style(Style::Turn);
    let marked = line[start..end].replace(off, &[off, on].concat());
    line.replace_range(start..end, &[on, &marked, off].concat());
}

/// Where a column starts in a line that may have escape sequences.
fn byte_at(line: &str, column: usize) -> usize {
    let (mut columns, mut in_escape) = (0, false);
    for (at, sign) in line.char_indices() {
        match sign {
            '\x1b' => in_escape = true,
            _ if in_escape => in_escape = sign != 'm',
            _ if columns >= column => return at,
            _ => columns += width(sign.encode_utf8(&mut [0; 4])),
        }
    }
    line.len()
}

/// The players that fit into a number of lines, in their order, and the gaps between them: those around the player who
/// is up, and the leader.
fn slots(players: usize, Focus { up, leader, .. }: Focus, room: usize) -> Vec<Slot> {
    if players <= room {
        return (0..players).map(Slot::Player).collect();
    }
    // With room for the leader, it is better to show fewer others.
    let added: &[usize] = if room < 5 { &[leader, up] } else { &[leader] };
    let candidates = (1..=room).rev().flat_map(|fit| {
        let first = up.saturating_sub(fit / 2).min(players - fit);
        added.iter().map(move |&also| with_gaps((first..first + fit).chain([also]).collect(), players))
    });
    // With room for one gap only, it stands for all who are hidden; without, the header says so.
    let last = [Slot::Player(up), Slot::Gap(players - 1)];
    candidates.into_iter().find(|slots| slots.len() <= room).unwrap_or_else(|| last[..room.min(2)].to_vec())
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

/// The pieces of a board of which `fit` fit below each other: all of them, or those up to the current frame.
fn shown_frames(focus: Focus, fit: usize, columns: usize, name: usize) -> Vec<Range<u8>> {
    let even = frames_per_piece(Some(columns), name, focus.cell);
    let fit = fit.clamp(1, FRAMES.into());
    let (first, last, step) = if usize::from(even) * fit >= usize::from(FRAMES) {
        (0, FRAMES, even)
    } else {
        let step = frames_that_fit(columns, name, focus.cell);
        let shown = (fit * usize::from(step)).min(FRAMES.into()) as u8;
        let last = (focus.frame + 1).clamp(shown, FRAMES);
        (last - shown, last, step)
    };
    pieces(first..last, step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use proptest::prelude::*;

    fn board(players: usize, up: usize, leader: usize, frame: u8, columns: usize, rows: usize) -> Vec<String> {
        let focus = Focus { up, leader, frame, cell: cell_width(Rules::Tenpin), has_turn: false };
        let card = Some(Game::new(Rules::Tenpin));
        let row = |player: usize| BoardRow { name: format!("P{player:02}").into(), card: card.clone() };
        lines(&(0..players).map(row).collect::<Vec<_>>(), focus, Size { columns, rows }, Paint::Colored)
    }

    #[test]
    fn all_pieces_are_shown_if_there_is_room_and_otherwise_those_up_to_the_current_frame() {
        assert_eq!(board(2, 0, 0, 0, 60, 10).len(), 10);
        let headers = |rows| board(2, 0, 0, 9, 40, rows).into_iter().filter(|line| line.contains("NAME")).collect();
        let all: Vec<String> = headers(15);
        assert_eq!(
            all,
            ["| NAME |  01  |  02  |  03  |  04  |", "| NAME |  05  |  06  |  07  |  08  |", "| NAME |  09  |  10  |"]
        );
        let last: Vec<String> = headers(14);
        assert_eq!(last, ["| NAME |\u{2026} 03  |  04  |  05  |  06  |", "| NAME |  07  |  08  |  09  |  10  |"]);
        let last: Vec<String> = headers(5);
        assert_eq!(last, ["| NAME |\u{2026} 07  |  08  |  09  |  10  |"]);
        // The frames before the current one have the totals.
        assert_eq!(board(2, 0, 0, 4, 40, 5)[0], "| NAME |\u{2026} 02  |  03  |  04  |  05 \u{2026}|");
        assert!(board(2, 0, 0, 4, 60, 5)[0].ends_with("|  07 \u{2026}|"));
    }

    #[test]
    fn with_many_players_each_has_one_line_and_gaps_are_marked_where_they_are() {
        let names = |lines: Vec<String>| -> Vec<String> {
            lines.iter().skip(1).map(|line| line.trim_matches(['|', ' ']).split(' ').next().unwrap().into()).collect()
        };
        let lines = board(12, 6, 6, 0, 80, 20);
        assert_eq!(lines.len(), 13);
        assert_eq!(
            lines[0],
            format!("| NAME | TOTAL|{}  09 \u{2026}|", "  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |")
        );
        assert!(lines[1].starts_with("|  P00 |  0   |      |"), "{lines:#?}");
        assert_eq!(
            names(board(12, 6, 1, 0, 80, 9)),
            ["\u{2026}", "P01", "\u{2026}", "P04", "P05", "P06", "P07", "\u{2026}"]
        );
        assert_eq!(board(12, 6, 1, 0, 80, 9)[3], "   \u{2026} +2");
        assert_eq!(names(board(12, 11, 1, 0, 80, 6)), ["\u{2026}", "P01", "\u{2026}", "P10", "P11"]);
        assert_eq!(
            board(12, 6, 6, 0, 80, 4)[1..],
            ["   \u{2026} +6", &*board(12, 6, 6, 0, 80, 2)[1], "   \u{2026} +5"]
        );
        assert_eq!(board(12, 6, 6, 0, 80, 3)[1..], [&*board(12, 6, 6, 0, 80, 2)[1], "   \u{2026} +11"]);
        assert_eq!(board(12, 6, 6, 0, 22, 2), ["|\u{2026} +11 | TOTAL|  01 \u{2026}|", "|  P06 |  0   |      |"]);
    }

    #[test]
    fn the_player_who_is_up_and_the_frame_stand_out() {
        let card = "8/ X 7".parse::<Game>().unwrap();
        let rows = [BoardRow { name: "홍길동".into(), card: Some(card.clone()) }];
        let focus = Focus::of(&rows, cell_width(Rules::Tenpin), true);
        let drawn = |paint| lines(&rows, focus, Size { columns: 80, rows: 5 }, paint)[1..].to_vec();
        assert!(drawn(Paint::Plain)[0].starts_with("|> 홍길동|  8|/ |  X   |> 7   |      |"));
        let row = |name: &'static str| [BoardRow { name: name.into(), card: Some(card.clone()) }];
        let folded = lines(&row("A"), focus, Size { columns: 23, rows: 16 }, Paint::Plain);
        assert_eq!(folded[4], "|> A   |> 7   |      |");
        // A long name leaves room for a frame.
        let narrow = |paint| lines(&row("Rumpelstiltskin"), focus, Size { columns: 20, rows: 3 }, paint)[1].clone();
        assert_eq!(narrow(Paint::Plain), "|> Rumpelst\u{2026}|> 7   |");
        assert!(narrow(Paint::Colored).contains("\x1b[7m  7   "));
        let colored = drawn(Paint::Colored);
        assert!(colored[0].starts_with("|\x1b[7m  홍길동\x1b[0m|  8|"), "{colored:?}");
        assert!(colored[0].contains("|\x1b[7m  7   \x1b[0m|") && colored[1].contains("|\x1b[7m      \x1b[0m|"));
        // A color inside of the mark does not end it.
        let mut line = "| \x1b[1;32mX\x1b[0m |".to_owned();
        mark(&mut line, 1..4, Paint::Colored);
        assert_eq!(line, "|\x1b[7m \x1b[1;32mX\x1b[0m\x1b[7m \x1b[0m|");
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        #[test]
        fn the_board_fits_and_shows_the_player_who_is_up_and_the_leader(
            players in 1_usize..15, up in 0_usize..15, leader in 0_usize..15, frame in 0_u8..11,
            columns in 1_usize..100, rows in 1_usize..40,
        ) {
            let (up, leader) = (up % players, leader % players);
            let lines = board(players, up, leader, frame, columns, rows);
            prop_assert!(lines.len() <= rows && lines.iter().all(|line| width(line) <= columns), "{lines:#?}");
            let shows = |player: usize| lines.iter().any(|line| line.contains(&format!("P{player:02}")));
            if columns >= 7 {
                prop_assert!(shows(up), "{lines:#?}");
                prop_assert!(shows(leader) || rows < 6, "{lines:#?}");
            }
            if rows >= 3 {
                prop_assert!(lines[0].starts_with("| NAME"[..columns.min(5) - 1].trim_end()), "{lines:#?}");
            }
        }
    }
}
