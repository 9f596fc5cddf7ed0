//! The board and the result of a match, as text.

use super::live_match::{Match, Player};
use super::messages::{Lang, Message};
use crate::cli::color::Paint;
use crate::cli::screen::board::{self, Row};

/// How text is printed.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub lang: Lang,
    pub paint: Paint,
    /// The width that a board is folded to; `None` if it is not.
    pub columns: Option<usize>,
}

/// A player's row of the board.
pub fn row(player: &Player) -> Row<'_> {
    Row { name: player.name.as_str().into(), card: Some(player.game.score_card()) }
}

/// The whole board and a blank line.
pub fn board(live: &Match, style: Style) -> Vec<u8> {
    let rows: Vec<Row<'_>> = live.players().iter().map(row).collect();
    let mut text = board::whole(&rows, live.rules(), style.columns, style.paint);
    text.push(b'\n');
    text
}

/// The board, the totals, best first, and the winner.
pub fn result(live: &Match, style: Style) -> Vec<u8> {
    let mut text = board(live, style);
    text.extend(live.ranking().into_iter().flat_map(|player| player.total_line().into_bytes()));
    let last_line = match live.turn() {
        Some(_) => Some(Message::NotOver.text(style.lang, &[])),
        None => winner(live, style.lang),
    };
    text.extend(last_line.map(|line| line + "\n").unwrap_or_default().into_bytes());
    text
}

/// Who is ahead; `None` if one player plays alone.
pub fn winner(live: &Match, lang: Lang) -> Option<String> {
    let ranking = live.ranking();
    let is_best = |player: &&&Player| player.game.score() == ranking[0].game.score();
    let winners: Vec<&str> = ranking.iter().take_while(is_best).map(|player| player.name.as_str()).collect();
    match winners.as_slice() {
        _ if ranking.len() < 2 => None,
        [name] => Some(Message::Wins.text(lang, &[("name", name)])),
        names => Some(Message::Tie.text(lang, &[("names", &names.join(", "))])),
    }
}
