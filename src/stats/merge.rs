//! Puts statistics of consecutive games together.

use super::{NotCounted, Series, Stats, lower};

impl Stats {
    /// Adds statistics of later games. A series that was not ended before is continued by the first
    /// series of `later`, unless they are known to be of [different evenings](Self::set_evening).
    ///
    /// The result is that of adding all games one by one, except for [`timeline`](Self::timeline),
    /// whose points may be cut at other games.
    pub fn merge(&mut self, later: &Self) -> Result<(), NotCounted> {
        if later.rules != self.rules {
            return Err(NotCounted::OtherRules);
        }
        self.games += later.games;
        self.pins += later.pins;
        self.squares += later.squares;
        self.high = self.high.max(later.high);
        self.low = lower(self.low, later.low);
        self.over_200 += later.over_200;
        self.perfect += later.perfect;
        self.scored += later.scored;
        self.strikes.add(later.strikes.count, later.strikes.of);
        self.spares.add(later.spares.count, later.spares.of);
        self.single.add(later.single.count, later.single.of);
        self.opens += later.opens;
        self.first_ball_pins += later.first_ball_pins;
        self.clean += later.clean;
        self.splits += later.splits;
        self.converted += later.converted;
        self.leaves.merge(&later.leaves);
        self.run = self.run.max(later.run);
        if let Some((first, last)) = later.open.evenings {
            self.continue_from(first, last);
        }
        let run = self.open_series().append(&later.open.first);
        self.run = self.run.max(run);
        if let Some(last) = later.open.last {
            self.end_series();
            self.open.last = Some(last);
        }
        self.series += later.series;
        self.high_series = Series::higher(self.high_series, later.high_series);
        if let (Some(charts), Some(later)) = (self.charts(), &later.charts) {
            charts.append(later);
        }
        Ok(())
    }
}
