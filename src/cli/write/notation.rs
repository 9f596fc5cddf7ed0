//! `notation`: the game in the notation of score sheets, spelled so that it reads back.

use super::short::FrameMemo;
use super::{Consumer, ERROR, Event};
use crate::game::Game;
use crate::reading::display::{write_frame, write_notation_by};

#[derive(Default)]
pub struct Notation {
    frames: FrameMemo<8>,
}

impl Notation {
    /// Writes a game. A gutter ball at its start is `-` or `0`.
    pub fn write(&mut self, game: &Game, gutter_first: u8, out: &mut Vec<u8>) {
        write_notation_by(game, gutter_first, out, |frame, out| {
            self.frames.write(frame, out, |frame, out| write_frame(frame, b"", out));
        });
    }
}

impl Consumer for Notation {
    type Item = u8;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        let Event::Entry(entry) = event else { return };
        match entry.game() {
            Some(game) => self.write(game, b'-', out),
            None => out.extend_from_slice(ERROR),
        }
        out.push(b'\n');
    }
}
