//! Reads which pins the balls of a game left.
//!
//! Ours is a list for each ball of a frame, as in `"leaves": [[7, 10], []]`, with `null` where it is not known. Others
//! list the pins of one ball of the frame: `"leave": [7, 10]`, `"pins_remaining": [7, 10]`.

use super::game::placed;
use super::object::{Values, is_same_key, string};
use crate::cli::input::leaves::{BallLeave, read_list, with_leaves};
use crate::cli::input::table::value;
use crate::error::{InputProblem, Problem};
use crate::game::{Game, PinSet};
use crate::notation::parse::Failure;
use crate::notation::{Symbol, apply};

/// Whether a key holds the pins that a ball left.
pub fn is_leave_key(key: &str) -> bool {
    ["leaves", "leave", "pinsremaining", "pinsleft", "pinsstanding"].into_iter().any(|name| is_same_key(key, name))
}

/// Adds what a value says of the balls since `start`, which are those of a frame (from 0).
pub fn read_leaves<'a>(
    json: &'a str,
    (game, start): (&Game, usize),
    frame: u8,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    let rolled = start..game.rolls().len();
    if is_list_of_balls(json) {
        for (at, text) in Values::new(json).enumerate() {
            add_leave(text, frame + 1, |_| Some(start + at).filter(|ball| rolled.contains(ball)), leaves)?;
        }
    } else if json.starts_with(['[', '"']) {
        // The pins of one ball: of the first after which as many stand.
        let is_ball = |ball: &usize, pins: PinSet| standing_after(game, *ball) == pins.len();
        let ball = |pins| rolled.clone().find(|ball| is_ball(ball, pins)).or(rolled.clone().next());
        add_leave(json, frame + 1, ball, leaves)?;
    }
    Ok(())
}

/// Adds what a ball that is an object, the last that was rolled, says of the pins that it left.
pub fn read_ball_leave<'a>(
    json: &'a str,
    game: &Game,
    frame: u8,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    let is_known = json.starts_with(['[', '"']);
    if is_known { add_leave(json, frame + 1, |_| game.rolls().len().checked_sub(1), leaves) } else { Ok(()) }
}

/// Adds the pins in a value, unless they are not known, to those of a ball of a frame (from 1).
fn add_leave<'a>(
    text: &'a str,
    frame: u8,
    ball: impl FnOnce(PinSet) -> Option<usize>,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    let pins = read_pins(text).map_err(|failure| failure.in_frame(frame))?;
    leaves.extend(pins.map(|pins| BallLeave { ball: ball(pins), frame, pins, text }));
    Ok(())
}

/// The game with the pins that a value lists for each ball of the game, or for each ball of each frame.
pub fn with_all_leaves<'a>(game: &Game, json: &'a str) -> Result<Game, Failure<'a>> {
    let mut leaves = Vec::new();
    if Values::new(json).any(is_list_of_balls) {
        let (card, mut start) = (game.score_card(), 0);
        for (value, frame) in Values::new(json).zip(card.frames()) {
            let end = start + frame.balls().len();
            read_leaves(value, (&first_balls(game, end), start), frame.number() - 1, &mut leaves)?;
            start = end;
        }
    } else if is_list_of_balls(json) {
        let frames = game.score_card();
        let mut frames = frames.frames().flat_map(|frame| frame.balls().iter().map(move |_| frame.number()));
        for (at, text) in Values::new(json).enumerate() {
            let frame = frames.next();
            let shown = frame.unwrap_or_else(|| game.lane().frame_number());
            add_leave(text, shown, |_| frame.map(|_| at), &mut leaves)?;
        }
    }
    with_leaves(game, &leaves)
}

/// Rolls the balls of a frame of which only the pins are known that they left.
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
    let is_number = |value: &str| value.starts_with(|sign: char| sign == '-' || sign.is_ascii_digit());
    json.starts_with('[') && Values::new(json).any(|value| !is_number(value))
}

/// Reads the pins in a value; `None` if they are not known.
fn read_pins(json: &str) -> Result<Option<PinSet>, Failure<'_>> {
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match string(json).as_deref().and_then(value) {
            Some(text) => read_list(text).map(Some).map_err(|failure| placed(failure, json)),
            None => Ok(None),
        },
        Some(b'[' | b'0'..=b'9') => read_list(json).map(Some),
        _ => Err(Failure::new(json, Problem::Input(InputProblem::NotAGame(json.into())))),
    }
}

/// How many pins stand after a ball.
fn standing_after(game: &Game, ball: usize) -> u8 {
    first_balls(game, ball).lane().standing - game.rolls()[ball].pins().get()
}

/// The game up to a ball.
fn first_balls(game: &Game, balls: usize) -> Game {
    let mut first = Game::new(game.rules());
    // Its balls were accepted when the game was read.
    let _ = game.rolls()[..balls].iter().try_for_each(|&roll| first.push(roll));
    first
}
