//! The command line as it is declared; nothing here acts. Help, man page and completions come from it.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::game::{Rules, rules};
use crate::output::To;
use crate::parse::Dialect;

/// Scores bowling games: rolls or score sheets in, totals, boards, CSV or JSON out
#[derive(Debug, Parser)]
#[command(
    name = "bowling",
    version,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    max_term_width = 100,
    after_help = "Try: echo 'X 5/ 9-' | bowling --board        More: --help, man bowling",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// What to do other than filter.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The options of the filter.
    #[command(flatten)]
    pub filter: FilterArgs,
}

const EXAMPLES: &str = "\
A line of a sheet:  [NAME:] GAME [= CLAIM] [# comment]

  GAME as rolls     10 5 5 9 0            a number of pins a ball, F a foul
  GAME as notation  X 5/ 9-   X5/9-       X strike   / spare   - 0 G gutter   F foul
                    X|5/|9-   [\"X\",\"5/\"]  1 to 9 pins   S7 (7) \u{2466} a split
  a log             Jeff 10               a player and a roll a line

Examples:
  echo \"10 5 5 9 0\" | bowling               48
  bowling --board league.sheet              the board
  bowling --to explain                      type a game, see how it is scored
  bowling --check fixtures/*.sheet          grade what the sheets claim (TAP)
  bowling play PJS KYJ                      keep the score of a live game

Exit status: 0 every game good, 1 a game in error or a wrong claim, 2 trouble.";

/// The other things that the program does.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Keep the score of a game being played
    Play(PlayArgs),
    /// Write a shell completion script to standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// The options of the filter.
#[derive(Debug, Args)]
pub struct FilterArgs {
    /// Sheets or logs to score; none, or -, is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// How the games are written
    #[arg(short, long, value_name = "DIALECT", value_enum, default_value_t, hide_default_value = true)]
    pub from: From,

    /// The rules to score by [default: tenpin]
    #[arg(short, long, value_name = "RULES", value_parser = rules_parser())]
    pub rules: Option<Rules>,

    /// What to write
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t,
        hide_default_value = true,
        group = "format"
    )]
    pub to: To,

    /// Short for --to board
    #[arg(long, group = "format")]
    pub board: bool,

    /// Short for --to csv
    #[arg(long, group = "format")]
    pub csv: bool,

    /// Short for --to json
    #[arg(long, group = "format")]
    pub json: bool,

    /// Check what the sheets claim, as TAP
    #[arg(short, long, group = "format")]
    pub check: bool,

    /// Refuse games that are not over
    #[arg(long)]
    pub complete: bool,

    /// No header above CSV
    #[arg(long)]
    pub no_header: bool,

    /// No records: status and diagnostics only
    #[arg(short, long)]
    pub quiet: bool,

    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_default_value = true)]
    pub color: Color,

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl FilterArgs {
    /// The format that was asked for, in whichever way.
    #[must_use]
    pub fn format(&self) -> To {
        match () {
            () if self.board => To::Board,
            () if self.csv => To::Csv,
            () if self.json => To::Json,
            () => self.to,
        }
    }
}

/// The options of `bowling play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The players: three English letters each; none, and they are asked for
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Write every roll to FILE at once, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// The language of the conversation [default: from the locale, else en]
    #[arg(long, value_name = "LANG", value_enum)]
    pub lang: Option<Lang>,

    /// The rules to play by [default: tenpin]
    #[arg(short, long, value_name = "RULES", value_parser = rules_parser())]
    pub rules: Option<Rules>,

    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_default_value = true)]
    pub color: Color,
}

/// How games are written, as the option says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// Found out line by line; nothing is guessed
    #[default]
    Auto,
    /// Numbers of pins: 10 5 5 9 0
    Rolls,
    /// The symbols of score sheets: X 5/ 9-
    Notation,
    /// A player and a roll a line: Jeff 10
    Log,
}

impl std::convert::From<From> for Dialect {
    fn from(from: From) -> Self {
        match from {
            From::Auto => Self::Auto,
            From::Rolls => Self::Rolls,
            From::Notation => Self::Notation,
            From::Log => Self::Log,
        }
    }
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set or TERM is dumb
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The languages that `play` speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// Korean
    Ko,
    /// Spanish
    Es,
}

/// The names of the table of rules, each with its help.
fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    let values = rules::TABLE.iter().map(|row| PossibleValue::new(row.name).help(row.about));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Rules>())
}
