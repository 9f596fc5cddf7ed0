//! The frames of a game: balls, marks and running totals.

use super::Game;
use super::lane::BallOutcome;
use super::pin_set::PinSet;
use super::roll::{Pins, RACK, Roll};
use super::rules::Rules;

/// All pins of a rack with one ball or with two. A frame without a mark is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The first ball at a full rack knocked enough pins down.
    Strike,
    /// The second ball cleared the rack.
    Spare,
}

impl Mark {
    /// Its name in JSON and in prose.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Spare => "spare",
        }
    }
}

/// One ball of a [`Game`]: the roll, and the mark that it made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Ball {
    /// The pins, a foul, a split, a leave.
    pub roll: Roll,
    /// The mark that it made; fill balls make marks too.
    pub mark: Option<Mark>,
    /// Whether no pin stands after it. The third ball of a frame clears the rack without a mark, and a strike by no-tap
    /// rules may leave pins.
    pub clears_rack: bool,
}

impl Ball {
    /// The pins that it knocked down.
    pub const fn pins(self) -> u8 {
        self.roll.pins().get()
    }

    /// What it counts: its pins, and ten for a strike (a no-tap strike may have left pins standing).
    pub const fn value(self) -> u8 {
        match self.mark {
            Some(Mark::Strike) => RACK,
            _ => self.pins(),
        }
    }

    /// The pins that it left standing: none if it cleared the rack, and `None` if they are not known.
    pub const fn pins_left(self) -> Option<PinSet> {
        if self.clears_rack { Some(PinSet::EMPTY) } else { self.roll.leave() }
    }
}

/// The balls of one frame, and what they made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FrameBalls {
    /// Those after `count` are default.
    balls: [Ball; 3],
    count: u8,
    pub(super) is_over: bool,
    /// How many of the balls to come count for this frame.
    pub(super) awaits: u8,
    /// The mark of its first rack.
    mark: Option<Mark>,
    /// Whether more than the pins of a ball is known: a foul, a split, a leave.
    has_signs: bool,
}

impl FrameBalls {
    /// A frame before its first ball.
    pub(crate) const EMPTY: Self = {
        let ball = Ball { roll: Roll::new(Pins::NONE), mark: None, clears_rack: false };
        Self { balls: [ball; 3], count: 0, is_over: false, awaits: 0, mark: None, has_signs: false }
    };

    pub(crate) fn balls(&self) -> &[Ball] {
        self.balls.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Adds a ball, given its outcome.
    #[inline]
    pub(super) const fn push(&mut self, roll: Roll, outcome: &BallOutcome) {
        self.balls[self.count as usize] = Ball { roll, mark: outcome.mark, clears_rack: outcome.clears_rack };
        self.count += 1;
        self.awaits = outcome.bonus_balls;
        self.is_over = outcome.ends_frame;
        self.has_signs |= !roll.is_plain();
        // The marks of fill balls are their own.
        if self.mark.is_none() && self.count < 3 {
            self.mark = outcome.mark;
        }
    }

    /// Adds a ball of a frame whose bonus is known.
    #[cfg(feature = "cli")]
    pub(crate) const fn push_settled(&mut self, roll: Roll, outcome: &BallOutcome) {
        self.push(roll, outcome);
        self.awaits = 0;
    }
}

/// One frame of a [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(super) game: &'a Game,
    pub(super) index: u8,
}

impl<'a> Frame<'a> {
    const fn inner(self) -> &'a FrameBalls {
        &self.game.frames[self.index as usize]
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

    /// The pins of its first ball.
    pub(crate) const fn first_pins(self) -> u8 {
        self.inner().balls[0].pins()
    }

    /// The pins of its first two balls if there are no more of them, and nothing but their pins is known.
    #[cfg(feature = "cli")]
    pub(crate) const fn plain_pins(self) -> Option<[u8; 2]> {
        let FrameBalls { balls: [first, second, _], count, has_signs, .. } = self.inner();
        if *has_signs || *count > 2 { None } else { Some([first.pins(), second.pins()]) }
    }

    /// Whether more than the pins of a ball is known: a foul, a split, a leave.
    pub(crate) const fn has_signs(self) -> bool {
        self.inner().has_signs
    }

    /// The rules of the game.
    pub const fn rules(self) -> Rules {
        self.game.rules
    }

    /// Whether no more ball of this frame can be rolled.
    pub const fn is_over(self) -> bool {
        self.inner().is_over
    }

    /// The mark of the frame, once it is over; `None` for an open frame.
    pub const fn mark(self) -> Option<Mark> {
        if self.is_over() { self.inner().mark } else { None }
    }

    /// Whether the frame is over and has no mark. With three balls a frame, ten pins in three balls are open too.
    pub const fn is_open(self) -> bool {
        self.is_over() && self.mark().is_none()
    }

    /// `strike`, `spare` or `open`, once the frame is over.
    pub const fn kind(self) -> Option<&'static str> {
        match self.mark() {
            Some(mark) => Some(mark.name()),
            None if self.is_open() => Some("open"),
            None => None,
        }
    }

    /// The pins of the frame's own balls; a strike counts ten.
    pub fn pinfall(self) -> u16 {
        self.balls().iter().map(|ball| u16::from(ball.value())).sum()
    }

    /// The balls after the frame that count for it, as far as they are rolled: what each adds.
    pub fn bonus(self) -> impl Iterator<Item = u8> + Clone + 'a {
        let row = self.rules().row();
        let count = self.mark().map_or(0, |mark| row.bonus_balls(mark, self.index));
        let after = self.game.frames[usize::from(self.number())..].iter().flat_map(FrameBalls::balls);
        after.take(usize::from(count)).map(|ball| ball.value())
    }

    /// The frames after it that have begun.
    pub(crate) fn later(self) -> impl Iterator<Item = Self> {
        self.game.frames().skip(usize::from(self.number()))
    }

    /// How many balls after the frame it still waits for.
    pub fn awaits(self) -> usize {
        self.inner().awaits.into()
    }

    /// The frame's score, once it is settled.
    pub fn score(self) -> Option<u16> {
        let before = self.index.checked_sub(1).map_or(0, |before| self.game.totals[usize::from(before)]);
        Some(self.total()? - before)
    }

    /// The running total, once this frame is settled.
    pub fn total(self) -> Option<u16> {
        self.game.running_totals().get(usize::from(self.index)).copied()
    }
}
