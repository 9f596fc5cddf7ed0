//! Puts statistics together: parts of a season, also those made elsewhere and sent as JSON.

use super::series::High;
use super::timeline::Timeline;
use super::{NotCounted, Players, Stats};

/// Merging.
impl Stats {
    /// Adds statistics of other games.
    ///
    /// If both are of one player, those of `other` came later: a series that was not ended before is continued by the
    /// first series of `other`, unless they are known to be of [different evenings](Self::set_evening). The result is
    /// that of adding all games one by one. The games of different players have no series in common.
    ///
    /// # Errors
    ///
    /// If the rules differ. Then nothing is changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), NotCounted> {
        if other.rules != self.rules {
            return Err(NotCounted::OtherRules);
        }
        let new = Self::new(self.rules);
        if *self == (Self { charts: new.charts.clone().filter(|_| self.charts.is_some()), ..new }) {
            self.players = other.players.clone();
        }
        if self.players == other.players && !self.has_several_players() {
            self.add_parts(other);
        } else {
            let mut other = other.clone();
            self.become_several();
            other.become_several();
            self.add_parts(&other);
        }
        Ok(())
    }

    /// Ends what belongs to one player alone, and names the player of the highs.
    fn become_several(&mut self) {
        let Players::One(name) = std::mem::replace(&mut self.players, Players::Several) else { return };
        self.end_all_series();
        for high in [&mut self.high_game, &mut self.high_series].into_iter().flatten() {
            high.name.clone_from(&name);
        }
        if let Some(charts) = &mut self.charts {
            charts.timeline = Timeline::default();
        }
    }

    fn add_parts(&mut self, other: &Self) {
        self.continue_series(other);
        self.sums.add(&other.sums);
        self.run = self.run.max(other.run);
        self.low = self.low.into_iter().chain(other.low).min();
        High::raise(&mut self.high_game, other.high_game.clone());
        self.leaves.merge(&other.leaves);
        self.add_days(other.days);
        match (&mut self.charts, &other.charts) {
            (Some(charts), Some(other)) => charts.append(other),
            // The charts would be those of a part.
            (charts, _) => *charts = None,
        }
    }
}

/// The rules and all [figures](Stats::figures), which are those of a row of `bowling stats --json`, then what is needed
/// to go on counting and to [merge](Stats::merge) it.
#[cfg(feature = "serde")]
impl serde::Serialize for Stats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rules", &self.rules)?;
        for (name, figure) in self.figures() {
            map.serialize_entry(name, &figure)?;
        }
        map.serialize_entry("players", &self.players)?;
        map.serialize_entry("high_game", &self.high_game)?;
        map.serialize_entry("ended_high_series", &self.high_series)?;
        map.serialize_entry("ended_series", &self.ended_series)?;
        map.serialize_entry("ends", &self.ends)?;
        map.serialize_entry("leaves", &self.leaves)?;
        map.serialize_entry("days", &self.days)?;
        map.serialize_entry("charts", &self.charts)?;
        map.end()
    }
}
