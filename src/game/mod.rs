//! The game of bowling: pins, rolls, frames, marks and the rules. No I/O and no text.
//!
//! Two places know how bowling is scored: [`rules`], a table with one row per rule set, and
//! [`lane`], which says what one ball does. [`Game`] derives from those two.

pub(crate) mod frame;
pub(crate) mod lane;
mod leave;
pub(crate) mod pin_set;
pub(crate) mod roll;
mod roll_error;
pub(crate) mod rules;

pub use frame::{Ball, Frame, Mark};
pub use lane::{FRAMES, Lane};
pub use pin_set::{PinSet, PinSetError, PinSetErrorKind};
pub use roll::{Pins, RACK, Roll};
pub use roll_error::{BallProblem, RollError, RollErrorKind};
pub use rules::{Bonus, Rules, UnknownRules};

use frame::FrameBalls;
use lane::step;

/// The total of a perfect game, in every rule set.
pub const MAX_TOTAL: u16 = 300;

/// A game of one player, from the first ball to the last, scored ball by ball.
///
/// ```
/// use bowling::{Game, Mark, Rules};
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
/// assert_eq!(game.running_totals(), [20, 39, 48]);
/// let second = game.frames().nth(1).unwrap();
/// assert_eq!((second.mark(), second.score()), (Some(Mark::Spare), Some(19)));
/// # Ok::<(), bowling::RollError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    lane: Lane,
    /// The frames; those that have not begun are empty.
    frames: [FrameBalls; FRAMES as usize],
    /// The running totals of the first `settled` frames, then what the others have by themselves so far.
    totals: [u16; FRAMES as usize],
    settled: u8,
}

impl Game {
    /// A game before its first ball.
    pub const fn new(rules: Rules) -> Self {
        let (frames, totals) = ([FrameBalls::EMPTY; FRAMES as usize], [0; FRAMES as usize]);
        Self { rules, lane: Lane::new(rules.row()), frames, totals, settled: 0 }
    }

    /// Becomes a game of ten frames that are over, each with the running total there, by their index.
    #[cfg(feature = "cli")]
    #[inline]
    pub(crate) fn complete<'a>(&mut self, rules: Rules, frame: impl Fn(usize) -> (&'a FrameBalls, u16)) {
        (self.rules, self.lane, self.settled) = (rules, Lane::at_frame(rules.row(), FRAMES), FRAMES);
        for (at, (balls, total)) in self.frames.iter_mut().zip(&mut self.totals).enumerate() {
            let (own, running) = frame(at);
            (*balls, *total) = (*own, running);
        }
    }

    /// Rolls a ball that knocks down `pins`. An impossible ball leaves the game unchanged.
    ///
    /// ```
    /// use bowling::{Game, RollError, RollErrorKind};
    ///
    /// let mut game = Game::default();
    /// game.roll(8)?;
    /// assert_eq!(game.roll(5).unwrap_err().kind(), RollErrorKind::TooManyPins);
    /// assert_eq!(game.roll(11).unwrap_err().to_string(), "ball 2: 11 is not a roll, a roll is 0 to 10");
    /// game.roll(2)?;
    /// assert_eq!(game.rolls().count(), 2);
    /// # Ok::<(), RollError>(())
    /// ```
    pub fn roll(&mut self, pins: u8) -> Result<(), RollError> {
        match Pins::new(pins) {
            Some(pins) => self.push(Roll::new(pins)),
            None => Err(self.refused(BallProblem::NotARoll(pins))),
        }
    }

    /// Like [`roll`](Self::roll), for a ball that may be a foul, be marked as a split, or name the pins that it left.
    /// The pins that a first ball left say whether it left a split, so it need not be marked.
    pub fn push(&mut self, roll: Roll) -> Result<(), RollError> {
        let Some(outcome) = step(self.rules.row(), &self.lane, roll.pins()) else {
            return Err(self.refused(self.impossible(roll)));
        };
        let roll = if roll.is_plain() {
            roll
        } else {
            leave::checked(self, roll, outcome.mark).map_err(|problem| self.refused(problem))?
        };
        let (current, settled) = (usize::from(self.lane.frame), usize::from(self.settled));
        for waiting in settled..current {
            self.totals[waiting] += u16::from(outcome.value);
            self.frames[waiting].awaits -= 1;
        }
        self.totals[current] += u16::from(outcome.points);
        self.frames[current].push(roll, &outcome);
        self.lane = outcome.next;
        self.settle();
        Ok(())
    }

    /// Why a ball is impossible that knocks down too many pins or comes too late.
    #[cold]
    fn impossible(&self, roll: Roll) -> BallProblem {
        if self.is_complete() {
            return BallProblem::GameOver;
        }
        let before = self.balls_at_rack().iter().map(|ball| ball.pins()).collect();
        BallProblem::TooManyPins { before, pins: roll.pins().get() }
    }

    #[cold]
    fn refused(&self, problem: BallProblem) -> RollError {
        RollError { ball: self.balls().count() + 1, frame: self.lane.frame_number(), problem }
    }

    /// Adds up the frames that wait for no more balls.
    fn settle(&mut self) {
        while let Some(frame) = self.frames.get(usize::from(self.settled))
            && frame.is_over
            && frame.awaits == 0
        {
            self.totals[usize::from(self.settled)] += self.score();
            self.settled += 1;
        }
    }

    /// A game of these balls.
    ///
    /// ```
    /// use bowling::{Game, Rules};
    ///
    /// assert_eq!(Game::from_rolls(Rules::World, [10, 7, 3])?.score(), 47);
    /// let error = Game::from_rolls(Rules::Tenpin, [8, 5]).unwrap_err();
    /// assert_eq!(error.to_string(), "ball 2: 8 then 5 is 13 pins, a rack has 10");
    /// # Ok::<(), bowling::RollError>(())
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
        let mut before: Vec<Roll> = self.rolls().collect();
        let last = before.pop()?;
        *self = Self::of(self.rules, before).ok()?;
        Some(last)
    }

    /// The total of the settled frames.
    pub fn score(&self) -> u16 {
        self.running_totals().last().copied().unwrap_or_default()
    }

    /// The best total still possible: the score if every ball from here on clears the rack.
    pub fn max_score(&self) -> u16 {
        if self.is_complete() {
            return self.score();
        }
        let mut game = self.clone();
        while game.roll(game.lane.standing).is_ok() {}
        game.score()
    }

    /// The running totals of the settled frames.
    pub fn running_totals(&self) -> &[u16] {
        self.totals.get(..usize::from(self.settled)).unwrap_or_default()
    }

    /// The frames that have begun, in order.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = Frame<'_>> + DoubleEndedIterator + Clone {
        let is_playing = self.frames.get(usize::from(self.lane.frame)).is_some_and(|frame| !frame.balls().is_empty());
        (0..self.lane.frame + u8::from(is_playing)).map(|index| Frame { game: self, index })
    }

    /// The balls so far.
    pub fn balls(&self) -> impl Iterator<Item = Ball> + Clone {
        self.frames.iter().flat_map(FrameBalls::balls).copied()
    }

    /// The rolls so far.
    pub fn rolls(&self) -> impl Iterator<Item = Roll> + Clone {
        self.balls().map(|ball| ball.roll)
    }

    /// The balls at the pins that stand now, as `8` in `8 then 5`.
    pub fn balls_at_rack(&self) -> &[Ball] {
        let balls = self.frames.get(usize::from(self.lane.frame)).map_or(&[][..], FrameBalls::balls);
        &balls[balls.len() - usize::from(self.lane.thrown)..]
    }

    /// Whether a ball has been rolled.
    pub fn has_begun(&self) -> bool {
        !self.frames[0].balls().is_empty()
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
}

/// A tenpin game before its first ball.
impl Default for Game {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_ball_is_refused_with_the_reason() {
        for (rolls, reason) in [
            (&[8, 11][..], "ball 2: 11 is not a roll, a roll is 0 to 10"),
            (&[8, 3], "ball 2: 8 then 3 is 11 pins, a rack has 10"),
            (&[10; 13], "ball 13: the game is over, no roll can follow"),
        ] {
            let refused = Game::from_rolls(Rules::Tenpin, rolls.iter().copied()).unwrap_err();
            assert_eq!(refused.to_string(), reason);
        }
    }

    #[test]
    fn a_split_is_left_by_a_first_ball_of_1_to_8_pins() {
        let split = |pins| Roll::split(Pins::new(pins).unwrap());
        for (before, pins) in [(None, 0), (None, 9), (None, 10), (Some(1), 5)] {
            let mut game = Game::from_rolls(Rules::Tenpin, before).unwrap();
            assert_eq!(game.push(split(pins)).unwrap_err().kind(), RollErrorKind::Split, "{before:?} {pins}");
            assert_eq!(game, Game::from_rolls(Rules::Tenpin, before).unwrap());
        }
        (1..=8).for_each(|pins| Game::default().push(split(pins)).unwrap());
    }

    #[test]
    fn a_ball_that_clears_the_rack_leaves_nothing() {
        let left = |line: &str, rules| -> Vec<Option<u8>> {
            let game = Game::parse(line, crate::Dialect::Auto, rules).unwrap();
            game.balls().map(|ball| ball.pins_left().map(PinSet::len)).collect()
        };
        assert_eq!(left("8{7-10}1{7}1", Rules::Candlepin), [Some(2), Some(1), Some(0)]);
        assert_eq!(left("8{7-10}1 X 9/", Rules::Tenpin), [Some(2), None, Some(0), None, Some(0)]);
        assert_eq!(left("9 X", Rules::Notap9), [None, Some(0)], "a no-tap strike leaves an unknown pin");
    }
}
