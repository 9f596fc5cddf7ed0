//! The conversation: questions, refusals, boards, and the ending.

use std::collections::HashSet;
use std::fmt::{Display, Write};

use super::console::{Console, Trouble};
use super::party::{Name, Party, Player};
use super::words::{Word, say};
use crate::cli::Lang;
use crate::game::step::FRAMES;
use crate::output::{MOST_SEATS, Paint, Seat, draw, is_wide};
use crate::parse::log::{MOST_PLAYERS, ball};
use crate::parse::symbol::Symbol;
use crate::parse::token::Token;

/// What can be typed when a roll is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    Roll(Symbol),
    Undo,
    Help,
    /// A number that is no roll.
    Number,
    Other,
}

impl Entry {
    /// Reads what was typed.
    pub fn read(text: &str) -> Self {
        let text = trimmed(text);
        match ball(Token { at: 0, text: text.as_bytes() }) {
            Ok(symbol) => Self::Roll(symbol),
            _ if text.eq_ignore_ascii_case("undo") => Self::Undo,
            _ if text.eq_ignore_ascii_case("help") || text == "?" => Self::Help,
            _ if text.parse::<i64>().is_ok() => Self::Number,
            Err(_) => Self::Other,
        }
    }
}

/// A file of rolls may start with a byte order mark.
fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// One side of the conversation.
pub struct Talk {
    pub console: Console,
    pub lang: Lang,
    pub paint: Paint,
}

impl Talk {
    fn text(&self, word: Word, values: &[(&str, &dyn Display)]) -> String {
        say(word, self.lang, values)
    }

    /// A message on a line of its own.
    pub fn say(&mut self, word: Word, values: &[(&str, &dyn Display)]) -> Result<(), Trouble> {
        let line = self.text(word, values) + "\n";
        self.console.write(line.as_bytes())
    }

    fn ask(&mut self, word: Word, values: &[(&str, &dyn Display)]) -> Result<Option<String>, Trouble> {
        let question = self.text(word, values);
        self.console.ask(&question)
    }

    /// Asks how many play and who they are; `None` where the input ends before that is known.
    pub fn ask_names(&mut self) -> Result<Option<Vec<Name>>, Trouble> {
        let Some(people) = self.ask_people()? else { return Ok(None) };
        let mut names = Vec::new();
        let mut taken = HashSet::new();
        while names.len() < people {
            let Some(entry) = self.ask(Word::AskName, &[("number", &(names.len() + 1))])? else { return Ok(None) };
            match Name::new(trimmed(&entry)) {
                None => self.say(Word::BadName, &[])?,
                Some(name) if !taken.insert(name.clone()) => self.say(Word::TakenName, &[("name", &name)])?,
                Some(name) => names.push(name),
            }
        }
        Ok(Some(names))
    }

    fn ask_people(&mut self) -> Result<Option<usize>, Trouble> {
        while let Some(entry) = self.ask(Word::AskPeople, &[])? {
            match trimmed(&entry).parse() {
                Ok(people @ 1..=MOST_PLAYERS) => return Ok(Some(people)),
                _ => self.say(Word::BadPeople, &[("most", &MOST_PLAYERS)])?,
            }
        }
        Ok(None)
    }

    /// Asks a player for a roll.
    pub fn ask_roll(&mut self, player: &Player) -> Result<Option<Entry>, Trouble> {
        Ok(self.ask(Word::AskRoll, &[("name", &player.name)])?.map(|entry| Entry::read(&entry)))
    }

    /// Says what is possible where an entry is not.
    pub fn refuse(&mut self, player: &Player, see_help: bool) -> Result<(), Trouble> {
        let standing = player.game.lane().standing;
        let down: u8 = player.game.thrown().iter().map(|ball| ball.pins()).sum();
        let word = match down {
            0 => Word::AllStand,
            1 => Word::OneDown,
            _ => Word::Down,
        };
        let mut message = self.text(word, &[("standing", &standing), ("down", &down)]);
        if see_help {
            message += &self.text(Word::SeeHelp, &[]);
        }
        message.push('\n');
        self.console.write(message.as_bytes())
    }

    /// The board and a blank line.
    pub fn board(&mut self, party: &Party) -> Result<(), Trouble> {
        let mut board = Vec::new();
        let frames = frames_that_fit(self.console.columns(), is_wide(party.rules()));
        let seats: Vec<Seat> = party.players().iter().map(seat).collect();
        for seats in seats.chunks(MOST_SEATS) {
            for first in (0..FRAMES).step_by(usize::from(frames)) {
                draw(&mut board, is_wide(party.rules()), seats, first..first + frames, self.paint);
            }
        }
        board.push(b'\n');
        self.console.write(&board)
    }

    /// The board once more, the totals, best first, and who has won.
    pub fn end(&mut self, party: &Party) -> Result<(), Trouble> {
        self.board(party)?;
        let ranking = party.ranking();
        let mut totals = String::new();
        for player in &ranking {
            // Writing to a string cannot fail.
            let _ = writeln!(totals, "{}\t{}", player.name, player.game.score());
        }
        self.console.write(totals.as_bytes())?;
        let best = ranking.first().map(|player| player.game.score());
        let winners: Vec<&str> = ranking
            .iter()
            .take_while(|player| Some(player.game.score()) == best)
            .map(|player| player.name.as_str())
            .collect();
        match winners.as_slice() {
            _ if party.turn().is_some() => self.say(Word::NotOver, &[]),
            _ if ranking.len() < 2 => Ok(()),
            [name] => self.say(Word::Wins, &[("name", name)]),
            names => self.say(Word::Tie, &[("names", &names.join(", "))]),
        }
    }
}

fn seat(player: &Player) -> Seat<'_> {
    Seat::new(player.name.as_str().into(), Some(&player.game))
}

/// How many frames stand side by side: all ten, or as many as a narrow window holds.
fn frames_that_fit(columns: Option<usize>, wide: bool) -> u8 {
    const NAME: usize = "| NAME |".len();
    let cell = if wide { 9 } else { 7 };
    let fits = |frames: &u8| columns.is_none_or(|columns| NAME + usize::from(*frames) * cell <= columns);
    [10, 5, 2].into_iter().find(fits).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Pins, Rules};

    #[test]
    fn rolls_are_numbers_or_symbols() {
        let pins = |pins| Entry::Roll(Symbol::Pins(Pins::new(pins).unwrap()));
        for (text, entry) in [
            ("10", pins(10)),
            (" 7\r\n", pins(7)),
            ("\u{feff}0", pins(0)),
            ("-", pins(0)),
            ("g", pins(0)),
            ("X", Entry::Roll(Symbol::Strike)),
            ("/", Entry::Roll(Symbol::Spare)),
            ("f", Entry::Roll(Symbol::Foul)),
            ("S7", Entry::Roll(Symbol::Split(Pins::new(7).unwrap()))),
            ("undo", Entry::Undo),
            ("UNDO ", Entry::Undo),
            ("help", Entry::Help),
            ("?", Entry::Help),
        ] {
            assert_eq!(Entry::read(text), entry, "{text}");
        }
    }

    #[test]
    fn numbers_that_are_no_roll_are_told_from_words() {
        for text in ["11", "-1", "100", "+5"] {
            assert_eq!(Entry::read(text), Entry::Number, "{text}");
        }
        for text in ["", "ten", "5 5", "8/", "S", "S9", "１", "undo 2"] {
            assert_eq!(Entry::read(text), Entry::Other, "{text}");
        }
    }

    #[test]
    fn a_narrow_window_gets_the_board_in_pieces() {
        assert_eq!(frames_that_fit(None, true), 10);
        assert_eq!(frames_that_fit(Some(78), false), 10);
        assert_eq!(frames_that_fit(Some(77), false), 5);
        assert_eq!(frames_that_fit(Some(60), false), 5);
        assert_eq!(frames_that_fit(Some(43), false), 5);
        assert_eq!(frames_that_fit(Some(42), false), 2);
        assert_eq!(frames_that_fit(Some(1), false), 1);
        assert_eq!(frames_that_fit(Some(97), is_wide(Rules::Candlepin)), 5);
    }
}
