//! Statistics over many games: sums and counts first, averages at the end.
//!
//! [`Stats`] takes the games of one player, one at a time. Those of a team are the statistics of its players,
//! [merged](Stats::merge). All sums are integers, so the figures do not depend on how parts are merged.
//!
//! ```
//! use bowling::{Game, Rules};
//! use bowling::stats::{NotCounted, Stats};
//!
//! let mut stats = Stats::new(Rules::Tenpin);
//! stats.add_game(&"X X X X X X X X X XXX".parse::<Game>()?)?;
//! stats.add_game(&"5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5".parse::<Game>()?)?;
//! stats.add_total(180)?; // only the total of this game is known
//! stats.end_series();
//!
//! assert_eq!((stats.games(), stats.pins(), stats.average()), (3, 630, Some(210.0)));
//! assert_eq!((stats.strikes(), stats.strike_chances()), (12, 23));
//! assert_eq!(stats.spare_percent(), Some(100.0));
//! assert_eq!(stats.high_series().zip(stats.high_series_games()), Some((630, 3)));
//! assert_eq!(stats.add_game(&"X X".parse::<Game>()?), Err(NotCounted::Unfinished));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod charts;
mod counts;
mod figures;
mod game;
mod handicap;
mod leaves;
mod merge;
mod series;
mod sums;
mod timeline;

use std::sync::Arc;

pub use counts::{FrameCounts, NotCounted, Share};
pub use figures::Figure;
pub use handicap::{Handicap, NotAHandicap};
pub use leaves::LeaveCounts;
pub use timeline::Point;

use crate::game::{Game, MAX_TOTAL, Rules};
use crate::sheet::Evening;
use charts::Charts;
pub(crate) use game::GameFigures;
use leaves::leaves;
use series::{High, SeriesEnds, SeriesPart};
use sums::Sums;

/// How many totals share a class of [`Stats::distribution`].
pub const CLASS: u16 = 10;
/// The classes of [`Stats::distribution`]: 0 to 9, 10 to 19, and so on. The last one is 300 alone.
pub const CLASSES: usize = (MAX_TOTAL / CLASS) as usize + 1;

/// The statistics of the games of one player, all by the same rules; [merged](Self::merge), also those of several.
///
/// Only complete games count. A game whose balls are not known ([`add_total`](Self::add_total)) counts for the figures
/// about totals. The figures about balls are those of the *scored* games.
///
/// The games of a player are divided into series by [`set_evening`](Self::set_evening) or
/// [`end_series`](Self::end_series). A run of strikes goes on across the games of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub struct Stats {
    rules: Rules,
    players: Players,
    #[cfg_attr(feature = "serde", serde(flatten))]
    sums: Sums,
    low: Option<u16>,
    run: u64,
    high_game: Option<High>,
    /// Of the series that have a beginning and an end here, as is their number.
    #[cfg_attr(feature = "serde", serde(rename = "ended_high_series"))]
    high_series: Option<High>,
    ended_series: u64,
    /// The series at both ends of these games.
    ends: SeriesEnds,
    leaves: LeaveCounts,
    /// The first and the last day with a game.
    days: Option<(i32, i32)>,
    /// `None` if no charts are drawn: they take most of the memory.
    charts: Option<Box<Charts>>,
}

/// Whose games they are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Players {
    /// A player, perhaps without a name.
    One(Option<Arc<str>>),
    Several,
}

impl Default for Players {
    fn default() -> Self {
        Self::One(None)
    }
}

/// No games of tenpin.
impl Default for Stats {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

/// Adding games.
impl Stats {
    /// The statistics of no games.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            players: Players::default(),
            sums: Sums::default(),
            low: None,
            run: 0,
            high_game: None,
            high_series: None,
            ended_series: 0,
            ends: SeriesEnds::default(),
            leaves: LeaveCounts::default(),
            days: None,
            charts: Some(Box::default()),
        }
    }

    /// The statistics of no games of a player. Those of different players do not share a series when they are
    /// [merged](Self::merge).
    pub fn of_player(rules: Rules, name: &str) -> Self {
        Self { players: Players::One(Some(name.into())), ..Self::new(rules) }
    }

    /// The player; `None` without a name and for several players.
    pub fn name(&self) -> Option<&str> {
        match &self.players {
            Players::One(name) => name.as_deref(),
            Players::Several => None,
        }
    }

    /// Whether games of different players were merged.
    pub const fn has_several_players(&self) -> bool {
        matches!(self.players, Players::Several)
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If the game does not count. Then nothing is changed: [skip](Self::skip_game) a game that belongs to the series.
    pub fn add_game(&mut self, game: &Game) -> Result<(), NotCounted> {
        if game.rules() != self.rules {
            return Err(NotCounted::OtherRules);
        }
        let figures = GameFigures::new(game).ok_or(NotCounted::Unfinished)?;
        self.add_figures(&figures, Some(game), 0);
        Ok(())
    }

    /// Adds the total of a complete game whose balls are not known. It ends a run of strikes.
    ///
    /// # Errors
    ///
    /// If no game has this total. Then nothing is changed.
    pub fn add_total(&mut self, total: u16) -> Result<(), NotCounted> {
        if total > MAX_TOTAL {
            return Err(NotCounted::NoSuchTotal);
        }
        self.add_known_total(total, 0);
        Ok(())
    }

    /// Adds a total that counts for the series alone, such as the average of an absent player.
    ///
    /// # Errors
    ///
    /// If no game has this total. Then nothing is changed.
    pub fn add_to_series_alone(&mut self, total: u16) -> Result<(), NotCounted> {
        if total > MAX_TOTAL {
            return Err(NotCounted::NoSuchTotal);
        }
        self.add_marked_total(total, 0);
        Ok(())
    }

    /// Adds a total that counts for the series alone, given its number among the games of all players.
    pub(crate) fn add_marked_total(&mut self, total: u16, number: u64) {
        self.add_to_series(SeriesPart::of_total(total), number);
    }

    /// Adds the figures of a game, given its leaves if it has some, and its number among the games of all players.
    pub(crate) fn add_figures(&mut self, figures: &GameFigures, game: Option<&Game>, number: u64) {
        let run = self.add_to_series(figures.series(), number);
        self.run = self.run.max(run);
        if u64::from(figures.strikes) > self.run {
            self.run = self.run.max(figures.longest_run());
        }
        if let Some(game) = game.filter(|_| figures.has_leaves) {
            leaves(game).for_each(|(leave, is_converted)| self.leaves.add(leave, is_converted));
        }
        if let Some(charts) = &mut self.charts {
            charts.add_marks(figures);
        }
        self.sums.add_game(figures);
        self.note_total(figures.total, number);
    }

    /// Adds a total of a game whose balls are not known, given its number.
    pub(crate) fn add_known_total(&mut self, total: u16, number: u64) {
        self.add_to_series(SeriesPart::of_total(total), number);
        self.sums.add_total(total);
        self.note_total(total, number);
    }

    /// Adds a total to the figures that are not sums.
    fn note_total(&mut self, total: u16, number: u64) {
        self.raise_high(total, number);
        self.low = Some(self.low.map_or(total, |low| low.min(total)));
        let day = self.ends.open().evening.as_ref().and_then(Evening::day);
        self.add_days(day.map(|day| (day, day)));
        let day = day.filter(|_| !self.has_several_players());
        if let Some(charts) = &mut self.charts {
            charts.add_total(total, day);
        }
    }

    /// Puts games on a day that was not known when they were added.
    #[cfg(feature = "cli")]
    pub(crate) fn add_point(&mut self, point: &Point) {
        self.add_days(Some((point.day, point.day)));
        if let Some(charts) = &mut self.charts {
            charts.timeline.add_point(point);
        }
    }

    fn add_days(&mut self, days: Option<(i32, i32)>) {
        if let Some((first, last)) = days {
            let (from, to) = self.days.unwrap_or((first, last));
            self.days = Some((from.min(first), to.max(last)));
        }
    }

    /// Draws no charts.
    #[cfg(feature = "cli")]
    pub(crate) fn drop_charts(&mut self) {
        self.charts = None;
    }

    /// Whether charts can be drawn.
    #[cfg(feature = "cli")]
    pub(crate) const fn has_charts(&self) -> bool {
        self.charts.is_some()
    }
}

/// Adds games in order. Those that do not count, see [`add_game`](Stats::add_game), are [skipped](Stats::skip_game).
impl<'a> Extend<&'a Game> for Stats {
    fn extend<T: IntoIterator<Item = &'a Game>>(&mut self, games: T) {
        for game in games {
            if self.add_game(game).is_err() {
                self.skip_game();
            }
        }
    }
}

#[cfg(test)]
impl Stats {
    /// Games whose balls are not known.
    pub(crate) fn of_totals(totals: impl IntoIterator<Item = u16>) -> Self {
        let mut stats = Self::new(Rules::Tenpin);
        totals.into_iter().for_each(|total| stats.add_total(total).unwrap());
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(lines: &[&str]) -> Stats {
        let mut stats = Stats::new(Rules::Tenpin);
        for line in lines {
            match line.parse::<u16>() {
                Ok(total) => stats.add_total(total).unwrap(),
                Err(_) if *line == "|" => stats.end_series(),
                Err(_) => stats.extend(&[line.parse::<Game>().unwrap()]),
            }
        }
        stats
    }

    const PERFECT: &str = "X X X X X X X X X XXX";
    const ENDS_IN_STRIKES: &str = "9- 9- 9- 9- 9- 9- 9- 9- X XXX";
    const STARTS_WITH_STRIKES: &str = "X X 9- 9- 9- 9- 9- 9- 9- 9-";

    #[test]
    fn no_games_have_no_figures() {
        let stats = stats(&[]);
        assert_eq!((stats.average(), stats.high(), stats.low(), stats.stddev()), (None, None, None, None));
        assert_eq!((stats.series(), stats.high_series(), stats.first_ball()), (0, None, None));
        assert_eq!(stats.strike_percent(), None);
    }

    #[test]
    fn a_run_goes_on_across_the_games_of_a_series_only() {
        assert_eq!(stats(&[ENDS_IN_STRIKES, STARTS_WITH_STRIKES]).run(), 6);
        assert_eq!(stats(&[ENDS_IN_STRIKES, PERFECT, STARTS_WITH_STRIKES]).run(), 18);
        assert_eq!(stats(&[ENDS_IN_STRIKES, "|", STARTS_WITH_STRIKES]).run(), 4);
        assert_eq!(stats(&[ENDS_IN_STRIKES, "150", STARTS_WITH_STRIKES]).run(), 4);
        assert_eq!(stats(&[ENDS_IN_STRIKES, "X X", STARTS_WITH_STRIKES]).run(), 4, "an unfinished game between");
    }

    #[test]
    fn the_high_series_has_three_games_or_more() {
        let stats = stats(&["200", "200", "|", "100", "150", "130", "|", "|", "90", "90", "90", "110", "|", "299"]);
        assert_eq!((stats.series(), stats.high_series()), (4, Some(380)));
        assert_eq!(stats.high_series_games(), Some(3));
        assert_eq!((stats.scored_games(), stats.games(), stats.over_200()), (0, 10, 3));
    }

    #[test]
    fn merging_parts_gives_the_figures_of_the_whole() {
        let games = [
            ENDS_IN_STRIKES,
            PERFECT,
            "|",
            "120",
            STARTS_WITH_STRIKES,
            "X",
            PERFECT,
            "|",
            "|",
            PERFECT,
            PERFECT,
            PERFECT,
            ENDS_IN_STRIKES,
            "|",
            "150",
            "|",
            STARTS_WITH_STRIKES,
            "S7/ 9{7}- 9- 9- 9- 9- 9- 9- 9- XS8/",
            "8{7-10}/ 9{7}/ 9- 9- 9- 9- 9- 9- 9- XS8/",
        ];
        let whole = stats(&games);
        assert_eq!((whole.run(), whole.splits(), whole.converted()), (36, 4, 4));
        for first in 0..=games.len() {
            for second in first..=games.len() {
                let mut merged = stats(&games[..first]);
                merged.merge(&stats(&games[first..second])).unwrap();
                merged.merge(&stats(&games[second..])).unwrap();
                assert_eq!(merged, whole, "{first} {second}");
            }
        }
    }

    #[test]
    fn other_rules_are_never_mixed_in() {
        let mut stats = stats(&[PERFECT]);
        let other = Stats::new(Rules::Notap9);
        assert_eq!(stats.merge(&other), Err(NotCounted::OtherRules));
        assert_eq!(NotCounted::OtherRules.to_string(), "the game is by other rules");
        assert_eq!(stats.add_game(&Game::new(Rules::Notap9)), Err(NotCounted::OtherRules));
        let before = stats.clone();
        assert_eq!(stats.add_total(301), Err(NotCounted::NoSuchTotal));
        assert_eq!(stats.add_to_series_alone(301), Err(NotCounted::NoSuchTotal));
        assert_eq!(stats.add_game(&Game::new(Rules::Tenpin)), Err(NotCounted::Unfinished));
        assert_eq!(stats, before);
        // Of several games, those that do not count are passed over.
        stats.extend(&[PERFECT.parse().unwrap(), Game::new(Rules::Notap9)]);
        assert_eq!(stats.games(), 2);
    }

    #[test]
    fn the_distribution_has_a_class_of_its_own_for_300() {
        let stats = stats(&["0", "9", "10", "299", "300"]);
        let classes = stats.distribution();
        assert_eq!((classes[0], classes[1], classes[29], classes[30]), (2, 1, 1, 1));
    }
}
