//! Which pins the balls of a game leave, once their number is known.
//!
//! The first ball at a rack leaves one of the usual leaves of that many pins, as right-handed bowlers leave
//! them; where the next ball converts it, an easy leave is more likely. A later ball that
//! misses some pins takes pins from the left or from the right, as a ball does that is off to that side.
//!
//! The weights of single pins follow the spare attempts in televised finals of the PBA (see
//! [`bowler`](super::bowler)): 710 at the 10 pin, 333 at the 7, 88 at the 9, of 2,781. The others are ordered
//! by how often they are seen.

use super::bowler::Bowler;
use super::random::Random;
use crate::game::{Game, PinSet, RACK};

/// For 1 to 9 pins, the usual leaves of a first ball, each with how often it is left.
const USUAL: [&str; 9] = [
    "10: 710, 7: 333, 9: 88, 4: 90, 6: 80, 8: 75, 5: 45, 2: 35, 3: 30, 1: 3",
    "6-10: 220, 3-10: 110, 4-7: 90, 2-8: 70, 2-4: 60, 2-5: 40, 3-6: 50, 3-9: 30, 4-9: 55, 5-7: 45, 8-10: 50, \
     2-7: 45, 7-10: 55, 9-10: 30, 5-10: 25, 6-7: 20, 4-10: 20, 6-8: 15, 7-9: 15, 5-6: 12, 4-5: 15, 1-2: 15, \
     1-3: 15, 4-6: 5",
    "3-6-10: 190, 1-2-4: 90, 1-3-6: 70, 1-2-10: 110, 2-4-5: 90, 2-4-7: 50, 2-5-8: 40, 3-5-6: 50, 6-9-10: 60, \
     4-7-8: 40, 1-3-7: 25, 4-7-10: 40, 6-7-10: 40, 4-7-9: 30, 5-7-9: 20, 5-8-10: 20, 2-7-8: 15, 3-9-10: 15",
    "1-2-4-7: 130, 1-3-6-10: 120, 2-4-5-8: 120, 3-5-6-9: 70, 1-2-4-10: 110, 1-2-8-10: 50, 4-6-7-10: 70, \
     1-3-6-7: 40, 3-6-9-10: 50, 2-4-7-8: 50, 4-6-7-9: 20, 4-7-9-10: 15",
    "1-2-4-7-8: 90, 1-3-6-9-10: 90, 1-2-4-7-10: 90, 2-4-5-7-8: 90, 3-5-6-9-10: 80, 4-6-7-9-10: 40, \
     4-6-7-8-10: 30, 1-3-6-7-10: 40, 1-2-4-5-8: 40",
    "1-2-4-5-7-8: 120, 1-3-5-6-9-10: 120, 1-2-4-7-8-10: 50, 2-4-5-7-8-9: 50, 3-5-6-8-9-10: 50, \
     1-3-6-7-9-10: 30",
    "1-2-3-4-5-7-8: 110, 1-2-3-5-6-9-10: 110, 1-2-4-5-7-8-9: 60, 1-3-5-6-8-9-10: 60",
    "1-2-3-4-5-7-8-9: 120, 1-2-3-5-6-8-9-10: 120, 1-2-4-5-6-7-8-9: 20, 1-3-4-5-6-8-9-10: 20",
    "1-2-3-4-5-6-7-8-9: 50, 1-2-3-4-5-6-8-9-10: 50",
];

/// The pins from left to right, in the order in which a ball meets them.
const FROM_LEFT: [u8; RACK as usize] = [7, 4, 2, 8, 1, 5, 3, 9, 6, 10];

/// Whether a rack is cleared with the second ball, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Unknown,
    Clears,
    Misses,
}

/// A usual leave with its weight for each [`Next`].
#[derive(Clone, Copy, Debug)]
struct Leave {
    pins: PinSet,
    weights: [u32; 3],
}

/// Draws leaves.
#[derive(Clone, Debug)]
pub(super) struct Leaves {
    by_count: Vec<Vec<Leave>>,
}

impl Leaves {
    /// The leaves of a bowler, who converts easy ones more often than hard ones.
    pub fn new(bowler: &Bowler) -> Self {
        let of_count = |(count, usual): (u8, &&str)| {
            let sets: Vec<(PinSet, u32)> = usual.split(", ").filter_map(weighted_leave).collect();
            let all: u32 = sets.iter().map(|(_, weight)| weight).sum();
            let easy: u32 = sets.iter().map(|&(pins, weight)| weight * ease(pins)).sum();
            let leave = |(pins, weight)| {
                // In a thousand, so that the mean is the bowler's chance with this number of pins.
                let converted = (bowler.spares(count) * ease(pins) * all / easy).clamp(1, 990);
                Leave { pins, weights: [weight * 1000, weight * converted, weight * (1000 - converted)] }
            };
            sets.into_iter().map(leave).collect()
        };
        Self { by_count: (1..).zip(&USUAL).map(of_count).collect() }
    }

    /// The same game with the pins that its balls leave.
    pub fn of_game(&self, game: &Game, random: &mut Random) -> Game {
        let mut leaving = Game::new(game.rules());
        let mut standing = PinSet::FULL;
        for (at, ball) in game.balls().enumerate() {
            let lane = *leaving.lane();
            let left = lane.standing - ball.pins();
            // A strike leaves nothing, also one of less than ten pins.
            let leave = if ball.mark.is_some() || left == 0 {
                PinSet::EMPTY
            } else if lane.is_full() {
                let next = match game.rolls().nth(at + 1).filter(|_| lane.left > 1) {
                    None => Next::Unknown,
                    Some(roll) if roll.pins().get() == left => Next::Clears,
                    Some(_) => Next::Misses,
                };
                self.first(left, next, random)
            } else {
                later(standing, left, random)
            };
            standing = if leave.is_empty() { PinSet::FULL } else { leave };
            // As many pins as stand, of those that stood.
            let _ = leaving.push(ball.roll.with_leave(leave));
        }
        leaving
    }

    /// What the first ball at a rack leaves.
    fn first(&self, left: u8, next: Next, random: &mut Random) -> PinSet {
        // All ten after a gutter ball.
        let Some(usual) = self.by_count.get(usize::from(left) - 1) else { return PinSet::FULL };
        let chosen = random.weighted(usual.iter().map(|leave| leave.weights[next as usize]));
        usual.get(chosen).map_or(PinSet::FULL, |leave| leave.pins)
    }
}

/// Reads `7-10: 55`.
fn weighted_leave(text: &str) -> Option<(PinSet, u32)> {
    let (pins, weight) = text.split_once(": ")?;
    Some((pins.parse().ok()?, weight.parse().ok()?))
}

/// How often a leave is converted, compared with others of as many pins.
fn ease(pins: PinSet) -> u32 {
    match pins.to_string().as_str() {
        "7-10" | "4-6-7-10" => 1,
        "3-10" | "2-7" => 45,
        _ if pins.is_split() => 15,
        _ => 75,
    }
}

/// What a later ball leaves that does not get all pins: it takes some from one side.
fn later(standing: PinSet, left: u8, random: &mut Random) -> PinSet {
    let is_left = random.below(2) == 0;
    let mut order: Vec<u8> = FROM_LEFT.into_iter().filter(|&pin| standing.contains(pin)).collect();
    if is_left {
        order.reverse();
    }
    PinSet::new(order.into_iter().take(usize::from(left))).unwrap_or_default()
}
