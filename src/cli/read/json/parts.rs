//! Finds the games of an object that holds several: those of a series, or of players.

use super::value::{Json, Object, find, plain_key};
use crate::cli::read::cell_game::{is_ball, read_whole};
use crate::cli::read::column_name::{ColumnName, column_name};
use crate::cli::read::layout::{GameColumns, Layout};
use crate::cli::read::row::is_small_number;
use crate::cli::read::table::value;
use crate::cli::read::totals::total_cell;
use crate::cli::read::words::{GAME_KEYS, NAMES, SERIES_KEYS, Spelling};
use crate::game::Rules;

/// Keys of an object around the games that do not name a player.
const WRAPPERS: [&str; 8] = ["data", "result", "results", "response", "payload", "match", "session", "game"];
/// How deep games are looked for in an object that has none itself.
const DEEPEST: u8 = 4;

/// What an object is.
pub enum Parts<'a> {
    Game,
    Series(Vec<Part<'a>>),
    Players(Vec<Part<'a>>),
}

/// A value in an object that is a game, or has games.
pub struct Part<'a> {
    pub path: String,
    /// The player, if the key is the name.
    pub name: Option<&'a str>,
    pub value: &'a Json<'a>,
}

/// Finds the parts of an object, given what its keys say.
pub fn parts<'a>(object: &'a Object<'a>, keys: &Layout) -> Parts<'a> {
    if keys.is_own {
        return Parts::Game;
    }
    let has_series = SERIES_KEYS.iter().any(|key| find(object, key).is_some());
    let has_totals = keys.claim.is_some() || !keys.totals.is_empty() || has_series;
    let holds_game = |columns: &GameColumns| match columns {
        GameColumns::Whole { column, spelling } => {
            let (_, json) = &object[*column];
            let is_number = *spelling == Spelling::Game && has_totals && is_small_number(&json.text());
            let is_around = *spelling == Spelling::Game && is_object(json) && is_around_games(json, DEEPEST);
            !json.is_empty() && !is_number && !is_around
        }
        GameColumns::Balls(_) | GameColumns::Frames(_) => true,
    };
    if keys.games.iter().any(holds_game) || object.iter().any(|(key, _)| says_part(key)) {
        return Parts::Game;
    }
    for key in SERIES_KEYS {
        if let Some((key, Json::Array(games))) = find(object, key)
            && games.iter().any(|game| if key == "games" { !is_total(game) } else { is_object(game) })
        {
            // The scores of several players.
            let is_player = |game: &Json<'_>| NAMES.iter().any(|name| game.get(name).is_some());
            let parts = listed(key, games);
            let is_players = *key != *"games" && games.iter().all(is_player);
            return if is_players { Parts::Players(parts) } else { Parts::Series(parts) };
        }
    }
    let is_players = |key: &str| ["players", "bowlers"].contains(&&*plain_key(key));
    let is_by_name = |players: &Object<'_>| players.iter().any(|(_, player)| is_object(player) || lists_game(player));
    let has_games_alone = object.iter().all(|(_, json)| lists_game(json));
    let named = |key: &'a str| Some(key).filter(|key| !WRAPPERS.contains(key));
    let mut parts = Vec::new();
    for (key, json) in object {
        match json {
            Json::Array(values)
                if (is_players(key) && values.iter().any(is_object)) || is_around_games(json, DEEPEST) =>
            {
                parts.extend(listed(key, values));
            }
            Json::Object(players) if is_players(key) && is_by_name(players) => {
                let part = |(name, value)| Part { path: format!("{key}.{name}"), name: Some(name), value };
                parts.extend(players.iter().map(|(name, value)| (&**name, value)).map(part));
            }
            Json::Array(_) if has_games_alone => {
                parts.push(Part { path: key.to_string(), name: named(key), value: json });
            }
            Json::Object(_) if !has_totals && (holds_games(json) || is_around_games(json, DEEPEST)) => {
                let name = named(key).filter(|_| holds_games(json));
                parts.push(Part { path: key.to_string(), name, value: json });
            }
            _ => {}
        }
    }
    if parts.is_empty() { Parts::Game } else { Parts::Players(parts) }
}

fn listed<'a>(key: &str, values: &'a [Json<'a>]) -> Vec<Part<'a>> {
    let part = |(at, value)| Part { path: format!("{key}[{at}]"), name: None, value };
    values.iter().enumerate().map(part).collect()
}

const fn is_object(json: &Json<'_>) -> bool {
    matches!(json, Json::Object(_))
}

/// Whether a key says a frame or a ball.
pub fn says_part(key: &str) -> bool {
    matches!(column_name(key), Some(ColumnName::Ball { .. } | ColumnName::Frame(_) | ColumnName::BallInOrder(_)))
}

/// Whether a value is an object with a game or with games.
fn holds_games(json: &Json<'_>) -> bool {
    let Json::Object(object) = json else { return false };
    object.iter().any(|(key, value)| {
        let plain = plain_key(key);
        let is_game = GAME_KEYS.iter().any(|(name, _)| *name == plain) || SERIES_KEYS.contains(&&*plain);
        (is_game && (value.is_nested() || matches!(value, Json::Text(_)))) || says_part(key)
    })
}

/// Whether a value lists the balls or the frames of a game, and nothing else.
fn lists_game(json: &Json<'_>) -> bool {
    let is_part = |json: &Json<'_>| match json {
        Json::Null => true,
        Json::Text(text) if !is_ball(text) => read_whole(text, Spelling::Any, Rules::default()).is_ok(),
        json => !json.is_nested() && is_ball(&json.text()),
    };
    let is_frame = |json: &Json<'_>| matches!(json, Json::Array(balls) if balls.iter().all(is_part));
    matches!(json, Json::Array(values) if !values.is_empty() && values.iter().all(|json| is_part(json) || is_frame(json)))
}

/// Whether a value holds objects with games, to some depth, and no game itself.
fn is_around_games(json: &Json<'_>, depth: u8) -> bool {
    let is_inside = |json: &Json<'_>| holds_games(json) || (depth > 0 && is_around_games(json, depth - 1));
    match json {
        Json::Object(object) => !holds_games(json) && object.iter().any(|(_, json)| is_inside(json)),
        Json::Array(values) => values.iter().any(|json| is_object(json) && is_inside(json)),
        _ => false,
    }
}

/// Whether a value is a total, marked or missing, rather than a game.
fn is_total(json: &Json<'_>) -> bool {
    let text = json.text();
    let is_total = |text: &str| {
        let game = read_whole(text, Spelling::Any, Rules::default());
        let is_game = text.contains(['X', 'x', '/']) || game.is_ok_and(|game| game.rolls().count() > 1);
        !is_game && total_cell(text).is_ok()
    };
    !json.is_nested() && value(&text).is_none_or(is_total)
}
