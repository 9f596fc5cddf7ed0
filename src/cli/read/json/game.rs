//! Reads a game from a JSON value: a text, or an array of rolls, of symbols, of frames in notation, of arrays or of
//! objects.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Map, Value};

use super::leaves::{is_leave_key, is_list_of_balls, roll_leaves};
use super::object::{PathError, is_same_key};
use crate::cli::problem::InputProblem;
use crate::cli::read::cell_game::{Part, is_ball, read_balls, read_frames, read_whole, roll};
use crate::cli::read::column_name::{ColumnName, ball_of_frame, column_name};
use crate::cli::read::layout::Spelling;
use crate::cli::read::leaves::{BallLeave, with_leaves};
use crate::cli::read::table::{ValueError, value, whole};
use crate::error::Problem;
use crate::game::{FRAMES, Game, Pins, Rules};
use crate::reading::symbols::is_integer;
use crate::reading::{Symbol, apply};

/// Reads the game that a value holds; `None` if it has no roll.
pub fn read_value(json: &Value, spelling: Spelling, rules: Rules) -> Result<Option<Game>, PathError> {
    match json {
        Value::Null => Ok(None),
        Value::String(text) => {
            let game = value(text).map(|text| read_whole(text, spelling, rules)).transpose();
            game.map_err(|error| PathError::new("", error))
        }
        Value::Array(values) => read_array(values, rules),
        Value::Object(object) => match frames_by_number(object) {
            Some(frames) => read_frame_values(frames.into_iter(), rules),
            None => Err(not_a_game(json)),
        },
        _ => Err(not_a_game(json)),
    }
}

fn not_a_game(json: &Value) -> PathError {
    PathError::new("", InputProblem::NotAGame(json.to_string()))
}

/// The frames of an object such as `{"1": [10], "2": [7, 3]}` or `{"frame1": …}`, in order, each with its path.
fn frames_by_number(object: &Map<String, Value>) -> Option<Vec<(String, &Value)>> {
    let frame = |(key, value): (&String, _)| match column_name(key)? {
        ColumnName::Frame(frame) => Some((frame, key.clone(), value)),
        _ => None,
    };
    let mut frames: Vec<(u8, String, &Value)> = object.iter().map(frame).collect::<Option<_>>()?;
    frames.sort_by_key(|(frame, ..)| *frame);
    let is_whole = !frames.is_empty() && (1..).zip(&frames).all(|(wanted, (frame, ..))| *frame == wanted);
    is_whole.then(|| frames.into_iter().map(|(_, path, value)| (path, value)).collect())
}

fn read_array(values: &[Value], rules: Rules) -> Result<Option<Game>, PathError> {
    if values.iter().any(|value| value.is_array() || value.is_object()) {
        return read_frame_values(values.iter().enumerate().map(|(at, value)| (format!("[{at}]"), value)), rules);
    }
    let texts =
        values.iter().enumerate().map(|(at, value)| scalar(value).map_err(|error| error.inside(&format!("[{at}]"))));
    let texts = texts.collect::<Result<Vec<Cow<'_, str>>, _>>()?;
    let filled = || texts.iter().enumerate().filter_map(|(at, text)| Some((at, value(text)?)));
    let has_frames = values.iter().any(|json| json.as_str().and_then(value).is_some_and(|text| !is_ball(text)));
    let frame = |at: usize| Some(at.min(usize::from(FRAMES) - 1) as u8);
    let parts: Vec<Part<'_>> = filled()
        .enumerate()
        .map(|(at, (_, text))| Part { text, frame: frame(at).filter(|_| has_frames), is_ball: !has_frames })
        .collect();
    let positions: Vec<usize> = filled().map(|(at, _)| at).collect();
    let read =
        if has_frames { read_frames(&parts, rules) } else { read_balls(&parts, &positions, values.len(), rules) };
    let read = match (read, &parts[..]) {
        // A whole game in one text.
        (Err(failed), [part]) if has_frames => read_whole(part.text, Spelling::Any, rules).map_err(|_| failed),
        (read, _) => read,
    };
    let path = |at: usize| positions.get(at).map(|at| format!("[{at}]")).unwrap_or_default();
    read.map(|game| Some(game).filter(Game::has_begun)).map_err(|(at, error)| PathError::new(path(at), error))
}

/// Reads frames, each with its path: all after the tenth belong to it.
fn read_frame_values<'v>(
    frames: impl Iterator<Item = (String, &'v Value)>,
    rules: Rules,
) -> Result<Option<Game>, PathError> {
    let mut played = PlayedGame::new(Game::new(rules));
    for ((path, value), frame) in frames.zip((0..FRAMES).chain(std::iter::repeat(FRAMES - 1))) {
        let rolled = match value {
            Value::Array(balls) => played.roll_all(balls, frame, ""),
            Value::Object(object) => played.roll_object(object, frame),
            _ => roll_scalar(&mut played.game, value, frame),
        };
        rolled.map_err(|error| error.inside(&path))?;
        // Leaves are checked when all balls are known.
        played.paths.iter_mut().skip(played.placed).for_each(|leave| *leave = format!("{path}{leave}"));
        played.placed = played.paths.len();
    }
    Ok(Some(played.with_leaves()?).filter(Game::has_begun))
}

/// Rolls what a text or a number holds: a ball, or several of a frame.
fn roll_scalar(game: &mut Game, json: &Value, frame: u8) -> Result<(), PathError> {
    let text = scalar(json)?;
    let Some(text) = value(&text) else { return Ok(()) };
    let is_frame = json.is_string() && !is_ball(text) && !is_integer(whole(text));
    let rolled = if is_frame {
        let mut parts = text.split([' ', ',', '|']).filter(|part| !part.is_empty());
        parts.try_for_each(|part| roll_signs(game, part, frame))
    } else {
        roll(game, text, Some(frame))
    };
    rolled.map_err(|error| PathError::new("", error))
}

/// Rolls signs of a frame without blanks between them, or one number.
fn roll_signs(game: &mut Game, text: &str, frame: u8) -> Result<(), ValueError> {
    if is_ball(text) {
        return roll(game, text, Some(frame));
    }
    let mut signs = text.chars();
    signs.try_for_each(|sign| roll(game, sign.encode_utf8(&mut [0; 4]), Some(frame)))
}

/// The text of a string or of a number; empty for `null`.
fn scalar(json: &Value) -> Result<Cow<'_, str>, PathError> {
    const NUMBERS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    match json {
        Value::String(text) => Ok(text.as_str().into()),
        Value::Null => Ok("".into()),
        Value::Number(number) => {
            if let Some(text) = number.as_u64().and_then(|number| NUMBERS.get(usize::try_from(number).ok()?)) {
                return Ok((*text).into());
            }
            let token = number.to_string();
            if is_integer(whole(&token)) {
                return Ok(token.into());
            }
            Err(PathError::new("", ValueError::new(Problem::NotARoll { token })))
        }
        _ => Err(not_a_game(json)),
    }
}

/// A game that is read frame by frame, and what is said about the pins that its balls left.
pub struct PlayedGame {
    pub game: Game,
    pub leaves: Vec<BallLeave>,
    /// The paths of the leaves, of which the first ones are whole.
    pub paths: Vec<String>,
    placed: usize,
}

impl PlayedGame {
    pub const fn new(game: Game) -> Self {
        Self { game, leaves: Vec::new(), paths: Vec::new(), placed: 0 }
    }

    /// Rolls the balls of a frame in an array, given the path to it inside the frame.
    fn roll_all(&mut self, balls: &[Value], frame: u8, path: &str) -> Result<(), PathError> {
        for (at, ball) in balls.iter().enumerate() {
            let rolled = self.roll_ball(ball, frame, &format_args!("{path}[{at}]"));
            rolled.map_err(|error| error.inside(&format!("[{at}]")))?;
        }
        Ok(())
    }

    /// Rolls a ball of a frame, which may be an object with the pins that it left.
    fn roll_ball(&mut self, json: &Value, frame: u8, path: &dyn std::fmt::Display) -> Result<(), PathError> {
        let Value::Object(object) = json else { return roll_scalar(&mut self.game, json, frame) };
        let start = self.game.rolls().count();
        let pins =
            object.iter().find(|(key, _)| ["pins", "value", "pinfall"].iter().any(|name| is_same_key(key, name)));
        let Some((key, pins)) = pins else { return Err(not_a_game(json)) };
        roll_scalar(&mut self.game, pins, frame).map_err(|error| error.inside(key))?;
        match object.iter().find(|(key, _)| is_leave_key(key)) {
            Some((key, leave)) => {
                let balls = start..self.game.rolls().count();
                let read = self.read_leaves(leave, balls, frame, &format!("{path}.{key}"));
                read.map_err(|error| PathError::new(key, error.error))
            }
            None => Ok(()),
        }
    }

    /// Rolls the balls of a frame in an object. In ours, `marks` tells fouls, `split` splits, and `leaves` pins.
    fn roll_object(&mut self, object: &Map<String, Value>, frame: u8) -> Result<(), PathError> {
        let start = self.game.rolls().count();
        let (mut rolls, mut left, mut balls) = (None, None, [None; 3]);
        for (key, value) in object {
            let names_rolls = |name: &&str| key == name || is_same_key(key, name);
            if ["rolls", "throws", "shots", "balls", "pins"].iter().any(names_rolls) {
                rolls = rolls.filter(|(_, rolls): &(&String, &Value)| !rolls.is_null()).or(Some((key, value)));
            } else if is_leave_key(key) {
                left = Some((key, value));
            } else if let Some(ball) = ball_of_frame(key) {
                balls[usize::from(ball) - 1] = Some((key, value));
            }
        }
        match (rolls, left) {
            (None, Some((key, left))) if balls == [None; 3] && is_list_of_balls(left) => {
                return roll_leaves(&mut self.game, left, frame).map_err(|error| error.inside(key));
            }
            (None, _) if balls == [None; 3] => return Err(PathError::new("", InputProblem::NoGameKey)),
            (None, _) => {
                for (key, ball) in balls.into_iter().flatten() {
                    self.roll_ball(ball, frame, &format_args!(".{key}")).map_err(|error| error.inside(key))?;
                }
            }
            (Some((key, Value::Array(rolls))), _) => {
                let rolled = match Marks::of(object) {
                    Some(marks) => self.roll_marked(rolls, &marks, frame),
                    None => self.roll_all(rolls, frame, &format!(".{key}")),
                };
                rolled.map_err(|error| error.inside(key))?;
            }
            (Some((key, rolls)), _) => {
                roll_scalar(&mut self.game, rolls, frame).map_err(|error| error.inside(key))?;
            }
        }
        match left {
            Some((key, left)) => {
                let balls: Range<usize> = start..self.game.rolls().count();
                self.read_leaves(left, balls, frame, &format!(".{key}"))
            }
            None => Ok(()),
        }
    }

    /// Rolls the balls of a frame that has fouls or a split.
    fn roll_marked(&mut self, rolls: &[Value], marks: &Marks<'_>, frame: u8) -> Result<(), PathError> {
        let mut splits = marks.splits.clone();
        for (at, value) in rolls.iter().enumerate() {
            let is_foul = marks.of_balls.get(at).is_some_and(|mark| mark == "F") && value.as_u64() == Some(0);
            let pins = value.as_u64().and_then(|pins| Pins::new(pins.try_into().ok()?));
            let may_split = self.game.lane().is_full() && pins.is_some_and(|pins| (1..=8).contains(&pins.get()));
            // A frame has one split, unless a list says which balls left one.
            if marks.is_split && splits.is_empty() && may_split {
                splits.push(at + 1);
            }
            let symbol = match pins {
                _ if is_foul => Some(Symbol::Foul),
                Some(pins) if may_split && splits.contains(&(at + 1)) => Some(Symbol::Split(pins)),
                _ => None,
            };
            let rolled = match symbol {
                Some(symbol) if self.game.lane().frame == frame => apply(&mut self.game, symbol)
                    .map_err(|problem| PathError::new("", ValueError::new(problem).in_frame(frame + 1))),
                _ => roll_scalar(&mut self.game, value, frame),
            };
            rolled.map_err(|error| error.inside(&format!("[{at}]")))?;
        }
        Ok(())
    }

    /// The game, with the pins that its balls left.
    pub fn with_leaves(self) -> Result<Game, PathError> {
        let path = |source: usize| self.paths.get(source).cloned().unwrap_or_default();
        with_leaves(self.game, &self.leaves).map_err(|(source, error)| PathError::new(path(source), error))
    }
}

/// What one of our frames says about its balls besides their pins.
struct Marks<'v> {
    of_balls: &'v [Value],
    is_split: bool,
    /// The balls that left a split, from 1.
    splits: Vec<usize>,
}

impl<'v> Marks<'v> {
    /// `None` if the frame has neither a foul nor a split.
    fn of(object: &'v Map<String, Value>) -> Option<Self> {
        let array = |key: &str| object.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let (marks, is_split) = (array("marks"), object.get("split") == Some(&Value::Bool(true)));
        let has_foul = marks.iter().any(|mark| mark == "F");
        let splits = || array("splits").iter().filter_map(|ball| ball.as_u64()?.try_into().ok()).collect();
        (is_split || has_foul).then(|| Self {
            of_balls: marks,
            is_split,
            splits: if is_split { splits() } else { Vec::new() },
        })
    }
}
