//! The declaration of the command line. Help, completions and the man page's options come from it.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::color::Color;
use super::format::OutputFormat;
use super::input::{Columns, Role};
use super::play::{self, Lang};
use super::stats::By;
use crate::Rules;
use crate::game::rules;
use crate::stats::Handicap;

/// Score bowling games: rolls or score sheets in, totals, boards, CSV or JSON out
#[derive(Debug, Default, Parser)]
#[command(
    name = "bowling",
    version,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    max_term_width = 100,
    override_usage = USAGE,
    after_help = SHORT_EXAMPLES,
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// A subcommand; without one the program is a filter.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The options of the filter.
    #[command(flatten)]
    pub filter: FilterArgs,
}

const USAGE: &str = "bowling [COMMAND] [OPTIONS] [FILE]...  (no FILE, or -, is standard input)";

const SHORT_EXAMPLES: &str = "\
Examples (of the values listed above, the first is the default):
  echo '10 5 5 9 0' | bowling                 48
  echo 'PJS: X 5/ 9-' | bowling --board       the board
  bowling --check homework.sheet              grade what a sheet claims";

const EXAMPLES: &str = "\
A line of a sheet:  [NAME:] GAME [= CLAIM] [# comment]

  10 5 5 9 0                 rolls: the pins of each ball, F for a foul
  X 5/ 9-  X5/9-  X|5/|9-    notation
  [\"X\",\"5/\",\"9-\"]            a JSON array of either
  Jeff 10                    a log: a player and one roll per line

  X   strike                 F   foul, no pins
  /   spare                  1 to 9   pins
  -   gutter ball, also 0 G  S7 (7) \u{2466}   7 pins that left a split

  = 48   = 20 39 _           claims: the total; running totals, _ not settled;
  = error   = error: a rack  the game is an error; its message contains the text

Examples:
  echo \"10 5 5 9 0\" | bowling               48
  bowling --board league.sheet              the board
  bowling --to explain                      type a game and see how it is scored
  bowling --csv *.sheet > season.csv        for a spreadsheet
  bowling --html class/*.sheet > page.html  score sheets to look at and print
  bowling --to sheet lane.log               rolls in, a sheet with claims out
  bowling --check homework.sheet            grade what a sheet claims (TAP)
  bowling stats league.sheet                averages, strikes, spares per player
  bowling play PJS KYJ                      keep score of a live game
  bowling --follow --board lane.log         watch a log while it is written

Exit status: 0 every game is valid and every claim correct, 1 some are not,
2 usage or I/O error.

Manual pages: bowling(1), bowling-stats(1), bowling-play(1), bowling-sheet(5)";

const STATS_EXAMPLES: &str = "\
Examples:
  bowling stats league.sheet                one row per player, best first
  bowling stats --handicap 90%220 *.sheet   with handicaps
  bowling stats --by file --csv *.sheet     all columns, one row per file";

const PLAY_EXAMPLES: &str = "\
At each prompt: 0 to 10 or a symbol (X / - F), undo, fix NAME FRAME ROLLS, help,
quit. On a terminal also several rolls (7 2, 8/), and again after the end.

Examples:
  bowling play                              asks for the players
  bowling play Dad José --journal lane.log  survives a crash; run again to go on
  bowling --follow --board lane.log         watch the game on another screen";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bowling completions bash > ~/.local/share/bash-completion/completions/bowling
  bowling completions zsh > ~/.local/share/zsh/site-functions/_bowling
  bowling completions fish > ~/.config/fish/completions/bowling.fish";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Statistics over many games
    #[command(after_help = STATS_EXAMPLES)]
    Stats(StatsArgs),
    /// Keep score of a live game
    #[command(args_override_self = true)]
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Write a shell completion script to standard output
    #[command(after_help = COMPLETIONS_EXAMPLES)]
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
    /// Sheets, logs or tables to score; none, or -, is standard input
    #[arg(value_name = "FILE", hide_short_help = true, value_parser = file_parser())]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub read: ReadArgs,

    /// What to write: totals, board, csv, json, notation, rolls,
    /// sheet, explain, html; or --board, --csv, --json, --html
    #[arg(verbatim_doc_comment)]
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t, overrides_with_all = FORMATS)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(long_help = with_values("What to write (default: totals)", OutputFormat::value_variants()))]
    pub to: OutputFormat,

    /// Short for --to board
    #[arg(long, overrides_with_all = FORMATS, hide_short_help = true)]
    pub board: bool,

    /// Short for --to csv
    #[arg(long, overrides_with_all = FORMATS, hide_short_help = true)]
    pub csv: bool,

    /// Short for --to json
    #[arg(long, overrides_with_all = FORMATS, hide_short_help = true)]
    pub json: bool,

    /// Short for --to html
    #[arg(long, overrides_with_all = FORMATS, hide_short_help = true)]
    pub html: bool,

    /// Check the claims of sheets, and write TAP
    #[arg(short, long, overrides_with_all = FORMATS)]
    pub check: bool,

    /// Also check that the games are those of FILE, an answer key
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with_all = ["to", "board", "csv", "json", "html"])]
    pub key: Option<PathBuf>,

    /// Report unfinished games as errors
    #[arg(long)]
    pub complete: bool,

    /// Follow a log while it is written
    #[arg(long, conflicts_with_all = ["check", "key", "complete"], hide_short_help = true)]
    #[arg(long_help = "Follow a log while it is written, and show its games after every roll")]
    pub follow: bool,

    /// Omit the CSV header
    #[arg(long, hide_short_help = true)]
    pub no_header: bool,

    /// Print no records, only diagnostics
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub color: ColorArg,

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count, hide_short_help = true)]
    pub threads: Option<u16>,
}

impl Cli {
    /// Parses the arguments of this process. Without arguments, as scripts often call a filter, clap
    /// is not asked: it would take a tenth of the start-up time.
    pub fn from_arguments() -> Result<Self, clap::Error> {
        if std::env::args_os().len() <= 1 { Ok(Self::default()) } else { Self::try_parse() }
    }
}

/// The options that say what is written. The last one given counts.
const FORMATS: [&str; 6] = ["to", "board", "csv", "json", "html", "check"];

impl FilterArgs {
    /// The output format, from `--to` or one of its short forms.
    #[must_use]
    pub fn format(&self) -> OutputFormat {
        match () {
            () if self.board => OutputFormat::Board,
            () if self.csv => OutputFormat::Csv,
            () if self.json => OutputFormat::Json,
            () if self.html => OutputFormat::Html,
            () => self.to,
        }
    }
}

/// The options of `bowling stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Sheets, logs or tables; none, or -, is standard input
    #[arg(value_name = "FILE", hide_short_help = true, value_parser = file_parser())]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub read: ReadArgs,

    /// What makes a row: name, file, all
    #[arg(long, value_name = "KEY", value_enum, default_value_t)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(long_help = with_values("What makes a row (default: name)", By::value_variants()))]
    pub by: By,

    /// 90%220 is a handicap of 90 % of 220 minus the average
    #[arg(long, value_name = "P%B")]
    pub handicap: Option<Handicap>,

    /// Write CSV with all columns
    #[arg(long, overrides_with_all = ["json", "html"])]
    pub csv: bool,

    /// Write JSON Lines with all columns
    #[arg(long, overrides_with_all = ["csv", "html"])]
    pub json: bool,

    /// Write a page with charts
    #[arg(long, overrides_with_all = ["csv", "json"])]
    pub html: bool,

    /// Report unfinished games as errors
    #[arg(long)]
    pub complete: bool,

    /// Omit the CSV header
    #[arg(long)]
    pub no_header: bool,

    #[command(flatten)]
    pub color: ColorArg,

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<u16>,
}

impl From<StatsArgs> for FilterArgs {
    /// The options of the filter that reads the games.
    fn from(args: StatsArgs) -> Self {
        Self {
            files: args.files,
            read: args.read,
            complete: args.complete,
            color: args.color,
            threads: args.threads,
            ..Self::default()
        }
    }
}

/// The options of `bowling play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The players, names without blanks; asked for if none is given
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Write every roll to FILE, and continue the games in it
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// Language: en, ko, es [default: from the locale]
    #[arg(long, value_enum, hide_possible_values = true)]
    #[arg(long_help = with_values("The language of prompts and messages (default: from the locale)", Lang::value_variants()))]
    pub lang: Option<Lang>,

    #[command(flatten)]
    pub rules: RulesArg,

    #[command(flatten)]
    pub color: ColorArg,
}

impl From<PlayArgs> for play::Options {
    fn from(args: PlayArgs) -> Self {
        let PlayArgs { names, journal, lang, rules, color } = args;
        Self { names, journal, lang, rules: rules.rules, color: color.color }
    }
}

/// The options that say how games are read.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArgs {
    /// Input: auto, rolls, notation, log, csv, json
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(long_help = with_values("How games are written (default: auto)", InputFormat::value_variants()))]
    pub from: InputFormat,

    /// Which columns of a table hold what: name=who,balls=shot*
    #[arg(long, value_name = "ROLE=COLUMN,...", hide_short_help = true)]
    #[arg(long_help = columns_help())]
    pub columns: Option<Columns>,

    #[command(flatten)]
    pub rules: RulesArg,
}

/// The option `--rules`.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct RulesArg {
    /// Rules: tenpin, world, candlepin, duckpin, notap9, notap8
    #[arg(short, long, value_parser = rules_parser(), hide_possible_values = true)]
    #[arg(long_help = list("The rules to score by (default: tenpin)", rules_values()))]
    pub rules: Option<Rules>,
}

/// The option `--color`.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ColorArg {
    /// When to color: auto, always, never
    #[arg(long, alias = "colour", value_name = "WHEN", value_enum, default_value_t)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(long_help = with_values("When to color (default: auto)", Color::value_variants()))]
    pub color: Color,
}

/// The value of `--from`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Detected per line; ambiguous lines are errors
    #[default]
    Auto,
    /// Numbers of pins: 10 5 5 9 0
    Rolls,
    /// The symbols of score sheets: X 5/ 9-
    Notation,
    /// One roll per line, with the player: Jeff 10
    Log,
    /// A table with a header line, separated by , ; or TAB
    Csv,
    /// JSON Lines, or an array of objects
    Json,
}

/// Accepts an empty name too: the filter reports it better than clap does.
fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The names of the rule sets, each with its help.
fn rules_values() -> impl Iterator<Item = PossibleValue> {
    rules::TABLE.iter().map(|row| PossibleValue::new(row.name).help(row.about))
}

fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(rules_values()).try_map(|name| name.parse::<Rules>())
}

/// The long help of an option. The short help names its values, this one describes them.
fn with_values<T: ValueEnum>(about: &str, values: &[T]) -> String {
    list(about, values.iter().filter_map(T::to_possible_value))
}

fn list(about: &str, values: impl Iterator<Item = PossibleValue>) -> String {
    values.fold(format!("{about}:"), |text, value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("{text}\n  {:<9}  {help}", value.get_name())
    })
}

fn columns_help() -> String {
    let about = "Which columns of a table, or keys of JSON, hold what";
    list(about, Role::ALL.iter().map(|role| PossibleValue::new(role.name()).help(role.about())))
}

fn thread_count(text: &str) -> Result<u16, &'static str> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024"),
    }
}

/// The help of a subcommand, or of the program; `None` if there is no such subcommand.
#[must_use]
pub fn help(command: Option<&str>) -> Option<String> {
    let mut cli = Cli::command();
    cli.build();
    let command = match command {
        Some(name) => cli.find_subcommand_mut(name)?,
        None => &mut cli,
    };
    Some(command.render_long_help().to_string())
}

/// The subcommand that a mistyped word is close to.
#[must_use]
pub fn similar_command(word: &str) -> Option<String> {
    let cli = Cli::command();
    let names = cli.get_subcommands().map(clap::Command::get_name);
    let close = names.map(|name| (strsim::osa_distance(name, &word.to_lowercase()), name));
    close.filter(|&(distance, name)| distance <= 2 && distance < name.len() / 2 + 1).min().map(|(_, name)| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_what_clap_parses_from_no_arguments() {
        let parsed = Cli::try_parse_from(["bowling"]).unwrap();
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Cli::default()));
    }
}
