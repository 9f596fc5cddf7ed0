//! The board and the result of a match, as text.

use super::live_match::{Match, Player};
use super::messages::{Lang, Message};
use crate::cli::color::Paint;
use crate::cli::event::GAMES_PER_GROUP;
use crate::cli::write::{BoardRow, Painter, cell_width, frames_per_piece, name_column, pieces};
use crate::game::FRAMES;

/// How a result is printed.
#[derive(Clone, Copy, Debug)]
pub struct ReportLayout {
    pub lang: Lang,
    pub paint: Paint,
    /// The width of the screen, to which a board is folded; `None` without a screen. Only a screen shows the score
    /// beside the winner.
    pub columns: Option<usize>,
}

/// The rows of a board.
pub fn rows(live: &Match) -> Vec<BoardRow<'_>> {
    let card = |player: &Player| Some(player.game.clone());
    live.players().iter().map(|player| BoardRow { name: player.name.as_str().into(), card: card(player) }).collect()
}

/// The whole board and a blank line.
pub fn board(live: &Match, layout: ReportLayout) -> Vec<u8> {
    let (rows, cell) = (rows(live), cell_width(live.rules()));
    let (mut painter, mut text) = (Painter::new(layout.paint), Vec::new());
    let frames = frames_per_piece(layout.columns, name_column(&rows), cell);
    for rows in rows.chunks(GAMES_PER_GROUP) {
        for piece in pieces(0..FRAMES, frames) {
            painter.draw(rows, piece, cell, &mut text);
        }
    }
    text.push(b'\n');
    text
}

/// The board, the totals, best first, and the winner.
pub fn result(live: &Match, layout: ReportLayout) -> Vec<u8> {
    let mut text = board(live, layout);
    text.extend(live.ranking().into_iter().flat_map(|player| player.total_line().into_bytes()));
    let last_line = match live.turn() {
        Some(_) => Some(Message::NotOver.text(layout.lang, &[])),
        None => winner(live, layout.lang, layout.columns.is_some()),
    };
    text.extend(last_line.map(|line| line + "\n").unwrap_or_default().into_bytes());
    text
}

/// Who is ahead; `None` if one player plays alone.
pub fn winner(live: &Match, lang: Lang, has_score: bool) -> Option<String> {
    let ranking = live.ranking();
    let best = ranking.first()?.game.score();
    let winners: Vec<&str> =
        ranking.iter().take_while(|player| player.game.score() == best).map(|player| player.name.as_str()).collect();
    match (winners.as_slice(), ranking.get(1)?.game.score()) {
        ([name], other) if has_score => {
            Some(Message::WinsBy.text(lang, &[("name", name), ("score", &best), ("other", &other)]))
        }
        ([name], _) => Some(Message::Wins.text(lang, &[("name", name)])),
        (names, _) => Some(Message::Tie.text(lang, &[("names", &names.join(", "))])),
    }
}
