//! The rules as an automaton over bytes, built by the compiler from [`game::table`](crate::game::table):
//! one look-up a byte gives the next state and the points. It takes complete, ordinary games and
//! fails on everything else.
//!
//! A state is a lane and the bonuses that wait there, so the points of a ball are final when it is
//! rolled. [`totals`](super::totals) walks it.

use crate::game::rules::TABLE;
use crate::game::table::{DISTINCT, LaneId, PLACES, START, Table};
use crate::game::{Pins, Rules};

/// Kinds of bytes that the automaton tells apart; the digits come first and are their own kinds.
pub const KINDS: usize = 16;
pub(super) const SEPARATOR: u8 = 10;
const LINE_END: u8 = 11;
pub(super) const STRIKE: u8 = 12;
pub(super) const SPARE: u8 = 13;
pub(super) const GUTTER: u8 = 14;
const UNUSUAL: u8 = 15;

/// The kind of each byte.
pub static KIND: [u8; 256] = {
    let mut kinds = [UNUSUAL; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            digit @ b'0'..=b'9' => digit - b'0',
            b'\n' => LINE_END,
            b'X' => STRIKE,
            b'/' => SPARE,
            b'-' => GUTTER,
            separator if crate::parse::token::is_separator(separator) => SEPARATOR,
            _ => UNUSUAL,
        };
        byte += 1;
    }
    kinds
};

/// The most states that a number of ten bits can name.
pub const STATES: usize = 1024;
const FAILED: u16 = STATES as u16 - 1;
const ACCEPTED: u16 = STATES as u16 - 2;

/// The state after a byte and the points on the way to it, in the form that costs least to use:
/// ten bits in the middle are the state times [`KINDS`], the four below them are the points without
/// their sixteens, and one above them is the sixteen.
#[derive(Clone, Copy, Debug)]
pub struct Step(u16);

const STATE: u16 = (STATES as u16 - 1) * KINDS as u16;
const POINTS: u16 = (1 << 14) | 15;

impl Step {
    /// Before the first byte of a line.
    pub const START: Self = Self(0);

    const fn new(state: u16, points: u8) -> Self {
        assert!((state as usize) < STATES && points < 32, "a step has no room for this");
        Self((state * KINDS as u16) | ((points as u16 / 16) << 14) | (points as u16 % 16))
    }

    /// The next step, over a byte.
    #[inline]
    #[must_use]
    pub const fn over(self, byte: u8, steps: &Steps) -> Self {
        let kind = KIND[byte as usize] as usize % KINDS;
        steps[(self.0 & STATE) as usize | kind]
    }

    /// The points on the way, to be added up with others before they are [`total`]led.
    #[inline]
    #[must_use]
    pub const fn points(self) -> u32 {
        (self.0 & POINTS) as u32
    }

    /// Was the line a complete game?
    #[inline]
    #[must_use]
    pub const fn is_accepted(self) -> bool {
        self.0 & STATE == ACCEPTED * KINDS as u16
    }
}

/// The total of added-up [`Step::points`].
#[inline]
#[must_use]
pub const fn total(points: u32) -> u16 {
    ((points & 0x3FFF) + 16 * (points >> 14)) as u16
}

/// The steps from every state over every kind of byte.
pub type Steps = [Step; STATES * KINDS];

/// The automaton of one rule set in both dialects.
pub struct Automaton {
    /// For numbers of pins.
    pub rolls: Steps,
    /// For the symbols of score sheets.
    pub notation: Steps,
}

static AUTOMATA: [Automaton; DISTINCT] = {
    const FIRST: Automaton = Automaton::new(TABLE[0].rules);
    let mut automata = [FIRST; DISTINCT];
    let (mut at, mut made) = (1, 1);
    while at < TABLE.len() {
        if PLACES[at] == made {
            automata[made] = Automaton::new(TABLE[at].rules);
            made += 1;
        }
        at += 1;
    }
    automata
};

impl Automaton {
    /// The automaton of a rule set.
    #[must_use]
    pub const fn of(rules: Rules) -> &'static Self {
        &AUTOMATA[PLACES[rules as usize]]
    }

    const fn new(rules: Rules) -> Self {
        let waits = Waits::new(Table::of(rules));
        Self { rolls: rolls(&waits), notation: notation(&waits) }
    }
}

/// A lane, and how many earlier frames count the next ball and the one after it.
#[derive(Clone, Copy)]
struct Wait {
    lane: LaneId,
    next: u8,
    second: u8,
}

/// More than any rule set has; three states are made of each for numbers.
const WAITS: usize = 340;

/// All lanes with all bonuses that can wait there.
struct Waits {
    table: &'static Table,
    all: [Wait; WAITS],
    len: usize,
    /// By lane and by bonuses, the place among `all`.
    places: [u16; 256 * 6],
}

/// After a ball: where, and with how many points. Both dialects have a failing state for the rest.
const IMPOSSIBLE: (u16, u8) = (u16::MAX, 0);

impl Waits {
    const fn new(table: &'static Table) -> Self {
        let first = Wait { lane: START, next: 0, second: 0 };
        let mut waits = Self { table, all: [first; WAITS], len: 1, places: [u16::MAX; 256 * 6] };
        waits.places[0] = 0;
        let mut at = 0;
        while at < waits.len {
            let mut pins = 0;
            while pins <= 10 {
                let after = waits.after(at, pins);
                if let Some((wait, _)) = after {
                    let code = Self::code(wait);
                    if waits.places[code] == u16::MAX {
                        waits.places[code] = waits.len as u16;
                        waits.all[waits.len] = wait;
                        waits.len += 1;
                    }
                }
                pins += 1;
            }
            at += 1;
        }
        waits
    }

    const fn code(wait: Wait) -> usize {
        wait.lane as usize * 6 + wait.next as usize * 2 + wait.second as usize
    }

    /// What a ball makes of a place, and its points for its own frame and for those that wait.
    const fn after(&self, at: usize, pins: u8) -> Option<(Wait, u8)> {
        let wait = self.all[at];
        let Some(pins) = Pins::new(pins) else {
            return None;
        };
        let entry = self.table.ball(wait.lane, pins);
        if !entry.is_legal() {
            return None;
        }
        let points = entry.points + entry.points * wait.next;
        let owed = entry.ball.owed;
        let next = Wait { lane: entry.next, next: wait.second + (owed > 0) as u8, second: (owed > 1) as u8 };
        Some((next, points))
    }

    const fn roll(&self, at: usize, pins: u8) -> (u16, u8) {
        match self.after(at, pins) {
            Some((wait, points)) => (self.places[Self::code(wait)], points),
            None => IMPOSSIBLE,
        }
    }

    const fn is_over(&self, at: usize) -> bool {
        self.table.lane(self.all[at].lane).is_over()
    }
}

#[expect(clippy::large_stack_arrays, reason = "the compiler builds it, no stack ever holds it")]
const fn failing() -> Steps {
    let mut steps = [Step::new(FAILED, 0); STATES * KINDS];
    let mut kind = 0;
    while kind < KINDS {
        // What stands behind an accepted line belongs to the next one.
        steps[ACCEPTED as usize * KINDS + kind] = Step::new(ACCEPTED, 0);
        kind += 1;
    }
    steps
}

/// A symbol a ball, in whatever groups. A 0 may be half of a ten, so it fails. Of each place two
/// states are made, before and after the first `X` or `/`: without one the digits could be numbers.
const fn notation(waits: &Waits) -> Steps {
    let mut steps = failing();
    let mut at = 0;
    while at < waits.len {
        let lane = waits.table.lane(waits.all[at].lane);
        let mut marked = 0;
        while marked < 2 {
            let state = 2 * at + marked;
            let row = state * KINDS;
            let mut pins = 0;
            while pins <= 10 {
                let (after, points) = waits.roll(at, pins);
                if after != IMPOSSIBLE.0 {
                    let (plain, marking) =
                        (Step::new(2 * after + marked as u16, points), Step::new(2 * after + 1, points));
                    match pins {
                        0 => steps[row + GUTTER as usize] = plain,
                        10 if lane.is_full() => steps[row + STRIKE as usize] = marking,
                        1..=9 => steps[row + pins as usize] = plain,
                        _ => {}
                    }
                    if lane.thrown == 1 && pins == lane.standing {
                        steps[row + SPARE as usize] = marking;
                    }
                }
                pins += 1;
            }
            steps[row + SEPARATOR as usize] = Step::new(state as u16, 0);
            if waits.is_over(at) && marked == 1 {
                steps[row + LINE_END as usize] = Step::new(ACCEPTED, 0);
            }
            marked += 1;
        }
        at += 1;
    }
    steps
}

/// A token a ball. Of each place three states are made: between tokens, after a token, and after a
/// `1` that may become a `10`.
const fn rolls(waits: &Waits) -> Steps {
    let mut steps = failing();
    let mut at = 0;
    while at < waits.len {
        let (between, after, one) = (3 * at, 3 * at + 1, 3 * at + 2);
        let mut pins = 0;
        while pins <= 9 {
            let (state, points) = waits.roll(at, pins);
            if pins != 1 && state != IMPOSSIBLE.0 {
                steps[between * KINDS + pins as usize] = Step::new(3 * state + 1, points);
            }
            pins += 1;
        }
        steps[between * KINDS + 1] = Step::new(one as u16, 0);
        steps[between * KINDS + SEPARATOR as usize] = Step::new(between as u16, 0);
        steps[after * KINDS + SEPARATOR as usize] = Step::new(between as u16, 0);
        if waits.is_over(at) {
            steps[between * KINDS + LINE_END as usize] = Step::new(ACCEPTED, 0);
            steps[after * KINDS + LINE_END as usize] = Step::new(ACCEPTED, 0);
        }
        let (state, points) = waits.roll(at, 10);
        if state != IMPOSSIBLE.0 {
            steps[one * KINDS] = Step::new(3 * state + 1, points);
        }
        let (state, points) = waits.roll(at, 1);
        if state != IMPOSSIBLE.0 {
            steps[one * KINDS + SEPARATOR as usize] = Step::new(3 * state, points);
            if waits.is_over(state as usize) {
                steps[one * KINDS + LINE_END as usize] = Step::new(ACCEPTED, points);
            }
        }
        at += 1;
    }
    steps
}
