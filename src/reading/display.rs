//! Writes games in notation, spelled so that they read back as the same game.

use std::fmt;

use super::diagnose::suspicion;
use super::leave::write_leave;
use super::shape::{Numbers, Shape};
use super::symbols::tokens;
use crate::game::{Ball, Frame, Game, Mark, RACK};

/// A ball as people see it on a board: a no-tap strike is `X`.
pub(crate) fn shown(ball: Ball) -> &'static str {
    match ball.mark {
        Some(Mark::Strike) => "X",
        Some(Mark::Spare) => "/",
        None if ball.roll.is_foul() => "F",
        None => digits(ball.pins()),
    }
}

/// A ball as it reads back, but for a split and the pins that it left: a no-tap strike keeps its pins.
pub(crate) fn written(ball: Ball) -> &'static str {
    match ball.mark {
        Some(Mark::Strike) if ball.pins() < RACK => digits(ball.pins()),
        _ => shown(ball),
    }
}

/// The sign before a ball that left a split. Pins that are known say that themselves.
pub(crate) fn split_sign(ball: Ball) -> &'static str {
    if ball.roll.is_split() && ball.roll.leave().is_none() { "S" } else { "" }
}

fn digits(pins: u8) -> &'static str {
    ["-", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].get(usize::from(pins)).copied().unwrap_or("?")
}

/// Appends the game in notation, with the balls of a frame written together by `write`, which puts a blank after them,
/// and a gutter ball at its start by its own sign: `-` or `0`. `[]` is a game without a ball.
///
/// Every ball is a token of its own where frames would be read as numbers (`27 3`) or refused (`9- 9- 18`), and where a
/// third ball knocks down ten pins (`10`).
pub(crate) fn write_notation_by(
    card: &Game,
    gutter_first: u8,
    out: &mut Vec<u8>,
    mut write: impl FnMut(Frame<'_>, &mut Vec<u8>),
) {
    if !card.has_begun() {
        out.extend_from_slice(b"[]");
        return;
    }
    let (start, mut has_late_ten) = (out.len(), false);
    for frame in card.frames() {
        write(frame, out);
        has_late_ten |= frame.balls().get(2).is_some_and(|third| third.mark.is_none() && third.pins() == RACK);
    }
    out.pop();
    if out[start] == b'-' {
        out[start] = gutter_first;
    }
    let has_symbol = || out[start..].iter().any(|byte| matches!(byte, b'X' | b'/'));
    let is_clear = || is_clear(&String::from_utf8_lossy(&out[start..]), card);
    if has_late_ten || !(card.is_complete() && has_symbol() || is_clear()) {
        out.truncate(start);
        for frame in card.frames() {
            write_frame(frame, b" ", out);
        }
        out.pop();
    }
}

/// Whether the frames of a game can be nothing else: rolls, a total, running totals or a label.
fn is_clear(frames: &str, game: &Game) -> bool {
    let shape = Shape::of(frames, game.rules());
    // Rolls of one ball per frame are the same game.
    let is_notation = shape.numbers != Numbers::Rolls || tokens(frames).all(|token| token.len() == 1);
    is_notation && (game.is_complete() || suspicion(frames, false, &shape, Some(game), game.rules()).is_none())
}

/// Appends the balls of a frame, with a separator between them and a blank after them.
pub(crate) fn write_frame(frame: Frame<'_>, separator: &[u8], out: &mut Vec<u8>) {
    for (at, &ball) in frame.balls().iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(split_sign(ball).as_bytes());
        // A dash between frames may be meant as a separator.
        let is_gutter = ball.mark.is_none() && ball.pins() == 0 && !ball.roll.is_foul();
        let text = if is_gutter && !separator.is_empty() { "0" } else { written(ball) };
        out.extend_from_slice(text.as_bytes());
        if let Some(leave) = ball.roll.leave() {
            write_leave(leave, out);
        }
    }
    out.push(b' ');
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        write_notation_by(self, b'-', &mut text, |frame, out| write_frame(frame, b"", out));
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::reading::{Dialect, read_game};

    #[test]
    fn a_game_reads_back_from_its_notation() {
        for (rules, rolls, notation) in [
            (Rules::Tenpin, &[10, 5, 5, 9, 0][..], "X 5/ 9-"),
            (Rules::Tenpin, &[2, 7, 3], "2 7 3"),
            (Rules::Tenpin, &[2, 7, 3, 4], "27 34"),
            (Rules::Tenpin, &[1, 8, 2, 7, 3, 6], "1 8 2 7 3 6"),
            (Rules::Tenpin, &[0, 7, 2], "0 7 2"),
            (Rules::Tenpin, &[8, 1, 0, 7, 2], "8 1 0 7 2"),
            (Rules::Tenpin, &[], "[]"),
            (Rules::Notap9, &[9, 1, 3], "9 1 3"),
            (Rules::Tenpin, &[9, 0, 9, 0, 1, 8], "9 0 9 0 1 8"),
            (Rules::Candlepin, &[0, 0, 10, 10, 5, 5, 4], "0 0 10 X 5 / 4"),
            (Rules::Candlepin, &[0, 0, 10, 5, 4, 1], "0 0 10 5 4 1"),
            (Rules::Candlepin, &[1, 0, 9], "1-9"),
        ] {
            let mut game = Game::new(rules);
            for &pins in rolls {
                game.roll(pins).unwrap();
            }
            assert_eq!(game.to_string(), notation);
            for dialect in [Dialect::Auto, Dialect::Notation] {
                assert_eq!(read_game(notation, dialect, rules).as_ref(), Ok(&game), "{notation}");
            }
        }
    }
}
