//! Stage 2: what three balls make of a frame, as a table.

use std::sync::OnceLock;

use super::tape::{self, CODES, symbol};
use crate::game::frame::FrameBalls;
use crate::game::lane::step;
use crate::game::rules::RuleRow;
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

/// The scores of frames under one rule set.
pub(super) struct FrameTable {
    pub(super) frame: FrameEntries,
    pub(super) tenth: FrameEntries,
}

pub(super) struct FrameEntries([FrameEntry; TRIPLES]);

/// The balls of frames under one rule set.
pub(super) struct BallTable {
    pub(super) frame: BallEntries,
    pub(super) tenth: BallEntries,
}

/// By the codes that can be those of the frame's own balls. Fewer need less of the cache.
pub(super) struct BallEntries(Vec<FrameBalls>);

/// A table per rule set.
type Tables<T> = [OnceLock<T>; Rules::ALL.len()];

impl FrameTable {
    /// The table of a rule set, made when it is first asked for.
    pub(super) fn of(rules: Rules) -> &'static Self {
        static TABLES: Tables<Box<FrameTable>> = [const { OnceLock::new() }; _];
        let entries = |frame| {
            let mut entries = FrameEntries([0; TRIPLES]);
            Played::each(rules, frame, |triple, played| entries.0[triple] = played.entry());
            entries
        };
        TABLES[rules as usize].get_or_init(|| Box::new(Self { frame: entries(0), tenth: entries(FRAMES - 1) }))
    }
}

impl FrameEntries {
    #[inline]
    pub(super) const fn entry(&self, triple: usize) -> FrameEntry {
        self.0[triple % TRIPLES]
    }
}

impl BallTable {
    /// The table of a rule set, made when it is first asked for.
    pub(super) fn of(rules: Rules) -> &'static Self {
        static TABLES: Tables<BallTable> = [const { OnceLock::new() }; _];
        let entries = |frame, most_balls: u8| {
            let mut entries = vec![FrameBalls::EMPTY; CODES.pow(most_balls.into())];
            let own = entries.len() - 1;
            Played::each(rules, frame, |triple, played| entries[triple & own] = played.balls);
            BallEntries(entries)
        };
        let table = || Self { frame: entries(0, rules.row().balls), tenth: entries(FRAMES - 1, 3) };
        TABLES[rules as usize].get_or_init(table)
    }
}

impl BallEntries {
    #[inline]
    pub(super) fn balls(&self, triple: usize) -> &FrameBalls {
        &self.0[triple & (self.0.len() - 1)]
    }
}

/// A frame as far as it is played.
#[derive(Clone, Copy)]
struct Played {
    row: &'static RuleRow,
    frame: u8,
    lane: Lane,
    bonus_balls: u8,
    score: FrameEntry,
    dialects: FrameEntry,
    balls: FrameBalls,
}

impl Played {
    /// Plays a frame with every triple that settles it.
    fn each(rules: Rules, frame: u8, mut settled: impl FnMut(usize, &Self)) {
        let (row, balls) = (rules.row(), FrameBalls::EMPTY);
        let start = Self { row, frame, lane: Lane::at_frame(row, frame), bonus_balls: 0, score: 0, dialects: 0, balls };
        let after = |played: Self, code| if played.is_settled() { Some(played) } else { played.after(code) };
        for first in 0..CODES {
            let Some(one) = after(start, first) else { continue };
            for second in 0..CODES {
                let Some(two) = after(one, second) else { continue };
                for third in 0..CODES {
                    if let Some(three) = after(two, third).filter(Self::is_settled) {
                        settled(first + CODES * (second + CODES * third), &three);
                    }
                }
            }
        }
    }

    const fn is_settled(&self) -> bool {
        self.lane.frame != self.frame && self.bonus_balls == 0
    }

    fn entry(&self) -> FrameEntry {
        self.dialects | self.score << SCORE_SHIFT | self.balls.balls().len() as FrameEntry
    }

    /// The same after a ball; `None` if that is impossible.
    fn after(mut self, code: usize) -> Option<Self> {
        let symbol = symbol(code as u8)?;
        let roll = symbol.roll_on(&self.lane).ok()?;
        let outcome = step(self.row, &self.lane, roll.pins())?;
        if self.lane.frame == self.frame {
            self.score += FrameEntry::from(outcome.points);
            self.bonus_balls = outcome.bonus_balls;
            self.dialects |= dialect(code as u8);
            self.balls.push_settled(roll, &outcome);
        } else {
            self.score += FrameEntry::from(outcome.value);
            self.bonus_balls -= 1;
        }
        self.lane = outcome.next;
        Some(self)
    }
}

/// The bit of the dialect that alone writes a ball like this.
const fn dialect(code: u8) -> FrameEntry {
    match code {
        tape::ZERO | tape::TEN => 1 << ROLLS_SHIFT,
        tape::STRIKE | tape::SPARE | tape::GUTTER => 1 << NOTATION_SHIFT,
        _ => 0,
    }
}
