//! The questions before a live game: how many people play, and their names. Pure: no I/O.

use super::messages::{Lang, Message};
use super::name::Name;
use crate::cli::read::MOST_PLAYERS;

/// The answers so far.
pub struct Setup {
    lang: Lang,
    people: Option<usize>,
    pub names: Vec<Name>,
}

impl Setup {
    pub fn new(lang: Lang) -> Self {
        Self { lang, people: None, names: Vec::new() }
    }

    /// The next question; `None` if all names are known.
    pub fn question(&self) -> Option<String> {
        let number = self.names.len() + 1;
        match self.people {
            None => Some(Message::AskPeople.text(self.lang, &[])),
            Some(people) if number > people => None,
            Some(_) => Some(Message::AskName.text(self.lang, &[("number", &number)])),
        }
    }

    /// Takes an answer, or says what is wrong with it.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        if self.people.is_none() {
            let people = text.parse().ok().filter(|people| (1..=MOST_PLAYERS).contains(people));
            self.people = Some(people.ok_or_else(|| Message::BadPeople.text(self.lang, &[("most", &MOST_PLAYERS)]))?);
            return Ok(());
        }
        let name = Name::initials(text).ok_or_else(|| Message::BadName.text(self.lang, &[]))?;
        if self.names.contains(&name) {
            return Err(Message::TakenName.text(self.lang, &[("name", &name)]));
        }
        self.names.push(name);
        Ok(())
    }
}
