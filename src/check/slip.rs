//! What went wrong where a claim does not hold: the slips that people make, and what each of them
//! comes to. [`verify`](super::verify) asks, for teachers and league secretaries to read.

use super::totals;
use crate::game::rules::Bonus;
use crate::game::{Frame, Game, Mark, Rules};

/// The slip that explains the first wrong frame (from 0) of claimed running totals.
pub(super) fn in_frame(wrong: usize, says: &[Option<u32>], is: &[Option<u32>], game: &Game) -> Option<String> {
    let claimed = says[wrong]?;
    if let Some(rules) = (says.len() >= FEWEST_FRAMES).then(|| other_rules(game, |other| holds(says, other))).flatten()
    {
        return Some(format!("right by {rules} rules"));
    }
    let Some(frame) = game.frames().nth(wrong) else {
        return Some("the frame has not begun".into());
    };
    let Some(total) = is[wrong] else {
        return Some(unsettled(&frame));
    };
    let before = wrong.checked_sub(1).and_then(|before| is[before]).unwrap_or_default();
    let own = claimed.checked_sub(before);
    if let Some(slip) = own.and_then(|own| mark_slip(own, &frame, game).or_else(|| ball_slip(own, &frame))) {
        return Some(slip.into());
    }
    if before > 0 && total - before == claimed {
        return Some(format!("the frame alone, the {before} before it are missing"));
    }
    if is_swapped(claimed, total) {
        return Some("two digits are swapped".into());
    }
    let later = says.iter().zip(is).skip(wrong + 1).filter_map(|(says, is)| Some(off((*says)?, (*is)?)));
    Some(addition_slip(off(claimed, total), &later.collect::<Vec<_>>()))
}

/// The slip that would explain a wrong total. A total does not tell its frame, so this is a guess, and says so.
pub(super) fn in_total(says: u32, game: &Game) -> String {
    let is = u32::from(game.score());
    let settled = || game.frames().filter(|frame| frame.total.is_some());
    if settled().map(|frame| pinfall(&frame)).sum::<u32>() == says {
        return "as if no bonus were counted".into();
    }
    let counted = game.frames().map(|frame| u32::from(frame.points) + sum(&frame.bonus)).sum::<u32>();
    if !game.is_complete() && counted == says {
        return "as if frames that are not settled counted".into();
    }
    if let Some(rules) = other_rules(game, |other| game.is_complete() && u32::from(other.score()) == says) {
        return format!("right by {rules} rules");
    }
    let slips: Vec<(u8, &str)> = settled()
        .filter_map(|frame| {
            let own = says.checked_add(u32::from(frame.score?))?.checked_sub(is)?;
            Some((frame.number, mark_slip(own, &frame, game)?))
        })
        .collect();
    if let Some(&(_, slip)) = slips.first() {
        let frames: Vec<String> =
            slips.iter().filter(|(_, other)| *other == slip).map(|(frame, _)| frame.to_string()).collect();
        return format!("as if in frame {}: {slip}", frames.join(" or "));
    }
    if is_swapped(says, is) {
        return "two digits are swapped".into();
    }
    format!("off by {:+}, running totals would show where", off(says, is))
}

/// So many running totals by other rules are no accident.
const FEWEST_FRAMES: usize = 3;

/// Rules by which the same balls give what is claimed.
fn other_rules(game: &Game, right: impl Fn(&Game) -> bool) -> Option<Rules> {
    Rules::ALL.into_iter().filter(|&rules| rules != game.rules()).find(|&rules| {
        let mut other = Game::new(rules);
        game.rolls().all(|roll| other.push(roll).is_ok()) && right(&other)
    })
}

fn holds(says: &[Option<u32>], game: &Game) -> bool {
    let totals = totals(game);
    says.iter().enumerate().all(|(frame, says)| *says == totals.get(frame).copied().flatten())
}

/// What a frame without a total waits for.
fn unsettled(frame: &Frame<'_>) -> String {
    match (frame.kind, frame.awaits) {
        (None, _) => "the frame is not over".into(),
        (_, 0) => "a frame before it is not settled".into(),
        (Some(mark), 1) => format!("the {} waits for one more ball", mark.name()),
        (Some(mark), balls) => format!("the {} waits for {balls} more balls", mark.name()),
    }
}

/// The pins of a frame's own balls, a no-tap strike counted as ten.
fn pinfall(frame: &Frame<'_>) -> u32 {
    worths(frame).sum()
}

/// What each ball of a frame is worth: its pins, ten for a strike.
fn worths<'a>(frame: &Frame<'a>) -> impl Iterator<Item = u32> + use<'a> {
    frame.balls.iter().map(|ball| if ball.mark() == Some(Mark::Strike) { 10 } else { u32::from(ball.pins()) })
}

fn sum(balls: &[u8]) -> u32 {
    balls.iter().map(|&pins| u32::from(pins)).sum()
}

/// The slip with a mark, its bonus or its fill balls that makes a frame come to `own`.
fn mark_slip(own: u32, frame: &Frame<'_>, game: &Game) -> Option<&'static str> {
    let strike = match frame.kind? {
        Mark::Strike => true,
        Mark::Spare => false,
        Mark::Open => return None,
    };
    let ball = |at: usize| worths(frame).nth(at).unwrap_or_default();
    if frame.balls.len() > 2 {
        // A tenth frame: its fill balls are all it gets.
        let fill: u32 = worths(frame).skip(if strike { 1 } else { 2 }).sum();
        return match own {
            10 if strike => Some("the fill balls are missing"),
            10 => Some("the fill ball is missing"),
            _ if strike && own == 10 + ball(1) => Some("the last fill ball is missing"),
            _ if strike && own == 10 + 2 * fill => Some("the fill balls are counted twice"),
            _ if own == 10 + 2 * fill => Some("the fill ball is counted twice"),
            // Each strike of the frame paid once more.
            _ if strike && own == 10 + 2 * fill + ball(2) => Some("the fill balls get a bonus of their own"),
            _ => None,
        };
    }
    let after: Vec<u32> = game.frames().skip(usize::from(frame.number)).flat_map(|frame| worths(&frame)).collect();
    let next = |balls: usize| after.get(..balls).map(|balls| 10 + balls.iter().sum::<u32>());
    let own_is = |sum: Option<u32>| sum == Some(own);
    let pays_at_once = game.rules().row().bonus == Bonus::AtOnce;
    match strike {
        true if own == 10 => Some("the bonus of the strike is missing"),
        false if own == 10 => Some("the bonus of the spare is missing"),
        true if pays_at_once && own_is(next(2)) => Some("the strike is paid with the next balls, as by tenpin rules"),
        false if pays_at_once && own_is(next(1)) => Some("the spare is paid with the next ball, as by tenpin rules"),
        _ if pays_at_once => None,
        true if own_is(next(1)) => Some("the strike counts one ball of bonus, not two"),
        false if own_is(next(2)) => Some("the spare counts two balls of bonus, not one"),
        true if own_is(next(3)) => Some("the strike counts three balls of bonus, not two"),
        _ if own == 10 + 2 * sum(&frame.bonus) => Some("the bonus is counted twice"),
        true if own == 30 => Some("the strike is paid at once, as by world rules"),
        false if own == 10 + ball(0) => Some("the spare is paid at once, as by world rules"),
        _ => None,
    }
}

/// The slip with the balls of an open frame that makes it come to `own`.
fn ball_slip(own: u32, frame: &Frame<'_>) -> Option<&'static str> {
    let (pins, last) = (pinfall(frame), worths(frame).last()?);
    match own {
        0 => Some("the frame is not counted"),
        _ if frame.kind != Some(Mark::Open) => None,
        _ if own == pins - last => Some("the last ball is missing"),
        _ if own == last => Some("only the last ball is counted"),
        _ if own == 2 * pins => Some("the frame is counted twice"),
        _ => None,
    }
}

/// By how much the sums are off, and how it goes on.
fn addition_slip(off: i64, later: &[i64]) -> String {
    let carry = if off.abs() == 10 { ", a carry" } else { "" };
    match later {
        [] => format!("an addition slip: {off:+}{carry}"),
        _ if later.iter().all(|&later| later == off) => format!("an addition slip: {off:+} from here on{carry}"),
        _ if later.iter().all(|&later| later == 0) => format!("a slip of the pen: {off:+} here alone"),
        _ => format!("an addition slip: {off:+}{carry}, and not the only one"),
    }
}

fn off(says: u32, is: u32) -> i64 {
    i64::from(says) - i64::from(is)
}

/// `93` for `39`.
fn is_swapped(says: u32, is: u32) -> bool {
    let (says, is) = (says.to_string(), is.to_string());
    let differ: Vec<usize> = (0..says.len()).filter(|&at| says.as_bytes().get(at) != is.as_bytes().get(at)).collect();
    let (says, is) = (says.as_bytes(), is.as_bytes());
    match differ[..] {
        [a, b] if says.len() == is.len() => says[a] == is[b] && says[b] == is[a],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Rules, score_line};

    fn slip(line: &str, rules: Rules) -> String {
        let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
        let mismatch = crate::verify(&scored.claim.unwrap(), scored.game.as_ref()).unwrap_err();
        mismatch.slip.unwrap_or_default()
    }

    #[test]
    fn running_totals_show_the_slip_of_their_first_wrong_frame() {
        for (line, said) in [
            ("X 5/ 9- = 10 29 38", "the bonus of the strike is missing"),
            ("X 5/ 9- = 15 34 43", "the strike counts one ball of bonus, not two"),
            ("X 3/ X 34 = 20 40 57 65", "an addition slip: +1"),
            ("X 34 5/ 9- = 22 29", "the strike counts three balls of bonus, not two"),
            ("X 5/ 9- = 20 30 39", "the bonus of the spare is missing"),
            ("5/ 34 = 17 24", "the spare counts two balls of bonus, not one"),
            ("5/ 34 = 16 23", "the bonus is counted twice"),
            ("5/ 34 = 15 22", "the spare is paid at once, as by world rules"),
            ("X 34 = 30 37", "the strike is paid at once, as by world rules"),
            ("X 5/ 9- = 30 45 54", "right by world rules"),
            ("X 5/ 9- = 20 19 9", "the frame alone, the 20 before it are missing"),
            ("34 X 5/ 9- = 7 72", "two digits are swapped"),
            ("X 5/ 9- = 20 93", "two digits are swapped"),
            ("34 52 = 3 10", "the last ball is missing"),
            ("34 52 = 4 11", "only the last ball is counted"),
            ("34 52 = 14 21", "the frame is counted twice"),
            ("34 52 = 7 7", "the frame is not counted"),
            ("X 5/ 9- = 20 39 49", "an addition slip: +1"),
            ("X 5/ 9- = 21 40 49", "an addition slip: +1 from here on"),
            ("X 5/ 9- 34 = 20 29 38 45", "an addition slip: -10 from here on, a carry"),
            ("X 5/ 9- = 21 39 48", "a slip of the pen: +1 here alone"),
            ("X 5/ 9- = 21 42 49", "an addition slip: +1, and not the only one"),
            ("X 5/ 9 = 20 39 48", "the frame is not over"),
            ("X 5/ = 20 35", "the spare waits for one more ball"),
            ("X = 10 _", "the strike waits for 2 more balls"),
            ("34 52 = 7 4294967295", "an addition slip: +4294967281"),
            ("34 X = 7 _ 7", "the frame has not begun"),
        ] {
            assert_eq!(slip(line, Rules::Tenpin), said, "{line}");
        }
    }

    #[test]
    fn slips_with_fill_balls_are_known() {
        let gutters = "-- -- -- -- -- -- -- -- --";
        for (tenth, says, said) in [
            ("XX8", 46, "the fill balls are counted twice"),
            ("XX8", 54, "the fill balls get a bonus of their own"),
            ("XX8", 20, "the last fill ball is missing"),
            ("X81", 10, "the fill balls are missing"),
            ("X81", 28, "the fill balls are counted twice"),
            ("3/7", 24, "the fill ball is counted twice"),
            ("3/7", 10, "the fill ball is missing"),
        ] {
            let running = format!("{gutters} {tenth} = 0 0 0 0 0 0 0 0 0 {says}");
            assert_eq!(slip(&running, Rules::Tenpin), said, "{running}");
        }
    }

    #[test]
    fn world_rules_have_slips_of_their_own() {
        for (line, said) in [
            ("X 7/ 9- = 10 27", "the bonus of the strike is missing"),
            ("X 7/ 9- = 20 37", "the strike is paid with the next balls, as by tenpin rules"),
            ("X 7/ 9- = 30 49", "the spare is paid with the next ball, as by tenpin rules"),
            ("X 7/ 9- = 20 39 48", "right by tenpin rules"),
        ] {
            assert_eq!(slip(line, Rules::World), said, "{line}");
        }
    }

    #[test]
    fn a_total_is_explained_as_far_as_it_goes() {
        for (line, said) in [
            ("X 5/ 9- = 29", "as if no bonus were counted"),
            ("X 5/ 9- = 39", "as if in frame 2: the bonus of the spare is missing"),
            ("5/ 5/ 34 = 32", "as if in frame 2: the bonus of the spare is missing"),
            ("5/ 34 5/ 34 = 37", "as if in frame 1 or 3: the bonus of the spare is missing"),
            ("X 5/ 9- = 84", "two digits are swapped"),
            ("X 5/ 9- = 99", "off by +51, running totals would show where"),
            ("X 5/ 9- = 4294967295", "off by +4294967247, running totals would show where"),
            ("X 5 = 20", "as if frames that are not settled counted"),
            ("X 7/ 9- X -8 8/ -6 X X X81 = 47", "off by -120, running totals would show where"),
            ("-- -- -- -- -- -- -- -- -- XX8 = 46", "as if in frame 10: the fill balls are counted twice"),
            ("X 7/ 9- X -8 8/ -6 X 9- 9- = 166", "right by world rules"),
        ] {
            assert_eq!(slip(line, Rules::Tenpin), said, "{line}");
        }
    }
}
