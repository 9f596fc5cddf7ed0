//! Scores a line of a sheet.
//!
//! ```text
//! game  = [ name ] balls [ total ]
//! name  = words " "  |  number "." " "  |  number ")" " "
//! total = number  |  "(" number ")"
//! ```

use memchr::memchr;

use super::claim::{Claim, parse_claim};
use super::kind::is_blank;
pub(crate) use super::kind::{LineKind, tag_line};
pub(crate) use super::parts::parts;
use super::unnamed;
use super::verify::{Mismatch, place, verify as verify_claim};
use crate::error::{LONGEST_LINE, LineError, Problem};
use crate::game::{Game, RACK, Rules};
use crate::reading::symbols::{Failure, is_integer, is_separator, tokens};
use crate::reading::{Dialect, Reading, explain, read};

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
    /// The whole line.
    pub(crate) line: &'a [u8],
    /// The text of the claim.
    pub(crate) claim_text: &'a str,
    /// Where that starts in the line.
    claim_at: usize,
}

impl ScoredLine<'_> {
    /// Checks the claim, if there is one.
    ///
    /// # Errors
    ///
    /// If the claim does not hold.
    pub fn verify(&self) -> Result<(), Mismatch> {
        let Some(claim) = &self.claim else { return Ok(()) };
        verify_claim(claim, self.game.as_ref()).map_err(|mismatch| {
            let at = self.place_of_claim(mismatch.frame);
            Mismatch { column: Some(LineError::column_of(self.line, at)), ..mismatch }
        })
    }

    /// The byte of the line at which the claim starts, or at which the running total of a frame does.
    pub(crate) fn place_of_claim(&self, frame: Option<u8>) -> usize {
        self.claim_at + self.claim.as_ref().map_or(0, |claim| place(claim, self.claim_text, frame))
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
    let text = match text(line) {
        Ok(text) => text.trim_end_matches(is_blank),
        Err(error) => {
            return ScoredLine { name: None, game: Err(error), claim: None, line, claim_text: "", claim_at: 0 };
        }
    };
    let parts = parts(text);
    let error = |from: &str, at: usize, failure: Failure<'_>| {
        Err(LineError::new(line, at + failure.offset(from), failure.frame, failure.problem))
    };
    let claim_text = parts.claim.unwrap_or_default();
    let claim = parts.claim.map(parse_claim).transpose();
    let is_claimed = matches!(claim, Ok(Some(Claim::Total(_) | Claim::Running(_))));
    let reader = GameReader { dialect, rules, is_claimed };
    let scored =
        |name, game, claim, claim_text| ScoredLine { name, game, claim, line, claim_text, claim_at: parts.claim_at };
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
            let total_at = found.total.map(|_| parts.game_at + found.total_at(parts.game));
            ScoredLine {
                name: found.name.or(parts.name),
                game: Ok(found.game),
                claim: claim.or(total),
                line,
                claim_text: found.total.unwrap_or(claim_text),
                claim_at: total_at.unwrap_or(parts.claim_at),
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
        let found = |text: &'a str, name| match self.game(text) {
            Ok(game) => Ok(FoundGame { name, game, total: None }),
            Err(readings) => may_have_total.then(|| self.game_and_total(text, name)).flatten().ok_or(readings),
        };
        let readings = match found(text, None) {
            Ok(found) => return Ok(found),
            Err(readings) => readings,
        };
        if !may_have_name {
            return Err(self.explain(text, readings));
        }
        let named = unnamed::named_game(text, |name, rest| {
            let is_marked = rest.contains(['X', 'x', '/']);
            found(rest, Some(name)).ok().filter(|found| is_marked || found.game.rolls().count() > 2)
        });
        let rolls = |text| Some(self.game(text).ok()?.rolls().count());
        let why = |text| self.explain(text, self.game(text).err().unwrap_or_default());
        named.ok_or_else(|| unnamed::explain(text, rolls, self.explain(text, readings), why))
    }

    /// Explains why a text is not a game, given its readings: perhaps words after it are a remark.
    fn explain<'a>(&self, text: &'a str, readings: Vec<Reading>) -> Failure<'a> {
        let failure = explain(text, readings, self.dialect, self.rules, self.is_claimed);
        let before = &text[..failure.offset(text)];
        // `F Smith` starts with an initial.
        let has_balls = || before.contains(|sign: char| sign.is_ascii_digit() || matches!(sign, 'X' | 'x'));
        match failure.problem {
            Problem::Word(word) if has_balls() && self.game(before).is_ok() => {
                Failure { problem: Problem::Remark(word), ..failure }
            }
            _ => failure,
        }
    }

    fn game(&self, text: &str) -> Result<Game, Vec<Reading>> {
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
