//! The names of players.

use std::collections::HashSet;
use std::fmt;

/// A player's name: three English letters in upper case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Returns `None` for anything but three English letters.
    pub fn new(text: &str) -> Option<Self> {
        let good = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        good.then(|| Self(text.to_ascii_uppercase()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
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
    names.iter().find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_three_english_letters() {
        assert_eq!(Name::new("pjS").unwrap().as_str(), "PJS");
        for bad in ["", "PJ", "PJSK", "P S", "P1S", "가나다", "é", "ñoo", "홍"] {
            assert_eq!(Name::new(bad), None, "{bad}");
        }
    }
}
