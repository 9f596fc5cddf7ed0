//! Writes games in notation, spelled so that they read back as the same game.

use std::fmt;

use super::dialect::is_read_as_notation;
use crate::game::{Ball, BallMark, Game, RACK, ScoreCard};

/// A ball as people see it on a board: a no-tap strike is `X`.
pub(crate) fn shown(ball: Ball) -> &'static str {
    match ball.mark {
        Some(BallMark::Strike) => "X",
        Some(BallMark::Spare) => "/",
        None if ball.roll.is_foul() => "F",
        None => digits(ball.pins()),
    }
}

/// A ball as it reads back: a no-tap strike keeps its pins.
fn written(ball: Ball) -> &'static str {
    match ball.mark {
        Some(BallMark::Strike) if ball.pins() < RACK => digits(ball.pins()),
        _ => shown(ball),
    }
}

fn digits(pins: u8) -> &'static str {
    ["-", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].get(usize::from(pins)).copied().unwrap_or("?")
}

/// Appends the game in notation. `[]` is a game without a ball.
///
/// The balls of a frame are written together. Every ball is a token of its own where frames would
/// be read as numbers (`27 3`), and where a third ball knocks down ten pins (`10`).
pub(crate) fn write_notation(card: &ScoreCard, out: &mut Vec<u8>) {
    if card.begun == 0 {
        out.extend_from_slice(b"[]");
        return;
    }
    let frames: Vec<String> = card.frames().map(|frame| spell(frame.balls(), "")).collect();
    let grouped =
        !card.balls().any(Ball::is_late_ten) && is_read_as_notation(frames.iter().map(String::as_str), card.rules());
    let frames = if grouped { frames } else { card.frames().map(|frame| spell(frame.balls(), " ")).collect() };
    out.extend_from_slice(frames.join(" ").as_bytes());
}

/// The balls of a frame.
pub(crate) fn spell(balls: &[Ball], separator: &str) -> String {
    let spelled =
        |ball: &Ball| if ball.roll.is_split() { format!("S{}", written(*ball)) } else { written(*ball).into() };
    balls.iter().map(spelled).collect::<Vec<String>>().join(separator)
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        write_notation(&self.score_card(), &mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::notation::{Dialect, read_game};

    #[test]
    fn a_game_reads_back_from_its_notation() {
        for (rules, rolls, notation) in [
            (Rules::Tenpin, &[10, 5, 5, 9, 0][..], "X 5/ 9-"),
            (Rules::Tenpin, &[2, 7, 3], "2 7 3"),
            (Rules::Tenpin, &[2, 7, 3, 4], "27 34"),
            (Rules::Tenpin, &[], "[]"),
            (Rules::Notap9, &[9, 1, 3], "9 1 3"),
            (Rules::Candlepin, &[0, 0, 10, 10, 5, 5, 4], "- - 10 X 5 / 4"),
        ] {
            let mut game = Game::new(rules);
            for &pins in rolls {
                game.roll(pins).unwrap();
            }
            assert_eq!(game.to_string(), notation);
            assert_eq!(read_game(notation, Dialect::Auto, rules), Ok(game));
        }
    }
}
