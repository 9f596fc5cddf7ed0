//! The sums that all other figures are made of: a table of what each is called and what a game adds to it. To add one,
//! write its row here, and its name in [`Stats::figures`](super::Stats::figures), which is the order of the columns.

use super::Stats;
use super::game::GameFigures;
use crate::game::MAX_TOTAL;

/// A game of this total or more counts as over 200.
const OVER_200: u64 = 200;

/// Declares the sums, how they are added up, and a function for each.
macro_rules! sums {
    (
        |$total:ident| { $($(#[$total_doc:meta])* $of_total:ident: $from_total:expr,)* }
        |$game:ident| { $($(#[$game_doc:meta])* $of_game:ident: $from_game:expr,)* }
    ) => {
        /// Sums over games. They are the same in whatever order games are added.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub(super) struct Sums {
            $($of_total: u64,)*
            $($of_game: u64,)*
        }

        impl Sums {
            /// Adds a game whose balls are not known. Sums may come from outside, so they stop at the largest number.
            pub(super) fn add_total(&mut self, total: u16) {
                let $total = u64::from(total);
                $(self.$of_total = self.$of_total.saturating_add($from_total);)*
            }

            /// Adds a game.
            pub(super) fn add_game(&mut self, $game: &GameFigures) {
                self.add_total($game.total);
                $(self.$of_game = self.$of_game.saturating_add($from_game.into());)*
            }

            /// Adds the sums of other games.
            pub(super) const fn add(&mut self, other: &Self) {
                $(self.$of_total = self.$of_total.saturating_add(other.$of_total);)*
                $(self.$of_game = self.$of_game.saturating_add(other.$of_game);)*
            }
        }

        /// Sums.
        impl Stats {
            $($(#[$total_doc])* pub const fn $of_total(&self) -> u64 { self.sums.$of_total })*
            $($(#[$game_doc])* pub const fn $of_game(&self) -> u64 { self.sums.$of_game })*
        }
    };
}

sums! {
    |total| {
        /// The complete games, whether scored or not.
        games: 1,
        /// The sum of the totals.
        pins: total,
        /// The sum of the squares of the totals.
        sum_of_squares: total * total,
        /// The games of 200 or more.
        over_200: u64::from(total >= OVER_200),
        /// The games of 300.
        perfect: u64::from(total == u64::from(MAX_TOTAL)),
    }
    |game| {
        /// The games whose balls are known.
        scored_games: 1_u8,
        /// The strikes. Fill balls count.
        strikes: game.strikes,
        /// The balls rolled at a full rack.
        strike_chances: game.strike_chances(),
        /// The spares. Fill balls count.
        spares: game.spares,
        /// The racks at which a second ball was rolled.
        spare_chances: game.spare_chances,
        /// The spares of racks with one pin left.
        single: game.single,
        /// The racks with one pin left at which another ball was rolled.
        single_chances: game.single_chances,
        /// The open frames.
        opens: game.opens,
        /// The pins of the balls rolled at a full rack.
        first_ball_pins: game.first_ball_pins,
        /// The scored games without an open frame.
        clean: game.opens == 0,
        /// The balls that left a split, as marked or by the pins that they left.
        splits: game.splits,
        /// The splits that the next ball made a spare.
        converted: game.converted,
        /// The strikes of frames 1 to 9, which gain the pins of later balls.
        gaining_strikes: game.gaining_strikes,
        /// The pins that these strikes gained beyond their ten.
        strike_gain_pins: game.strike_gain,
        /// The spares of frames 1 to 9.
        gaining_spares: game.gaining_spares,
        /// The pins that these spares gained beyond their ten.
        spare_gain_pins: game.spare_gain,
    }
}
