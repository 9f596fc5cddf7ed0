//! The people at the lane: who plays, whose turn it is, and what was rolled in which order. Pure; the conversation
//! and the journal both roll here.

use std::collections::HashSet;
use std::fmt;

use crate::game::{Ball, Game, Rules};
use crate::parse::Problem;
use crate::parse::symbol::Symbol;
use crate::sheet::bowl;

/// The name of a player: three English letters, capital.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// `None` where it is anything but three English letters.
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

/// The first name that stands twice: rolls are gathered by name, so each is somebody else's.
pub fn twice(names: &[Name]) -> Option<&Name> {
    let mut seen = HashSet::new();
    names.iter().find(|name| !seen.insert(*name))
}

/// One of the people at the lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: Name,
    pub game: Game,
}

impl Player {
    /// The last ball.
    pub fn last_ball(&self) -> Option<Ball> {
        self.game.balls().last().copied()
    }
}

/// A game of one or more people: ten rounds, in each of which everyone rolls until their frame is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    players: Vec<Player>,
    /// Who is up.
    up: usize,
    /// Who rolled, ball by ball: what `undo` goes back along.
    rolled: Vec<usize>,
}

impl Party {
    /// People before the first ball.
    pub fn new(names: Vec<Name>, rules: Rules) -> Self {
        let players = names.into_iter().map(|name| Player { name, game: Game::new(rules) }).collect();
        Self { players, up: 0, rolled: Vec::new() }
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.players.iter().map(|player| &player.name)
    }

    /// The rules that everyone plays by.
    pub fn rules(&self) -> Rules {
        self.players.first().map(|player| player.game.rules()).unwrap_or_default()
    }

    /// Whose turn it is; nobody's once the game is over.
    pub fn turn(&self) -> Option<&Player> {
        self.players.get(self.up).filter(|player| !player.game.is_complete())
    }

    /// Who rolled last.
    pub fn last(&self) -> Option<&Player> {
        self.rolled.last().map(|&player| &self.players[player])
    }

    /// How many balls were rolled.
    pub fn rolls(&self) -> usize {
        self.rolled.len()
    }

    /// Rolls a ball for whoever is up. A ball that cannot be leaves everything as it was.
    pub fn roll(&mut self, symbol: Symbol) -> Result<&Player, Problem> {
        let up = self.up;
        let Some(Player { game, .. }) = self.players.get_mut(up) else {
            return Err(Problem::Over);
        };
        let frame = game.lane().frame;
        bowl(game, symbol)?;
        self.rolled.push(up);
        if game.lane().frame != frame {
            self.up = (up + 1) % self.players.len();
        }
        Ok(&self.players[up])
    }

    /// Takes the last ball back, whoever rolled it, and says who: they are up again.
    pub fn undo(&mut self) -> Option<&Player> {
        self.up = self.rolled.pop()?;
        let player = &mut self.players[self.up];
        player.game.undo();
        Some(player)
    }

    /// The players, best first; those of equal totals as they sit.
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

    fn party(names: &[&str], rules: Rules) -> Party {
        Party::new(names.iter().filter_map(|name| Name::new(name)).collect(), rules)
    }

    fn roll(party: &mut Party, pins: u8) {
        party.roll(Symbol::Pins(Pins::new(pins).unwrap())).unwrap();
    }

    fn up(party: &Party) -> Option<&str> {
        party.turn().map(|player| player.name.as_str())
    }

    #[test]
    fn three_english_letters_are_a_name_and_nothing_else_is() {
        assert_eq!(Name::new("pjS").unwrap().as_str(), "PJS");
        for bad in ["", "PJ", "PJSK", "P S", "P1S", "가나다", "é", "ñoo", "홍"] {
            assert_eq!(Name::new(bad), None, "{bad}");
        }
    }

    #[test]
    fn everyone_rolls_until_their_frame_is_over() {
        let mut party = party(&["PJS", "KYJ"], Rules::Tenpin);
        let mut turns = Vec::new();
        for pins in [10, 8, 2, 8, 2, 10] {
            turns.push(up(&party).unwrap().to_owned());
            roll(&mut party, pins);
        }
        assert_eq!(turns, ["PJS", "KYJ", "KYJ", "PJS", "PJS", "KYJ"]);
        assert_eq!(up(&party), Some("PJS"));
    }

    #[test]
    fn fill_balls_belong_to_the_turn_and_the_last_one_ends_the_game() {
        let mut party = party(&["PJS", "KYJ"], Rules::Tenpin);
        for _ in 0..18 {
            roll(&mut party, 10);
        }
        for name in ["PJS", "PJS", "PJS", "KYJ", "KYJ", "KYJ"] {
            assert_eq!(up(&party), Some(name));
            roll(&mut party, 10);
        }
        assert_eq!(up(&party), None);
        assert!(party.roll(Symbol::Strike).is_err());
        assert_eq!(party.rolls(), 24);
    }

    #[test]
    fn undo_goes_back_over_frames_and_players_to_the_empty_lane() {
        for rules in Rules::ALL {
            let mut party = party(&["PJS", "KYJ", "LOU"], rules);
            let mut before = Vec::new();
            while let Some(player) = party.turn() {
                let pins = if before.len() % 3 == 0 { player.game.lane().standing / 2 } else { 1 };
                let pins = pins.min(player.game.lane().standing);
                before.push(party.clone());
                roll(&mut party, pins);
            }
            while let Some(then) = before.pop() {
                assert!(party.undo().is_some());
                assert_eq!(party, then, "{rules}");
            }
            assert!(party.undo().is_none());
        }
    }

    #[test]
    fn a_refused_ball_leaves_the_lane_as_it_was() {
        let mut party = party(&["PJS"], Rules::Tenpin);
        roll(&mut party, 8);
        let before = party.clone();
        for symbol in [Symbol::Strike, Symbol::Pins(Pins::new(3).unwrap())] {
            assert!(party.roll(symbol).is_err());
            assert_eq!(party, before);
        }
    }

    #[test]
    fn the_ranking_keeps_the_seats_of_a_tie() {
        let mut party = party(&["PJS", "KYJ", "LOU"], Rules::Tenpin);
        for pins in [1, 1, 5, 0, 1, 1] {
            roll(&mut party, pins);
        }
        let ranking: Vec<_> = party.ranking().iter().map(|player| player.name.as_str()).collect();
        assert_eq!(ranking, ["KYJ", "PJS", "LOU"]);
    }

    #[test]
    fn a_name_that_stands_twice_is_found() {
        let names: Vec<_> = ["PJS", "KYJ", "pjs"].iter().filter_map(|name| Name::new(name)).collect();
        assert_eq!(twice(&names).map(Name::as_str), Some("PJS"));
        assert_eq!(twice(&names[..2]), None);
    }
}
