//! Likely mistakes: for a wrong claim, the scoring mistake that would give the claimed number.
//!
//! A mistake is a possibility, not a finding, and is worded as one.

mod kind;

pub use kind::{FrameMistake, LaterTotals, Mistake};

use super::verify::first_wrong_frame;
use crate::game::{Bonus, Frame, Game, Mark, Rules};

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
    let own = claimed.checked_sub(before);
    if let Some(mistake) = own.and_then(|own| scored_as(own, frame_mistakes(frame, game))) {
        return Some(Mistake::Frame(mistake));
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
    let settled = || game.frames().filter(|frame| frame.total().is_some());
    if settled().map(|frame| u32::from(frame.pinfall())).sum::<u32>() == says {
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
    let mistakes: Vec<(u8, FrameMistake)> = settled()
        .filter_map(|frame| {
            let own = says.checked_add(u32::from(frame.score()?))?.checked_sub(total)?;
            Some((frame.number(), scored_as(own, mark_mistakes(frame, game))?))
        })
        .collect();
    if let Some(&(_, mistake)) = mistakes.first() {
        let same = mistakes.iter().filter(|(_, other)| *other == mistake);
        return Mistake::InOneOf { mistake, frames: same.map(|&(frame, _)| frame).collect() };
    }
    Mistake::TotalOffBy(difference(says, total))
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
        (Some(mark), balls @ 1..) => Mistake::Waits { mark, balls },
        _ => Mistake::EarlierNotSettled,
    }
}

/// The score that a mistake gives a frame, and the mistake.
pub(crate) type WrongScore = (u32, FrameMistake);

/// The mistakes that people make in a frame, the likelier ones first. Some may give its right score.
pub(crate) fn frame_mistakes(frame: Frame<'_>, game: &Game) -> Vec<WrongScore> {
    let mut mistakes = mark_mistakes(frame, game);
    mistakes.extend(ball_mistakes(frame));
    mistakes
}

/// The first of the mistakes that would score a frame as `own`.
fn scored_as(own: u32, mistakes: Vec<WrongScore>) -> Option<FrameMistake> {
    mistakes.into_iter().find(|(score, _)| *score == own).map(|(_, mistake)| mistake)
}

/// The mistakes with a mark, its bonus or its fill balls.
fn mark_mistakes(frame: Frame<'_>, game: &Game) -> Vec<WrongScore> {
    let Some(mark) = frame.mark() else { return Vec::new() };
    let is_strike = mark == Mark::Strike;
    let values: Vec<u32> = frame.balls().iter().map(|ball| u32::from(ball.value())).collect();
    if let [_, second, third] = values[..] {
        return fill_ball_mistakes(is_strike, second, third);
    }
    let after = game.frames().skip(usize::from(frame.number())).flat_map(Frame::balls);
    let after: Vec<u32> = after.map(|ball| u32::from(ball.value())).collect();
    let with_next = |balls: usize| after.get(..balls).map(|balls| 10 + balls.iter().sum::<u32>());
    let twice = 10 + 2 * frame.bonus().map(u32::from).sum::<u32>();
    let mistakes: &[(Option<u32>, FrameMistake)] = match (game.rules().row().bonus, is_strike) {
        (Bonus::AtOnce, true) => {
            &[(Some(10), FrameMistake::StrikeBonusLeftOut), (with_next(2), FrameMistake::StrikeBonusAsTenpin)]
        }
        (Bonus::AtOnce, false) => {
            &[(Some(10), FrameMistake::SpareBonusLeftOut), (with_next(1), FrameMistake::SpareBonusAsTenpin)]
        }
        (Bonus::NextBalls, true) => &[
            (Some(10), FrameMistake::StrikeBonusLeftOut),
            (with_next(1), FrameMistake::StrikeBonusOneBall),
            (with_next(3), FrameMistake::StrikeBonusThreeBalls),
            (Some(twice), FrameMistake::BonusTwice),
            (Some(30), FrameMistake::StrikeAsWorld),
        ],
        (Bonus::NextBalls, false) => &[
            (Some(10), FrameMistake::SpareBonusLeftOut),
            (with_next(2), FrameMistake::SpareBonusTwoBalls),
            (Some(twice), FrameMistake::BonusTwice),
            (Some(10 + values[0]), FrameMistake::SpareBonusAsWorld),
        ],
    };
    mistakes.iter().filter_map(|&(score, mistake)| Some((score?, mistake))).collect()
}

/// The mistakes in a tenth frame of three balls. Its fill balls are all the bonus that it gets.
fn fill_ball_mistakes(is_strike: bool, second: u32, third: u32) -> Vec<WrongScore> {
    let fill = if is_strike { second + third } else { third };
    if is_strike {
        vec![
            (10, FrameMistake::FillBallsLeftOut),
            (10 + second, FrameMistake::LastFillBallLeftOut),
            (10 + 2 * fill, FrameMistake::FillBallsTwice),
            // Each strike of the frame earns its bonus once more.
            (10 + 2 * fill + third, FrameMistake::FillBallsEarnedBonus),
        ]
    } else {
        vec![(10, FrameMistake::FillBallLeftOut), (10 + 2 * fill, FrameMistake::FillBallTwice)]
    }
}

/// The mistakes with the balls of a frame, most of them in open frames.
fn ball_mistakes(frame: Frame<'_>) -> Vec<WrongScore> {
    let mut mistakes = vec![(0, FrameMistake::FrameLeftOut)];
    if let Some(last) = frame.balls().last().filter(|_| frame.is_open()) {
        let (pins, last) = (u32::from(frame.pinfall()), u32::from(last.value()));
        mistakes.extend([
            (pins - last, FrameMistake::LastBallLeftOut),
            (last, FrameMistake::OnlyLastBall),
            (2 * pins, FrameMistake::FrameTwice),
        ]);
    }
    mistakes
}

/// By how much the sum is off, and whether later sums are off as well.
fn addition_mistake(by: i64, later: &[i64]) -> Mistake {
    let later = match later {
        [] => LaterTotals::None,
        _ if later.iter().all(|&later| later == by) => LaterTotals::Same,
        _ if later.iter().all(|&later| later == 0) => LaterTotals::Right,
        _ => LaterTotals::Different,
    };
    Mistake::OffBy { by, later }
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
    use crate::{Dialect, Rules, score_line};

    fn mistake(line: &str, rules: Rules) -> String {
        let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
        let mismatch = crate::verify(&scored.claim.unwrap(), scored.game.as_ref()).unwrap_err();
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
            ("-- -- -- -- -- -- -- -- -- XX8 = 46", "as if the fill balls were counted twice in frame 10"),
            ("X 7/ 9- X -8 8/ -6 X 9- 9- = 166", "right under world rules"),
        ] {
            assert_eq!(mistake(line, Rules::Tenpin), expected, "{line}");
        }
    }
}
