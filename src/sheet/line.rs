//! Takes a line of a sheet apart, and scores it.
//!
//! ```text
//! line      = [ name ] game [ total ] [ "=" claim ] [ "#" comment ]
//! name      = text ":"  |  text ("," | ";" | TAB), if the text starts with a letter and is not rolls
//!           | words " "  |  number "." " "  |  number ")" " "
//! directive = "#" ( "rules" | "rule" | "players" ) ":" value [ "#" comment ]
//! tag       = "#" word ":" [ value ]
//! ```

use memchr::{memchr, memchr2};
use nom::branch::alt;
use nom::bytes::complete::take_till;
use nom::character::complete::char;
use nom::combinator::{opt, peek, rest, verify};
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};

use super::claim::{Claim, parse_claim};
use super::unnamed;
use super::verify::{Mismatch, verify as verify_claim};
use crate::error::{LONGEST_LINE, LineError, Problem, characters};
use crate::game::{Game, RACK, Rules};
use crate::reading::symbols::{Failure, Parsed, is_integer, is_notation, is_separator, symbol, tokens};
use crate::reading::unreadable::is_mistyped;
use crate::reading::variants::{plain, plain_sign};
use crate::reading::{Dialect, read};

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
pub(super) fn is_blank(sign: char) -> bool {
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

/// Takes a line apart.
pub(crate) fn parts(line: &str) -> Parts<'_> {
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

/// Whether a name is the start of a time or a ratio, as in `20:30 X`: digits, and one right behind the colon.
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
pub(crate) fn is_table_header(field: &str) -> bool {
    let field = field.trim_matches('"');
    ["name", "bowler", "player"].iter().any(|header| field.eq_ignore_ascii_case(header))
}

pub(super) fn starts_with_letter(text: &str) -> bool {
    text.trim_start().starts_with(char::is_alphabetic)
}

/// A line of a sheet that holds a game, scored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoredLine<'a> {
    /// The player, if the line names one.
    pub name: Option<&'a str>,
    /// The game, or what is wrong with it.
    pub game: Result<Game, LineError>,
    /// What the line claims about its game.
    pub claim: Option<Claim>,
    /// The text of the claim.
    pub(crate) claim_text: &'a str,
    /// The column where that starts.
    pub(crate) claim_column: usize,
}

impl ScoredLine<'_> {
    /// Checks the claim, if there is one.
    ///
    /// # Errors
    ///
    /// If the claim does not hold.
    pub fn verify(&self) -> Result<(), Mismatch> {
        let Some(claim) = &self.claim else { return Ok(()) };
        verify_claim(claim, self.game.as_ref())
            .map_err(|error| error.in_line(claim, self.claim_text, self.claim_column))
    }
}

/// Scores one line of a sheet, without its line end. Returns `None` for a blank line or a comment.
///
/// ```
/// use bowling::sheet::score_line;
/// use bowling::{Dialect, Rules};
///
/// let line = score_line(b"PJS: X 5/ 9- = 48 # seed", Dialect::Auto, Rules::Tenpin).unwrap();
/// assert_eq!(line.name, Some("PJS"));
/// assert_eq!(line.game.unwrap().score(), 48);
///
/// let line = score_line(b"8 5", Dialect::Auto, Rules::Tenpin).unwrap();
/// let error = line.game.unwrap_err();
/// assert_eq!(error.to_string(), "frame 1: 8 then 5 is 13 pins, a rack has 10");
/// assert_eq!(error.column(), 3);
///
/// assert!(score_line(b"# no game", Dialect::Auto, Rules::Tenpin).is_none());
/// ```
pub fn score_line(line: &[u8], dialect: Dialect, rules: Rules) -> Option<ScoredLine<'_>> {
    (LineKind::of(line) == LineKind::Game).then(|| score_game_line(line, dialect, rules))
}

/// Scores a line that [`LineKind::of`] has found to hold a game.
pub(crate) fn score_game_line(line: &[u8], dialect: Dialect, rules: Rules) -> ScoredLine<'_> {
    let whole = match text(line) {
        Ok(text) => text.trim_end_matches(is_blank),
        Err(error) => return ScoredLine { name: None, game: Err(error), claim: None, claim_text: "", claim_column: 1 },
    };
    let (text, quote) = unquoted(whole);
    let parts = parts(text);
    let error = |from: &str, at: usize, failure: Failure<'_>| {
        let at = quote + at + failure.offset(from);
        Err(LineError::new(line, at, failure.frame, failure.problem))
    };
    let claim_text = parts.claim.unwrap_or_default();
    let claim = parts.claim.map(parse_claim).transpose();
    let is_claimed = matches!(claim, Ok(Some(Claim::Total(_) | Claim::Running(_))));
    let reader = GameReader { dialect, rules, is_claimed };
    let column = |at: usize| 1 + characters(&line[..(quote + at).min(line.len())]);
    let claim_column = if parts.claim.is_some() { column(parts.claim_at) } else { 1 };
    let scored = |name, game, claim, claim_text| ScoredLine { name, game, claim, claim_text, claim_column };
    match (reader.read(parts.game, parts.name.is_none(), parts.claim.is_none()), claim) {
        (Err(failure), claim) => {
            scored(parts.name, error(parts.game, parts.game_at, failure), claim.unwrap_or_default(), claim_text)
        }
        (Ok(_), Err(failure)) => scored(parts.name, error(claim_text, parts.claim_at, failure), None, claim_text),
        (Ok(_), Ok(claim)) if parts.game.is_empty() && claim.is_some() => {
            let failure = Failure::new("", Problem::NoGame);
            scored(parts.name, error(parts.game, parts.game_at, failure), claim, claim_text)
        }
        (Ok(found), Ok(claim)) => {
            let total = found.total.and_then(|total| total.parse().ok()).map(Claim::Total);
            let at = found.total.map_or(parts.claim_at, |_| parts.game_at + found.total_at(parts.game));
            ScoredLine {
                name: found.name.or(parts.name),
                game: Ok(found.game),
                claim: claim.or(total),
                claim_text: found.total.unwrap_or(claim_text),
                claim_column: if found.total.is_some() { column(at) } else { claim_column },
            }
        }
    }
}

/// Reads the text of a game with what may stand around it.
struct GameReader {
    dialect: Dialect,
    rules: Rules,
    is_claimed: bool,
}

/// A game, and what stands around it without a colon or an equals sign.
struct FoundGame<'a> {
    name: Option<&'a str>,
    game: Game,
    total: Option<&'a str>,
}

impl FoundGame<'_> {
    /// The place of the total, which is last in the text of the game.
    fn total_at(&self, text: &str) -> usize {
        let end = text.trim_end_matches(')').len();
        end - self.total.map_or(0, str::len).min(end)
    }
}

impl GameReader {
    fn read<'a>(&self, text: &'a str, may_have_name: bool, may_have_total: bool) -> Result<FoundGame<'a>, Failure<'a>> {
        let failure = match self.game(text) {
            Ok(game) => return Ok(FoundGame { name: None, game, total: None }),
            Err(failure) => failure,
        };
        let found = |text: &'a str, name| match self.game(text) {
            Ok(game) => Some(FoundGame { name, game, total: None }),
            Err(_) if may_have_total => self.game_and_total(text, name),
            Err(_) => None,
        };
        if let Some(found) = found(text, None) {
            return Ok(found);
        }
        if !may_have_name {
            return Err(failure);
        }
        let named = unnamed::named_game(text, |name, rest| {
            let is_marked = rest.contains(['X', 'x', '/']);
            found(rest, Some(name)).filter(|found| is_marked || found.game.rolls().count() > 2)
        });
        let rolls = |text| self.game(text).ok().map(|game| game.rolls().count());
        named.ok_or_else(|| unnamed::explain(text, failure, rolls))
    }

    fn game<'a>(&self, text: &'a str) -> Result<Game, Failure<'a>> {
        read(text, self.dialect, self.rules, self.is_claimed)
    }

    /// A complete game and its total after a separator: three digits, or the score. Rolls are no more than 10.
    fn game_and_total<'a>(&self, text: &'a str, name: Option<&'a str>) -> Option<FoundGame<'a>> {
        let (before, last) = text.rsplit_once(is_separator)?;
        let total = last.strip_prefix('(').and_then(|total| total.strip_suffix(')')).unwrap_or(last);
        let number: u16 = total.parse().ok().filter(|_| total.bytes().all(|byte| byte.is_ascii_digit()))?;
        let game = self.game(before).ok().filter(Game::is_complete)?;
        let is_rolls = || tokens(before).all(is_integer);
        let is_score = || number == game.score() && (number > RACK.into() || !is_rolls());
        (total.len() == 3 || is_score()).then_some(FoundGame { name, game, total: Some(total) })
    }
}

/// A line without one pair of quotes around it, and how many bytes stand before it.
fn unquoted(line: &str) -> (&str, usize) {
    let start = line.trim_start_matches(is_blank);
    let Some(quote) = start.chars().next().filter(|&sign| matches!(plain_sign(sign), '"' | '\'')) else {
        return (line, 0);
    };
    let close = |sign: char| plain_sign(sign) == plain_sign(quote);
    match start[quote.len_utf8()..].strip_suffix(close) {
        Some(inside) if !inside.contains(close) => (inside, line.len() - start.len() + quote.len_utf8()),
        _ => (line, 0),
    }
}

/// The line as text, if it is short enough and UTF-8.
pub(crate) fn text(line: &[u8]) -> Result<&str, LineError> {
    if line.len() > LONGEST_LINE {
        return Err(LineError::new(line, 0, None, Problem::LongLine));
    }
    if let Some(at) = memchr(0, line) {
        return Err(LineError::new(line, at, None, Problem::Nul));
    }
    std::str::from_utf8(line).map_err(|error| LineError::new(line, error.valid_up_to(), None, Problem::NotUtf8))
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
        ] {
            assert_eq!(parts(line).name, name, "{line}");
        }
    }

    #[test]
    fn an_over_long_comment_names_no_players() {
        let line = |text: &[u8]| [text, &vec![b' '; LONGEST_LINE]].concat();
        assert_eq!(LineKind::of(&line(b"# rules: world")), LineKind::Rules("world"));
        assert_eq!(LineKind::of(&line(b"# players: A")), LineKind::Comment);
    }
}
