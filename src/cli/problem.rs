//! What can be wrong with an input: with a game in it, with the log, the table or the JSON around the game, or with what
//! an option asks for.

use std::borrow::Cow;
use std::fmt;

use crate::error::{LONGEST_LINE, LineError, Problem, Setting, shortened};
use crate::game::{BallProblem, MAX_TOTAL};
use crate::sheet::verify::Refused;

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputProblem {
    /// A game, or a line of a sheet.
    Game(Problem),
    /// Pins that are said to be left by a ball that was not rolled.
    LeaveWithoutBall,
    /// A game that stops early where complete games are required.
    Unfinished,
    /// A line of a log that is not a name and a roll.
    NotALogLine,
    /// `undo` where there is no roll.
    NothingToUndo,
    /// More players in one match than are supported.
    TooManyPlayers(usize),
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
    /// A row whose frames can be read as two games, each with its total.
    TwoGames { one: String, other: String },
    /// A record that was written as an error, with the message.
    Recorded(String),
    /// A row of a table with more cells than the header.
    TooManyCells { cells: usize, columns: usize },
    /// A row of a table that lacks its game.
    TooFewCells { cells: usize, columns: usize },
    /// The total of a series that is not the sum of its games.
    WrongSeries {
        /// The total of the series.
        says: u32,
        sum: u32,
    },
    /// A table whose first row is a game of a sheet and no row.
    NotARow { columns: usize },
    /// Several columns for a role that one column has.
    SeveralColumns {
        role: &'static str,
        /// The columns that were asked for.
        wanted: String,
    },
    /// A quoted cell that does not end.
    UnclosedQuote,
    /// Text after the end of a quoted cell.
    TextAfterQuote,
    /// A header that says nothing of a game, with the columns that it has.
    NoGameColumn(String),
    /// A header that has a column twice.
    DuplicateColumn(String),
    /// A header that lacks a column that was asked for, with the columns that it has.
    NoSuchColumn {
        /// The column that was asked for.
        wanted: String,
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

impl From<Problem> for InputProblem {
    fn from(problem: Problem) -> Self {
        Self::Game(problem)
    }
}

impl From<BallProblem> for InputProblem {
    fn from(error: BallProblem) -> Self {
        Self::Game(error.into())
    }
}

impl InputProblem {
    /// Whether it is about a ball that can be read but not be rolled.
    pub const fn is_about_ball(&self) -> bool {
        matches!(
            self,
            Self::Game(
                Problem::Ball(_)
                    | Problem::StrikeOnBrokenRack { .. }
                    | Problem::SpareOnFullRack
                    | Problem::SpareOnThirdBall { .. }
            ) | Self::NothingToUndo
        )
    }

    /// Whether it is about the rules rather than about the game. A claim cannot expect it.
    pub const fn is_about_rules(&self) -> bool {
        matches!(self, Self::Game(problem) if problem.is_about_rules())
    }
}

impl fmt::Display for InputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(problem) => write!(f, "{problem}"),
            Self::LeaveWithoutBall => f.write_str("these pins are left by a ball that was not rolled"),
            Self::Unfinished => f.write_str("the game is not over"),
            Self::NotALogLine => f.write_str("a line of a log is a name and one roll, as in: Jeff 10"),
            Self::NothingToUndo => f.write_str("undo, but this player has no roll"),
            Self::TooManyPlayers(most) => write!(f, "more than {most} players in one match"),
            Self::OnlyTotal => f.write_str("only a total, no rolls"),
            Self::NotATotal(text) => write!(f, "{} is not a total, a total is 0 to {MAX_TOTAL}", shortened(text)),
            Self::MissingRoll { frame } => write!(f, "a roll is missing, frame {frame} is not over"),
            Self::FrameOver => f.write_str("the frame is over, no roll can follow in it"),
            Self::SeveralRolls(token) => write!(f, "{} is more than one roll", shortened(token)),
            Self::TwoGames { one, other } => {
                write!(f, "two readings: {one}, {other}: write X for a strike, and every frame in one way")
            }
            Self::Recorded(message) => f.write_str(message),
            Self::TooManyCells { cells, columns } => {
                write!(f, "the row has {cells} cells, the header has {}", counted(*columns, "column"))
            }
            Self::TooFewCells { cells, columns } => {
                let (cells, columns) = (counted(*cells, "cell"), counted(*columns, "column"));
                write!(f, "the row is too short: it has {cells}, the header has {columns}")
            }
            Self::WrongSeries { says, sum } => write!(f, "the series says {says}, the sum of the games is {sum}"),
            Self::NotARow { columns } => {
                let columns = counted(*columns, "column");
                write!(f, "the header has {columns}, but this is a line of a sheet, not a row of that table")
            }
            Self::SeveralColumns { role, wanted } => {
                write!(f, "{role}={} names several columns, one is wanted", shortened(wanted))
            }
            Self::UnclosedQuote => f.write_str("the quote is not closed"),
            Self::TextAfterQuote => f.write_str("text follows the closing quote (a quote inside quotes is doubled)"),
            Self::NoGameColumn(columns) if columns.is_empty() => f.write_str("no column holds a game"),
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

/// `1 cell`, `2 cells`.
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The frame being played there, 1 to 10.
    pub frame: Option<u8>,
    pub problem: InputProblem,
    /// Advice that names an option.
    pub hint: Option<Cow<'static, str>>,
    /// Whether the game is a value of a table, not a line of a sheet.
    pub is_in_table: bool,
    /// Whether its path says the frame.
    pub has_frame_in_path: bool,
}

impl InputError {
    pub fn new(frame: Option<u8>, problem: impl Into<InputProblem>) -> Self {
        let problem = problem.into();
        Self { frame, problem, hint: None, is_in_table: false, has_frame_in_path: false }
    }

    /// Adds advice to the message, in parentheses.
    #[must_use]
    pub fn with_hint(mut self, hint: Option<impl Into<Cow<'static, str>>>) -> Self {
        self.hint = hint.map(Into::into);
        self
    }

    /// The message without the frame.
    pub fn message(&self) -> impl fmt::Display {
        Message(self)
    }

    /// The error as a claim is compared with it.
    pub(crate) fn refused(&self) -> Refused {
        Refused { message: self.to_string(), frame: self.frame, is_about_rules: self.problem.is_about_rules() }
    }
}

impl From<LineError> for InputError {
    fn from(error: LineError) -> Self {
        Self::new(error.frame(), error.into_problem())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame.filter(|_| !self.has_frame_in_path) {
            write!(f, "frame {frame}: ")?;
        }
        Message(self).fmt(f)
    }
}

/// The message of an error without the frame.
struct Message<'a>(&'a InputError);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.problem {
            InputProblem::Game(problem) if self.0.is_in_table => problem.worded(Setting::Value).fmt(f)?,
            problem => problem.fmt(f)?,
        }
        self.0.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}
