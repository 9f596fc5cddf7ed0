//! Likely mistakes: for a wrong claim, the scoring mistake that would give the claimed number.
//!
//! A mistake is a possibility, not a finding, and is worded as one. Mistakes in one frame are rows of [`frame`]'s table.

mod frame;

use std::fmt;

pub(crate) use frame::{FrameMistake, frame_mistakes};

use super::verify::first_wrong_frame;
use crate::game::{Frame, Game, Mark, Rules};

/// A mistake that would explain a wrong claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The first wrong frame has a common scoring mistake.
    Frame(FrameMistake),
    /// One frame has a common scoring mistake, and the total does not say which of these.
    InOneOf(FrameMistake, Vec<u8>),
    /// All frames that can have a common scoring mistake have it.
    InEvery(FrameMistake),
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
    Waits(Mark, usize),
    /// The sum is off by a number.
    OffBy(i64, LaterTotals),
    /// The total is off by a number, and nothing says where.
    TotalOffBy(i64),
    /// The running totals stop before the end of the game.
    #[cfg(feature = "cli")]
    StopsEarly,
}

/// The running totals after the first wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaterTotals {
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
        matches!(self, Self::OffBy(10 | -10, later) if !matches!(later, LaterTotals::Right))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let carry = if self.is_carry() { ", perhaps a missed carry" } else { "" };
        match self {
            Self::Frame(mistake) => f.write_str(mistake),
            Self::InOneOf(mistake, frames) => {
                let frames: Vec<String> = frames.iter().map(u8::to_string).collect();
                write!(f, "{mistake} in frame {}", frames.join(" or "))
            }
            Self::InEvery(mistake) => write!(f, "{mistake} in every frame"),
            Self::OtherRules(rules) => write!(f, "right under {rules} rules"),
            Self::NoBonus => f.write_str("as if no bonus were counted"),
            Self::UnsettledCounted => f.write_str("as if unsettled frames were counted"),
            Self::SwappedDigits => f.write_str("perhaps two digits are swapped"),
            Self::BeforeLeftOut(before) => write!(f, "as if the {before} before this frame were left out"),
            Self::NotBegun => f.write_str("the frame has not begun"),
            Self::NotOver => f.write_str("the frame is not over"),
            Self::EarlierNotSettled => f.write_str("a frame before it is not settled"),
            Self::Waits(mark, 1) => write!(f, "the {} waits for one more ball", mark.name()),
            Self::Waits(mark, balls) => write!(f, "the {} waits for {balls} more balls", mark.name()),
            Self::OffBy(by, LaterTotals::None) => write!(f, "off by {by:+}{carry}"),
            Self::OffBy(by, LaterTotals::Same) => write!(f, "off by {by:+} from here on{carry}"),
            Self::OffBy(by, LaterTotals::Right) => write!(f, "off by {by:+} in this frame only"),
            Self::OffBy(by, LaterTotals::Different) => {
                write!(f, "off by {by:+}{carry}, and later frames are off differently")
            }
            Self::TotalOffBy(by) => write!(f, "off by {by:+}, running totals would show where"),
            #[cfg(feature = "cli")]
            Self::StopsEarly => f.write_str("the running totals stop early"),
        }
    }
}

/// The mistake that would explain the first wrong frame (from 0) of claimed running totals.
pub(super) fn in_frame(wrong: usize, says: &[Option<u32>], game: &Game) -> Option<Mistake> {
    let claimed = says[wrong]?;
    if says.len() >= FEWEST_FRAMES
        && let Some(rules) = other_rules(game, |other| first_wrong_frame(says, other).is_none())
    {
        return Some(Mistake::OtherRules(rules));
    }
    let Some(frame) = game.frames().nth(wrong) else {
        return Some(Mistake::NotBegun);
    };
    let Some(total) = frame.total().map(u32::from) else {
        return Some(unsettled(frame));
    };
    // A slip of the pen is likelier than what follows.
    if is_swapped(claimed, total) {
        return Some(Mistake::SwappedDigits);
    }
    let before = total - u32::from(frame.score().unwrap_or_default());
    let made = |own| frame_mistakes(frame).into_iter().find(|made| made.score == own);
    if let Some(made) = claimed.checked_sub(before).and_then(made) {
        return Some(Mistake::Frame(made.mistake));
    }
    if total - before == claimed {
        return Some(Mistake::BeforeLeftOut(before));
    }
    let later = says.iter().zip(game.running_totals()).skip(wrong + 1);
    let later: Vec<i64> = later.filter_map(|(says, &total)| Some(difference((*says)?, total.into()))).collect();
    Some(addition_mistake(difference(claimed, total), &later))
}

/// The mistake that would explain a wrong total.
pub(super) fn in_total(says: u32, game: &Game) -> Mistake {
    let total = u32::from(game.score());
    if no_bonus(game).contains(&says) {
        return Mistake::NoBonus;
    }
    let counted =
        |frame: Frame<'_>| frame.score().unwrap_or_else(|| frame.pinfall() + frame.bonus().map(u16::from).sum::<u16>());
    if !game.is_complete() && game.frames().map(|frame| u32::from(counted(frame))).sum::<u32>() == says {
        return Mistake::UnsettledCounted;
    }
    if is_swapped(says, total) {
        return Mistake::SwappedDigits;
    }
    if let Some(rules) = other_rules(game, |other| game.is_complete() && u32::from(other.score()) == says) {
        return Mistake::OtherRules(rules);
    }
    // What each mistake with a mark adds to the total of the game, frame by frame.
    let made: Vec<(u8, FrameMistake, i64)> = settled(game)
        .flat_map(|frame| {
            let score = frame.score().unwrap_or_default().into();
            let marks = frame_mistakes(frame).into_iter().filter(|made| made.is_with_mark);
            marks.map(move |made| (frame.number(), made.mistake, difference(made.score, score)))
        })
        .collect();
    let by = difference(says, total);
    if let Some(&(_, mistake, _)) = made.iter().find(|(.., adds)| *adds == by) {
        let same = made.iter().filter(|(_, other, adds)| *other == mistake && *adds == by);
        return Mistake::InOneOf(mistake, same.map(|&(frame, ..)| frame).collect());
    }
    let in_every = |mistake| made.iter().filter(|(_, other, _)| *other == mistake).map(|(.., adds)| adds).sum::<i64>();
    match made.iter().find(|(_, mistake, _)| in_every(*mistake) == by) {
        Some(&(_, mistake, _)) => Mistake::InEvery(mistake),
        None => Mistake::TotalOffBy(by),
    }
}

fn settled(game: &Game) -> impl Iterator<Item = Frame<'_>> {
    game.frames().filter(|frame| frame.total().is_some())
}

/// The totals without any bonus, with and without the fill balls.
fn no_bonus(game: &Game) -> [u32; 2] {
    let pinfall = settled(game).map(|frame| u32::from(frame.pinfall())).sum();
    let first_rack = |frame: Frame<'_>| if frame.mark().is_some() { 10 } else { u32::from(frame.pinfall()) };
    [pinfall, settled(game).map(first_rack).sum()]
}

/// Fewer running totals could agree with other rules by accident.
const FEWEST_FRAMES: usize = 3;

/// Other rules under which the same balls give what is claimed.
fn other_rules(game: &Game, is_right: impl Fn(&Game) -> bool) -> Option<Rules> {
    let mut others = Rules::ALL.iter().copied().filter(|&rules| rules != game.rules());
    others.find(|&rules| by_rules(game, rules).is_some_and(|other| is_right(&other)))
}

/// The same balls scored by other rules, if these allow them.
pub(crate) fn by_rules(game: &Game, rules: Rules) -> Option<Game> {
    Game::of(rules, game.rolls()).ok()
}

/// What a frame without a total waits for.
fn unsettled(frame: Frame<'_>) -> Mistake {
    match (frame.mark(), frame.awaits()) {
        _ if !frame.is_over() => Mistake::NotOver,
        (Some(mark), balls @ 1..) => Mistake::Waits(mark, balls),
        _ => Mistake::EarlierNotSettled,
    }
}

/// By how much the sum is off, and whether later sums are off as well.
fn addition_mistake(by: i64, later: &[i64]) -> Mistake {
    let later = match later {
        [] => LaterTotals::None,
        _ if later.iter().all(|&later| later == by) => LaterTotals::Same,
        _ if later.iter().all(|&later| later == 0) => LaterTotals::Right,
        _ => LaterTotals::Different,
    };
    Mistake::OffBy(by, later)
}

fn difference(says: u32, right: u32) -> i64 {
    i64::from(says) - i64::from(right)
}

/// Whether exactly two digits are swapped, as in `93` for `39`.
fn is_swapped(says: u32, right: u32) -> bool {
    let (says, right) = (says.to_string().into_bytes(), right.to_string().into_bytes());
    let differ: Vec<usize> = (0..says.len()).filter(|&at| says.get(at) != right.get(at)).collect();
    match differ[..] {
        [a, b] if says.len() == right.len() => says[a] == right[b] && says[b] == right[a],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::sheet::score_line;
    use crate::{Dialect, Rules};

    fn mistake(line: &str, rules: Rules) -> String {
        let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
        let mismatch = crate::sheet::verify(&scored.claim.unwrap(), scored.game.as_ref()).unwrap_err();
        mismatch.mistake.map(|mistake| mistake.to_string()).unwrap_or_default()
    }

    #[test]
    fn running_totals_show_the_mistake_of_their_first_wrong_frame() {
        for (line, expected) in [
            ("X 5/ 9- = 10 29 38", "as if the strike's bonus were left out"),
            ("X 5/ 9- = 15 34 43", "as if the strike's bonus were one ball, not two"),
            ("X 3/ X 34 = 20 40 57 65", "off by +1"),
            ("X 34 5/ 9- = 22 29", "as if the strike's bonus were three balls, not two"),
            ("X 5/ 9- = 20 30 39", "as if the spare's bonus were left out"),
            ("5/ 34 = 17 24", "as if the spare's bonus were two balls, not one"),
            ("5/ 34 = 16 23", "as if the bonus were counted twice"),
            ("5/ 34 = 15 22", "as if the spare's bonus were its own first ball, as under world rules"),
            ("X 34 = 30 37", "as if the strike were 30 at once, as under world rules"),
            ("X 5/ 9- = 30 45 54", "right under world rules"),
            ("X 5/ 9- = 20 19 9", "as if the 20 before this frame were left out"),
            ("34 X 5/ 9- = 7 72", "perhaps two digits are swapped"),
            ("X 5/ 9- = 20 93", "perhaps two digits are swapped"),
            ("X 5/ 9- = 20 94", "off by +55"),
            ("3 4 5 2 = 3 10", "as if the last ball were left out"),
            ("5/ 34 = 5 12", "off by -8 from here on"),
            ("3 4 5 2 = 4 11", "as if only the last ball were counted"),
            ("3 4 5 2 = 14 21", "as if the frame were counted twice"),
            ("3 4 5 2 = 7 7", "as if the frame were left out"),
            ("X 5/ 9- = 20 39 49", "off by +1"),
            ("X 5/ 9- = 21 40 49", "off by +1 from here on"),
            ("X 5/ 9- 34 = 20 29 38 45", "off by -10 from here on, perhaps a missed carry"),
            ("X 5/ 9- = 21 39 48", "off by +1 in this frame only"),
            ("X 5/ 9- = 21 42 49", "off by +1, and later frames are off differently"),
            ("X 5/ 9 = 20 39 48", "the frame is not over"),
            ("X 5/ = 20 35", "the spare waits for one more ball"),
            ("X = 10 _", "the strike waits for 2 more balls"),
            ("3 4 5 2 = 7 4294967295", "off by +4294967281"),
            ("34 X = 7 _ 7", "the frame has not begun"),
        ] {
            assert_eq!(mistake(line, Rules::Tenpin), expected, "{line}");
        }
    }

    #[test]
    fn mistakes_with_fill_balls_are_known() {
        let gutters = "-- -- -- -- -- -- -- -- --";
        for (tenth, says, expected) in [
            ("XX8", 46, "as if the fill balls were counted twice"),
            ("XX8", 54, "as if the fill balls earned a bonus of their own"),
            ("XX8", 20, "as if the last fill ball were left out"),
            ("X81", 10, "as if the fill balls were left out"),
            ("X81", 28, "as if the fill balls were counted twice"),
            ("3/7", 24, "as if the fill ball were counted twice"),
            ("3/7", 10, "as if the fill ball were left out"),
            // No mistake gives these.
            ("XX8", 29, "off by +1"),
            ("3/7", 18, "off by +1"),
        ] {
            let running = format!("{gutters} {tenth} = 0 0 0 0 0 0 0 0 0 {says}");
            assert_eq!(mistake(&running, Rules::Tenpin), expected, "{running}");
        }
    }

    #[test]
    fn world_rules_have_mistakes_of_their_own() {
        for (line, expected) in [
            ("X 7/ 9- = 10 27", "as if the strike's bonus were left out"),
            ("X 7/ 9- = 20 37", "as if the strike's bonus were the next two balls, as in tenpin"),
            ("X 7/ 9- = 30 49", "as if the spare's bonus were the next ball, as in tenpin"),
            ("X 7/ 9- = 20 39 48", "right under tenpin rules"),
            // A mistake under tenpin rules.
            ("X 7/ 9- = 17 34", "off by -13 from here on"),
            ("7/ 34 = 15 22", "off by -2 from here on"),
        ] {
            assert_eq!(mistake(line, Rules::World), expected, "{line}");
        }
    }

    #[test]
    fn a_total_is_explained_as_far_as_it_can_be() {
        for (line, expected) in [
            ("X 5/ 9- = 29", "as if no bonus were counted"),
            ("X 5/ 9- = 39", "as if the spare's bonus were left out in frame 2"),
            ("5/ 5/ 34 = 32", "as if the spare's bonus were left out in frame 2"),
            ("5/ 34 5/ 34 = 37", "as if the spare's bonus were left out in frame 1 or 3"),
            ("X 5/ 9- = 84", "perhaps two digits are swapped"),
            ("X 7/ 9- X -8 8/ -6 X X X81 = 176", "perhaps two digits are swapped"),
            ("X 5/ 9- = 99", "off by +51, running totals would show where"),
            ("X 5/ 9- = 4294967295", "off by +4294967247, running totals would show where"),
            ("X 5 = 20", "as if unsettled frames were counted"),
            ("X 7/ 9- X -8 8/ -6 X X X81 = 47", "off by -120, running totals would show where"),
            ("X 7/ 9- X -8 8/ -6 X X X81 = 61", "off by -106, running totals would show where"),
            ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5 = 105", "as if no bonus were counted"),
            ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5 = 100", "as if no bonus were counted"),
            ("X 34 X 52 = 42", "as if the strike's bonus were one ball, not two in every frame"),
            ("-- -- -- -- -- -- -- -- -- XX8 = 46", "as if the fill balls were counted twice in frame 10"),
            ("X 7/ 9- X -8 8/ -6 X 9- 9- = 166", "right under world rules"),
        ] {
            assert_eq!(mistake(line, Rules::Tenpin), expected, "{line}");
        }
    }
}
