//! `notation`: the game in the notation of score sheets, spelled so that it reads back.

use super::frame_cache::FrameCache;
use super::{Buffer, ERROR, Format, Record};
use crate::game::ScoreCard;
use crate::notation::display::{spell, write_notation};

#[derive(Default)]
pub struct Notation {
    frames: FrameCache<8>,
}

impl Format for Notation {
    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        match record.good() {
            Some(card) => self.write(card, out),
            None => out.extend(ERROR),
        }
        out.push(b'\n');
    }
}

impl Notation {
    /// Writes a game.
    pub fn write(&mut self, card: &ScoreCard, out: &mut Buffer) {
        if !self.write_frames(card, out) {
            out.with_vec(|out| write_notation(card, out));
        }
    }

    /// Writes the usual game, frame by frame; `false`, and nothing, for a game that may have to be
    /// spelled in another way. With an `X` or a `/`, and two balls per frame, the frames read back.
    fn write_frames(&mut self, card: &ScoreCard, out: &mut Buffer) -> bool {
        let start = out.len();
        if card.rules().row().balls > 2 || card.frames().len() == 0 {
            return false;
        }
        out.with_cursor::<128>(|out| {
            for frame in card.frames() {
                out.text(self.frames.text(frame, |text| {
                    text.extend_from_slice(spell(frame.balls(), "").as_bytes());
                    text.push(b' ');
                }));
            }
            out.take_back();
        });
        let is_notation = memchr::memchr2(b'X', b'/', &out[start..]).is_some();
        if !is_notation {
            out.truncate(start);
        }
        is_notation
    }
}
