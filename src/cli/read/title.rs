//! Recognises lines that may stand above the header of a table.

use super::cell_game::is_ball;
use super::header::holds_game;
use crate::cli::source::csv::is_blank;
use crate::reading::symbols::{is_integer, is_notation};
use crate::sheet::Claim;
use crate::sheet::line::parts;

/// Whether a line may be a title above a table: nothing, or words and dates. A title claims nothing.
pub fn is_title(line: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(line) else { return false };
    if is_blank(line) {
        return true;
    }
    if parts(text).claim.is_some_and(|claim| claim.parse::<Claim>().is_ok()) || holds_game(line) {
        return false;
    }
    let words: Vec<&str> = text.split([' ', ',', ';', '\t', '\r', '|']).filter(|word| !word.is_empty()).collect();
    let has_name = text.contains([':', '=']);
    let is_word = |word: &str| word.chars().filter(|sign| sign.is_alphabetic()).count() > 1 && !is_ball(word);
    let is_number = |word: &str| !is_date(word) && (is_ball(word) || is_integer(word));
    let is_spare = |word: &str| !is_date(word) && word.contains('/') && is_notation(word);
    words.iter().any(|word| is_word(word) || is_date(word))
        && !words.iter().any(|word| is_spare(word) || (has_name && is_number(word)))
}

/// `2026`, `2025/26` or `1/17/26`.
fn is_date(word: &str) -> bool {
    let numbers: Vec<&str> = word.split(['/', '-', '.']).collect();
    let is_year = |number: &&str| number.len() == 4 && number.starts_with(['1', '2']);
    let is_long = |number: &&str| number.len() > 1;
    numbers.iter().all(|number| (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit()))
        && (numbers.iter().any(is_year) || (numbers.len() == 3 && numbers.iter().any(is_long)))
}
