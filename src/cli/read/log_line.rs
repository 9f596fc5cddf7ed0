//! One line of a log: `NAME PINS`.

use crate::cli::problem::InputProblem;
use crate::game::Pins;
use crate::reading::Symbol;
use crate::reading::symbols::{is_integer, is_notation, number, symbol, tokens};
use crate::reading::unreadable::unreadable;
use crate::reading::variants::plain;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry<'a> {
    pub name: &'a str,
    /// The ball, or `None` for `undo`.
    pub ball: Option<Symbol>,
    /// Where the ball or `undo` is.
    pub at: usize,
}

/// The error of a line, with its place. The line may name a player all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFailure<'a> {
    pub name: Option<&'a str>,
    pub at: usize,
    pub problem: InputProblem,
}

pub fn parse_log_line(line: &str) -> Result<LogEntry<'_>, LogFailure<'_>> {
    // A name of several words must not contain rolls: `N 10 10` is not a roll of the player `N 10`.
    let is_plain = |name| line.contains('\t') || !tokens(name).skip(1).any(looks_like_rolls);
    let Some((name, at, token)) = split(line).filter(|(name, ..)| is_plain(name)) else {
        let at = line.len() - line.trim_ascii_start().len();
        return Err(LogFailure { name: None, at, problem: InputProblem::NotALogLine });
    };
    let ball = match token {
        "undo" => None,
        TEN => Some(Symbol::Pins(Pins::ALL)),
        _ => Some(parse_roll(token).map_err(|problem| LogFailure { name: Some(name), at, problem })?),
    };
    Ok(LogEntry { name, ball, at })
}

/// Ten pins with the third ball, where `X` and `/` are impossible. No start of this word is a roll, but
/// the `1` of `10` is one.
pub const TEN: &str = "ten";

/// Splits a line into its name and its last word, with the place of that.
fn split(line: &str) -> Option<(&str, usize, &str)> {
    let body = line.split('#').next()?.trim_ascii_end();
    let at = body.rfind('\t').or_else(|| body.rfind(' '))?;
    let (name, token) = (body[..at].trim(), body[at..].trim_ascii_start());
    // `Jeff: 10` is a roll of Jeff. A colon elsewhere could not be written in a sheet again.
    let name = name.strip_suffix(':').unwrap_or(name).trim_end();
    (!name.is_empty() && !name.contains([':', '\t'])).then_some((name, body.len() - token.len(), token))
}

pub(super) fn looks_like_rolls(word: &str) -> bool {
    is_integer(word) || is_notation(word)
}

/// Parses one roll, as a number or as a symbol. Also used for what is typed in a live game.
pub fn parse_roll(token: &str) -> Result<Symbol, InputProblem> {
    let token = &*plain(token);
    match symbol(token) {
        Ok(("", symbol)) => Ok(symbol),
        _ if is_integer(token) => number(token).map_err(|failure| failure.problem.into()),
        _ => Err(unreadable(token).map_or(InputProblem::NotALogLine, |failure| failure.problem.into())),
    }
}

/// Whether a line can make an input a log: a name that does not start with rolls, and one roll.
pub fn is_log_line(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    !line.contains(['\0', ':'])
        && parse_log_line(line).is_ok_and(|LogEntry { name, ball, .. }| {
            ball.is_some()
                && name.starts_with(char::is_alphabetic)
                && !name.contains([',', '='])
                && tokens(name).next().is_some_and(|word| !looks_like_rolls(word))
        })
}

/// Whether a line can follow a line that [`is_log_line`].
pub fn is_second_log_line(line: &[u8]) -> bool {
    let is_undo = |line| parse_log_line(line).is_ok_and(|entry| entry.ball.is_none());
    is_log_line(line) || std::str::from_utf8(line).is_ok_and(is_undo)
}

/// Whether a last line without its end is only the start of an entry: its writer was stopped. A roll of
/// a player who is not known yet may be the start of a longer name (`Anna F` of `Anna Fox 7`), unless
/// it is the first roll of all or a header names the players.
pub fn is_cut_short<'a>(line: &[u8], players: impl Iterator<Item = &'a str>, allows_new: bool) -> bool {
    let (line, half) = match std::str::from_utf8(line) {
        Ok(line) => (line, &[][..]),
        // Half a character.
        Err(error) if error.error_len().is_none() => {
            let (valid, half) = line.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), half)
        }
        Err(_) => return false,
    };
    let line = line.trim_start();
    let mut known = false;
    for name in players {
        let start = if half.is_empty() { line.trim_end() } else { line };
        if name.strip_prefix(start).is_some_and(|rest| rest.as_bytes().starts_with(half)) {
            return true;
        }
        if let Some(rest) = line.strip_prefix(name).filter(|rest| rest.starts_with([' ', '\t', ':'])) {
            known = true;
            let word = rest.trim_start_matches(':').trim();
            if !half.is_empty() {
                if word.is_empty() {
                    return true;
                }
                continue;
            }
            let is_start = |entry: &str| entry.starts_with(word) && entry != word;
            let is_open = word.contains('{') && !word.contains('}');
            if is_open
                || is_start("undo")
                || is_start(TEN)
                || matches!(word.as_bytes(), [b'S' | b's' | b'('] | [b'(', _])
            {
                return true;
            }
        }
    }
    allows_new && !known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Problem;

    #[test]
    fn a_name_and_one_roll_make_a_log() {
        for line in ["Jeff 10", "Jeff\t10", "Jeff  F", "홍길동 7", "John Smith X", "Jeff 10 # first"] {
            assert!(is_log_line(line.as_bytes()), "{line}");
        }
        for line in [
            "N 10 10", "10 5", "X 10", "X 5", "PJS: 10", "LOU,10", "Jeff", "Jeff q", "F 5", "A: 5 = 5", "Jeff 11",
            "a=b 10", "a,b 10", "X; 5/; 9", "X|5/ | 9", "x;\t5",
        ] {
            assert!(!is_log_line(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_line_is_cut_short_if_more_could_follow() {
        for (line, is_cut) in [
            (&b"Jeff 8{7-1"[..], true),
            (b"Jeff 8{7-10}", false),
            (b"Jeff und", true),
            (b"Jeff undo", false),
            (b"Jeff \xed", true),
            (b"Jeff \xff7", false),
        ] {
            assert_eq!(is_cut_short(line, ["Jeff"].into_iter(), false), is_cut, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_line_is_parsed_or_refused_with_its_player() {
        let entry = parse_log_line("Jeff\t10").unwrap();
        assert_eq!((entry.name, entry.at), ("Jeff", 5));
        assert_eq!(parse_log_line("Jeff undo").unwrap().ball, None);
        assert_eq!(parse_log_line("Player 1\t7").unwrap().name, "Player 1");
        for (line, name, at, problem) in [
            ("Jeff q", Some("Jeff"), 5, Problem::UnknownSymbol('q').into()),
            ("Jeff 5/", Some("Jeff"), 5, InputProblem::NotALogLine),
            (" N 10 10", None, 1, InputProblem::NotALogLine),
            ("a:b 10", None, 0, InputProblem::NotALogLine),
            ("Jeff 11", Some("Jeff"), 5, Problem::NotARoll { token: "11".into() }.into()),
        ] {
            assert_eq!(parse_log_line(line), Err(LogFailure { name, at, problem }));
        }
    }
}
