//! Checks claims against scores.

use std::fmt;

use super::claim::Claim;
use super::mistake::{self, Mistake};
use crate::error::LineError;
use crate::game::Game;

/// A claim that does not hold.
///
/// ```
/// use bowling::sheet::SheetReader;
///
/// let entry = SheetReader::new(&b"PJS: X 5/ 9- = 20 30 39"[..]).next().unwrap()?;
/// let mismatch = entry.verify().unwrap_err();
/// assert_eq!((mismatch.frame, mismatch.column), (Some(2), Some(19)));
/// assert_eq!(mismatch.mistake().as_deref(), Some("as if the spare's bonus were left out"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The first wrong frame; `None` if the claim is a total or about an error.
    pub frame: Option<u8>,
    /// The column of the first wrong number, from 1, in characters; `None` if the claim is not that of a line.
    pub column: Option<usize>,
    /// What the sheet says.
    pub says: String,
    /// What is right.
    pub right: Right,
    pub(crate) mistake: Option<Mistake>,
}

impl Mismatch {
    /// The mistake that would explain it, in words. It is a possibility, not a finding.
    pub fn mistake(&self) -> Option<String> {
        self.mistake.as_ref().map(Mistake::to_string)
    }
}

/// The byte of the text of a claim at which it starts, or at which the running total of a frame does.
pub(crate) fn place(claim: &Claim, text: &str, frame: Option<u8>) -> usize {
    let nth = match claim {
        Claim::Running(_) => usize::from(frame.unwrap_or(1)) - 1,
        _ => 0,
    };
    let is_number = |sign: char| sign.is_ascii_digit() || sign == '_';
    let mut rest = text.trim_start_matches([' ', '\t', '[']);
    for _ in 0..nth {
        rest = rest.trim_start_matches(is_number).trim_start_matches(|sign| !is_number(sign));
    }
    text.len() - rest.len()
}

/// What is right where a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Right {
    /// The score.
    Score(u16),
    /// The frame is not settled yet.
    NotSettled,
    /// The game is an error.
    Error,
    /// The game is an error with this message, not the claimed one.
    Message(String),
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "{score}"),
            Self::NotSettled => f.write_str("not settled yet"),
            Self::Error => f.write_str("error"),
            Self::Message(message) => write!(f, "error: {message}"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame {
            write!(f, "frame {frame}: ")?;
        }
        match &self.right {
            Right::Error => write!(f, "the sheet says {}, but the game is an error", self.says)?,
            Right::Message(message) => write!(f, "the sheet says {}, the error is {message}", self.says)?,
            right => write!(f, "the sheet says {}, the score is {right}", self.says)?,
        }
        match &self.mistake {
            Some(mistake) => write!(f, " ({mistake})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Mismatch {}

/// Checks a claim about a game.
///
/// ```
/// use bowling::sheet::{score_line, verify};
/// use bowling::{Dialect, Rules};
///
/// let line = score_line(b"X 5/ 9- = 10 29 38", Dialect::Auto, Rules::Tenpin).unwrap();
/// let mismatch = verify(&line.claim.unwrap(), line.game.as_ref()).unwrap_err();
/// assert_eq!(
///     mismatch.to_string(),
///     "frame 1: the sheet says 10, the score is 20 (as if the strike's bonus were left out)"
/// );
/// ```
///
/// # Errors
///
/// If the claim does not hold; the error says what would be right and names the likely mistake.
pub fn verify(claim: &Claim, game: Result<&Game, &LineError>) -> Result<(), Mismatch> {
    check(claim, game, |error| Refused {
        message: error.to_string(),
        frame: error.frame(),
        is_about_rules: error.problem().is_about_rules(),
    })
}

/// Why there is no game that a claim could be about.
pub(crate) struct Refused {
    pub message: String,
    pub frame: Option<u8>,
    /// A claim cannot expect it.
    pub is_about_rules: bool,
}

/// Checks a claim of a game, given what an error says.
pub(crate) fn check<E>(
    claim: &Claim,
    game: Result<&Game, &E>,
    refused: impl FnOnce(&E) -> Refused,
) -> Result<(), Mismatch> {
    let mismatch = |frame, says, right, mistake| Err(Mismatch { frame, column: None, says, right, mistake });
    match (claim, game.map_err(refused)) {
        (Claim::Error(_), Err(error)) if error.is_about_rules => {
            mismatch(None, "error".into(), Right::Message(error.message), None)
        }
        (Claim::Error(None), Err(_)) => Ok(()),
        (Claim::Error(Some(text)), Err(error)) if error.message.contains(text) => Ok(()),
        (Claim::Error(_), Err(error)) => mismatch(None, claim.to_string(), Right::Message(error.message), None),
        (Claim::Error(_), Ok(game)) => mismatch(None, claim.to_string(), Right::Score(game.score()), None),
        (_, Err(error)) => mismatch(error.frame, last_number(claim), Right::Error, None),
        (Claim::Total(says), Ok(game)) if *says == u32::from(game.score()) => Ok(()),
        (Claim::Total(says), Ok(game)) => {
            mismatch(None, says.to_string(), Right::Score(game.score()), Some(mistake::in_total(*says, game)))
        }
        (Claim::Running(says), Ok(game)) => {
            let Some(wrong) = first_wrong_frame(says, game) else {
                return Ok(());
            };
            let claimed = says[wrong].map_or_else(|| "_ (not settled)".into(), |says| says.to_string());
            let right = game.running_totals().get(wrong).map_or(Right::NotSettled, |&total| Right::Score(total));
            mismatch(Some(wrong as u8 + 1), claimed, right, mistake::in_frame(wrong, says, game))
        }
    }
}

/// Checks that running totals reach the last settled frame of a game, if they must.
#[cfg(feature = "cli")]
pub(crate) fn verify_length(claim: &Claim, game: &Game, must_reach_end: bool) -> Result<(), Mismatch> {
    let (Claim::Running(says), true) = (claim, must_reach_end) else { return Ok(()) };
    let Some(&total) = game.running_totals().get(says.len()) else { return Ok(()) };
    Err(Mismatch {
        frame: Some(says.len() as u8 + 1),
        column: None,
        says: "nothing".into(),
        right: Right::Score(total),
        mistake: Some(Mistake::StopsEarly),
    })
}

fn last_number(claim: &Claim) -> String {
    match claim {
        Claim::Running(totals) => totals.iter().rev().flatten().next().map_or_else(|| "_".into(), u32::to_string),
        claim => claim.to_string(),
    }
}

/// The index of the first frame whose claimed running total is wrong.
pub(super) fn first_wrong_frame(says: &[Option<u32>], game: &Game) -> Option<usize> {
    let totals = game.running_totals();
    says.iter().enumerate().position(|(frame, says)| *says != totals.get(frame).map(|&total| u32::from(total)))
}

#[cfg(test)]
mod tests {
    use crate::sheet::score_line;
    use crate::{Dialect, Rules};

    #[test]
    fn a_wrong_claim_is_named_with_what_is_right() {
        for (line, expected) in [
            ("X 5/ 9- = 20 _ 48", "frame 2: the sheet says _ (not settled), the score is 39"),
            ("8 5 = 13", "frame 1: the sheet says 13, but the game is an error"),
        ] {
            let scored = score_line(line.as_bytes(), Dialect::Auto, Rules::Tenpin).unwrap();
            let mismatch = super::verify(&scored.claim.unwrap(), scored.game.as_ref()).unwrap_err();
            assert_eq!(mismatch.to_string(), expected, "{line}");
        }
    }
}
