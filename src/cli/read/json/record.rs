//! Reads what a JSON object says of a game, or of a series of games.

use super::claim::{claim_field, object_claim, recorded};
use super::game::{placed, read_value};
use super::leaves::with_all_leaves;
use super::object::{Field, Fields, GAME_KEYS, SERIES_KEYS, Values, is_empty, is_number, text};
use crate::cli::read::ReadOptions;
use crate::cli::read::columns::Role;
use crate::cli::read::names::{GAME_WORDS, game_number};
use crate::cli::read::table::{self, TableRow, value};
use crate::cli::read::totals::total_cell;
use crate::error::{InputProblem, Problem};
use crate::game::{Game, Rules};
use crate::reading::symbols::Failure;

/// Reads the values of an object. Whatever is wrong with one of them is an error of the game.
pub fn read_object<'a>(
    fields: &Fields<'_, 'a>,
    options: &ReadOptions,
    row: &mut TableRow<'a>,
) -> Result<(), Failure<'a>> {
    fields.check()?;
    read_rules(fields, options, row)?;
    let (claim, read_claim) = object_claim(fields);
    row.claim = claim;
    row.is_game = has_balls(fields);
    let game = read_game(fields, row);
    if let Some(failure) = fields.find("error").and_then(recorded) {
        (row.game, row.failure, row.is_game) = (game.unwrap_or_default(), Some(failure), true);
        return Ok(());
    }
    row.game = game?;
    if row.game.is_none() && fields.is_own {
        row.game = Some(Game::new(row.rules));
        return Ok(());
    }
    if row.game.is_none() {
        return read_totals(fields, row);
    }
    read_claim
}

/// Reads the rules that an object names.
pub fn read_rules<'a>(
    fields: &Fields<'_, 'a>,
    options: &ReadOptions,
    row: &mut TableRow<'a>,
) -> Result<(), Failure<'a>> {
    let Some(field) = fields.role(Role::Rules, &["rules"]).filter(|field| !is_empty(field.value)) else {
        return Ok(());
    };
    let name = text(field.value).unwrap_or(field.value.into());
    row.rules = table::rules(&name, options.rules).map_err(|problem| Failure::new(field.value, problem))?;
    Ok(())
}

/// The games of a series, if the object has one whose games are more than totals.
pub fn series_of_games<'a>(fields: &Fields<'_, 'a>) -> Option<Values<'a>> {
    if has_balls(fields) {
        return None;
    }
    let games =
        || fields.find("games").filter(|field| field.value.starts_with('[')).map(|field| Values::new(field.value));
    let is_total = |game: &str| !game.starts_with(['[', '{', '"']) || is_total_text(game);
    games()?.any(|game| !is_total(game)).then(games)?
}

/// Whether a text may be a total, marked or missing, rather than a game.
fn is_total_text(json: &str) -> bool {
    let is_total = |text: &str| {
        let game = table::read_whole(text, Rules::default());
        let is_game = text.contains(['X', 'x', '/']) || game.is_ok_and(|game| game.rolls().count() > 1);
        !is_game && total_cell(text).is_ok()
    };
    text(json).is_some_and(|text| value(&text).is_none_or(is_total))
}

/// The totals of a series: as asked, `game1`, `game2`, …, or a list.
fn series_totals<'a>(fields: &Fields<'_, 'a>) -> Vec<&'a str> {
    let listed = |field: &Field<'a>| Some(Values::new(field.value)).filter(|_| field.value.starts_with('['));
    let asked = fields.asked(Role::Totals);
    if !asked.is_empty() {
        return asked.iter().flat_map(|field| listed(field).map_or(vec![field.value], Iterator::collect)).collect();
    }
    let numbered = |word| {
        let total = |field: &Field<'a>| Some((game_number(&field.key, word)?, field.value));
        let mut totals: Vec<_> = fields.all.iter().filter_map(total).collect();
        totals.sort_unstable();
        totals.into_iter().map(|(_, total)| total).collect::<Vec<_>>()
    };
    let lists = SERIES_KEYS.iter().filter_map(|key| listed(fields.find(key)?)).map(Iterator::collect);
    GAME_WORDS.into_iter().map(numbered).chain(lists).find(|totals| !totals.is_empty()).unwrap_or_default()
}

/// Reads the totals of games without rolls. An object without totals must have a game, if only an empty one.
fn read_totals<'a>(fields: &Fields<'_, 'a>, row: &mut TableRow<'a>) -> Result<(), Failure<'a>> {
    let mut values = series_totals(fields);
    row.totals.is_series = !values.is_empty();
    if !row.totals.is_series {
        values.extend(claim_field(fields).map(|field| field.value));
    }
    for json in &values {
        match text(json) {
            Some(text) => {
                if let Some(text) = value(&text) {
                    row.add_total(text, json).map_err(|failure| placed(failure, text, json))?;
                }
            }
            None if is_empty(json) || !row.totals.is_series => {}
            None => return Err(Failure::new(json, Problem::Input(InputProblem::NotATotal((*json).into())))),
        }
    }
    if let Some(series) = fields.find("series").filter(|_| !fields.has_handicap()) {
        row.check_series(text(series.value).unwrap_or_default().trim(), series.value);
    }
    match values.first() {
        Some(first) if row.has_totals() => {
            row.claim = None;
            Err(Failure::new(first, Problem::Input(InputProblem::OnlyTotal)))
        }
        _ if game_field(fields).is_some() => {
            row.game = Some(Game::new(row.rules));
            Ok(())
        }
        _ => Err(Failure::new("", Problem::Input(InputProblem::NoGameKey))),
    }
}

/// The value that is the game, if there is one: the first that holds something.
fn game_field<'f, 'a>(fields: &Fields<'f, 'a>) -> Option<&'f Field<'a>> {
    let asked =
        [Role::Game, Role::Balls, Role::Frames].into_iter().find(|role| fields.columns.of(*role).next().is_some());
    match asked {
        Some(role) => fields.role(role, &[]),
        None if fields.is_own => fields.find("frames"),
        None => fields.first(&GAME_KEYS),
    }
}

/// Whether an object may hold a ball.
fn has_balls(fields: &Fields<'_, '_>) -> bool {
    let holds_ball = |field: &Field<'_>| !is_empty(field.value) && !is_number_of_game(fields, field);
    fields.is_own || game_field(fields).is_some_and(holds_ball)
}

/// Whether a value is a number beside a total: the first, second, third game of an evening.
fn is_number_of_game(fields: &Fields<'_, '_>, field: &Field<'_>) -> bool {
    let has_total = || claim_field(fields).is_some() || SERIES_KEYS.iter().any(|key| fields.find(key).is_some());
    is_number(field.value) && field.key == "game" && has_total()
}

/// Reads the game of an object; `None` if it has no roll.
fn read_game<'a>(fields: &Fields<'_, 'a>, row: &mut TableRow<'a>) -> Result<Option<Game>, Failure<'a>> {
    let Some(field) = game_field(fields).filter(|field| !is_number_of_game(fields, field)) else { return Ok(None) };
    let game = read_value(field.value, row)?;
    match fields.find("leaves").filter(|leaves| leaves.value.starts_with('[')) {
        Some(leaves) => game.map(|game| with_all_leaves(&game, leaves.value)).transpose(),
        None => Ok(game),
    }
}
