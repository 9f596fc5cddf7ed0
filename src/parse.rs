//! Reads a text that is a game and nothing else.

use std::str::FromStr;

use crate::error::{LineError, Problem};
use crate::game::{Game, Rules};
use crate::reading::{Dialect, read_game};

/// The total of a tenpin game, as rolls or in notation: of the frames that are settled, if it is not over.
///
/// ```
/// assert_eq!(bowling::score("X 5/ 9-")?, 48);
/// assert_eq!(bowling::score("10 5 5 9 0")?, 48);
/// assert_eq!(bowling::score("8 5").unwrap_err().to_string(), "frame 1: 8 then 5 is 13 pins, a rack has 10");
/// # Ok::<(), bowling::LineError>(())
/// ```
///
/// # Errors
///
/// If the text is not a game that the rules allow.
pub fn score(text: &str) -> Result<u16, LineError> {
    text.parse().map(|game: Game| game.score())
}

impl Game {
    /// Reads a game by these rules, as rolls or in notation. Blanks and line ends around it are fine.
    ///
    /// ```
    /// use bowling::{Dialect, Game, Rules};
    ///
    /// assert_eq!(Game::parse("X 5/", Dialect::Auto, Rules::World)?.score(), 45);
    /// // Every digit is a ball of its own here.
    /// assert_eq!(Game::parse("1234", Dialect::Notation, Rules::Tenpin)?.score(), 10);
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is empty, or not a game that the rules allow. The error tells the column and the frame.
    pub fn parse(text: &str, dialect: Dialect, rules: Rules) -> Result<Self, LineError> {
        let game = text.trim();
        if game.is_empty() {
            return Err(LineError::new(text.as_bytes(), 0, None, Problem::NoGame).in_game());
        }
        let start = text.len() - text.trim_start().len();
        read_game(game, dialect, rules).map_err(|failure| {
            let at = start + failure.offset(game);
            LineError::new(text.as_bytes(), at, failure.frame, failure.problem).in_game()
        })
    }
}

impl FromStr for Game {
    type Err = LineError;

    /// Reads a tenpin game, as rolls or in notation.
    ///
    /// ```
    /// use bowling::Game;
    ///
    /// let game: Game = "X 5/ 9-".parse()?;
    /// assert_eq!(game.score(), 48);
    /// assert_eq!(game, "10 5 5 9 0\n".parse()?);
    /// assert_eq!(game.to_string(), "X 5/ 9-");
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        Self::parse(text, Dialect::Auto, Rules::Tenpin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_game_alone_has_no_advice_about_sheets() {
        for (text, column, message) in [
            ("", 1, "there is no game"),
            (" \r\n", 1, "there is no game"),
            ("Ann", 1, "frame 1: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
            ("  X 5/ 84\n", 9, "frame 3: 8 then 4 is 12 pins, a rack has 10"),
            ("XXXXXXXXXXXX 9", 14, "frame 10: the game is over, no roll can follow"),
        ] {
            let error = text.parse::<Game>().unwrap_err();
            assert_eq!((error.column(), error.to_string().as_str()), (column, message), "{text}");
        }
    }
}
