//! The board of a match, cut so that it fits into a window.
//!
//! A board that is too wide is folded into pieces. Of a board that is too high, the frames up to the current one and
//! the players around the one who is up are shown, with the leader if two players fit.

use std::ops::Range;

use crate::cli::color::Paint;
use crate::cli::format::{Buffer, GAMES_PER_BOARD, Painter, frames_per_piece, frames_that_fit, name_column, pieces};
use crate::cli::screen::Size;
use crate::cli::text::{cut, width};
use crate::game::{FRAMES, Rules};

pub use crate::cli::format::{Row, cell_width};

/// The whole board of a match, folded if it is wider than `columns`.
pub fn whole(rows: &[Row<'_>], rules: Rules, columns: Option<usize>, paint: Paint) -> Vec<u8> {
    let (mut painter, mut board) = (Painter::new(paint), Buffer::default());
    let cell = cell_width(rules);
    let frames = frames_per_piece(columns, name_column(rows), cell);
    for rows in rows.chunks(GAMES_PER_BOARD) {
        for piece in pieces(0..FRAMES, frames) {
            painter.draw(rows, piece, cell, &mut board);
        }
    }
    board.to_vec()
}

/// What the board shows.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    /// The number of players.
    pub players: usize,
    /// The player who is up.
    pub up: usize,
    /// The player with the highest total.
    pub leader: usize,
    /// The frame being played, from 0.
    pub frame: u8,
    /// The width of a cell and the bar after it.
    pub cell: usize,
}

/// The lines of a board. `row` makes the row of a player; it is called for the players that are shown.
pub fn lines<'a>(focus: Focus, size: Size, paint: Paint, row: impl Fn(usize) -> Row<'a>) -> Vec<String> {
    if focus.players == 0 || size.rows == 0 {
        return Vec::new();
    }
    let shown = shown_players(focus, size.rows);
    let hidden = focus.players - shown.len();
    let widest_name = size.columns.saturating_sub("|  |".len() + focus.cell).max(4);
    let mut rows: Vec<Row<'a>> = shown.into_iter().map(row).collect();
    for row in &mut rows {
        if width(&row.name) > widest_name {
            row.name = cut(&row.name, widest_name).into_owned().into();
        }
    }
    let column = name_column(&rows);
    let is_too_narrow = column + 4 + focus.cell > size.columns;
    let frames = shown_frames(focus, size.rows / (1 + 2 * rows.len()), size.columns, column);

    let mut painter = Painter::new(if is_too_narrow { Paint::Plain } else { paint });
    let mut board = Buffer::default();
    for piece in frames {
        painter.draw(&rows, piece, focus.cell, &mut board);
    }
    let text = String::from_utf8_lossy(&board).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if is_too_narrow {
        lines = lines.iter().map(|line| cut(line, size.columns).into_owned()).collect();
    }
    if size.rows < lines.len() {
        // Too low even for one player: the header goes first.
        lines = lines.into_iter().skip(1).take(size.rows).collect();
    }
    if hidden > 0 && lines.len() < size.rows {
        lines.push(cut(&format!("   \u{2026} +{hidden}"), size.columns).into_owned());
    }
    lines
}

/// The players that fit into a number of rows, in their order.
fn shown_players(focus: Focus, rows: usize) -> Vec<usize> {
    let Focus { players, up, leader, .. } = focus;
    if 2 * players < rows {
        return (0..players).collect();
    }
    // One row for the header, and one that says how many players are not shown.
    let fit = (rows.saturating_sub(2) / 2).clamp(1, players);
    let first = up.saturating_sub(fit / 2).min(players - fit);
    let mut shown: Vec<usize> = (first..first + fit).collect();
    if fit > 1 && !shown.contains(&leader) {
        let farthest = shown.iter().copied().max_by_key(|player| player.abs_diff(up));
        shown.retain(|player| Some(*player) != farthest);
        shown.push(leader);
        shown.sort_unstable();
    }
    shown
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
    use crate::game::Game;
    use proptest::prelude::*;

    fn board(players: usize, up: usize, leader: usize, frame: u8, columns: usize, rows: usize) -> Vec<String> {
        let focus = Focus { players, up, leader, frame, cell: cell_width(Rules::Tenpin) };
        let name = |player: usize| format!("P{player:02}");
        let card = Game::new(Rules::Tenpin).score_card();
        lines(focus, Size { columns, rows }, Paint::Colored, |player| Row {
            name: name(player).into(),
            card: Some(card),
        })
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
        assert_eq!(last, ["| NAME |  03  |  04  |  05  |  06  |", "| NAME |  07  |  08  |  09  |  10  |"]);
        let last: Vec<String> = headers(5);
        assert_eq!(last, ["| NAME |  07  |  08  |  09  |  10  |"]);
        // The frames before the current one have the totals.
        assert!(board(2, 0, 0, 4, 40, 5)[0].starts_with("| NAME |  02  |  03  |  04  |  05  |"));
        assert!(board(2, 0, 0, 4, 60, 5)[0].ends_with("|  07  |"));
    }

    #[test]
    fn the_window_says_how_many_players_are_hidden() {
        let lines = board(12, 6, 6, 0, 80, 20);
        assert_eq!((lines.len(), lines.last().unwrap().as_str()), (20, "   \u{2026} +3"));
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
