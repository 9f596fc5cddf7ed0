//! The option that would help with a header that names no game, tried on the first rows.

use super::cell_game::{Part, is_ball, read_frames, read_whole};
use super::column_name::is_frame_number;
use super::columns::{Columns, matches};
use super::plain;
use super::table::value;
use super::totals::{TotalCell, total_cell};
use super::words::Spelling;
use crate::game::Rules;

/// Numbers of a player that are not totals of games, and are never advised.
const NO_GAMES: &[&str] = &[
    "average",
    "avg",
    "ave",
    "schnitt",
    "moyenne",
    "promedio",
    "media",
    "média",
    "평균",
    "games",
    "spiele",
    "parties",
    "partidas",
    "pts",
    "points",
    "punkte",
    "puntos",
    "hdcp",
    "hcp",
    "handicap",
    "rank",
    "rang",
    "place",
    "platz",
    "pos",
    "position",
    "lane",
    "lanes",
    "bahn",
    "week",
    "year",
    "age",
    "number",
    "no",
    "nr",
    "id",
    "sum",
    "summe",
    "series",
    "pins",
    "weight",
    "frame",
    "framescore",
    "frametotal",
    "runningtotal",
    "cumulative",
    "gms",
    "hg",
    "hs",
    "highgame",
    "highseries",
    "high",
    "low",
    "entry",
];

/// The value of `--columns` that would help with a header that names no game, by what the rows below it look like.
/// `try_out` says whether all games of these rows are complete with that value; nothing if one of them cannot be read.
pub fn columns_for(
    names: &[String],
    rows: &[Vec<String>],
    try_out: &dyn Fn(&Columns) -> Option<bool>,
) -> Option<String> {
    let can_be_named =
        |name: &str| !name.is_empty() && !name.contains([',', '=', '*']) && !NO_GAMES.contains(&plain(name).as_str());
    let columns = names.iter().map(|name| name.trim()).enumerate().filter(|(_, name)| can_be_named(name));
    let holding = |is_held: &dyn Fn(&str) -> bool| -> Vec<&str> {
        let is_column = |(at, _): &(usize, &str)| {
            let mut values = rows.iter().filter_map(|row| row.get(*at).and_then(|cell| value(cell))).peekable();
            values.peek().is_some() && values.all(is_held)
        };
        columns.clone().filter(is_column).map(|(_, name)| name).collect()
    };
    // Numbered columns belong together; a number of a lane does not.
    let pattern = |name: &str| format!("{}*", name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end());
    let family = |columns: &[&str]| {
        let found = columns.iter().map(|name| pattern(name)).find(|pattern| {
            let is_match = |name: &&str| matches(pattern, name);
            let found = names.iter().map(String::as_str).filter(is_match).count();
            pattern.len() > 1 && found > 1 && found == columns.iter().copied().filter(is_match).count()
        });
        found.unwrap_or_else(|| columns.join(","))
    };
    // The tenth may have three balls.
    let is_frame = |text: &str| {
        let part = Part { text, frame: None, is_ball: false };
        text.len() > 1 && read_frames(&[part], Rules::default()).is_ok_and(|game| game.rolls().count() < 4)
    };
    let is_game = |text: &str| text.len() > 3 && read_whole(text, Spelling::Any, Rules::default()).is_ok();
    let is_total = |text: &str| {
        !text.contains(['.', ',']) && matches!(total_cell(text), Ok(TotalCell::Counted(11..) | TotalCell::Marked(11..)))
    };
    let (balls, frames) = (holding(&is_ball), holding(&|text| is_ball(text) || is_frame(text)));
    let (games, totals) = (holding(&is_game), holding(&is_total));
    let is_certain = rows.iter().flatten().any(|cell| value(cell).is_some_and(|text| text.contains(['X', 'x', '/'])));
    let several = |role: &str, columns: &[&str]| (columns.len() > 1).then(|| format!("{role}={}", family(columns)));
    let is_row_a_frame = names.iter().any(|name| is_frame_number(&plain(name)));
    // Numbers may be anything, unless they are complete games.
    let works = |(asked, is_certain): &(String, bool)| {
        let columns: Columns = asked.parse().ok()?;
        try_out(&columns).filter(|is_complete| *is_complete || *is_certain)
    };
    let candidates: Vec<(String, bool)> = if is_row_a_frame {
        frames.iter().map(|name| (format!("frames={name}"), is_certain)).collect()
    } else {
        let game = games.first().map(|game| (format!("game={game}"), true));
        let frames = several("frames", &frames).filter(|_| !holding(&is_frame).is_empty());
        let parts = [frames, several("balls", &balls)].into_iter().flatten().map(|asked| (asked, is_certain));
        let totals = (!totals.is_empty()).then(|| (format!("totals={}", family(&totals)), true));
        game.into_iter().chain(parts).chain(totals).collect()
    };
    candidates.into_iter().find(|candidate| works(candidate).is_some()).map(|(asked, _)| asked)
}
