//! What can be wrong with a line. All wording about a line is in [`wording`].

mod wording;

use std::borrow::Cow;
use std::fmt;

use crate::game::{BallProblem, PinSetError, RollError, Rules};

#[cfg(feature = "cli")]
pub(crate) use wording::shortened;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// The kinds of a [`LineError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// A ball that the rules do not allow.
    Ball,
    /// Text that is not a ball, a game or a name.
    Syntax,
    /// Text that has two meanings.
    Ambiguous,
    /// Text without a game.
    NoGame,
    /// A claim that cannot be read.
    Claim,
    /// Rules that do not exist, or other rules than those asked for.
    Rules,
    /// A line that is too long or is not text.
    Text,
}

/// What is wrong with a line, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A ball that the rules do not allow.
    Ball(BallProblem),
    /// `X` where pins are already down.
    StrikeOnBrokenRack {
        standing: u8,
        /// Whether `/` would be right here.
        spare: bool,
    },
    /// `/` as the first ball at a rack.
    SpareOnFullRack,
    /// `/` as the third ball.
    SpareOnThirdBall { standing: u8 },
    /// Text that does not name pins where pins are expected.
    NotPins(PinSetError),
    /// A date that a spreadsheet made of pins.
    PinsAsDate(String),
    /// A number that is not a roll.
    NotARoll {
        /// The number as it was written.
        token: String,
    },
    /// A number that starts with 0.
    LeadingZero(String),
    /// A symbol of notation among rolls.
    NotationAmongRolls(String),
    /// A character that is not a symbol.
    UnknownSymbol(char),
    /// A character that looks like a symbol, or is a symbol elsewhere.
    LookAlike {
        found: char,
        /// What is wrong with it, and what to write.
        advice: Advice,
    },
    /// A word where a roll is expected.
    Word(String),
    /// A token that is not a roll, though its meaning is clear.
    NotASymbol {
        token: String,
        /// What to write instead.
        advice: Advice,
    },
    /// A word after a game, as in a comment.
    Remark(String),
    /// A carriage return inside a line.
    CarriageReturn,
    /// A name that is not ended with a colon.
    NameWithoutColon {
        name: String,
        /// The rest of the line, which is a game.
        game: String,
    },
    /// A word and a number, as in a heading.
    Heading(String),
    /// Letters that are a name, or rolls that are impossible.
    NameOrRolls {
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
        token: String,
        /// Whether it starts, rather than ends, inside a frame.
        starts: bool,
    },
    /// `-` as a separator where it cannot be a ball.
    DashSeparator,
    /// `-` alone between frames, where it may be a separator.
    DashBetweenFrames {
        /// Whether `0` in its place is a gutter ball.
        may_be_ball: bool,
    },
    /// A text that is one game in one spelling, and another in another.
    TwoReadings {
        /// How to write the one, and its total.
        first: (String, u16),
        /// How to write the other, and its total.
        second: (String, u16),
        /// How to tell them apart.
        advice: &'static str,
    },
    /// A first token that may be a label: `G1`, `F1`.
    PerhapsLabel {
        label: String,
        /// How to write it as balls.
        balls: Option<String>,
    },
    /// Numbers that may be running totals.
    RunningTotals {
        /// The numbers.
        totals: String,
        /// How to write their digits as rolls.
        rolls: Option<String>,
    },
    /// A number alone that may be a total.
    PerhapsTotalAlone {
        number: String,
        /// How to write its digits as rolls.
        rolls: Option<String>,
    },
    /// A last number that is the score before it.
    PerhapsTotalAtEnd {
        number: String,
        /// How to write its digits as rolls.
        rolls: Option<String>,
    },
    /// Dashes that rule a line.
    RuledLine,
    /// A claim, or separators, without a game.
    NoGame,
    /// A number that cannot be rolls, and may be a total.
    PerhapsTotal {
        /// Why it cannot be rolls.
        why: Box<Problem>,
        number: String,
    },
    /// An inner array, or a string beside frames, that does not hold one frame.
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
    /// A sheet that names other rules than those asked for.
    OtherRules { sheet: Rules, wanted: Rules },
    /// `# rules:` with an unknown name.
    UnknownRules(String),
}

/// What to write instead of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    Anywhere(Cow<'static, str>),
    /// About the name, the claim or the comment on the line of a sheet.
    OnLine(Cow<'static, str>),
}

impl From<RollError> for Problem {
    fn from(error: RollError) -> Self {
        Self::Ball(error.into_problem())
    }
}

impl From<BallProblem> for Problem {
    fn from(problem: BallProblem) -> Self {
        Self::Ball(problem)
    }
}

impl Problem {
    /// The kind of the error.
    const fn kind(&self) -> LineErrorKind {
        match self {
            Self::Ball(_) | Self::StrikeOnBrokenRack { .. } | Self::SpareOnFullRack | Self::SpareOnThirdBall { .. } => {
                LineErrorKind::Ball
            }
            Self::AmbiguousTen
            | Self::Packed(_)
            | Self::Straddle { .. }
            | Self::DashSeparator
            | Self::DashBetweenFrames { .. }
            | Self::TwoReadings { .. }
            | Self::PerhapsLabel { .. }
            | Self::PerhapsTotalAlone { .. }
            | Self::PerhapsTotalAtEnd { .. }
            | Self::RunningTotals { .. }
            | Self::NameOrRolls { .. } => LineErrorKind::Ambiguous,
            Self::NoGame | Self::TableHeader | Self::Heading(_) => LineErrorKind::NoGame,
            Self::BadClaim(_) | Self::LongClaim => LineErrorKind::Claim,
            Self::OtherRules { .. } | Self::UnknownRules(_) => LineErrorKind::Rules,
            Self::LongLine | Self::Nul | Self::NotUtf8 | Self::CarriageReturn => LineErrorKind::Text,
            _ => LineErrorKind::Syntax,
        }
    }

    /// Whether it is about the rules of the sheet rather than about the game. A claim cannot expect it.
    pub(crate) const fn is_about_rules(&self) -> bool {
        matches!(self, Self::OtherRules { .. } | Self::UnknownRules(_))
    }
}

/// The number of characters in some text: every byte but a continuation byte of UTF-8 starts one.
pub(crate) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// What is wrong with a game, and where it is written.
///
/// ```
/// use bowling::{Game, LineErrorKind};
///
/// let error = "X 5/ 84".parse::<Game>().unwrap_err();
/// assert_eq!((error.column(), error.frame()), (7, Some(3)));
/// assert_eq!(error.kind(), LineErrorKind::Ball);
/// assert_eq!(error.to_string(), "frame 3: 8 then 4 is 12 pins, a rack has 10");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The byte of the line at which the problem is.
    at: usize,
    column: usize,
    frame: Option<u8>,
    problem: Problem,
    setting: Setting,
}

/// Where a game is written, which decides what advice is of use there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// A line of a sheet, which may have a name, a claim and a comment.
    Line,
    /// A value of a table.
    #[cfg(feature = "cli")]
    Value,
    /// A game alone.
    Game,
}

impl LineError {
    /// A problem at a byte of a line. The column is counted in characters.
    pub(crate) fn new(line: &[u8], at: usize, frame: Option<u8>, problem: Problem) -> Self {
        Self { at, column: Self::column_of(line, at), frame, problem, setting: Setting::Line }
    }

    /// The column of a byte of a line.
    pub(crate) fn column_of(line: &[u8], at: usize) -> usize {
        1 + characters(&line[..at.min(line.len())])
    }

    /// The same error in a text that is nothing but a game.
    pub(crate) const fn in_game(mut self) -> Self {
        self.setting = Setting::Game;
        self
    }

    /// The column of the offending roll, from 1, in characters.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The frame being played there, 1 to 10.
    pub const fn frame(&self) -> Option<u8> {
        self.frame
    }

    /// The byte of the line at which the problem is.
    #[cfg(feature = "cli")]
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The kind of the error.
    pub const fn kind(&self) -> LineErrorKind {
        self.problem.kind()
    }

    /// What is wrong.
    pub(crate) const fn problem(&self) -> &Problem {
        &self.problem
    }

    #[cfg(feature = "cli")]
    pub(crate) fn into_problem(self) -> Problem {
        self.problem
    }

    /// The message without the frame.
    pub fn message(&self) -> String {
        self.problem.worded(self.setting).to_string()
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame {
            write!(f, "frame {frame}: ")?;
        }
        f.write_str(&self.message())
    }
}

impl std::error::Error for LineError {}
