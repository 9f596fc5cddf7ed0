//! Explains why a line without a name cannot be read: perhaps it starts with what was meant as one.

use nom::Offset;

use super::line::{is_rolls_before_colon, is_table_header, starts_with_letter};
use crate::error::Problem;
use crate::game::Rules;
use crate::reading::parse::{Failure, tokens};
use crate::reading::{Dialect, read_game};

/// Explains an unreadable start of a line without a name: perhaps it was meant as one.
pub(super) fn explain<'a>(
    line: &'a str,
    game: &'a str,
    failure: Failure<'a>,
    dialect: Dialect,
    rules: Rules,
) -> Failure<'a> {
    let first = tokens(line).next().unwrap_or_default();
    let start = line.offset(game);
    if line[..start].trim().is_empty() && is_rolls_before_colon(line, line.split(':').next().unwrap_or_default()) {
        let colon = line.find(':').unwrap_or_default();
        return Failure { at: &line[colon..], problem: Problem::RollsBeforeColon, frame: None };
    }
    let named = || name_without_colon(game, dialect, rules);
    if is_table_header(first) && first.len() < game.len() && named().is_none() {
        return Failure { at: game, problem: Problem::TableHeader, frame: None };
    }
    if let Some((number, rest)) = listed_game(game, dialect, rules) {
        let problem = Problem::NameWithoutColon { name: number.into(), game: rest.into() };
        return Failure { at: game, problem, frame: None };
    }
    // `F Smith X 5/`: letters alone before what cannot be read.
    let before = &game[..game.offset(failure.at)];
    let is_at_start = before.len() < first.len() || before.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
    let is_letters = first.chars().count() > 1 && first.chars().all(char::is_alphabetic);
    let is_possible = match failure.problem {
        Problem::UnknownSymbol(_) | Problem::Word(_) | Problem::BareSplit => true,
        Problem::StrikeOnBrokenRack { .. } => is_letters,
        _ => false,
    };
    if !is_at_start || !is_possible || !starts_with_letter(game) {
        return failure;
    }
    let Some((name, rest, rolls)) = named() else { return failure };
    let (owned_name, owned_rest) = (name.to_owned(), rest.replace('\t', " "));
    let problem = match failure.problem {
        why @ Problem::StrikeOnBrokenRack { .. } => {
            Problem::NameOrRolls { name: owned_name, game: owned_rest, why: Box::new(why) }
        }
        _ if rolls > 1 => Problem::NameWithoutColon { name: owned_name, game: owned_rest },
        _ => Problem::Heading(game.into()),
    };
    Failure { at: game, problem, frame: None }
}

/// The number and the game of `1. X 5/ 9-` or `1) X 5/ 9-`.
fn listed_game(game: &str, dialect: Dialect, rules: Rules) -> Option<(&str, &str)> {
    let (number, rest) = game.split_once(['.', ')'])?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_game = read_game(rest, dialect, rules).is_ok_and(|game| game.rolls().count() > 1);
    (is_number && is_game).then_some((number, rest))
}

/// A name of up to three words, the game after it, and how many rolls that has.
fn name_without_colon(game: &str, dialect: Dialect, rules: Rules) -> Option<(&str, &str, usize)> {
    let blanks = game.char_indices().filter(|(_, sign)| matches!(sign, ' ' | '\t')).map(|(at, _)| at);
    // The number of `Frame 2` is no roll.
    let first = usize::from(is_numbered(game));
    blanks.take(3).skip(first).find_map(|at| {
        let (name, rest) =
            (game[..at].trim_end_matches([' ', '\t', '-', '\u{2013}', '\u{2014}']), game[at..].trim_start());
        let rolls = read_game(rest, dialect, rules).ok()?.rolls().count();
        (rolls > 0).then_some((name, rest, rolls))
    })
}

/// Whether a text starts with a word and its number, as in `Frame 2 7 3`.
fn is_numbered(text: &str) -> bool {
    const WORDS: [&str; 9] = ["frame", "game", "lane", "match", "player", "round", "team", "week", "series"];
    let mut words = text.split_ascii_whitespace();
    words.next().is_some_and(|word| WORDS.contains(&word.to_ascii_lowercase().as_str()))
        && words.next().is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        && words.next().is_some()
}
