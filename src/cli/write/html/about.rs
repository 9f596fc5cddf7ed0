//! What tags say of a game: when it was bowled, on which lane, and which game it was.

use std::borrow::Cow;

use super::super::{Entry, TagKeys};
use crate::cli::page::date::with_weekday;
use crate::cli::text::{cut, visible};
use crate::sheet::line::tag_line;

/// The keys that a page shows.
const KEYS: [&str; 4] = ["date", "week", "lane", "game"];
const DATE: usize = 0;
const WEEK: usize = 1;
const LANE: usize = 2;
const GAME: usize = 3;

/// Longer values are cut.
const WIDEST_VALUE: usize = 40;

/// The keys whose values a page needs.
pub fn tag_keys() -> TagKeys {
    TagKeys::new(KEYS)
}

/// Whether a line of a sheet is a tag that a page shows in its own way.
pub fn is_shown_tag(line: &[u8]) -> bool {
    tag_line(line).is_some_and(|(key, _)| tag_keys().place(key).is_some())
}

/// `Saturday 17 January 2026`, or `week 7`.
pub fn date(entry: &Entry<'_>) -> Option<String> {
    let date = value(entry, DATE).map(|date| with_weekday(&date).unwrap_or_else(|| date.into_owned()));
    date.or_else(|| value(entry, WEEK).map(|week| named("week", &week)))
}

/// `lane 12`.
pub fn lane(entry: &Entry<'_>) -> Option<String> {
    value(entry, LANE).map(|lane| named("lane", &lane))
}

/// What the games of a table have in common: the date, and in a sheet, where comment lines are above groups, the lane.
pub fn occasion(entry: &Entry<'_>) -> Vec<String> {
    [date(entry), lane(entry).filter(|_| is_of_sheet(entry))].into_iter().flatten().collect()
}

/// What a row says after its name.
pub fn details(entry: &Entry<'_>) -> Vec<String> {
    let game = game(entry).filter(|_| entry.name.is_some());
    [game, lane(entry).filter(|_| !is_of_sheet(entry))].into_iter().flatten().collect()
}

/// `game 2`. In a table, the column `game` may hold the game itself.
pub fn game(entry: &Entry<'_>) -> Option<String> {
    let game = value(entry, GAME).filter(|game| is_of_sheet(entry) || (game.len() <= 3 && is_number(game)));
    game.map(|game| named("game", &game))
}

const fn is_of_sheet(entry: &Entry<'_>) -> bool {
    !entry.text.is_empty()
}

fn value<'a>(entry: &Entry<'a>, key: usize) -> Option<Cow<'a, str>> {
    entry.tag(key).map(|value| match visible(value) {
        Cow::Borrowed(value) => cut(value, WIDEST_VALUE),
        Cow::Owned(value) => cut(&value, WIDEST_VALUE).into_owned().into(),
    })
}

/// A number with its word, and words as they are.
fn named(word: &str, value: &str) -> String {
    if value.starts_with(|sign: char| sign.is_ascii_digit()) { format!("{word} {value}") } else { value.into() }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
