//! Reads what a JSON object says of a game, or of a series of games.

use serde_json::Value;

use super::claim::{claim_field, object_claim, recorded};
use super::game::read_value;
use super::leaves::with_all_leaves;
use super::object::{Field, Fields, GAME_KEYS, PathError, Record, SERIES_KEYS, elements, is_empty, is_number, text};
use super::path_diagnostic;
use crate::cli::event::{Place, Uncounted};
use crate::cli::problem::InputProblem;
use crate::cli::read::ReadOptions;
use crate::cli::read::cell_game::{Part, read_balls, read_frames, read_whole};
use crate::cli::read::column_name::{ColumnName, column_name};
use crate::cli::read::columns::Role;
use crate::cli::read::layout::Spelling;
use crate::cli::read::table::{TableRow, ValueError, value};
use crate::cli::read::totals::total_cell;
use crate::game::{FRAMES, Game, Rules};
use crate::sheet::reader::sheet_rules;

/// Where the parts of an object are that have no error of their own.
#[derive(Debug, Default)]
pub struct ObjectPaths {
    pub claim: String,
    pub game: String,
}

/// What an object is.
pub enum Parts<'a> {
    Game,
    /// The games of a series.
    Series(Vec<Inner<'a>>),
    /// The games of several players.
    Players(Vec<Inner<'a>>),
}

/// A value in an object that is a game, or has games.
pub struct Inner<'a> {
    pub path: String,
    /// The player, if the key is the name.
    pub name: Option<&'a str>,
    pub value: &'a str,
}

/// Takes an object apart that holds several games.
pub fn parts<'f, 'a: 'f>(fields: &Fields<'f, 'a>) -> Parts<'f> {
    if fields.is_own || has_balls(fields) {
        return Parts::Game;
    }
    let listed = |field: &'f Field<'a>| -> Vec<Inner<'f>> {
        let inner = |(at, value)| Inner { path: format!("{}[{at}]", field.key), name: None, value };
        elements(field.value).into_iter().enumerate().map(inner).collect()
    };
    if let Some(games) = fields.find("games").map(listed) {
        let is_total = |game: &Inner<'_>| !game.value.starts_with(['[', '{', '"']) || is_total_text(game.value);
        if games.iter().any(|game| !is_total(game)) {
            return Parts::Series(games);
        }
    }
    if let Some(players) = ["players", "bowlers"].into_iter().find_map(|key| fields.find(key)) {
        let players = if players.value.starts_with('{') { named(players) } else { listed(players) };
        if players.iter().any(|player| player.value.starts_with('{')) {
            return Parts::Players(players);
        }
    }
    let has_totals = claim_field(fields).is_some() || SERIES_KEYS.iter().any(|key| fields.find(key).is_some());
    let is_player = |field: &&Field<'_>| field.value.starts_with('{') && holds_games(field.value);
    if !has_totals && fields.all.iter().any(|field| is_player(&field)) {
        let players = fields.all.iter().filter(is_player);
        let inner =
            |field: &'f Field<'a>| Inner { path: field.key.to_string(), name: Some(&field.key), value: field.value };
        return Parts::Players(players.map(inner).collect());
    }
    Parts::Game
}

/// The values of an object whose keys are the names of players.
fn named<'f>(field: &'f Field<'_>) -> Vec<Inner<'f>> {
    // The names are parts of the object only where they have no escapes.
    let Ok(Record::Object(all)) = serde_json::from_str(field.value) else { return Vec::new() };
    let inner = |player: Field<'f>| {
        let path = format!("{}.{}", field.key, player.key);
        let name = if let std::borrow::Cow::Borrowed(name) = player.key { Some(name) } else { None };
        Inner { path, name, value: player.value }
    };
    all.into_iter().map(inner).collect()
}

/// Whether an object has a key of a game or of games.
fn holds_games(object: &str) -> bool {
    let Ok(Record::Object(all)) = serde_json::from_str(object) else { return false };
    let is_key = |field: &Field<'_>| {
        let key = super::super::tags::plain(&field.key);
        let is_game = GAME_KEYS.iter().any(|(name, _)| *name == key) || SERIES_KEYS.contains(&key.as_str());
        (is_game && field.value.starts_with(['[', '"', '{'])) || part_of(field).is_some()
    };
    all.iter().any(is_key)
}

/// Reads the values of an object. Whatever is wrong with one of them is an error of the game.
pub fn read_object(
    fields: &Fields<'_, '_>,
    options: &ReadOptions,
    row: &mut TableRow<'_>,
    place: &dyn Fn(&str) -> Place,
) -> Result<ObjectPaths, PathError> {
    fields.check()?;
    read_rules(fields, options, row)?;
    let (claim, wrong_claim) = object_claim(fields);
    let mut paths = ObjectPaths::default();
    if let Some((claim, path)) = claim {
        (row.claim, paths.claim) = (Some(claim), path);
    }
    row.is_game = has_balls(fields);
    let game = read_game(fields, row, &mut paths, place);
    if let Some((path, error)) = fields.find("error").and_then(recorded) {
        (row.game, row.is_game) = (game.unwrap_or_default(), true);
        row.error = Some(path_diagnostic(place(&path), &path, error));
        return Ok(paths);
    }
    row.game = game?;
    if row.game.is_none() && fields.is_own {
        row.game = Some(Game::new(row.rules));
        return Ok(paths);
    }
    if row.game.is_none() {
        read_totals(fields, row, place)?;
        return Ok(paths);
    }
    wrong_claim.map_or(Ok(paths), Err)
}

/// Reads the rules that an object names.
pub fn read_rules(fields: &Fields<'_, '_>, options: &ReadOptions, row: &mut TableRow<'_>) -> Result<(), PathError> {
    let Some(field) = fields.role(Role::Rules, &["rules"]).filter(|field| !is_empty(field.value)) else {
        return Ok(());
    };
    let name = text(field.value).unwrap_or(field.value.into());
    let rules = sheet_rules(&name, options.rules);
    row.rules = rules.map_err(|problem| PathError::new(&*field.key, ValueError::new(problem)))?;
    Ok(())
}

/// Whether a text may be a total, marked or missing, rather than a game.
fn is_total_text(json: &str) -> bool {
    let is_total = |text: &str| {
        let game = read_whole(text, Spelling::Any, Rules::default());
        let is_game = text.contains(['X', 'x', '/']) || game.is_ok_and(|game| game.rolls().count() > 1);
        !is_game && total_cell(text).is_ok()
    };
    text(json).is_some_and(|text| value(&text).is_none_or(is_total))
}

/// The totals of a series, each with its path: as asked, `game1`, `game2`, …, or a list.
fn series_totals<'a>(fields: &Fields<'_, 'a>) -> Vec<(String, &'a str)> {
    let listed = |field: &Field<'a>| -> Vec<(String, &'a str)> {
        if !field.value.starts_with('[') {
            return vec![(field.key.to_string(), field.value)];
        }
        let values = elements(field.value).into_iter().enumerate();
        values.map(|(at, value)| (format!("{}[{at}]", field.key), value)).collect()
    };
    let asked = fields.asked(Role::Totals);
    if !asked.is_empty() {
        return asked.into_iter().flat_map(listed).collect();
    }
    let numbered = |field: &Field<'a>| match column_name(&field.key)? {
        ColumnName::Game(number) => Some((number, field.key.to_string(), field.value)),
        _ => None,
    };
    let mut totals: Vec<(u32, String, &str)> = fields.all.iter().filter_map(numbered).collect();
    totals.sort_by_key(|(number, ..)| *number);
    if !totals.is_empty() {
        return totals.into_iter().map(|(_, path, value)| (path, value)).collect();
    }
    let lists = SERIES_KEYS.iter().filter_map(|key| fields.find(key)).filter(|field| field.value.starts_with('['));
    lists.map(listed).find(|totals| !totals.is_empty()).unwrap_or_default()
}

/// Reads the totals of games without rolls. An object without totals must have a game, if only an empty one.
fn read_totals(
    fields: &Fields<'_, '_>,
    row: &mut TableRow<'_>,
    place: &dyn Fn(&str) -> Place,
) -> Result<(), PathError> {
    let mut values = series_totals(fields);
    row.totals.is_series = !values.is_empty();
    if !row.totals.is_series {
        values.extend(claim_field(fields).map(|field| (field.key.to_string(), field.value)));
    }
    let mut first = None;
    for (path, json) in values {
        let text = text(json);
        match text.as_deref().map(value) {
            Some(Some(text)) => {
                let kind = row.totals.add(text).map_err(|error| PathError::new(&*path, error))?;
                row.left_out.extend(kind.map(|kind| (kind, place(&path), text.to_owned())));
                first = first.or(Some(path));
            }
            Some(None) => {}
            None if is_empty(json) || !row.totals.is_series => {}
            None => return Err(PathError::new(path, InputProblem::NotATotal(json.into()))),
        }
    }
    if let Some(series) = fields.find("series").filter(|_| !fields.has_handicap()) {
        let error = row.wrong_series(text(series.value).unwrap_or_default().trim());
        row.series_error = error.map(|error| path_diagnostic(place(&series.key), &series.key, error));
    }
    match first {
        Some(first) => {
            row.claim = None;
            Err(PathError::new(first, InputProblem::OnlyTotal))
        }
        None if game_field(fields).is_some() => {
            row.game = Some(Game::new(row.rules));
            Ok(())
        }
        None => Err(PathError::new("", InputProblem::NoGameKey)),
    }
}

/// The value that is the game, if there is one, and how it is spelled: the first that holds something.
fn game_field<'f, 'a>(fields: &Fields<'f, 'a>) -> Option<(&'f Field<'a>, Spelling)> {
    let mut asked = [Role::Game, Role::Balls, Role::Frames].into_iter();
    if let Some(role) = asked.find(|role| fields.columns.of(*role).next().is_some()) {
        return fields.role(role, &[]).map(|field| (field, Spelling::Any));
    }
    if fields.is_own {
        return fields.find("frames").map(|field| (field, Spelling::Any));
    }
    // A game that is not in an object has no key.
    if let [field] = fields.all
        && field.key.is_empty()
    {
        return Some((field, Spelling::Any));
    }
    let mut found = GAME_KEYS.iter().filter_map(|(key, spelling)| Some((fields.find(key)?, *spelling)));
    let first = found.next()?;
    if !is_empty(first.0.value) {
        return Some(first);
    }
    Some(found.find(|(field, _)| !is_empty(field.value)).unwrap_or(first))
}

/// The frame and the ball that a key says, as in `{"f1b1": 10, "f2b1": 5}` or `{"1": "X", "2": "5/"}`.
fn part_of(field: &Field<'_>) -> Option<(u8, u8)> {
    match column_name(&field.key)? {
        ColumnName::Ball { frame, ball } => Some((frame, ball)),
        ColumnName::Frame(frame) => Some((frame, 0)),
        ColumnName::BallInOrder(ball) => Some((0, ball)),
        _ => None,
    }
}

/// Whether an object may hold a ball.
fn has_balls(fields: &Fields<'_, '_>) -> bool {
    let holds_ball = |field: &Field<'_>| !is_empty(field.value) && !is_number_of_game(fields, field);
    fields.is_own
        || game_field(fields).is_some_and(|(field, _)| holds_ball(field))
        || (fields.columns.of(Role::Totals).next().is_none() && fields.all.iter().any(|field| part_of(field).is_some()))
}

/// Whether a value is a number beside a total: the first, second, third game of an evening.
fn is_number_of_game(fields: &Fields<'_, '_>, field: &Field<'_>) -> bool {
    let has_total = || claim_field(fields).is_some() || SERIES_KEYS.iter().any(|key| fields.find(key).is_some());
    is_number(field.value) && field.key == "game" && has_total()
}

/// Reads the game of an object; `None` if it has no roll.
fn read_game(
    fields: &Fields<'_, '_>,
    row: &mut TableRow<'_>,
    paths: &mut ObjectPaths,
    place: &dyn Fn(&str) -> Place,
) -> Result<Option<Game>, PathError> {
    let found = game_field(fields).filter(|(field, _)| !is_number_of_game(fields, field) && !is_empty(field.value));
    let Some((field, spelling)) = found else {
        // Other keys of our own output are tags, whatever they are called.
        return if fields.is_own { Ok(None) } else { read_parts(fields, row.rules) };
    };
    paths.game = field.key.to_string();
    let mut json: Value = serde_json::from_str(field.value).map_err(|error| not_json(field, &error))?;
    let tenth = fields.find("tenthframe").filter(|tenth| !is_empty(tenth.value));
    match (tenth, &mut json) {
        (Some(tenth), Value::Array(frames)) if frames.len() < usize::from(FRAMES) => {
            frames.push(serde_json::from_str(tenth.value).map_err(|error| not_json(tenth, &error))?);
        }
        (Some(tenth), _) => row.left_out.push((Uncounted::Key, place(&tenth.key), tenth.value.into())),
        (None, _) => {}
    }
    let game = read_value(&json, spelling, row.rules).map_err(|error| error.inside(&field.key))?;
    match fields.find("leaves").filter(|leaves| leaves.value.starts_with('[')) {
        Some(leaves) => {
            let json: Value = serde_json::from_str(leaves.value).map_err(|error| not_json(leaves, &error))?;
            let game = game.map(|game| with_all_leaves(game, &json)).transpose();
            game.map_err(|error| error.inside(&leaves.key))
        }
        None => Ok(game),
    }
}

/// The nesting of a value is limited.
fn not_json(field: &Field<'_>, error: &serde_json::Error) -> PathError {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    PathError::new(&*field.key, InputProblem::NotJson(format!("not JSON, {reason}")))
}

/// Reads a game whose frames or balls have a key each, called as columns are.
fn read_parts(fields: &Fields<'_, '_>, rules: Rules) -> Result<Option<Game>, PathError> {
    let mut found: Vec<((u8, u8), &Field<'_>)> =
        fields.all.iter().filter_map(|field| Some((part_of(field)?, field))).collect();
    found.sort_by_key(|(part, _)| *part);
    let texts =
        found.iter().map(|((frame, ball), field)| (*frame, *ball, text(field.value).unwrap_or(field.value.into())));
    let texts: Vec<_> = texts.collect();
    let filled: Vec<usize> = (0..texts.len()).filter(|&at| value(&texts[at].2).is_some()).collect();
    let part = |&at: &usize| {
        let (frame, ball, text) = &texts[at];
        Part { text: value(text).unwrap_or_default(), frame: frame.checked_sub(1), is_ball: *ball > 0 }
    };
    let parts: Vec<Part<'_>> = filled.iter().map(part).collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let read = if parts.iter().all(|part| part.is_ball) {
        read_balls(&parts, &filled, texts.len(), rules)
    } else {
        read_frames(&parts, rules)
    };
    let key = |at: usize| filled.get(at).and_then(|&at| found.get(at)).map(|(_, field)| field.key.to_string());
    read.map(Some).map_err(|(at, error)| PathError::new(key(at).unwrap_or_default(), error))
}
