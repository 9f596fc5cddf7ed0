//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::short::{FrameMemo, write_number};
use super::{Consumer, ERROR, Event};
use crate::game::{Frame, Game};

#[derive(Default)]
pub struct Rolls {
    frames: FrameMemo<8>,
}

impl Rolls {
    pub fn write(&mut self, game: &Game, out: &mut Vec<u8>) {
        if game.frames().len() == 0 {
            return out.extend_from_slice(b"[]");
        }
        game.frames().for_each(|frame| self.frames.write(frame, out, write_frame));
        // A blank follows every roll.
        out.pop();
    }
}

impl Consumer for Rolls {
    type Item = u8;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        let Event::Entry(entry) = event else { return };
        match entry.game() {
            Some(game) => self.write(game, out),
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
