//! The game of bowling: pins, rolls, frames, marks and the rules. No I/O and no text.
//!
//! Two places know how bowling is scored: [`rules`], a table with one row per rule set, and
//! [`lane`], which says what one ball does. [`Game`] and [`ScoreCard`] derive from those two.

pub(crate) mod lane;
mod leave;
pub(crate) mod pin_set;
pub(crate) mod roll;
pub(crate) mod rules;
pub(crate) mod score_card;

pub use lane::{BallMark, FRAMES, Lane, RollError};
pub use leave::LeaveError;
pub use pin_set::{PinIter, PinSet, PinSetError};
pub use roll::{Pins, RACK, Roll};
pub use rules::{Bonus, Rules, UnknownRules};
pub use score_card::{Ball, Frame, Frames, Mark, ScoreCard};

use lane::{BallScore, step};

/// The most balls that a game of any rule set has.
pub const MAX_ROLLS: usize = 30;

/// The total of a perfect game, in every rule set.
pub const MAX_TOTAL: u16 = 300;

/// A game of one player, from the first ball to the last.
///
/// ```
/// use bowling::{Game, Rules};
///
/// let mut game = Game::new(Rules::Tenpin);
/// game.roll(10)?;
/// game.roll(5)?;
/// assert_eq!(game.score(), 0, "the strike waits for one more ball");
/// for pins in [5, 9, 0] {
///     game.roll(pins)?;
/// }
/// assert_eq!(game.score(), 48);
/// assert_eq!(game.max_score(), 258);
/// # Ok::<(), bowling::RollError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    lane: Lane,
    count: u8,
    /// The rolls; those after `count` are default.
    rolls: [Roll; MAX_ROLLS],
    /// What each roll did for its frame.
    scores: [BallScore; MAX_ROLLS],
}

impl Game {
    /// A game before its first ball.
    pub const fn new(rules: Rules) -> Self {
        let score = BallScore { mark: None, points: 0, bonus_balls: 0, ends_frame: false };
        Self {
            rules,
            lane: Lane::new(rules.row()),
            count: 0,
            rolls: [Roll::new(Pins::NONE); MAX_ROLLS],
            scores: [score; MAX_ROLLS],
        }
    }

    /// Rolls a ball that knocks down `pins`. An impossible ball leaves the game unchanged.
    ///
    /// ```
    /// use bowling::{Game, RollError, Rules};
    ///
    /// let mut game = Game::new(Rules::Tenpin);
    /// game.roll(8)?;
    /// assert_eq!(game.roll(5), Err(RollError::Standing { standing: 2 }));
    /// assert_eq!(game.roll(11), Err(RollError::NoSuchRoll));
    /// game.roll(2)?;
    /// assert_eq!(game.rolls().len(), 2);
    /// # Ok::<(), RollError>(())
    /// ```
    pub fn roll(&mut self, pins: u8) -> Result<(), RollError> {
        self.push(Roll::new(pins.try_into()?))
    }

    /// Like [`roll`](Self::roll), for a ball that may be a foul, be marked as a split, or name the pins that it left.
    /// The pins that a first ball left say whether it left a split, so it need not be marked.
    pub fn push(&mut self, roll: Roll) -> Result<(), RollError> {
        let outcome = step(self.rules.row(), &self.lane, roll.pins())?;
        let roll = match roll.leave() {
            Some(leave) => leave::checked(self, roll, leave, outcome.score)?,
            None => roll,
        };
        let place = usize::from(self.count);
        (self.rolls[place], self.scores[place]) = (roll, outcome.score);
        self.count += 1;
        self.lane = outcome.next;
        Ok(())
    }

    /// A game of these balls.
    ///
    /// ```
    /// use bowling::{Game, RollError, Rules};
    ///
    /// assert_eq!(Game::from_rolls(Rules::World, [10, 7, 3])?.score(), 47);
    /// assert_eq!(Game::from_rolls(Rules::Tenpin, [8, 5]), Err(RollError::Standing { standing: 2 }));
    /// # Ok::<(), RollError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a ball is impossible.
    pub fn from_rolls(rules: Rules, rolls: impl IntoIterator<Item = u8>) -> Result<Self, RollError> {
        let mut game = Self::new(rules);
        rolls.into_iter().try_for_each(|pins| game.roll(pins))?;
        Ok(game)
    }

    /// Like [`from_rolls`](Self::from_rolls), for balls that [`push`](Self::push) takes.
    pub(crate) fn of(rules: Rules, rolls: impl IntoIterator<Item = Roll>) -> Result<Self, RollError> {
        let mut game = Self::new(rules);
        rolls.into_iter().try_for_each(|roll| game.push(roll))?;
        Ok(game)
    }

    /// Takes the last ball back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Roll> {
        let (&last, before) = self.rolls().split_last()?;
        *self = Self::of(self.rules, before.iter().copied()).ok()?;
        Some(last)
    }

    /// The total of the settled frames.
    pub fn score(&self) -> u16 {
        self.score_card().total()
    }

    /// The best total still possible: the score if every ball from here on clears the rack.
    pub fn max_score(&self) -> u16 {
        let mut game = self.clone();
        while game.roll(game.lane.standing).is_ok() {}
        game.score()
    }

    /// The game scored frame by frame.
    pub fn score_card(&self) -> ScoreCard {
        ScoreCard::of_balls(self.rules, self.rolls(), &self.scores)
    }

    /// Whether all ten frames are over.
    pub const fn is_complete(&self) -> bool {
        self.lane.is_over()
    }

    /// The rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The lane before the next ball.
    pub const fn lane(&self) -> &Lane {
        &self.lane
    }

    /// The rolls so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls[..usize::from(self.count)]
    }

    /// The rolls at the pins that stand now, as `8` in `8 then 5`.
    pub fn rolls_at_rack(&self) -> &[Roll] {
        let rolls = self.rolls();
        &rolls[rolls.len() - usize::from(self.lane.thrown)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_ball_is_refused_with_the_reason() {
        for (rolls, reason) in [
            (&[8, 11][..], "a roll is 0 to 10 pins"),
            (&[8, 3], "only 2 pins stand"),
            (&[9, 2], "only one pin stands"),
            (&[10; 13], "the game is over"),
        ] {
            let refused = Game::from_rolls(Rules::Tenpin, rolls.iter().copied()).unwrap_err();
            assert_eq!(refused.to_string(), reason);
        }
    }
}
