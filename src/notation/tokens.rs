//! Finds the tokens of a game that is written as an array.
//!
//! ```text
//! array = "[" { token | frame } "]"
//! frame = "[" { token } "]"
//! ```

use super::BLANKS;
use super::parse::{Failure, tokens};
use crate::error::Problem;

/// A game as an array.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Array<'a> {
    pub all: Vec<&'a str>,
    /// For each inner array, where its tokens start and end.
    pub frames: Vec<(usize, usize)>,
}

/// In an array the quotes of its strings separate too.
const ARRAY_SEPARATORS: [char; 7] = [' ', '\t', ',', ';', '|', '"', '\''];

/// The tokens of a game in brackets; `None` if it has none.
pub(super) fn array_tokens(text: &str) -> Result<Option<Array<'_>>, Failure<'_>> {
    let array = text.trim_start_matches(BLANKS);
    if !array.starts_with('[') {
        let bracket =
            memchr::memchr(b']', text.as_bytes()).map(|at| Failure::new(&text[at..], Problem::Unmatched(']')));
        return bracket.map_or(Ok(None), Err);
    }
    let text = array;
    let mut found = Array::default();
    // Where the open brackets are: of the array, and of the frame in it.
    let mut open: Vec<usize> = Vec::new();
    let (mut start, mut frame_start) = (0, 0);
    for (at, bracket) in text.match_indices(['[', ']']) {
        if !open.is_empty() {
            found.all.extend(tokens(&text[start..at], ARRAY_SEPARATORS));
        }
        start = at + 1;
        match (bracket, open.len()) {
            ("[", 0 | 1) => {
                frame_start = found.all.len();
                open.push(at);
            }
            ("[", _) => return Err(Failure::new(&text[at..], Problem::DeepArray)),
            (_, 2) => {
                found.frames.push((frame_start, found.all.len()));
                open.pop();
            }
            _ => {
                open.pop();
                let rest = text[start..].trim_start_matches([' ', '\t']);
                if !rest.is_empty() {
                    return Err(Failure::new(rest, Problem::AfterBracket));
                }
            }
        }
    }
    if let Some(&at) = open.last() {
        return Err(Failure::new(&text[at..], Problem::Unmatched('[')));
    }
    for quote in ['"', '\''] {
        if let Some(last) = text.rfind(quote).filter(|_| text.matches(quote).count() % 2 == 1) {
            return Err(Failure::new(&text[last..], Problem::Unmatched(quote)));
        }
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nom::Offset;

    fn found(text: &str) -> (Vec<&str>, Vec<(usize, usize)>) {
        let Array { all, frames } = array_tokens(text.trim_end()).unwrap().unwrap();
        (all, frames)
    }

    #[test]
    fn an_array_holds_tokens_or_frames() {
        assert_eq!(found(r#" ["X","7/","9-"] "#), (vec!["X", "7/", "9-"], vec![]));
        assert_eq!(found("['X','7/']"), (vec!["X", "7/"], vec![]));
        assert_eq!(found("[]"), (vec![], vec![]));
        assert_eq!(found("[[10],[7,3],[]]"), (vec!["10", "7", "3"], vec![(0, 1), (1, 3), (3, 3)]));
        assert_eq!(found("[10,[7,3]]"), (vec!["10", "7", "3"], vec![(1, 3)]));
    }

    #[test]
    fn brackets_and_quotes_come_in_pairs() {
        for (text, at, problem) in [
            ("[5 5", 0, Problem::Unmatched('[')),
            ("[[5 5]", 0, Problem::Unmatched('[')),
            ("[[5 5", 1, Problem::Unmatched('[')),
            ("5 5]", 3, Problem::Unmatched(']')),
            ("[5]  5", 5, Problem::AfterBracket),
            ("[5]]", 3, Problem::AfterBracket),
            ("[5][5]", 3, Problem::AfterBracket),
            (r#"["5]"#, 1, Problem::Unmatched('"')),
            ("['5]", 1, Problem::Unmatched('\'')),
            ("[[[5]]]", 2, Problem::DeepArray),
        ] {
            let failure = array_tokens(text).unwrap_err();
            assert_eq!((text.offset(failure.at), failure.problem), (at, problem), "{text}");
        }
    }
}
