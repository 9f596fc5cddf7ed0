//! The command line as it is declared; nothing here acts. Help, man page and completions come from it.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::game::{Rules, rules};
use crate::output::To;
use crate::parse::Dialect;

/// Scores bowling games: rolls or score sheets in, totals, boards, CSV or JSON out
#[derive(Debug, Default, Parser)]
#[command(
    name = "bowling",
    version,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    max_term_width = 100,
    override_usage = USAGE,
    after_help = "The first value listed is the default.   Try: echo 'X 5/ 9-' | bowling --board",
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

const USAGE: &str = "\
bowling [OPTIONS] [FILE]...        (no FILE, or -, is standard input)
       bowling play [OPTIONS] [NAME]...";

const EXAMPLES: &str = "\
A line of a sheet:  [NAME:] GAME [= CLAIM] [# comment]

  10 5 5 9 0                 rolls: the pins of each ball, F for a foul
  X 5/ 9-  X5/9-  X|5/|9-    notation, in any grouping
  [\"X\",\"5/\",\"9-\"]            a JSON array of either
  Jeff 10                    a log: a player and one roll a line

  X   strike                 F   foul, no pins
  /   spare                  1 to 9   pins
  -   gutter ball, also 0 G  S7 (7) \u{2466}   7 pins that left a split

  = 48   = 20 39 _           claims: the total; running totals, _ not settled;
  = error   = error: a rack  a game to be refused, for a reason that says so

Examples:
  echo \"10 5 5 9 0\" | bowling               48
  bowling --board league.sheet              the board
  bowling --to explain                      type a game, see how it is scored
  bowling --csv *.sheet > season.csv        for a spreadsheet
  bowling --to sheet lane.log               rolls in, a sheet with claims out
  bowling --check fixtures/*.sheet          grade what the sheets claim (TAP)
  bowling play PJS KYJ                      keep the score of a live game

Exit status: 0 every game good, 1 a game in error or a wrong claim, 2 trouble.";

/// The other things that the program does.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Keep the score of a game being played
    #[command(after_help = "At each question: 0 to 10 or a symbol (X / - F), undo, help. Ctrl-D ends it.")]
    Play(PlayArgs),
    /// Write a shell completion script to standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print this help, or that of a command
    #[command(hide = true)]
    Help {
        /// The command
        command: Option<String>,
    },
}

/// The options of the filter.
#[derive(Debug, Default, Args)]
pub struct FilterArgs {
    /// Sheets or logs to score; none, or -, is standard input
    #[arg(value_name = "FILE", hide_short_help = true)]
    pub files: Vec<PathBuf>,

    /// How the games are written
    #[arg(
        short,
        long,
        value_name = "DIALECT",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        help = "How games are written: auto, rolls, notation, log",
        long_help = with_values("How the games are written (default: auto)", From::value_variants())
    )]
    pub from: From,

    /// The rules to score by
    #[arg(
        short,
        long,
        value_name = "RULES",
        value_parser = rules_parser(),
        hide_possible_values = true,
        help = "Rules: tenpin, world, candlepin, duckpin, notap9, notap8",
        long_help = list("The rules to score by (default: tenpin)", rules_values())
    )]
    pub rules: Option<Rules>,

    /// What to write
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        help = "What to write: totals, board, csv, json, notation,\nrolls, sheet, explain; --board, --csv, --json for short",
        long_help = with_values("What to write (default: totals)", To::value_variants()),
        group = "format"
    )]
    pub to: To,

    /// Short for --to board
    #[arg(long, group = "format", hide_short_help = true)]
    pub board: bool,

    /// Short for --to csv
    #[arg(long, group = "format", hide_short_help = true)]
    pub csv: bool,

    /// Short for --to json
    #[arg(long, group = "format", hide_short_help = true)]
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
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        help = "When to colour: auto, always, never",
        long_help = with_values("When to colour (default: auto)", Color::value_variants())
    )]
    pub color: Color,

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<u16>,
}

impl Cli {
    /// The arguments of this process. Without any, as scripts call a filter, clap has nothing to find out, and
    /// asking it all the same would be a tenth of the start-up.
    pub fn from_arguments() -> Result<Self, clap::Error> {
        if std::env::args_os().len() <= 1 { Ok(Self::default()) } else { Self::try_parse() }
    }
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
    /// The players, three English letters each; asked for if none is given
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Keep every roll in FILE, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// The language of the conversation [default: that of the locale, else en]
    #[arg(
        long,
        value_name = "LANG",
        value_enum,
        hide_possible_values = true,
        help = "Language: en, ko, es [default: that of the locale]",
        long_help = with_values("The language of the conversation (default: that of the locale)", Lang::value_variants())
    )]
    pub lang: Option<Lang>,

    /// The rules to play by
    #[arg(
        short,
        long,
        value_name = "RULES",
        value_parser = rules_parser(),
        hide_possible_values = true,
        help = "Rules: tenpin, world, candlepin, duckpin, notap9, notap8",
        long_help = list("The rules to play by (default: tenpin)", rules_values())
    )]
    pub rules: Option<Rules>,

    /// When to colour
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        help = "When to colour: auto, always, never",
        long_help = with_values("When to colour (default: auto)", Color::value_variants())
    )]
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
    /// As the terminal and its environment have it.
    #[value(help = "On a terminal, unless NO_COLOR is set or TERM is dumb")]
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
fn rules_values() -> impl Iterator<Item = PossibleValue> {
    rules::TABLE.iter().map(|row| PossibleValue::new(row.name).help(row.about))
}

fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(rules_values()).try_map(|name| name.parse::<Rules>())
}

/// The long help of an option: the short one names its values, this one says what they are.
fn with_values<T: ValueEnum>(about: &str, values: &[T]) -> String {
    list(about, values.iter().filter_map(T::to_possible_value))
}

fn list(about: &str, values: impl Iterator<Item = PossibleValue>) -> String {
    values.fold(format!("{about}:"), |text, value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("{text}\n  {:<9}  {help}", value.get_name())
    })
}

fn thread_count(text: &str) -> Result<u16, &'static str> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("threads are a number from 1 to 1024"),
    }
}

/// The help of a command, or of the program where there is no such command.
#[must_use]
pub fn help(command: Option<&str>) -> String {
    let mut cli = Cli::command();
    cli.build();
    match command.and_then(|name| cli.find_subcommand_mut(name)) {
        Some(command) => command.render_long_help().to_string(),
        None => cli.render_long_help().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arguments_are_what_clap_makes_of_none() {
        let parsed = Cli::try_parse_from(["bowling"]).unwrap();
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Cli::default()));
    }
}
