//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::{ERROR, Format, Record, number};

pub struct Rolls;

impl Format for Rolls {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        match (record.game, record.error) {
            (Some(game), None) if game.balls().is_empty() => out.extend_from_slice(b"[]"),
            (Some(game), None) => {
                for (at, roll) in game.rolls().enumerate() {
                    if at > 0 {
                        out.push(b' ');
                    }
                    if roll.is_foul() {
                        out.push(b'F');
                    } else {
                        number(u16::from(roll.pins().get()), out);
                    }
                }
            }
            _ => out.extend_from_slice(ERROR),
        }
        out.push(b'\n');
    }
}
