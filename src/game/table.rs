//! [`step`] as tables, built by the compiler: every lane that a game can come to gets a number, and
//! one look-up says what a ball does there. [`Game`](super::Game) and the fast path of the filter walk them.

use super::frame::{Ball, Mark};
use super::pins::{Pins, RACK, Roll};
use super::rules::{Bonus, Row, Rules, TABLE};
use super::step::{FRAMES, Lane, step};

/// So many lanes are enough for every rule set; the compiler checks it.
const LANES: usize = 256;
/// What a ball can knock down: 0 to 10.
const PINS: usize = RACK as usize + 1;
/// What can be written down for a ball: its pins, or one of the codes that follow. A power of two.
pub const CODES: usize = 16;

/// What is written down for a ball: 0 to 10 pins, or a sign.
pub type Code = u8;
/// `/`: whatever stands, with the second ball.
pub const SPARE: Code = 11;
/// `X`: ten pins of a full rack.
pub const STRIKE: Code = 12;
/// No ball at all.
pub const NOTHING: Code = 13;
/// What cannot be read.
pub const UNKNOWN: Code = 14;
/// `F`: a ball over the foul line. No table has it, since its pins do not tell it.
pub const FOUL: Code = 15;

/// The number of a lane.
pub type LaneId = u8;

/// What a ball does on one lane, ready to use.
/// Eight bytes are found by a shift, where seven would have to be multiplied.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub struct Entry {
    /// The ball as the game keeps it.
    pub ball: Ball,
    /// The lane after it: [`DEAD`] where it cannot be rolled.
    pub next: LaneId,
    /// What it adds to its own frame, and what it is worth as the bonus of another.
    pub points: u8,
    /// The number of its frame, from 1; [`NO_FRAME`] for what is no ball.
    pub frame: u8,
}

impl Entry {
    const IMPOSSIBLE: Self = Self { ball: Ball::NONE, next: DEAD, points: 0, frame: NO_FRAME };

    /// Can it be rolled? What is no ball at all always can, and does nothing.
    #[inline]
    #[must_use]
    pub const fn is_legal(&self) -> bool {
        self.next != DEAD
    }
}

/// All lanes of a rule set, and all balls on them.
#[derive(Debug)]
pub struct Table {
    lanes: [Lane; LANES],
    entries: [[Entry; CODES]; LANES],
}

/// The lane after something impossible: nothing is possible there.
pub const DEAD: LaneId = LaneId::MAX;
/// More than there are frames, and still a place of its own where something is kept for each.
pub const NO_FRAME: u8 = 15;
/// The lane before the first ball.
pub const START: LaneId = 0;

/// Rule sets that differ in nothing but their names share a table: the row that each one's is made from.
pub(crate) const DISTINCT: usize = {
    let mut distinct = 0;
    let mut at = 0;
    while at < TABLE.len() {
        distinct += (first_like(at) == at) as usize;
        at += 1;
    }
    distinct
};

/// The place of each rule set's table among the [`DISTINCT`] ones.
pub(crate) const PLACES: [usize; TABLE.len()] = {
    let mut places = [0; TABLE.len()];
    let (mut at, mut next) = (0, 0);
    while at < TABLE.len() {
        let like = first_like(at);
        places[at] = if like == at { next } else { places[like] };
        next += (like == at) as usize;
        at += 1;
    }
    places
};

/// The first row that plays like this one.
const fn first_like(at: usize) -> usize {
    let mut first = 0;
    while !TABLE[first].plays_like(&TABLE[at]) {
        first += 1;
    }
    first
}

static TABLES: [Table; DISTINCT] = {
    const FIRST: Table = Table::new(&TABLE[0]);
    let mut tables = [FIRST; DISTINCT];
    let mut at = 1;
    while at < TABLE.len() {
        if first_like(at) == at {
            tables[PLACES[at]] = Table::new(&TABLE[at]);
        }
        at += 1;
    }
    tables
};

impl Table {
    /// The table of a rule set.
    #[must_use]
    pub const fn of(rules: Rules) -> &'static Self {
        &TABLES[PLACES[rules as usize]]
    }

    /// What stands on a lane.
    #[must_use]
    pub const fn lane(&self, id: LaneId) -> &Lane {
        &self.lanes[id as usize]
    }

    /// What a ball does on a lane.
    #[inline]
    #[must_use]
    pub const fn ball(&self, id: LaneId, pins: Pins) -> &Entry {
        self.code(id, pins.get())
    }

    /// What that which is written down does on a lane.
    #[inline]
    #[must_use]
    pub const fn code(&self, id: LaneId, code: Code) -> &Entry {
        &self.entries[id as usize][code as usize % CODES]
    }

    /// Plays every ball on every lane that can be reached, from the first on.
    #[expect(clippy::large_stack_arrays, reason = "the compiler builds it, no stack ever holds it")]
    const fn new(row: &Row) -> Self {
        let mut table = Self { lanes: [Lane::new(row); LANES], entries: [[Entry::IMPOSSIBLE; CODES]; LANES] };
        let mut numbers = Numbers::new();
        numbers.number(Lane::new(row));
        let mut id = 0;
        while id < numbers.len {
            let lane = table.lanes[id];
            let mut pins = 0;
            while pins < PINS {
                if let Some(pins_down) = Pins::new(pins as u8)
                    && let Ok(ball) = step(row, lane, pins_down)
                {
                    // Where marks are paid at once nobody is owed anything, so one number does for both.
                    assert!(ball.points == ball.value || matches!(row.bonus, Bonus::AtOnce));
                    let next = numbers.number(ball.next);
                    table.lanes[next] = ball.next;
                    let entry = Entry {
                        ball: Ball::new(Roll::new(pins_down), ball.mark, ball.owed),
                        next: next as LaneId,
                        points: ball.points,
                        frame: lane.frame + 1,
                    };
                    table.entries[id][pins] = entry;
                    match ball.mark {
                        Some(Mark::Strike) if pins_down.get() == RACK => table.entries[id][STRIKE as usize] = entry,
                        Some(Mark::Spare) => table.entries[id][SPARE as usize] = entry,
                        _ => {}
                    }
                }
                pins += 1;
            }
            table.entries[id][NOTHING as usize] = Entry { next: id as LaneId, ..Entry::IMPOSSIBLE };
            id += 1;
        }
        table
    }
}

/// Numbers for lanes, given out in the order in which the lanes are met.
struct Numbers {
    by_lane: [u16; ALL_LANES],
    len: usize,
}

const NONE: u16 = u16::MAX;
/// Frames (and the end), balls left, pins standing, balls thrown, filling or not.
const ALL_LANES: usize = (FRAMES as usize + 1) * 4 * PINS * 3 * 2;

impl Numbers {
    const fn new() -> Self {
        Self { by_lane: [NONE; ALL_LANES], len: 0 }
    }

    const fn number(&mut self, lane: Lane) -> usize {
        let code = lane.frame as usize * 4 + lane.left as usize;
        let code = (code * PINS + lane.standing as usize) * 3 + lane.thrown as usize;
        let code = code * 2 + lane.filling as usize;
        if self.by_lane[code] == NONE {
            assert!(self.len < DEAD as usize, "a rule set has more lanes than there are numbers");
            self.by_lane[code] = self.len as u16;
            self.len += 1;
        }
        self.by_lane[code] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_up_says_what_step_says() {
        for rules in Rules::ALL {
            let (table, row) = (Table::of(rules), rules.row());
            for id in 0..=LaneId::MAX {
                for pins in (0..=RACK).filter_map(Pins::new) {
                    let (entry, stepped) = (table.ball(id, pins), step(row, *table.lane(id), pins));
                    // Numbers that no lane has got look like the first lane and allow nothing.
                    let unused = id != START && table.lane(id) == table.lane(START);
                    assert_eq!(entry.is_legal(), stepped.is_ok() && !unused, "{rules} {id} {pins:?}");
                    if let (true, Ok(ball)) = (entry.is_legal(), stepped) {
                        let entered = (*table.lane(entry.next), entry.ball.mark(), entry.points, entry.ball.owed);
                        assert_eq!(entered, (ball.next, ball.mark, ball.points, ball.owed));
                    }
                }
            }
        }
    }
}
