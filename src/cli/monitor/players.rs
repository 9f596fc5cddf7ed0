//! The players of a match: their games, their totals, and who is the best.

use std::fmt;

use super::messages::Lang;
use crate::cli::color::Paint;
use crate::cli::write::{BoardRow, Painter, cell_width};
use crate::game::{Frame, Game, Rules};

/// A player and the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    pub game: Game,
    /// The games before this one, if there are any.
    pub earlier: Option<Earlier>,
}

/// The games of a player in the matches before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// The sum of the totals.
    pub pins: u32,
    pub best: u16,
}

impl Player {
    pub const fn new(name: String, rules: Rules) -> Self {
        Self { name, game: Game::new(rules), earlier: None }
    }

    /// This game and those before it.
    pub fn so_far(&self) -> Earlier {
        let (earlier, score) = (self.earlier.unwrap_or_default(), self.game.score());
        Earlier { pins: earlier.pins + u32::from(score), best: earlier.best.max(score) }
    }
}

/// The total of the settled frames, and the pins of those after them while a frame waits for its bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LiveTotal {
    pub pins: u16,
    /// Whether a mark waits for its bonus.
    waits: bool,
}

impl LiveTotal {
    pub fn of(game: &Game) -> Self {
        let unsettled = || game.frames().filter(|frame| frame.total().is_none());
        let waits = unsettled().any(|frame| frame.balls().iter().any(|ball| ball.mark.is_some()));
        let waiting: u16 = if waits { unsettled().map(Frame::pinfall).sum() } else { 0 };
        Self { pins: game.score() + waiting, waits }
    }

    /// The total of this game and of those before it.
    pub fn with(self, before: u32) -> String {
        format!("{}{}", before + u32::from(self.pins), if self.waits { "+" } else { "" })
    }
}

impl fmt::Display for LiveTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(0))
    }
}

/// The best total with the names of those who have it, and the best total of the others.
pub fn standings(players: &[Player]) -> (u16, Vec<&str>, Option<u16>) {
    let total = |player: &Player| LiveTotal::of(&player.game).pins;
    let best = players.iter().map(total).max().unwrap_or_default();
    let (leaders, others): (Vec<_>, Vec<_>) = players.iter().partition(|player| total(player) == best);
    (best, leaders.into_iter().map(|player| player.name.as_str()).collect(), others.into_iter().map(total).max())
}

/// Who has won, if several players have played to the end.
pub fn winner(players: &[Player], lang: Lang) -> Option<String> {
    if players.len() < 2 || !players.iter().all(|player| player.game.is_complete()) {
        return None;
    }
    Some(match standings(players) {
        (score, names, Some(other)) if names.len() == 1 => lang.wins_by(&names[0], &score, &other),
        (score, names, _) => lang.tie_at(&score, &names.join(", ")),
    })
}

/// The board as it is printed, folded if it is wider than `columns`.
pub fn printed_board(players: &[Player], paint: Paint, columns: Option<usize>) -> Vec<u8> {
    let rows = players.iter().map(|player| BoardRow { name: (&player.name).into(), card: Some(player.game.clone()) });
    let rows: Vec<BoardRow<'_>> = rows.collect();
    let cell = players.iter().map(|player| cell_width(player.game.rules())).max().unwrap_or_default();
    let mut board = Vec::new();
    Painter::new(paint).draw_folded(&rows, cell, columns.filter(|&columns| columns > 0), &mut board);
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_of_frames_that_wait_count_with_a_plus_sign() {
        for (line, total) in [
            ("[]", "0"),
            ("7", "0"),
            ("X", "10+"),
            ("X 9", "19+"),
            ("X 9-", "28"),
            ("X 9- 5", "28"),
            ("X X 9", "48+"),
            ("8/ 72", "26"),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- X", "91+"),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- X 5", "96+"),
            ("X X X X X X X X X XXX", "300"),
        ] {
            let game: Game = line.parse().unwrap();
            assert_eq!(LiveTotal::of(&game).to_string(), total, "{line}");
        }
    }

    #[test]
    fn the_best_game_stays_the_best_and_one_player_wins_nothing() {
        let earlier = Some(Earlier { pins: 200, best: 200 });
        let player = Player { name: "PJS".into(), game: ["9-"; 10].join(" ").parse().unwrap(), earlier };
        assert_eq!(player.so_far(), Earlier { pins: 290, best: 200 });
        assert_eq!(winner(&[player], Lang::En), None);
    }
}
