//! Lines as a lane writes them: a name, blanks or a TAB, and one roll (or `undo`).

use super::error::Problem;
use super::notation;
use super::rolls;
use super::symbol::{Placed, Symbol};
use super::token::{Token, is_separator};
use crate::game::Pins;

/// So many players are kept in one match; a lane has far fewer, and memory stays bounded.
pub const MOST_PLAYERS: usize = 10_000;

/// What a line of a log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The player.
    pub name: &'a str,
    /// The ball, or `None` for `undo`.
    pub ball: Option<Placed>,
    /// Where the ball or the `undo` stands, in bytes.
    pub at: usize,
}

/// A line that is no entry: who it is about if that is known, where it is wrong, and why.
pub type Wrong<'a> = (Option<&'a str>, usize, Problem);

/// Splits a line into its name and its last word.
fn split(line: &[u8]) -> Option<(&str, Token<'_>)> {
    let end = super::sheet::comment_start(line);
    let body = line[..end].trim_ascii_end();
    let at = body.iter().rposition(|&byte| byte == b'\t').or_else(|| body.iter().rposition(|&byte| byte == b' '))?;
    let at = at + 1;
    let at = at + (body[at..].len() - body[at..].trim_ascii_start().len());
    let name = std::str::from_utf8(&body[..at]).ok()?.trim();
    // `Jeff: 10` is said of Jeff; a colon elsewhere could not be written in a sheet again.
    let name = name.strip_suffix(':').unwrap_or(name).trim_end();
    (!name.is_empty() && !name.contains([':', '\t'])).then_some((name, Token { at, text: &body[at..] }))
}

/// A name of several words must not end in something that may be a roll: `N 10 10` is no player `N 10`.
fn is_plain_name(name: &str, by_tab: bool) -> bool {
    by_tab || words(name).skip(1).all(|word| !looks_like_roll(word.as_bytes()))
}

/// What the separators of a game leave of a name: `X; 5/; 9-` is three rolls of frames.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|character: char| u8::try_from(character).is_ok_and(is_separator)).filter(|word| !word.is_empty())
}

fn looks_like_roll(word: &[u8]) -> bool {
    !word.is_empty() && (rolls::is_integer(word) || notation::unknown(word).is_none())
}

/// A roll as either dialect writes it: a line of a log, and what is typed in a live game.
pub fn ball(token: Token<'_>) -> Result<Symbol, Problem> {
    if token.text == b"10" {
        return Ok(Symbol::Pins(Pins::ALL));
    }
    if rolls::is_integer(token.text) && token.text.len() > 1 {
        return rolls::read(token).map_err(|problem| match problem {
            Problem::NotARoll { token, .. } => Problem::NotARoll { token, pairs: false },
            problem => problem,
        });
    }
    let mut symbols = notation::read(token);
    match (symbols.next(), symbols.next()) {
        (Some(Ok(placed)), None) => Ok(placed.symbol),
        (Some(Err((_, problem))), _) | (_, Some(Err((_, problem)))) => Err(problem),
        _ => Err(Problem::NotALogLine),
    }
}

/// Reads a line of a log.
pub fn read(line: &[u8]) -> Result<Entry<'_>, Wrong<'_>> {
    let start = line.len() - line.trim_ascii_start().len();
    let Some((name, token)) = split(line) else {
        return Err((None, start, Problem::NotALogLine));
    };
    if !is_plain_name(name, line.contains(&b'\t')) {
        return Err((None, start, Problem::NotALogLine));
    }
    if token.text == b"undo" {
        return Ok(Entry { name, ball: None, at: token.at });
    }
    match ball(token) {
        Ok(symbol) => Ok(Entry { name, ball: Some(Placed { at: token.at, symbol }), at: token.at }),
        Err(problem) => Err((Some(name), token.at, problem)),
    }
}

/// Does the first game line of a file make it a log? A name that is no roll, and exactly one roll.
#[must_use]
pub fn is_log(line: &[u8]) -> bool {
    let colon = memchr::memchr(b':', line).is_some();
    let plain = std::str::from_utf8(line).is_ok() && memchr::memchr(0, line).is_none();
    plain
        && !colon
        && read(line).is_ok_and(|entry| {
            entry.ball.is_some()
                && entry.name.starts_with(char::is_alphabetic)
                && !entry.name.contains([',', '='])
                && words(entry.name).any(|word| !looks_like_roll(word.as_bytes()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_one_roll_make_a_log() {
        for line in ["Jeff 10", "Jeff\t10", "Jeff  F", "홍길동 7", "John Smith X", "Jeff 10 # first"] {
            assert!(is_log(line.as_bytes()), "{line}");
        }
        for line in [
            "N 10 10",
            "10 5",
            "X 10",
            "X 5",
            "PJS: 10",
            "LOU,10",
            "Jeff",
            "Jeff q",
            "F 5",
            "PJS: 5 5 = 10",
            "Jeff 11",
            "X; 5/; 9",
            "X|5/|9- | 9",
            "x;\t5",
        ] {
            assert!(!is_log(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_line_is_read_or_refused_with_the_player_that_it_is_about() {
        let entry = read(b"Jeff\t10").unwrap();
        assert_eq!((entry.name, entry.at), ("Jeff", 5));
        assert_eq!(read(b"Jeff undo").unwrap().ball, None);
        assert_eq!(read(b"Player 1\t7").unwrap().name, "Player 1");
        assert_eq!(read(b"Jeff q").unwrap_err(), (Some("Jeff"), 5, Problem::UnknownSymbol('q')));
        assert_eq!(read(b"Jeff 5/").unwrap_err(), (Some("Jeff"), 5, Problem::NotALogLine));
        assert_eq!(read(b"N 10 10").unwrap_err(), (None, 0, Problem::NotALogLine));
        let not_a_roll = Problem::NotARoll { token: "11".into(), pairs: false };
        assert_eq!(read(b"Jeff 11").unwrap_err(), (Some("Jeff"), 5, not_a_roll));
    }
}
