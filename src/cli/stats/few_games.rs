//! The score cards of players with a few games, which a page shows instead of charts.

use crate::game::ScoreCard;

/// From this many games on, charts say more than score sheets.
pub const ENOUGH: usize = 5;

/// The first scored games of a player, in order of their days. At [`ENOUGH`] none are kept any more, so that memory
/// grows with the number of players only.
#[derive(Clone, Debug, Default)]
pub struct FewGames {
    cards: Vec<(Option<i32>, Box<ScoreCard>)>,
    is_over: bool,
}

impl FewGames {
    /// Adds a game of a day.
    pub fn add(&mut self, day: Option<i32>, card: Box<ScoreCard>) {
        if self.is_over {
            return;
        }
        let place = self.cards.partition_point(|&(other, _)| other <= day);
        self.cards.insert(place, (day, card));
        if self.cards.len() == ENOUGH {
            *self = Self { cards: Vec::new(), is_over: true };
        }
    }

    /// The games with their days.
    pub fn cards(&self) -> impl Iterator<Item = (Option<i32>, &ScoreCard)> {
        self.cards.iter().map(|(day, card)| (*day, &**card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn card(line: &str) -> Box<ScoreCard> {
        Box::new(line.parse::<Game>().unwrap().score_card())
    }

    fn days(few: &FewGames) -> Vec<Option<i32>> {
        few.cards().map(|(day, _)| day).collect()
    }

    #[test]
    fn a_few_games_are_kept_in_order_of_their_days() {
        let mut few = FewGames::default();
        for (day, line) in [(9, "X"), (2, "9-"), (9, "5/")] {
            few.add(Some(day), card(line));
        }
        assert_eq!(days(&few), [Some(2), Some(9), Some(9)]);
        assert_eq!(few.cards().map(|(_, card)| card.frames().count()).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(few.cards().nth(1).map(|(_, found)| *found), Some(*card("X")));
    }

    #[test]
    fn many_games_are_not_kept() {
        let mut few = FewGames::default();
        for games in 1..=2 * ENOUGH {
            few.add(None, card("X"));
            assert_eq!(few.cards().count(), if games < ENOUGH { games } else { 0 });
        }
    }
}
