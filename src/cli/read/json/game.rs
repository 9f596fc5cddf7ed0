//! Reads a game from a JSON value: a text, or an array of rolls, of symbols, of frames in notation, of arrays or of
//! objects.

use std::borrow::Cow;

use memchr::memchr;
use nom::Offset;

use super::leaves::{is_leave_key, is_list_of_balls, roll_leaves};
use super::object::{Values, find_key, is_same_key, pairs, string};
use crate::cli::read::leaves::{BallLeave, with_leaves};
use crate::cli::read::table::{self, TableRow, value};
use crate::error::{InputProblem, Problem};
use crate::game::{FRAMES, Game, Pins, Rules};
use crate::reading::symbols::{Failure, is_integer, is_one_roll, tokens};
use crate::reading::variants::plain;
use crate::reading::{Symbol, apply};

/// Reads the game that a value holds; `None` if it has no roll.
pub fn read_value<'a>(json: &'a str, row: &mut TableRow<'a>) -> Result<Option<Game>, Failure<'a>> {
    row.end = &json[json.len().saturating_sub(1)..];
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match string(json).as_deref().and_then(value) {
            Some(text) => table::read_whole(text, row.rules).map(Some).map_err(|failure| placed(failure, text, json)),
            None => Ok(None),
        },
        Some(b'[') => read_array(json, row.rules),
        _ => Err(Failure::new(json, Problem::Input(InputProblem::NotAGame(json.into())))),
    }
}

/// The same failure in a value, given its text: if that has no escapes, it is a part of the value.
pub fn placed<'a>(failure: Failure<'_>, text: &str, json: &'a str) -> Failure<'a> {
    let start = usize::from(json.starts_with('"'));
    let place =
        |text: &str| text.as_bytes().as_ptr_range().contains(&failure.at.as_ptr()).then(|| text.offset(failure.at));
    let at = place(json).or(place(text).map(|at| at + start)).unwrap_or(start);
    Failure { at: json.get(at..).unwrap_or(json), frame: failure.frame, problem: failure.problem }
}

/// The frame of each value: all after the tenth belong to it.
fn frames() -> impl Iterator<Item = u8> {
    (0..FRAMES).chain(std::iter::repeat(FRAMES - 1))
}

fn read_array(array: &str, rules: Rules) -> Result<Option<Game>, Failure<'_>> {
    let values = || Values::new(array);
    let has_frames = values().any(|value| value.starts_with(['[', '{']));
    if !has_frames && values().any(|value| string(value).is_some_and(|text| !is_single(&text))) {
        return read_frame_texts(&values().collect::<Vec<_>>(), rules).map(Some);
    }
    let mut played = PlayedGame::new(rules);
    for (value, frame) in values().zip(frames()) {
        match value.as_bytes().first() {
            Some(b'[') => played.roll_all(value, frame)?,
            Some(b'{') => played.roll_object(value, frame)?,
            _ => roll_one(&mut played.game, value, has_frames.then_some(frame))?,
        }
    }
    Ok(Some(played.with_leaves()?).filter(Game::has_begun))
}

/// Whether a text is one roll, or nothing.
fn is_single(text: &str) -> bool {
    value(text).is_none_or(|text| is_one_roll(&plain(table::whole(text))))
}

/// Reads an array in which a text is a frame in notation: then each is one.
fn read_frame_texts<'a>(values: &[&'a str], rules: Rules) -> Result<Game, Failure<'a>> {
    let is_something = |json: &&&str| !matches!(scalar(json), Ok(text) if value(&text).is_none());
    let values: Vec<&'a str> = values.iter().filter(is_something).copied().collect();
    // In `10` beside `7 3` the numbers are apart, so it is a ten.
    let is_apart = |json: &&str| {
        string(json).is_some_and(|text| {
            let all = || tokens(&text);
            all().nth(1).is_some() && all().all(is_integer)
        })
    };
    let has_tens = values.iter().any(is_apart);
    let mut game = Game::new(rules);
    let played = values.iter().zip(frames()).try_for_each(|(&json, frame)| match string(json) {
        Some(text) if !(has_tens && text.trim() == "10") => {
            table::roll_frame(&mut game, text.trim(), frame).map_err(|failure| placed(failure, &text, json))
        }
        _ => roll_one(&mut game, json, Some(frame)),
    });
    match (played, &values[..]) {
        (Ok(()), _) => Ok(game),
        // A whole game in one text.
        (Err(failure), [json]) => {
            let text = string(json).unwrap_or_default();
            table::read_whole(text.trim(), rules).map_err(|_| failure)
        }
        (Err(failure), _) => Err(failure),
    }
}

/// Rolls what one value holds. In a frame a text may hold the whole frame.
fn roll_one<'a>(game: &mut Game, json: &'a str, frame: Option<u8>) -> Result<(), Failure<'a>> {
    // A ball may be an object that has its pins.
    let json = if json.starts_with('{') { find_key(json, "pins").unwrap_or(json) } else { json };
    let text = scalar(json)?;
    let Some(text) = value(&text) else { return Ok(()) };
    let rolled = match frame {
        Some(frame) if json.starts_with('"') && !is_single(text) && !is_integer(table::whole(text)) => {
            table::roll_frame(game, text, frame)
        }
        _ => table::roll(game, text, frame),
    };
    rolled.map_err(|failure| placed(failure, text, json))
}

/// The text of a string or of a number; empty for `null`.
fn scalar(json: &str) -> Result<Cow<'_, str>, Failure<'_>> {
    match json.as_bytes().first() {
        Some(b'"') => Ok(string(json).unwrap_or_default()),
        Some(b'n') => Ok("".into()),
        Some(b'-' | b'0'..=b'9') if is_integer(table::whole(json)) => Ok(json.into()),
        Some(b'-' | b'0'..=b'9') => Err(Failure::new(json, Problem::NotARoll { token: json.into(), pairs: false })),
        _ => Err(Failure::new(json, Problem::Input(InputProblem::NotAGame(json.into())))),
    }
}

/// A game that is read frame by frame, and what is said about the pins that its balls left.
pub struct PlayedGame<'a> {
    pub game: Game,
    pub leaves: Vec<BallLeave<'a>>,
}

impl<'a> PlayedGame<'a> {
    const fn new(rules: Rules) -> Self {
        Self { game: Game::new(rules), leaves: Vec::new() }
    }

    fn roll_all(&mut self, array: &'a str, frame: u8) -> Result<(), Failure<'a>> {
        Values::new(array).try_for_each(|value| self.roll_ball(value, frame))
    }

    /// Rolls a ball of a frame, which may be an object with the pins that it left.
    fn roll_ball(&mut self, json: &'a str, frame: u8) -> Result<(), Failure<'a>> {
        let start = self.game.rolls().count();
        roll_one(&mut self.game, json, Some(frame))?;
        let leave = if json.starts_with('{') { pairs(json).find(|(key, _)| is_leave_key(key)) } else { None };
        leave.map_or(Ok(()), |(_, leave)| self.read_leaves(leave, start..self.game.rolls().count(), frame))
    }

    /// Rolls the balls of a frame in an object. In ours, `marks` tells fouls, `split` splits, and `leaves` pins.
    fn roll_object(&mut self, object: &'a str, frame: u8) -> Result<(), Failure<'a>> {
        let (mut rolls, mut marks, mut is_split, mut splits, mut left) = (None, "[]", false, "[]", None);
        let start = self.game.rolls().count();
        let mut balls = [None; 3];
        for (key, value) in pairs(object) {
            match &*key {
                "rolls" => rolls = Some(value),
                "throws" => rolls = rolls.or(Some(value)),
                "marks" if value.starts_with('[') => marks = value,
                "split" => is_split = value == "true",
                "splits" if value.starts_with('[') => splits = value,
                other if is_leave_key(other) => left = Some(value),
                other if is_same_key(other, "rolls") || is_same_key(other, "throws") => rolls = Some(value),
                other => {
                    if let Some(ball) = ball_number(other).and_then(|ball| balls.get_mut(ball)) {
                        *ball = Some(value);
                    }
                }
            }
        }
        match (rolls, left) {
            (None, Some(left)) if balls == [None; 3] && is_list_of_balls(left) => {
                return roll_leaves(&mut self.game, left, frame);
            }
            (None, _) if balls == [None; 3] => {
                return Err(Failure::new(object, Problem::Input(InputProblem::NoGameKey)));
            }
            (None, _) => balls.into_iter().flatten().try_for_each(|ball| self.roll_ball(ball, frame))?,
            (Some(rolls), _) if !rolls.starts_with('[') => roll_one(&mut self.game, rolls, Some(frame))?,
            (Some(rolls), _) if !is_split && memchr(b'F', marks.as_bytes()).is_none() => self.roll_all(rolls, frame)?,
            (Some(rolls), _) => roll_marked(&mut self.game, rolls, marks, is_split.then_some(splits), frame)?,
        }
        left.map_or(Ok(()), |left| self.read_leaves(left, start..self.game.rolls().count(), frame))
    }

    /// The game, with the pins that its balls left.
    pub fn with_leaves(self) -> Result<Game, Failure<'a>> {
        with_leaves(self.game, &self.leaves)
    }
}

/// Rolls the balls of a frame that has fouls or a split, and perhaps a list of its splits.
fn roll_marked<'a>(
    game: &mut Game,
    rolls: &'a str,
    marks: &str,
    splits: Option<&str>,
    frame: u8,
) -> Result<(), Failure<'a>> {
    // A frame has one split, unless a list says which balls left one.
    let is_split = splits.is_some();
    let mut listed: Vec<usize> = Values::new(splits.unwrap_or("[]")).filter_map(|ball| ball.parse().ok()).collect();
    let mut marks = Values::new(marks);
    for (ball, value) in (1..).zip(Values::new(rolls)) {
        let is_foul = marks.next().is_some_and(|mark| mark == "\"F\"") && value == "0";
        let pins = value.parse().ok().and_then(Pins::new);
        let may_split = game.lane().is_full() && pins.is_some_and(|pins| (1..=8).contains(&pins.get()));
        if is_split && listed.is_empty() && may_split {
            listed.push(ball);
        }
        let symbol = match pins {
            _ if is_foul => Some(Symbol::Foul),
            Some(pins) if may_split && listed.contains(&ball) => Some(Symbol::Split(pins)),
            _ => None,
        };
        match symbol {
            Some(symbol) if game.lane().frame == frame => {
                apply(game, symbol).map_err(|problem| Failure::new(value, problem).in_frame(frame + 1))?;
            }
            _ => roll_one(game, value, Some(frame))?,
        }
    }
    Ok(())
}

/// The ball, from 0, that a key of a frame names: `shot1`, `roll1`, `ball1`, `throw1`.
fn ball_number(key: &str) -> Option<usize> {
    let number = key.chars().next_back()?.to_digit(10)?.checked_sub(1)?;
    let named = |name: &str| is_same_key(key, &format!("{name}{}", number + 1));
    ["shot", "roll", "ball", "throw"].into_iter().any(named).then_some(number as usize)
}
