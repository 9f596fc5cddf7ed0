//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::short::{FrameMemo, NUMBERS};
use super::{ERROR, Format, Record};
use crate::game::Frame;

#[derive(Default)]
pub struct Rolls {
    frames: FrameMemo<8>,
}

impl Format for Rolls {
    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.entry.card() {
            Some(card) if card.frames().len() == 0 => out.extend_from_slice(b"[]"),
            Some(card) => {
                card.frames().for_each(|frame| self.frames.write(frame, out, write_frame));
                // A blank follows every roll.
                out.pop();
            }
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
            NUMBERS[usize::from(ball.pins())].write(out);
        }
        out.push(b' ');
    }
}
