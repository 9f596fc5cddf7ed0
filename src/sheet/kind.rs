//! Tells a game from the lines around it: blank lines, comments, directives, tags.
//!
//! ```text
//! directive = "#" ( "rules" | "rule" | "players" ) ":" value [ "#" comment ]
//! tag       = "#" word ":" [ value ]
//! ```

use memchr::memchr;

use crate::error::LONGEST_LINE;
use crate::game::Rules;
use crate::reading::variants::plain_sign;

/// What a line is, before its game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind<'a> {
    /// A blank line: it ends a group.
    Blank,
    Comment,
    /// `# rules: NAME`.
    Rules(&'a str),
    /// `# players: NAME NAME`, the head of a journal.
    Players(&'a str),
    Game,
}

impl<'a> LineKind<'a> {
    /// What a line is.
    pub(crate) fn of(line: &'a [u8]) -> Self {
        let start = start(line);
        // Only the start of an over-long line is kept. What is lost may have been a game.
        let is_whole = line.strip_suffix(b"\r").unwrap_or(line).len() <= LONGEST_LINE;
        match start.map(|start| line[start..].split_at(1)) {
            None if is_whole => Self::Blank,
            Some((b"#", comment)) if is_whole => std::str::from_utf8(comment).map_or(Self::Comment, directive),
            Some((b"#", comment)) => long_directive(comment),
            _ => Self::Game,
        }
    }
}

/// Where a line starts, past its blanks; `None` for a blank line.
pub(crate) fn start(line: &[u8]) -> Option<usize> {
    let start = line.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))?;
    if line[start].is_ascii() {
        return Some(start);
    }
    let text = line[start..].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let blanks = text.len() - text.trim_start_matches(is_blank).len();
    Some(start + blanks).filter(|start| *start < line.len())
}

/// White space that does not end lines.
pub(crate) fn is_blank(sign: char) -> bool {
    matches!(sign, '\r' | '\t') || plain_sign(sign) == ' '
}

/// An over-long comment. Rules in it count: to ignore them would score the games by other rules.
fn long_directive(comment: &[u8]) -> LineKind<'_> {
    match directive(comment.utf8_chunks().next().map_or("", |chunk| chunk.valid())) {
        rules @ LineKind::Rules(_) => rules,
        _ => LineKind::Comment,
    }
}

/// A comment that names the rules or the players.
fn directive(comment: &str) -> LineKind<'_> {
    let Some((word, value)) = comment.split_once(':') else { return LineKind::Comment };
    let value = value.split('#').next().unwrap_or_default().trim();
    match word.trim().to_ascii_lowercase().as_str() {
        "rules" | "rule" if names_rules(value) => LineKind::Rules(value),
        "players" if !value.is_empty() => LineKind::Players(value),
        _ => LineKind::Comment,
    }
}

/// The key and the value of a comment line `# key: value`, with one word before the colon.
pub(crate) fn tag_line(line: &[u8]) -> Option<(&str, &[u8])> {
    let comment = line[start(line)?..].strip_prefix(b"#").filter(|_| line.len() <= LONGEST_LINE)?;
    let (word, value) = comment.split_at(memchr(b':', comment)?);
    let word = std::str::from_utf8(word).ok()?.trim();
    let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
    is_word.then_some((word, value[1..].trim_ascii()))
}

/// One word is meant as a name of rules, known or not. So are several that start with a known name:
/// to ignore them would score the games by other rules.
fn names_rules(value: &str) -> bool {
    let mut words = value.split_whitespace();
    words.next().is_some_and(|first| words.next().is_none() || first.parse::<Rules>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_over_long_comment_names_no_players() {
        let line = |text: &[u8]| [text, &vec![b' '; LONGEST_LINE]].concat();
        assert_eq!(LineKind::of(&line(b"# rules: world")), LineKind::Rules("world"));
        assert_eq!(LineKind::of(&line(b"# players: A")), LineKind::Comment);
    }
}
