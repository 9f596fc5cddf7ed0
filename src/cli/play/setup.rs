//! The questions before a live game: how many people play, and their names. Pure: no I/O.

use super::messages::{Lang, Message};
use super::name::{Name, first_duplicate};
use crate::cli::read::MOST_PLAYERS;
use crate::cli::text::visible;

/// The answers so far.
pub struct Setup {
    pub lang: Lang,
    pub people: Option<usize>,
    pub names: Vec<Name>,
}

/// The names of all players, or what is wrong with them.
pub fn all_names<'a>(
    texts: impl Iterator<Item = &'a str>,
    name: fn(&str) -> Option<Name>,
    lang: Lang,
) -> Result<Vec<Name>, String> {
    let bad = |text| format!("{}: {}", visible(text), Message::BadGivenName.text(lang, &[]));
    let names: Vec<Name> = texts.map(|text| name(text).ok_or_else(|| bad(text))).collect::<Result<_, _>>()?;
    match first_duplicate(&names) {
        Some(name) => Err(BadAnswer::Taken(name.clone()).text(lang)),
        None if names.len() > MOST_PLAYERS => Err(BadAnswer::People.text(lang)),
        None => Ok(names),
    }
}

/// What is wrong with an answer.
pub enum BadAnswer {
    People,
    Name,
    Taken(Name),
}

impl BadAnswer {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::People => Message::BadPeople.text(lang, &[("most", &MOST_PLAYERS)]),
            Self::Name => Message::BadName.text(lang, &[]),
            Self::Taken(name) => Message::TakenName.text(lang, &[("name", name)]),
        }
    }
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
    pub fn answer(&mut self, text: &str) -> Result<(), BadAnswer> {
        let text = text.trim();
        if self.people.is_none() {
            let people = text.parse().ok().filter(|people| (1..=MOST_PLAYERS).contains(people));
            self.people = Some(people.ok_or(BadAnswer::People)?);
            return Ok(());
        }
        let name = Name::initials(text).ok_or(BadAnswer::Name)?;
        if self.names.contains(&name) {
            return Err(BadAnswer::Taken(name));
        }
        self.names.push(name);
        Ok(())
    }
}
