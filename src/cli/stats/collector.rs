//! Adds up the games of all players, in input order.

use std::io;

use super::date;
use super::event::{PlayerId, StatsEvent};
use crate::cli::run::Sink;
use crate::stats::Stats;

/// The statistics of each player.
#[derive(Debug, Default)]
pub struct Collector {
    players: Vec<Option<Played>>,
    evening: Evening,
    unfinished: u64,
    errors: u64,
}

/// What the games of a series have in common: the group and the date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Evening {
    group: u64,
    date: u64,
}

/// The games of one player.
#[derive(Debug)]
struct Played {
    stats: Box<Stats>,
    /// That of the last game, unless its series has ended.
    evening: Option<Evening>,
}

impl Collector {
    fn add(&mut self, event: StatsEvent) {
        match event {
            StatsEvent::Game(player, figures) => self.player(player).add_figures(&figures),
            // An impossible total is an error of its row, so there is none here.
            StatsEvent::Total(player, total) => drop(self.player(player).add_total(total)),
            StatsEvent::SeriesTotal(player, total) => self.player(player).add_series_total(total),
            StatsEvent::Unfinished(player) => {
                self.unfinished += 1;
                self.player(player).skip_game();
            }
            StatsEvent::Error(player) => {
                self.errors += 1;
                self.player(player).skip_game();
            }
            // Ends a series of every player.
            StatsEvent::GroupEnd => self.evening.group += 1,
            StatsEvent::SeriesEnd(player) => self.played(player).evening = None,
            StatsEvent::Date(date) => self.evening.date = date,
        }
    }

    /// The statistics of a player. A series of an earlier evening is ended.
    fn player(&mut self, id: PlayerId) -> &mut Stats {
        let evening = self.evening;
        let played = self.played(id);
        if played.evening.replace(evening) != Some(evening) {
            played.stats.end_series();
        }
        played.stats.set_day(date::day(evening.date));
        &mut played.stats
    }

    fn played(&mut self, PlayerId { number, rules }: PlayerId) -> &mut Played {
        let place = number as usize;
        if place >= self.players.len() {
            self.players.resize_with(place + 1, || None);
        }
        self.players[place].get_or_insert_with(|| Played { stats: Box::new(Stats::new(rules)), evening: None })
    }

    /// How many games are not counted, in words.
    pub fn left_out(&self) -> Option<String> {
        let count = |count: u64, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {}", what.replacen("game", "games", 1))),
        };
        let unfinished = count(self.unfinished, "unfinished game");
        let errors = count(self.errors, "game in error");
        let both = [unfinished, errors].into_iter().flatten().collect::<Vec<_>>();
        (!both.is_empty()).then(|| format!("not counted: {}", both.join(", ")))
    }

    /// The statistics, by the number of the player.
    pub fn into_stats(self) -> impl Iterator<Item = Option<Box<Stats>>> {
        self.players.into_iter().map(|played| played.map(|played| played.stats))
    }
}

impl Sink<Vec<StatsEvent>> for Collector {
    fn take(&mut self, events: &mut Vec<StatsEvent>) -> io::Result<()> {
        events.drain(..).for_each(|event| self.add(event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_counted_is_said_with_numbers() {
        let text = |unfinished, errors| Collector { unfinished, errors, ..Collector::default() }.left_out();
        assert_eq!(text(0, 0), None);
        assert_eq!(text(1, 0).as_deref(), Some("not counted: 1 unfinished game"));
        assert_eq!(text(2, 1).as_deref(), Some("not counted: 2 unfinished games, 1 game in error"));
        assert_eq!(text(0, 20).as_deref(), Some("not counted: 20 games in error"));
    }
}
