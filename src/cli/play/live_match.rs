//! A match of one or more players: whose turn it is, and what they have rolled. Pure: no I/O.

use crate::cli::monitor::players::Player;
use crate::error::Problem;
use crate::game::{Ball, Game, Roll, Rules};
use crate::reading::{Symbol, apply};

/// One line of a journal: a player's ball, or `None` if the player's last ball is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The index of the player.
    pub player: usize,
    pub ball: Option<Ball>,
}

/// Why rolls that were entered together cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollsError {
    /// A ball is impossible in this game, which has the balls before it.
    Impossible(Box<Game>, Problem),
    /// They are more than a turn, or not one frame. This many of them can be taken.
    Count(usize),
}

/// A match: ten rounds, in each of which every player rolls until their frame is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    players: Vec<Player>,
    /// The index of the player whose turn it is.
    turn: usize,
    /// The number of the match in its evening, from 1.
    pub number: usize,
}

impl Match {
    /// The first match of an evening, before the first ball.
    pub fn first(names: Vec<String>, rules: Rules) -> Self {
        Self::new(names.into_iter().map(|name| Player::new(name, rules)).collect(), 1)
    }

    pub const fn new(players: Vec<Player>, number: usize) -> Self {
        Self { players, turn: 0, number }
    }

    /// The next match of the same players.
    pub fn next(&self) -> Self {
        let next = |player: &Player| {
            let earlier = Some(player.so_far());
            Player { earlier, ..Player::new(player.name.clone(), self.rules()) }
        };
        Self::new(self.players.iter().map(next).collect(), self.number + 1)
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }

    pub fn rules(&self) -> Rules {
        self.players.first().map(|player| player.game.rules()).unwrap_or_default()
    }

    /// The player whose turn it is; `None` when the match is over.
    pub fn turn(&self) -> Option<&Player> {
        self.players.get(self.turn).filter(|player| !player.game.is_complete())
    }

    /// The player whose turn it is, or would be.
    pub fn up(&self) -> &Player {
        &self.players[self.turn]
    }

    /// The index of a player by name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        self.names().position(|other| other.to_lowercase() == name)
    }

    /// The names of the first few players, so that a message stays short.
    pub fn listed(&self) -> String {
        const MOST: usize = 8;
        let mut names: Vec<&str> = self.names().take(MOST).collect();
        names.extend((self.players.len() > MOST).then_some("\u{2026}"));
        names.join(" ")
    }

    /// The index of the player who rolled last: the one who is up, or the one before if that frame has not begun.
    fn last_index(&self) -> Option<usize> {
        let (up, players) = (&self.up().game, self.players.len());
        let has_begun = up.frames().len() > up.lane().frame.into();
        let last = if has_begun { self.turn } else { (self.turn + players - 1) % players };
        self.players[last].game.has_begun().then_some(last)
    }

    /// The player who rolled last.
    pub fn last(&self) -> Option<&Player> {
        self.last_index().map(|last| &self.players[last])
    }

    /// The number of rolls so far.
    pub fn rolls(&self) -> usize {
        self.players.iter().map(|player| player.game.rolls().count()).sum()
    }

    /// Rolls a ball for the player whose turn it is. An impossible ball leaves the match unchanged.
    pub fn roll(&mut self, symbol: Symbol) -> Result<Change, Problem> {
        let player = self.turn;
        let game = &mut self.players[player].game;
        let frame = game.lane().frame;
        apply(game, symbol)?;
        let ball = game.balls().last();
        if game.lane().frame != frame {
            self.turn = (player + 1) % self.players.len();
        }
        Ok(Change { player, ball })
    }

    /// Takes the last ball back. It is the turn of its player again.
    pub fn undo(&mut self) -> Option<(Change, Roll)> {
        self.turn = self.last_index()?;
        let roll = self.players[self.turn].game.undo()?;
        Some((Change { player: self.turn, ball: None }, roll))
    }

    /// Rolls balls for the player whose turn it is, all of them or none.
    pub fn roll_all(&mut self, symbols: &[Symbol]) -> Result<Vec<Change>, RollsError> {
        let mut draft = self.clone();
        let changes = draft.roll_while(symbols, |draft| draft.turn == self.turn && draft.turn().is_some())?;
        *self = draft;
        Ok(changes)
    }

    /// Rolls balls, for each of which a condition must hold.
    fn roll_while(&mut self, symbols: &[Symbol], holds: impl Fn(&Self) -> bool) -> Result<Vec<Change>, RollsError> {
        let mut changes = Vec::new();
        for &symbol in symbols {
            if !holds(self) {
                return Err(RollsError::Count(changes.len()));
            }
            let change = self.roll(symbol);
            changes.push(change.map_err(|problem| RollsError::Impossible(self.up().game.clone().into(), problem))?);
        }
        Ok(changes)
    }

    /// Replaces the rolls of a frame that is over. The changes take everything back that was rolled from that frame
    /// on, and roll it again: a reader needs to know nothing but rolls and undos.
    pub fn fix(&mut self, player: usize, frame: u8, symbols: &[Symbol]) -> Result<Vec<Change>, RollsError> {
        let mut draft = self.clone();
        let (mut changes, mut later) = (Vec::new(), Vec::new());
        while draft.players[player].game.frames().len() > frame.into() {
            let Some((change, roll)) = draft.undo() else { break };
            changes.push(change);
            let is_replaced = change.player == player && draft.players[player].game.lane().frame == frame;
            // The symbol of a ball as it was rolled, whether or not its leave is known.
            later.extend((!is_replaced).then_some(Symbol::Leaving(roll)));
        }
        later.reverse();
        let is_in_frame = |draft: &Self| draft.players[player].game.lane().frame == frame;
        changes.extend(draft.roll_while(symbols, is_in_frame)?);
        if is_in_frame(&draft) {
            return Err(RollsError::Count(symbols.len()));
        }
        changes.extend(draft.roll_while(&later, |_| true)?);
        *self = draft;
        Ok(changes)
    }

    /// The players, best first by some total; equal ones in playing order.
    pub fn ranking<T: Ord>(&self, total: impl Fn(&Game) -> T) -> Vec<&Player> {
        let mut ranking: Vec<&Player> = self.players.iter().collect();
        ranking.sort_by_key(|player| std::cmp::Reverse(total(&player.game)));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pins;
    use proptest::prelude::*;

    fn of(names: &[&str], rules: Rules) -> Match {
        Match::first(names.iter().map(|&name| name.into()).collect(), rules)
    }

    fn symbols(text: &str) -> Vec<Symbol> {
        text.split(' ').map(|roll| crate::cli::read::parse_roll(roll).unwrap()).collect()
    }

    /// A ball of a player: some are fouls, and some leave a split.
    fn ball(player: &Player, pins: u8) -> Symbol {
        let lane = player.game.lane();
        match pins % (lane.standing + 1) {
            0 => Symbol::Foul,
            7 if lane.is_full() => Symbol::Split(Pins::new(7).unwrap()),
            pins => Symbol::Pins(Pins::new(pins).unwrap()),
        }
    }

    /// The rolls of a game, frame by frame.
    fn frames(player: &Player) -> Vec<Vec<Roll>> {
        player.game.frames().map(|frame| frame.balls().iter().map(|ball| ball.roll).collect()).collect()
    }

    #[test]
    fn rolls_entered_together_are_all_taken_or_none() {
        let mut live = of(&["PJS"], Rules::Tenpin);
        assert_eq!(live.roll_all(&symbols("X 5 / 9 -")).unwrap().len(), 5);
        let before = live.clone();
        assert_eq!(live.roll_all(&[Symbol::Strike; 10]), Err(RollsError::Count(9)));
        assert_eq!(live.fix(0, 0, &symbols("8")), Err(RollsError::Count(1)));
        assert_eq!(live.fix(0, 0, &symbols("8 1 1")), Err(RollsError::Count(2)));
        assert_eq!(live, before);
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        /// A fixed match is the match in which the frame was rolled like that in the first place, and a reader gets there
        /// by the changes.
        #[test]
        fn a_fixed_match_is_as_if_rolled_right_at_once(
            rules in prop::sample::select(Rules::ALL), players in 1_usize..4, rolls in 1_usize..90,
            seed in prop::collection::vec(0_u8..11, 120), place in 0_usize..1000,
        ) {
            let mut live = of(&["PJS", "KYJ", "LOU"][..players], rules);
            for &pins in seed.iter().take(rolls) {
                let Some(up) = live.turn() else { break };
                live.roll(ball(up, pins)).unwrap();
            }
            let (player, before) = (place % players, live.clone());
            let over = live.players()[player].game.lane().frame;
            prop_assume!(over > 0);
            let frame = (place / players % usize::from(over)) as u8;

            // The rolls of the frame are those of the same frame in another match.
            let mut other = of(&["PJS"], rules);
            let mut others = seed.iter().rev().cycle();
            while other.up().game.lane().frame <= frame {
                other.roll(ball(other.up(), *others.next().unwrap())).unwrap();
            }
            let replaced = frames(&other.players()[0]).swap_remove(frame.into());
            let symbols: Vec<Symbol> = replaced.iter().copied().map(Symbol::Leaving).collect();
            let changes = live.fix(player, frame, &symbols).unwrap();
            let mut expected: Vec<_> = before.players().iter().map(frames).collect();
            expected[player][usize::from(frame)] = replaced;
            prop_assert_eq!(live.players().iter().map(frames).collect::<Vec<_>>(), expected);

            let mut replayed = before.clone();
            for change in changes {
                let done = match change.ball {
                    Some(ball) => replayed.roll(Symbol::Leaving(ball.roll)).unwrap(),
                    None => replayed.undo().unwrap().0,
                };
                prop_assert_eq!(done, change);
            }
            prop_assert_eq!(replayed, live);
        }
    }
}
