//! A game scored frame by frame: balls, marks and running totals.

use super::Game;
use super::lane::{FRAMES, Lane, step};
use super::roll::{RACK, Roll};
use super::rules::Rules;

/// What a frame came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Spare => "spare",
            Self::Open => "open",
        }
    }
}

/// What a single ball made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BallMark {
    /// A strike: the first ball at a full rack knocked enough pins down.
    Strike,
    /// A spare: the second ball cleared the rack.
    Spare,
}

/// One ball of a [`ScoreCard`]: what was rolled, and what it made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ball {
    /// The pins, a foul, a split.
    pub roll: Roll,
    /// The mark, if it made one.
    pub mark: Option<BallMark>,
}

impl Ball {
    /// The pins that it knocked down.
    #[must_use]
    pub const fn pins(self) -> u8 {
        self.roll.pins().get()
    }

    /// What it counts: its pins, and ten for a strike (a no-tap strike may have left pins standing).
    #[must_use]
    pub const fn value(self) -> u8 {
        match self.mark {
            Some(BallMark::Strike) => RACK,
            _ => self.pins(),
        }
    }

    /// Whether it knocked down ten pins without making a mark: the third ball after two misses.
    #[must_use]
    pub const fn is_late_ten(self) -> bool {
        self.mark.is_none() && self.pins() == RACK
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreCard {
    pub(crate) rules: Rules,
    /// The frames; those after `begun` are empty.
    pub(crate) frames: [FrameBalls; FRAMES as usize],
    pub(crate) begun: u8,
    /// Running totals; those after `settled` are zero.
    pub(crate) totals: [u16; FRAMES as usize],
    pub(crate) settled: u8,
    pub(crate) max: u16,
}

/// The balls of one frame. Aligned, so that it is copied in one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct FrameBalls {
    balls: [Ball; 3],
    count: u8,
    /// `None` while the frame is being played.
    mark: Option<Mark>,
    /// How many of the following balls count for this frame.
    bonus_balls: u8,
    key: FrameKey,
}

/// What was rolled in a frame, as a number.
///
/// ```text
///   bit      15        14       13  12   11 … 8   7 … 4    3 … 0
///        +----------+---------+--------+--------+--------+-------+
///        | foul or  | is not  | balls  | third  | second | first |   pins of each ball, 0 for none
///        | split    | over    |        |        |        |       |
///        +----------+---------+--------+--------+--------+-------+
/// ```
type FrameKey = u16;

const HAS_FOUL_OR_SPLIT: FrameKey = 1 << 15;

impl FrameBalls {
    pub(crate) fn balls(&self) -> &[Ball] {
        self.balls.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// See [`Frame::key`].
    #[inline]
    pub(crate) const fn key(&self) -> u16 {
        self.key
    }

    /// Adds a ball that [`step`] has accepted for this frame.
    pub(crate) fn push(&mut self, ball: Ball, bonus_balls: u8, is_last: bool) {
        self.balls[usize::from(self.count)] = ball;
        self.count += 1;
        self.bonus_balls = bonus_balls;
        let balls = self.balls.iter().rev().fold(0, |key, ball| key << 4 | FrameKey::from(ball.pins()));
        let is_marked = self.balls.iter().any(|ball| ball.roll.is_foul() || ball.roll.is_split());
        self.key = balls
            | FrameKey::from(self.count) << 12
            | FrameKey::from(!is_last) << 14
            | if is_marked { HAS_FOUL_OR_SPLIT } else { 0 };
        if is_last {
            self.mark = Some(match (self.balls[0].mark, self.balls[1].mark) {
                (Some(BallMark::Strike), _) => Mark::Strike,
                (_, Some(BallMark::Spare)) => Mark::Spare,
                _ => Mark::Open,
            });
        }
    }
}

impl ScoreCard {
    /// A score card without a ball.
    pub(crate) fn empty(rules: Rules) -> Self {
        Self { rules, frames: Default::default(), begun: 0, totals: [0; FRAMES as usize], settled: 0, max: 0 }
    }

    /// Scores a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let mut card = Self::of_rolls(game.rules(), game.rolls());
        card.max = if card.is_complete() { card.total() } else { game.max() };
        card
    }

    /// The score card of the game whose frames have these [keys](Frame::key), without a foul or a split.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the formats of the program use it"))]
    pub(crate) fn of_keys(rules: Rules, keys: &[FrameKey]) -> Self {
        let mut game = Game::new(rules);
        for key in keys {
            for ball in 0..key >> 12 & 3 {
                // A key of a frame holds what the rules allow.
                let _ = game.roll((key >> (4 * ball) & 15) as u8);
            }
        }
        game.score_card()
    }

    /// Scores rolls that the rules allow, without working out `max`.
    pub(super) fn of_rolls(rules: Rules, rolls: &[Roll]) -> Self {
        let row = rules.row();
        let mut card = Self::empty(rules);
        let mut points = [0; FRAMES as usize];
        let mut lane = Lane::new(row);
        for &roll in rolls {
            let Ok(outcome) = step(row, lane, roll.pins()) else { break };
            let frame = usize::from(lane.frame);
            let is_last = outcome.next.frame != lane.frame;
            card.frames[frame].push(Ball { roll, mark: outcome.mark }, outcome.bonus_balls, is_last);
            card.begun = lane.frame + 1;
            points[frame] += u16::from(outcome.points);
            lane = outcome.next;
        }
        let mut total = 0;
        for (frame, points) in (0..lane.frame).zip(points) {
            let bonus = card.frame(frame);
            if bonus.awaits() > 0 {
                break;
            }
            total += points + bonus.bonus().map(u16::from).sum::<u16>();
            card.totals[usize::from(frame)] = total;
            card.settled = frame + 1;
        }
        card
    }

    /// The rules that the game was scored by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The frames that have begun, in order.
    #[must_use]
    pub fn frames(&self) -> impl ExactSizeIterator<Item = Frame<'_>> + Clone {
        (0..self.begun).map(|index| self.frame(index))
    }

    const fn frame(&self, index: u8) -> Frame<'_> {
        Frame { card: self, index }
    }

    /// The running totals of the settled frames.
    #[must_use]
    pub fn running_totals(&self) -> &[u16] {
        self.totals.get(..usize::from(self.settled)).unwrap_or_default()
    }

    /// The total of the settled frames.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.running_totals().last().copied().unwrap_or_default()
    }

    /// The best total still possible.
    #[must_use]
    pub const fn max(&self) -> u16 {
        self.max
    }

    /// Whether all ten frames are over.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        // Fill balls belong to the tenth frame, so it is settled as soon as it is over.
        self.settled == FRAMES
    }

    /// The frames and the running totals of a complete game.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the formats of the program use it"))]
    #[inline]
    pub(crate) fn complete(&self) -> Option<(&[FrameBalls; FRAMES as usize], &[u16; FRAMES as usize])> {
        self.is_complete().then_some((&self.frames, &self.totals))
    }

    /// Whether no ball was a foul or left a split.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the formats of the program use it"))]
    #[inline]
    pub(crate) fn has_no_foul_or_split(&self) -> bool {
        self.frames.iter().fold(0, |keys, frame| keys | frame.key) & HAS_FOUL_OR_SPLIT == 0
    }

    /// All balls in the order in which they were rolled.
    pub fn balls(&self) -> impl Iterator<Item = Ball> + Clone {
        self.frames.iter().flat_map(FrameBalls::balls).copied()
    }
}

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
    #[must_use]
    pub const fn number(self) -> u8 {
        self.index + 1
    }

    /// The balls of this frame.
    #[must_use]
    pub fn balls(self) -> &'a [Ball] {
        self.inner().balls()
    }

    /// The balls, padded with default ones to three.
    #[must_use]
    pub const fn padded_balls(self) -> &'a [Ball; 3] {
        &self.inner().balls
    }

    /// A number that tells what was rolled: below 16,384 for frames that are over, without a foul or a
    /// split. Those have the same number if and only if they have the same balls.
    #[must_use]
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the formats of the program use it"))]
    pub(crate) const fn key(self) -> u16 {
        self.inner().key()
    }

    /// Whether one of the balls was a foul or left a split.
    #[must_use]
    pub const fn has_foul_or_split(self) -> bool {
        self.inner().key & HAS_FOUL_OR_SPLIT != 0
    }

    /// The rules that the game was scored by.
    #[must_use]
    pub const fn rules(self) -> Rules {
        self.card.rules
    }

    /// What the frame came to; `None` while it is being played.
    #[must_use]
    pub const fn mark(self) -> Option<Mark> {
        self.inner().mark
    }

    /// What the frame's own balls count.
    #[must_use]
    pub fn pinfall(self) -> u16 {
        self.balls().iter().map(|ball| u16::from(ball.value())).sum()
    }

    /// What the balls after the frame add to it, as far as they are rolled.
    pub fn bonus(self) -> impl Iterator<Item = u8> + Clone + 'a {
        let after = self.card.frames[usize::from(self.number())..].iter().flat_map(FrameBalls::balls);
        after.take(usize::from(self.inner().bonus_balls)).map(|ball| ball.value())
    }

    /// How many balls after the frame it still waits for.
    #[must_use]
    pub fn awaits(self) -> usize {
        usize::from(self.inner().bonus_balls) - self.bonus().count()
    }

    /// The frame's score, once it is settled.
    #[must_use]
    pub fn score(self) -> Option<u16> {
        let before = self.index.checked_sub(1).map_or(0, |before| self.card.totals[usize::from(before)]);
        Some(self.total()? - before)
    }

    /// The running total, once this frame is settled.
    #[must_use]
    pub fn total(self) -> Option<u16> {
        self.card.running_totals().get(usize::from(self.index)).copied()
    }
}
