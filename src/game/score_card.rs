//! A game scored frame by frame: balls, marks and running totals.

use std::ops::Range;

use super::lane::{BallMark, BallScore, FRAMES};
use super::pin_set::PinSet;
use super::roll::{Pins, RACK, Roll};
use super::rules::Rules;
use super::{Game, MAX_ROLLS};

/// The result of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// All pins with the first ball.
    Strike,
    /// All pins with the second ball.
    Spare,
    /// Neither; with three balls a frame, also ten pins in three balls.
    Open,
}

impl Mark {
    /// Its name in JSON and in prose.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Spare => "spare",
            Self::Open => "open",
        }
    }
}

/// One ball of a [`ScoreCard`]: what was rolled, and what it made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Ball {
    /// The pins, a foul, a split.
    pub roll: Roll,
    /// The mark, if it made one.
    pub mark: Option<BallMark>,
}

impl Ball {
    /// The pins that it knocked down.
    pub const fn pins(self) -> u8 {
        self.roll.pins().get()
    }

    /// What it counts: its pins, and ten for a strike (a no-tap strike may have left pins standing).
    pub const fn value(self) -> u8 {
        match self.mark {
            Some(BallMark::Strike) => RACK,
            _ => self.pins(),
        }
    }

    /// The pins that it left standing: none if it cleared the rack, and `None` if they are not known.
    pub const fn pins_left(self) -> Option<PinSet> {
        match self.roll.leave() {
            None if self.mark.is_some() && self.value() == self.pins() => Some(PinSet::EMPTY),
            leave => leave,
        }
    }
}

/// A game scored frame by frame. Formats, claims and explanations read this.
///
/// ```
/// use bowling::{Game, Mark};
///
/// let card = "X 5/ 9-".parse::<Game>()?.score_card();
/// assert_eq!(card.running_totals(), [20, 39, 48]);
/// let second = card.frames().nth(1).unwrap();
/// assert_eq!((second.mark(), second.score()), (Some(Mark::Spare), Some(19)));
/// # Ok::<(), bowling::LineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreCard {
    pub(crate) rules: Rules,
    /// The frames; those after `begun` are empty.
    pub(crate) frames: [FrameBalls; FRAMES as usize],
    pub(crate) begun: u8,
    /// Running totals; those after `settled` are zero.
    pub(crate) totals: [u16; FRAMES as usize],
    pub(crate) settled: u8,
}

/// The balls of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FrameBalls {
    balls: [Ball; 3],
    count: u8,
    is_over: bool,
    /// What its own balls count.
    points: u8,
    /// How many of the following balls count for this frame.
    bonus_balls: u8,
}

impl FrameBalls {
    /// A frame before its first ball.
    pub(crate) const EMPTY: Self = {
        let ball = Ball { roll: Roll::new(Pins::NONE), mark: None };
        Self { balls: [ball; 3], count: 0, is_over: false, points: 0, bonus_balls: 0 }
    };

    pub(crate) fn balls(&self) -> &[Ball] {
        self.balls.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Adds a ball, given what it did for the frame.
    #[inline]
    pub(crate) fn push(&mut self, roll: Roll, score: BallScore) {
        self.balls[usize::from(self.count)] = Ball { roll, mark: score.mark };
        self.count += 1;
        self.points += score.points;
        self.bonus_balls = score.bonus_balls;
        self.is_over = score.ends_frame;
    }
}

impl ScoreCard {
    /// A score card without a ball.
    pub(crate) const fn empty(rules: Rules) -> Self {
        let (frames, totals) = ([FrameBalls::EMPTY; FRAMES as usize], [0; FRAMES as usize]);
        Self { rules, frames, begun: 0, totals, settled: 0 }
    }

    /// Scores a game.
    pub fn new(game: &Game) -> Self {
        game.score_card()
    }

    /// Scores the balls of a game, given what each did for its frame.
    pub(super) fn of_balls(rules: Rules, rolls: &[Roll], scores: &[BallScore]) -> Self {
        let mut card = Self::empty(rules);
        // What each ball is worth as a bonus, and two zeros behind them.
        let mut values = [0; MAX_ROLLS + 2];
        let mut over = 0;
        for ((&roll, &score), value) in rolls.iter().zip(scores).zip(&mut values) {
            card.frames[over].push(roll, score);
            *value = Ball { roll, mark: score.mark }.value();
            over += usize::from(score.ends_frame);
        }
        let is_playing = card.frames.get(over).is_some_and(|frame| frame.count > 0);
        card.begun = over as u8 + u8::from(is_playing);
        let (mut rolled, mut total) = (0, 0);
        for (frame, running) in card.frames.iter().zip(&mut card.totals) {
            rolled += usize::from(frame.count);
            if !frame.is_over || rolled + usize::from(frame.bonus_balls) > rolls.len() {
                break;
            }
            // Products, because it cannot be predicted which mark comes next.
            let next = values.get(rolled..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 2]);
            let bonus = u8::from(frame.bonus_balls > 0) * next[0] + u8::from(frame.bonus_balls > 1) * next[1];
            total += u16::from(frame.points + bonus);
            *running = total;
            card.settled += 1;
        }
        card
    }

    /// The rules that the game was scored by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The frames that have begun, in order.
    pub fn frames(&self) -> Frames<'_> {
        self.into_iter()
    }

    /// The running totals of the settled frames.
    pub fn running_totals(&self) -> &[u16] {
        self.totals.get(..usize::from(self.settled)).unwrap_or_default()
    }

    /// The total of the settled frames.
    pub fn total(&self) -> u16 {
        self.running_totals().last().copied().unwrap_or_default()
    }

    /// The best total still possible.
    pub fn max_score(&self) -> u16 {
        if self.is_complete() {
            return self.total();
        }
        // The balls were accepted when the card was made.
        Game::of(self.rules, self.balls().map(|ball| ball.roll)).map_or(0, |game| game.max_score())
    }

    /// Whether all ten frames are over.
    pub const fn is_complete(&self) -> bool {
        // Fill balls belong to the tenth frame, so it is settled as soon as it is over.
        self.settled == FRAMES
    }

    /// All balls in the order in which they were rolled.
    pub fn balls(&self) -> impl Iterator<Item = Ball> + Clone {
        self.frames.iter().flat_map(FrameBalls::balls).copied()
    }
}

/// The frames that have begun, in order.
#[expect(clippy::into_iter_without_iter, reason = "`frames` is the name that says what is iterated")]
impl<'a> IntoIterator for &'a ScoreCard {
    type Item = Frame<'a>;
    type IntoIter = Frames<'a>;

    fn into_iter(self) -> Frames<'a> {
        Frames { card: self, indices: 0..self.begun }
    }
}

/// The frames of a [`ScoreCard`] that have begun, in order.
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    card: &'a ScoreCard,
    indices: Range<u8>,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Frame<'a>> {
        self.indices.next().map(|index| Frame { card: self.card, index })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl ExactSizeIterator for Frames<'_> {}

/// One frame of a [`ScoreCard`].
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    card: &'a ScoreCard,
    index: u8,
}

impl<'a> Frame<'a> {
    const fn inner(self) -> &'a FrameBalls {
        &self.card.frames[self.index as usize]
    }

    /// The frame's number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.index + 1
    }

    /// The balls of this frame.
    pub fn balls(self) -> &'a [Ball] {
        self.inner().balls()
    }

    /// The balls of this frame, those at the same rack together: `X`, then `9/`.
    pub fn racks(self) -> impl Iterator<Item = &'a [Ball]> + Clone {
        self.balls().chunk_by(|ball, _| ball.mark.is_none())
    }

    /// The balls, padded with default ones to three.
    pub(crate) const fn padded_balls(self) -> &'a [Ball; 3] {
        &self.inner().balls
    }

    /// Whether nothing but the pins of its balls is known.
    pub fn is_plain(self) -> bool {
        self.padded_balls().iter().all(|ball| ball.roll.is_plain())
    }

    /// The rules that the game was scored by.
    pub const fn rules(self) -> Rules {
        self.card.rules
    }

    /// The result of the frame; `None` while it is being played.
    pub const fn mark(self) -> Option<Mark> {
        let [first, second, _] = self.padded_balls();
        match (self.inner().is_over, first.mark, second.mark) {
            (false, _, _) => None,
            (true, Some(BallMark::Strike), _) => Some(Mark::Strike),
            (true, _, Some(BallMark::Spare)) => Some(Mark::Spare),
            (true, _, _) => Some(Mark::Open),
        }
    }

    /// What the frame's own balls count.
    pub fn pinfall(self) -> u16 {
        self.balls().iter().map(|ball| u16::from(ball.value())).sum()
    }

    /// What the balls after the frame add to it, as far as they are rolled.
    pub fn bonus(self) -> impl Iterator<Item = u8> + Clone + 'a {
        let after = self.card.frames[usize::from(self.number())..].iter().flat_map(FrameBalls::balls);
        after.take(usize::from(self.inner().bonus_balls)).map(|ball| ball.value())
    }

    /// How many balls after the frame it still waits for.
    pub fn awaits(self) -> usize {
        usize::from(self.inner().bonus_balls) - self.bonus().count()
    }

    /// The frame's score, once it is settled.
    pub fn score(self) -> Option<u16> {
        let before = self.index.checked_sub(1).map_or(0, |before| self.card.totals[usize::from(before)]);
        Some(self.total()? - before)
    }

    /// The running total, once this frame is settled.
    pub fn total(self) -> Option<u16> {
        self.card.running_totals().get(usize::from(self.index)).copied()
    }
}
