//! `notation`: the game in the notation of score sheets, spelled so that it is read back as it is.

use super::symbols::{is_late_ten, written};
use super::{ERROR, Format, Record};
use crate::game::Game;

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

/// Frames apart, or symbols apart where frames could be taken for numbers (`27 3`).
pub fn spell(game: &Game, out: &mut Vec<u8>) {
    if game.rolls().is_empty() {
        out.extend_from_slice(b"[]");
        return;
    }
    let late =
        game.frames().any(|frame| frame.rolls.iter().zip(frame.marks).any(|(&roll, &mark)| is_late_ten(roll, mark)));
    // With every token a roll, 10 is ten.
    let apart = late || !reads_as_notation(game);
    let mut first = true;
    for frame in game.frames() {
        for (at, (&roll, &mark)) in frame.rolls.iter().zip(frame.marks).enumerate() {
            if !first && (at == 0 || apart) {
                out.push(b' ');
            }
            first = false;
            if roll.is_split() {
                out.push(b'S');
            }
            if is_late_ten(roll, mark) {
                out.extend_from_slice(b"10");
            } else {
                out.push(written(roll, mark));
            }
        }
    }
}

/// Is there a frame that no number is written like, or are there only pairs?
fn reads_as_notation(game: &Game) -> bool {
    let mut frames = game.frames();
    let sign = |symbol| matches!(symbol, b'X' | b'/' | b'F');
    let certain = frames.clone().any(|frame| {
        let symbols = || frame.rolls.iter().zip(frame.marks).map(|(&roll, &mark)| written(roll, mark));
        // A gutter ball is a minus only before a digit and at the start of its frame.
        let gutter = || {
            symbols().skip(1).any(|symbol| symbol == b'-') || (frame.rolls.len() == 1 && symbols().next() == Some(b'-'))
        };
        frame.rolls.iter().any(|roll| roll.is_split())
            || (symbols().any(sign) && !(frame.rolls.len() == 1 && symbols().next() == Some(b'F')))
            || gutter()
    });
    certain || (frames.len() > 1 && frames.all(|frame| frame.rolls.len() == 2))
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
