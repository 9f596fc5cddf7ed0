//! The highlights of a season in sentences. A sentence is said only if it is true of these games and of interest: who is
//! best where nobody else is anywhere is not.

use maud::{Markup, html};

use super::super::rows::StatsRow;
use super::super::{by::By, label::label};
use super::charts::{average, one_decimal};
use crate::cli::page::date;
use crate::sheet::date::{Dates, day_or_week};
use crate::stats::Stats;

/// More sentences are not read.
const MOST: usize = 6;
/// The fewest strikes in a row that are worth a sentence.
const LONG_RUN: u64 = 4;
/// The fewest times that a leave was left, and the fewest games of a player, to be compared with others.
const OFTEN: u64 = 5;
/// The fewest dates of a player who improved, and the fewest pins.
const MANY_DATES: usize = 6;
const PINS: f64 = 5.0;

/// The rows of a rule set, those with charts first, and their sum.
pub struct Season<'a> {
    pub by: &'a By,
    pub rows: &'a [StatsRow],
    pub total: &'a Stats,
    pub dates: Dates,
    /// How many rows have charts, and the number of the first of them in the page.
    pub shown: usize,
    pub first: usize,
}

impl Season<'_> {
    /// The highlights, the most interesting first.
    pub fn highlights(&self, of: &str) -> Markup {
        let all = [
            self.high_game(),
            self.high_series(),
            self.most_improved(),
            self.longest_run(),
            self.hardest_leave(),
            self.high_games(),
            self.clean_games(),
            self.steadiest(),
        ];
        let said: Vec<Markup> = all.into_iter().flatten().take(MOST).collect();
        html! {
            @if !said.is_empty() {
                h2 { "Highlights" (of) }
                ul.highlights { @for sentence in said { li { (sentence) } } }
            }
        }
    }

    /// The label of a row, as a link to its charts.
    fn link(&self, at: usize) -> Markup {
        let name = self.rows.get(at).map(|row| self.by.title(row)).unwrap_or_default();
        html! {
            @if at < self.shown { a href={ "#p" (self.first + at) } { bdi { (name) } } } @else { bdi { (name) } }
        }
    }

    /// Who has the highest value of a figure: rows, if more than one could. Of many rows, the first two.
    fn who(&self, figure: impl Fn(&Stats) -> Option<u64>, value: u64) -> Markup {
        let mut rows = (0..).zip(self.rows).filter(|(_, row)| figure(&row.stats) == Some(value)).map(|(at, _)| at);
        let named: Vec<usize> = rows.by_ref().take(2).collect();
        let more = rows.count();
        if self.rows.len() == 1 {
            return Markup::default();
        }
        // A high is by a player, and in any other row.
        let first = if self.by.has_names() { ", by " } else { ", in " };
        html! {
            @for (number, &at) in named.iter().enumerate() {
                @if number == 0 { (first) } @else if more > 0 { ", " } @else { " and " }
                (self.link(at))
            }
            @if more > 0 { " and " (more) " more" }
        }
    }

    /// Who bowled a high and when, if the rows do not say it.
    fn holder(&self, name: Option<&str>, date: Option<&str>) -> Markup {
        let name = name.filter(|_| !self.by.has_names());
        html! {
            @if let Some(name) = name { ", by " bdi { (label(name)) } }
            @if let Some(date) = date.filter(|_| !self.by.has_time()) {
                @match self.dates.day(date).or_else(|| day_or_week(date)) {
                    Some(day) => { @if date::is_week(day) { " in " } @else { " on " } (date::long(day)) },
                    None => { " (" bdi { (label(date)) } ")" },
                }
            }
        }
    }

    fn high_game(&self) -> Option<Markup> {
        let high = self.total.high().filter(|_| self.total.games() > 1)?;
        Some(html! {
            "The high game is " b { (high) } (self.who(Stats::high, high))
            @if let Some(stats) = self.only(Stats::high, high) { (self.holder(stats.high_name(), stats.high_date())) }
            "."
        })
    }

    fn high_series(&self) -> Option<Markup> {
        let (pins, games) = self.total.high_series().zip(self.total.high_series_games())?;
        let is_it = |stats: &Stats| stats.high_series().filter(|_| stats.high_series_games() == Some(games));
        (self.total.series() > 1).then(|| {
            html! {
                "The high series is " b { (pins) } " in " (games) " games" (self.who(is_it, pins))
                @if let Some(stats) = self.only(is_it, pins) {
                    (self.holder(stats.high_series_name(), stats.high_series_date()))
                }
                "."
            }
        })
    }

    /// The only row with this value.
    fn only(&self, figure: impl Fn(&Stats) -> Option<u64>, value: u64) -> Option<&Stats> {
        let mut rows = self.rows.iter().map(|row| &*row.stats).filter(|stats| figure(stats) == Some(value));
        rows.next().filter(|_| rows.next().is_none())
    }

    /// Compares the averages of the first and of the second half of a player's dates.
    fn most_improved(&self) -> Option<Markup> {
        let halves = |row: &StatsRow| {
            let points = row.stats.timeline();
            let (first, second) = points.split_at(points.len() / 2);
            let is_known = points.len() >= MANY_DATES && date::are_alike(points.first()?.day, points.last()?.day);
            Some((average(first), average(second), date::unit(points.first()?.day))).filter(|_| is_known)
        };
        let all = self.rows.iter().map(halves).enumerate().filter_map(|(at, halves)| Some((at, halves?)));
        let (at, (first, second, unit)) =
            all.max_by(|(_, one), (_, other)| (one.1 - one.0).total_cmp(&(other.1 - other.0)))?;
        (second - first >= PINS).then(|| {
            html! {
                @if self.rows.len() > 1 { "Most improved is " (self.link(at)) ": " } @else { "The average went up: " }
                b { (one_decimal(first)) } " in the first half of the " (unit) "s, " b { (one_decimal(second)) } " in the second."
            }
        })
    }

    fn longest_run(&self) -> Option<Markup> {
        let run = self.total.run();
        (run >= LONG_RUN).then(|| {
            html! {
                "The longest run is " b { (run) } " strikes in a row" (self.who(|stats| Some(stats.run()), run)) "."
            }
        })
    }

    fn hardest_leave(&self) -> Option<Markup> {
        let often = self.total.leaves().iter().filter(|(_, share)| share.of >= OFTEN);
        // Of equally hard ones, the commonest.
        let key = |share: crate::stats::Share| share.percent().unwrap_or(100.0);
        let (leave, share) = often.min_by(|(_, one), (_, other)| key(*one).total_cmp(&key(*other)))?;
        (share.count < share.of).then(|| {
            html! { "The hardest leave is the " b { (leave) } ": " (share.count) " of " (share.of) " converted." }
        })
    }

    fn high_games(&self) -> Option<Markup> {
        let (games, over, perfect) = (self.total.games(), self.total.over_200(), self.total.perfect());
        (over > 0 && games > 1).then(|| {
            html! {
                b { (over) } " of " (games) " games " (if over == 1 { "is" } else { "are" }) " 200 or more"
                @if perfect > 0 { ", " b { (perfect) } " of them perfect" }
                "."
            }
        })
    }

    fn clean_games(&self) -> Option<Markup> {
        let (games, clean) = (self.total.scored_games(), self.total.clean());
        (clean > 0 && games > 1).then(|| {
            html! {
                b { (clean) } " of " (games) " games " (if clean == 1 { "is" } else { "are" }) " clean: no frame is open."
            }
        })
    }

    fn steadiest(&self) -> Option<Markup> {
        let all = (0..).zip(self.rows).filter(|(_, row)| row.stats.games() >= OFTEN);
        let all: Vec<(usize, f64)> = all.filter_map(|(at, row)| Some((at, row.stats.stddev()?))).collect();
        let (at, stddev) = all.iter().min_by(|(_, one), (_, other)| one.total_cmp(other)).filter(|_| all.len() > 2)?;
        Some(
            html! { "The steadiest is " (self.link(*at)) ", with a standard deviation of " b { (one_decimal(*stddev)) } "." },
        )
    }
}
