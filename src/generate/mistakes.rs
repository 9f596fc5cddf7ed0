//! Wrong claims, wrong in the ways that people score wrongly.
//!
//! What people get wrong in a frame is listed in [`sheet::mistake`](crate::sheet::mistake), which also names
//! the mistake when a claim is checked. A claim is used only if it is named as meant.

use super::random::Random;
use crate::game::{Game, Rules};
use crate::sheet::Claim;
use crate::sheet::mistake::{Mistake, by_rules, frame_mistakes};
use crate::sheet::verify::verify;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A bonus, a fill ball or a ball of a frame counted wrongly.
    Frame,
    /// A ten not carried in an addition.
    Carry,
    /// An addition that is off by one.
    OffByOne,
    /// Two digits of a running total swapped.
    Swapped,
    /// The running total before a frame left out.
    BeforeLeftOut,
    /// Scored by other rules.
    OtherRules,
    /// A total without any bonus.
    NoBonus,
    /// Frames counted that are not settled.
    Unsettled,
}

/// How often each mistake is tried first.
const WEIGHTS: [(Kind, u32); 8] = [
    (Kind::Frame, 50),
    (Kind::Carry, 12),
    (Kind::OffByOne, 8),
    (Kind::Swapped, 8),
    (Kind::BeforeLeftOut, 4),
    (Kind::OtherRules, 6),
    (Kind::NoBonus, 4),
    (Kind::Unsettled, 8),
];

/// A wrong claim about a game. Where the first mistake drawn cannot be made in this game, an addition is
/// off by one.
pub(super) fn wrong_claim(game: &Game, random: &mut Random) -> Claim {
    let (mistake, _) = WEIGHTS[random.weighted(WEIGHTS.iter().map(|&(_, weight)| weight))];
    let claim = make(mistake, game, random).or_else(|| make(Kind::OffByOne, game, random));
    claim.unwrap_or(Claim::Total(u32::from(game.score()) + 1))
}

/// A claim with this mistake, if the game allows it.
fn make(mistake: Kind, game: &Game, random: &mut Random) -> Option<Claim> {
    let settled = game.running_totals().len();
    let start = random.below(settled);
    let mut frames = (0..settled).map(|place| (start + place) % settled);
    match mistake {
        Kind::OtherRules => Rules::ALL.iter().copied().filter(|&rules| rules != game.rules()).find_map(|rules| {
            let other = by_rules(game, rules).filter(|other| other.is_complete() == game.is_complete())?;
            named(running(other.running_totals(), game, |_, total| total), game, |mistake| {
                *mistake == Mistake::OtherRules(rules)
            })
        }),
        Kind::NoBonus => {
            let pinfall = game.frames().take(settled).map(|frame| u32::from(frame.pinfall())).sum();
            named(Claim::Total(pinfall), game, |mistake| *mistake == Mistake::NoBonus)
        }
        Kind::Unsettled => {
            let mut total = u32::from(game.score());
            let mut totals: Vec<u32> = game.running_totals().iter().map(|&total| total.into()).collect();
            totals.extend(game.frames().skip(settled).map(|frame| {
                total += u32::from(frame.pinfall()) + frame.bonus().map(u32::from).sum::<u32>();
                total
            }));
            named(claim(totals.into_iter().map(Some).collect()), game, |_| true)
                .filter(|_| game.frames().len() > settled)
        }
        _ => frames.find_map(|frame| make_in_frame(mistake, frame, game, random)),
    }
}

/// A claim whose mistake is in one frame, counted from 0.
fn make_in_frame(mistake: Kind, at: usize, game: &Game, random: &mut Random) -> Option<Claim> {
    let totals = game.running_totals();
    let frame = game.frames().nth(at)?;
    let (total, score) = (u32::from(totals[at]), u32::from(frame.score()?));
    let before = total - score;
    // The wrong total is carried on.
    let from_here = |wrong: u32| {
        running(totals, game, |place, total| match (total + wrong).checked_sub(u32::from(totals[at])) {
            Some(carried) if place >= at => carried,
            _ => total,
        })
    };
    match mistake {
        Kind::Frame => {
            let mistakes = frame_mistakes(frame);
            let made = random.pick(&mistakes).filter(|made| made.score != score)?;
            named(from_here(before + made.score), game, |mistake| match mistake {
                Mistake::Frame(named) | Mistake::InOneOf(named, _) => *named == made.mistake,
                _ => false,
            })
        }
        Kind::Carry if before % 10 + score % 10 >= 10 => {
            named(from_here(total.checked_sub(10)?), game, Mistake::is_carry)
        }
        Kind::OffByOne => {
            let wrong = if random.below(2) == 0 { total + 1 } else { total.checked_sub(1)? };
            named(from_here(wrong), game, |mistake| matches!(mistake, Mistake::OffBy(..) | Mistake::TotalOffBy(_)))
        }
        Kind::Swapped => {
            let claim = running(totals, game, |place, total| if place == at { swapped(total) } else { total });
            named(claim, game, |mistake| *mistake == Mistake::SwappedDigits)
        }
        Kind::BeforeLeftOut => named(from_here(score), game, |mistake| matches!(mistake, Mistake::BeforeLeftOut(_))),
        _ => None,
    }
}

/// The running totals of all settled frames, changed by their places; `_` for the frames that are not settled.
fn running(totals: &[u16], game: &Game, change: impl Fn(usize, u32) -> u32) -> Claim {
    let changed = totals.iter().enumerate().map(|(place, &total)| Some(change(place, total.into())));
    let mut claimed: Vec<Option<u32>> = changed.collect();
    claimed.resize(game.frames().len().max(claimed.len()), None);
    claim(claimed)
}

/// A claim as it is read back: a single number is a total.
fn claim(totals: Vec<Option<u32>>) -> Claim {
    match totals[..] {
        [Some(total)] => Claim::Total(total),
        _ => Claim::Running(totals),
    }
}

/// The claim, if it is wrong and the mistake is named as meant.
fn named(claim: Claim, game: &Game, is_meant: impl Fn(&Mistake) -> bool) -> Option<Claim> {
    let mismatch = verify(&claim, Ok(game)).err()?;
    mismatch.mistake.is_some_and(|mistake| is_meant(&mistake)).then_some(claim)
}

/// A number with its last two digits swapped.
const fn swapped(number: u32) -> u32 {
    number / 100 * 100 + number % 10 * 10 + number / 10 % 10
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::random::Purpose;
    use super::super::tests::generated;
    use super::*;
    use crate::Dialect;
    use crate::sheet::score_line;

    #[test]
    fn every_kind_of_mistake_is_made_and_named() {
        let mut found = BTreeSet::new();
        for (&rules, unfinished) in Rules::ALL.iter().flat_map(|rules| [(rules, 0), (rules, 100)]) {
            let mut random = Random::new(1, Purpose::Mistakes);
            for generated in generated(rules, 1, |options| options.unfinished = unfinished).take(2_000) {
                let claim = wrong_claim(&generated.game, &mut random);
                let line = format!("{} = {claim}", generated.game);
                let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
                assert_eq!(scored.claim.as_ref(), Some(&claim), "{line}");
                let mismatch = crate::sheet::verify(&claim, scored.game.as_ref()).expect_err(&line);
                let mistake = mismatch.mistake.unwrap_or_else(|| panic!("no mistake is named: {line}"));
                found.insert(mistake.to_string().replace(|sign: char| sign.is_ascii_digit(), ""));
            }
        }
        assert!(found.len() >= 30, "{found:#?}");
    }
}
