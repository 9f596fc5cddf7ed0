//! The skill of a bowler: the chances of every number of pins, for a given average.
//!
//! A bowler is a point on a line that leads from one who throws gutter balls only, through the bowlers of
//! a table, to one who throws strikes only. Between two bowlers of the table the chances are interpolated.
//! The point is found by working out the mean score there, so the mean of many games is what was asked.
//!
//! The figures for tenpin follow published counts. Televised finals of the PBA, 2005 to 2010 (7,155 first
//! balls, counted by ESPN The Magazine): 61.1 % strikes, 96 % of corner pins converted. A league team that
//! publishes its statistics (bowlmovementswy.blogspot.com, 2009 and 2010): 27 % strikes, less than 4 % of first
//! balls with four pins or fewer, spares from 25 % with five pins left to 50 % with one; and strikes, spares and
//! opens equally often at averages of 150 to 169. The other figures are estimates on smooth curves through these.
//! For small balls all figures are estimates: no counts were found, only that professionals average 120 to 130
//! at candlepin.

use super::random::Random;
use super::score::expected_score;
use crate::game::rules::RuleRow;
use crate::game::{Lane, Rules};

/// The bowler of a table: all chances in a thousand.
struct Model {
    /// Of each number of pins with the first ball.
    first: [u16; 11],
    /// Of all the pins with a later ball, where 1 to 10 stand.
    spare: [u16; 10],
    /// Of no pins with a later ball that does not get all of them, in addition to [`MISSES`].
    gutter: u16,
}

const fn model(first: [u16; 11], spare: [u16; 10], gutter: u16) -> Model {
    Model { first, spare, gutter }
}

const GUTTERS: Model = model([1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0; 10], 1000);
const STRIKES: Model = model([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1000], [1000; 10], 0);

/// Bowlers with large balls. The averages at tenpin are 0, 83, 110, 146, 178, 201, 226, 300.
const LARGE_BALL: [Model; 8] = [
    GUTTERS,
    model([110, 40, 50, 75, 90, 110, 130, 140, 120, 85, 50], [280, 170, 130, 90, 60, 50, 40, 30, 20, 30], 150),
    model([30, 12, 18, 33, 52, 85, 135, 175, 185, 155, 120], [400, 270, 240, 190, 140, 100, 70, 50, 40, 70], 60),
    model([8, 3, 5, 9, 15, 42, 95, 150, 190, 215, 268], [510, 390, 400, 330, 250, 180, 140, 110, 80, 150], 30),
    model([3, 1, 2, 3, 6, 18, 55, 105, 165, 262, 380], [740, 540, 560, 470, 370, 280, 220, 170, 130, 250], 15),
    model([1, 0, 1, 1, 3, 8, 30, 68, 130, 288, 470], [880, 640, 670, 580, 470, 380, 300, 240, 200, 360], 8),
    model([0, 0, 0, 1, 1, 4, 15, 38, 80, 250, 611], [957, 660, 740, 660, 560, 460, 380, 320, 280, 500], 4),
    STRIKES,
];

/// Bowlers with small balls. The averages at candlepin are 0, 81, 95, 127, 300.
const SMALL_BALL: [Model; 5] = [
    GUTTERS,
    model([130, 110, 130, 140, 140, 120, 100, 70, 40, 15, 5], [250, 150, 100, 60, 40, 20, 10, 5, 5, 3], 120),
    model([35, 55, 85, 120, 145, 155, 150, 120, 80, 38, 17], [480, 340, 250, 160, 100, 60, 35, 20, 10, 15], 50),
    model([6, 10, 24, 55, 95, 135, 175, 190, 160, 95, 55], [760, 610, 520, 400, 290, 190, 120, 70, 40, 50], 15),
    STRIKES,
];

/// The bowlers for some rules: frames of three balls are rolled with small ones.
fn models(rules: Rules) -> &'static [Model] {
    if rules.row().balls == 3 { &SMALL_BALL } else { &LARGE_BALL }
}

/// For 1 to 10 pins that stand, the chances in a thousand of each number of pins with a ball that does not
/// get all of them.
const MISSES: [&[u16]; 10] = [
    &[1000],
    &[330, 670],
    &[240, 280, 480],
    &[180, 170, 270, 380],
    &[150, 120, 190, 250, 290],
    &[130, 90, 140, 190, 220, 230],
    &[120, 70, 100, 140, 180, 200, 190],
    &[110, 60, 80, 110, 140, 170, 180, 150],
    &[110, 50, 60, 80, 110, 140, 160, 160, 130],
    &[110, 40, 50, 60, 80, 100, 130, 150, 160, 120],
];

/// Points from one bowler of a table to the next.
const STEPS: u32 = 1024;
/// What the chances of a [`Model`] add up to. Those of a [`Skill`] add up to [`STEPS`] times as much.
const WHOLE: u64 = 1_000_000_000;

/// The chances of 0 to 10 pins with one ball.
type Chances = [u64; 11];

impl Model {
    /// The chances with the first ball (`standing` is 0), or where 1 to 10 pins stand after a ball. They add up
    /// to [`WHOLE`].
    fn chances(&self, standing: usize) -> Chances {
        let Some(misses) = standing.checked_sub(1).map(|left| MISSES[left]) else {
            return self.first.map(|chance| u64::from(chance) * 1_000_000);
        };
        let all = u64::from(self.spare[standing - 1]);
        let gutter = u64::from(self.gutter);
        let mut chances = [0; 11];
        for (chance, &miss) in chances.iter_mut().zip(misses) {
            *chance = (1000 - all) * (1000 - gutter) * u64::from(miss);
        }
        chances[0] += (1000 - all) * gutter * 1000;
        chances[standing] = all * 1_000_000;
        chances
    }
}

/// The chances of one bowler in every situation: with the first ball, and where 1 to 10 pins stand.
#[derive(Clone, Debug)]
pub(super) struct Skill([Chances; 11]);

impl Skill {
    /// The bowler at a point of the line.
    fn at(models: &[Model], point: u32) -> Self {
        let (before, part) = ((point / STEPS) as usize, u64::from(point % STEPS));
        let after = (before + 1).min(models.len() - 1);
        let mut skill = [[0; 11]; 11];
        for (standing, chances) in skill.iter_mut().enumerate() {
            let ends = models[before].chances(standing).into_iter().zip(models[after].chances(standing));
            for (chance, (before, after)) in chances.iter_mut().zip(ends) {
                *chance = before * (u64::from(STEPS) - part) + after * part;
            }
        }
        Self(skill)
    }

    /// The chance of a ball that knocks down `pins`, as a part of 2³⁰.
    pub fn chance(&self, lane: &Lane, pins: u8) -> u64 {
        self.0[situation(lane)][usize::from(pins)] * ((1 << 30) / u64::from(STEPS)) / WHOLE
    }
}

/// Which chances hold on a lane.
const fn situation(lane: &Lane) -> usize {
    if lane.is_full() { 0 } else { lane.standing as usize }
}

/// The point of the line where the mean score is `average`.
fn point(row: &RuleRow, models: &[Model], average: u16) -> u32 {
    let wanted = u64::from(average) << 30;
    let (mut low, mut high) = (0, (models.len() as u32 - 1) * STEPS);
    while low < high {
        let middle = low.midpoint(high);
        if expected_score(row, &Skill::at(models, middle)) < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The average at tenpin of those who bowl with large balls, unless another one is asked for.
const USUAL_AVERAGE: u16 = 160;
/// The point of those who bowl with small balls: a league bowler.
const USUAL_SMALL_BALL: u32 = 2 * STEPS;

/// Draws balls.
#[derive(Clone, Debug)]
pub(super) struct Bowler {
    /// For each situation, the numbers below 2³¹ from which a ball knocks down 1, 2, … 10 pins.
    limits: [[u32; 10]; 11],
}

impl Bowler {
    /// A bowler with this average; without one, a usual bowler.
    pub fn new(rules: Rules, average: Option<u16>) -> Self {
        let models = models(rules);
        let point = match average {
            Some(average) => point(rules.row(), models, average),
            None if rules.row().balls == 3 => USUAL_SMALL_BALL,
            None => point(Rules::Tenpin.row(), models, USUAL_AVERAGE),
        };
        Self::with(&Skill::at(models, point))
    }

    fn with(skill: &Skill) -> Self {
        Self {
            limits: skill.0.map(|chances| {
                let mut sum = 0;
                std::array::from_fn(|pins| {
                    sum += chances[pins];
                    (sum * ((1 << 31) / u64::from(STEPS)) / WHOLE) as u32
                })
            }),
        }
    }

    /// In how many of a thousand cases a ball gets all of the 1 to 10 pins that stand.
    pub fn spares(&self, standing: u8) -> u32 {
        let standing = usize::from(standing);
        let misses = u64::from(self.limits[standing][standing - 1]);
        ((((1 << 31) - misses) * 1000) >> 31) as u32
    }

    /// The pins that a ball knocks down.
    pub fn ball(&self, lane: &Lane, random: &mut Random) -> u8 {
        let number = random.bits31();
        self.limits[situation(lane)].iter().map(|&limit| u32::from(number >= limit)).sum::<u32>() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for models in [&LARGE_BALL[..], &SMALL_BALL] {
            for point in [0, 1, 700, STEPS, 2 * STEPS + 511, (models.len() as u32 - 1) * STEPS] {
                for (standing, chances) in Skill::at(models, point).0.iter().enumerate() {
                    assert_eq!(chances.iter().sum::<u64>(), WHOLE * u64::from(STEPS), "{point} {standing}");
                    let most = if standing == 0 { 10 } else { standing };
                    assert!(chances[most + 1..].iter().all(|&chance| chance == 0));
                }
            }
        }
    }

    #[test]
    fn a_better_bowler_scores_more() {
        for &rules in Rules::ALL {
            let models = models(rules);
            let points = (0..=(models.len() as u32 - 1) * 8).map(|eighth| eighth * STEPS / 8);
            let scores: Vec<u64> = points.map(|point| expected_score(rules.row(), &Skill::at(models, point))).collect();
            assert!(scores.is_sorted_by(|a, b| a < b), "{rules}: {scores:?}");
            // From gutter balls to strikes. Each rounding may lose a part in 2³⁰.
            assert_eq!((scores[0], scores[scores.len() - 1].div_ceil(1 << 30)), (0, 300), "{rules}");
        }
    }
}
