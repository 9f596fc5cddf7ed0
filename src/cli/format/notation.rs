//! `notation`: the game in the notation of score sheets, spelled so that it reads back.

use super::buffer::Cursor;
use super::frame_cache::FrameCache;
use super::{Buffer, ERROR, Format, Record, write_cards};
use crate::game::{Mark, RACK, ScoreCard};
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

    fn takes_cards(&self) -> bool {
        true
    }

    fn cards(&mut self, first_line: u64, cards: &[ScoreCard], out: &mut Buffer) {
        write_cards(self, first_line, cards, out, |notation, _, card, out| {
            is_usual(card) && notation.frames.write_line::<128>(card, out)
        });
    }
}

impl Notation {
    /// Writes a game.
    pub fn write(&mut self, card: &ScoreCard, out: &mut Buffer) {
        if !self.write_frames(card, out) {
            out.with_vec(|out| write_notation(card, out));
        }
    }

    /// Writes the usual game, frame by frame; `false`, and nothing, for another.
    fn write_frames(&mut self, card: &ScoreCard, out: &mut Buffer) -> bool {
        if !is_usual(card) {
            return false;
        }
        self.frames.write(card, out, |frame, text| {
            text.extend_from_slice(spell(frame.balls(), "").as_bytes());
            text.push(b' ');
        });
        out.truncate(out.len() - 1);
        true
    }

    /// Writes a usual game whose frames are known, and a blank; `false`, and perhaps some frames, for
    /// another.
    #[inline]
    pub(super) fn write_known<const N: usize>(&self, card: &ScoreCard, out: &mut Cursor<'_, N>) -> bool {
        is_usual(card) && self.frames.write_known(card, out)
    }
}

/// Whether a game reads back if it is written frame by frame: two balls per frame, and each frame is two
/// symbols or has an `X` or a `/`, or the game has one somewhere.
#[inline]
fn is_usual(card: &ScoreCard) -> bool {
    let row = card.rules().row();
    // A no-tap strike is written in digits, which may be a single one.
    row.balls == 2 && (card.is_complete() && row.strike == RACK || has_symbol(card))
}

/// A function of its own, so that `is_usual` stays short enough to be inlined.
#[inline(never)]
fn has_symbol(card: &ScoreCard) -> bool {
    card.frames().any(|frame| frame.mark() == Some(Mark::Spare) || frame.balls()[0].pins() == RACK)
}
