//! Arguments become options of the commands.

use super::generate::GenerateArgs;
use super::{FilterArgs, PlayArgs, ReadArgs, ShortFormats, StatsArgs};
use crate::cli::format::OutputFormat;
use crate::cli::input::{InputFormat, ReadOptions};
use crate::cli::stats::StatsFormat;
use crate::cli::{filter, generate, play, stats};
use crate::generate as games;

impl ShortFormats {
    /// The format that is given in short; otherwise that of `--to`.
    fn or(self, to: OutputFormat) -> OutputFormat {
        match self {
            Self { board: true, .. } => OutputFormat::Board,
            Self { csv: true, .. } => OutputFormat::Csv,
            Self { json: true, .. } => OutputFormat::Json,
            Self { html: true, .. } => OutputFormat::Html,
            _ => to,
        }
    }
}

impl FilterArgs {
    /// What they ask of the filter.
    pub fn options(self) -> filter::Options {
        let mut read = ReadOptions { complete: self.complete, follow: self.follow, ..self.read.options() };
        if self.follow && read.from == InputFormat::Auto {
            read.from = InputFormat::Log;
        }
        filter::Options {
            files: self.files,
            read,
            to: self.short.or(self.to),
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
    pub fn options(self) -> stats::Options {
        let to = match () {
            () if self.csv => StatsFormat::Csv,
            () if self.json => StatsFormat::Json,
            () if self.html => StatsFormat::Html,
            () => StatsFormat::Table,
        };
        stats::Options {
            files: self.files,
            read: ReadOptions { complete: self.complete, ..self.read.options() },
            by: self.by,
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
    pub fn options(self) -> play::Options {
        let Self { names, journal, lang, rules, color } = self;
        play::Options { names, journal, lang, rules: rules.rules, color: color.color }
    }
}

impl GenerateArgs {
    /// What they ask of `bowling generate`.
    pub fn options(self) -> generate::Options {
        generate::Options {
            games: games::Options {
                average: self.average,
                edge_cases: self.edge_cases,
                unfinished: self.unfinished,
                errors: self.errors,
                mistakes: self.mistakes,
                ..games::Options::new(
                    self.rules.rules.unwrap_or_default(),
                    self.seed.unwrap_or_else(games::random_seed),
                )
            },
            count: self.count,
            players: self.players,
            to: self.short.or(self.to),
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
