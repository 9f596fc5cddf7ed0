//! The lanes of a rule set as a table, for speed.
//!
//! Random balls cannot be predicted, so a processor that decides ball by ball what follows from them mostly decides
//! wrongly. The table says the same without decisions, and draws a game about twice as fast. It is made
//! from [`step`]. A test holds every game to be allowed and complete.

use std::collections::HashMap;

use super::bowler::{Bowler, situation};
use super::random::Random;
use crate::game::lane::step;
use crate::game::{Game, Lane, MAX_ROLLS, Pins, RACK, Roll, Rules};

/// The index of the lane after the last ball.
const OVER: u16 = u16::MAX;

/// Every lane that a game can come to, the first one at 0.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    rules: Rules,
    table: Vec<TableLane>,
}

#[derive(Clone, Copy, Debug)]
struct TableLane {
    /// Which chances hold there.
    situation: u8,
    /// For 0 to 10 pins, the index of the next lane.
    next: [u16; RACK as usize + 1],
}

impl Lanes {
    pub fn new(rules: Rules) -> Self {
        let row = rules.row();
        let mut found = vec![Lane::new(row)];
        let mut indices: HashMap<Lane, u16> = found.iter().map(|&lane| (lane, 0)).collect();
        let mut table = Vec::new();
        while let Some(&lane) = found.get(table.len()) {
            let mut next = [OVER; RACK as usize + 1];
            for (index, pins) in next.iter_mut().zip((0..=RACK).filter_map(Pins::new)) {
                let Ok(outcome) = step(row, &lane, pins) else { break };
                if outcome.next.is_over() {
                    continue;
                }
                *index = *indices.entry(outcome.next).or_insert_with(|| {
                    found.push(outcome.next);
                    found.len() as u16 - 1
                });
            }
            table.push(TableLane { situation: situation(lane) as u8, next });
        }
        Self { rules, table }
    }

    /// A complete game.
    pub fn draw(&self, bowler: &Bowler, random: &mut Random) -> Game {
        let mut rolls = [Roll::default(); MAX_ROLLS];
        let (mut count, mut at) = (0, 0);
        while let (Some(lane), Some(roll)) = (self.table.get(usize::from(at)), rolls.get_mut(count)) {
            let pins = bowler.ball(usize::from(lane.situation), random);
            // A bowler knocks down no more pins than stand, so there is a lane after every ball.
            *roll = Roll::new(Pins::new(pins).unwrap_or_default());
            at = lane.next[usize::from(pins)];
            count += 1;
        }
        let mut game = Game::new(self.rules);
        // The rules allow every ball of the table.
        let _ = rolls[..count].iter().try_for_each(|&roll| game.push(roll));
        game
    }
}
