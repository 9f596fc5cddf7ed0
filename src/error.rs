//! What can be wrong with a line, and how it is worded. All wording about a line is in this file.

use std::borrow::Cow;
use std::fmt;

use crate::game::{MAX_TOTAL, RACK, Rules, UnknownRules};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// What is wrong with a line, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// More pins than stand.
    TooManyPins {
        /// The balls already rolled at these pins.
        before: Vec<u8>,
        /// The impossible ball.
        pins: u8,
    },
    /// A ball after the end of the game.
    GameOver,
    /// `X` where pins are already down.
    StrikeOnBrokenRack {
        /// The pins that stand.
        standing: u8,
        /// Whether `/` would be right here.
        spare: bool,
    },
    /// `/` as the first ball at a rack.
    SpareOnFullRack,
    /// `/` as the third ball.
    SpareOnThirdBall {
        /// The pins that stand.
        standing: u8,
    },
    /// A split that is not left by a first ball.
    SplitOnBrokenRack,
    /// A number of pins that cannot leave a split.
    NoSplit(u8),
    /// A number that is not a roll.
    NotARoll {
        /// The number as it was written.
        token: String,
        /// Whether its digits could be a frame in notation.
        pairs: bool,
    },
    /// A number that starts with 0.
    LeadingZero(String),
    /// A symbol of notation among rolls.
    NotationAmongRolls(String),
    /// A character that is not a symbol.
    UnknownSymbol(char),
    /// A character that looks like a symbol, or is a symbol elsewhere.
    LookAlike {
        /// The character.
        found: char,
        /// What is wrong with it, and what to write.
        advice: &'static str,
    },
    /// A word where a roll is expected.
    Word(String),
    /// A token that is not a roll, though its meaning is clear.
    NotASymbol {
        /// The token.
        token: String,
        /// What to write instead.
        advice: String,
    },
    /// A carriage return inside a line.
    CarriageReturn,
    /// A name that is not ended with a colon.
    NameWithoutColon {
        /// The name.
        name: String,
        /// The rest of the line, which is a game.
        game: String,
    },
    /// A word and a number, as in a heading.
    Heading(String),
    /// Letters that are a name, or rolls that are impossible.
    NameOrRolls {
        /// The possible name.
        name: String,
        /// The rest of the line, which is a game.
        game: String,
        /// What is wrong with it as rolls.
        why: Box<Problem>,
    },
    /// A line of rolls that ends in a colon.
    RollsBeforeColon,
    /// The header of a table.
    TableHeader,
    /// `10` in a line of notation.
    AmbiguousTen,
    /// A token of more rolls than a frame, without `X` and `/`, in an unfinished game.
    Packed(String),
    /// A token that does not hold whole frames, in an unfinished game.
    Straddle {
        /// The token.
        token: String,
        /// Whether it starts, rather than ends, inside a frame.
        starts: bool,
    },
    /// `-` between frames.
    DashSeparator,
    /// A number that cannot be rolls, and may be a total.
    PerhapsTotal {
        /// Why it cannot be rolls.
        why: Box<Problem>,
        /// The number.
        number: String,
    },
    /// An inner array that does not hold one frame.
    InnerArray,
    /// An array in an inner array.
    DeepArray,
    /// A split sign without pins.
    BareSplit,
    /// A bracket or quote without its counterpart.
    Unmatched(char),
    /// Text after the closing bracket.
    AfterBracket,
    /// Text after `=` that is not a claim.
    BadClaim(String),
    /// More running totals than frames.
    LongClaim,
    /// A line over [`LONGEST_LINE`].
    LongLine,
    /// A NUL byte.
    Nul,
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A game that stops early where complete games are required.
    Unfinished,
    /// A line of a log that is not a name and a roll.
    NotALogLine,
    /// `undo` where there is no roll.
    NothingToUndo,
    /// More players in one match than are supported.
    TooManyPlayers(usize),
    /// A sheet that names other rules than those asked for.
    OtherRules {
        /// The rules that the sheet names.
        sheet: Rules,
        /// The rules that were asked for.
        wanted: Rules,
    },
    /// `# rules:` with an unknown name.
    UnknownRules(String),
    /// An unknown name of rules in a table.
    NoSuchRules(String),
    /// A row of a table that has a total and no roll.
    OnlyTotal,
    /// A value in place of a total that is not one.
    NotATotal(String),
    /// A roll of a later frame although an earlier frame is not over.
    MissingRoll {
        /// The frame that is not over, 1 to 10.
        frame: u8,
    },
    /// A roll of a frame that is already over.
    FrameOver,
    /// More than one roll where a table has a column for each.
    SeveralRolls(String),
    /// A record that was written as an error, with the message.
    Recorded(String),
    /// A row of a table with more cells than the header.
    TooManyCells {
        /// The cells of the row.
        cells: usize,
        /// The columns of the header.
        columns: usize,
    },
    /// A row of a table that lacks its game.
    TooFewCells {
        /// The cells of the row.
        cells: usize,
        /// The columns of the header.
        columns: usize,
    },
    /// A table without rolls, and a row without a total.
    NoTotal,
    /// The total of a series that is not the sum of its games.
    WrongSeries {
        /// The total of the series.
        says: u32,
        /// The sum.
        sum: u32,
    },
    /// A table whose first row is a game of a sheet and no row.
    NotARow {
        /// The columns of the header.
        columns: usize,
    },
    /// Several columns for a role that one column has.
    SeveralColumns {
        /// The role.
        role: &'static str,
        /// The columns that were asked for.
        wanted: String,
    },
    /// A quoted cell that does not end.
    UnclosedQuote,
    /// A header that says nothing of a game, with the columns that it has.
    NoGameColumn(String),
    /// A header that has a column twice.
    DuplicateColumn(String),
    /// A header that lacks a column that was asked for, with the columns that it has.
    NoSuchColumn {
        /// The column that was asked for.
        wanted: String,
        /// The columns of the header.
        columns: String,
    },
    /// Text that is not JSON, in the words of its parser.
    NotJson(String),
    /// A JSON value that is not an object.
    NotAnObject,
    /// A JSON object that has a key twice.
    DuplicateKey(String),
    /// A JSON object over [`LONGEST_LINE`].
    LongObject,
    /// A JSON object without a game.
    NoGameKey,
    /// A JSON value that cannot be part of a game.
    NotAGame(String),
}

impl Problem {
    /// Whether it is about a ball that can be read but not be rolled.
    #[cfg(feature = "cli")]
    pub(crate) const fn is_about_ball(&self) -> bool {
        matches!(
            self,
            Self::TooManyPins { .. }
                | Self::GameOver
                | Self::StrikeOnBrokenRack { .. }
                | Self::SpareOnFullRack
                | Self::SpareOnThirdBall { .. }
                | Self::SplitOnBrokenRack
                | Self::NothingToUndo
        )
    }

    /// Whether it is about the rules of the sheet rather than about the game. A claim cannot expect it.
    #[must_use]
    pub const fn is_about_rules(&self) -> bool {
        matches!(self, Self::OtherRules { .. } | Self::UnknownRules(_) | Self::NoSuchRules(_))
    }
}

impl fmt::Display for Problem {
    #[expect(clippy::too_many_lines, reason = "one table of all wording, checked to be complete")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPins { before, pins } => {
                for ball in before {
                    write!(f, "{ball} then ")?;
                }
                let sum = u16::from(*pins) + before.iter().map(|&ball| u16::from(ball)).sum::<u16>();
                write!(f, "{pins} is {sum} pins, a rack has {RACK}")
            }
            Self::GameOver => f.write_str("the game is over, no roll can follow (a new game starts on a new line)"),
            Self::StrikeOnBrokenRack { standing, spare: true } if *standing == RACK => {
                f.write_str("X is for a first ball, all ten with the second ball is a spare, written /")
            }
            Self::StrikeOnBrokenRack { standing, spare } => {
                write!(f, "X needs a full rack, {standing} stand after a ball was rolled")?;
                f.write_str(if *spare { " (a spare is written /)" } else { " (write the number of pins)" })
            }
            Self::SpareOnFullRack => f.write_str("/ needs a ball before it at the same pins (a strike is written X)"),
            Self::SpareOnThirdBall { standing } => {
                write!(f, "/ is for the second ball, ten in three balls is written in digits ({standing})")
            }
            Self::SplitOnBrokenRack => f.write_str("a split is left by the first ball at a full rack"),
            Self::NoSplit(pins) => write!(f, "{pins} pins cannot leave a split, only 1 to 8 can"),
            Self::NotARoll { token, .. } => write!(f, "{} is not a roll, a roll is 0 to 10", shortened(token)),
            Self::LeadingZero(token) => {
                write!(f, "{} starts with 0, perhaps a separator is missing", shortened(token))
            }
            Self::NotationAmongRolls(token) => write!(f, "{} is not a number of pins", shortened(token)),
            Self::UnknownSymbol(symbol) => {
                write!(f, "'{symbol}' is not a roll, {ROLLS}")?;
                // An initial may be meant as a name, a mistyped sign is not.
                let is_sign = symbol.is_ascii_punctuation() || symbol.is_control();
                f.write_str(if is_sign { "" } else { " (a name ends with a colon)" })
            }
            Self::LookAlike { found, advice } => {
                let code = u32::from(*found);
                match found {
                    '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => write!(f, "U+{code:04X} {advice}"),
                    found if found.is_whitespace() || found.is_control() => write!(f, "U+{code:04X} {advice}"),
                    found if found.is_ascii() => write!(f, "'{found}' {advice}"),
                    found => write!(f, "'{found}' (U+{code:04X}) {advice}"),
                }
            }
            Self::Word(word) => {
                let hint = "a name ends with a colon, a comment starts with #";
                write!(f, "{} is not a roll, {ROLLS} ({hint})", shortened(word))
            }
            Self::NotASymbol { token, advice } => write!(f, "{} is not a roll, {advice}", shortened(token)),
            Self::CarriageReturn => f.write_str(
                "a carriage return inside the line, as in files from old Macs (tr '\\r' '\\n' converts them)",
            ),
            Self::NameWithoutColon { name, game } => {
                write!(f, "a name ends with a colon, write {}: {}", shortened(name), shortened(game))
            }
            Self::Heading(text) => {
                write!(f, "{} is not a game (a name ends with a colon, a comment starts with #)", shortened(text))
            }
            Self::NameOrRolls { name, game, why } => {
                write!(f, "{why}; if {} is a name, write {}: {}", shortened(name), shortened(name), shortened(game))
            }
            Self::RollsBeforeColon => {
                f.write_str("a colon ends a name, but rolls stand before it and no game after it")
            }
            Self::TableHeader => f.write_str("this is the header of a table, not a game"),
            Self::Packed(token) if is_possible_total(token) => {
                let rolls: Vec<String> = token.chars().map(String::from).collect();
                write!(f, "{token} looks like a total: write = {token} for a total, {} for rolls", rolls.join(" "))
            }
            Self::Packed(token) => {
                write!(f, "{} is more than one frame and has no X or /: write blanks between rolls", shortened(token))
            }
            Self::Straddle { token, starts } => {
                let place = if *starts { "starts" } else { "ends" };
                write!(f, "{} {place} inside a frame: write blanks between frames", shortened(token))?;
                f.write_str(", or between all rolls")
            }
            Self::DashSeparator => f.write_str("- is a gutter ball, not a separator: write blanks between frames"),
            Self::PerhapsTotal { why, number } => match **why {
                Self::GameOver => {
                    write!(f, "the game is over, no roll can follow (a total is written = {})", shortened(number))
                }
                ref why => write!(f, "{why} (a total is written = {})", shortened(number)),
            },
            Self::InnerArray => f.write_str("an inner array holds one frame, no more and no less"),
            Self::DeepArray => f.write_str("an array of a game holds rolls or frames, not deeper arrays"),
            Self::AmbiguousTen => f.write_str("10 may be a strike, or 1 then 0: write X or 1-"),
            Self::BareSplit => f.write_str("a split is written S7, (7) or \u{2466}"),
            Self::Unmatched(sign) => write!(f, "unmatched {sign}"),
            Self::AfterBracket => f.write_str("only a claim or a comment can follow ]"),
            Self::BadClaim(claim) => {
                write!(f, "{} is not a claim, a claim is a total, running totals or error", shortened(claim))
            }
            Self::LongClaim => f.write_str("more than ten running totals"),
            Self::LongLine => write!(f, "the line is longer than {LONGEST_LINE} bytes"),
            Self::Nul => f.write_str("a NUL byte, this is not text"),
            Self::NotUtf8 => f.write_str("bytes that are not UTF-8"),
            Self::Unfinished => f.write_str("the game is not over"),
            Self::NotALogLine => f.write_str("a line of a log is a name and one roll, as in: Jeff 10"),
            Self::NothingToUndo => f.write_str("undo, but this player has no roll"),
            Self::TooManyPlayers(most) => write!(f, "more than {most} players in one match"),
            Self::OtherRules { sheet, wanted } => write!(f, "the sheet uses {sheet} rules, not {wanted}"),
            Self::UnknownRules(name) => write!(f, "# rules: {}: {UnknownRules}", shortened(name)),
            Self::NoSuchRules(name) => write!(f, "{}: {UnknownRules}", shortened(name)),
            Self::OnlyTotal => f.write_str("only a total, no rolls"),
            Self::NotATotal(text) => write!(f, "{} is not a total, a total is 0 to {MAX_TOTAL}", shortened(text)),
            Self::MissingRoll { frame } => write!(f, "a roll is missing, frame {frame} is not over"),
            Self::FrameOver => f.write_str("the frame is over, no roll can follow in it"),
            Self::SeveralRolls(token) => write!(f, "{} is more than one roll", shortened(token)),
            Self::Recorded(message) => f.write_str(message),
            Self::TooManyCells { cells, columns } => {
                write!(f, "the row has {cells} cells, the header has {columns} columns")
            }
            Self::TooFewCells { cells, columns } => {
                let plural = if *cells == 1 { "" } else { "s" };
                write!(f, "the row is too short: it has {cells} cell{plural}, the header has {columns} columns")
            }
            Self::NoTotal => f.write_str("no total, and no rolls"),
            Self::WrongSeries { says, sum } => write!(f, "the series says {says}, the sum of the games is {sum}"),
            Self::NotARow { columns } => {
                write!(f, "the header has {columns} columns, but this is a line of a sheet, not a row of that table")
            }
            Self::SeveralColumns { role, wanted } => {
                write!(f, "{role}={} names several columns, one is wanted", shortened(wanted))
            }
            Self::UnclosedQuote => f.write_str("the quote is not closed"),
            Self::NoGameColumn(columns) => write!(f, "no column holds a game, the columns are {columns}"),
            Self::DuplicateColumn(name) => write!(f, "the column {} appears twice", shortened(name)),
            Self::NoSuchColumn { wanted, columns } => {
                write!(f, "there is no column {}, the columns are {columns}", shortened(wanted))
            }
            Self::NotJson(reason) => f.write_str(reason),
            Self::NotAnObject => f.write_str("a game is an object, as in {\"rolls\": [10, 5, 5]}"),
            Self::DuplicateKey(key) => write!(f, "the key {} appears twice", shortened(key)),
            Self::LongObject => write!(f, "the object is longer than {LONGEST_LINE} bytes"),
            Self::NoGameKey => f.write_str("no game: it needs the key rolls, throws, notation, frames or game"),
            Self::NotAGame(value) => write!(f, "{} is not a roll or a frame", shortened(value)),
        }
    }
}

const ROLLS: &str = "rolls are 0 to 10 or X / - 1 to 9 F G";

/// Whether a number could be the total of a game.
fn is_possible_total(token: &str) -> bool {
    token.len() == 3 && token.parse().is_ok_and(|total: u16| (100..=300).contains(&total))
}

/// A token for a message, shortened: a whole packed game would hide the message itself.
fn shortened(token: &str) -> Cow<'_, str> {
    const MOST: usize = 24;
    match token.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}\u{2026}", &token[..cut]).into(),
        None => token.into(),
    }
}

/// The number of characters in some text: every byte but a continuation byte of UTF-8 starts one.
pub(crate) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// A problem at its place in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    column: usize,
    frame: Option<u8>,
    problem: Problem,
    hint: Option<Cow<'static, str>>,
}

impl LineError {
    /// A problem at a byte of a line. The column is counted in characters.
    #[must_use]
    pub fn new(line: &[u8], at: usize, frame: Option<u8>, problem: Problem) -> Self {
        Self::at_column(1 + characters(&line[..at.min(line.len())]), frame, problem)
    }

    /// A problem at a column, counted from 1 in characters.
    pub(crate) const fn at_column(column: usize, frame: Option<u8>, problem: Problem) -> Self {
        Self { column, frame, problem, hint: None }
    }

    /// Adds advice to the message, in parentheses: the program names its options here.
    #[must_use]
    pub fn with_hint(mut self, hint: Option<impl Into<Cow<'static, str>>>) -> Self {
        self.hint = hint.map(Into::into);
        self
    }

    /// The column of the offending roll, from 1, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The frame being played there, 1 to 10.
    #[must_use]
    pub const fn frame(&self) -> Option<u8> {
        self.frame
    }

    /// What is wrong.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The message without the frame.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{} ({hint})", self.problem),
            None => self.problem.to_string(),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame {
            write!(f, "frame {frame}: ")?;
        }
        self.problem.fmt(f)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for LineError {}
