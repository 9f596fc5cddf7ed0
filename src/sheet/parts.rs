//! Takes a line of a sheet apart.
//!
//! ```text
//! line  = [ quote ] [ name ] game [ quote ] [ "=" claim ] [ "#" comment ]
//! name  = text ":"  |  text ("," | ";" | TAB), if the text starts with a letter and is not rolls
//! ```
//!
//! A name before a blank and a total without `=` are found when the game is read.

use memchr::{memchr, memchr2};
use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::{char, satisfy};
use nom::combinator::{map, opt, peek, rest, verify};
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};

use super::kind::is_blank;
use crate::reading::symbols::{Parsed, is_integer, is_notation, symbol, tokens};
use crate::reading::unreadable::is_mistyped;
use crate::reading::variants::{plain, plain_sign};

/// The parts of a line that holds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    /// The player, trimmed.
    pub name: Option<&'a str>,
    /// The text of the game, trimmed.
    pub game: &'a str,
    /// The place of the game in the line.
    pub game_at: usize,
    /// What follows `=`.
    pub claim: Option<&'a str>,
    /// The place of the claim in the line.
    pub claim_at: usize,
    /// What follows `#`.
    pub comment: Option<&'a str>,
}

/// Takes a line apart. One pair of quotes around it, or around all but its claim and comment, is dropped.
pub(crate) fn parts(line: &str) -> Parts<'_> {
    let Ok((after, (start, inside))) = quoted(line) else { return unquoted(line) };
    let (inner, outer) = (unquoted(inside), unquoted(after));
    let (inside_at, after_at) = (line.len() - start.len(), line.len() - after.len());
    let (claim, claim_at) = match inner.claim {
        Some(claim) => (Some(claim), inside_at + inner.claim_at),
        None => (outer.claim, after_at + outer.claim_at),
    };
    let comment = inner.comment.or(outer.comment);
    Parts { game_at: inside_at + inner.game_at, claim, claim_at, comment, ..inner }
}

/// Text in quotes, with the text from its first character on, if nothing but a claim or a comment follows.
fn quoted(line: &str) -> Parsed<'_, (&str, &str)> {
    let is_quote = |sign| matches!(plain_sign(sign), '"' | '\'');
    let (start, quote) = preceded(take_while(is_blank), satisfy(is_quote)).parse_complete(line)?;
    let is_close = |sign| plain_sign(sign) == plain_sign(quote);
    let is_whole = |inside: &str, after: &str| {
        let has_two = |sign| inside.contains(sign) && after.contains(sign);
        !inside.trim().is_empty() && !has_two('=') && !has_two('#') && !starts_with_game(after)
    };
    let inside = terminated(take_till(is_close), satisfy(is_close));
    let whole = verify((inside, peek(rest)), |&(inside, after): &(&str, &str)| is_whole(inside, after));
    map(whole, |(inside, _)| (start, inside)).parse_complete(start)
}

fn unquoted(line: &str) -> Parts<'_> {
    let here = |text| Ok((text, text));
    let before_claim = before(|text| memchr2(b'=', b'#', text));
    let claim = preceded(char('='), take_till(|sign| sign == '#'));
    let comment = preceded(char('#'), rest);
    match (opt(name), here, before_claim, here, opt(claim), opt(comment)).parse_complete(line) {
        Ok((_, (name, from, game, equals, claim, comment))) => {
            let name = name.map(str::trim).filter(|name| !name.is_empty());
            let trimmed = game.trim_end_matches(is_blank);
            // An empty game keeps its place past the blanks.
            let start =
                if trimmed.is_empty() { game.len() } else { game.len() - game.trim_start_matches(is_blank).len() };
            let game = game.get(start..trimmed.len()).unwrap_or_default();
            let (game_at, claim_at) = (line.len() - from.len() + start, line.len() - equals.len() + 1);
            Parts { name, game, game_at, claim, claim_at, comment }
        }
        // Every part may be empty, so the grammar fails on no line.
        Err(_) => Parts { name: None, game: line, game_at: 0, claim: None, claim_at: 0, comment: None },
    }
}

/// Takes what stands before a place that is found, or everything.
fn before(find: impl Fn(&[u8]) -> Option<usize>) -> impl Fn(&str) -> Parsed<'_, &str> {
    move |text| Ok(text.take_split(find(text.as_bytes()).unwrap_or(text.len())))
}

/// A name and what ends it.
fn name(line: &str) -> Parsed<'_, &str> {
    let before_colon = verify(terminated(before(|text| memchr(b':', text)), char(':')), is_name_before_colon);
    let before_separator =
        verify(take_till(|sign| matches!(sign, ',' | ';' | '\t' | '=' | '#')), is_name_before_separator);
    // At the end of a line, or before a claim or a comment, a TAB is a blank like others.
    let tab = terminated(char('\t'), peek(verify(rest, starts_with_game)));
    let separator = alt((char(','), char(';'), tab));
    let name = alt((before_colon, terminated(before_separator, separator)));
    verify(name, |name: &str| !is_rolls_before_colon(line, name) && !is_ratio(line, name)).parse_complete(line)
}

/// Whether a name is a line of rolls that ends in a colon, as in `10 5 5 9 0:`.
pub(super) fn is_rolls_before_colon(line: &str, name: &str) -> bool {
    let after = line[name.len()..].strip_prefix(':');
    after.is_some_and(|after| !starts_with_game(after)) && is_rolls(name)
}

/// Whether a name is the start of a time or a ratio, as in `20:30 X`: digits, and one right after the colon.
fn is_ratio(line: &str, name: &str) -> bool {
    let after = line[name.len()..].strip_prefix(':');
    after.is_some_and(|after| after.starts_with(|sign: char| sign.is_ascii_digit()))
        && name.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is made of rolls: numbers or symbols.
fn is_rolls(text: &str) -> bool {
    let mut words = tokens(text).peekable();
    words.peek().is_some() && words.all(|word| is_integer(word) || is_notation(word))
}

fn starts_with_game(rest: &str) -> bool {
    let rest = rest.trim_start_matches(is_blank);
    !rest.is_empty() && !rest.starts_with(['=', '#'])
}

/// A colon ends a name unless it stands in a comment or in `= error: text`.
fn is_name_before_colon(head: &str) -> bool {
    if !head.bytes().any(|byte| matches!(byte, b'#' | b'=')) {
        return true;
    }
    if let Some((before, _)) = head.split_once('#') {
        // `Team #2:` is a name; `10 5 # note:` and `LOU,1,2 # note:` are games with a comment.
        let before = before.trim_ascii();
        return !before.contains(|sign: char| sign.is_ascii_digit() || "/=,\t[;|".contains(sign))
            && starts_with_letter(before)
            && tokens(before).any(|word| !is_notation(word));
    }
    head.rsplit_once('=').is_none_or(|(_, claim)| claim.trim_ascii() != "error")
}

/// A separator ends a name that starts with a letter and is not made of rolls.
fn is_name_before_separator(head: &str) -> bool {
    let head = head.trim();
    starts_with_letter(head) && !is_game(head) && !is_table_header(head)
}

/// `G Smith` is a name; `X`, `XO`, `X5/9O` and `X 5/ 9o` are games, most of them with a typing mistake.
fn is_game(head: &str) -> bool {
    let starts_with_symbol = || head.starts_with(['S', 's']) || symbol(&plain(head)).is_ok();
    head.contains('/')
        || (head.bytes().any(|byte| byte.is_ascii_digit()) && starts_with_symbol())
        || tokens(head).all(|token| is_notation(token) || is_mistyped(token))
}

/// The first field of a table with names, such as a CSV file.
pub(super) fn is_table_header(field: &str) -> bool {
    let field = field.trim_matches('"');
    ["name", "bowler", "player"].iter().any(|header| field.eq_ignore_ascii_case(header))
}

pub(super) fn starts_with_letter(text: &str) -> bool {
    text.trim_start().starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_a_colon_and_some_end_at_a_comma_or_a_tab() {
        for (line, name) in [
            ("  홍길동 : X 5/", Some("홍길동")),
            ("LOU,0,8,6,0", Some("LOU")),
            ("LOU\t0\t8", Some("LOU")),
            ("G Smith,0,8", Some("G Smith")),
            ("Smith, Jane: 0 8", Some("Smith, Jane")),
            ("Team #2: 0 8", Some("Team #2")),
            ("=1+2: 0 8", Some("=1+2")),
            ("LOU,1,2 # lane: 4", Some("LOU")),
            // What looks like rolls is not a name.
            ("X,5,/", None),
            ("10,5", None),
            ("GG,5", None),
            ("X 5/ 9o, 7", None),
            ("XO,9/,X", None),
            ("Xo Xo,9-", None),
            ("Fox,9-", Some("Fox")),
            ("10 5 # note: x", None),
            ("X 5/ # see: y", None),
            ("N 10 10\t# c", None),
            ("LOU\t", None),
            ("LOU\t = 5", None),
            ("5 6 = error: rack", None),
            ("20:30 X", None),
            ("5:4", None),
            ("20: 3 4", Some("20")),
            ("7:X 5/", Some("7")),
            // Quotes around a line.
            ("\"Ann: X 5/ 9-\" = 48", Some("Ann")),
            (" \u{201c}Ann: X 5/ = 20\u{201d} # c", Some("Ann")),
            ("\"Ann\": X 5/", Some("\"Ann\"")),
            ("'X', '5/'", None),
        ] {
            assert_eq!(parts(line).name, name, "{line}");
        }
    }

    #[test]
    fn the_parts_of_a_quoted_line_are_where_they_stand() {
        let line = " \u{201c}Ann: X 5/\u{201d} = 20 # c";
        let Parts { game, game_at, claim, claim_at, comment, .. } = parts(line);
        assert_eq!((game, claim, comment), ("X 5/", Some(" 20 "), Some(" c")));
        assert_eq!((&line[game_at..game_at + game.len()], &line[claim_at..claim_at + 3]), ("X 5/", " 20"));
    }
}
