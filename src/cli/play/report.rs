//! The board and the result of a match, as text.

use super::live_match::{Match, Player};
use super::messages::{Lang, Message};
use crate::cli::color::Paint;
use crate::cli::write::{BoardRow, Painter, cell_width};
use crate::game::Game;

/// The whole board, folded if it is wider than `columns`, and a blank line.
pub fn board(live: &Match, paint: Paint, columns: Option<usize>) -> Vec<u8> {
    let rows = live
        .players()
        .iter()
        .map(|player| BoardRow { name: player.name.as_str().into(), card: Some(player.game.clone()) });
    let rows: Vec<BoardRow<'_>> = rows.collect();
    let mut text = Vec::new();
    Painter::new(paint).draw_folded(&rows, cell_width(live.rules()), columns, &mut text);
    text.push(b'\n');
    text
}

/// The totals as lines, best first.
pub fn totals<T: Ord + ToString>(live: &Match, total: impl Fn(&Game) -> T) -> String {
    let line = |player: &Player| [player.name.as_str(), "\t", &total(&player.game).to_string(), "\n"].concat();
    live.ranking(&total).into_iter().map(line).collect()
}

/// Who wins, or that the match is not over; `None` if one player played alone.
pub fn winner(live: &Match, lang: Lang) -> Option<String> {
    if live.turn().is_some() {
        return Some(Message::NotOver.text(lang, &[]));
    }
    let ranking = live.ranking(Game::score);
    let best = ranking.first()?.game.score();
    let winners = ranking.iter().take_while(|player| player.game.score() == best);
    match winners.map(|player| player.name.as_str()).collect::<Vec<_>>().as_slice() {
        _ if ranking.len() == 1 => None,
        [name] => Some(Message::Wins.text(lang, &[("name", name)])),
        names => Some(Message::Tie.text(lang, &[("names", &names.join(", "))])),
    }
}
