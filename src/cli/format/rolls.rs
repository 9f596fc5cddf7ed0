//! `rolls`: the game as numbers of pins, `F` for a foul.

use super::frame_cache::FrameCache;
use super::{Buffer, ERROR, Format, Record, write_cards};
use crate::game::{Frame, ScoreCard};

#[derive(Default)]
pub struct Rolls {
    frames: FrameCache<16>,
}

impl Format for Rolls {
    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        match record.good() {
            Some(card) if card.frames().len() == 0 => out.extend(b"[]"),
            Some(card) => {
                self.frames.write(card, out, write_frame);
                // A blank follows every roll.
                out.truncate(out.len() - 1);
            }
            None => out.extend(ERROR),
        }
        out.push(b'\n');
    }

    fn takes_cards(&self) -> bool {
        true
    }

    fn cards(&mut self, first_line: u64, cards: &[ScoreCard], out: &mut Buffer) {
        write_cards(self, first_line, cards, out, |rolls, _, card, out| rolls.frames.write_line::<256>(card, out));
    }
}

/// The rolls of a frame, with a blank after each.
fn write_frame(frame: Frame<'_>, text: &mut Vec<u8>) {
    for ball in frame.balls() {
        let roll = if ball.roll.is_foul() { "F".into() } else { ball.pins().to_string() };
        text.extend_from_slice(roll.as_bytes());
        text.push(b' ');
    }
}
