//! Wrong claims, wrong in the ways that people score wrongly.
//!
//! What people get wrong in a frame is listed in [`sheet::mistake`](crate::sheet::mistake), which also names
//! the mistake when a claim is checked. A claim is used only if it is named as meant.

use super::random::Random;
use crate::game::{Rules, ScoreCard};
use crate::sheet::Claim;
use crate::sheet::mistake::{Mistake, by_rules, frame_mistakes};
use crate::sheet::verify::verify_card;

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
pub(super) fn wrong_claim(card: &ScoreCard, random: &mut Random) -> Claim {
    let (mistake, _) = WEIGHTS[random.weighted(WEIGHTS.iter().map(|&(_, weight)| weight))];
    let claim = make(mistake, card, random).or_else(|| make(Kind::OffByOne, card, random));
    claim.unwrap_or(Claim::Total(u32::from(card.total()) + 1))
}

/// A claim with this mistake, if the game allows it.
fn make(mistake: Kind, card: &ScoreCard, random: &mut Random) -> Option<Claim> {
    let settled = card.running_totals().len();
    let start = random.below(settled);
    let mut frames = (0..settled).map(|place| (start + place) % settled);
    match mistake {
        Kind::OtherRules => Rules::ALL.iter().copied().filter(|&rules| rules != card.rules()).find_map(|rules| {
            let other = by_rules(card, rules).filter(|other| other.is_complete() == card.is_complete())?;
            named(running(other.running_totals(), card, |_, total| total), card, |mistake| {
                *mistake == Mistake::OtherRules(rules)
            })
        }),
        Kind::NoBonus => {
            let pinfall = card.frames().take(settled).map(|frame| u32::from(frame.pinfall())).sum();
            named(Claim::Total(pinfall), card, |mistake| *mistake == Mistake::NoBonus)
        }
        Kind::Unsettled => {
            let mut total = u32::from(card.total());
            let mut totals: Vec<u32> = card.running_totals().iter().map(|&total| total.into()).collect();
            totals.extend(card.frames().skip(settled).map(|frame| {
                total += u32::from(frame.pinfall()) + frame.bonus().map(u32::from).sum::<u32>();
                total
            }));
            named(claim(totals.into_iter().map(Some).collect()), card, |_| true)
                .filter(|_| card.frames().len() > settled)
        }
        _ => frames.find_map(|frame| make_in_frame(mistake, frame, card, random)),
    }
}

/// A claim whose mistake is in one frame, counted from 0.
fn make_in_frame(mistake: Kind, at: usize, card: &ScoreCard, random: &mut Random) -> Option<Claim> {
    let totals = card.running_totals();
    let frame = card.frames().nth(at)?;
    let (total, score) = (u32::from(totals[at]), u32::from(frame.score()?));
    let before = total - score;
    // The wrong total is carried on.
    let from_here = |wrong: u32| {
        running(totals, card, |place, total| match (total + wrong).checked_sub(u32::from(totals[at])) {
            Some(carried) if place >= at => carried,
            _ => total,
        })
    };
    match mistake {
        Kind::Frame => {
            let mistakes = frame_mistakes(frame, card);
            let (own, name) = random.pick(&mistakes).filter(|(own, _)| *own != score)?;
            named(from_here(before + own), card, |mistake| match mistake {
                Mistake::Frame(named) | Mistake::InOneOf { mistake: named, .. } => *named == name,
                _ => false,
            })
        }
        Kind::Carry if before % 10 + score % 10 >= 10 => {
            named(from_here(total.checked_sub(10)?), card, Mistake::is_carry)
        }
        Kind::OffByOne => {
            let wrong = if random.below(2) == 0 { total + 1 } else { total.checked_sub(1)? };
            named(from_here(wrong), card, |mistake| matches!(mistake, Mistake::OffBy { .. } | Mistake::TotalOffBy(_)))
        }
        Kind::Swapped => {
            let claim = running(totals, card, |place, total| if place == at { swapped(total) } else { total });
            named(claim, card, |mistake| *mistake == Mistake::SwappedDigits)
        }
        Kind::BeforeLeftOut => named(from_here(score), card, |mistake| matches!(mistake, Mistake::BeforeLeftOut(_))),
        _ => None,
    }
}

/// The running totals of all settled frames, changed by their places; `_` for the frames that are not settled.
fn running(totals: &[u16], card: &ScoreCard, change: impl Fn(usize, u32) -> u32) -> Claim {
    let changed = totals.iter().enumerate().map(|(place, &total)| Some(change(place, total.into())));
    let mut claimed: Vec<Option<u32>> = changed.collect();
    claimed.resize(card.frames().len().max(claimed.len()), None);
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
fn named(claim: Claim, card: &ScoreCard, is_meant: impl Fn(&Mistake) -> bool) -> Option<Claim> {
    let mismatch = verify_card(&claim, Ok(card)).err()?;
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
    use crate::{Dialect, score_line};

    #[test]
    fn every_kind_of_mistake_is_made_and_named() {
        let mut found = BTreeSet::new();
        for (&rules, unfinished) in Rules::ALL.iter().flat_map(|rules| [(rules, 0), (rules, 100)]) {
            let mut random = Random::new(1, Purpose::Mistakes);
            for generated in generated(rules, 1, |options| options.unfinished = unfinished).take(2_000) {
                let claim = wrong_claim(&generated.game.score_card(), &mut random);
                let line = format!("{} = {claim}", generated.game);
                let scored = score_line(line.as_bytes(), Dialect::Auto, rules).unwrap();
                assert_eq!(scored.claim.as_ref(), Some(&claim), "{line}");
                let mismatch = crate::verify(&claim, scored.game.as_ref()).expect_err(&line);
                let mistake = mismatch.mistake.unwrap_or_else(|| panic!("no mistake is named: {line}"));
                found.insert(mistake.to_string().replace(|sign: char| sign.is_ascii_digit(), ""));
            }
        }
        assert!(found.len() >= 30, "{found:#?}");
    }
}
