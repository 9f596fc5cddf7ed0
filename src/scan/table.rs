//! Stage 2: what three balls make of a frame, as a table.

use std::sync::OnceLock;

use super::tape::{self, CODES, symbol};
use crate::game::frame::FrameBalls;
use crate::game::lane::step;
use crate::game::{FRAMES, Lane, Rules};

/// The balls and the score of the frame that starts with a triple, 0 if the triple settles no frame.
///
/// ```text
///   bit  31 … 23       22 … 19    18 … 15    14 … 0
///       +-------------+----------+----------+---------+   rolls: 1 if a ball is written 0 or 10
///       | score, 0-30 | rolls    | notation | balls   |   notation: 1 if a ball is written X, / or -
///       +-------------+----------+----------+---------+
/// ```
///
/// A walk adds the entries of ten frames to the place where it starts. So the lowest bits are the
/// place where it is, the highest the total, and those between count the frames written in a way that
/// only one dialect has.
type FrameEntry = u32;

pub(super) const PLACES: usize = 1 << NOTATION_SHIFT;
pub(super) const NOTATION_SHIFT: u32 = 15;
pub(super) const ROLLS_SHIFT: u32 = 19;
pub(super) const SCORE_SHIFT: u32 = 23;

/// Triples of 4-bit codes, the first in the lowest bits.
pub(super) const TRIPLES: usize = CODES * CODES * CODES;

/// The tables of one rule set.
pub(super) struct FrameTable {
    pub(super) frame: FrameEntries,
    pub(super) tenth: FrameEntries,
}

pub(super) struct FrameEntries {
    entries: [FrameEntry; TRIPLES],
    balls: [FrameBalls; TRIPLES],
    /// The bits of a triple that can be the frame's own balls. Fewer bits need less of the cache.
    own: usize,
}

impl FrameTable {
    /// The table of a rule set, made when it is first asked for (about 0.1 ms).
    pub(super) fn of(rules: Rules) -> &'static Self {
        static TABLES: [OnceLock<Box<FrameTable>>; Rules::ALL.len()] = [const { OnceLock::new() }; Rules::ALL.len()];
        let table =
            || Box::new(Self { frame: FrameEntries::new(rules, 0), tenth: FrameEntries::new(rules, FRAMES - 1) });
        TABLES[rules as usize].get_or_init(table)
    }
}

impl FrameEntries {
    #[expect(clippy::large_stack_arrays, reason = "on the stack once, while the table is made")]
    fn new(rules: Rules, frame: u8) -> Self {
        let most_balls = if frame == FRAMES - 1 { 3 } else { rules.row().balls };
        let own = CODES.pow(most_balls.into()) - 1;
        let mut frames = Self { entries: [0; TRIPLES], balls: [FrameBalls::EMPTY; TRIPLES], own };
        for triple in 0..TRIPLES {
            if let Some((entry, balls)) = play(rules, frame, triple) {
                (frames.entries[triple], frames.balls[triple & own]) = (entry, balls);
            }
        }
        frames
    }

    #[inline]
    pub(super) const fn entry(&self, triple: usize) -> FrameEntry {
        self.entries[triple % TRIPLES]
    }

    #[inline]
    pub(super) const fn balls(&self, triple: usize) -> &FrameBalls {
        &self.balls[triple & self.own & (TRIPLES - 1)]
    }
}

/// Plays a triple from the start of a frame. `None` if that is impossible or settles nothing.
fn play(rules: Rules, frame: u8, triple: usize) -> Option<(FrameEntry, FrameBalls)> {
    let mut lane = Lane::at_frame(rules.row(), frame);
    let mut balls = FrameBalls::EMPTY;
    let (mut score, mut bonus_balls, mut dialects) = (0, 0, 0);
    for code in [triple % CODES, triple / CODES % CODES, triple / CODES / CODES] {
        let is_own = lane.frame == frame;
        if !is_own && bonus_balls == 0 {
            break;
        }
        let symbol = symbol(code as u8)?;
        let roll = symbol.roll_on(&lane).ok()?;
        let outcome = step(rules.row(), &lane, roll.pins())?;
        if is_own {
            score += FrameEntry::from(outcome.points);
            bonus_balls = outcome.bonus_balls;
            dialects |= dialect(code as u8);
            balls.push_settled(roll, &outcome);
        } else {
            score += FrameEntry::from(outcome.value);
            bonus_balls -= 1;
        }
        lane = outcome.next;
    }
    let is_settled = lane.frame != frame && bonus_balls == 0;
    is_settled.then_some((dialects | score << SCORE_SHIFT | balls.balls().len() as FrameEntry, balls))
}

/// The bit of the dialect that alone writes a ball like this.
const fn dialect(code: u8) -> FrameEntry {
    match code {
        tape::ZERO | tape::TEN => 1 << ROLLS_SHIFT,
        tape::STRIKE | tape::SPARE | tape::GUTTER => 1 << NOTATION_SHIFT,
        _ => 0,
    }
}
