//! Series: the games that a player bowls in one evening.

use std::cmp::Reverse;
use std::sync::Arc;

use super::Stats;
use crate::sheet::Evening;

/// The fewest games of a series that counts as a high series.
const LONG: u64 = 3;

/// The series at both ends of some games, which may go on before and after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SeriesEnds {
    /// The series up to the first end of a series. It may have begun in an earlier part.
    pub(super) first: OpenSeries,
    /// The series since the last end; `None` if no series has ended.
    last: Option<OpenSeries>,
}

/// A series to which games can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct OpenSeries {
    part: SeriesPart,
    /// When it was bowled, as far as that is known.
    pub(super) evening: Option<Evening>,
}

/// The games of a series, or of a part of one. Knows the runs of strikes at both ends, so that parts can be put
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SeriesPart {
    games: u64,
    pins: u64,
    /// The strikes before the first other ball at a full rack.
    lead: u64,
    /// The strikes after the last other ball at a full rack.
    trail: u64,
    /// There are no other balls at a full rack: `lead` and `trail` are the same run.
    is_one_run: bool,
    /// The number of its first game among those of all players.
    start: u64,
}

/// A high game or a high series, and who bowled it when: as texts of its own or as references.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct High<T = Arc<str>> {
    pub(super) pins: u64,
    pub(super) games: u64,
    start: u64,
    /// Known if there are several players.
    pub(super) name: Option<T>,
    pub(super) date: Option<T>,
}

impl<T> High<T> {
    /// The higher of two. Of two equal ones it is the shorter, of those the one that began first, and else the first.
    fn higher(one: Self, other: Self) -> Self {
        let key = |high: &Self| (high.pins, Reverse(high.games), Reverse(high.start));
        if key(&other) > key(&one) { other } else { one }
    }
}

impl High {
    const fn as_ref(&self) -> High<&Arc<str>> {
        let Self { pins, games, start, ref name, ref date } = *self;
        High { pins, games, start, name: name.as_ref(), date: date.as_ref() }
    }

    /// Replaces a high by that of other games, if it is higher.
    pub(super) fn raise(high: &mut Option<Self>, other: Option<Self>) {
        *high = [high.take(), other].into_iter().flatten().reduce(Self::higher);
    }
}

impl High<&Arc<str>> {
    fn cloned(self) -> High {
        let Self { pins, games, start, name, date } = self;
        High { pins, games, start, name: name.cloned(), date: date.cloned() }
    }
}

impl Default for SeriesPart {
    fn default() -> Self {
        Self { games: 0, pins: 0, lead: 0, trail: 0, is_one_run: true, start: 0 }
    }
}

impl SeriesPart {
    /// A game with its runs of strikes at both ends.
    pub(super) const fn of_game(total: u16, lead: u64, trail: u64, is_one_run: bool) -> Self {
        Self { games: 1, pins: total as u64, lead, trail, is_one_run, start: 0 }
    }

    /// A game whose balls are not known. It ends a run of strikes.
    pub(super) const fn of_total(total: u16) -> Self {
        Self::of_game(total, 0, 0, false)
    }

    /// Ends a run of strikes.
    const fn end_run(&mut self) {
        (self.trail, self.is_one_run) = (0, false);
    }

    /// Adds a later part. Returns the run of strikes at the seam.
    const fn append(&mut self, later: &Self) -> u64 {
        let seam = self.trail.saturating_add(later.lead);
        if self.games == 0 {
            self.start = later.start;
        }
        self.games = self.games.saturating_add(later.games);
        self.pins = self.pins.saturating_add(later.pins);
        if self.is_one_run {
            self.lead = seam;
        }
        self.trail = if later.is_one_run { seam } else { later.trail };
        self.is_one_run &= later.is_one_run;
        seam
    }
}

impl OpenSeries {
    /// The date, as it was written.
    pub(super) fn date(&self) -> Option<&Arc<str>> {
        self.evening.as_ref().and_then(Evening::shared_text)
    }

    /// The series as a high, if it is long enough.
    fn high(&self) -> Option<High<&Arc<str>>> {
        let SeriesPart { games, pins, start, .. } = self.part;
        (games >= LONG).then_some(High { pins, games, start, name: None, date: self.date() })
    }
}

/// Series.
impl Stats {
    /// Sets when the games that are added next were bowled. Games of another evening than those before start a new
    /// series, and games with a day are in the [`timeline`](Self::timeline).
    ///
    /// A game in error belongs to an evening, too: [skip](Self::skip_game) it.
    pub fn set_evening(&mut self, evening: &Evening) {
        match &self.ends.open().evening {
            Some(known) if known == evening => return,
            Some(_) => self.end_series(),
            None => {}
        }
        self.ends.open_mut().evening = Some(evening.clone());
    }

    /// Ends a series. The next game starts a new one.
    pub fn end_series(&mut self) {
        let next = OpenSeries { evening: self.ends.open().evening.clone(), ..OpenSeries::default() };
        if let Some(last) = self.ends.last.replace(next) {
            self.ended_series = self.ended_series.saturating_add(u64::from(last.part.games > 0));
            High::raise(&mut self.high_series, last.high().map(High::cloned));
        }
    }

    /// Skips a game of the series that does not count. It ends a run of strikes.
    pub fn skip_game(&mut self) {
        self.ends.open_mut().part.end_run();
    }

    /// The series of one game or more.
    pub fn series(&self) -> u64 {
        let open = [Some(&self.ends.first), self.ends.last.as_ref()].into_iter().flatten();
        self.ended_series.saturating_add(open.filter(|series| series.part.games > 0).count() as u64)
    }

    /// The pins of the highest series of three games or more.
    pub fn high_series(&self) -> Option<u64> {
        Some(self.highest_series()?.pins)
    }

    /// The games of the highest series. Of two equal ones it is the shorter.
    pub fn high_series_games(&self) -> Option<u64> {
        Some(self.highest_series()?.games)
    }

    /// The player who bowled the highest series, and of equal ones the first.
    pub fn high_series_name(&self) -> Option<&str> {
        let high = self.highest_series()?;
        high.name.map(|name| &**name).or(self.name())
    }

    /// The date of the highest series, as it was written.
    pub fn high_series_date(&self) -> Option<&str> {
        self.highest_series()?.date.map(|date| &**date)
    }

    fn highest_series(&self) -> Option<High<&Arc<str>>> {
        let ended = self.high_series.as_ref().map(High::as_ref);
        let last = self.ends.last.as_ref().and_then(OpenSeries::high);
        [self.ends.first.high(), ended, last].into_iter().flatten().reduce(High::higher)
    }

    /// Adds a game to its series. Returns the run of strikes that it continues.
    pub(super) fn add_to_series(&mut self, game: SeriesPart, number: u64) -> u64 {
        self.ends.open_mut().part.append(&SeriesPart { start: number, ..game })
    }

    /// Raises the high game.
    pub(super) fn raise_high(&mut self, total: u16, number: u64) {
        let pins = u64::from(total);
        // Most games are not.
        if self.high_game.as_ref().is_none_or(|high| pins > high.pins) {
            let date = self.ends.open().date().cloned();
            self.high_game = Some(High { pins, games: 1, start: number, name: None, date });
        }
    }

    /// Adds the series of later games of the same player.
    pub(super) fn continue_series(&mut self, later: &Self) {
        if let Some(evening) = &later.ends.first.evening {
            self.set_evening(evening);
        }
        let run = self.ends.open_mut().part.append(&later.ends.first.part);
        self.run = self.run.max(run);
        if let Some(last) = &later.ends.last {
            self.end_series();
            let evening = last.evening.clone().or_else(|| self.ends.open().evening.clone());
            self.ends.last = Some(OpenSeries { evening, ..last.clone() });
        }
        self.ended_series = self.ended_series.saturating_add(later.ended_series);
        High::raise(&mut self.high_series, later.high_series.clone());
    }

    /// Ends the series at both ends: they cannot go on in the games of other players.
    pub(super) fn end_all_series(&mut self) {
        self.high_series = self.highest_series().map(High::cloned);
        self.ended_series = self.series();
        self.ends = SeriesEnds::default();
    }
}

impl SeriesEnds {
    /// The series that the next game belongs to.
    pub(super) fn open(&self) -> &OpenSeries {
        self.last.as_ref().unwrap_or(&self.first)
    }

    fn open_mut(&mut self) -> &mut OpenSeries {
        self.last.as_mut().unwrap_or(&mut self.first)
    }
}
