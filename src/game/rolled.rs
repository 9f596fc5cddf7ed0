//! A game: rolls that the rules allowed, and their score.

use super::frame::{Frame, Mark};
use super::pins::{Pins, Roll};
use super::rules::Rules;
use super::step::{FRAMES, Lane, Refusal, step};

/// The most balls that a game of any rule set has.
pub const MAX_ROLLS: usize = 30;

/// A game of one player, from the first ball to the last.
///
/// ```
/// use bowling::{Game, Rules};
///
/// let mut game = Game::new(Rules::Tenpin);
/// for pins in [10, 5, 5, 9, 0] {
///     game.roll(pins)?;
/// }
/// assert_eq!(game.score(), 48);
/// assert_eq!(game.max(), 258);
/// # Ok::<(), bowling::game::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    lane: Lane,
    len: u8,
    rolls: [Roll; MAX_ROLLS],
    marks: [Option<Mark>; MAX_ROLLS],
    values: [u8; MAX_ROLLS],
    begun: u8,
    frames: [Begun; FRAMES as usize],
}

/// What is kept of a frame that has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Begun {
    start: u8,
    end: u8,
    points: u8,
    owed: u8,
    kind: Option<Mark>,
}

impl Game {
    /// A game before its first ball.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            lane: Lane::new(rules.row()),
            len: 0,
            rolls: [Roll::new(Pins::NONE); MAX_ROLLS],
            marks: [None; MAX_ROLLS],
            values: [0; MAX_ROLLS],
            begun: 0,
            frames: [Begun { start: 0, end: 0, points: 0, owed: 0, kind: None }; FRAMES as usize],
        }
    }

    /// Rolls a ball that knocks down `pins`. An impossible ball is refused and the game stays as it was.
    ///
    /// ```
    /// use bowling::{Game, Rules, game::Refusal};
    ///
    /// let mut game = Game::new(Rules::Tenpin);
    /// game.roll(8)?;
    /// assert_eq!(game.roll(5), Err(Refusal::Standing { standing: 2 }));
    /// assert_eq!(game.roll(11), Err(Refusal::NoSuchRoll));
    /// game.roll(2)?;
    /// assert_eq!(game.rolls().len(), 2);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn roll(&mut self, pins: u8) -> Result<(), Refusal> {
        let pins = Pins::new(pins).ok_or(Refusal::NoSuchRoll)?;
        self.push(Roll::new(pins))
    }

    /// Like [`roll`](Self::roll), for a ball that may be a foul or leave a split.
    pub fn push(&mut self, roll: Roll) -> Result<(), Refusal> {
        let ball = step(self.rules.row(), self.lane, roll.pins())?;
        let at = usize::from(self.len);
        self.rolls[at] = roll;
        self.marks[at] = ball.mark;
        self.values[at] = ball.value;
        self.len += 1;

        let number = usize::from(self.lane.frame);
        let frame = &mut self.frames[number];
        if self.begun == self.lane.frame {
            self.begun += 1;
            *frame = Begun { start: at as u8, ..Begun::default() };
        }
        frame.end = self.len;
        frame.points += ball.points;
        frame.owed += ball.owed;
        if ball.next.frame != self.lane.frame {
            frame.kind = Some(kind(&self.marks[usize::from(frame.start)..=at]));
        }
        self.lane = ball.next;
        Ok(())
    }

    /// Takes the last ball back; `None` where there is none.
    pub fn undo(&mut self) -> Option<Roll> {
        let (last, rest) = self.rolls().split_last()?;
        let (last, mut game) = (*last, Self::new(self.rules));
        for &roll in rest {
            // What was allowed once is allowed again.
            game.push(roll).ok()?;
        }
        *self = game;
        Some(last)
    }

    /// The total of the settled frames.
    ///
    /// ```
    /// use bowling::{Game, Rules};
    /// let mut game = Game::new(Rules::Tenpin);
    /// game.roll(10)?;
    /// game.roll(5)?;
    /// assert_eq!(game.score(), 0, "the strike waits for one more ball");
    /// # Ok::<(), bowling::game::Refusal>(())
    /// ```
    #[must_use]
    pub fn score(&self) -> u16 {
        self.frames().map_while(|frame| frame.score).sum()
    }

    /// The best total still possible: what perfect play from here on would give.
    #[must_use]
    pub fn max(&self) -> u16 {
        if self.is_complete() {
            return self.score();
        }
        let mut game = self.clone();
        while game.roll(game.lane.standing).is_ok() {}
        game.score()
    }

    /// Are all ten frames over?
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.lane.is_over()
    }

    /// The rules that it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What stands on the lane now.
    #[must_use]
    pub const fn lane(&self) -> &Lane {
        &self.lane
    }

    /// The balls so far.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls[..usize::from(self.len)]
    }

    /// The balls already rolled at the pins that stand now, as `8` in `8 then 5`.
    #[must_use]
    pub fn thrown(&self) -> &[Roll] {
        let rolls = self.rolls();
        &rolls[rolls.len() - usize::from(self.lane.thrown)..]
    }

    /// The frames that have begun, in order, with their running totals.
    ///
    /// ```
    /// use bowling::{Game, Mark, Rules};
    ///
    /// let mut game = Game::new(Rules::Tenpin);
    /// for pins in [10, 5, 5, 9] {
    ///     game.roll(pins)?;
    /// }
    /// let totals: Vec<_> = game.frames().map(|frame| frame.total).collect();
    /// assert_eq!(totals, [Some(20), Some(39), None]);
    /// assert_eq!(game.frames().next().and_then(|frame| frame.kind), Some(Mark::Strike));
    /// # Ok::<(), bowling::game::Refusal>(())
    /// ```
    #[must_use]
    pub fn frames(&self) -> Frames<'_> {
        Frames { game: self, next: 0, total: Some(0) }
    }
}

/// What the balls of a finished frame came to: its first mark, or none.
fn kind(marks: &[Option<Mark>]) -> Mark {
    match marks {
        [Some(mark), ..] | [None, Some(mark), ..] => *mark,
        _ => Mark::Open,
    }
}

/// The frames of a game, from [`Game::frames`].
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    game: &'a Game,
    next: u8,
    total: Option<u16>,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Frame<'a>> {
        let Self { game, .. } = *self;
        if self.next == game.begun {
            return None;
        }
        let frame = &game.frames[usize::from(self.next)];
        let (start, end, len) = (usize::from(frame.start), usize::from(frame.end), usize::from(game.len));
        let wanted = end + usize::from(frame.owed);
        let bonus = &game.values[end..wanted.min(len)];
        let score = (frame.kind.is_some() && wanted <= len)
            .then(|| u16::from(frame.points) + bonus.iter().map(|&pins| u16::from(pins)).sum::<u16>());
        self.total = self.total.zip(score).map(|(total, score)| total + score);
        self.next += 1;
        Some(Frame {
            number: self.next,
            rolls: &game.rolls[start..end],
            marks: &game.marks[start..end],
            kind: frame.kind,
            points: u16::from(frame.points),
            bonus,
            awaits: wanted.saturating_sub(len) as u8,
            score,
            total: self.total,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.game.begun - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Frames<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: Rules, rolls: &[u8]) -> Game {
        let mut game = Game::new(rules);
        for &pins in rolls {
            game.roll(pins).unwrap();
        }
        game
    }

    #[test]
    fn the_first_ball_of_a_fresh_game_can_be_anything_up_to_ten() {
        for pins in 0..=10 {
            assert!(Game::new(Rules::Tenpin).roll(pins).is_ok());
        }
        assert_eq!(Game::new(Rules::Tenpin).roll(11), Err(Refusal::NoSuchRoll));
    }

    #[test]
    fn tenth_frames_of_the_seed_are_their_pinfall() {
        for (tenth, score) in
            [(&[10, 10, 10][..], 30), (&[10, 1, 9], 20), (&[10, 8, 0], 18), (&[3, 7, 7], 17), (&[3, 4], 7)]
        {
            let mut rolls = vec![0; 18];
            rolls.extend_from_slice(tenth);
            let game = game(Rules::Tenpin, &rolls);
            assert!(game.is_complete());
            assert_eq!(game.score(), score);
        }
    }

    #[test]
    fn a_perfect_game_is_300_by_every_rule_set() {
        for rules in Rules::ALL {
            assert_eq!(Game::new(rules).max(), 300, "{rules}");
        }
    }

    #[test]
    fn a_third_ball_ten_is_no_mark() {
        let game = game(Rules::Candlepin, &[5, 3, 2, 4]);
        let first = game.frames().next().unwrap();
        assert_eq!((first.kind, first.score, first.marks), (Some(Mark::Open), Some(10), &[None; 3][..]));
    }

    #[test]
    fn undo_takes_back_ball_by_ball() {
        let mut game = game(Rules::Tenpin, &[10, 3, 7, 4]);
        let before = self::game(Rules::Tenpin, &[10, 3, 7]);
        assert_eq!(game.undo(), Some(Roll::new(Pins::new(4).unwrap())));
        assert_eq!(game.rolls(), before.rolls());
        assert_eq!(game.score(), before.score());
        while game.undo().is_some() {}
        assert_eq!(game, Game::new(Rules::Tenpin));
    }

    #[test]
    fn a_refused_ball_leaves_the_game_as_it_was() {
        let mut game = game(Rules::Tenpin, &[3]);
        let before = game.clone();
        assert_eq!(game.roll(8), Err(Refusal::Standing { standing: 7 }));
        assert_eq!(game, before);
    }

    #[test]
    fn world_pays_marks_at_once_and_has_no_fill_balls() {
        let mut game = game(Rules::World, &[10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10]);
        assert_eq!((game.score(), game.is_complete()), (208, true));
        assert_eq!(game.roll(0), Err(Refusal::Over));
    }
}
