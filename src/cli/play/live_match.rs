//! A match of one or more players: whose turn it is, and who rolled in which order. Pure: no I/O.

use super::name::Name;
use crate::error::Problem;
use crate::game::{Ball, FRAMES, Game, Roll, RollError, Rules};
use crate::notation::{Symbol, apply};

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

    /// The ball that the player has just rolled.
    fn last_change(&self) -> Change {
        Change { name: self.name.clone(), ball: self.game.score_card().balls().last() }
    }

    /// The number of the next ball in its frame, from 1.
    pub fn next_ball(&self) -> usize {
        let frame = self.game.lane().frame;
        1 + self.game.score_card().frames().nth(frame.into()).map_or(0, |frame| frame.balls().len())
    }
}

/// One line of a journal: a player's ball, or `None` if the player's last ball is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: Name,
    pub ball: Option<Ball>,
}

/// Why rolls that were entered together cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollsError {
    /// A ball is impossible in this game, which has the balls before it.
    Impossible(Box<Player>, Problem),
    /// The turn of the player is over after this number of rolls.
    TurnOver(usize),
}

/// Why a frame cannot be corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixError {
    /// The frame has not begun.
    NotBegun,
    /// The frame has not been played to its end yet.
    NotOver,
    /// A ball is impossible in this game, which has the balls before it.
    Impossible(Box<Player>, Problem),
    /// The rolls are fewer or more than the frame needs.
    NotOneFrame,
}

/// A match: ten rounds, in each of which every player rolls until their frame is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    players: Vec<Player>,
    /// The index of the player whose turn it is.
    turn: usize,
    /// The index of the player of each roll, in order, for `undo`.
    rolled_by: Vec<usize>,
    /// The number of the match in its evening, from 1.
    pub number: usize,
}

impl Match {
    /// A match before the first ball.
    pub fn new(names: Vec<Name>, rules: Rules) -> Self {
        let players = names.into_iter().map(|name| Player { name, game: Game::new(rules) }).collect();
        Self { players, turn: 0, rolled_by: Vec::new(), number: 1 }
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.players.iter().map(|player| &player.name)
    }

    pub fn rules(&self) -> Rules {
        self.players.first().map(|player| player.game.rules()).unwrap_or_default()
    }

    /// The player whose turn it is; `None` when the match is over.
    pub fn turn(&self) -> Option<&Player> {
        self.players.get(self.turn).filter(|player| !player.game.is_complete())
    }

    /// The index of the player whose turn it is, or whose turn it would be.
    pub fn turn_index(&self) -> usize {
        self.turn
    }

    /// The next match of the same players.
    pub fn next(&self) -> Self {
        Self { number: self.number + 1, ..Self::new(self.names().cloned().collect(), self.rules()) }
    }

    /// The player whose turn it is, or would be.
    pub fn up(&self) -> &Player {
        &self.players[self.turn]
    }

    /// The index of a player by name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        self.names().position(|other| other.folded() == name)
    }

    /// The names of the first few players, so that a message stays short.
    pub fn listed(&self) -> String {
        const MOST: usize = 8;
        let mut names: Vec<&str> = self.names().take(MOST).map(Name::as_str).collect();
        names.extend((self.players.len() > MOST).then_some("\u{2026}"));
        names.join(" ")
    }

    /// The index of the player with the highest total, the first of several.
    pub fn leader_index(&self) -> usize {
        let best = |best: (usize, u16), (at, score)| if score > best.1 { (at, score) } else { best };
        self.players.iter().map(|player| player.game.score()).enumerate().fold((0, 0), best).0
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
        self.play(|game| apply(game, symbol))
    }

    /// Rolls a ball again that was rolled before.
    fn push(&mut self, roll: Roll) -> Result<&Player, RollError> {
        self.play(|game| game.push(roll))
    }

    fn play<E>(&mut self, roll: impl FnOnce(&mut Game) -> Result<(), E>) -> Result<&Player, E> {
        let turn = self.turn;
        let game = &mut self.players[turn].game;
        let frame = game.lane().frame;
        roll(game)?;
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

    /// Rolls balls for the player whose turn it is, all of them or none.
    pub fn roll_all(&mut self, symbols: &[Symbol]) -> Result<Vec<Change>, RollsError> {
        let player = self.turn;
        let mut changes = Vec::new();
        for &symbol in symbols {
            let refused = if self.turn != player || self.turn().is_none() {
                RollsError::TurnOver(changes.len())
            } else {
                match self.roll(symbol) {
                    Ok(player) => {
                        changes.push(player.last_change());
                        continue;
                    }
                    Err(problem) => RollsError::Impossible(self.up().clone().into(), problem),
                }
            };
            for _ in changes {
                self.undo();
            }
            return Err(refused);
        }
        Ok(changes)
    }

    /// Replaces the rolls of a frame that is over. The changes take everything back that was rolled from that frame
    /// on, and roll it again: a reader needs to know nothing but rolls and undos.
    pub fn fix(&mut self, player: usize, frame: u8, symbols: &[Symbol]) -> Result<Vec<Change>, FixError> {
        let Player { game, .. } = self.players.get(player).ok_or(FixError::NotBegun)?;
        if frame >= game.lane().frame.min(FRAMES) {
            let has_begun = game.score_card().frames().nth(frame.into()).is_some_and(|frame| !frame.balls().is_empty());
            return Err(if has_begun { FixError::NotOver } else { FixError::NotBegun });
        }
        let card = game.score_card();
        let balls_before: usize = card.frames().take(frame.into()).map(|frame| frame.balls().len()).sum();
        let old_balls = card.frames().nth(frame.into()).map_or(0, |frame| frame.balls().len());

        let mut draft = self.clone();
        let mut changes = Vec::new();
        let mut undone: Vec<Roll> = Vec::new();
        while draft.players[player].game.rolls().len() > balls_before {
            undone.extend(draft.last().and_then(|last| last.game.rolls().last()));
            let Some(last) = draft.undo() else { break };
            changes.push(Change { name: last.name.clone(), ball: None });
        }
        for &symbol in symbols {
            if draft.players[player].game.lane().frame != frame {
                return Err(FixError::NotOneFrame);
            }
            match draft.roll(symbol) {
                Ok(player) => changes.push(player.last_change()),
                Err(problem) => return Err(FixError::Impossible(draft.players.swap_remove(player).into(), problem)),
            }
        }
        if draft.players[player].game.lane().frame == frame {
            return Err(FixError::NotOneFrame);
        }
        // A player rolls a frame without interruption, so the old balls of the frame were undone last.
        for roll in undone.into_iter().rev().skip(old_balls) {
            match draft.push(roll) {
                Ok(player) => changes.push(player.last_change()),
                // The later frames are as they were, so all of their balls are possible again.
                Err(_) => return Err(FixError::NotOneFrame),
            }
        }
        *self = draft;
        Ok(changes)
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
    use proptest::prelude::*;

    fn symbols(text: &str) -> Vec<Symbol> {
        text.split(' ').map(|roll| crate::cli::input::parse_roll(roll).unwrap()).collect()
    }

    fn two_players(rolls: &str) -> Match {
        let mut live = Match::new(["PJS", "KYJ"].into_iter().filter_map(Name::initials).collect(), Rules::Tenpin);
        for symbol in symbols(rolls) {
            live.roll(symbol).unwrap();
        }
        live
    }

    #[test]
    fn rolls_entered_together_are_all_taken_or_none() {
        let mut live = two_players("X");
        let before = live.clone();
        let Err(RollsError::Impossible(player, _)) = live.roll_all(&symbols("8 3")) else { panic!("taken") };
        assert_eq!((player.name.as_str(), player.game.lane().standing), ("KYJ", 2));
        assert_eq!(live.roll_all(&symbols("8 1 5")), Err(RollsError::TurnOver(2)));
        assert_eq!(live, before);
        assert_eq!(live.roll_all(&symbols("8 /")).unwrap().len(), 2);
        assert_eq!(live, two_players("X 8 2"));
        let mut alone = Match::new(vec![Name::initials("PJS").unwrap()], Rules::Tenpin);
        assert_eq!(alone.roll_all(&symbols("X 5 / 9 -")).unwrap().len(), 5);
        assert_eq!(alone.roll_all(&[Symbol::Strike; 10]), Err(RollsError::TurnOver(9)));
    }

    #[test]
    fn a_frame_is_fixed_by_undos_and_rolls() {
        let mut live = two_players("X 8 1 S7 2 F 3 4");
        let before = live.clone();
        let changes = live.fix(1, 0, &symbols("8 /")).unwrap();
        assert_eq!(live, two_players("X 8 / S7 2 F 3 4"));
        assert_eq!(changes.iter().filter(|change| change.ball.is_none()).count(), 7);
        // The changes lead from the match before to the match after.
        let mut replayed = before.clone();
        for change in changes {
            match change.ball {
                Some(ball) => assert_eq!(replayed.push(ball.roll).unwrap().name, change.name),
                None => assert_eq!(replayed.undo().unwrap().name, change.name),
            }
        }
        assert_eq!(replayed, live);

        let mut live = before.clone();
        assert_eq!(live.fix(0, 2, &symbols("X")), Err(FixError::NotOver));
        assert_eq!(live.fix(0, 3, &symbols("X")), Err(FixError::NotBegun));
        assert_eq!(live.fix(0, 0, &symbols("8")), Err(FixError::NotOneFrame));
        assert_eq!(live.fix(0, 0, &symbols("8 1 1")), Err(FixError::NotOneFrame));
        assert_eq!(live.fix(0, 0, &[]), Err(FixError::NotOneFrame));
        assert!(matches!(live.fix(0, 0, &symbols("8 3")), Err(FixError::Impossible(..))));
        assert_eq!(live, before);
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        /// A fixed match is the match in which the frame was rolled like that in the first place, and an old reader
        /// gets there by the changes.
        #[test]
        fn a_fixed_match_is_as_if_rolled_right_at_once(
            rules in prop::sample::select(Rules::ALL), players in 1_usize..4, rolls in 1_usize..90,
            seed in prop::collection::vec(0_u8..11, 120), place in 0_usize..1000,
        ) {
            let names = || ["PJS", "KYJ", "LOU"].into_iter().take(players).filter_map(Name::initials).collect();
            let mut live = Match::new(names(), rules);
            for pins in seed.iter().take(rolls) {
                let Some(standing) = live.turn().map(|player| player.game.lane().standing) else { break };
                live.roll(Symbol::Pins(Pins::new((*pins).min(standing)).unwrap())).unwrap();
            }
            let player = place % players;
            let over = live.players()[player].game.lane().frame;
            prop_assume!(over > 0);
            let frame = (place / players % usize::from(over)) as u8;

            // The rolls of the frame are those of the same frame in another match.
            let mut other = Match::new(names(), rules);
            let mut replaced: Vec<Symbol> = Vec::new();
            let mut others = seed.iter().rev().cycle();
            while other.players()[player].game.lane().frame <= frame {
                let up = &other.players()[other.turn_index()];
                let pins = *others.next().unwrap() % (up.game.lane().standing + 1);
                let symbol = Symbol::Pins(Pins::new(pins).unwrap());
                if other.turn_index() == player && up.game.lane().frame == frame {
                    replaced.push(symbol);
                }
                other.roll(symbol).unwrap();
            }
            let before = live.clone();
            let changes = live.fix(player, frame, &replaced).unwrap();
            let mut replayed = before.clone();
            for change in changes {
                let player = match change.ball {
                    Some(ball) => replayed.push(ball.roll).unwrap(),
                    None => replayed.undo().unwrap(),
                };
                prop_assert_eq!(&player.name, &change.name);
            }
            prop_assert_eq!(&replayed, &live);
            for (index, (old, new)) in before.players().iter().zip(live.players()).enumerate() {
                let (old, new) = (old.game.score_card(), new.game.score_card());
                for (old, new) in old.frames().zip(new.frames()) {
                    let is_fixed = index == player && new.number() == frame + 1;
                    let balls: Vec<u8> = new.balls().iter().map(|ball| ball.pins()).collect();
                    if is_fixed {
                        prop_assert_eq!(balls.len(), replaced.len());
                    } else {
                        prop_assert_eq!(old.balls(), new.balls());
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_frame_of_a_finished_match_can_be_fixed() {
        let mut live = two_players(&["X"; 24].join(" "));
        assert!(live.turn().is_none());
        live.fix(0, 9, &symbols("3 4")).unwrap();
        assert!(live.turn().is_none());
        assert_eq!((live.players()[0].game.score(), live.leader_index()), (257, 1));
        live.fix(1, 8, &symbols("0 0")).unwrap();
        assert_eq!((live.leader_index(), two_players("9 0 9 0").leader_index()), (0, 0));
    }

    #[test]
    fn undo_goes_back_over_frames_and_players_to_the_start() {
        for &rules in Rules::ALL {
            let mut live = Match::new(["PJS", "KYJ", "LOU"].into_iter().filter_map(Name::initials).collect(), rules);
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
