//! Claims against scores: does the sheet say what the game came to, and if not, what went wrong?

mod slip;

use std::fmt;

use crate::game::Game;
use crate::parse::{Claim, LineError};

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The first wrong frame; `None` where the claim is a total or about an error.
    pub frame: Option<u8>,
    /// What the sheet says.
    pub says: String,
    /// What the score is.
    pub is: String,
    /// The slip that would explain it.
    pub slip: Option<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frame) = self.frame {
            write!(f, "frame {frame}: ")?;
        }
        match self.is.strip_prefix("error: ") {
            Some(error) => write!(f, "the sheet says {}, the error is {error}", self.says)?,
            None => write!(f, "the sheet says {}, the score is {}", self.says, self.is)?,
        }
        match &self.slip {
            Some(slip) => write!(f, " ({slip})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Mismatch {}

/// Holds a claim against its game.
///
/// ```
/// use bowling::{Dialect, Rules, score_line, verify};
///
/// let line = score_line(b"X 5/ 9- = 10 29 38", Dialect::Auto, Rules::Tenpin).unwrap();
/// let mismatch = verify(&line.claim.unwrap(), line.game.as_ref()).unwrap_err();
/// assert_eq!(
///     mismatch.to_string(),
///     "frame 1: the sheet says 10, the score is 20 (the bonus of the strike is missing)"
/// );
/// ```
pub fn verify(claim: &Claim, game: Result<&Game, &LineError>) -> Result<(), Mismatch> {
    match (claim, game) {
        (Claim::Error(_), Err(error)) if error.problem().is_of_the_sheet() => {
            Err(Mismatch { frame: None, says: "error".into(), is: format!("error: {error}"), slip: None })
        }
        (Claim::Error(None), Err(_)) => Ok(()),
        (Claim::Error(Some(text)), Err(error)) => {
            let message = error.to_string();
            if message.contains(text) {
                return Ok(());
            }
            Err(Mismatch { frame: None, says: format!("error: {text}"), is: format!("error: {message}"), slip: None })
        }
        (Claim::Error(text), Ok(game)) => {
            let says = text.as_ref().map_or_else(|| "error".into(), |text| format!("error: {text}"));
            Err(Mismatch { frame: None, says, is: game.score().to_string(), slip: None })
        }
        (Claim::Total(_) | Claim::Running(_), Err(error)) => {
            Err(Mismatch { frame: error.frame(), says: first_number(claim), is: "error".into(), slip: None })
        }
        (Claim::Total(says), Ok(game)) => total(*says, game),
        (Claim::Running(says), Ok(game)) => running(says, game),
    }
}

fn first_number(claim: &Claim) -> String {
    match claim {
        Claim::Total(total) => total.to_string(),
        Claim::Running(totals) => totals.iter().rev().flatten().next().map_or_else(|| "_".into(), u32::to_string),
        Claim::Error(_) => "error".into(),
    }
}

fn total(says: u32, game: &Game) -> Result<(), Mismatch> {
    let is = u32::from(game.score());
    if says == is {
        return Ok(());
    }
    Err(Mismatch { frame: None, says: says.to_string(), is: is.to_string(), slip: Some(slip::in_total(says, game)) })
}

fn running(says: &[Option<u32>], game: &Game) -> Result<(), Mismatch> {
    let totals = totals(game);
    let is = |frame: usize| totals.get(frame).copied().flatten();
    let Some(wrong) = says.iter().enumerate().position(|(frame, says)| *says != is(frame)) else {
        return Ok(());
    };
    Err(Mismatch {
        frame: Some(wrong as u8 + 1),
        says: says[wrong].map_or_else(|| "_ (not settled)".into(), |says| says.to_string()),
        is: is(wrong).map_or_else(|| "not settled yet".into(), |is| is.to_string()),
        slip: slip::in_frame(wrong, says, &totals, game),
    })
}

/// The running totals of the frames that have begun.
fn totals(game: &Game) -> Vec<Option<u32>> {
    game.frames().map(|frame| frame.total.map(u32::from)).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Rules, score_line};

    fn message(line: &str) -> String {
        let scored = score_line(line.as_bytes(), Dialect::Auto, Rules::Tenpin).unwrap();
        match super::verify(&scored.claim.unwrap(), scored.game.as_ref()) {
            Ok(()) => "holds".into(),
            Err(mismatch) => mismatch.to_string(),
        }
    }

    #[test]
    fn claims_that_hold() {
        for line in [
            "X 5/ 9- = 48",
            "X 5/ 9- = 20 39 48",
            "X 5/ 9 = 20 39 _",
            "X 5/ 9 = 20 39",
            "8 5 = error",
            "8 5 = error: a rack",
        ] {
            assert_eq!(message(line), "holds", "{line}");
        }
    }

    #[test]
    fn the_first_wrong_frame_is_named_with_both_numbers() {
        for (line, said) in [
            ("X 5/ 9- = 20 39 49", "frame 3: the sheet says 49, the score is 48 ("),
            ("X 5/ 9- = 20 _ 48", "frame 2: the sheet says _ (not settled), the score is 39"),
            ("X 5/ 9- = error", "the sheet says error, the score is 48"),
            ("X 5/ 9- = error: rack", "the sheet says error: rack, the score is 48"),
            ("8 5 = 13", "frame 1: the sheet says 13, the score is error"),
            (
                "8 5 = error: late",
                "the sheet says error: late, the error is frame 1: 8 then 5 is 13 pins, a rack has 10",
            ),
        ] {
            let message = message(line);
            assert!(message.starts_with(said), "{line}: {message}");
            assert!(said.ends_with('(') || message == said, "{line}: {message}");
        }
    }
}
