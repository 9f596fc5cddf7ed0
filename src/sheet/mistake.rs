//! Likely mistakes: for a wrong claim, the scoring mistake that would give the claimed number.
//!
//! A mistake is a possibility, not a finding, and is worded as one.

use super::verify::first_wrong_frame;
use crate::game::{Bonus, Frame, Game, Mark, Rules, ScoreCard};

/// The mistake that would explain the first wrong frame (from 0) of claimed running totals.
pub(super) fn in_frame(wrong: usize, says: &[Option<u32>], card: &ScoreCard) -> Option<String> {
    let claimed = says[wrong]?;
    if says.len() >= FEWEST_FRAMES
        && let Some(rules) = other_rules(card, |other| first_wrong_frame(says, other).is_none())
    {
        return Some(format!("right under {rules} rules"));
    }
    let Some(frame) = card.frames().nth(wrong) else {
        return Some("the frame has not begun".into());
    };
    let Some(total) = frame.total().map(u32::from) else {
        return Some(unsettled(frame));
    };
    let before = total - u32::from(frame.score().unwrap_or_default());
    let own = claimed.checked_sub(before);
    if let Some(mistake) = own.and_then(|own| mark_mistake(own, frame, card).or_else(|| ball_mistake(own, frame))) {
        return Some(mistake.into());
    }
    if total - before == claimed {
        return Some(format!("as if the {before} before this frame were left out"));
    }
    if is_swapped(claimed, total) {
        return Some("perhaps two digits are swapped".into());
    }
    let later = says.iter().zip(card.running_totals()).skip(wrong + 1);
    let later: Vec<i64> = later.filter_map(|(says, &total)| Some(difference((*says)?, total.into()))).collect();
    Some(addition_mistake(difference(claimed, total), &later))
}

/// The mistake that would explain a wrong total.
pub(super) fn in_total(says: u32, card: &ScoreCard) -> String {
    let total = u32::from(card.total());
    let settled = || card.frames().filter(|frame| frame.total().is_some());
    if settled().map(|frame| u32::from(frame.pinfall())).sum::<u32>() == says {
        return "as if no bonus were counted".into();
    }
    let counted =
        |frame: Frame<'_>| frame.score().unwrap_or_else(|| frame.pinfall() + frame.bonus().map(u16::from).sum::<u16>());
    if !card.is_complete() && card.frames().map(|frame| u32::from(counted(frame))).sum::<u32>() == says {
        return "as if unsettled frames were counted".into();
    }
    if let Some(rules) = other_rules(card, |other| card.is_complete() && u32::from(other.total()) == says) {
        return format!("right under {rules} rules");
    }
    let mistakes: Vec<(u8, &str)> = settled()
        .filter_map(|frame| {
            let own = says.checked_add(u32::from(frame.score()?))?.checked_sub(total)?;
            Some((frame.number(), mark_mistake(own, frame, card)?))
        })
        .collect();
    if let Some(&(_, mistake)) = mistakes.first() {
        let same = mistakes.iter().filter(|(_, other)| *other == mistake);
        let frames: Vec<String> = same.map(|(frame, _)| frame.to_string()).collect();
        return format!("{mistake} in frame {}", frames.join(" or "));
    }
    if is_swapped(says, total) {
        return "perhaps two digits are swapped".into();
    }
    format!("off by {:+}, running totals would show where", difference(says, total))
}

/// Fewer running totals could agree with other rules by accident.
const FEWEST_FRAMES: usize = 3;

/// Other rules under which the same balls give what is claimed.
fn other_rules(card: &ScoreCard, is_right: impl Fn(&ScoreCard) -> bool) -> Option<Rules> {
    Rules::ALL.into_iter().filter(|&rules| rules != card.rules()).find(|&rules| {
        let mut other = Game::new(rules);
        card.balls().all(|ball| other.push(ball.roll).is_ok()) && is_right(&other.score_card())
    })
}

/// What a frame without a total waits for.
fn unsettled(frame: Frame<'_>) -> String {
    match (frame.mark(), frame.awaits()) {
        (None, _) => "the frame is not over".into(),
        (_, 0) => "a frame before it is not settled".into(),
        (Some(mark), 1) => format!("the {} waits for one more ball", mark.name()),
        (Some(mark), balls) => format!("the {} waits for {balls} more balls", mark.name()),
    }
}

/// The mistake with a mark, its bonus or its fill balls that would score a frame as `own`.
fn mark_mistake(own: u32, frame: Frame<'_>, card: &ScoreCard) -> Option<&'static str> {
    let is_strike = frame.mark().filter(|mark| *mark != Mark::Open)? == Mark::Strike;
    let values: Vec<u32> = frame.balls().iter().map(|ball| u32::from(ball.value())).collect();
    if let [_, second, third] = values[..] {
        return fill_ball_mistake(own, is_strike, second, third);
    }
    let after = card.frames().skip(usize::from(frame.number())).flat_map(Frame::balls);
    let after: Vec<u32> = after.map(|ball| u32::from(ball.value())).collect();
    let is_with_next = |balls: usize| after.get(..balls).map(|balls| 10 + balls.iter().sum::<u32>()) == Some(own);
    let bonus: u32 = frame.bonus().map(u32::from).sum();
    match (card.rules().row().bonus, is_strike) {
        (_, true) if own == 10 => Some("as if the strike's bonus were left out"),
        (_, false) if own == 10 => Some("as if the spare's bonus were left out"),
        (Bonus::AtOnce, true) if is_with_next(2) => {
            Some("as if the strike's bonus were the next two balls, as in tenpin")
        }
        (Bonus::AtOnce, false) if is_with_next(1) => Some("as if the spare's bonus were the next ball, as in tenpin"),
        (Bonus::AtOnce, _) => None,
        (_, true) if is_with_next(1) => Some("as if the strike's bonus were one ball, not two"),
        (_, false) if is_with_next(2) => Some("as if the spare's bonus were two balls, not one"),
        (_, true) if is_with_next(3) => Some("as if the strike's bonus were three balls, not two"),
        _ if own == 10 + 2 * bonus => Some("as if the bonus were counted twice"),
        (_, true) if own == 30 => Some("as if the strike were 30 at once, as under world rules"),
        (_, false) if own == 10 + values[0] => {
            Some("as if the spare's bonus were its own first ball, as under world rules")
        }
        _ => None,
    }
}

/// The mistake in a tenth frame of three balls. Its fill balls are all the bonus that it gets.
fn fill_ball_mistake(own: u32, is_strike: bool, second: u32, third: u32) -> Option<&'static str> {
    let fill = if is_strike { second + third } else { third };
    match own {
        10 if is_strike => Some("as if the fill balls were left out"),
        10 => Some("as if the fill ball were left out"),
        _ if is_strike && own == 10 + second => Some("as if the last fill ball were left out"),
        _ if is_strike && own == 10 + 2 * fill => Some("as if the fill balls were counted twice"),
        _ if own == 10 + 2 * fill => Some("as if the fill ball were counted twice"),
        // Each strike of the frame is paid once more.
        _ if is_strike && own == 10 + 2 * fill + third => Some("as if the fill balls earned a bonus of their own"),
        _ => None,
    }
}

/// The mistake with the balls of an open frame that would score it as `own`.
fn ball_mistake(own: u32, frame: Frame<'_>) -> Option<&'static str> {
    let pins = u32::from(frame.pinfall());
    let last = u32::from(frame.balls().last()?.value());
    match own {
        0 => Some("as if the frame were left out"),
        _ if frame.mark() != Some(Mark::Open) => None,
        _ if own == pins - last => Some("as if the last ball were left out"),
        _ if own == last => Some("as if only the last ball were counted"),
        _ if own == 2 * pins => Some("as if the frame were counted twice"),
        _ => None,
    }
}

/// By how much the sum is off, and whether later sums are off as well.
fn addition_mistake(off: i64, later: &[i64]) -> String {
    let carry = if off.abs() == 10 { ", perhaps a missed carry" } else { "" };
    match later {
        [] => format!("off by {off:+}{carry}"),
        _ if later.iter().all(|&later| later == off) => format!("off by {off:+} from here on{carry}"),
        _ if later.iter().all(|&later| later == 0) => format!("off by {off:+} in this frame only"),
        _ => format!("off by {off:+}{carry}, and later frames are off differently"),
    }
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
        mismatch.mistake.unwrap_or_default()
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
            ("34 52 = 3 10", "as if the last ball were left out"),
            ("5/ 34 = 5 12", "off by -8 from here on"),
            ("34 52 = 4 11", "as if only the last ball were counted"),
            ("34 52 = 14 21", "as if the frame were counted twice"),
            ("34 52 = 7 7", "as if the frame were left out"),
            ("X 5/ 9- = 20 39 49", "off by +1"),
            ("X 5/ 9- = 21 40 49", "off by +1 from here on"),
            ("X 5/ 9- 34 = 20 29 38 45", "off by -10 from here on, perhaps a missed carry"),
            ("X 5/ 9- = 21 39 48", "off by +1 in this frame only"),
            ("X 5/ 9- = 21 42 49", "off by +1, and later frames are off differently"),
            ("X 5/ 9 = 20 39 48", "the frame is not over"),
            ("X 5/ = 20 35", "the spare waits for one more ball"),
            ("X = 10 _", "the strike waits for 2 more balls"),
            ("34 52 = 7 4294967295", "off by +4294967281"),
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
