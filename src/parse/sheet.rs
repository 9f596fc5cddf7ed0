//! A line of a sheet taken apart: `[NAME:] GAME [= CLAIM] [# comment]`.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while};
use nom::character::complete::one_of;
use nom::combinator::{opt, peek, rest, value, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::error::{LONGEST_LINE, LineError, Problem};
use super::notation;
use super::token::{Tokens, is_separator, trim_end, trim_start};

/// The parts of a line that holds a game. Places are bytes of the line.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    /// The player, trimmed.
    pub name: Option<&'a str>,
    /// The byte at which the game starts.
    pub start: usize,
    /// The tokens of the game, and the byte at which it ends.
    pub game: Result<(Tokens<'a>, usize), LineError>,
    /// What stands after `=`, and where.
    pub claim: Option<(usize, &'a [u8])>,
}

/// What a line is, before anything is read into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Nothing: it ends a group.
    Blank,
    /// A comment line.
    Comment,
    /// `# rules: NAME`.
    Rules(&'a str),
    /// `# players: NAME NAME`, the head of a journal.
    Players(&'a str),
    /// A game.
    Game,
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).parse_complete(input)
}

/// What a line is.
#[must_use]
pub fn kind(line: &[u8]) -> Kind<'_> {
    // Of a line that is longer only the start is kept (a carriage return may be one byte too many):
    // what is lost may have been a game, or the rest of another word.
    let whole = line.len() <= LONGEST_LINE + 1;
    match blanks(line) {
        Ok(([], _)) if whole => Kind::Blank,
        Ok(([b'#', comment @ ..], _)) if whole => directive(comment),
        Ok(([b'#', ..], _)) => Kind::Comment,
        _ => Kind::Game,
    }
}

/// A comment that says something to the program: a known word, a colon, its value.
fn directive(comment: &[u8]) -> Kind<'_> {
    let colon = one_of::<_, _, nom::error::Error<&[u8]>>(&b":"[..]);
    let word = terminated(take_till(|byte| byte == b':'), colon);
    let Ok((_, (word, value))) = (preceded(blanks, word), rest).parse_complete(comment) else {
        return Kind::Comment;
    };
    match (word, std::str::from_utf8(value).map(str::trim)) {
        (b"rules", Ok(name)) if !name.is_empty() && !name.contains(char::is_whitespace) => Kind::Rules(name),
        (b"players", Ok(names)) if !names.is_empty() => Kind::Players(names),
        _ => Kind::Comment,
    }
}

/// Takes a line apart. It must be UTF-8; [`kind`] has said that it holds a game.
#[must_use]
pub fn parts(line: &[u8]) -> Parts<'_> {
    let (after_name, name) = opt(name).parse_complete(line).unwrap_or((line, None));
    let start = line.len() - after_name.len();
    let end = start + memchr::memchr2(b'=', b'#', after_name).unwrap_or(after_name.len());
    let claim = match &line[end..] {
        [b'=', claim @ ..] => Some((end + 1, &claim[..comment_start(claim)])),
        _ => None,
    };
    let name = name.and_then(|name| std::str::from_utf8(name).ok()).map(str::trim);
    Parts { name: name.filter(|name| !name.is_empty()), start, game: game(line, start, end), claim }
}

/// The byte at which a comment starts, or the end of the line.
#[must_use]
pub fn comment_start(line: &[u8]) -> usize {
    memchr::memchr(b'#', line).unwrap_or(line.len())
}

/// A name and what ends it.
fn name(line: &[u8]) -> IResult<&[u8], &[u8]> {
    let colon = terminated(verify(take_till(|byte| byte == b':'), is_name_before_colon), one_of(&b":"[..]));
    let comma = terminated(
        verify(take_till(|byte| matches!(byte, b',' | b'\t' | b'=' | b'#')), is_name_before_comma),
        alt((value((), tag(&b","[..])), value((), (tag(&b"\t"[..]), peek(verify(rest, is_rolled)))))),
    );
    alt((colon, comma)).parse_complete(line)
}

/// Does something follow a TAB? At the end of a line, or before a claim or a comment, it is a blank like others.
fn is_rolled(rest: &[u8]) -> bool {
    !matches!(trim_start(rest), [] | [b'=' | b'#', ..])
}

/// A colon ends a name unless it stands in a comment or in `= error: text`.
fn is_name_before_colon(head: &[u8]) -> bool {
    if let Some(hash) = memchr::memchr(b'#', head) {
        // `Team #2:` is a name; `10 5 # note:` and `LOU,1,2 # note:` are games with a comment.
        let before = head[..hash].trim_ascii();
        let words =
            before.iter().all(|byte| !matches!(byte, b'0'..=b'9' | b'/' | b'=' | b',' | b'\t' | b'[' | b';' | b'|'));
        return words && starts_with_letter(before) && notation_words(before).any(|word| !word);
    }
    let claimed = memchr::memrchr(b'=', head).map(|at| head[at + 1..].trim_ascii());
    claimed != Some(b"error")
}

/// A comma or a TAB ends a name that starts with a letter and is not made of rolls.
fn is_name_before_comma(head: &[u8]) -> bool {
    let mut words = notation_words(head);
    let Some(first_is_roll) = words.next() else {
        return false;
    };
    if !starts_with_letter(head) {
        return false;
    }
    if !first_is_roll {
        return true;
    }
    // `G Smith,` is a name; `X 5/ 9o,` is a game with a slip of the pen.
    let rest = head.trim_ascii().split(|&byte| byte == b' ').skip(1);
    words.any(|word| !word) && rest.flatten().all(|byte| !matches!(byte, b'0'..=b'9' | b'/'))
}

fn starts_with_letter(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    text.trim_start().chars().next().is_some_and(char::is_alphabetic)
}

/// Of each word: is it made of roll symbols alone?
fn notation_words(text: &[u8]) -> impl Iterator<Item = bool> + '_ {
    text.split(|&byte| is_separator(byte)).filter(|word| !word.is_empty()).map(|word| notation::unknown(word).is_none())
}

/// The tokens between `start` and `end`, inside one pair of brackets if there is one, and where they end.
fn game(line: &[u8], start: usize, end: usize) -> Result<(Tokens<'_>, usize), LineError> {
    let body = &line[start..end];
    let end = start + trim_end(body).len().max(body.len() - trim_start(body).len());
    if trim_start(body).first() != Some(&b'[') {
        return match body.iter().position(|&byte| byte == b']') {
            Some(at) => Err(LineError::new(line, start + at, None, Problem::Unbalanced(']'))),
            None => Ok((Tokens::new(line, start, start + trim_end(body).len(), false), end)),
        };
    }
    let open = start + (body.len() - trim_start(body).len());
    let inside = &line[open + 1..end];
    let Some(close) = memchr::memchr(b']', inside).map(|at| open + 1 + at) else {
        return Err(LineError::new(line, open, None, Problem::Unbalanced('[')));
    };
    if close + 1 != end {
        let at = close + 1 + line[close + 1..end].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        return Err(LineError::new(line, at, None, Problem::AfterBracket));
    }
    let mut quotes = memchr::memchr_iter(b'"', &line[open..close]);
    if let Some(last) = quotes.next_back().filter(|_| quotes.count().is_multiple_of(2)) {
        return Err(LineError::new(line, open + last, None, Problem::Unbalanced('"')));
    }
    Ok((Tokens::new(line, open + 1, close, true), close))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(line: &str) -> Option<&str> {
        parts(line.as_bytes()).name
    }

    #[test]
    fn a_name_ends_at_a_colon_and_some_at_a_comma_or_a_tab() {
        assert_eq!(name_of("PJS: X 5/"), Some("PJS"));
        assert_eq!(name_of("  홍길동 : X 5/"), Some("홍길동"));
        assert_eq!(name_of("LOU,0,8,6,0"), Some("LOU"));
        assert_eq!(name_of("LOU\t0\t8"), Some("LOU"));
        assert_eq!(name_of("G Smith,0,8"), Some("G Smith"));
        assert_eq!(name_of("Smith, Jane: 0 8"), Some("Smith, Jane"));
        assert_eq!(name_of("Team #2: 0 8"), Some("Team #2"));
        assert_eq!(name_of("=1+2: 0 8"), Some("=1+2"));
    }

    #[test]
    fn what_looks_like_rolls_is_no_name() {
        for line in [
            "X,5,/",
            "10,5",
            "X 5/ 9o, 7",
            "N 10 10",
            "GG,5",
            "F,5",
            "10 5 # note: x",
            "X 5/ # see: y",
            "N 10 10\t# c",
            "LOU\t",
            "LOU\t = 5",
        ] {
            assert_eq!(name_of(line), None, "{line}");
        }
        assert_eq!(name_of("LOU,1,2 # lane: 4"), Some("LOU"));
        assert_eq!(name_of("5 6 = error: rack"), None);
    }

    #[test]
    fn a_comment_may_name_the_rules() {
        assert_eq!(kind(b"# rules: world"), Kind::Rules("world"));
        assert_eq!(kind(b"  #rules:world\r"), Kind::Rules("world"));
        assert_eq!(kind(b"# rules: see page four"), Kind::Comment);
        assert_eq!(kind(b" \t\r"), Kind::Blank);
        assert_eq!(kind(b"5 5"), Kind::Game);
    }

    #[test]
    fn blanks_too_long_to_be_seen_whole_are_not_taken_for_nothing() {
        assert_eq!(kind(&vec![b' '; LONGEST_LINE + 1]), Kind::Blank);
        assert_eq!(kind(&vec![b' '; LONGEST_LINE + 2]), Kind::Game);
        let padded = |len: usize| [b"# rules: world".to_vec(), vec![b' '; len]].concat();
        assert_eq!(kind(&padded(LONGEST_LINE - 14)), Kind::Rules("world"));
        assert_eq!(kind(&padded(LONGEST_LINE)), Kind::Comment);
    }

    #[test]
    fn brackets_come_in_one_pair() {
        let tokens = |line: &'static str| parts(line.as_bytes()).game.map(|(tokens, _)| tokens.count());
        assert_eq!(tokens(r#"["X","7/","9-"]"#), Ok(3));
        assert_eq!(tokens("[]"), Ok(0));
        assert_eq!(tokens("[10, 5] = 15"), Ok(2));
        assert_eq!(tokens("PJS: \r\r # c"), Ok(0));
        // What is no blank is not passed over, wherever it stands.
        for line in ["5\u{c}", "\u{c}", "\u{c}5", "5 \u{c} # c"] {
            assert!(tokens(line).is_ok_and(|count| count > 0), "{line:?}");
            assert!(
                crate::score_line(line.as_bytes(), crate::Dialect::Auto, crate::Rules::Tenpin).unwrap().game.is_err()
            );
        }
        for line in ["[5 5", "5 5]", "[5] 5", "[[5]]", r#"["5]"#] {
            assert!(tokens(line).is_err(), "{line}");
        }
    }
}
