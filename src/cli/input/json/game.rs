//! Reads the game, the claim and the totals of a JSON object.

use std::borrow::Cow;

use memchr::memchr;
use nom::Offset;

use super::object::{Field, Fields, Values, is_same_key, pairs, string};
use crate::cli::input::ReadOptions;
use crate::cli::input::columns::{Role, plain};
use crate::cli::input::table::{self, Row, value};
use crate::error::Problem;
use crate::game::{FRAMES, Game, Pins};
use crate::notation::parse::{Failure, is_integer, is_one_roll};
use crate::notation::{Symbol, apply};
use crate::sheet::Claim;

/// Reads the values of an object. Whatever is wrong with one of them is an error of the game.
pub fn read_object<'a>(fields: &Fields<'_, 'a>, options: &ReadOptions, row: &mut Row<'a>) -> Result<(), Failure<'a>> {
    if let Some(field) = fields.role(Role::Rules, &["rules"])
        && let Some(name) = field.text()
    {
        row.rules = table::rules(&name, options.rules).map_err(|problem| Failure::new(field.value, problem))?;
    }
    let claim = fields.role(Role::Total, &["claim", "total", "score"]);
    let read_claim = claim.map_or(Ok(None), |field| read_claim(field.value));
    if let (Ok(Some(read)), Some(field)) = (&read_claim, claim) {
        row.claim = Some((read.clone(), field.value));
    }
    let game = read_game(fields, claim.is_some(), row);
    if let Some(failure) = fields.find("error").and_then(recorded) {
        (row.game, row.failure) = (game.unwrap_or_default(), Some(failure));
        return Ok(());
    }
    row.game = game?;
    read_claim?;
    if row.game.is_none() {
        read_totals(fields, claim, row)?;
    }
    Ok(())
}

/// Reads the totals of games without rolls. Without any, the object must at least have a game of no rolls.
fn read_totals<'a>(fields: &Fields<'_, 'a>, claim: Option<&Field<'a>>, row: &mut Row<'a>) -> Result<(), Failure<'a>> {
    let series = |prefix: &str| -> Vec<&Field<'a>> {
        (1..).map_while(|number: u32| fields.find(&format!("{prefix}{number}"))).collect()
    };
    let mut totals = series("game");
    if totals.is_empty() {
        totals = series("g");
    }
    row.totals.is_series = !totals.is_empty();
    if !row.totals.is_series {
        totals.extend(claim);
    }
    for field in &totals {
        if let Some(text) = field.text().as_deref().and_then(value) {
            row.totals.totals.push(table::total(text).map_err(|failure| placed(failure, field.value))?);
        }
    }
    match totals.first() {
        Some(first) if !row.totals.totals.is_empty() => {
            row.claim = None;
            Err(Failure::new(first.value, Problem::OnlyTotal))
        }
        _ if game_field(fields).is_some() => {
            row.game = Some(Game::new(row.rules));
            Ok(())
        }
        _ => Err(Failure::new("", Problem::NoGameKey)),
    }
}

/// The same failure, of a value whose text may have been decoded.
fn placed<'a>(failure: Failure<'_>, value: &'a str) -> Failure<'a> {
    let range = value.as_bytes().as_ptr_range();
    let start = usize::from(value.starts_with('"'));
    let at = if range.contains(&failure.at.as_ptr()) { value.offset(failure.at) } else { start };
    Failure { at: value.get(at..).unwrap_or(value), frame: failure.frame, problem: failure.problem }
}

/// A claim: a number, a text as in a sheet, an array of running totals, or an object of ours that says one.
fn read_claim(value: &str) -> Result<Option<Claim>, Failure<'_>> {
    let bad = || Failure::new(value, Problem::BadClaim(value.into()));
    match value.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match table::value(&string(value)) {
            Some(text) => table::claim(text).map(Some).map_err(|failure| placed(failure, value)),
            None => Ok(None),
        },
        Some(b'-' | b'0'..=b'9') => table::claim(value).map(Some),
        Some(b'[') => {
            let total = |total: &str| match table::whole(total) {
                "null" => Ok(None),
                total => total.parse().map(Some).map_err(|_| bad()),
            };
            let totals = Values::new(value).map(total).collect::<Result<Vec<Option<u32>>, _>>()?;
            if totals.len() > usize::from(FRAMES) {
                return Err(Failure::new(value, Problem::LongClaim));
            }
            Ok(Some(Claim::Running(totals)))
        }
        Some(b'{') => match pairs(value).find(|(key, _)| key == "says") {
            Some((_, says)) if !says.starts_with('{') => read_claim(says),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

/// What our own output, or another program, says of a record in error.
fn recorded<'a>(field: &Field<'a>) -> Option<Failure<'a>> {
    if field.value.starts_with('{') {
        let find = |wanted| pairs(field.value).find(|(key, _)| key == wanted).map(|(_, value)| value);
        let message = find("message").filter(|value| value.starts_with('"')).map(string).unwrap_or_default();
        let frame = find("frame").and_then(|frame| frame.parse().ok()).filter(|frame| (1..=FRAMES).contains(frame));
        return Some(Failure { at: field.value, frame, problem: Problem::Recorded(message.into_owned()) });
    }
    let text = field.text()?;
    table::value(&text).map(|message| table::recorded(message, field.value))
}

/// The value that is the game, if there is one.
fn game_field<'f, 'a>(fields: &Fields<'f, 'a>) -> Option<&'f Field<'a>> {
    let asked = [Role::Game, Role::Balls, Role::Frames].into_iter().find_map(|role| fields.columns.of(role).next());
    match asked {
        Some(key) => fields.find(&plain(key)),
        None => ["rolls", "throws", "notation", "frames", "game"].into_iter().find_map(|key| fields.find(key)),
    }
}

/// Reads the game of an object; `None` if it has no roll.
fn read_game<'a>(fields: &Fields<'_, 'a>, has_total: bool, row: &mut Row<'a>) -> Result<Option<Game>, Failure<'a>> {
    let Some(Field { key, value: json }) = game_field(fields) else { return Ok(None) };
    row.end = &json[json.len().saturating_sub(1)..];
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match value(&string(json)) {
            Some(text) => table::read_whole(text, row.rules).map(Some).map_err(|failure| placed(failure, json)),
            None => Ok(None),
        },
        Some(b'[') => read_array(json, row),
        // A number beside a total: the first, second, third game of an evening.
        Some(b'0'..=b'9') if has_total && key == "game" => Ok(None),
        _ => Err(Failure::new(json, Problem::NotAGame((*json).into()))),
    }
}

/// Reads an array of rolls, of symbols, of frames in notation, of arrays or of objects.
fn read_array<'a>(array: &'a str, row: &Row<'_>) -> Result<Option<Game>, Failure<'a>> {
    let values = || Values::new(array);
    let mut game = Game::new(row.rules);
    if values().any(|value| value.starts_with(['[', '{'])) {
        for (value, frame) in values().zip((0..FRAMES).chain(std::iter::repeat(FRAMES - 1))) {
            match value.as_bytes().first() {
                Some(b'[') => roll_all(&mut game, value, frame)?,
                Some(b'{') => roll_object(&mut game, value, frame)?,
                _ => roll_one(&mut game, value, Some(frame))?,
            }
        }
    } else if values().all(|value| !value.starts_with('"') || is_single(&string(value))) {
        for value in values() {
            roll_one(&mut game, value, None)?;
        }
    } else {
        return read_frame_texts(values(), row).map(Some);
    }
    Ok(Some(game).filter(|game| !game.rolls().is_empty()))
}

fn is_single(text: &str) -> bool {
    value(text).is_none_or(|text| is_one_roll(text) || is_integer(table::whole(text)))
}

/// Reads an array of frames in notation, as a line of a sheet is read.
fn read_frame_texts<'a>(values: impl Iterator<Item = &'a str>, row: &Row<'_>) -> Result<Game, Failure<'a>> {
    let mut line = String::new();
    let mut starts: Vec<(usize, &str)> = Vec::new();
    for json in values {
        let text = scalar(json)?;
        if let Some(text) = value(&text) {
            starts.push((line.len(), json));
            line += table::whole(text);
            line.push(' ');
        }
    }
    table::read_whole(&line, row.rules).map_err(|failure| {
        let at = line.offset(failure.at);
        let (start, json) = starts.iter().rev().find(|(start, _)| *start <= at).copied().unwrap_or((0, ""));
        let rest = json.get((at - start + 1).min(json.len())..).unwrap_or(json);
        Failure { at: rest, frame: failure.frame, problem: failure.problem }
    })
}

/// Rolls the balls of a frame in an array.
fn roll_all<'a>(game: &mut Game, array: &'a str, frame: u8) -> Result<(), Failure<'a>> {
    Values::new(array).try_for_each(|value| roll_one(game, value, Some(frame)))
}

/// Rolls what one value holds. In a frame a text may hold the whole frame.
fn roll_one<'a>(game: &mut Game, json: &'a str, frame: Option<u8>) -> Result<(), Failure<'a>> {
    let text = scalar(json)?;
    let Some(text) = value(&text) else { return Ok(()) };
    let rolled = match frame {
        Some(frame) if json.starts_with('"') && !is_single(text) => table::roll_frame(game, text, frame),
        _ => table::roll(game, text, frame),
    };
    rolled.map_err(|failure| placed(failure, json))
}

/// The text of a string or of a number; empty for `null`.
fn scalar(json: &str) -> Result<Cow<'_, str>, Failure<'_>> {
    match json.as_bytes().first() {
        Some(b'"') => Ok(string(json)),
        Some(b'n') => Ok("".into()),
        Some(b'-' | b'0'..=b'9') if is_integer(table::whole(json)) => Ok(json.into()),
        Some(b'-' | b'0'..=b'9') => Err(Failure::new(json, Problem::NotARoll { token: json.into(), pairs: false })),
        _ => Err(Failure::new(json, Problem::NotAGame(json.into()))),
    }
}

/// Rolls the balls of a frame in an object. In ours, `marks` tells fouls, and `split` splits.
fn roll_object<'a>(game: &mut Game, object: &'a str, frame: u8) -> Result<(), Failure<'a>> {
    let (mut rolls, mut marks, mut is_split, mut splits) = (None, "[]", false, "[]");
    for (key, value) in pairs(object) {
        match &*key {
            "rolls" => rolls = Some(value),
            "throws" => rolls = rolls.or(Some(value)),
            "marks" if value.starts_with('[') => marks = value,
            "split" => is_split = value == "true",
            "splits" if value.starts_with('[') => splits = value,
            other if is_same_key(other, "rolls") || is_same_key(other, "throws") => rolls = Some(value),
            _ => {}
        }
    }
    let Some(rolls) = rolls else { return Err(Failure::new(object, Problem::NoGameKey)) };
    if !rolls.starts_with('[') {
        return roll_one(game, rolls, Some(frame));
    }
    if !is_split && memchr(b'F', marks.as_bytes()).is_none() {
        return roll_all(game, rolls, frame);
    }
    // A frame has one split, unless a list says which balls left one.
    let mut listed: Vec<usize> = Values::new(splits).filter_map(|ball| ball.parse().ok()).collect();
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
