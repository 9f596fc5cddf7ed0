//! The filter: sources in, records out, in order, as soon as they can be known.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use super::color::{Color, LineStyle};
use super::commands;
use super::diagnostic::{print_error, refuse};
use super::event::Consumer;
use super::monitor::messages::Lang;
use super::read::{ReadOptions, TagKeys};
use super::run::{AnswerKey, Checks, Progress, Run, TextSink, Writer, print_source_error, write_status};
use super::source::{Source, open_all, opened};
use super::status::Status;
use super::system::UnbufferedStdout;
use super::write::{self, Format, OutputFormat};
use crate::sheet::score_line;
use crate::{Dialect, Rules};

/// The options of the filter.
#[derive(Clone, Debug, Default)]
pub struct FilterOptions {
    pub files: Vec<PathBuf>,
    /// The tags are those that records keep.
    pub read: ReadOptions,
    /// The format of the records.
    pub to: OutputFormat,
    /// Whether claims are checked, as TAP.
    pub check: bool,
    pub key: Option<PathBuf>,
    /// Whether no records are written.
    pub quiet: bool,
    /// Whether CSV has a header.
    pub header: bool,
    pub color: Color,
    /// The language of a screen; by default that of the locale.
    pub lang: Option<Lang>,
    /// How many threads may be used.
    pub threads: Option<usize>,
}

/// A filter that is set up.
pub struct Filter {
    pub options: FilterOptions,
    /// How records for people are written.
    pub style: LineStyle,
    key: Option<Mutex<AnswerKey>>,
}

/// Runs the filter over all its sources.
pub fn run(options: FilterOptions) -> Status {
    let filter = match Filter::new(options) {
        Ok(filter) => filter,
        Err(error) => return refuse(&error),
    };
    let sources = Source::list(&filter.options.files);
    if sources.iter().any(Source::is_typed) {
        print_error(&"reading games, one per line; Ctrl-D ends the input (see --help)");
    }
    let progress = Progress::new(&sources, !filter.options.quiet);
    let mut writer = Writer::new(filter.stdout(), progress);
    let opened = open_all(&sources, !filter.options.quiet);
    // Totals are so short that dynamic dispatch costs 20 % here.
    let written = if filter.writes(OutputFormat::Totals) {
        filter.run(&|| Box::new(write::Totals { paint: filter.style.paint })).read(
            opened,
            &mut writer,
            &mut print_failure(),
        )
    } else {
        filter.run(&|| filter.format()).read(opened, &mut writer, &mut print_failure())
    };
    let status = writer.end(written);
    if filter.reports_unfinished()
        && let Some(message) = writer.tally.unfinished_message()
    {
        print_error(&message);
    }
    // A page shows the tags that are there.
    if writer.tally.games > 0 && !filter.writes(OutputFormat::Html) {
        writer.tally.tags.missing(&filter.options.read.tags).for_each(|message| print_error(&message));
    }
    status
}

/// Prints text that is not a record.
pub fn print(text: &[u8]) -> Status {
    write_status(UnbufferedStdout.write_all(text))
}

impl Filter {
    /// Sets a filter up.
    ///
    /// # Errors
    ///
    /// If the answer key cannot be read, or the output format has no place for keys or for the comparison.
    pub fn new(mut options: FilterOptions) -> Result<Self, String> {
        if options.key.is_some() && !matches!(options.to, OutputFormat::Totals | OutputFormat::Html) {
            return Err("--key works only with TAP or --html".into());
        }
        check_keep(&options)?;
        let read = ReadOptions { complete: false, follow: false, tags: TagKeys::default(), ..options.read.clone() };
        let key = options.key.clone().map(|path| AnswerKey::read(path, &read)).transpose()?;
        if options.to == OutputFormat::Html {
            options.read.tags = write::page_tags();
        }
        let mut filter = Self { style: options.color.stdout(), key: key.map(Mutex::new), options };
        filter.options.read.claims_reach_end = filter.is_check() && filter.options.read.complete;
        Ok(filter)
    }

    /// Whether TAP is written. A page has marks of its own.
    fn is_check(&self) -> bool {
        self.options.check || (self.key.is_some() && self.options.to != OutputFormat::Html)
    }

    /// Whether records of this format are written.
    pub fn writes(&self, to: OutputFormat) -> bool {
        self.options.to == to && !self.is_check() && !self.options.quiet
    }

    /// Whether unfinished games are counted on standard error. TAP and answer keys report each one.
    fn reports_unfinished(&self) -> bool {
        let FilterOptions { quiet, read, .. } = &self.options;
        !quiet && !read.follow && !self.is_check() && self.key.is_none()
    }

    /// Writes the records to a stream.
    pub fn sink<O>(&self, out: O) -> TextSink<O> {
        TextSink::new(out, self.options.to.has_separators() && self.writes(self.options.to))
    }

    /// Writes the records to standard output.
    pub fn stdout(&self) -> TextSink<UnbufferedStdout> {
        self.sink(UnbufferedStdout)
    }

    /// A new writer of the output format.
    pub fn format(&self) -> Box<Format> {
        let FilterOptions { to, header, read, quiet, .. } = &self.options;
        if *quiet {
            Box::new(write::Quiet)
        } else if self.is_check() {
            Box::new(write::Tap::new(self.style))
        } else {
            to.make(*header, read.tags.clone(), self.style)
        }
    }

    /// How games are checked.
    pub fn checks(&self) -> Checks<'_> {
        Checks {
            in_records: self.is_check(),
            style: self.options.color.stderr(),
            shows_lines: io::stderr().is_terminal() && !self.options.read.follow,
            key: self.key.as_ref(),
        }
    }

    /// A run of the filter with this consumer.
    pub fn run<'a, C: Consumer + ?Sized>(&'a self, consumer: &'a (dyn Fn() -> Box<C> + Sync)) -> Run<'a, C> {
        Run::new(&self.options.read, self.checks(), self.options.threads, consumer)
    }
}

/// Refuses `--keep` where the output has no columns for the values.
fn check_keep(options: &FilterOptions) -> Result<(), String> {
    let FilterOptions { read, to, check, .. } = options;
    if !read.tags.is_empty() && (*check || !matches!(to, OutputFormat::Csv | OutputFormat::Json)) {
        return Err("--keep needs --csv or --json".into());
    }
    match read.tags.iter().find(|key| write::is_own_column(&key.plain)) {
        Some(key) => Err(format!("--keep {}: the output has a column of this name already", key.name)),
        None => Ok(()),
    }
}

/// The output of the filter for bytes in memory.
#[derive(Debug, Default)]
pub struct Scored {
    pub out: Vec<u8>,
    pub diagnostics: Vec<u8>,
    /// Whether a game is in error or a claim is wrong.
    pub has_failed: bool,
}

/// Scores bytes in memory on one thread, as a run over one file does. For tests and fuzz targets.
pub fn score_bytes(options: &FilterOptions, file: &str, bytes: &[u8]) -> Scored {
    // Only an answer key can be wrong.
    let Ok(filter) = Filter::new(FilterOptions { key: None, ..options.clone() }) else { return Scored::default() };
    let mut sink = filter.sink(Vec::new());
    sink.diagnostics = Some(Vec::new());
    let mut writer = Writer::new(sink, None);
    let bytes = io::Cursor::new(bytes.to_vec());
    // Neither reading from memory nor writing to it can fail.
    let _ = filter.run(&|| filter.format()).read([opened(file, bytes)], &mut writer, &mut |_, _| {});
    let status = writer.end(Ok(()));
    let TextSink { out, diagnostics, .. } = writer.sink;
    Scored { out, diagnostics: diagnostics.unwrap_or_default(), has_failed: status != Status::Good }
}

/// Prints why a source cannot be read, with advice about a file that is not there.
pub fn print_failure() -> impl FnMut(&str, io::Error) {
    // The arguments may be a game instead of files. It is said once.
    let mut about_games = " (games are read from files or from standard input: echo 'X 5/ 9-' | bowling)";
    move |file, error| {
        let advice = match error.kind() {
            io::ErrorKind::NotFound if looks_like_a_game(file) => std::mem::take(&mut about_games).into(),
            io::ErrorKind::NotFound => {
                let similar = commands::similar(file);
                similar.map(|name| format!(" (perhaps the command: bowling {name})")).unwrap_or_default()
            }
            _ => String::new(),
        };
        print_source_error(file, &error, &advice);
    }
}

/// Whether a file name is a game that was meant to be scored.
fn looks_like_a_game(name: &str) -> bool {
    let game = score_line(name.as_bytes(), Dialect::Auto, Rules::default()).map(|line| line.game);
    game.and_then(Result::ok).is_some_and(|game| game.has_begun())
}
