//! How often each leave was left, and how often it was converted.

use std::collections::BTreeMap;

use super::{Share, Stats};
use crate::game::pin_set::place;
use crate::game::{Ball, Frame, Game, Mark, PinSet};

/// The leaves of some games. A leave counts if another ball was rolled at it, so the last fill ball has none. It is
/// converted if that ball made a spare.
///
/// ```
/// use bowling::{Game, Rules};
/// use bowling::stats::Stats;
///
/// let mut stats = Stats::new(Rules::Tenpin);
/// stats.add_game(&"9{10}/ 9{10}- 8{7-10}1 9/ X X X X X X9{10}/".parse::<Game>()?)?;
/// let leaves: Vec<_> = stats.leaves().iter().map(|(pins, share)| (pins.to_string(), share.count, share.of)).collect();
/// assert_eq!(leaves, [("10".into(), 2, 3), ("7-10".into(), 0, 1)]);
/// assert_eq!(stats.leaves().splits().percent(), Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaveCounts {
    counts: BTreeMap<PinSet, Share>,
}

impl LeaveCounts {
    pub(super) fn add(&mut self, leave: PinSet, is_converted: bool) {
        self.counts.entry(leave).or_default().add(Share { count: is_converted.into(), of: 1 });
    }

    pub(super) fn merge(&mut self, later: &Self) {
        for (&leave, &share) in &later.counts {
            self.counts.entry(leave).or_default().add(share);
        }
    }

    /// The leaves, the commonest first: how often each was converted, of how often it was left. Of equally common
    /// ones, those of fewer pins come first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PinSet, Share)> {
        let mut all: Vec<_> = self.counts.iter().map(|(&leave, &share)| (leave, share)).collect();
        all.sort_by_key(|&(leave, share)| (std::cmp::Reverse(share.of), leave.len(), leave.iter().collect::<Vec<_>>()));
        all.into_iter()
    }

    /// Whether no leave is known.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The leaves of one pin.
    pub fn single_pins(&self) -> Share {
        self.sum(|leave| leave.len() == 1)
    }

    /// The leaves that are splits.
    pub fn splits(&self) -> Share {
        self.sum(PinSet::is_split)
    }

    /// The leaves of which all pins stand to the left of the head pin, as the bowler sees it.
    pub fn left(&self) -> Share {
        self.sum(|leave| leave.iter().all(|pin| place(pin).1 < 0))
    }

    /// The leaves of which all pins stand to the right of the head pin.
    pub fn right(&self) -> Share {
        self.sum(|leave| leave.iter().all(|pin| place(pin).1 > 0))
    }

    /// All leaves.
    pub fn all(&self) -> Share {
        self.sum(|_| true)
    }

    fn sum(&self, counts: impl Fn(PinSet) -> bool) -> Share {
        let mut sum = Share::default();
        self.counts.iter().filter(|(leave, _)| counts(**leave)).for_each(|(_, share)| sum.add(*share));
        sum
    }
}

/// As a list of leaves, each with its counts: `["7-10", {"count": 0, "of": 1}]`.
#[cfg(feature = "serde")]
impl serde::Serialize for LeaveCounts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.counts.iter().map(|(leave, share)| (leave.to_string(), share)))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for LeaveCounts {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut leaves = Self::default();
        for (leave, share) in Vec::<(String, Share)>::deserialize(deserializer)? {
            let leave: PinSet = leave.parse().map_err(serde::de::Error::custom)?;
            leaves.counts.entry(leave).or_default().add(share);
        }
        Ok(leaves)
    }
}

impl Stats {
    /// The leaves that are known.
    pub const fn leaves(&self) -> &LeaveCounts {
        &self.leaves
    }
}

/// The leaves of a game at which another ball was rolled, and whether it made a spare.
pub(super) fn leaves(game: &Game) -> impl Iterator<Item = (PinSet, bool)> {
    let known = |rack: &[Ball]| match rack {
        [first, next, ..] => first.roll.leave().map(|leave| (leave, next.mark == Some(Mark::Spare))),
        _ => None,
    };
    game.frames().filter(|frame| frame.has_signs()).flat_map(Frame::racks).filter_map(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    fn counts(rules: Rules, game: &str) -> Vec<(String, u64, u64)> {
        let line = crate::sheet::score_line(game.as_bytes(), crate::Dialect::Notation, rules).unwrap();
        let mut counts = LeaveCounts::default();
        leaves(line.game.as_ref().unwrap()).for_each(|(leave, hit)| counts.add(leave, hit));
        counts.iter().map(|(leave, share)| (leave.to_string(), share.count, share.of)).collect()
    }

    #[test]
    fn the_first_ball_at_a_rack_has_a_leave_if_another_ball_follows() {
        let leave = |pins: &str, count, of| (pins.to_owned(), count, of);
        let counted = counts(Rules::Tenpin, "7{3-6-10}1{6-10} {6-10}/ 9/ X X X X X X X9{10}/");
        assert_eq!(counted, [leave("10", 1, 1), leave("6-10", 1, 1), leave("3-6-10", 0, 1)]);
        assert_eq!(counts(Rules::Tenpin, "X X X X X X X X X XX9{10}"), [], "no ball follows");
        assert_eq!(counts(Rules::Tenpin, "X X X X X X X X X 9{10}/9{7}"), [leave("10", 1, 1)]);
        // A rack cleared with the third ball is not a spare.
        assert_eq!(counts(Rules::Candlepin, "7{3-6-10}1{6-10}2 9{7}/"), [leave("7", 1, 1), leave("3-6-10", 0, 1)]);
    }
}
