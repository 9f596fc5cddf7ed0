//! Counts the games of a page, on all threads.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use maud::Render;

use crate::cli::format::Record;
use crate::cli::page::Figure;
use crate::sheet::Claim;

/// What is found out about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its claim holds. A game in error may claim to be one.
    Right,
    /// Its claim does not hold.
    Wrong,
    /// It is in error.
    Error,
    /// It claims nothing.
    Unclaimed,
}

impl Verdict {
    pub fn of(record: &Record<'_>) -> Self {
        match (record.entry.refusal(), record.entry.claim()) {
            (None, None) => Self::Unclaimed,
            (Some(_), None | Some(Claim::Total(_) | Claim::Running(_))) => Self::Error,
            (_, Some(_)) if record.mismatch.is_some() => Self::Wrong,
            (_, Some(_)) => Self::Right,
        }
    }

    /// The class of its row.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Unclaimed => "unclaimed",
        }
    }
}

/// The id of a game in the page. Games are in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameId {
    /// The number of the file.
    pub source: u32,
    /// The line of the game.
    pub line: u64,
    /// How many games before it share the line, as JSON objects may.
    pub before: u32,
}

impl Render for GameId {
    fn render_to(&self, out: &mut String) {
        let mut digits = itoa::Buffer::new();
        out.push('g');
        out.push_str(digits.format(self.source));
        out.push('-');
        out.push_str(digits.format(self.line));
        if self.before > 0 {
            out.push('-');
            out.push_str(digits.format(self.before + 1));
        }
    }
}

/// How many games there are of each verdict, and the first of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([Option<(u64, GameId)>; 4]);

impl Tally {
    pub fn add(&mut self, verdict: Verdict, game: GameId) {
        self.add_some(verdict as usize, (1, game));
    }

    fn add_some(&mut self, verdict: usize, (games, first): (u64, GameId)) {
        let sum = self.0[verdict].map_or((games, first), |(before, one)| (before + games, one.min(first)));
        self.0[verdict] = Some(sum);
    }

    fn merge(&mut self, other: &Self) {
        for (verdict, counted) in other.0.into_iter().enumerate() {
            if let Some(counted) = counted {
                self.add_some(verdict, counted);
            }
        }
    }

    fn count(&self, verdict: Verdict) -> u64 {
        self.0[verdict as usize].map_or(0, |(games, _)| games)
    }

    /// The numbers of the summary. Without claims nothing is right or wrong.
    pub fn figures(&self) -> Vec<Figure> {
        let counted = self.0.iter().flatten();
        let figure = |label, verdict| Figure {
            label,
            value: self.count(verdict),
            link: self.0[verdict as usize].map(|(_, first)| first.render().into_string()),
        };
        let mut figures = vec![Figure {
            label: "games",
            value: counted.clone().map(|(games, _)| games).sum(),
            link: counted.map(|(_, first)| first).min().map(|first| first.render().into_string()),
        }];
        let is_graded = self.count(Verdict::Right) + self.count(Verdict::Wrong) > 0;
        if is_graded {
            figures.extend([figure("right", Verdict::Right), figure("wrong", Verdict::Wrong)]);
        }
        figures.push(figure("in error", Verdict::Error));
        if is_graded && self.count(Verdict::Unclaimed) > 0 {
            figures.push(figure("no claim", Verdict::Unclaimed));
        }
        figures
    }
}

/// What the writers of one page share.
#[derive(Debug, Default)]
pub struct Page {
    source: AtomicU32,
    tally: Mutex<Tally>,
}

impl Page {
    /// Starts the next file.
    pub fn begin_source(&self) {
        self.source.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the file, from 1.
    pub fn source(&self) -> u32 {
        self.source.load(Ordering::Relaxed)
    }

    /// Adds what was counted, and starts again at nothing.
    pub fn add(&self, tally: &mut Tally) {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).merge(&std::mem::take(tally));
    }

    pub fn tally(&self) -> Tally {
        *self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
