//! The mistakes that people make in one frame, as a table.

use crate::game::{Bonus, Frame, Mark};

/// A mistake in a frame, by its wording.
pub(crate) type FrameMistake = &'static str;

/// A mistake as it is made in a frame.
#[derive(Clone, Copy)]
pub(crate) struct MadeMistake {
    pub mistake: FrameMistake,
    /// The score that it gives the frame. It may be the right one.
    pub score: u32,
    /// Whether it is about a mark, its bonus or its fill balls.
    pub is_with_mark: bool,
}

/// The frames in which a mistake can be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Strike,
    Spare,
    /// A mark that earns its bonus at once.
    WorldStrike,
    WorldSpare,
    /// A mark of a tenth frame with fill balls, which are all the bonus that it gets.
    StrikeWithFill,
    SpareWithFill,
    Any,
    Open,
}

/// What was done in a frame, and the score that it gives.
struct Row(Case, FrameMistake, fn(&Counts) -> Option<u32>);

/// The likelier mistakes first.
const MISTAKES: &[Row] = &[
    Row(Case::Strike, "as if the strike's bonus were left out", |_| Some(10)),
    Row(Case::Strike, "as if the strike's bonus were one ball, not two", |frame| frame.with_next(1)),
    Row(Case::Strike, "as if the strike's bonus were three balls, not two", |frame| frame.with_next(3)),
    Row(Case::Strike, "as if the bonus were counted twice", |frame| Some(10 + 2 * frame.bonus)),
    Row(Case::Strike, "as if the strike were 30 at once, as under world rules", |_| Some(30)),
    Row(Case::Spare, "as if the spare's bonus were left out", |_| Some(10)),
    Row(Case::Spare, "as if the spare's bonus were two balls, not one", |frame| frame.with_next(2)),
    Row(Case::Spare, "as if the bonus were counted twice", |frame| Some(10 + 2 * frame.bonus)),
    Row(Case::Spare, "as if the spare's bonus were its own first ball, as under world rules", |frame| {
        Some(10 + frame.first)
    }),
    Row(Case::WorldStrike, "as if the strike's bonus were left out", |_| Some(10)),
    Row(Case::WorldStrike, "as if the strike's bonus were the next two balls, as in tenpin", |frame| {
        frame.with_next(2)
    }),
    Row(Case::WorldSpare, "as if the spare's bonus were left out", |_| Some(10)),
    Row(Case::WorldSpare, "as if the spare's bonus were the next ball, as in tenpin", |frame| frame.with_next(1)),
    Row(Case::StrikeWithFill, "as if the fill balls were left out", |_| Some(10)),
    Row(Case::StrikeWithFill, "as if the last fill ball were left out", |frame| Some(frame.pinfall - frame.last)),
    Row(Case::StrikeWithFill, "as if the fill balls were counted twice", |frame| Some(2 * frame.pinfall - 10)),
    // Each strike of the frame earns its bonus once more.
    Row(Case::StrikeWithFill, "as if the fill balls earned a bonus of their own", |frame| {
        Some(2 * frame.pinfall - 10 + frame.last)
    }),
    Row(Case::SpareWithFill, "as if the fill ball were left out", |_| Some(10)),
    Row(Case::SpareWithFill, "as if the fill ball were counted twice", |frame| Some(10 + 2 * frame.last)),
    Row(Case::Any, "as if the frame were left out", |_| Some(0)),
    Row(Case::Open, "as if the last ball were left out", |frame| Some(frame.pinfall - frame.last)),
    Row(Case::Open, "as if only the last ball were counted", |frame| Some(frame.last)),
    Row(Case::Open, "as if the frame were counted twice", |frame| Some(2 * frame.pinfall)),
];

/// What the balls of a frame count, and those after it.
struct Counts {
    first: u32,
    last: u32,
    pinfall: u32,
    /// What the frame's bonus is.
    bonus: u32,
    /// The balls after the frame.
    after: Vec<u32>,
}

impl Counts {
    fn new(frame: Frame<'_>) -> Self {
        let values = |frame: Frame<'_>| frame.balls().iter().map(|ball| u32::from(ball.value())).collect::<Vec<_>>();
        let own = values(frame);
        Self {
            first: own.first().copied().unwrap_or_default(),
            last: own.last().copied().unwrap_or_default(),
            pinfall: own.iter().sum(),
            bonus: frame.bonus().map(u32::from).sum(),
            after: frame.later().flat_map(values).collect(),
        }
    }

    /// The score of a mark with the next balls as its bonus, if they have been rolled.
    fn with_next(&self, balls: usize) -> Option<u32> {
        Some(10 + self.after.get(..balls)?.iter().sum::<u32>())
    }
}

impl Case {
    /// The mark of a frame, as a case.
    fn of_mark(frame: Frame<'_>) -> Option<Self> {
        let has_fill = frame.balls().len() > 2;
        Some(match (frame.mark()?, frame.rules().row().bonus) {
            (Mark::Strike, _) if has_fill => Self::StrikeWithFill,
            (Mark::Spare, _) if has_fill => Self::SpareWithFill,
            (Mark::Strike, Bonus::NextBalls) => Self::Strike,
            (Mark::Strike, Bonus::AtOnce) => Self::WorldStrike,
            (Mark::Spare, Bonus::NextBalls) => Self::Spare,
            (Mark::Spare, Bonus::AtOnce) => Self::WorldSpare,
        })
    }
}

/// The mistakes that people make in a frame, the likelier ones first.
pub(crate) fn frame_mistakes(frame: Frame<'_>) -> Vec<MadeMistake> {
    let (mark, counts) = (Case::of_mark(frame), Counts::new(frame));
    let applies = |case| match case {
        Case::Any => true,
        Case::Open => frame.is_open(),
        case => mark == Some(case),
    };
    let rows = MISTAKES.iter().filter(|Row(case, ..)| applies(*case));
    rows.filter_map(|Row(case, mistake, score)| {
        Some(MadeMistake { mistake, score: score(&counts)?, is_with_mark: mark == Some(*case) })
    })
    .collect()
}
