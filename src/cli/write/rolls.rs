//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::short::{Short, numbers, write_number};
use super::{Consumer, ERROR, Event};
use crate::game::{Frame, Game, MAX_TOTAL};

pub struct Rolls;

impl Rolls {
    pub fn write(game: &Game, out: &mut Vec<u8>) {
        if !game.has_begun() {
            return out.extend_from_slice(b"[]");
        }
        for frame in game.frames() {
            let Some([first, second]) = frame.plain_pins() else {
                write_frame(frame, out);
                continue;
            };
            // It cannot be predicted which frames have a second ball, so that of a strike is an empty text.
            let second = if frame.balls().len() > 1 { &PINS[usize::from(second)] } else { &Short::EMPTY };
            PINS[usize::from(first)].write(out);
            second.write(out);
        }
        // A blank follows every roll.
        out.pop();
    }
}

static PINS: [Short<4>; MAX_TOTAL as usize + 1] = numbers(b" ");

impl Consumer for Rolls {
    type Item = u8;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        let Event::Entry(entry) = event else { return };
        match entry.game() {
            Some(game) => Self::write(game, out),
            None => out.extend_from_slice(ERROR),
        }
        out.push(b'\n');
    }
}

fn write_frame(frame: Frame<'_>, out: &mut Vec<u8>) {
    for ball in frame.balls() {
        if ball.roll.is_foul() {
            out.push(b'F');
        } else {
            write_number(ball.pins().into(), out);
        }
        out.push(b' ');
    }
}
