//! The board and the result of a match, as text.

use super::live_match::{Match, Player};
use super::messages::{Lang, Message};
use crate::cli::color::Paint;
use crate::cli::screen::board::{self, BoardRow};

/// How a result is printed.
#[derive(Clone, Copy, Debug)]
pub struct ReportLayout {
    pub lang: Lang,
    pub paint: Paint,
    /// The width that a board is folded to; `None` if it is not.
    pub columns: Option<usize>,
    /// Whether the score stands beside the winner.
    pub has_score: bool,
}

pub fn row(player: &Player) -> BoardRow<'_> {
    BoardRow { name: player.name.as_str().into(), card: Some(player.game.score_card()) }
}

/// The whole board and a blank line.
pub fn board(live: &Match, layout: ReportLayout) -> Vec<u8> {
    let rows: Vec<BoardRow<'_>> = live.players().iter().map(row).collect();
    let mut text = board::whole(&rows, live.rules(), layout.columns, layout.paint);
    text.push(b'\n');
    text
}

/// The board, the totals, best first, and the winner.
pub fn result(live: &Match, layout: ReportLayout) -> Vec<u8> {
    let mut text = board(live, layout);
    text.extend(live.ranking().into_iter().flat_map(|player| player.total_line().into_bytes()));
    let last_line = match live.turn() {
        Some(_) => Some(Message::NotOver.text(layout.lang, &[])),
        None => winner(live, layout.lang, layout.has_score),
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
