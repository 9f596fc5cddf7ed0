//! The names of players.

use std::collections::HashSet;
use std::fmt;

use crate::cli::text::is_hidden;

/// The most bytes of a name.
const LONGEST: usize = 64;

/// A player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// A name as the question asks for it: three English letters, which are made capital.
    pub fn initials(text: &str) -> Option<Self> {
        let good = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        good.then(|| Self(text.to_ascii_uppercase()))
    }

    /// Any name that a line of a journal can hold: no blanks, and nothing that separates or ends it there.
    pub fn any(text: &str) -> Option<Self> {
        let is_bad = |sign: char| sign.is_whitespace() || is_hidden(sign) || ":#,;|".contains(sign);
        (!text.is_empty() && text.len() <= LONGEST && !text.contains(is_bad)).then(|| Self(text.into()))
    }

    /// A name of the command line: any, but initials are made capital, unless they are written as a name (`Dad`).
    pub fn given(text: &str) -> Option<Self> {
        let is_capitalized = text.starts_with(|sign: char| sign.is_ascii_uppercase())
            && text[1..].bytes().all(|byte| byte.is_ascii_lowercase());
        Self::initials(text).filter(|_| !is_capitalized).or_else(|| Self::any(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without the difference of case: `dad` is `Dad`.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first name that occurs twice. Rolls are collected by name, so names must differ.
pub fn first_duplicate(names: &[Name]) -> Option<&Name> {
    let mut seen = HashSet::new();
    names.iter().find(|name| !seen.insert(name.folded()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_three_english_letters() {
        assert_eq!(Name::initials("pjS").unwrap().as_str(), "PJS");
        for bad in ["PJ", "P1S", "é", "ñoo", "홍"] {
            assert_eq!(Name::initials(bad), None, "{bad}");
        }
    }

    #[test]
    fn any_name_can_be_given_that_a_journal_can_hold() {
        let longest = "n".repeat(64);
        for (text, name) in [("KyJ", "KYJ"), ("Dad", "Dad"), ("José", "José"), (&longest, &longest)] {
            assert_eq!(Name::given(text).unwrap().as_str(), name);
        }
        for bad in ["a\u{202e}b", "\u{3000}", &"n".repeat(65)] {
            assert_eq!(Name::given(bad), None, "{bad}");
        }
    }
}
