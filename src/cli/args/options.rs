//! Arguments become options of the commands.

use super::generate::GenerateArgs;
use super::{FilterArgs, PlayArgs, ReadArgs, SharedArgs, ShortFormats, StatsArgs};
use crate::cli::filter::FilterOptions;
use crate::cli::generate::GenerateOptions;
use crate::cli::play::PlayOptions;
use crate::cli::read::{InputFormat, ReadOptions};
use crate::cli::stats::{StatsFormat, StatsOptions, Terms};
use crate::cli::write::OutputFormat;
use crate::generate;

impl ShortFormats {
    /// The format of a short form, else that of `--to`.
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
    /// The options of the filter.
    pub fn options(self, shared: SharedArgs) -> FilterOptions {
        let tags = self.keep.unwrap_or_default();
        let mut read = ReadOptions { complete: self.complete, follow: self.follow, tags, ..self.read.options(shared) };
        if self.follow && read.from == InputFormat::Auto {
            read.from = InputFormat::Log;
        }
        FilterOptions {
            files: self.files,
            read,
            to: self.short.or(self.to),
            check: self.check,
            key: self.key,
            quiet: self.quiet,
            header: !self.no_header,
            color: shared.color,
            lang: self.lang,
            threads: self.threads.map(Into::into),
        }
    }
}

impl StatsArgs {
    /// The options of `bowling stats`.
    pub fn options(self, shared: SharedArgs) -> StatsOptions {
        let to = match () {
            () if self.csv => StatsFormat::Csv,
            () if self.json => StatsFormat::Json,
            () if self.html => StatsFormat::Html,
            () => StatsFormat::Table,
        };
        StatsOptions {
            files: self.files,
            read: self.by.read_options(ReadOptions { complete: self.complete, ..self.read.options(shared) }),
            by: self.by,
            sort: self.sort,
            min_games: self.min_games,
            terms: Terms { handicap: self.handicap, starts: self.start },
            leaves: self.leaves,
            to,
            header: !self.no_header,
            color: shared.color,
            threads: self.threads.map(Into::into),
        }
    }
}

impl PlayArgs {
    /// The options of a live game.
    pub fn options(self, shared: SharedArgs) -> PlayOptions {
        let Self { names, journal, lang, no_cheer } = self;
        PlayOptions { names, journal, lang, rules: shared.rules, color: shared.color, cheers: !no_cheer }
    }
}

impl GenerateArgs {
    /// The options of `bowling generate`.
    pub fn options(self, shared: SharedArgs) -> GenerateOptions {
        GenerateOptions {
            games: generate::Options {
                average: self.average,
                edge_cases: self.edge_cases,
                leaves: self.leaves,
                unfinished: self.unfinished,
                errors: self.errors,
                mistakes: self.mistakes,
                ..generate::Options::new(
                    shared.rules.unwrap_or_default(),
                    self.seed.unwrap_or_else(generate::random_seed),
                )
            },
            count: self.count,
            players: self.players,
            to: self.short.or(self.to),
            header: !self.no_header,
            color: shared.color,
        }
    }
}

impl ReadArgs {
    fn options(self, shared: SharedArgs) -> ReadOptions {
        ReadOptions {
            from: self.from,
            rules: shared.rules,
            columns: self.columns.unwrap_or_default(),
            ..ReadOptions::default()
        }
    }
}
