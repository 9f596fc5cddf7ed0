//! A match of one or more players: whose turn it is, and who rolled in which order. Pure: no I/O.

use std::collections::HashSet;
use std::fmt;

use crate::error::Problem;
use crate::game::{Game, Rules};
use crate::notation::{Symbol, apply};

/// A player's name: three English letters in upper case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Returns `None` for anything but three English letters.
    pub fn new(text: &str) -> Option<Self> {
        let good = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        good.then(|| Self(text.to_ascii_uppercase()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first name that occurs twice. Rolls are collected by name, so names must differ.
pub fn first_duplicate(names: &[Name]) -> Option<&Name> {
    let mut seen = HashSet::new();
    names.iter().find(|name| !seen.insert(*name))
}

/// A player and the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: Name,
    pub game: Game,
}

impl Player {
    /// The name and the total as a line, as the filter prints them.
    pub fn total_line(&self) -> String {
        format!("{}\t{}\n", self.name, self.game.score())
    }
}

/// A match: ten rounds, in each of which every player rolls until their frame is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    players: Vec<Player>,
    /// The index of the player whose turn it is.
    turn: usize,
    /// The index of the player of each roll, in order, for `undo`.
    rolled_by: Vec<usize>,
}

impl Match {
    /// A match before the first ball.
    pub fn new(names: Vec<Name>, rules: Rules) -> Self {
        let players = names.into_iter().map(|name| Player { name, game: Game::new(rules) }).collect();
        Self { players, turn: 0, rolled_by: Vec::new() }
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.players.iter().map(|player| &player.name)
    }

    /// The rules of the match.
    pub fn rules(&self) -> Rules {
        self.players.first().map(|player| player.game.rules()).unwrap_or_default()
    }

    /// The player whose turn it is; `None` when the match is over.
    pub fn turn(&self) -> Option<&Player> {
        self.players.get(self.turn).filter(|player| !player.game.is_complete())
    }

    /// The player who rolled last.
    pub fn last(&self) -> Option<&Player> {
        self.rolled_by.last().map(|&player| &self.players[player])
    }

    /// The number of rolls so far.
    pub fn rolls(&self) -> usize {
        self.rolled_by.len()
    }

    /// Rolls a ball for the player whose turn it is. An impossible ball leaves the match unchanged.
    pub fn roll(&mut self, symbol: Symbol) -> Result<&Player, Problem> {
        let turn = self.turn;
        let Some(Player { game, .. }) = self.players.get_mut(turn) else {
            return Err(Problem::GameOver);
        };
        let frame = game.lane().frame;
        apply(game, symbol)?;
        self.rolled_by.push(turn);
        if game.lane().frame != frame {
            self.turn = (turn + 1) % self.players.len();
        }
        Ok(&self.players[turn])
    }

    /// Takes the last ball back. It is the turn of its player again, who is returned.
    pub fn undo(&mut self) -> Option<&Player> {
        self.turn = self.rolled_by.pop()?;
        let player = &mut self.players[self.turn];
        player.game.undo();
        Some(player)
    }

    /// The players, best first; equal totals in playing order.
    pub fn ranking(&self) -> Vec<&Player> {
        let mut ranking: Vec<&Player> = self.players.iter().collect();
        ranking.sort_by_key(|player| std::cmp::Reverse(player.game.score()));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pins;

    #[test]
    fn a_name_is_three_english_letters() {
        assert_eq!(Name::new("pjS").unwrap().as_str(), "PJS");
        for bad in ["", "PJ", "PJSK", "P S", "P1S", "가나다", "é", "ñoo", "홍"] {
            assert_eq!(Name::new(bad), None, "{bad}");
        }
    }

    #[test]
    fn undo_goes_back_over_frames_and_players_to_the_start() {
        for rules in Rules::ALL {
            let mut live = Match::new(["PJS", "KYJ", "LOU"].into_iter().filter_map(Name::new).collect(), rules);
            let mut before = Vec::new();
            while let Some(player) = live.turn() {
                let pins = if before.len() % 3 == 0 { player.game.lane().standing / 2 } else { 1 };
                let pins = pins.min(player.game.lane().standing);
                before.push(live.clone());
                live.roll(Symbol::Pins(Pins::new(pins).unwrap())).unwrap();
            }
            while let Some(then) = before.pop() {
                assert!(live.undo().is_some());
                assert_eq!(live, then, "{rules}");
            }
            assert!(live.undo().is_none());
        }
    }
}
