//! The wording of problems. It names no options of the program. Advice about names, claims and comments is given only
//! where a game is on a line of a sheet.

use std::borrow::Cow;
use std::fmt;

use super::{Advice, LONGEST_LINE, Problem, Setting};
use crate::game::{BallProblem, PinSetError, RACK, UnknownRules};

/// A problem in the words for where it is.
struct Worded<'a>(&'a Problem, Setting);

impl fmt::Display for Worded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(self.1, f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Setting::Line, f)
    }
}

impl Problem {
    /// The message in the words for where the game is.
    pub(crate) const fn worded(&self, setting: Setting) -> impl fmt::Display + '_ {
        Worded(self, setting)
    }

    #[expect(clippy::too_many_lines, reason = "one table of all wording, checked to be complete")]
    fn write(&self, setting: Setting, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_line = setting == Setting::Line;
        match self {
            Self::Ball(BallProblem::GameOver) if setting != Setting::Game => {
                f.write_str("the game is over, no roll can follow (a new game starts on a new line)")
            }
            Self::Ball(problem) => write!(f, "{problem}"),
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
            Self::NotPins(error) => write!(f, "{}", PinSetError::new(error.kind(), shortened(error.text()))),
            Self::PinsAsDate(text) => {
                write!(f, "{} is a date that a spreadsheet made of pins, format the column as text", shortened(text))
            }
            Self::NotARoll { token } => write!(f, "{} is not a roll, a roll is 0 to 10", shortened(token)),
            Self::LeadingZero(token) => {
                write!(f, "{} starts with 0, perhaps a separator is missing", shortened(token))
            }
            Self::NotationAmongRolls(token) => write!(f, "{} is not a number of pins", shortened(token)),
            Self::UnknownSymbol(symbol) => {
                write!(f, "'{symbol}' is not a roll, {ROLLS}")
            }
            Self::LookAlike { found, advice: Advice::OnLine(_) } if !is_line => {
                write!(f, "'{found}' is not a roll, {ROLLS}")
            }
            Self::LookAlike { found, advice: Advice::Anywhere(advice) | Advice::OnLine(advice) } => {
                let code = u32::from(*found);
                match found {
                    '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => write!(f, "U+{code:04X} {advice}"),
                    found if found.is_whitespace() || found.is_control() => write!(f, "U+{code:04X} {advice}"),
                    found if found.is_ascii() => write!(f, "'{found}' {advice}"),
                    found => write!(f, "'{found}' (U+{code:04X}) {advice}"),
                }
            }
            Self::NotASymbol { token, advice: Advice::OnLine(_) } if !is_line => {
                write!(f, "{} is not a roll, {ROLLS}", shortened(token))
            }
            Self::Word(word) => write!(f, "{} is not a roll, {ROLLS}", shortened(word)),
            Self::NotASymbol { token, advice: Advice::Anywhere(advice) | Advice::OnLine(advice) } => {
                write!(f, "{} is not a roll, {advice}", shortened(token))
            }
            Self::Remark(word) => write!(f, "{} is not a roll, a comment starts with #", shortened(word)),
            Self::CarriageReturn => f.write_str(
                "a carriage return inside the line, as in files from old Macs (tr '\\r' '\\n' converts them)",
            ),
            Self::NameWithoutColon { name, game } => {
                write!(f, "a name ends with a colon, write {}: {}", shortened(name), shortened(game))
            }
            Self::Heading(text) if !is_line => write!(f, "{} is not a game", shortened(text)),
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
            Self::Packed(token) => {
                write!(
                    f,
                    "{} is more than one frame and has no X, / or -: write blanks between rolls",
                    shortened(token)
                )
            }
            Self::Straddle { token, starts } => {
                let place = if *starts { "starts" } else { "ends" };
                write!(f, "{} {place} inside a frame: write blanks between frames", shortened(token))?;
                f.write_str(", or between all rolls")
            }
            Self::DashSeparator => f.write_str("- is a gutter ball, not a separator: write blanks between frames"),
            Self::DashBetweenFrames { may_be_ball } => {
                f.write_str("- between frames may be a separator: write blanks to separate")?;
                f.write_str(if *may_be_ball { ", 0 for a gutter ball" } else { "" })
            }
            Self::TwoReadings { first: (first, score), second: (second, other), advice } => {
                write!(f, "two readings: {first} is {score}, {second} is {other}: {advice}")
            }
            Self::PerhapsLabel { label, balls } => {
                write!(f, "{} may be a label", shortened(label))?;
                let for_label = is_line.then(|| format!("{}: for a label", shortened(label)));
                write_advice(f, for_label, balls.as_ref().map(|balls| format!("{} for the balls", shortened(balls))))
            }
            Self::RunningTotals { totals, rolls } => {
                let for_totals = match setting {
                    Setting::Line => Some(format!("= {} after their game", shortened(totals))),
                    #[cfg(feature = "cli")]
                    Setting::Value => Some("them in a column or key of their own".into()),
                    Setting::Game => None,
                };
                f.write_str("these may be running totals")?;
                write_advice(f, for_totals, for_rolls(rolls.as_deref()))
            }
            Self::PerhapsTotalAlone { number, rolls } => {
                write!(f, "{number} looks like a total")?;
                write_advice(f, is_line.then(|| format!("= {number} after its game")), for_rolls(rolls.as_deref()))?;
                f.write_str(if is_line { "; a table of totals has a header" } else { total_advice(setting) })
            }
            Self::PerhapsTotalAtEnd { number, rolls } => {
                write!(f, "{number} is the score before it")?;
                write_advice(f, is_line.then(|| format!("= {number} for a total")), for_rolls(rolls.as_deref()))?;
                f.write_str(total_advice(setting))
            }
            Self::RuledLine if is_line => f.write_str("dashes alone: a ruled line belongs in a comment, after #"),
            Self::RuledLine => f.write_str("dashes alone are more than one frame"),
            Self::NoGame if setting == Setting::Game => f.write_str("there is no game"),
            Self::NoGame => f.write_str("there is no game (a player without a roll is a name and a colon)"),
            Self::PerhapsTotal { why, number } => {
                match **why {
                    Self::Ball(ref problem) => write!(f, "{problem}")?,
                    ref why => why.write(setting, f)?,
                }
                if is_line {
                    return write!(f, " (a total is written = {})", shortened(number));
                }
                f.write_str(total_advice(setting))
            }
            Self::InnerArray => f.write_str("each inner array or string holds one frame, no more and no less"),
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
            Self::OtherRules { sheet, wanted } => write!(f, "the sheet uses {sheet} rules, not {wanted}"),
            Self::UnknownRules(name) => {
                f.write_str(if is_line { "# rules: " } else { "" })?;
                write!(f, "{}: {UnknownRules}", shortened(name))
            }
        }
    }
}

const ROLLS: &str = "rolls are 0 to 10 or X / - 1 to 9 F G";

/// Writes what to write instead.
fn write_advice(f: &mut fmt::Formatter<'_>, first: Option<String>, second: Option<String>) -> fmt::Result {
    let advice: Vec<String> = first.into_iter().chain(second).collect();
    if advice.is_empty() { Ok(()) } else { write!(f, ": write {}", advice.join(", ")) }
}

fn for_rolls(rolls: Option<&str>) -> Option<String> {
    rolls.map(|rolls| format!("{} for rolls", shortened(rolls)))
}

/// Where the total of a game is, if not on its line.
const fn total_advice(setting: Setting) -> &'static str {
    match setting {
        #[cfg(feature = "cli")]
        Setting::Value => " (a total has a column or key of its own, total)",
        Setting::Line | Setting::Game => "",
    }
}

/// A token for a message, shortened: a whole packed game would hide the message itself.
pub(crate) fn shortened(token: &str) -> Cow<'_, str> {
    const MOST: usize = 24;
    match token.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}\u{2026}", &token[..cut]).into(),
        None => token.into(),
    }
}
