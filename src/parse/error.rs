//! What can be wrong with a line: a [`Problem`] at a place, worded once.

use std::fmt;

use crate::game::Rules;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// What is wrong, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// More pins than stand: what was rolled at this rack, then what was claimed to fall.
    TooManyPins {
        /// The balls before at the same pins.
        before: Vec<u8>,
        /// The ball that cannot be.
        pins: u8,
    },
    /// A ball after the last one.
    Over,
    /// `X` where pins are already down.
    StrikeOnBrokenRack {
        /// The pins that stand.
        standing: u8,
        /// Would `/` be right here?
        spare: bool,
    },
    /// `/` before any ball.
    SpareOnFullRack,
    /// `/` with the third ball.
    SpareOnThirdBall {
        /// The pins that stand.
        standing: u8,
    },
    /// A split that is not a first ball.
    SplitOnBrokenRack,
    /// So many pins leave no split.
    NoSplit(u8),
    /// A number that is no roll.
    NotARoll {
        /// As it was written.
        token: String,
        /// Would it be a frame in notation?
        pairs: bool,
    },
    /// A number that starts with 0.
    LeadingZero(String),
    /// A symbol of notation among rolls.
    NotationAmongRolls(String),
    /// Something that is no symbol.
    UnknownSymbol(char),
    /// `10` in a line of notation.
    AmbiguousTen,
    /// A split sign without its pins.
    BareSplit,
    /// `[` or `"` that is not closed, or closed twice.
    Unbalanced(char),
    /// Something after the closing bracket.
    AfterBracket,
    /// A claim that is none.
    BadClaim(String),
    /// More running totals than frames.
    LongClaim,
    /// A line over [`LONGEST_LINE`].
    LongLine,
    /// A byte of zero.
    Nul,
    /// Bytes that are no text.
    NotUtf8,
    /// The game stops before its end and `--complete` was asked for.
    Unfinished,
    /// A line of a log that is not a name and a roll.
    NotALogLine,
    /// `undo` with nothing to undo.
    NothingToUndo,
    /// More players in one match than are kept.
    TooManyPlayers(usize),
    /// The sheet and the option name different rules.
    OtherRules {
        /// What the sheet says.
        sheet: Rules,
        /// What the option says.
        option: Rules,
    },
    /// `# rules:` with a name that is none.
    UnknownRules(String),
}

impl Problem {
    /// Is it about the rules of the sheet, whatever the game? Nobody claims that.
    #[must_use]
    pub const fn is_of_the_sheet(&self) -> bool {
        matches!(self, Self::OtherRules { .. } | Self::UnknownRules(_))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPins { before, pins } => {
                for ball in before {
                    write!(f, "{ball} then ")?;
                }
                let sum = u16::from(*pins) + before.iter().map(|&ball| u16::from(ball)).sum::<u16>();
                write!(f, "{pins} is {sum} pins, a rack has 10")
            }
            Self::Over => f.write_str("the game is over, no roll can follow (a new game starts on a new line)"),
            Self::StrikeOnBrokenRack { standing, spare } => {
                write!(f, "X needs a full rack, {standing} stand after a ball was rolled")?;
                f.write_str(if *spare { " (a spare is written /)" } else { " (write the number of pins)" })
            }
            Self::SpareOnFullRack => f.write_str("/ needs a ball before it at the same pins (a strike is written X)"),
            Self::SpareOnThirdBall { standing } => {
                write!(f, "/ is for the second ball, ten in three balls is written in digits ({standing})")
            }
            Self::SplitOnBrokenRack => f.write_str("a split is left by the first ball at a full rack"),
            Self::NoSplit(pins) => write!(f, "{pins} pins down leave no split, it is 1 to 8"),
            Self::NotARoll { token, pairs } => {
                write!(f, "{} is not a roll, a roll is 0 to 10", shortened(token))?;
                if *pairs { f.write_str(" (--from notation reads digit pairs as frames)") } else { Ok(()) }
            }
            Self::LeadingZero(token) => {
                let token = shortened(token);
                write!(
                    f,
                    "{token} starts with 0, perhaps a separator is lost (--from notation reads each digit as a roll)"
                )
            }
            Self::NotationAmongRolls(token) => {
                write!(f, "{} is not a number of pins (--from notation reads symbols)", shortened(token))
            }
            Self::UnknownSymbol(symbol) => {
                write!(f, "'{symbol}' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)")
            }
            Self::AmbiguousTen => {
                f.write_str("10 may be a strike, or 1 then 0 (write X or 1-, or say --from notation for 1 then 0)")
            }
            Self::BareSplit => f.write_str("a split is written S7, (7) or \u{2466}"),
            Self::Unbalanced(sign) => write!(f, "{sign} has no partner"),
            Self::AfterBracket => f.write_str("after ] only a claim or a comment can follow"),
            Self::BadClaim(claim) => {
                write!(f, "{} is not a claim, a claim is a total, running totals or error", shortened(claim))
            }
            Self::LongClaim => f.write_str("more than ten running totals"),
            Self::LongLine => write!(f, "the line is longer than {LONGEST_LINE} bytes"),
            Self::Nul => f.write_str("a NUL byte, this is not text"),
            Self::NotUtf8 => f.write_str("bytes that are not UTF-8"),
            Self::Unfinished => f.write_str("the game is not over, --complete wants all ten frames"),
            Self::NotALogLine => f.write_str("a line of a log is a name and one roll, as in: Jeff 10"),
            Self::NothingToUndo => f.write_str("undo, but this player has no roll"),
            Self::TooManyPlayers(most) => write!(f, "more than {most} players in one match"),
            Self::OtherRules { sheet, option } => write!(f, "the sheet goes by {sheet} rules, --rules says {option}"),
            Self::UnknownRules(name) => {
                write!(f, "# rules: {}: {}", shortened(name), crate::game::rules::UnknownRules)
            }
        }
    }
}

/// A token as it is shown: a whole packed game would drown the message.
fn shortened(token: &str) -> std::borrow::Cow<'_, str> {
    const MOST: usize = 24;
    match token.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}\u{2026}", &token[..cut]).into(),
        None => token.into(),
    }
}

/// A problem at its place in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    column: usize,
    frame: Option<u8>,
    problem: Problem,
}

impl LineError {
    /// A problem at a byte of a line; the column is counted in characters.
    #[must_use]
    pub fn new(line: &[u8], at: usize, frame: Option<u8>, problem: Problem) -> Self {
        let before = &line[..at.min(line.len())];
        // Every byte but the continuation bytes starts a character.
        let column = 1 + before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Self { column, frame, problem }
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
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame {
            write!(f, "frame {frame}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for LineError {}
