//! The pins that balls left, where they stand apart from the balls: in columns of their own, or in keys of JSON.

use super::table::{ValueError, whole};
use crate::cli::problem::InputProblem;
use crate::error::Problem;
use crate::game::{BallProblem, Game, Mark, PinSet};
use crate::reading::leave::read_pins;
use crate::reading::variants::plain;

/// What is said about the pins that one ball left.
#[derive(Clone, Copy, Debug)]
pub struct BallLeave {
    /// The ball, counted from 0 through the game; `None` if it was not rolled.
    pub ball: Option<usize>,
    /// The frame for a message, from 1.
    pub frame: u8,
    /// The pins that stand; none after a ball that cleared the rack.
    pub pins: PinSet,
    /// Where that is said: a column, or a number that the caller gives.
    pub source: usize,
}

/// Reads a list of pins: `7-10`, `7,10`, `7 10`, `[7,10]`.
pub fn read_list(text: &str) -> Result<PinSet, ValueError> {
    let is_separator = |sign: char| sign.is_whitespace() || ",;|-[]{}\"'".contains(sign);
    let listed = plain(text);
    let pins: Vec<&str> = listed.split(is_separator).filter(|pin| !pin.is_empty()).map(whole).collect();
    read_pins(&pins.join("-")).map_err(|failure| {
        // A date is told from the text as it was written.
        let as_written = read_pins(text).err().map(|failure| failure.problem);
        let date = as_written.filter(|problem| matches!(problem, Problem::PinsAsDate(_)));
        ValueError::new(date.unwrap_or(failure.problem))
    })
}

/// The game with the pins that its balls left. Pins that cannot stand are an error where they are named.
pub fn with_leaves(game: Game, leaves: &[BallLeave]) -> Result<Game, (usize, ValueError)> {
    if leaves.is_empty() {
        return Ok(game);
    }
    if let Some(leave) = leaves.iter().find(|leave| leave.ball.is_none() && !leave.pins.is_empty()) {
        return Err((leave.source, ValueError::from(InputProblem::LeaveWithoutBall).in_frame(leave.frame)));
    }
    let mut known = Game::new(game.rules());
    for (at, ball) in game.balls().enumerate() {
        let leave = leaves.iter().find(|leave| leave.ball == Some(at));
        let standing = known.lane().standing - ball.pins();
        let is_cleared = standing == 0 || ball.mark == Some(Mark::Strike);
        let rolled = match leave {
            Some(leave) if leave.pins.is_empty() && !is_cleared => {
                Err(BallProblem::LeaveCount { leave: leave.pins, standing }.into())
            }
            Some(leave) if !leave.pins.is_empty() => {
                known.push(ball.roll.with_leave(leave.pins)).map_err(Problem::from)
            }
            _ => known.push(ball.roll).map_err(Problem::from),
        };
        if let (Err(problem), Some(leave)) = (rolled, leave) {
            return Err((leave.source, ValueError::new(problem).in_frame(leave.frame)));
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_listed_in_any_usual_way() {
        for text in
            ["7-10", "7,10", "7 10", "[7,10]", "10, 7", "{7-10}", "7.0 10.0", "['7', '10']", "7\u{2013}10", "7;10"]
        {
            assert_eq!(read_list(text).map(|pins| pins.to_string()), Ok("7-10".into()), "{text}");
        }
        assert_eq!(read_list("[]"), Ok(PinSet::EMPTY));
        for (text, message) in [
            ("7,11", "11 is not a pin, pins are 1 to 10"),
            ("7-7", "pin 7 is named twice"),
            ("10-Jul", "10-Jul is a date that a spreadsheet made of pins, format the column as text"),
            ("1/2/2010", "1/2/2010 is a date that a spreadsheet made of pins, format the column as text"),
        ] {
            assert_eq!(read_list(text).unwrap_err().problem.to_string(), message, "{text}");
        }
    }
}
