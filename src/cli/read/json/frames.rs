//! Takes the frames of a JSON object apart: their balls, the pins that these left, and running totals.

use super::cells::ObjectCells;
use super::value::{Json, Object, find, plain_key};
use crate::cli::problem::InputProblem;
use crate::cli::read::cell_game::is_ball;
use crate::cli::read::cells::Origin;
use crate::cli::read::column_name::{LeaveName, ball_of_frame};
use crate::cli::read::layout::PartColumn;
use crate::cli::read::table::{ValueError, value, whole};
use crate::cli::read::words::PINS;
use crate::error::Problem;
use crate::game::RACK;
use crate::reading::symbols::is_integer;

/// The keys of the pins that a ball left.
const LEAVES: [&str; 5] = ["leaves", "leave", "pinsremaining", "pinsleft", "pinsstanding"];
/// The keys of running totals in frames, the best first.
pub const RUNNING_IN_FRAMES: [&str; 5] = ["cumulative", "runningtotal", "total", "score", "framescore"];

impl<'a> ObjectCells<'a> {
    /// Takes a frame (from 0) apart.
    pub(super) fn frame(&mut self, json: &'a Json<'a>, cell: usize, frame: u8, parts: &mut Vec<PartColumn>) {
        match json {
            Json::Array(balls) => self.balls(balls, cell, frame, parts),
            Json::Object(object) => self.frame_object(object, cell, frame, parts),
            // A text of several digits is a frame, and in a list of balls it would be a number.
            Json::Text(text) if !is_ball(text) && value(text).is_some() => {
                parts.push(PartColumn { column: cell, frame: Some(frame), is_ball: false });
            }
            _ => self.ball(json, cell, Some(frame), 1, parts),
        }
    }

    fn balls(&mut self, balls: &'a [Json<'a>], cell: usize, frame: u8, parts: &mut Vec<PartColumn>) {
        for ((at, json), number) in balls.iter().enumerate().zip(1..) {
            let cell = self.push(json, Origin::Index(at, cell));
            self.ball(json, cell, Some(frame), number, parts);
        }
    }

    /// Adds a ball of a frame, which may be an object with the pins that it left.
    pub(super) fn ball(
        &mut self,
        json: &'a Json<'a>,
        cell: usize,
        frame: Option<u8>,
        number: u8,
        parts: &mut Vec<PartColumn>,
    ) {
        let text = &self.cells[cell].text;
        let is_whole = is_integer(whole(text));
        match json {
            Json::Object(object) => {
                let Some((key, pins)) = pins(object) else {
                    return self.fail(cell, InputProblem::NotAGame(json.to_string()));
                };
                let pins_cell = self.push(pins, Origin::Key(key, Some(cell)));
                self.ball(pins, pins_cell, frame, number, parts);
                // Which pins they are may be an object of its own.
                let lists = object.iter().find(|(_, value)| matches!(value, Json::Object(_)));
                let (object, cell) = match lists {
                    Some((key, json @ Json::Object(lists))) => (lists, self.push(json, Origin::Key(key, Some(cell)))),
                    _ => (object, cell),
                };
                if let Some((key, leave)) = LEAVES.iter().find_map(|key| find(object, key)) {
                    let cell = self.push(leave, Origin::Key(key, Some(cell)));
                    self.leave(leave, cell, frame, number);
                }
            }
            Json::Array(_) | Json::Bool(_) => self.fail(cell, InputProblem::NotAGame(json.to_string())),
            Json::Number(_) if !is_whole => {
                let token = text.to_string();
                self.fail(cell, ValueError::new(Problem::NotARoll { token }));
            }
            _ => {
                let is_ball = value(text).is_none_or(|text| is_whole || is_ball(text));
                parts.push(PartColumn { column: cell, frame, is_ball });
            }
        }
    }

    /// Takes a frame apart that is an object. In ours, `marks` tells fouls, and `split` splits.
    fn frame_object(&mut self, object: &'a Object<'a>, cell: usize, frame: u8, parts: &mut Vec<PartColumn>) {
        // From 0, as they may be counted.
        let (mut rolls, mut left, mut balls) = (None, None, [None; 4]);
        let (mut marks, mut splits) = (&[][..], None);
        let mut totals = [None; RUNNING_IN_FRAMES.len()];
        for (key, json) in object {
            let name = plain_key(key);
            match &*name {
                "rolls" | "throws" | "shots" | "balls" | "pins" if !json.is_empty() || rolls.is_none() => {
                    rolls = Some((key, json));
                }
                "marks" if let Json::Array(all) = json => marks = all,
                "split" if *json == Json::Bool(true) => splits = splits.or(Some(&[][..])),
                "splits" if let Json::Array(all) = json => splits = Some(all),
                "kind" => {}
                name if let Some(at) = RUNNING_IN_FRAMES.iter().position(|key| *key == name) => {
                    totals[at] = Some(self.push(json, Origin::Key(key, Some(cell))));
                }
                name if LEAVES.contains(&name) => left = Some((key, json)),
                name if let Some(ball) = ball_of_frame(name).filter(|_| *json != Json::Null) => {
                    balls[usize::from(ball)] = Some((key, json));
                }
                _ => {}
            }
        }
        self.totals.push(totals);
        let left = left.map(|(key, json)| (self.push(json, Origin::Key(key, Some(cell))), json));
        match (rolls, left) {
            (Some((key, json)), _) => {
                let cell = self.push(json, Origin::Key(key, Some(cell)));
                let first = self.cells.len();
                self.frame(json, cell, frame, parts);
                if let Json::Array(rolls) = json {
                    self.mark(rolls, first, marks, splits);
                }
            }
            (None, Some((cell, Json::Array(pins)))) if balls == [None; 4] => {
                return self.left(pins, cell, frame, parts);
            }
            (None, _) if balls == [None; 4] => return self.fail(cell, InputProblem::NoGameKey),
            (None, _) => {
                let first = usize::from(balls[0].is_none());
                let numbered = (1..).zip(&balls[first..]).filter_map(|(number, ball)| Some((number, (*ball)?)));
                for (number, (key, json)) in numbered {
                    let cell = self.push(json, Origin::Key(key, Some(cell)));
                    self.ball(json, cell, Some(frame), number, parts);
                }
            }
        }
        match left {
            Some((cell, Json::Array(lists))) if is_list_of_balls(lists) => {
                for (number, (at, json)) in (1..).zip(lists.iter().enumerate()) {
                    let cell = self.push(json, Origin::Index(at, cell));
                    self.leave(json, cell, Some(frame), number);
                }
            }
            Some((cell, json @ (Json::Array(_) | Json::Text(_)))) => self.leave(json, cell, Some(frame), 0),
            _ => {}
        }
    }

    /// Writes fouls and splits into the cells of the balls of a frame, the first of which is given.
    fn mark(&mut self, rolls: &[Json<'a>], first: usize, marks: &[Json<'_>], splits: Option<&[Json<'_>]>) {
        const SPLITS: [&str; 8] = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"];
        let number = |json: &Json<'_>| if let Json::Number(number) = json { number.as_u64() } else { None };
        let (mut standing, mut has_split) = (u64::from(RACK), false);
        for (at, pins) in rolls.iter().enumerate() {
            let Some(pins) = number(pins) else { return };
            let is_full = standing == u64::from(RACK);
            // A frame has one split, unless a list says which balls left one.
            let is_split = splits.is_some_and(|splits| match splits {
                [] => !has_split,
                all => all.iter().any(|ball| number(ball) == Some(at as u64 + 1)),
            });
            let split = usize::try_from(pins).ok().and_then(|pins| SPLITS.get(pins.checked_sub(1)?));
            if pins == 0 && matches!(marks.get(at), Some(Json::Text(mark)) if mark == "F") {
                self.cells[first + at].text = "F".into();
            } else if let Some(split) = split.filter(|_| is_full && is_split) {
                self.cells[first + at].text = (*split).into();
                has_split = true;
            }
            standing = standing.checked_sub(pins).filter(|&standing| standing > 0).unwrap_or(u64::from(RACK));
        }
    }

    /// Adds the balls of a frame that says nothing but which pins they left.
    fn left(&mut self, pins: &'a [Json<'a>], cell: usize, frame: u8, parts: &mut Vec<PartColumn>) {
        let mut is_full = true;
        for (at, json) in pins.iter().enumerate() {
            let cell = self.push(json, Origin::Index(at, cell));
            self.cells[cell].text = match json {
                Json::Array(pins) if pins.is_empty() => if is_full { "X" } else { "/" }.into(),
                Json::Array(pins) => {
                    let pins: Vec<String> = pins.iter().map(Json::to_string).collect();
                    format!("{{{}}}", pins.join("-")).into()
                }
                _ => return self.fail(cell, InputProblem::NoGameKey),
            };
            is_full = json.is_empty();
            parts.push(PartColumn { column: cell, frame: Some(frame), is_ball: true });
        }
    }

    /// Adds the pins that a ball left, if they are known.
    pub(super) fn leave(&mut self, json: &'a Json<'a>, cell: usize, frame: Option<u8>, ball: u8) {
        match json {
            Json::Array(_) => self.cells[cell].text = json.to_string().into(),
            Json::Object(_) | Json::Bool(_) => return self.fail(cell, InputProblem::NotAGame(json.to_string())),
            _ => {}
        }
        let name = LeaveName { frame: frame.map_or(0, |frame| frame + 1), ball, may_be_count: false };
        self.layout.leaves.push((name, cell));
    }
}

/// The pins that a ball knocked down, if it is an object.
pub fn pins<'o, 'a>(ball: &'o Object<'a>) -> Option<(&'o std::borrow::Cow<'a, str>, &'o Json<'a>)> {
    let keys = || PINS.iter().chain(&["value", "roll"]);
    // Beside a number, `pins` may say which ones.
    let number = keys().filter_map(|key| find(ball, key)).find(|(_, pins)| !pins.is_nested());
    number.or_else(|| keys().find_map(|key| find(ball, key)))
}

/// Whether leaves are listed for each ball; else they are the pins that one ball left.
pub fn is_list_of_balls(leaves: &[Json<'_>]) -> bool {
    leaves.iter().any(|json| !matches!(json, Json::Number(_)))
}
