//! Reads which pins the balls of a game left.
//!
//! Ours is a list for each ball of a frame, as in `"leaves": [[7, 10], []]`, with `null` where it is not known. Others
//! list the pins of one ball of the frame: `"leave": [7, 10]`, `"pins_remaining": [7, 10]`.

use std::ops::Range;

use super::game::{PlayedGame, placed};
use super::object::{Values, is_number, is_same_key, string};
use crate::cli::read::leaves::{BallLeave, read_list};
use crate::cli::read::table::value;
use crate::error::{InputProblem, Problem};
use crate::game::{Ball, Game, PinSet};
use crate::reading::symbols::Failure;
use crate::reading::{Symbol, apply};

/// Whether a key holds the pins that a ball left.
pub fn is_leave_key(key: &str) -> bool {
    ["leaves", "leave", "pinsremaining", "pinsleft", "pinsstanding"].into_iter().any(|name| is_same_key(key, name))
}

impl<'a> PlayedGame<'a> {
    /// Adds what a value says of some balls, which are those of a frame (from 0).
    pub fn read_leaves(&mut self, json: &'a str, balls: Range<usize>, frame: u8) -> Result<(), Failure<'a>> {
        if is_list_of_balls(json) {
            for (at, text) in (balls.start..).zip(Values::new(json)) {
                self.leaves.extend(read_leave(text, frame + 1, |_| Some(at).filter(|ball| balls.contains(ball)))?);
            }
        } else if json.starts_with(['[', '"']) {
            // The pins of one ball: of the first after which as many stand.
            let is_ball = |ball: &usize, pins: PinSet| standing_after(&self.game, *ball) == pins.len();
            let ball = |pins| balls.clone().find(|ball| is_ball(ball, pins)).or(balls.clone().next());
            self.leaves.extend(read_leave(json, frame + 1, ball)?);
        }
        Ok(())
    }
}

/// Reads the pins that a ball of a frame (from 1) left; `None` if they are not known.
fn read_leave(
    text: &str,
    frame: u8,
    ball: impl FnOnce(PinSet) -> Option<usize>,
) -> Result<Option<BallLeave<'_>>, Failure<'_>> {
    let pins = read_pins(text).map_err(|failure| failure.in_frame(frame))?;
    Ok(pins.map(|pins| BallLeave { ball: ball(pins), frame, pins, text }))
}

/// The game with the pins that a value lists for each ball of the game, or for each ball of each frame.
pub fn with_all_leaves<'a>(game: &Game, json: &'a str) -> Result<Game, Failure<'a>> {
    let next_frame = game.lane().frame_number();
    let mut played = PlayedGame { game: game.clone(), leaves: Vec::new() };
    if Values::new(json).any(is_list_of_balls) {
        let mut start = 0;
        for (value, frame) in Values::new(json).zip(game.frames()) {
            let end = start + frame.balls().len();
            played.read_leaves(value, start..end, frame.number() - 1)?;
            start = end;
        }
    } else if is_list_of_balls(json) {
        let mut frames = game.frames().flat_map(|frame| frame.balls().iter().map(move |_| frame.number()));
        for (at, text) in Values::new(json).enumerate() {
            let frame = frames.next();
            played.leaves.extend(read_leave(text, frame.unwrap_or(next_frame), |_| frame.map(|_| at))?);
        }
    }
    played.with_leaves()
}

/// Rolls the balls of a frame that says nothing but which pins they left.
pub fn roll_leaves<'a>(game: &mut Game, json: &'a str, frame: u8) -> Result<(), Failure<'a>> {
    for text in Values::new(json).filter(|_| is_list_of_balls(json)) {
        let failure = |problem| Failure::new(text, problem).in_frame(frame + 1);
        let pins = read_pins(text)?.ok_or_else(|| failure(Problem::Input(InputProblem::NoGameKey)))?;
        if game.lane().frame != frame {
            return Err(failure(Problem::Input(InputProblem::FrameOver)));
        }
        let rolled = match pins {
            PinSet::EMPTY => game.roll(game.lane().standing).map_err(|_| Problem::Input(InputProblem::FrameOver)),
            pins => apply(game, Symbol::Leave(pins)),
        };
        rolled.map_err(failure)?;
    }
    Ok(())
}

/// Whether a value has a list for each ball, not one list of pins.
pub fn is_list_of_balls(json: &str) -> bool {
    json.starts_with('[') && Values::new(json).any(|value| !is_number(value))
}

/// Reads the pins in a value; `None` if they are not known.
fn read_pins(json: &str) -> Result<Option<PinSet>, Failure<'_>> {
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match string(json).as_deref().and_then(value) {
            Some(text) => read_list(text).map(Some).map_err(|failure| placed(failure, text, json)),
            None => Ok(None),
        },
        Some(b'[' | b'0'..=b'9') => read_list(json).map(Some),
        _ => Err(Failure::new(json, Problem::Input(InputProblem::NotAGame(json.into())))),
    }
}

/// How many pins stand after a ball.
fn standing_after(game: &Game, ball: usize) -> u8 {
    let mut before = Game::new(game.rules());
    // Its balls were accepted when the game was read.
    let _ = game.rolls().take(ball).try_for_each(|roll| before.push(roll));
    before.lane().standing - game.balls().nth(ball).map_or(0, Ball::pins)
}
