//! The players of a live game: their names, and the questions for them.

use std::collections::HashSet;

use crate::cli::monitor::messages::Lang;
use crate::cli::read::MOST_PLAYERS;
use crate::cli::text::visible;

/// The most bytes of a name.
const LONGEST: usize = 64;

/// A name as the question asks for it: three English letters, which are made capital.
fn initials(text: &str) -> Option<String> {
    let is_initials = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_initials.then(|| text.to_ascii_uppercase())
}

/// Any name that a line of a journal can hold: no blanks, and nothing that separates or ends it there, or is not seen.
fn any(text: &str) -> Option<String> {
    let is_bad = |sign: char| sign.is_whitespace() || ":#,;|".contains(sign);
    let is_name = !text.is_empty() && text.len() <= LONGEST && !text.contains(is_bad) && visible(text) == text;
    is_name.then(|| text.into())
}

/// A name of the command line: any, but initials are made capital, unless they are written as a name (`Dad`).
fn given(text: &str) -> Option<String> {
    let is_capitalized = text.starts_with(|sign: char| sign.is_ascii_uppercase())
        && text[1..].bytes().all(|byte| byte.is_ascii_lowercase());
    initials(text).filter(|_| !is_capitalized).or_else(|| any(text))
}

/// The names in the header of a journal.
pub fn header_names(text: &str) -> Option<Vec<String>> {
    all_names(text.split_whitespace(), any, Lang::default()).ok().filter(|names| !names.is_empty())
}

/// The names of the command line, or what is wrong with them.
pub fn given_names(texts: &[String], lang: Lang) -> Result<Vec<String>, String> {
    all_names(texts.iter().map(String::as_str), given, lang)
}

/// Names that differ in more than case, because rolls are collected by name.
fn all_names<'a>(
    texts: impl Iterator<Item = &'a str>,
    name: fn(&str) -> Option<String>,
    lang: Lang,
) -> Result<Vec<String>, String> {
    let names = texts.map(|text| name(text).ok_or_else(|| lang.bad_name(&visible(text))));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(name.to_lowercase())) {
        Some(name) => Err(lang.taken_name(name)),
        None if names.len() > MOST_PLAYERS => Err(lang.bad_people(&MOST_PLAYERS)),
        None => Ok(names),
    }
}

/// The questions before a live game: how many people play, and their names.
pub struct Questions {
    lang: Lang,
    /// On a screen, the first answer may be the names themselves.
    on_screen: bool,
    people: Option<usize>,
    pub names: Vec<String>,
}

impl Questions {
    pub const fn new(lang: Lang, on_screen: bool) -> Self {
        Self { lang, on_screen, people: None, names: Vec::new() }
    }

    /// The next question; `None` if all names are known.
    pub fn next(&self) -> Option<String> {
        let number = self.names.len() + 1;
        match self.people {
            None => Some(self.lang.ask_people()),
            Some(people) if number > people => None,
            Some(_) => Some(self.lang.ask_name(&number)),
        }
    }

    /// Takes an answer, or says what is wrong with it.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let (lang, text) = (self.lang, text.trim());
        if self.people.is_some() {
            let bad = if self.on_screen { Lang::bad_initials_on_screen } else { Lang::bad_initials };
            let name = initials(text).ok_or_else(|| bad(lang))?;
            if self.names.contains(&name) {
                return Err(lang.taken_name(&name));
            }
            self.names.push(name);
            return Ok(());
        }
        let is_number = text.is_empty() || text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
        if self.on_screen && !is_number {
            self.names = all_names(text.split_whitespace(), any, lang)?;
            self.people = Some(self.names.len());
            return Ok(());
        }
        let bad = if self.on_screen { Lang::bad_people_or_names } else { Lang::bad_people };
        let people = text.parse().ok().filter(|people| (1..=MOST_PLAYERS).contains(people));
        self.people = Some(people.ok_or_else(|| bad(lang, &MOST_PLAYERS))?);
        Ok(())
    }

    /// Goes back to the first question. Returns whether there was another one.
    #[cfg(feature = "screen")]
    pub fn restart(&mut self) -> bool {
        std::mem::replace(self, Self::new(self.lang, self.on_screen)).people.is_some()
    }
}
