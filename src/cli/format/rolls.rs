//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::short::{FrameMemo, write_number};
use super::{Consumer, ERROR, Event};
use crate::game::{Frame, ScoreCard};

#[derive(Default)]
pub struct Rolls {
    frames: FrameMemo<8>,
}

impl Rolls {
    pub fn write(&mut self, card: &ScoreCard, out: &mut Vec<u8>) {
        if card.frames().len() == 0 {
            return out.extend_from_slice(b"[]");
        }
        card.frames().for_each(|frame| self.frames.write(frame, out, write_frame));
        // A blank follows every roll.
        out.pop();
    }
}

impl Consumer for Rolls {
    type Item = u8;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        let Event::Entry(entry) = event else { return };
        match entry.card() {
            Some(card) => self.write(card, out),
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
