//! The class list: pupils down, their games across.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};

use super::super::Verdict;
use super::section::{same_names, who};
use super::tally::{File, Listed, VERDICTS, words};
use crate::cli::text::visible;

/// A page of fewer games needs no list of the players in its only file.
const FEWEST_GAMES: usize = 9;

/// The most games of a row.
const MOST_ACROSS: usize = 60;

/// A pupil: a file, or a name in the only file.
struct Row<'a> {
    who: String,
    /// The id of its section or of its first game.
    link: String,
    right: u64,
    games: Vec<&'a Listed>,
    /// How many more games there are.
    unlisted: u64,
}

/// A row for each of several files, or for each name in the only one. Nothing if there is one row.
pub fn class_list(files: &[File], is_graded: bool) -> Markup {
    let rows = match files {
        [file] => names(file),
        files => pupils(files),
    };
    if rows.len() < 2 {
        return Markup::default();
    }
    let most = rows.iter().map(|row| row.games.len().min(MOST_ACROSS)).max().unwrap_or_default();
    html! {
        table.list {
            caption { (meaning_of_signs(&rows, is_graded)) }
            thead {
                tr {
                    th scope="col" { "name" }
                    th scope="col" { @if is_graded { "right" } @else { "games" } }
                    th.games scope="col" { span.all { "games" } @for number in 1..=most { " " span { (number) } } }
                }
            }
            tbody {
                @for row in &rows {
                    tr {
                        th scope="row" { a href={ "#" (row.link) } { bdi { (visible(&row.who)) } } }
                        td { @if is_graded { (row.right) " of " } (row.games.len() as u64 + row.unlisted) }
                        td.games { (games(row, is_graded)) }
                    }
                    (PreEscaped("\n"))
                }
            }
        }
    }
}

/// A row for each file.
fn pupils<'a>(files: &'a [File]) -> Vec<Row<'a>> {
    let row = |((number, file), same_name): ((usize, &'a File), bool)| {
        let who = who(&file.path, same_name);
        let right = file.tally.count(Verdict::Right);
        Row { who, link: format!("f{number}"), right, games: file.listed.iter().collect(), unlisted: file.unlisted() }
    };
    (1..).zip(files).zip(same_names(files)).map(row).collect()
}

/// A row for each name of a file, if it has many games, and each has a name.
fn names<'a>(file: &'a File) -> Vec<Row<'a>> {
    if file.listed.len() < FEWEST_GAMES || file.unlisted() > 0 {
        return Vec::new();
    }
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut by_name: Vec<(&str, Vec<&Listed>)> = Vec::new();
    for game in &file.listed {
        let Some(name) = game.name.as_deref() else { return Vec::new() };
        let place = *places.entry(name).or_insert(by_name.len());
        match by_name.get_mut(place) {
            Some((_, games)) => games.push(game),
            None => by_name.push((name, vec![game])),
        }
    }
    let row = |(name, games): (&str, Vec<&'a Listed>)| {
        let right = games.iter().filter(|game| game.verdict == Some(Verdict::Right)).count() as u64;
        let link = games.first().map(|game| game.id.clone()).unwrap_or_default();
        Row { who: name.into(), link, right, games, unlisted: 0 }
    };
    by_name.into_iter().map(row).collect()
}

/// A sign or a total for each game, which leads to it.
fn games(row: &Row<'_>, is_graded: bool) -> Markup {
    let more = row.games.len().saturating_sub(MOST_ACROSS) as u64 + row.unlisted;
    html! {
        @for (number, game) in (1..).zip(&row.games).take(MOST_ACROSS) {
            @let (sign, class, meaning) = words(game.verdict);
            @match game.total {
                Some(total) if !is_graded => a href={ "#" (game.id) } { (total) },
                _ => a.(class) href={ "#" (game.id) } aria-label={ "game " (number) ": " (meaning) } { (sign) },
            }
            " "
        }
        @if more > 0 { "and " (more) " more" }
    }
}

/// The signs that the list uses, in words.
fn meaning_of_signs(rows: &[Row<'_>], is_graded: bool) -> String {
    let has = |verdict| rows.iter().flat_map(|row| &row.games).any(|game| game.verdict == verdict);
    let all = VERDICTS.map(Some).into_iter().chain([None]);
    let used = all.filter(|&verdict| has(verdict) && (is_graded || verdict == Some(Verdict::Error)));
    let totals = (!is_graded).then(|| "the total of each game".to_owned());
    let signs = used.map(words).map(|(sign, _, meaning)| format!("{sign} {meaning}"));
    totals.into_iter().chain(signs).collect::<Vec<_>>().join(", ")
}
