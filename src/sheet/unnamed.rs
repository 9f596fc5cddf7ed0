//! Finds a name that is not ended with a colon, and explains a line where one is missing.

use super::kind::is_blank;
use super::parts::{is_rolls_before_colon, is_table_header, starts_with_letter};
use crate::error::Problem;
use crate::reading::symbols::{Failure, is_notation, is_separator, tokens};
use crate::reading::unreadable::{is_mistyped, unreadable, word_advice};
use crate::reading::variants::plain;

/// Words before a number that are a heading, not a name: English, Spanish and Korean.
const HEADINGS: [&str; 3] = [
    "week game lane lanes player bowler team frame round match series set day",
    "semana juego partida partido pista pistas carril carriles jugador jugadora equipo cuadro ronda encuentro serie set día dia",
    "주 주차 게임 레인 플레이어 선수 볼러 팀 프레임 라운드 경기 시지리즈 시리즈 세트 일 날",
];

/// The name and the game of a text without a colon, if the name is words or the number of a list.
pub(super) fn named_game<'a, T>(text: &'a str, read: impl Fn(&'a str, &'a str) -> Option<T>) -> Option<T> {
    let listed = text.split_once(['.', ')']).filter(|(number, rest)| is_number(number) && rest.starts_with(is_blank));
    if let Some((number, rest)) = listed {
        return read(number, rest.trim_start_matches(is_blank));
    }
    if is_heading(text) {
        return None;
    }
    let (name, rest) = name_and_rest(text)?;
    let found = read(name, rest)?;
    // `John F 9/ X`: an initial, or a foul.
    let initial = rest.split(is_blank).next().unwrap_or_default();
    let after_initial = rest[initial.len()..].trim_start_matches(is_blank);
    let is_initial = matches!(initial, "F" | "G" | "f" | "g") && read(name, after_initial).is_some();
    (!is_initial).then_some(found)
}

/// The words at the start of a text up to the last one that is not made of symbols, and what follows.
fn name_and_rest(text: &str) -> Option<(&str, &str)> {
    let mut end = None;
    for (at, word) in words(text) {
        if !starts_with_letter(word) {
            break;
        }
        if word_advice(word).is_some()
            || is_table_header(word)
            || is_typing_mistake(word)
            || word.contains(is_separator)
        {
            return None;
        }
        if !is_notation(word) {
            end = Some(at + word.len());
        }
    }
    let (name, rest) = text.split_at(end?);
    Some((name, rest.trim_start_matches(is_blank)))
}

/// Whether a word is more likely a symbol that is not one, or a name before a colon of another script.
fn is_typing_mistake(word: &str) -> bool {
    let is_look_alike = || matches!(unreadable(&plain(word)), Some(Failure { problem: Problem::LookAlike { .. }, .. }));
    let is_word =
        word.chars().count() > 1 && word.chars().last().is_some_and(|sign| sign.is_alphanumeric() || sign == '.');
    !is_notation(word) && (is_mistyped(word) || !is_word && is_look_alike())
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = text.split(is_blank).scan(0, |next, word| {
        let start = *next;
        // Blanks have different lengths.
        *next += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        Some((start, word))
    });
    starts.filter(|(_, word)| !word.is_empty())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text starts with a word and its number, as in `Frame 2 7 3`.
pub(crate) fn is_heading(text: &str) -> bool {
    let mut words = words(text.trim()).map(|(_, word)| word);
    let is_heading = |word: &str| HEADINGS.iter().any(|words| words.split(' ').any(|heading| heading == word));
    words.next().is_some_and(|word| is_heading(&word.to_lowercase())) && words.next().is_some_and(is_number)
}

/// Explains a text without a name that is not read as a game: perhaps its start was meant as one. `why` says what is wrong
/// with another text.
pub(super) fn explain<'a>(
    text: &'a str,
    reads: impl Fn(&'a str) -> Option<usize>,
    failure: Failure<'a>,
    why: impl Fn(&'a str) -> Failure<'a>,
) -> Failure<'a> {
    let at_start = |problem| Failure::new(text, problem);
    if let Some((rolls, after)) = text.split_once(':')
        && is_rolls_before_colon(text, rolls)
    {
        return Failure::new(&text[text.len() - after.len() - 1..], Problem::RollsBeforeColon);
    }
    // A name of up to three words, the game after it, and how many rolls that has.
    let named = || {
        let ends = words(text).map(|(at, word)| at + word.len());
        // The number of `Frame 2` is not a roll.
        let is_numbered = is_heading(text) && words(text).nth(2).is_some();
        ends.take(3).skip(usize::from(is_numbered)).find_map(|end| {
            let name = text[..end].trim_end_matches([' ', '\t', '-', '\u{2013}', '\u{2014}']);
            let rest = text[end..].trim_start_matches(is_blank);
            let rolls = reads(rest).filter(|rolls| *rolls > 0)?;
            (!name.is_empty()).then_some((name, rest, rolls))
        })
    };
    let first = tokens(text).next().unwrap_or_default();
    if is_table_header(first) && first.len() < text.len() && (text.starts_with('|') || named().is_none()) {
        return at_start(Problem::TableHeader);
    }
    // `Player 2 7 3`: letters alone before what cannot be read.
    let before = &text[..failure.offset(text)];
    let is_at_start = before.len() < first.len() || before.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
    let is_letters = first.chars().count() > 1 && first.chars().all(char::is_alphabetic);
    let is_possible = match failure.problem {
        Problem::UnknownSymbol(_) | Problem::Word(_) | Problem::BareSplit => true,
        Problem::StrikeOnBrokenRack { .. } => is_letters,
        _ => false,
    };
    if !is_at_start || !is_possible || !starts_with_letter(text) {
        return failure;
    }
    let Some((name, rest, rolls)) = named() else {
        return match name_and_rest(text) {
            // A strike, or a split without pins.
            Some(_) if failure.problem == Problem::BareSplit || matches!(first, "X" | "x") => failure,
            Some((_, rest)) if rest.is_empty() || is_heading(text) => at_start(Problem::Heading(text.into())),
            Some((_, rest)) if reads(rest).is_none() => why(rest),
            _ => failure,
        };
    };
    let (name, game) = (name.to_owned(), rest.replace('\t', " "));
    at_start(match failure.problem {
        why @ Problem::StrikeOnBrokenRack { .. } => Problem::NameOrRolls { name, game, why: Box::new(why) },
        _ if rolls > 1 => Problem::NameWithoutColon { name, game },
        _ => Problem::Heading(text.into()),
    })
}
