//! Takes a JSON object apart: its values, and the parts of its arrays and objects, become the cells of a row of a table.
//!
//! `{"frames": [[10], {"first": 7, "second": 3}]}` has the cells `frames[0][0]`, `frames[1].first` and `frames[1].second`,
//! which hold the balls of the first two frames as the columns `f1b1`, `f2b1` and `f2b2` do.

use std::borrow::Cow;

use super::Outer;
use super::frames::{RUNNING_IN_FRAMES, is_list_of_balls, pins};
use super::parts::says_part;
use super::value::{Json, Object, find, plain_key};
use crate::cli::problem::InputProblem;
use crate::cli::read::cell_game::is_ball;
use crate::cli::read::cells::{Cell, CellError, Origin, Row, RowSource};
use crate::cli::read::column_name::{ColumnName, column_names, is_after_the_tenth};
use crate::cli::read::layout::{GameColumns, Layout, PartColumn};
use crate::cli::read::table::{ValueError, value};
use crate::cli::read::words::{GAME_KEYS, SERIES_KEYS, Spelling};
use crate::game::FRAMES;

/// The keys of running totals beside the frames.
const RUNNING: [&str; 2] = ["framescores", "cumulative"];

/// The cells of an object, and what they hold.
pub struct ObjectCells<'a> {
    pub cells: Vec<Cell<'a>>,
    pub layout: Layout,
    /// The first value that cannot be part of a game.
    pub error: Option<CellError>,
    /// Keys that look like balls and are not read.
    pub unread: Vec<(usize, &'a Json<'a>)>,
    /// The running totals of each frame that is an object, by their keys.
    pub(super) totals: Vec<[Option<usize>; RUNNING_IN_FRAMES.len()]>,
}

impl<'a> ObjectCells<'a> {
    /// Takes an object apart, given what its keys say.
    pub fn new(object: &'a Object<'a>, keys: &Layout) -> Self {
        let mut row = Self {
            cells: Vec::with_capacity(64),
            layout: keys.clone(),
            error: None,
            unread: Vec::new(),
            totals: Vec::new(),
        };
        for (key, value) in object {
            row.push(value, Origin::Key(key, None));
        }
        let text = |at: usize| object[at].1.to_string().into();
        for at in [keys.rules, keys.series].into_iter().flatten().filter(|&at| object[at].1.is_nested()) {
            row.cells[at].text = text(at);
        }
        if let Some(at) = keys.claim {
            row.cells[at].text = claim_text(&object[at].1);
        }
        if let Some(at) = keys.error {
            row.cells[at].text = error_text(&object[at].1);
        }
        row.layout.totals = keys.totals.iter().flat_map(|&at| row.list(&object[at].1, at)).collect();
        row.games(object, keys);
        if !keys.is_own {
            row.beside_the_game(object);
            let is_empty = keys.games.is_empty() && row.layout.games.is_empty();
            if is_empty && row.layout.totals.is_empty() && keys.claim.is_none() && row.error.is_none() {
                row.error = Some(CellError { column: None, error: InputProblem::NoGameKey.into() });
            }
        }
        row
    }

    /// The cells as a row.
    pub fn row(&self, outer: &'a Outer<'_>) -> Row<'_> {
        let source = RowSource::Json(&outer.path);
        Row { cells: &self.cells, line: outer.line, layout: &self.layout, source, error: self.error.clone() }
    }

    /// Adds a cell, and returns its place.
    pub(super) fn push(&mut self, value: &'a Json<'a>, origin: Origin<'a>) -> usize {
        self.cells.push(Cell { text: value.text(), origin });
        self.cells.len() - 1
    }

    pub(super) fn fail(&mut self, cell: usize, error: impl Into<ValueError>) {
        self.error.get_or_insert_with(|| CellError { column: Some(cell), error: error.into() });
    }

    /// The values of an array as cells; any other value is one.
    fn list(&mut self, value: &'a Json<'a>, cell: usize) -> Vec<usize> {
        let Json::Array(values) = value else { return vec![cell] };
        let element = |(at, value): (usize, &'a Json<'a>)| {
            let cell = self.push(value, Origin::Index(at, cell));
            if value.is_nested() {
                self.cells[cell].text = value.to_string().into();
            }
            cell
        };
        values.iter().enumerate().map(element).collect()
    }

    /// Finds the game: in one of the values, or in keys such as `f1b1`.
    fn games(&mut self, object: &'a Object<'a>, keys: &Layout) {
        let has_total = keys.claim.is_some() || !self.layout.totals.is_empty();
        let mut parts = if keys.is_own { Vec::new() } else { self.numbered(object, None) };
        for columns in std::mem::take(&mut self.layout.games) {
            let (column, spelling) = match columns {
                GameColumns::Whole { column, spelling } => (column, spelling),
                GameColumns::Balls(columns) | GameColumns::Frames(columns) => {
                    let mut asked = Vec::new();
                    for PartColumn { column, frame, is_ball } in columns {
                        match frame.filter(|_| !is_ball) {
                            Some(frame) => self.frame(&object[column].1, column, frame, &mut asked),
                            None => self.ball(&object[column].1, column, None, 1, &mut asked),
                        }
                    }
                    self.add(asked);
                    continue;
                }
            };
            let json = &object[column].1;
            match json {
                Json::Number(_) if spelling == Spelling::Game && has_total => {}
                Json::Number(_) | Json::Bool(_) => self.fail(column, InputProblem::NotAGame(json.to_string())),
                Json::Null | Json::Text(_) => self.layout.games.push(GameColumns::Whole { column, spelling }),
                Json::Array(_) | Json::Object(_) => {
                    let mut game = Vec::new();
                    self.game(json, column, spelling, &mut game);
                    // The last frames may have keys of their own: `tenthFrame`.
                    let frames = if let Json::Array(frames) = json { frames.len() } else { usize::from(FRAMES) };
                    let is_after = |part: &PartColumn| part.frame.is_some_and(|frame| usize::from(frame) >= frames);
                    if !game.is_empty() && parts.iter().all(is_after) {
                        game.append(&mut parts);
                    }
                    self.add(game);
                }
            }
        }
        let has_unread = !parts.is_empty();
        let is_unread = |(_, (key, json)): &(usize, &'a (Cow<'a, str>, Json<'a>))| {
            let is_after = || matches!(json, Json::Array(_) | Json::Object(_)) && is_after_the_tenth(key);
            !json.is_empty() && ((has_unread && says_part(key)) || is_after())
        };
        if !self.layout.games.is_empty() && !keys.is_own {
            let unread = object.iter().enumerate().filter(is_unread);
            self.unread = unread.map(|(at, (_, json))| (at, json)).collect();
        }
        self.add(parts);
    }

    /// Adds a game in parts.
    fn add(&mut self, parts: Vec<PartColumn>) {
        if parts.is_empty() {
            return;
        }
        let is_balls = parts.iter().all(|part| part.is_ball);
        self.layout.games.push(if is_balls { GameColumns::Balls(parts) } else { GameColumns::Frames(parts) });
    }

    /// Takes a whole game apart.
    fn game(&mut self, json: &'a Json<'a>, cell: usize, spelling: Spelling, parts: &mut Vec<PartColumn>) {
        match json {
            Json::Array(values) if values.iter().all(|value| is_in_order(value, spelling)) => {
                self.in_order(values, cell, parts);
            }
            Json::Array(values) => {
                for (at, value) in values.iter().enumerate() {
                    let cell = self.push(value, Origin::Index(at, cell));
                    self.frame(value, cell, at.min(usize::from(FRAMES) - 1) as u8, parts);
                }
            }
            Json::Object(object) if spelling == Spelling::Rolls && has_numbers(object) => {
                let mut balls: Vec<_> = object.iter().collect();
                balls.sort_by_key(|(number, _)| number.parse::<u8>().ok());
                for (number, (key, json)) in (1..=u8::MAX).zip(balls) {
                    let cell = self.push(json, Origin::Key(key, Some(cell)));
                    self.ball(json, cell, None, number, parts);
                }
            }
            Json::Object(object) if !object.is_empty() => {
                parts.extend(self.numbered(object, Some(cell)));
                let inside = || GAME_KEYS.iter().find_map(|(key, spelling)| Some((find(object, key)?, *spelling)));
                match inside() {
                    _ if !parts.is_empty() => {}
                    Some(((key, json), spelling)) if json.is_nested() => {
                        let cell = self.push(json, Origin::Key(key, Some(cell)));
                        self.game(json, cell, spelling, parts);
                    }
                    _ => self.fail(cell, InputProblem::NotAGame(json.to_string())),
                }
            }
            _ => {}
        }
    }

    /// The values of an array that are the balls of a game, or if one of them has several, its frames.
    fn in_order(&mut self, values: &'a [Json<'a>], cell: usize, parts: &mut Vec<PartColumn>) {
        let has_frames = values
            .iter()
            .any(|json| matches!(json, Json::Text(text) if value(text).is_some_and(|text| !is_ball(text))));
        let (mut frame, mut ball) = (0, 0);
        for (at, value) in values.iter().enumerate() {
            let cell = self.push(value, Origin::Index(at, cell));
            if !has_frames {
                self.ball(value, cell, None, ball + 1, parts);
            } else if !value.is_empty() {
                parts.push(PartColumn { column: cell, frame: Some(frame), is_ball: false });
            }
            if !value.is_empty() {
                (frame, ball) = ((frame + 1).min(FRAMES - 1), ball.saturating_add(1));
            }
        }
    }

    /// The parts of the keys of an object that say a frame or a ball, in their order.
    fn numbered(&mut self, object: &'a Object<'a>, parent: Option<usize>) -> Vec<PartColumn> {
        let names = column_names(object.iter().map(|(key, _)| &**key));
        let mut found = Vec::new();
        for ((at, (key, json)), name) in
            object.iter().enumerate().zip(names).filter(|((_, (_, json)), _)| !json.is_empty())
        {
            let place = match name {
                Some(ColumnName::Frame(frame)) => (frame, 0),
                Some(ColumnName::Ball { frame, ball }) => (frame, ball),
                Some(ColumnName::BallInOrder(ball)) => (0, ball),
                _ => continue,
            };
            found.push((place, at, key, json));
        }
        found.sort_by_key(|(place, ..)| *place);
        let mut parts = Vec::new();
        for ((frame, ball), at, key, json) in found {
            let cell = parent.map_or(at, |parent| self.push(json, Origin::Key(key, Some(parent))));
            match (frame.checked_sub(1), ball) {
                (Some(frame), 0) => self.frame(json, cell, frame, &mut parts),
                (frame, ball) => self.ball(json, cell, frame, ball, &mut parts),
            }
        }
        parts
    }

    /// Finds running totals and leaves that stand beside the game.
    fn beside_the_game(&mut self, object: &'a Object<'a>) {
        if self.layout.totals.is_empty() {
            let lists =
                SERIES_KEYS.iter().filter_map(|key| object.iter().position(|(name, _)| plain_key(name) == *key));
            let list = lists.filter(|&at| matches!(object[at].1, Json::Array(_))).find(|&at| !object[at].1.is_empty());
            self.layout.totals = list.map(|at| self.list(&object[at].1, at)).unwrap_or_default();
        }
        let of_key = |key: &str| object.iter().position(|(name, _)| plain_key(name) == key);
        let beside = RUNNING.iter().find_map(|key| of_key(key)).filter(|&at| matches!(object[at].1, Json::Array(_)));
        let totals = std::mem::take(&mut self.totals);
        let is_known = |cell: usize| value(&self.cells[cell].text).is_some();
        let key = (0..RUNNING_IN_FRAMES.len()).find(|&key| totals.iter().filter_map(|frame| frame[key]).any(is_known));
        self.layout.running_totals = match (beside, key) {
            (Some(at), _) => self.list(&object[at].1, at),
            (None, Some(key)) => totals.iter().map_while(|frame| frame[key]).collect(),
            (None, None) => return self.all_leaves(object),
        };
        self.all_leaves(object);
    }

    /// Finds the leaves that are listed for each ball of the game, or for each ball of each frame.
    fn all_leaves(&mut self, object: &'a Object<'a>) {
        let Some(at) = object.iter().position(|(key, _)| plain_key(key) == "leaves") else { return };
        let Json::Array(values) = &object[at].1 else { return };
        if !is_list_of_balls(values) {
            return;
        }
        let is_list = |json: &Json<'_>| matches!(json, Json::Array(values) if is_list_of_balls(values));
        let has_frames = values.iter().any(is_list);
        for (number, (index, json)) in (1..=u8::MAX).zip(values.iter().enumerate()) {
            let cell = self.push(json, Origin::Index(index, at));
            match json {
                Json::Array(balls) if has_frames => {
                    for (ball, (index, json)) in (1..=u8::MAX).zip(balls.iter().enumerate()) {
                        let cell = self.push(json, Origin::Index(index, cell));
                        self.leave(json, cell, Some(number - 1), ball);
                    }
                }
                _ => self.leave(json, cell, None, number),
            }
        }
    }
}

/// Whether the keys of an object are the numbers of its balls.
fn has_numbers(object: &Object<'_>) -> bool {
    (1..=usize::from(u8::MAX)).contains(&object.len()) && object.iter().all(|(key, _)| key.parse::<u8>().is_ok())
}

/// Whether a value of an array may be a ball that follows the one before: one that is not nested, or under a key of
/// rolls, an object such as `{"pins": 7}`.
fn is_in_order(json: &Json<'_>, spelling: Spelling) -> bool {
    match json {
        Json::Object(object) if spelling == Spelling::Rolls => pins(object).is_some_and(|(_, pins)| !pins.is_nested()),
        json => !json.is_nested(),
    }
}

/// The text of a claim: `48`, `[20 39 _]`. Ours is an object that says one.
fn claim_text<'a>(json: &'a Json<'a>) -> Cow<'a, str> {
    match json {
        Json::Array(totals) if totals.is_empty() => "".into(),
        Json::Array(totals) => {
            let total = |json: &Json<'_>| match json {
                Json::Null => "_".into(),
                Json::Text(_) | Json::Number(_) => json.text().into_owned(),
                _ => json.to_string(),
            };
            format!("[{}]", totals.iter().map(total).collect::<Vec<_>>().join(" ")).into()
        }
        Json::Object(object) => match find(object, "says") {
            Some((_, says)) if !matches!(says, Json::Object(_)) => claim_text(says),
            _ => json.to_string().into(),
        },
        _ => json.text(),
    }
}

/// The text of an error that was recorded. Ours is an object with a message and a frame.
fn error_text<'a>(json: &'a Json<'a>) -> Cow<'a, str> {
    let Some(message) = json.get("message") else { return json.text() };
    match json.get("frame") {
        Some(Json::Number(frame)) => format!("frame {frame}: {}", message.text()).into(),
        _ => message.text(),
    }
}
