//! The mistakes that are known, and their wording.

use std::fmt;

use crate::game::{Mark, Rules};

/// A mistake that would explain a wrong claim. It is a possibility, not a finding, and is worded as one.
///
/// ```
/// use bowling::{FrameMistake, Mistake, SheetReader};
///
/// let entry = SheetReader::new(&b"X 5/ 9- = 10 29 38"[..]).next().unwrap()?;
/// let mistake = entry.verify().unwrap_err().mistake.unwrap();
/// assert_eq!(mistake, Mistake::Frame(FrameMistake::StrikeBonusLeftOut));
/// assert_eq!(mistake.to_string(), "as if the strike's bonus were left out");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// The first wrong frame was scored wrongly in a way that people know.
    Frame(FrameMistake),
    /// One frame was scored wrongly, and the total does not say which.
    InOneOf {
        /// What was wrong in it.
        mistake: FrameMistake,
        /// The numbers of the frames that it may be, 1 to 10.
        frames: Vec<u8>,
    },
    /// The balls were scored by other rules.
    OtherRules(Rules),
    /// No bonus was counted.
    NoBonus,
    /// Frames that are not settled were counted.
    UnsettledCounted,
    /// Two digits are swapped.
    SwappedDigits,
    /// The total before the frame was left out.
    BeforeLeftOut(u32),
    /// The frame has not begun.
    NotBegun,
    /// The frame is not over.
    NotOver,
    /// A frame before it is not settled.
    EarlierNotSettled,
    /// The mark of the frame waits for balls.
    Waits {
        /// The mark.
        mark: Mark,
        /// The balls that it waits for.
        balls: usize,
    },
    /// The sum is off by a number.
    OffBy {
        /// What the sheet says less what is right.
        by: i64,
        /// The totals after the first wrong one.
        later: LaterTotals,
    },
    /// The total is off by a number, and nothing says where.
    TotalOffBy(i64),
    /// The running totals stop before the end of the game.
    StopsEarly,
}

/// The running totals after the first wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaterTotals {
    /// There are none.
    None,
    /// They are off by the same number.
    Same,
    /// They are right.
    Right,
    /// They are off by other numbers.
    Different,
}

impl Mistake {
    /// Whether it may be a ten that was not carried.
    pub(crate) const fn is_carry(&self) -> bool {
        matches!(self, Self::OffBy { by: 10 | -10, later } if !matches!(later, LaterTotals::Right))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let carry = if self.is_carry() { ", perhaps a missed carry" } else { "" };
        match self {
            Self::Frame(mistake) => mistake.fmt(f),
            Self::InOneOf { mistake, frames } => {
                let frames: Vec<String> = frames.iter().map(u8::to_string).collect();
                write!(f, "{mistake} in frame {}", frames.join(" or "))
            }
            Self::OtherRules(rules) => write!(f, "right under {rules} rules"),
            Self::NoBonus => f.write_str("as if no bonus were counted"),
            Self::UnsettledCounted => f.write_str("as if unsettled frames were counted"),
            Self::SwappedDigits => f.write_str("perhaps two digits are swapped"),
            Self::BeforeLeftOut(before) => write!(f, "as if the {before} before this frame were left out"),
            Self::NotBegun => f.write_str("the frame has not begun"),
            Self::NotOver => f.write_str("the frame is not over"),
            Self::EarlierNotSettled => f.write_str("a frame before it is not settled"),
            Self::Waits { mark, balls: 1 } => write!(f, "the {} waits for one more ball", mark.name()),
            Self::Waits { mark, balls } => write!(f, "the {} waits for {balls} more balls", mark.name()),
            Self::OffBy { by, later: LaterTotals::None } => write!(f, "off by {by:+}{carry}"),
            Self::OffBy { by, later: LaterTotals::Same } => write!(f, "off by {by:+} from here on{carry}"),
            Self::OffBy { by, later: LaterTotals::Right } => write!(f, "off by {by:+} in this frame only"),
            Self::OffBy { by, later: LaterTotals::Different } => {
                write!(f, "off by {by:+}{carry}, and later frames are off differently")
            }
            Self::TotalOffBy(by) => write!(f, "off by {by:+}, running totals would show where"),
            Self::StopsEarly => f.write_str("the running totals stop early"),
        }
    }
}

/// A way in which people score one frame wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "their names say what they are, and their wording is beside them")]
pub enum FrameMistake {
    StrikeBonusLeftOut,
    StrikeBonusAsTenpin,
    StrikeBonusOneBall,
    StrikeBonusThreeBalls,
    StrikeAsWorld,
    SpareBonusLeftOut,
    SpareBonusAsTenpin,
    SpareBonusTwoBalls,
    SpareBonusAsWorld,
    BonusTwice,
    FillBallsLeftOut,
    LastFillBallLeftOut,
    FillBallsTwice,
    FillBallsEarnedBonus,
    FillBallLeftOut,
    FillBallTwice,
    FrameLeftOut,
    LastBallLeftOut,
    OnlyLastBall,
    FrameTwice,
}

impl fmt::Display for FrameMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StrikeBonusLeftOut => "as if the strike's bonus were left out",
            Self::StrikeBonusAsTenpin => "as if the strike's bonus were the next two balls, as in tenpin",
            Self::StrikeBonusOneBall => "as if the strike's bonus were one ball, not two",
            Self::StrikeBonusThreeBalls => "as if the strike's bonus were three balls, not two",
            Self::StrikeAsWorld => "as if the strike were 30 at once, as under world rules",
            Self::SpareBonusLeftOut => "as if the spare's bonus were left out",
            Self::SpareBonusAsTenpin => "as if the spare's bonus were the next ball, as in tenpin",
            Self::SpareBonusTwoBalls => "as if the spare's bonus were two balls, not one",
            Self::SpareBonusAsWorld => "as if the spare's bonus were its own first ball, as under world rules",
            Self::BonusTwice => "as if the bonus were counted twice",
            Self::FillBallsLeftOut => "as if the fill balls were left out",
            Self::LastFillBallLeftOut => "as if the last fill ball were left out",
            Self::FillBallsTwice => "as if the fill balls were counted twice",
            Self::FillBallsEarnedBonus => "as if the fill balls earned a bonus of their own",
            Self::FillBallLeftOut => "as if the fill ball were left out",
            Self::FillBallTwice => "as if the fill ball were counted twice",
            Self::FrameLeftOut => "as if the frame were left out",
            Self::LastBallLeftOut => "as if the last ball were left out",
            Self::OnlyLastBall => "as if only the last ball were counted",
            Self::FrameTwice => "as if the frame were counted twice",
        })
    }
}
