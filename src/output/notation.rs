//! `notation`: the game in the notation of score sheets, spelled so that it is read back as it is.

use super::symbols::{is_late_ten, written};
use super::{ERROR, Format, Record};
use crate::Dialect;
use crate::game::Game;
use crate::parse::dialect::{self, Reading};
use crate::parse::token::Tokens;

pub struct Notation;

impl Format for Notation {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        match (record.game, record.error) {
            (Some(game), None) => spell(game, out),
            _ => out.extend_from_slice(ERROR),
        }
        out.push(b'\n');
    }
}

/// Frames apart, or every ball apart where frames could be taken for numbers (`27 3`).
pub fn spell(game: &Game, out: &mut Vec<u8>) {
    let start = out.len();
    let read_back = write(game, "", out);
    if !read_back.unwrap_or_else(|| is_notation(&out[start..])) {
        out.truncate(start);
        write(game, " ", out);
    }
    if out.len() == start {
        out.extend_from_slice(b"[]");
    }
}

/// Writes the balls, with a blank between frames and something between the balls of a frame. Whether they will be
/// read as notation, where that is plain: yes with an X or a /, no with a ten that only a token of its own can be.
fn write(game: &Game, balls: &str, out: &mut Vec<u8>) -> Option<bool> {
    let (mut marked, mut late) = (false, false);
    for (frame, thrown) in game.balls_by_frame().enumerate() {
        for (at, &ball) in thrown.iter().enumerate() {
            let between = match (frame, at) {
                (0, 0) => "",
                (_, 0) => " ",
                _ => balls,
            };
            out.extend_from_slice(between.as_bytes());
            if ball.roll.is_split() {
                out.push(b'S');
            }
            let symbol = written(ball);
            if is_late_ten(ball.sign) {
                late = true;
                out.extend_from_slice(b"10");
            } else {
                marked |= matches!(symbol, b'X' | b'/');
                out.push(symbol);
            }
        }
    }
    match (marked, late) {
        (_, true) => Some(false),
        (true, false) => Some(true),
        _ => None,
    }
}

/// Would it be read as notation?
fn is_notation(text: &[u8]) -> bool {
    matches!(dialect::of(Dialect::Auto, &Tokens::new(text, 0, text.len(), false)), Reading::Notation { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Rules, score_line};

    #[test]
    fn ten_with_the_third_ball_is_written_in_digits_and_read_back() {
        let mut game = Game::new(Rules::Candlepin);
        for pins in [0, 0, 10, 10, 5, 5, 4] {
            game.roll(pins).unwrap();
        }
        let mut out = Vec::new();
        spell(&game, &mut out);
        assert_eq!(out, b"- - 10 X 5 / 4");
        let again = score_line(&out, Dialect::Auto, Rules::Candlepin).unwrap();
        assert_eq!(again.game.unwrap(), game);
    }
}
