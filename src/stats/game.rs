//! The figures of one game.

use super::series::SeriesPart;
use crate::game::{FRAMES, Frame, Game, Mark, RACK};

/// All frames but the tenth.
const NINE: usize = FRAMES as usize - 1;

/// The figures of one complete game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameFigures {
    pub(crate) total: u16,
    /// The frames that are strikes, the first frame in the lowest bit.
    pub(super) strike_frames: u16,
    /// The frames that are spares.
    pub(super) spare_frames: u16,
    /// A bit for each ball at a full rack, the first in the lowest bit, set for a strike. A bit
    /// above them marks their number.
    racks: u16,
    pub(super) strikes: u8,
    pub(super) spares: u8,
    pub(super) spare_chances: u8,
    /// Spares of racks with one pin left, and all such racks at which another ball was rolled.
    pub(super) single: u8,
    pub(super) single_chances: u8,
    pub(super) opens: u8,
    pub(super) first_ball_pins: u8,
    pub(super) splits: u8,
    pub(super) converted: u8,
    /// Whether more than the pins of some ball is known: a leave, a split or a foul.
    pub(crate) has_leaves: bool,
    /// The strikes and spares of frames 1 to 9, and the pins that they gained by later balls.
    pub(super) gaining_strikes: u8,
    pub(super) strike_gain: u16,
    pub(super) gaining_spares: u8,
    pub(super) spare_gain: u16,
}

/// What the frames of the same mark, among the first nine, add up to.
#[derive(Clone, Copy, Default)]
struct FramesOfMark {
    count: u8,
    /// Which frames they are.
    frames: u16,
    /// The pins that they scored beyond ten; meaningless for open frames.
    gain: u16,
    /// Those of which the first ball left one pin, or would have but for a no-tap rule.
    single: u8,
}

impl GameFigures {
    /// The figures of a game; `None` if it is not complete.
    pub(crate) fn new(game: &Game) -> Option<Self> {
        let mut frames = game.frames();
        let tenth = frames.next_back().filter(|_| game.is_complete())?;
        let mut figures = Self { total: game.score(), has_leaves: tenth.has_signs(), ..Self::default() };
        let (mut by_mark, mut before) = ([FramesOfMark::default(); 3], 0);
        for ((at, frame), &total) in frames.enumerate().zip(game.running_totals()) {
            let first = frame.first_pins();
            figures.first_ball_pins += first;
            figures.has_leaves |= frame.has_signs();
            // A place instead of a branch, because it cannot be predicted which mark comes next.
            let of_mark = &mut by_mark[frame.mark().map_or(2, |mark| mark as usize)];
            of_mark.count += 1;
            of_mark.frames |= 1 << at;
            of_mark.gain = of_mark.gain.wrapping_add(total - before).wrapping_sub(RACK.into());
            of_mark.single += u8::from(first == RACK - 1);
            before = total;
        }
        // Frames one to nine have one rack each, and a second ball unless the first was a strike. Counting
        // them by their marks instead of ball by ball took a third off the time of `bowling stats`.
        let [strikes, spares, opens] = by_mark;
        (figures.strikes, figures.gaining_strikes, figures.strike_gain) = (strikes.count, strikes.count, strikes.gain);
        (figures.spares, figures.gaining_spares, figures.spare_gain) = (spares.count, spares.count, spares.gain);
        (figures.strike_frames, figures.spare_frames, figures.racks) = (strikes.frames, spares.frames, strikes.frames);
        figures.spare_chances = spares.count + opens.count;
        (figures.single, figures.single_chances) = (spares.single, spares.single + opens.single);
        figures.opens = opens.count + u8::from(tenth.is_open());
        figures.add_tenth(tenth);
        if figures.has_leaves {
            game.frames().for_each(|frame| figures.add_splits(frame));
        }
        Some(figures)
    }

    /// Adds the tenth frame, which has up to three racks.
    fn add_tenth(&mut self, tenth: Frame<'_>) {
        self.strike_frames |= u16::from(tenth.mark() == Some(Mark::Strike)) << NINE;
        self.spare_frames |= u16::from(tenth.mark() == Some(Mark::Spare)) << NINE;
        let (mut racks, mut at_rack, mut is_single) = (NINE, 0, false);
        for ball in tenth.balls() {
            if at_rack == 0 {
                let is_strike = ball.mark == Some(Mark::Strike);
                self.strikes += u8::from(is_strike);
                self.racks |= u16::from(is_strike) << racks;
                self.first_ball_pins += ball.pins();
                is_single = ball.pins() == RACK - 1;
                racks += 1;
            } else if at_rack == 1 {
                let is_spare = ball.mark == Some(Mark::Spare);
                self.spares += u8::from(is_spare);
                self.spare_chances += 1;
                self.single += u8::from(is_single && is_spare);
                self.single_chances += u8::from(is_single);
            }
            at_rack = if ball.mark.is_some() { 0 } else { at_rack + 1 };
        }
        self.racks |= 1 << racks;
    }

    fn add_splits(&mut self, frame: Frame<'_>) {
        for rack in frame.racks().filter(|rack| rack[0].roll.left_split()) {
            self.splits += 1;
            self.converted += u8::from(rack.iter().any(|ball| ball.mark == Some(Mark::Spare)));
        }
    }

    pub(super) const fn strike_chances(&self) -> u32 {
        self.racks.ilog2()
    }

    /// The game as a part of a series.
    pub(super) const fn series(&self) -> SeriesPart {
        let chances = self.strike_chances();
        let strikes = self.racks ^ 1 << chances;
        let lead = strikes.trailing_ones();
        let trail = (strikes << (u16::BITS - chances)).leading_ones();
        SeriesPart::of_game(self.total, lead as u64, trail as u64, lead == chances)
    }

    /// The most strikes in a row.
    pub(super) const fn longest_run(&self) -> u64 {
        let mut left = self.racks ^ 1 << self.strike_chances();
        let mut longest = 0;
        while left != 0 {
            // Every run becomes shorter by one.
            left &= left << 1;
            longest += 1;
        }
        longest
    }
}
