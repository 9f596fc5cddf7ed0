//! Statistics over many games: sums and counts first, averages at the end.
//!
//! [`Stats`] takes the games of one player, or of any other set of games, one at a time. All sums are
//! integers, so the figures do not depend on the order in which parts are merged.
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
//! assert_eq!((stats.strikes().count, stats.strikes().of), (12, 23));
//! assert_eq!(stats.spares().percent(), Some(100.0));
//! assert_eq!(stats.high_series().map(|series| (series.pins, series.games)), Some((630, 3)));
//! assert_eq!(stats.add_game(&"X X".parse::<Game>()?), Err(NotCounted::Unfinished));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod charts;
mod counts;
mod figures;
mod handicap;
mod leaves;
mod merge;
mod results;
mod series;
mod timeline;

pub use counts::{FrameCounts, NotCounted, Share};
pub use handicap::{Handicap, NotAHandicap};
pub use leaves::LeaveCounts;
pub use series::Series;
pub use timeline::Point;

use crate::game::{Game, MAX_TOTAL, Rules};
use charts::Charts;
pub(crate) use figures::GameFigures;
pub(crate) use leaves::leaves;
pub(crate) use series::OpenSeries;
use series::SeriesEnds;

/// How many totals share a class of [`Stats::distribution`].
pub const CLASS: u16 = 10;
/// The classes of [`Stats::distribution`]: 0 to 9, 10 to 19, and so on. The last one is 300 alone.
pub const CLASSES: usize = (MAX_TOTAL / CLASS) as usize + 1;

/// A game of this total or more counts as over 200.
const OVER_200: u16 = 200;

/// The statistics of a set of games, all by the same rules.
///
/// Only complete games count. A game whose balls are not known ([`add_total`](Self::add_total)) counts for the figures
/// about totals. The figures about balls are those of the *scored* games.
///
/// The games of a set are divided into series by [`set_evening`](Self::set_evening) or
/// [`end_series`](Self::end_series). A run of strikes goes on across the games of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    rules: Rules,
    games: u64,
    pins: u64,
    squares: u64,
    high: Option<u16>,
    low: Option<u16>,
    over_200: u64,
    perfect: u64,
    scored: u64,
    strikes: Share,
    spares: Share,
    single: Share,
    opens: u64,
    first_ball_pins: u64,
    clean: u64,
    splits: u64,
    converted: u64,
    leaves: LeaveCounts,
    run: u64,
    /// Series that have a beginning and an end here.
    series: u64,
    high_series: Option<Series>,
    /// The series at both ends of these games.
    open: SeriesEnds,
    /// `None` without games.
    charts: Option<Box<Charts>>,
    /// Whether no charts are drawn.
    without_charts: bool,
}

/// Adding games.
impl Stats {
    /// The statistics of no games.
    pub fn new(rules: Rules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// The statistics of no games, with or without what charts are drawn from, which takes most of the memory.
    #[cfg(feature = "cli")]
    pub(crate) fn of_row(rules: Rules, has_charts: bool) -> Self {
        Self { without_charts: !has_charts, ..Self::new(rules) }
    }

    /// Adds a game. An unfinished one is [skipped](Self::skip_game).
    pub fn add_game(&mut self, game: &Game) -> Result<(), NotCounted> {
        if game.rules() != self.rules {
            return Err(NotCounted::OtherRules);
        }
        let Some(figures) = GameFigures::new(game) else {
            self.skip_game();
            return Err(NotCounted::Unfinished);
        };
        let run = self.open_series().append(&figures.series());
        self.add_figures(&figures, run);
        leaves(game).for_each(|(leave, is_converted)| self.add_leave(leave, is_converted));
        Ok(())
    }

    /// Adds the total of a complete game whose balls are not known. It ends a run of strikes.
    pub fn add_total(&mut self, total: u16) -> Result<(), NotCounted> {
        if total > MAX_TOTAL {
            return Err(NotCounted::NoSuchTotal);
        }
        self.open_series().append(&OpenSeries::of_total(total));
        self.add_to_totals(total);
        Ok(())
    }

    /// Skips a game of the series that does not count. It ends a run of strikes.
    pub fn skip_game(&mut self) {
        self.open_series().end_run();
    }

    /// Ends a series. The next game starts a new one.
    pub fn end_series(&mut self) {
        if let Some(last) = self.open.last.replace(OpenSeries::default()) {
            self.close(last);
        }
    }

    /// Sets the day of the games that are added next, counted from any fixed day; `None` if it is not known. The
    /// [`timeline`](Self::timeline) is in order of days.
    pub fn set_day(&mut self, day: Option<i32>) {
        if let Some(charts) = self.charts() {
            charts.day = day;
        }
    }

    /// Adds the figures of a game, and the run of strikes that it continues.
    pub(crate) fn add_figures(&mut self, game: &GameFigures, run: u64) {
        self.scored += 1;
        self.strikes.add(game.strikes(), game.strike_chances());
        self.spares.add(u64::from(game.spares), u64::from(game.spare_chances));
        self.single.add(u64::from(game.single), u64::from(game.single_chances));
        let opens = game.opens();
        self.opens += opens;
        self.clean += u64::from(opens == 0);
        self.first_ball_pins += u64::from(game.first_ball_pins);
        self.splits += u64::from(game.splits);
        self.converted += u64::from(game.converted);
        if let Some(charts) = self.charts() {
            charts.add_marks(game);
        }
        self.run = self.run.max(run);
        if game.strikes() > self.run {
            self.run = self.run.max(game.longest_run());
        }
        self.add_to_totals(game.total);
    }

    /// Adds a total to the figures that need no balls.
    pub(crate) fn add_to_totals(&mut self, total: u16) {
        self.games += 1;
        self.pins += u64::from(total);
        self.squares += u64::from(total).pow(2);
        self.high = self.high.max(Some(total));
        self.low = lower(self.low, Some(total));
        self.over_200 += u64::from(total >= OVER_200);
        self.perfect += u64::from(total == MAX_TOTAL);
        if let Some(charts) = self.charts() {
            charts.add_total(total);
        }
    }

    /// The series that the next game belongs to.
    fn open_series(&mut self) -> &mut OpenSeries {
        let SeriesEnds { first, last, .. } = &mut self.open;
        last.as_mut().unwrap_or(first)
    }

    fn charts(&mut self) -> Option<&mut Charts> {
        (!self.without_charts).then(|| &mut **self.charts.get_or_insert_default())
    }

    /// Counts a series that has ended.
    pub(crate) fn close(&mut self, series: OpenSeries) {
        self.series += u64::from(series.is_series());
        self.high_series = Series::higher(self.high_series, series.long_series());
    }
}

/// The lower of two totals that may be known.
fn lower(one: Option<u16>, other: Option<u16>) -> Option<u16> {
    one.into_iter().chain(other).min()
}

/// Adds games in order. Those that do not count, see [`add_game`](Stats::add_game), are passed over.
impl<'a> Extend<&'a Game> for Stats {
    fn extend<T: IntoIterator<Item = &'a Game>>(&mut self, games: T) {
        for game in games {
            let _ = self.add_game(game);
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
                Err(_) => drop(stats.add_game(&line.parse().unwrap())),
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
        assert_eq!(stats.strikes().percent(), None);
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
        assert_eq!((stats.series(), stats.high_series()), (4, Some(Series { games: 3, pins: 380 })));
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
        assert_eq!(stats, before);
        // Of several games, those that do not count are passed over.
        stats.extend(&[PERFECT.parse().unwrap(), Game::new(Rules::Notap9)]);
        assert_eq!(stats.games(), 2);
    }

    /// Statistics are those of tenpin unless they say otherwise.
    #[test]
    fn the_default_counts_like_any_other() {
        let (mut stats, mut default) = (Stats::new(Rules::Tenpin), Stats::default());
        for stats in [&mut stats, &mut default] {
            stats.add_game(&PERFECT.parse().unwrap()).unwrap();
        }
        assert_eq!((default.low(), default.timeline().len(), default.by_frame()[0].strikes), (Some(300), 1, 1));
        assert_eq!(default, stats);
    }

    #[test]
    fn the_distribution_has_a_class_of_its_own_for_300() {
        let stats = stats(&["0", "9", "10", "299", "300"]);
        let classes = stats.distribution();
        assert_eq!((classes[0], classes[1], classes[29], classes[30]), (2, 1, 1, 1));
    }
}
