//! A game: rolls that the rules allowed, and their score.

use super::frame::{Ball, BonusBalls, Frame, Mark};
use super::pins::{Pins, Roll};
use super::rules::Rules;
use super::step::{FRAMES, Lane, Refusal};
use super::table::{Code, DEAD, LaneId, NO_FRAME, NOTHING, START, Table};

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
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    lane: LaneId,
    len: u8,
    /// Where each frame starts among the balls; behind the last, where it ends so far. (The last place of all is
    /// for what belongs to no frame.)
    starts: [u8; STARTS],
    /// With room, so that an index can be masked.
    balls: [Ball; ROOM],
    /// The points of all balls before each: differences of these are the points of any run of balls.
    sums: [u16; ROOM],
}

/// A power of two that holds the balls of any game.
const ROOM: usize = MAX_ROLLS.next_power_of_two();
/// One that holds the starts of all frames, the end of the last, and a place for no frame.
const STARTS: usize = NO_FRAME as usize + 1;

impl Game {
    /// A game before its first ball.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, lane: START, len: 0, starts: [0; STARTS], balls: [Ball::NONE; ROOM], sums: [0; ROOM] }
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
    /// assert_eq!(game.balls().len(), 2);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn roll(&mut self, pins: u8) -> Result<(), Refusal> {
        let pins = Pins::new(pins).ok_or(Refusal::NoSuchRoll)?;
        self.push(Roll::new(pins))
    }

    /// Like [`roll`](Self::roll), for a ball that may be a foul or leave a split.
    #[inline]
    pub fn push(&mut self, roll: Roll) -> Result<(), Refusal> {
        let entry = Table::of(self.rules).ball(self.lane, roll.pins());
        if !entry.is_legal() {
            return Err(self.refusal());
        }
        let at = usize::from(self.len) % ROOM;
        self.balls[at] = Ball::new(roll, entry.ball.mark(), entry.ball.owed);
        self.sums[(at + 1) % ROOM] = self.sums[at] + u16::from(entry.points);
        self.len += 1;
        self.starts[usize::from(entry.frame) % STARTS] = self.len;
        self.lane = entry.next;
        Ok(())
    }

    /// Begins games anew, and rolls in each the codes that are written down for it, so many as its number says and
    /// then [`NOTHING`]; of each, whether all of that can be (else the game is no game).
    /// [`push`](Self::push) for many balls of many games: without a branch for each ball, and with what changes kept
    /// out of memory.
    #[inline]
    pub(crate) fn replay<const GAMES: usize>(
        mut games: [&mut Self; GAMES],
        rules: Rules,
        codes: [&[Code; ROOM]; GAMES],
        lens: [usize; GAMES],
    ) -> [bool; GAMES] {
        #[derive(Clone, Copy)]
        struct At {
            lane: LaneId,
            sum: u16,
        }
        let table = Table::of(rules);
        let mut places = [At { lane: START, sum: 0 }; GAMES];
        let longest = lens.into_iter().max().unwrap_or_default();
        for ball in 0..longest.min(ROOM - 1) {
            for ((game, at), codes) in games.iter_mut().zip(&mut places).zip(codes) {
                let entry = table.code(at.lane, codes[ball]);
                // Of a game that ends before the longest, this goes where no ball is.
                game.balls[ball] = entry.ball;
                at.sum += u16::from(entry.points);
                game.sums[ball + 1] = at.sum;
                game.starts[usize::from(entry.frame) % STARTS] = ball as u8 + 1;
                at.lane = entry.next;
            }
        }
        for ((game, at), len) in games.iter_mut().zip(places).zip(lens) {
            (game.rules, game.lane, game.len) = (rules, at.lane, len as u8);
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
        let (last, rest) = self.balls().split_last()?;
        let (last, mut game) = (last.roll, Self::new(self.rules));
        for ball in rest {
            // What was allowed once is allowed again.
            game.push(ball.roll).ok()?;
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
        let mut totals = Totals::NONE;
        self.add_up(&mut totals);
        totals
    }

    /// Writes the running totals down.
    #[inline]
    pub(crate) fn add_up(&self, totals: &mut Totals) {
        let (mut total, mut settled) = (0, 0);
        for (frame, place) in totals.totals.iter_mut().enumerate().take(usize::from(self.over())) {
            let Some(score) = self.settled(frame) else {
                break;
            };
            total += score;
            *place = total;
            settled += 1;
        }
        totals.settled = settled;
    }

    /// The score of a frame that is over, unless it waits for a bonus. Only its last ball can be owed one.
    #[inline]
    fn settled(&self, frame: usize) -> Option<u16> {
        let (start, end) = self.bounds(frame);
        let wanted = self.wanted(end);
        (wanted <= usize::from(self.len)).then(|| self.sums[wanted % ROOM] - self.sums[start % ROOM])
    }

    /// Where the balls of a frame that has begun start and end.
    #[inline]
    fn bounds(&self, frame: usize) -> (usize, usize) {
        (usize::from(self.starts[frame % STARTS]), usize::from(self.starts[(frame + 1) % STARTS]))
    }

    /// The ball up to which those count for a frame that ends here.
    #[inline]
    fn wanted(&self, end: usize) -> usize {
        end + usize::from(self.balls[end.wrapping_sub(1) % ROOM].owed)
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
        self.over() == FRAMES
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
    pub fn balls(&self) -> &[Ball] {
        &self.balls[..usize::from(self.len)]
    }

    /// What was rolled so far, without what it came to.
    #[must_use]
    pub fn rolls(&self) -> impl ExactSizeIterator<Item = Roll> + Clone + '_ {
        self.balls().iter().map(|ball| ball.roll)
    }

    /// The balls already rolled at the pins that stand now, as `8` in `8 then 5`.
    #[must_use]
    pub fn thrown(&self) -> &[Ball] {
        let balls = self.balls();
        &balls[balls.len() - usize::from(self.lane().thrown)..]
    }

    /// How many frames have begun.
    pub(crate) fn begun(&self) -> u8 {
        let over = self.over();
        over + u8::from(self.starts[usize::from(over) % STARTS] < self.len)
    }

    /// The balls of each frame that has begun: what [`frames`](Self::frames) gives, without its sums.
    #[inline]
    pub(crate) fn balls_by_frame(&self) -> impl Iterator<Item = &[Ball]> {
        (0..usize::from(self.begun())).map(|frame| {
            let (start, end) = self.bounds(frame);
            self.balls.get(start..end).unwrap_or_default()
        })
    }

    /// How the balls of a frame that has begun are written down, [`NOTHING`] for those that it does not have. There
    /// is no branch on whether there are two, which nobody foresees.
    #[inline]
    pub(crate) fn signs(&self, frame: usize) -> [Code; 3] {
        let (start, end) = self.bounds(frame);
        let sign = |nth: usize| self.balls[(start + nth) % ROOM].sign;
        let (second, third) = (sign(1), if end - start > 2 { sign(2) } else { NOTHING });
        [sign(0), if end - start > 1 { second } else { NOTHING }, third]
    }

    /// How many frames are over.
    pub(crate) const fn over(&self) -> u8 {
        self.lane().frame
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

impl Totals {
    pub(crate) const NONE: Self = Self { totals: [0; FRAMES as usize], settled: 0 };
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
        let (start, end) = game.bounds(frame);
        let (over, len, wanted) = (self.next < game.over(), usize::from(game.len), game.wanted(end));
        let balls = &game.balls[start..end];
        let score = if over { game.settled(frame) } else { None };
        self.total = self.total.zip(score).map(|(total, score)| total + score);
        self.next += 1;
        Some(Frame {
            number: self.next,
            balls,
            kind: over.then(|| Mark::of(balls)),
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

/// Games are the same when the same was rolled by the same rules: all the rest follows from that.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.balls() == other.balls()
    }
}

impl Eq for Game {}

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
        assert_eq!((first.kind, first.score), (Some(Mark::Open), Some(10)));
        assert!(first.balls.iter().all(|ball| ball.mark().is_none()));
    }

    #[test]
    fn undo_takes_back_ball_by_ball() {
        let mut game = game(Rules::Tenpin, &[10, 3, 7, 4]);
        let before = self::game(Rules::Tenpin, &[10, 3, 7]);
        assert_eq!(game.undo(), Some(Roll::new(Pins::new(4).unwrap())));
        assert_eq!(game, before);
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
