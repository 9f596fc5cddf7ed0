//! Prompts, refusals, boards and the final result.

use std::collections::HashSet;
use std::fmt::Display;

use super::live_match::{Match, Name, Player};
use super::messages::Message;
use super::terminal::{Terminal, TerminalError};
use crate::cli::args::Lang;
use crate::cli::format::{Buffer, GAMES_PER_BOARD, Painter, Row, cell_width, frames_that_fit, name_column};
use crate::cli::input::{MOST_PLAYERS, parse_roll};
use crate::game::FRAMES;
use crate::notation::Symbol;

/// What can be typed when a roll is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    Roll(Symbol),
    Undo,
    Help,
    /// A number that is not a roll.
    Number,
    Other,
}

impl Entry {
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
    pub fn ask_roll(&mut self, player: &Player) -> Result<Option<Entry>, TerminalError> {
        Ok(self.ask(Message::AskRoll, &[("name", &player.name)])?.map(|entry| Entry::parse(&entry)))
    }

    /// Prints which rolls are possible.
    pub fn refuse(&mut self, player: &Player, see_help: bool) -> Result<(), TerminalError> {
        let standing = player.game.lane().standing;
        let down: u8 = player.game.rolls_at_rack().iter().map(|roll| roll.pins().get()).sum();
        let message = match down {
            0 => Message::AllStand,
            1 => Message::OneDown,
            _ => Message::Down,
        };
        let help = if see_help { Message::SeeHelp.text(self.lang, &[]) } else { String::new() };
        let line = message.text(self.lang, &[("standing", &standing), ("down", &down)]) + &help + "\n";
        self.terminal.write(line.as_bytes())
    }

    /// Prints the board and a blank line.
    pub fn board(&mut self, live: &Match) -> Result<(), TerminalError> {
        let mut board = Buffer::default();
        let cell = cell_width(live.rules());
        let rows: Vec<Row<'_>> = live.players().iter().map(row).collect();
        let frames = frames_that_fit(self.terminal.columns(), name_column(&rows), cell);
        for rows in rows.chunks(GAMES_PER_BOARD) {
            for first in (0..FRAMES).step_by(usize::from(frames)) {
                self.painter.draw(rows, first..first + frames, cell, &mut board);
            }
        }
        board.push(b'\n');
        self.terminal.write(&board)
    }

    /// Prints the board once more, the totals, best first, and the winner.
    pub fn end(&mut self, live: &Match) -> Result<(), TerminalError> {
        self.board(live)?;
        let ranking = live.ranking();
        let totals: String = ranking.iter().map(|player| player.total_line()).collect();
        self.terminal.write(totals.as_bytes())?;
        let is_best = |player: &&&Player| player.game.score() == ranking[0].game.score();
        let winners: Vec<&str> = ranking.iter().take_while(is_best).map(|player| player.name.as_str()).collect();
        match winners.as_slice() {
            _ if live.turn().is_some() => self.print(Message::NotOver, &[]),
            _ if ranking.len() < 2 => Ok(()),
            [name] => self.print(Message::Wins, &[("name", name)]),
            names => self.print(Message::Tie, &[("names", &names.join(", "))]),
        }
    }
}

fn row(player: &Player) -> Row<'_> {
    Row { name: player.name.as_str().into(), card: Some(player.game.score_card()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pins;

    #[test]
    fn an_entry_is_a_roll_a_command_a_number_or_something_else() {
        assert_eq!(Entry::parse("\u{feff}10"), Entry::Roll(Symbol::Pins(Pins::ALL)));
        assert_eq!(Entry::parse(" S7\r\n"), Entry::Roll(Symbol::Split(Pins::new(7).unwrap())));
        assert_eq!(Entry::parse("UNDO "), Entry::Undo);
        assert_eq!(Entry::parse("?"), Entry::Help);
        for text in ["11", "-1", "100", "+5"] {
            assert_eq!(Entry::parse(text), Entry::Number, "{text}");
        }
        for text in ["", "ten", "5 5", "8/", "S", "S9", "undo 2"] {
            assert_eq!(Entry::parse(text), Entry::Other, "{text}");
        }
    }
}
