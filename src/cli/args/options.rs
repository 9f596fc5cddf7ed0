//! Arguments become options of the commands.

use super::generate::GenerateArgs;
use super::{FilterArgs, PlayArgs, ReadArgs, StatsArgs};
use crate::cli::format::OutputFormat;
use crate::cli::input::{InputFormat, ReadOptions};
use crate::cli::stats::StatsFormat;
use crate::cli::{filter, generate, play, stats};

/// The format of `--to`, or of one of its short forms `--board`, `--csv`, `--json`, `--html`.
fn format(to: OutputFormat, short_forms: [bool; 4]) -> OutputFormat {
    let formats = [OutputFormat::Board, OutputFormat::Csv, OutputFormat::Json, OutputFormat::Html];
    let given = short_forms.into_iter().zip(formats).find(|(is_given, _)| *is_given);
    given.map_or(to, |(_, format)| format)
}

impl FilterArgs {
    /// What they ask of the filter.
    #[must_use]
    pub fn options(self) -> filter::Options {
        let to = format(self.to, [self.board, self.csv, self.json, self.html]);
        let tags = self.keep.unwrap_or_default();
        let mut read = ReadOptions { complete: self.complete, follow: self.follow, tags, ..self.read.options() };
        if self.follow && read.from == InputFormat::Auto {
            read.from = InputFormat::Log;
        }
        filter::Options {
            files: self.files,
            read,
            to,
            check: self.check,
            key: self.key,
            quiet: self.quiet,
            header: !self.no_header,
            color: self.color.color,
            threads: self.threads.map(Into::into),
        }
    }
}

impl StatsArgs {
    /// What they ask of `bowling stats`.
    #[must_use]
    pub fn options(self) -> stats::Options {
        let to = match () {
            () if self.csv => StatsFormat::Csv,
            () if self.json => StatsFormat::Json,
            () if self.html => StatsFormat::Html,
            () => StatsFormat::Table,
        };
        stats::Options {
            files: self.files,
            read: ReadOptions { complete: self.complete, tags: self.by.tag_keys(), ..self.read.options() },
            by: self.by,
            sort: self.sort,
            min_games: self.min_games,
            handicap: self.handicap,
            to,
            header: !self.no_header,
            color: self.color.color,
            threads: self.threads.map(Into::into),
        }
    }
}

impl PlayArgs {
    /// What they ask of a live game.
    #[must_use]
    pub fn options(self) -> play::Options {
        let Self { names, journal, lang, rules, color } = self;
        play::Options { names, journal, lang, rules: rules.rules, color: color.color }
    }
}

impl GenerateArgs {
    /// What they ask of `bowling generate`.
    #[must_use]
    pub fn options(self) -> generate::Options {
        let to = format(self.to, [self.board, self.csv, self.json, self.html]);
        generate::Options {
            count: self.count,
            seed: self.seed,
            rules: self.rules.rules.unwrap_or_default(),
            average: self.average,
            players: self.players,
            edge_cases: self.edge_cases,
            unfinished: self.unfinished,
            errors: self.errors,
            mistakes: self.mistakes,
            to,
            header: !self.no_header,
            color: self.color.color,
        }
    }
}

impl ReadArgs {
    fn options(self) -> ReadOptions {
        ReadOptions {
            from: self.from,
            rules: self.rules.rules,
            columns: self.columns.unwrap_or_default(),
            ..ReadOptions::default()
        }
    }
}
