//! The mean score of a bowler, worked out from the chances of every ball.

use super::bowler::Skill;
use crate::game::lane::step;
use crate::game::rules::RuleRow;
use crate::game::{FRAMES, Lane, Pins};

/// How often the next ball, and the one after it, count as a bonus of earlier frames.
#[derive(Clone, Copy, Default)]
struct PendingBonus {
    next: u8,
    after: u8,
}

impl PendingBonus {
    /// All that occur: two strikes make the next ball count twice, and the one after it once.
    const COUNT: usize = 6;

    const fn index(self) -> usize {
        (self.next * 2 + self.after) as usize
    }

    const fn of_index(index: usize) -> Self {
        Self { next: index as u8 / 2, after: index as u8 % 2 }
    }

    /// What is left after a ball that earns `balls` of its own.
    const fn then(self, balls: u8) -> Self {
        Self { next: self.after + (balls > 0) as u8, after: (balls > 1) as u8 }
    }
}

/// The mean score in units of 2⁻³⁰ pins.
pub(super) fn expected_score(row: &RuleRow, skill: &Skill) -> u64 {
    let all = |frame| std::array::from_fn(|start| Results::of_frame(row, skill, frame, PendingBonus::of_index(start)));
    // The frames before the tenth are alike.
    let (ordinary, tenth): ([Results; PendingBonus::COUNT], [Results; PendingBonus::COUNT]) = (all(0), all(FRAMES - 1));
    let mut score = 0;
    let mut starts = [0; PendingBonus::COUNT];
    starts[PendingBonus::default().index()] = 1 << 30;
    for frame in 0..FRAMES {
        let results = if frame + 1 < FRAMES { &ordinary } else { &tenth };
        let mut ends = [0; PendingBonus::COUNT];
        for (chance, result) in starts.into_iter().zip(results) {
            score += part(chance, result.score);
            for (end, &sum) in ends.iter_mut().zip(&result.ends) {
                *end += part(chance, sum);
            }
        }
        starts = ends;
    }
    score
}

/// A number times a chance.
const fn part(chance: u64, of: u64) -> u64 {
    ((chance as u128 * of as u128) >> 30) as u64
}

/// What a frame gives, over all ways through it. Chances are parts of 2³⁰.
#[derive(Default)]
struct Results {
    /// The mean of what its balls add to the score, also as a bonus of earlier frames.
    score: u64,
    /// The chance of each bonus after the frame.
    ends: [u64; PendingBonus::COUNT],
}

impl Results {
    fn of_frame(row: &RuleRow, skill: &Skill, frame: u8, bonus: PendingBonus) -> Self {
        let mut results = Self::default();
        results.roll(row, skill, Lane::at_frame(row, frame), bonus, 1 << 30);
        results
    }

    /// Adds all ways from here to the end of the frame.
    fn roll(&mut self, row: &RuleRow, skill: &Skill, lane: Lane, bonus: PendingBonus, chance: u64) {
        for pins in 0..=lane.standing {
            let chance = part(chance, skill.chance(&lane, pins));
            let outcome = Pins::new(pins).and_then(|pins| step(row, &lane, pins));
            let Some(outcome) = outcome.filter(|_| chance > 0) else { continue };
            self.score += chance * u64::from(outcome.points + outcome.value * bonus.next);
            let then = bonus.then(outcome.bonus_balls);
            if outcome.next.frame == lane.frame {
                self.roll(row, skill, outcome.next, then, chance);
            } else {
                self.ends[then.index()] += chance;
            }
        }
    }
}
