//! The terms of a league: handicaps, and the averages with which players joined.

use std::str::FromStr;

use super::columns::Column;
use crate::game::MAX_TOTAL;
use crate::stats::{Handicap, Stats};

/// The terms of a league.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub handicap: Option<Handicap>,
    pub starts: Vec<Start>,
}

/// The average with which a player joined, as games that were bowled elsewhere. The value of `--start`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub name: String,
    pins: u64,
    games: u64,
}

impl FromStr for Start {
    type Err = &'static str;

    /// Reads `Ann=150/12`: an average of 150 in 12 games.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a name, an average and a number of games, such as Ann=150/12";
        let (name, start) = text.rsplit_once('=').ok_or(EXPECTED)?;
        let (average, games) = start.split_once('/').ok_or(EXPECTED)?;
        let average: u64 = average.parse().map_err(|_| EXPECTED)?;
        let games: u64 = games.parse().map_err(|_| EXPECTED)?;
        if average > MAX_TOTAL.into() || !(1..=9999).contains(&games) {
            return Err("an average is 0 to 300, in 1 to 9999 games");
        }
        Ok(Self { name: name.trim().into(), pins: average * games, games })
    }
}

impl Terms {
    /// The last columns of a row, given the name of its player.
    pub fn columns(&self, stats: &Stats, player: Option<&str>) -> Vec<Column<'static>> {
        let start = self.start(player);
        let mut columns = Vec::new();
        if !self.starts.is_empty() {
            columns.push(("start_games", start.map(|start| start.games).into()));
            columns.push(("start_pins", start.map(|start| start.pins).into()));
            columns.push(("average_with_start", self.average(stats, player).into()));
        }
        if self.handicap.is_some() {
            let handicap = self.handicap_of(stats, player);
            columns.push(("handicap", handicap.map(u64::from).into()));
            columns.push(("average_with_handicap", self.adjusted(stats, player).into()));
        }
        columns
    }

    /// The last two numbers of the table, if they are about a league: what each is called, and its column.
    pub fn of_table(&self) -> Option<[(&'static str, &'static str); 2]> {
        if self.handicap.is_some() {
            Some([("hdcp", "handicap"), ("adjusted", "average_with_handicap")])
        } else if self.starts.is_empty() {
            None
        } else {
            Some([("start", "start_games"), ("adjusted", "average_with_start")])
        }
    }

    fn start(&self, player: Option<&str>) -> Option<&Start> {
        self.starts.iter().rev().find(|start| Some(start.name.as_str()) == player)
    }

    /// The pins and the games that make the average.
    fn sums(&self, stats: &Stats, player: Option<&str>) -> (u64, u64) {
        let (pins, games) = self.start(player).map_or((0, 0), |start| (start.pins, start.games));
        (stats.pins().saturating_add(pins), stats.games().saturating_add(games))
    }

    #[expect(clippy::cast_precision_loss, reason = "as all averages")]
    fn average(&self, stats: &Stats, player: Option<&str>) -> Option<f64> {
        let (pins, games) = self.sums(stats, player);
        (games > 0).then(|| pins as f64 / games as f64)
    }

    fn handicap_of(&self, stats: &Stats, player: Option<&str>) -> Option<u16> {
        let (pins, games) = self.sums(stats, player);
        self.handicap?.of_average(pins, games)
    }

    fn adjusted(&self, stats: &Stats, player: Option<&str>) -> Option<f64> {
        Some(self.average(stats, player)? + self.handicap_of(stats, player).map_or(0.0, f64::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Figure;

    #[test]
    fn a_start_is_an_average_in_some_games() {
        let start = |name: &str, pins, games| Ok(Start { name: name.into(), pins, games });
        assert_eq!("Ann=150/12".parse(), start("Ann", 1800, 12));
        assert_eq!(
            "a=b = 200/3".parse::<Start>(),
            Err("expected a name, an average and a number of games, such as Ann=150/12")
        );
        assert_eq!("a=b=200/3".parse(), start("a=b", 600, 3));
        for wrong in ["", "Ann", "Ann=150", "Ann=301/1", "Ann=150/0", "Ann=150/10000", "Ann=-1/2", "Ann=1/2/3"] {
            assert!(wrong.parse::<Start>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_start_counts_in_the_average_of_a_handicap() {
        let stats = Stats::of_totals([170, 180]);
        let handicap = "90%220".parse().ok();
        let terms = Terms { handicap, starts: vec!["Ann=150/8".parse().unwrap()] };
        let last = |player| terms.columns(&stats, Some(player))[3..].to_vec();
        // 1550 pins in 10 games; 90 % of 65.
        let columns = |handicap, average| {
            [("handicap", Figure::Count(handicap)), ("average_with_handicap", Figure::Real(average))]
        };
        assert_eq!(last("Ann"), columns(58, 213.0));
        assert_eq!(last("Bob"), columns(40, 215.0));
    }
}
