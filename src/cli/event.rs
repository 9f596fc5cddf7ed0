//! The one type that moves games: a reader makes [`Event`]s, the run checks them, and a [`Consumer`] takes them: formats,
//! statistics, a screen.

use std::borrow::Borrow;
use std::fmt;

use memchr::{memchr, memchr_iter, memrchr};

use super::problem::InputError;
use crate::error::characters;
use crate::game::{Game, Rules};
use crate::sheet::{Claim, Mismatch};

pub use crate::sheet::tags::Tag;

/// Something that a reader finds, or that the run adds, in input order.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A game, also one in error.
    Entry(&'a Entry<'a>),
    /// A line of a sheet without a game: blank, or a comment.
    Text(&'a [u8]),
    EndGroup,
    /// Ends a match of a journal. It is a group, but its players may play on in the same series.
    EndMatch,
    /// An error that belongs to no game, or to a game that comes later, whose entry is then marked as reported.
    Error(&'a Diagnostic),
    /// A warning about a line.
    Warning {
        line: u64,
        message: &'a str,
    },
    /// A row or a cell of a table that does not count: why, where it is, and its text.
    LeftOut {
        why: Uncounted,
        place: &'a Place,
        value: &'a str,
    },
    /// Starts a file.
    BeginFile(&'a str),
    /// Starts some games of a file, the first of which may belong to the group before. Threads share a file by parts.
    BeginPart {
        file: &'a str,
        in_group: bool,
    },
    /// Ends some games. The last group may go on in the next part.
    EndPart,
    /// A game of the answer key that the file does not have.
    Missing(MissingGame<'a>),
    EndFile,
}

/// A game as it was read, and as it was checked.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The line of the game; in a log, of its first roll.
    pub line: u64,
    pub name: Option<&'a str>,
    /// The rules that it was scored by.
    pub rules: Rules,
    pub outcome: Outcome<'a>,
    /// Whether its error was reported when it was found, as in a log.
    pub is_reported: bool,
    pub claim: Option<EntryClaim<'a>>,
    /// The line of a sheet; empty in other inputs.
    pub text: &'a [u8],
    /// The values of the keys that are asked for, in their order. Fewer if the last ones have none.
    pub tags: &'a [Option<Tag<'a>>],
    /// How it differs from the game of the answer key. A reader leaves it empty.
    pub difference: Option<&'a str>,
    /// The number of the key's game that it was compared with, from 1.
    pub key_number: Option<usize>,
}

/// The result of reading a game.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// A game that the rules allow. A reader may make it when it is first asked for.
    Scored { total: u16, is_complete: bool, game: &'a dyn Borrow<Game> },
    /// A game in error, and what was played before it, if that can be shown.
    Refused(&'a Diagnostic, Option<&'a Game>),
    /// Totals of games whose rolls are not known. Only where these count.
    OnlyTotals(&'a KnownTotals),
}

/// Totals of games whose rolls are not known, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownTotals {
    /// The totals: a row with a total and no roll has one, a row of `game1`, `game2`, … one for each.
    pub totals: Vec<u16>,
    /// Marked totals (`a150` of an absent player), which count for the series and not for the average.
    pub marked: Vec<u16>,
    /// Whether they are a series of their own: `game1`, `game2`, ….
    pub is_series: bool,
}

/// Why something in a table does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uncounted {
    /// A row that is not a player: `Total`, `Average`, `BLIND`.
    Row,
    /// A cell that is not a total: `A`, `abs`, `-`, `BYE`, or nothing for all games of a row.
    Cell,
    /// A marked total (`a150`, `171*`): it counts for the series and not for the average.
    Marked,
    /// A cell after a strike in its frame.
    AfterStrike,
    /// A key of JSON that looks like a part of a game, and is not read.
    Key,
}

impl Uncounted {
    /// One, and several of them.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Row => ("row that is not a player", "rows that are not players"),
            Self::Cell => ("cell that is not a total", "cells that are not totals"),
            Self::Marked => {
                ("marked total, which counts for the series alone", "marked totals, which count for the series alone")
            }
            Self::AfterStrike => ("cell after a strike", "cells after strikes"),
            Self::Key => ("key that is not read", "keys that are not read"),
        }
    }
}

/// The claim of a game. The reader checks it, because only the reader knows where each number stands.
#[derive(Clone, Copy)]
pub struct EntryClaim<'a> {
    /// `None` if it cannot be read.
    pub claim: Option<&'a Claim>,
    /// As it was written.
    pub text: &'a str,
    /// Why it does not hold, at the first wrong number.
    pub mismatch: Option<&'a Diagnostic<Mismatch>>,
}

/// The result of checking a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its claim holds. A game in error may claim to be one.
    Right,
    /// Its claim does not hold, or it is not the game of the key.
    Wrong,
    Error,
    /// It claims nothing.
    Unclaimed,
}

/// A game of an answer key that a file does not have.
#[derive(Clone, Copy, Debug)]
pub struct MissingGame<'a> {
    pub name: Option<&'a str>,
    /// Its number in the key, from 1.
    pub number: usize,
    /// The line of the key.
    pub line: u64,
}

impl<'a> From<&'a Game> for Outcome<'a> {
    fn from(game: &'a Game) -> Self {
        Self::Scored { total: game.score(), is_complete: game.is_complete(), game }
    }
}

impl<'a> Entry<'a> {
    /// A game with its line, its rules and its result.
    pub const fn new(line: u64, rules: Rules, outcome: Outcome<'a>) -> Self {
        Self {
            line,
            name: None,
            rules,
            outcome,
            is_reported: false,
            claim: None,
            text: b"",
            tags: &[],
            difference: None,
            key_number: None,
        }
    }

    /// The game, if it is not in error.
    pub fn game(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Scored { game, .. } => Some(game.borrow()),
            _ => None,
        }
    }

    /// The game; one in error as far as it was played before the error.
    pub fn played(&self) -> Option<&'a Game> {
        match self.outcome {
            Outcome::Refused(_, game) => game,
            _ => self.game(),
        }
    }

    /// The total, if the game is not in error.
    pub const fn total(&self) -> Option<u16> {
        match self.outcome {
            Outcome::Scored { total, .. } => Some(total),
            _ => None,
        }
    }

    /// The error of the game.
    pub const fn error(&self) -> Option<&'a Diagnostic> {
        match self.outcome {
            Outcome::Refused(error, _) => Some(error),
            _ => None,
        }
    }

    /// The value of a key, by its place among those that are asked for; `None` if it is empty.
    pub fn tag(&self, at: usize) -> Option<&'a str> {
        self.tags.get(at)?.as_ref().map(|tag| &*tag.text).filter(|text| !text.is_empty())
    }

    /// The claim, if it can be read.
    pub fn claim(&self) -> Option<&'a Claim> {
        self.claim.and_then(|claim| claim.claim)
    }

    /// Why its claim does not hold, and where.
    pub fn mismatch(&self) -> Option<&'a Diagnostic<Mismatch>> {
        self.claim.and_then(|claim| claim.mismatch)
    }

    /// Whether it has a readable claim that holds.
    pub fn claim_holds(&self) -> bool {
        self.claim().is_some() && self.mismatch().is_none()
    }

    /// The claimed running total of a frame, if it is wrong.
    pub fn wrong_running_total(&self, frame: u8) -> Option<String> {
        let Some(Claim::Running(says)) = self.claim().filter(|_| self.mismatch().is_some()) else { return None };
        let at = usize::from(frame) - 1;
        let (says, total) = (says.get(at)?, self.played()?.running_totals().get(at));
        (*says != total.map(|&total| u32::from(total)))
            .then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
    }

    /// The claimed total, if it is wrong.
    pub fn wrong_total(&self) -> Option<u32> {
        match (self.claim()?, self.played()?) {
            (Claim::Total(claimed), game) if *claimed != u32::from(game.score()) => Some(*claimed),
            _ => None,
        }
    }

    /// The result of checking it.
    pub fn verdict(&self) -> Verdict {
        match (self.error(), self.claim()) {
            (None, _) | (_, Some(Claim::Error(_))) if self.difference.is_some() => Verdict::Wrong,
            (None, None) => Verdict::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Verdict::Error,
            (_, Some(_)) if self.mismatch().is_some() => Verdict::Wrong,
            (_, Some(_)) => Verdict::Right,
        }
    }
}

/// A located error. Most are errors of a game, with the frame, the problem and advice; others are claims that do not
/// hold.
#[derive(Clone, Debug)]
pub struct Diagnostic<E = InputError> {
    pub place: Place,
    pub error: E,
}

impl<E> Diagnostic<E> {
    pub const fn new(place: Place, error: E) -> Self {
        Self { place, error }
    }
}

impl Diagnostic {
    /// An error in a line, at its own column.
    pub fn in_line(line: u64, text: &[u8], error: InputError) -> Self {
        Self::new(Place::in_line(line, text, error.column), error)
    }
}

impl<E: fmt::Display> fmt::Display for Diagnostic<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// Where something is, and the text around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1; 0 where a path in an object says it instead.
    pub column: usize,
    /// The header of its column, or its key; `None` in a sheet.
    pub field: Option<String>,
    /// Its line, or the part of it that is near; empty if it is not known.
    pub text: Vec<u8>,
    /// The column in that text.
    pub text_column: usize,
}

impl Place {
    /// A line and a column of which the text is not known.
    pub const fn bare(line: u64, column: usize) -> Self {
        Self { line, column, field: None, text: Vec::new(), text_column: 1 }
    }

    /// A column of a line, given its text.
    pub fn in_line(line: u64, text: &[u8], column: usize) -> Self {
        let (text, text_column) = excerpt(text, offset(text, column));
        Self { line, column, field: None, text, text_column }
    }

    /// The column, if there is one.
    pub const fn known_column(&self) -> Option<usize> {
        if self.column == 0 { None } else { Some(self.column) }
    }

    /// The place of a byte of a text that starts at a line.
    pub fn of_byte(line: u64, text: &[u8], at: usize) -> Self {
        let before = &text[..at.min(text.len())];
        let start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = line + memchr_iter(b'\n', before).count() as u64;
        let column = 1 + characters(&before[start..]);
        let (text, text_column) = excerpt(text, at);
        Self { line, column, field: None, text, text_column }
    }
}

/// More bytes than this on either side of a place are left out. Bounds memory.
const MOST_AROUND: usize = 1024;

/// The line around a byte of a text, or as much of it as is near, and the column of the byte there.
pub fn excerpt(text: &[u8], at: usize) -> (Vec<u8>, usize) {
    let (before, after) = text.split_at(at.min(text.len()));
    // A chunk may hold many objects in one line: what is far away is not looked at.
    let near = &before[before.len().saturating_sub(MOST_AROUND)..];
    let start = match memrchr(b'\n', near) {
        Some(end) => end + 1,
        None if near.len() < before.len() => near.iter().take_while(|&&byte| is_inside(byte)).count(),
        None => 0,
    };
    let after = &after[..after.len().min(MOST_AROUND)];
    let end = memchr(b'\n', after).unwrap_or(after.len());
    let line = [&near[start..], after[..end].trim_ascii_end()].concat();
    (line, 1 + characters(&near[start..]))
}

/// The byte at which a column of a line starts.
fn offset(line: &[u8], column: usize) -> usize {
    let start = (0..line.len()).filter(|&at| !is_inside(line[at])).nth(column.saturating_sub(1));
    start.unwrap_or(line.len())
}

/// Whether a byte does not start a character.
const fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// A longer group is cut after this many games, and its board goes on under a new header. Bounds memory.
pub const GAMES_PER_GROUP: usize = 64;

/// How much of the input the output for a game depends on. Threads can share what does not depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The game alone.
    Game,
    /// Its group, of at most [`GAMES_PER_GROUP`] games.
    Group,
    /// All games before it.
    Run,
}

/// Makes output of events, on one thread of several.
pub trait Consumer {
    /// What its output consists of.
    type Item: Send;

    /// What the output for a game depends on, which does not change.
    fn scope(&self) -> Scope {
        Scope::Game
    }

    /// Makes what stands before the first game.
    fn head(&mut self, _out: &mut Vec<Self::Item>) {}

    /// Takes an event: a game, or what stands between games. Most consumers take a few kinds, and ignore the others.
    fn event(&mut self, event: &Event<'_>, out: &mut Vec<Self::Item>);

    /// Makes what stands after the last game, given the number of games and of those that are wrong.
    fn tail(&mut self, _games: u64, _wrong: u64, _out: &mut Vec<Self::Item>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(record: &str, at: &str) -> (String, usize) {
        let (text, column) = excerpt(record.as_bytes(), record.find(at).unwrap());
        (String::from_utf8(text).unwrap(), column)
    }

    #[test]
    fn the_line_of_the_error_is_shown() {
        assert_eq!(around("{\"é\": 11}", "11"), ("{\"é\": 11}".into(), 7));
        assert_eq!(around("{\n  \"rolls\": [11],\r\n}", "11"), ("  \"rolls\": [11],".into(), 13));
        assert_eq!(excerpt(b"X\n", 9), (Vec::new(), 1));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let (text, column) = around(&format!("{}11{}", "é".repeat(2000), "x".repeat(2000)), "11");
        assert_eq!((text.len(), column), (2 * MOST_AROUND, 1 + MOST_AROUND / 2));
        let (text, column) = around(&format!("a{}b11", "é".repeat(2000)), "11");
        assert_eq!((text.len(), column), (MOST_AROUND + 1, 1 + MOST_AROUND / 2));
    }

    #[test]
    fn a_byte_has_a_line_and_a_column() {
        let place = Place::of_byte(3, "a,\"é\nü 5\",6".as_bytes(), 9);
        assert_eq!((place.line, place.column, place.text_column), (4, 3, 3));
        assert_eq!(String::from_utf8(place.text).unwrap(), "ü 5\",6");
    }
}
