//! Prompts, refusals, boards and the final result.

use std::collections::HashSet;
use std::fmt::Display;

use super::live_match::{Match, Name, Player};
use super::messages::Message;
use super::terminal::{Terminal, TerminalError};
use crate::cli::args::Lang;
use crate::cli::format::{GAMES_PER_BOARD, Painter, Row, cell_width, frames_per_piece, name_column, pieces};
use crate::cli::input::{MOST_PLAYERS, parse_roll};
use crate::game::FRAMES;
use crate::notation::Symbol;

/// An answer to the question for a roll, where lines are read. On a screen there is more that can be typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Roll(Symbol),
    Undo,
    Help,
    /// A number that is not a roll.
    Number,
    Other,
}

impl Answer {
    /// Parses what was typed.
    pub fn parse(text: &str) -> Self {
        let text = trimmed(text);
        match parse_roll(text) {
            Ok(symbol) => Self::Roll(symbol),
            _ if text.eq_ignore_ascii_case("undo") => Self::Undo,
            _ if text.eq_ignore_ascii_case("help") || text == "?" => Self::Help,
            _ if text.parse::<i64>().is_ok() => Self::Number,
            Err(_) => Self::Other,
        }
    }
}

/// Trims blanks, and the byte order mark that a file of rolls may start with.
fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// Asks and answers on a terminal.
pub struct Prompts {
    pub terminal: Terminal,
    pub lang: Lang,
    pub painter: Painter,
}

impl Prompts {
    /// Prints a message on a line of its own.
    pub fn print(&mut self, message: Message, values: &[(&str, &dyn Display)]) -> Result<(), TerminalError> {
        let line = message.text(self.lang, values) + "\n";
        self.terminal.write(line.as_bytes())
    }

    fn ask(&mut self, message: Message, values: &[(&str, &dyn Display)]) -> Result<Option<String>, TerminalError> {
        let question = message.text(self.lang, values);
        self.terminal.ask(&question)
    }

    /// Asks how many people play, and their names; `None` if the input ends before that.
    pub fn ask_names(&mut self) -> Result<Option<Vec<Name>>, TerminalError> {
        let Some(people) = self.ask_people()? else { return Ok(None) };
        let mut names = Vec::new();
        let mut taken = HashSet::new();
        while names.len() < people {
            let Some(entry) = self.ask(Message::AskName, &[("number", &(names.len() + 1))])? else { return Ok(None) };
            match Name::new(trimmed(&entry)) {
                None => self.print(Message::BadName, &[])?,
                Some(name) if !taken.insert(name.clone()) => self.print(Message::TakenName, &[("name", &name)])?,
                Some(name) => names.push(name),
            }
        }
        Ok(Some(names))
    }

    fn ask_people(&mut self) -> Result<Option<usize>, TerminalError> {
        while let Some(entry) = self.ask(Message::AskPeople, &[])? {
            match trimmed(&entry).parse() {
                Ok(people @ 1..=MOST_PLAYERS) => return Ok(Some(people)),
                _ => self.print(Message::BadPeople, &[("most", &MOST_PLAYERS)])?,
            }
        }
        Ok(None)
    }

    /// Asks for a player's roll.
    pub fn ask_roll(&mut self, player: &Player) -> Result<Option<Answer>, TerminalError> {
        Ok(self.ask(Message::AskRoll, &[("name", &player.name)])?.map(|entry| Answer::parse(&entry)))
    }

    /// Prints which rolls are possible.
    pub fn refuse(&mut self, player: &Player, see_help: bool) -> Result<(), TerminalError> {
        let help = if see_help { Message::SeeHelp.text(self.lang, &[]) } else { String::new() };
        let line = possible_rolls(player, self.lang) + &help + "\n";
        self.terminal.write(line.as_bytes())
    }

    /// Prints the board and a blank line.
    pub fn board(&mut self, live: &Match) -> Result<(), TerminalError> {
        let board = self.painted(live);
        self.terminal.write(&board)
    }

    /// Prints the board once more, the totals, best first, and the winner.
    pub fn end(&mut self, live: &Match) -> Result<(), TerminalError> {
        let result = self.result(live);
        self.terminal.write(&result)
    }

    /// What is printed at the end.
    pub fn result(&mut self, live: &Match) -> Vec<u8> {
        let mut text = self.painted(live);
        text.extend(live.ranking().into_iter().flat_map(|player| player.total_line().into_bytes()));
        let last_line = match live.turn() {
            Some(_) => Some(Message::NotOver.text(self.lang, &[])),
            None => winner(live, self.lang),
        };
        text.extend(last_line.map(|line| line + "\n").unwrap_or_default().into_bytes());
        text
    }

    fn painted(&mut self, live: &Match) -> Vec<u8> {
        let mut board = Vec::new();
        let cell = cell_width(live.rules());
        let rows: Vec<Row<'_>> = live.players().iter().map(Row::of_player).collect();
        let frames = frames_per_piece(self.terminal.columns, name_column(&rows), cell);
        for rows in rows.chunks(GAMES_PER_BOARD) {
            for piece in pieces(0..FRAMES, frames) {
                self.painter.draw(rows, piece, cell, &mut board);
            }
        }
        board.push(b'\n');
        board
    }
}

/// Who is ahead; `None` if one player plays alone.
pub fn winner(live: &Match, lang: Lang) -> Option<String> {
    let ranking = live.ranking();
    let is_best = |player: &&&Player| player.game.score() == ranking[0].game.score();
    let winners: Vec<&str> = ranking.iter().take_while(is_best).map(|player| player.name.as_str()).collect();
    match winners.as_slice() {
        _ if ranking.len() < 2 => None,
        [name] => Some(Message::Wins.text(lang, &[("name", name)])),
        names => Some(Message::Tie.text(lang, &[("names", &names.join(", "))])),
    }
}

/// Which rolls are possible next.
pub fn possible_rolls(player: &Player, lang: Lang) -> String {
    let standing = player.game.lane().standing;
    let down: u8 = player.game.rolls_at_rack().iter().map(|roll| roll.pins().get()).sum();
    let message = match down {
        0 => Message::AllStand,
        1 => Message::OneDown,
        _ => Message::Down,
    };
    message.text(lang, &[("standing", &standing), ("down", &down)])
}

impl<'a> Row<'a> {
    pub fn of_player(player: &'a Player) -> Self {
        Self { name: player.name.as_str().into(), card: Some(player.game.score_card()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pins;

    #[test]
    fn an_answer_is_a_roll_a_command_a_number_or_something_else() {
        assert_eq!(Answer::parse("\u{feff}10"), Answer::Roll(Symbol::Pins(Pins::ALL)));
        assert_eq!(Answer::parse(" S7\r\n"), Answer::Roll(Symbol::Split(Pins::new(7).unwrap())));
        assert_eq!(Answer::parse("１"), Answer::Roll(Symbol::Pins(Pins::new(1).unwrap())));
        assert_eq!(Answer::parse("UNDO "), Answer::Undo);
        assert_eq!(Answer::parse("?"), Answer::Help);
        for text in ["11", "-1", "100", "+5"] {
            assert_eq!(Answer::parse(text), Answer::Number, "{text}");
        }
        for text in ["", "ten", "5 5", "8/", "S", "S9", "undo 2"] {
            assert_eq!(Answer::parse(text), Answer::Other, "{text}");
        }
    }
}
