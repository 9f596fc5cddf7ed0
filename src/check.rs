//! Claims against scores: does the sheet say what the game came to, and if not, what went wrong?

use std::fmt;

use crate::game::{Frame, Game, Mark};
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
        write!(f, "the sheet says {}, the score is {}", self.says, self.is)?;
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
        (Claim::Error(None), Err(_)) => Ok(()),
        (Claim::Error(Some(text)), Err(error)) => {
            let message = error.to_string();
            if message.contains(text) {
                return Ok(());
            }
            Err(Mismatch { frame: None, says: format!("error: {text}"), is: format!("error: {message}"), slip: None })
        }
        (Claim::Error(_), Ok(game)) => {
            Err(Mismatch { frame: None, says: "error".into(), is: game.score().to_string(), slip: None })
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
    Err(Mismatch { frame: None, says: says.to_string(), is: is.to_string(), slip: slip_in_total(says, is, game) })
}

fn running(says: &[Option<u32>], game: &Game) -> Result<(), Mismatch> {
    let totals: Vec<Option<u32>> = game.frames().map(|frame| frame.total.map(u32::from)).collect();
    let is = |frame: usize| totals.get(frame).copied().flatten();
    let Some(wrong) = says.iter().enumerate().position(|(frame, says)| *says != is(frame)) else {
        return Ok(());
    };
    let slip = match (says[wrong], is(wrong), game.frames().nth(wrong)) {
        (Some(claimed), Some(total), Some(frame)) => {
            let before = wrong.checked_sub(1).and_then(is).unwrap_or_default();
            let carried = says.iter().enumerate().skip(wrong + 1).filter_map(|(at, says)| Some(off((*says)?, is(at)?)));
            Some(slip_in_frame(claimed, total, before, &frame, carried))
        }
        _ => None,
    };
    Err(Mismatch {
        frame: Some(wrong as u8 + 1),
        says: says[wrong].map_or_else(|| "_ (not settled)".into(), |says| says.to_string()),
        is: is(wrong).map_or_else(|| "not settled yet".into(), |is| is.to_string()),
        slip,
    })
}

/// The slip with a bonus that makes a frame come to what is claimed.
fn bonus_slip(claimed: u32, frame: &Frame<'_>) -> Option<&'static str> {
    let own = u32::from(frame.points);
    let bonus: u32 = frame.bonus.iter().map(|&pins| u32::from(pins)).sum();
    match frame.kind? {
        Mark::Strike if !frame.bonus.is_empty() && claimed == own => Some("the bonus of the strike is missing"),
        Mark::Spare if !frame.bonus.is_empty() && claimed == own => Some("the bonus of the spare is missing"),
        Mark::Strike if frame.bonus.len() == 2 && claimed == own + u32::from(frame.bonus[0]) => {
            Some("the strike counts one ball of bonus, not two")
        }
        Mark::Strike | Mark::Spare if !frame.bonus.is_empty() && claimed == own + 2 * bonus => {
            Some("the bonus is counted twice")
        }
        Mark::Strike if frame.rolls.len() == 3 && claimed == own + fill(frame, 1) => {
            Some("the fill balls are counted twice")
        }
        Mark::Spare if frame.rolls.len() == 3 && claimed == own + fill(frame, 2) => {
            Some("the fill ball is counted twice")
        }
        _ => None,
    }
}

/// The pins of the fill balls of a tenth frame: those from ball `from` on.
fn fill(frame: &Frame<'_>, from: usize) -> u32 {
    let balls = frame.rolls.iter().zip(frame.marks).skip(from);
    balls.map(|(roll, mark)| if *mark == Some(Mark::Strike) { 10 } else { u32::from(roll.pins().get()) }).sum()
}

fn slip_in_frame(
    claimed: u32,
    total: u32,
    before: u32,
    frame: &Frame<'_>,
    carried: impl Iterator<Item = i64>,
) -> String {
    if let Some(slip) = claimed.checked_sub(before).and_then(|claimed| bonus_slip(claimed, frame)) {
        return slip.into();
    }
    let off = off(claimed, total);
    let later: Vec<i64> = carried.collect();
    if later.is_empty() {
        format!("an addition slip: {off:+}")
    } else if later.iter().all(|&later| later == off) {
        format!("an addition slip: {off:+} from this frame on")
    } else {
        format!("{off:+} in this frame")
    }
}

fn off(says: u32, is: u32) -> i64 {
    i64::from(says) - i64::from(is)
}

/// A total alone does not tell where it went wrong; one slip in one frame may.
fn slip_in_total(says: u32, is: u32, game: &Game) -> Option<String> {
    let bonuses: u32 = game.frames().map(|frame| frame.bonus.iter().map(|&pins| u32::from(pins)).sum::<u32>()).sum();
    // A claim may be any number, and as large as numbers get.
    if bonuses > 0 && says.checked_add(bonuses) == Some(is) {
        return Some("as if no bonus were counted".into());
    }
    game.frames().find_map(|frame| {
        let score = u32::from(frame.score?);
        let slip = bonus_slip(score.checked_add(says)?.checked_sub(is)?, &frame)?;
        Some(format!("as if in frame {} {slip}", frame.number))
    })
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
    fn the_first_wrong_frame_is_named_with_both_numbers_and_the_slip() {
        for (line, said) in [
            ("X 5/ 9- = 20 39 49", "frame 3: the sheet says 49, the score is 48 (an addition slip: +1)"),
            (
                "X 5/ 9- = 15 34 43",
                "frame 1: the sheet says 15, the score is 20 (the strike counts one ball of bonus, not two)",
            ),
            ("X 5/ 9- = 20 30 39", "frame 2: the sheet says 30, the score is 39 (the bonus of the spare is missing)"),
            (
                "X 5/ 9- = 21 40 49",
                "frame 1: the sheet says 21, the score is 20 (an addition slip: +1 from this frame on)",
            ),
            ("X 5/ 9- = 21 39 48", "frame 1: the sheet says 21, the score is 20 (+1 in this frame)"),
            ("X 5/ 9 = 20 39 48", "frame 3: the sheet says 48, the score is not settled yet"),
            ("X 5/ 9- = 20 _ 48", "frame 2: the sheet says _ (not settled), the score is 39"),
            ("X 5/ 9- = 29", "the sheet says 29, the score is 48 (as if no bonus were counted)"),
            ("X 5/ 9- = 39", "the sheet says 39, the score is 48 (as if in frame 2 the bonus of the spare is missing)"),
            ("X 5/ 9- = 99", "the sheet says 99, the score is 48"),
            ("X 5/ 9- = 99999999999", "the sheet says 4294967295, the score is 48"),
            ("X 5/ 9- = error", "the sheet says error, the score is 48"),
            ("8 5 = 13", "frame 1: the sheet says 13, the score is error"),
            (
                "8 5 = error: late",
                "the sheet says error: late, the score is error: frame 1: 8 then 5 is 13 pins, a rack has 10",
            ),
            (
                "-- -- -- -- -- -- -- -- -- XX8 = 46",
                "the sheet says 46, the score is 28 (as if in frame 10 the fill balls are counted twice)",
            ),
        ] {
            assert_eq!(message(line), said, "{line}");
        }
    }
}
