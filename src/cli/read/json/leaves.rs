//! Reads which pins the balls of a game left.
//!
//! Ours is a list for each ball of a frame, as in `"leaves": [[7, 10], []]`, with `null` where it is not known. Others
//! list the pins of one ball of the frame: `"leave": [7, 10]`, `"pins_remaining": [7, 10]`.

use std::ops::Range;

use serde_json::Value;

use super::game::PlayedGame;
use super::object::{PathError, is_same_key};
use crate::cli::problem::InputProblem;
use crate::cli::read::leaves::{BallLeave, read_list};
use crate::cli::read::table::{ValueError, value};
use crate::game::{Ball, Game, PinSet};
use crate::reading::{Symbol, apply};

/// Whether a key holds the pins that a ball left.
pub fn is_leave_key(key: &str) -> bool {
    ["leaves", "leave", "pinsremaining", "pinsleft", "pinsstanding"].into_iter().any(|name| is_same_key(key, name))
}

impl PlayedGame {
    /// Adds what a value says of some balls, which are those of a frame (from 0). The path leads to the value.
    pub fn read_leaves(&mut self, json: &Value, balls: Range<usize>, frame: u8, path: &str) -> Result<(), PathError> {
        match json {
            Value::Array(values) if is_list_of_balls(json) => {
                for (at, (ball, pins)) in (balls.start..).zip(values).enumerate() {
                    let ball = Some(ball).filter(|ball| balls.contains(ball));
                    self.read_leave(pins, frame, |_, _| ball, &format!("{path}[{at}]"))?;
                }
                Ok(())
            }
            Value::Array(_) | Value::String(_) => {
                // The pins of one ball: of the first after which as many stand.
                let ball = |game: &Game, pins: PinSet| {
                    let mut all = balls.clone();
                    all.find(|&ball| standing_after(game, ball) == pins.len()).or(balls.clone().next())
                };
                self.read_leave(json, frame, ball, path)
            }
            _ => Ok(()),
        }
    }

    /// Adds the pins that a ball of a frame (from 0) left, if they are known.
    fn read_leave(
        &mut self,
        json: &Value,
        frame: u8,
        ball: impl FnOnce(&Game, PinSet) -> Option<usize>,
        path: &str,
    ) -> Result<(), PathError> {
        let pins = read_pins(json).map_err(|error| PathError::new(path, error.in_frame(frame + 1)))?;
        if let Some(pins) = pins {
            let source = self.paths.len();
            self.paths.push(path.into());
            self.leaves.push(BallLeave { ball: ball(&self.game, pins), frame: frame + 1, pins, source });
        }
        Ok(())
    }
}

/// The game with the pins that a value lists for each ball of the game, or for each ball of each frame.
pub fn with_all_leaves(game: Game, json: &Value) -> Result<Game, PathError> {
    let next_frame = game.lane().frame_number();
    let mut played = PlayedGame::new(game);
    let Value::Array(values) = json else { return Ok(played.game) };
    if values.iter().any(is_list_of_balls) {
        let mut start = 0;
        let frames: Vec<usize> = played.game.frames().map(|frame| frame.balls().len()).collect();
        for (at, (value, balls)) in values.iter().zip(frames).enumerate() {
            played.read_leaves(value, start..start + balls, at as u8, &format!("[{at}]"))?;
            start += balls;
        }
    } else if is_list_of_balls(json) {
        let frames: Vec<u8> =
            played.game.frames().flat_map(|frame| frame.balls().iter().map(move |_| frame.number())).collect();
        for (at, value) in values.iter().enumerate() {
            let frame = frames.get(at).copied();
            played.read_leave(value, frame.unwrap_or(next_frame) - 1, |_, _| frame.map(|_| at), &format!("[{at}]"))?;
        }
    }
    played.with_leaves()
}

/// Rolls the balls of a frame that says nothing but which pins they left.
pub fn roll_leaves(game: &mut Game, json: &Value, frame: u8) -> Result<(), PathError> {
    let Value::Array(values) = json else { return Ok(()) };
    for (at, value) in values.iter().enumerate() {
        let failed = |error: ValueError| PathError::new(format!("[{at}]"), error.in_frame(frame + 1));
        let pins = read_pins(value).map_err(failed)?.ok_or_else(|| failed(InputProblem::NoGameKey.into()))?;
        if game.lane().frame != frame {
            return Err(failed(InputProblem::FrameOver.into()));
        }
        let rolled = match pins {
            PinSet::EMPTY => game.roll(game.lane().standing).map_err(|_| InputProblem::FrameOver),
            pins => apply(game, Symbol::Leave(pins)).map_err(InputProblem::from),
        };
        rolled.map_err(|problem| failed(ValueError::new(problem)))?;
    }
    Ok(())
}

/// Whether a value has a list for each ball, not one list of pins.
pub fn is_list_of_balls(json: &Value) -> bool {
    json.as_array().is_some_and(|values| values.iter().any(|value| !value.is_number()))
}

/// Reads the pins in a value; `None` if they are not known.
fn read_pins(json: &Value) -> Result<Option<PinSet>, ValueError> {
    match json {
        Value::Null => Ok(None),
        Value::String(text) => value(text).map(read_list).transpose(),
        Value::Array(_) | Value::Number(_) => read_list(&json.to_string()).map(Some),
        _ => Err(InputProblem::NotAGame(json.to_string()).into()),
    }
}

/// How many pins stand after a ball.
fn standing_after(game: &Game, ball: usize) -> u8 {
    let mut before = Game::new(game.rules());
    // Its balls were accepted when the game was read.
    let _ = game.rolls().take(ball).try_for_each(|roll| before.push(roll));
    before.lane().standing - game.balls().nth(ball).map_or(0, Ball::pins)
}
