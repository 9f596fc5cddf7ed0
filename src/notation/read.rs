//! Reads the text of one game: rolls or notation, or an array of either.

use nom::bytes::complete::take_until;
use nom::character::complete::char;
use nom::sequence::delimited;
use nom::{Offset, Parser};

use super::dialect::{Reading, Ten};
use super::parse::{Failure, Parsed, SEPARATORS, number, symbol, tokens};
use super::{Dialect, apply};
use crate::error::{LineError, Problem};
use crate::game::{Game, RACK, Rules};

/// Reads a game.
pub(crate) fn read_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    let tokens = game_tokens(text)?;
    let reading = dialect.reading(&tokens);
    let mut game = Game::new(rules);
    for token in tokens {
        match reading {
            Reading::Notation(ten) if ten != Ten::AllPins || token != "10" => play_symbols(&mut game, token, ten)?,
            Reading::Notation(_) | Reading::Rolls => play_number(&mut game, token)?,
        }
    }
    Ok(game)
}

fn play_number<'a>(game: &mut Game, token: &'a str) -> Result<(), Failure<'a>> {
    let frame = game.lane().frame_number();
    let played = number(token).and_then(|ball| apply(game, ball).map_err(|problem| Failure::new(token, problem)));
    played.map_err(|failure| failure.in_frame(frame))
}

fn play_symbols<'a>(game: &mut Game, token: &'a str, ten: Ten) -> Result<(), Failure<'a>> {
    let mut rest = token;
    while !rest.is_empty() {
        let frame = game.lane().frame_number();
        let here = |problem| Failure::new(rest, problem).in_frame(frame);
        let (after, symbol) = symbol(rest).map_err(|failure| failure.in_frame(frame))?;
        // On a full rack, 1 and 0 in a packed game may also be meant as ten.
        if ten == Ten::Ambiguous && game.lane().standing == RACK && rest.starts_with("10") {
            return Err(here(Problem::AmbiguousTen));
        }
        apply(game, symbol).map_err(here)?;
        rest = after;
    }
    Ok(())
}

/// The tokens of a game, inside one pair of brackets if it has them.
fn game_tokens(text: &str) -> Result<Vec<&str>, Failure<'_>> {
    let text = text.trim_end_matches(BLANKS);
    let (text, separators) = if text.trim_start_matches(BLANKS).starts_with('[') {
        (inside_array(text.trim_start_matches(BLANKS))?, ARRAY_SEPARATORS)
    } else if let Some(at) = text.find(']') {
        return Err(Failure::new(&text[at..], Problem::Unmatched(']')));
    } else {
        (text, SEPARATORS)
    };
    Ok(tokens(text, separators).collect())
}

/// In an array the quotes of its strings separate too.
const ARRAY_SEPARATORS: &str = " \t,;|\"";

/// What stands between the brackets of `["X","5/"]`.
fn inside_array(text: &str) -> Result<&str, Failure<'_>> {
    let array: Parsed<'_, &str> = delimited(char('['), take_until("]"), char(']')).parse_complete(text);
    let Ok((rest, inside)) = array else {
        return Err(Failure::new(text, Problem::Unmatched('[')));
    };
    if !rest.is_empty() {
        return Err(Failure::new(rest.trim_start_matches([' ', '\t']), Problem::AfterBracket));
    }
    match inside.rfind('"') {
        Some(last) if inside.matches('"').count() % 2 == 1 => {
            Err(Failure::new(&inside[last..], Problem::Unmatched('"')))
        }
        _ => Ok(inside),
    }
}

/// What may stand around a game. A form feed may not: it is an unknown symbol.
pub(crate) const BLANKS: [char; 3] = [' ', '\t', '\r'];

impl std::str::FromStr for Game {
    type Err = LineError;

    /// Reads a tenpin game, as rolls or in notation.
    ///
    /// ```
    /// use bowling::Game;
    ///
    /// let game: Game = "X 5/ 9-".parse()?;
    /// assert_eq!(game.score(), 48);
    /// assert_eq!(game, "10 5 5 9 0".parse()?);
    /// assert_eq!(game.to_string(), "X 5/ 9-");
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        read_game(text, Dialect::Auto, Rules::Tenpin)
            .map_err(|failure| LineError::new(text.as_bytes(), text.offset(failure.at), failure.frame, failure.problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> (usize, Option<u8>, Problem) {
        let failure = read_game(text, Dialect::Auto, Rules::Tenpin).unwrap_err();
        (text.offset(failure.at), failure.frame, failure.problem)
    }

    #[test]
    fn brackets_and_quotes_come_in_pairs() {
        assert_eq!(game_tokens(r#" ["X","7/","9-"] "#), Ok(vec!["X", "7/", "9-"]));
        assert_eq!(game_tokens("[]"), Ok(vec![]));
        assert_eq!(failure("[5 5"), (0, None, Problem::Unmatched('[')));
        assert_eq!(failure("5 5]"), (3, None, Problem::Unmatched(']')));
        assert_eq!(failure("[5]  5"), (5, None, Problem::AfterBracket));
        assert_eq!(failure(r#"["5]"#), (1, None, Problem::Unmatched('"')));
    }

    #[test]
    fn the_offending_roll_and_its_frame_are_reported() {
        assert_eq!(failure("X 8 / 3X").0, 7);
        assert_eq!(failure("10 8 5"), (5, Some(2), Problem::TooManyPins { before: vec![8], pins: 5 }));
        assert_eq!(failure("X 5/ 9o"), (6, Some(3), Problem::UnknownSymbol('o')));
        assert_eq!(failure("X 10/"), (2, Some(2), Problem::AmbiguousTen));
        assert_eq!(failure("5 \u{c}"), (2, Some(1), Problem::UnknownSymbol('\u{c}')));
    }
}
