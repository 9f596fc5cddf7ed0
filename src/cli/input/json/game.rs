//! Reads a game from a JSON value: a text, or an array of rolls, of symbols, of frames in notation, of arrays or of
//! objects.

use std::borrow::Cow;

use memchr::memchr;
use nom::Offset;

use super::leaves::{is_leave_key, is_list_of_balls, read_ball_leave, read_leaves, roll_leaves};
use super::object::{Values, find_key, is_same_key, pairs, string};
use crate::cli::input::leaves::{BallLeave, with_leaves};
use crate::cli::input::table::{self, TableRow, value};
use crate::error::{InputProblem, Problem};
use crate::game::{FRAMES, Game, Pins};
use crate::notation::parse::{Failure, is_integer, is_one_roll, tokens};
use crate::notation::{Symbol, apply};

/// Reads the game that a value holds; `None` if it has no roll.
pub fn read_value<'a>(json: &'a str, row: &mut TableRow<'a>) -> Result<Option<Game>, Failure<'a>> {
    row.end = &json[json.len().saturating_sub(1)..];
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match string(json).as_deref().and_then(value) {
            Some(text) => table::read_whole(text, row.rules).map(Some).map_err(|failure| placed(failure, json)),
            None => Ok(None),
        },
        Some(b'[') => read_array(json, row),
        _ => Err(Failure::new(json, Problem::Input(InputProblem::NotAGame(json.into())))),
    }
}

/// The same failure, of a value whose text may have been decoded.
pub fn placed<'a>(failure: Failure<'_>, value: &'a str) -> Failure<'a> {
    let range = value.as_bytes().as_ptr_range();
    let start = usize::from(value.starts_with('"'));
    let at = if range.contains(&failure.at.as_ptr()) { value.offset(failure.at) } else { start };
    Failure { at: value.get(at..).unwrap_or(value), frame: failure.frame, problem: failure.problem }
}

/// The frame of each value: all after the tenth belong to it.
fn frames() -> impl Iterator<Item = u8> {
    (0..FRAMES).chain(std::iter::repeat(FRAMES - 1))
}

fn read_array<'a>(array: &'a str, row: &TableRow<'_>) -> Result<Option<Game>, Failure<'a>> {
    let values = || Values::new(array);
    let mut game = Game::new(row.rules);
    if values().any(|value| value.starts_with(['[', '{'])) {
        let mut leaves = Vec::new();
        for (value, frame) in values().zip(frames()) {
            match value.as_bytes().first() {
                Some(b'[') => roll_all(&mut game, value, frame, &mut leaves)?,
                Some(b'{') => roll_object(&mut game, value, frame, &mut leaves)?,
                _ => roll_one(&mut game, value, Some(frame))?,
            }
        }
        if !leaves.is_empty() {
            game = with_leaves(&game, &leaves)?;
        }
    } else if values().all(|value| string(value).is_none_or(|text| is_single(&text))) {
        for value in values() {
            roll_one(&mut game, value, None)?;
        }
    } else {
        return read_frame_texts(&values().collect::<Vec<_>>(), row).map(Some);
    }
    Ok(Some(game).filter(|game| !game.rolls().is_empty()))
}

/// Whether a text is one roll, or nothing.
fn is_single(text: &str) -> bool {
    value(text).is_none_or(|text| is_one_roll(table::whole(text)))
}

/// Reads an array in which a text is a frame in notation: then each is one.
fn read_frame_texts<'a>(values: &[&'a str], row: &TableRow<'_>) -> Result<Game, Failure<'a>> {
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
    let mut game = Game::new(row.rules);
    let played = values.iter().zip(frames()).try_for_each(|(&json, frame)| match string(json) {
        Some(text) if !(has_tens && text.trim() == "10") => {
            table::roll_frame(&mut game, text.trim(), frame).map_err(|failure| placed_in(&text, failure, json))
        }
        _ => roll_one(&mut game, json, Some(frame)),
    });
    match (played, &values[..]) {
        (Ok(()), _) => Ok(game),
        // A whole game in one text.
        (Err(failure), [json]) => {
            let text = string(json).unwrap_or_default();
            table::read_whole(text.trim(), row.rules).map_err(|_| failure)
        }
        (Err(failure), _) => Err(failure),
    }
}

/// The same failure, in a value whose text has no escapes before it.
fn placed_in<'a>(text: &str, failure: Failure<'_>, json: &'a str) -> Failure<'a> {
    let range = text.as_bytes().as_ptr_range();
    let at = if range.contains(&failure.at.as_ptr()) { text.offset(failure.at) } else { 0 };
    Failure { at: json.get(at + 1..).unwrap_or(json), frame: failure.frame, problem: failure.problem }
}

fn roll_all<'a>(
    game: &mut Game,
    array: &'a str,
    frame: u8,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    Values::new(array).try_for_each(|value| roll_ball(game, value, frame, leaves))
}

/// Rolls a ball of a frame, which may be an object with the pins that it left.
fn roll_ball<'a>(
    game: &mut Game,
    json: &'a str,
    frame: u8,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    roll_one(game, json, Some(frame))?;
    if json.starts_with('{')
        && let Some((_, leave)) = pairs(json).find(|(key, _)| is_leave_key(key))
    {
        read_ball_leave(leave, game, frame, leaves)?;
    }
    Ok(())
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
    rolled.map_err(|failure| placed(failure, json))
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

/// Rolls the balls of a frame in an object. In ours, `marks` tells fouls, `split` splits, and `leaves` pins.
fn roll_object<'a>(
    game: &mut Game,
    object: &'a str,
    frame: u8,
    leaves: &mut Vec<BallLeave<'a>>,
) -> Result<(), Failure<'a>> {
    let (mut rolls, mut marks, mut is_split, mut splits, mut left) = (None, "[]", false, "[]", None);
    let start = game.rolls().len();
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
        (None, Some(left)) if balls == [None; 3] && is_list_of_balls(left) => return roll_leaves(game, left, frame),
        (None, _) if balls == [None; 3] => return Err(Failure::new(object, Problem::Input(InputProblem::NoGameKey))),
        (None, _) => balls.into_iter().flatten().try_for_each(|ball| roll_ball(game, ball, frame, leaves))?,
        (Some(rolls), _) if !rolls.starts_with('[') => roll_one(game, rolls, Some(frame))?,
        (Some(rolls), _) if !is_split && memchr(b'F', marks.as_bytes()).is_none() => {
            roll_all(game, rolls, frame, leaves)?;
        }
        (Some(rolls), _) => roll_marked(game, rolls, marks, is_split.then_some(splits), frame)?,
    }
    left.map_or(Ok(()), |left| read_leaves(left, (game, start), frame, leaves))
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
