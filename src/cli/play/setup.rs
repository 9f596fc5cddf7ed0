//! The questions before a live game on a screen: how many people play, and their names. Pure: no I/O.

use crate::cli::args::Lang;
use crate::cli::input::MOST_PLAYERS;
use crate::cli::screen::keys::Key;
use crate::cli::screen::{Size, View, wrap};

use super::line::{Line, LineEvent};
use super::live_match::Name;
use super::messages::Message;
use super::state::{Prompt, prompt_lines};

/// The answers so far.
pub struct Setup {
    lang: Lang,
    line: Line,
    /// The questions with their answers, and what is wrong with the last answer.
    transcript: Vec<String>,
    people: Option<usize>,
    pub names: Vec<Name>,
}

/// How the questions end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupEnd {
    /// All names are known.
    Complete,
    /// The game ends before it has begun.
    GivenUp,
}

impl Setup {
    pub fn new(lang: Lang) -> Self {
        Self { lang, line: Line::default(), transcript: Vec::new(), people: None, names: Vec::new() }
    }

    fn prompt(&self) -> String {
        match self.people {
            None => Message::AskPeople.text(self.lang, &[]),
            Some(_) => Message::AskName.text(self.lang, &[("number", &(self.names.len() + 1))]),
        }
    }

    /// Takes a key.
    pub fn key(&mut self, key: Key) -> Option<SetupEnd> {
        let text = match self.line.key(key)? {
            LineEvent::Entered(text) => text,
            LineEvent::Interrupted | LineEvent::Ended => return Some(SetupEnd::GivenUp),
        };
        let answer = text.trim();
        self.transcript.push(self.prompt() + answer);
        match (self.people, answer.parse(), Name::new(answer)) {
            (None, Ok(people @ 1..=MOST_PLAYERS), _) => self.people = Some(people),
            (None, ..) => self.say(Message::BadPeople, &[("most", &MOST_PLAYERS)]),
            (Some(_), _, None) => self.say(Message::BadName, &[]),
            (Some(_), _, Some(name)) if self.names.contains(&name) => self.say(Message::TakenName, &[("name", &name)]),
            (Some(_), _, Some(name)) => self.names.push(name),
        }
        (self.people == Some(self.names.len())).then_some(SetupEnd::Complete)
    }

    fn say(&mut self, message: Message, values: &[(&str, &dyn std::fmt::Display)]) {
        self.transcript.push(message.text(self.lang, values));
    }

    /// What a window of a size shows: the end of the transcript and the prompt.
    pub fn view(&self, size: Size) -> View {
        let Prompt { lines: prompt, cursor } = prompt_lines(&self.prompt(), &self.line, size);
        let mut lines: Vec<String> = Vec::new();
        // More lines than the window has are never shown.
        for line in self.transcript.iter().rev().take(size.rows).rev() {
            lines.extend(wrap(line, size.columns));
        }
        lines.extend(prompt);
        let surplus = lines.len().saturating_sub(size.rows);
        lines.drain(..surplus);
        View { cursor: (lines.len().saturating_sub(1), cursor), lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(setup: &mut Setup, text: &str) -> Option<SetupEnd> {
        for sign in text.chars() {
            assert_eq!(setup.key(Key::Char(sign)), None);
        }
        setup.key(Key::Enter)
    }

    #[test]
    fn questions_are_asked_until_the_answers_are_good() {
        let mut setup = Setup::new(Lang::En);
        for text in ["0", "two", "2", "Jeff", "pjs", "PJS"] {
            assert_eq!(enter(&mut setup, text), None, "{text}");
        }
        let view = setup.view(Size { columns: 80, rows: 5 });
        assert_eq!(
            view.lines,
            [
                "a name is three English letters, such as PJS",
                "Player 1's name?(3 english letters): pjs",
                "Player 2's name?(3 english letters): PJS",
                "PJS is taken, another name please",
                "Player 2's name?(3 english letters): ",
            ]
        );
        assert_eq!(view.cursor, (4, 37));
        assert_eq!(enter(&mut setup, " kyj "), Some(SetupEnd::Complete));
        assert_eq!(setup.names.iter().map(Name::as_str).collect::<Vec<_>>(), ["PJS", "KYJ"]);
    }

    #[test]
    fn control_c_and_control_d_give_up() {
        for key in ['c', 'd'] {
            assert_eq!(Setup::new(Lang::Ko).key(Key::Ctrl(key)), Some(SetupEnd::GivenUp));
        }
    }
}
