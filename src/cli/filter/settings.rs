//! What the command line asks of the filter.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::key::Key;

use crate::cli::args::{FilterArgs, InputFormat};
use crate::cli::color::Paint;
use crate::cli::format::{self, Format, GAMES_PER_BOARD, OutputFormat, Page};
use crate::cli::input::{Cut, Plan, ReadOptions};
use crate::cli::screen::window_size;
use crate::cli::stats::{Players, Recorder};

/// Output is written as soon as it reaches this size, even in the middle of a chunk: diagnostics
/// are many times as long as the games that they are about. Bounds memory.
pub(super) const LARGEST_OUTPUT: usize = 512 * 1024;

/// What the command line asks of the filter.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How games are read.
    pub(super) read: ReadOptions,
    /// What is written.
    pub(super) to: OutputFormat,
    /// Whether claims are checked, as TAP.
    pub(super) check: bool,
    /// Whether no records are written.
    pub(super) quiet: bool,
    header: bool,
    /// How records are painted.
    pub(super) paint: Paint,
    /// The width of the terminal that a board is written to.
    columns: Option<usize>,
    /// How diagnostics are painted.
    pub(super) paint_diagnostics: Paint,
    threads: Option<usize>,
    /// The games that must have been scored.
    pub(super) key: Option<Arc<Mutex<Key>>>,
    /// What numbers the players, if statistics are made instead of records.
    pub(super) stats: Option<Arc<Players>>,
    /// What the writers of a page share.
    page: Arc<Page>,
}

impl Settings {
    #[must_use]
    pub fn new(args: &FilterArgs) -> Self {
        Self {
            read: ReadOptions {
                from: if args.follow && args.read.from == InputFormat::Auto {
                    InputFormat::Log
                } else {
                    args.read.from
                },
                rules: args.read.rules.rules,
                complete: args.complete,
                columns: args.read.columns.clone().unwrap_or_default(),
                follow: args.follow,
            },
            to: args.format(),
            check: args.check || args.key.is_some(),
            quiet: args.quiet,
            header: !args.no_header,
            columns: (args.format() == OutputFormat::Board).then(window_size).flatten().map(|size| size.columns),
            paint: args.color.color.paint(io::stdout().is_terminal()),
            paint_diagnostics: args.color.color.paint(io::stderr().is_terminal()),
            threads: args.threads.map(usize::from),
            key: None,
            stats: None,
            page: Arc::default(),
        }
    }

    /// Reads the answer key, if the command line names one.
    ///
    /// # Errors
    ///
    /// If the key cannot be read.
    pub(super) fn read_key(&mut self, path: Option<&Path>) -> Result<(), String> {
        let key = path
            .map(|path| Key::read(path.into(), &ReadOptions { complete: false, ..self.read.clone() }))
            .transpose()?;
        self.key = key.map(|key| Arc::new(Mutex::new(key)));
        Ok(())
    }

    /// The same for a new run.
    #[must_use]
    pub(super) fn for_new_run(&self) -> Self {
        Self { page: Arc::default(), ..self.clone() }
    }

    /// The same for statistics instead of records.
    #[must_use]
    pub fn with_stats(self, players: Arc<Players>) -> Self {
        Self { stats: Some(players), ..self }
    }

    /// A new writer of the output format.
    pub(super) fn format(&self) -> Box<dyn Format> {
        if let Some(players) = &self.stats {
            return Box::new(Recorder::new(Arc::clone(players)));
        }
        match () {
            () if self.quiet => Box::new(format::Quiet),
            () if self.check => Box::new(format::Tap::default()),
            () => self.to.format(self.header, self.paint, self.columns, &self.page),
        }
    }

    /// Whether records of this format are written.
    pub(super) fn writes(&self, to: OutputFormat) -> bool {
        self.to == to && !self.check && !self.quiet && self.stats.is_none()
    }

    /// Whether blank lines separate records.
    pub(super) fn separates_records(&self) -> bool {
        self.writes(OutputFormat::Board) || self.writes(OutputFormat::Explain)
    }

    /// How sources are cut into chunks.
    pub(super) fn plan(&self) -> Plan {
        let cut = match () {
            () if self.read.follow => Cut::Lines,
            () if self.writes(OutputFormat::Board) || self.writes(OutputFormat::Html) => Cut::Groups(GAMES_PER_BOARD),
            () if self.check => Cut::CountedLines,
            () => Cut::Lines,
        };
        // A followed log writes all its games after every line.
        let largest = if self.read.follow { 1024 } else { 32 * 1024 };
        Plan { cut, largest_read: self.chunk_size(largest, LARGEST_OUTPUT), rules: self.read.rules }
    }

    /// The size of a chunk whose output is usually no more than `largest_output`.
    pub(super) fn chunk_size(&self, largest: usize, largest_output: usize) -> usize {
        (largest_output / self.to.growth()).clamp(1024, largest)
    }

    /// How many threads to use. Finding out the number of cores takes several system calls, so it
    /// is done for large input only.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// Locks the key. It is used by one thread.
pub(super) fn lock(key: &Mutex<Key>) -> MutexGuard<'_, Key> {
    key.lock().unwrap_or_else(PoisonError::into_inner)
}
