//! Totals of complete games, four lines at a time: their walks do not wait for each other, so the
//! processor does them at once. The scorer calls it for `--to totals`.

use super::automaton::{Automaton, Step, Steps, total};
use super::{LANES, LONGEST};
use crate::game::Rules;
use crate::parse::Dialect;

/// Walks lines of one rule set. It remembers which dialect the lines before were in, for the next are likely alike.
pub struct Walker {
    rules: Rules,
    dialect: Dialect,
    notation: bool,
}

impl Walker {
    /// A walker, or `None` where lines are in no dialect that it knows.
    #[must_use]
    pub fn new(rules: Rules, dialect: Dialect) -> Option<Self> {
        (dialect != Dialect::Log).then_some(Self { rules, dialect, notation: dialect == Dialect::Notation })
    }

    /// The totals of lines that start at these places among the bytes; `None` for a line that the plain way must
    /// look at.
    pub fn totals(&mut self, bytes: &[u8], starts: [usize; LANES], lines: [&[u8]; LANES]) -> [Option<u16>; LANES] {
        let len = lines.iter().map(|line| line.len() + 1).max().unwrap_or_default();
        let Some(lines) = padded(bytes, starts, len) else {
            return [None; LANES];
        };
        let automaton = Automaton::of(self.rules);
        let totals = walk(if self.notation { &automaton.notation } else { &automaton.rolls }, lines);
        if self.dialect == Dialect::Auto && totals.iter().all(Option::is_none) {
            self.notation = !self.notation;
        }
        totals
    }
}

/// All lines as long as the longest: what stands behind a line end does not matter to the automaton.
fn padded(bytes: &[u8], starts: [usize; LANES], len: usize) -> Option<[&[u8]; LANES]> {
    let mut lines = [&bytes[..0]; LANES];
    for (line, start) in lines.iter_mut().zip(starts) {
        *line = bytes.get(start..start + len)?;
    }
    (len <= LONGEST).then_some(lines)
}

/// Walks all lanes to the end of the longest.
fn walk(steps: &Steps, [a, b, c, d]: [&[u8]; LANES]) -> [Option<u16>; LANES] {
    let mut lanes = [Step::START; LANES];
    let mut points = [0; LANES];
    for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
        for (lane, byte) in [a, b, c, d].into_iter().enumerate() {
            lanes[lane] = lanes[lane].over(byte, steps);
            points[lane] += lanes[lane].points();
        }
    }
    std::array::from_fn(|lane| lanes[lane].is_accepted().then_some(total(points[lane])))
}
