//! A game: rolls that the rules allowed, and their score.

use super::frame::{BonusBalls, Frame, Mark};
use super::pins::{Pins, Roll};
use super::rules::Rules;
use super::step::{FRAMES, Lane, Refusal};
use super::table::{Code, DEAD, LaneId, START, Table};

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
    lane: LaneId,
    len: u8,
    /// Frames that are over.
    over: u8,
    /// Where each frame starts among the balls; behind the last, where it ends so far.
    starts: [u8; STARTS],
    // What each ball was and did, an array a fact, with room so that an index can be masked.
    rolls: [Roll; ROOM],
    marks: [Option<Mark>; ROOM],
    owed: [u8; ROOM],
    /// The points of all balls before each: differences of these are the points of any run of balls.
    sums: [u16; ROOM],
}

/// A power of two that holds the balls of any game.
const ROOM: usize = MAX_ROLLS.next_power_of_two();
/// One that holds the starts of all frames, the end of the last, and one behind it.
const STARTS: usize = (FRAMES as usize + 2).next_power_of_two();

impl Game {
    /// A game before its first ball.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            lane: START,
            len: 0,
            over: 0,
            starts: [0; STARTS],
            rolls: [Roll::new(Pins::NONE); ROOM],
            marks: [None; ROOM],
            owed: [0; ROOM],
            sums: [0; ROOM],
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
    #[inline]
    pub fn push(&mut self, roll: Roll) -> Result<(), Refusal> {
        let ball = Table::of(self.rules).ball(self.lane, roll.pins());
        if !ball.legal {
            return Err(self.refusal());
        }
        let at = usize::from(self.len) % ROOM;
        self.rolls[at] = roll;
        self.marks[at] = ball.mark;
        self.owed[at] = ball.owed;
        self.sums[(at + 1) % ROOM] = self.sums[at] + u16::from(ball.points);
        self.len += 1;
        self.starts[(usize::from(self.over) + 1) % STARTS] = self.len;
        self.over += u8::from(ball.ends);
        self.lane = ball.next;
        Ok(())
    }

    /// Begins games anew, and rolls in each the first so many of the codes that are written down for it;
    /// of each, whether all of that can be (else the game is no game). [`push`](Self::push) for many balls
    /// of many games: without a branch for each ball, and with what changes kept out of memory.
    #[inline]
    pub(crate) fn replay<const GAMES: usize>(
        mut games: [&mut Self; GAMES],
        rules: Rules,
        codes: [&[Code; ROOM]; GAMES],
        balls: usize,
    ) -> [bool; GAMES] {
        #[derive(Clone, Copy)]
        struct At {
            lane: LaneId,
            ball: usize,
            over: usize,
            sum: u16,
        }
        let table = Table::of(rules);
        let mut places = [At { lane: START, ball: 0, over: 0, sum: 0 }; GAMES];
        for next in 0..balls.min(ROOM) {
            for ((game, at), codes) in games.iter_mut().zip(&mut places).zip(codes) {
                let ball = table.code(at.lane, codes[next]);
                // What is no ball is written down too, and the next one over it.
                game.rolls[at.ball] = Roll::new(ball.pins);
                game.marks[at.ball] = ball.mark;
                game.owed[at.ball] = ball.owed;
                at.sum += u16::from(ball.points);
                at.ball = (at.ball + usize::from(ball.counts)) % ROOM;
                game.sums[at.ball] = at.sum;
                game.starts[(at.over + 1) % STARTS] = at.ball as u8;
                at.over += usize::from(ball.ends);
                at.lane = ball.next;
            }
        }
        for (game, at) in games.iter_mut().zip(places) {
            (game.rules, game.lane, game.len, game.over) = (rules, at.lane, at.ball as u8, at.over as u8);
            // Balls that cannot be may have come round to the first place: the next game starts at nothing again.
            (game.starts[0], game.sums[0]) = (0, 0);
        }
        places.map(|at| at.lane != DEAD)
    }

    /// Why a ball was not allowed.
    #[cold]
    fn refusal(&self) -> Refusal {
        let lane = self.lane();
        if lane.is_over() { Refusal::Over } else { Refusal::Standing { standing: lane.standing } }
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
        self.totals().last().copied().unwrap_or_default()
    }

    /// The running totals of the settled frames.
    ///
    /// ```
    /// use bowling::{Game, Rules};
    /// let mut game = Game::new(Rules::Tenpin);
    /// for pins in [10, 5, 5, 9] {
    ///     game.roll(pins)?;
    /// }
    /// assert_eq!(*game.totals(), [20, 39]);
    /// # Ok::<(), bowling::game::Refusal>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals { totals: [0; FRAMES as usize], settled: 0 };
        let mut total = 0;
        for frame in 0..usize::from(self.over).min(usize::from(FRAMES)) {
            let Some(score) = self.settled(frame) else {
                break;
            };
            total += score;
            totals.totals[frame] = total;
            totals.settled += 1;
        }
        totals
    }

    /// The score of a frame that is over, unless it waits for a bonus. Only its last ball can be owed one.
    #[inline]
    fn settled(&self, frame: usize) -> Option<u16> {
        let (start, end) = (usize::from(self.starts[frame]), usize::from(self.starts[frame + 1]));
        let wanted = end + usize::from(self.owed[end.wrapping_sub(1) % ROOM]);
        (wanted <= usize::from(self.len)).then(|| self.sums[wanted % ROOM] - self.sums[start % ROOM])
    }

    /// What the balls from one place to another are worth as a bonus.
    #[inline]
    fn bonus(&self, from: usize, to: usize) -> BonusBalls {
        let mut bonus = BonusBalls::default();
        for at in from..to {
            bonus.push((self.sums[(at + 1) % ROOM] - self.sums[at % ROOM]) as u8);
        }
        bonus
    }

    /// The best total still possible: what perfect play from here on would give.
    #[must_use]
    pub fn max(&self) -> u16 {
        if self.is_complete() {
            return self.score();
        }
        self.best()
    }

    /// The score of the game played on perfectly.
    #[cold]
    fn best(&self) -> u16 {
        let mut game = self.clone();
        while game.roll(game.lane().standing).is_ok() {}
        game.score()
    }

    /// Are all ten frames over?
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.over == FRAMES
    }

    /// The rules that it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What stands on the lane now.
    #[must_use]
    pub const fn lane(&self) -> &'static Lane {
        Table::of(self.rules).lane(self.lane)
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
        &rolls[rolls.len() - usize::from(self.lane().thrown)..]
    }

    /// How many frames have begun.
    fn begun(&self) -> u8 {
        self.over + u8::from(self.starts[usize::from(self.over)] < self.len)
    }

    /// The balls of each frame that has begun, and their marks: what [`frames`](Self::frames) gives, without its
    /// sums.
    #[inline]
    pub(crate) fn balls(&self) -> impl Iterator<Item = (&[Roll], &[Option<Mark>])> {
        (0..usize::from(self.begun())).map(|frame| {
            let balls = usize::from(self.starts[frame % STARTS])..usize::from(self.starts[(frame + 1) % STARTS]);
            let marks = self.marks.get(balls.clone()).unwrap_or_default();
            (self.rolls.get(balls).unwrap_or_default(), marks)
        })
    }

    /// How many frames are over.
    pub(crate) const fn over(&self) -> u8 {
        self.over
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
        Frames { game: self, next: 0, begun: self.begun(), total: Some(0) }
    }
}

/// The running totals of a game's settled frames, from [`Game::totals`]: a slice of at most ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    totals: [u16; FRAMES as usize],
    settled: u8,
}

impl std::ops::Deref for Totals {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.totals[..usize::from(self.settled)]
    }
}

/// The frames of a game, from [`Game::frames`].
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    game: &'a Game,
    next: u8,
    begun: u8,
    total: Option<u16>,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Frame<'a>;

    #[inline]
    fn next(&mut self) -> Option<Frame<'a>> {
        let Self { game, .. } = *self;
        if self.next == self.begun {
            return None;
        }
        let frame = usize::from(self.next);
        let (start, end) = (usize::from(game.starts[frame]), usize::from(game.starts[frame + 1]));
        let (over, len) = (self.next < game.over, usize::from(game.len));
        let wanted = end + usize::from(game.owed[end.wrapping_sub(1) % ROOM]);
        let marks = &game.marks[start..end];
        let score = if over { game.settled(frame) } else { None };
        self.total = self.total.zip(score).map(|(total, score)| total + score);
        self.next += 1;
        Some(Frame {
            number: self.next,
            rolls: &game.rolls[start..end],
            marks,
            kind: over.then(|| Mark::of(marks)),
            points: game.sums[end % ROOM] - game.sums[start % ROOM],
            bonus: game.bonus(end, wanted.min(len)),
            awaits: wanted.saturating_sub(len) as u8,
            score,
            total: self.total,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.begun - self.next);
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
