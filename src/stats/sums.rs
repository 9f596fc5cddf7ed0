//! The sums that all other figures are made of. To add one: a line here, its name in [`Stats::figures`], and what a game
//! adds to it.

use super::Stats;
use crate::game::MAX_TOTAL;

/// A game of this total or more counts as over 200.
const OVER_200: u16 = 200;

/// Declares the sums, how they are added up, and a function for each.
macro_rules! sums {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Sums over games. They are the same in whatever order games are added.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub(super) struct Sums {
            $(pub(super) $name: u64,)*
        }

        impl Sums {
            const NONE: Self = Self { $($name: 0,)* };

            /// Adds the sums of other games. They may come from outside, so they stop at the largest number.
            pub(super) const fn add(&mut self, other: &Self) {
                $(self.$name = self.$name.saturating_add(other.$name);)*
            }
        }

        /// Sums.
        impl Stats {
            $($(#[$doc])* pub const fn $name(&self) -> u64 { self.sums.$name })*
        }
    };
}

sums! {
    /// The complete games, whether scored or not.
    games,
    /// The sum of the totals.
    pins,
    /// The sum of the squares of the totals.
    sum_of_squares,
    /// The games of 200 or more.
    over_200,
    /// The games of 300.
    perfect,
    /// The games whose balls are known.
    scored_games,
    /// The strikes. Fill balls count.
    strikes,
    /// The balls rolled at a full rack.
    strike_chances,
    /// The spares. Fill balls count.
    spares,
    /// The racks at which a second ball was rolled.
    spare_chances,
    /// The spares of racks with one pin left.
    single,
    /// The racks with one pin left at which another ball was rolled.
    single_chances,
    /// The open frames.
    opens,
    /// The pins of the balls rolled at a full rack.
    first_ball_pins,
    /// The scored games without an open frame.
    clean,
    /// The balls that left a split, as marked or by the pins that they left.
    splits,
    /// The splits that the next ball made a spare.
    converted,
    /// The strikes of frames 1 to 9, which gain the pins of later balls.
    gaining_strikes,
    /// The pins that these strikes gained beyond their ten.
    strike_gain_pins,
    /// The spares of frames 1 to 9.
    gaining_spares,
    /// The pins that these spares gained beyond their ten.
    spare_gain_pins,
}

impl Sums {
    /// What a game adds of which only the total is known.
    pub(super) const fn of_total(total: u16) -> Self {
        let pins = total as u64;
        Self {
            games: 1,
            pins,
            sum_of_squares: pins * pins,
            over_200: (total >= OVER_200) as u64,
            perfect: (total == MAX_TOTAL) as u64,
            ..Self::NONE
        }
    }
}
