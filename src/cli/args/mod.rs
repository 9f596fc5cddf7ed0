//! The declaration of the command line. Help, completions and the man page's options come from it.
//!
//! Arguments become options of the commands here; no command imports arguments.

mod generate;
mod help;
mod options;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};

use super::color::Color;
use super::commands::NAMES;
use super::man::Page;
use super::monitor::messages::Lang;
use super::read::{Columns, InputFormat, TagKeys};
use super::stats::{By, Sort, Start};
use super::write::OutputFormat;
use crate::Rules;
use crate::stats::Handicap;
use generate::GenerateArgs;
use help::{
    BY_HELP, COMPLETIONS_EXAMPLES, GENERATE_EXAMPLES, MAN_EXAMPLES, PLAY_EXAMPLES, SHORT_EXAMPLES, STATS_EXAMPLES,
    USAGE, long_help, rules_help, rules_parser, shells_parser,
};

/// Score bowling games: rolls or score sheets in, totals, boards, CSV or JSON out
#[derive(Debug, Default, Parser)]
#[command(
    name = "bowling",
    version,
    disable_version_flag = true,
    args_override_self = true,
    // What is wrong with options before a command is said by `refuse_options_before_command`.
    subcommand_negates_reqs = true,
    max_term_width = 100,
    override_usage = USAGE,
    after_help = SHORT_EXAMPLES,
    after_long_help = long_help()
)]
pub struct Cli {
    /// A subcommand; without one the program is a filter.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The options of the filter.
    #[command(flatten)]
    pub filter: FilterArgs,

    /// The options of every command.
    #[command(flatten)]
    pub shared: SharedArgs,

    /// Print version
    // Not in the short help, which fits on one screen.
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true)]
    pub version: Option<bool>,
}

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
    /// Write random games
    #[command(args_override_self = true)]
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// Write a shell completion script to standard output
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_parser = shells_parser())]
        shell: String,
    },
    /// Print a manual page as text
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The page
        #[arg(value_enum, default_value_t, hide_default_value = true)]
        page: Page,
        /// Print the source of the page, for man(1)
        #[arg(long)]
        roff: bool,
    },
}

/// The options of the filter.
#[derive(Debug, Default, Args)]
pub struct FilterArgs {
    /// Sheets, logs or tables to score; none, or -, is standard input
    #[arg(value_name = "FILE", hide_short_help = true, value_parser = file_parser(), value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub read: ReadArgs,

    /// What to write; or --board, --csv, --json, --html
    #[arg(short, long, alias = "format", value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(overrides_with_all = FORMATS)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub to: OutputFormat,

    #[command(flatten)]
    pub short: ShortFormats,

    /// Check the claims of sheets, and write TAP
    #[arg(short, long, conflicts_with_all = FORMATS)]
    pub check: bool,

    /// Also check that the games are those of FILE, an answer key
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with_all = ["board", "csv", "json"])]
    pub key: Option<PathBuf>,

    /// Copy these columns or keys to CSV and JSON: date,team
    #[arg(long, value_name = "KEY,...", hide_short_help = true)]
    pub keep: Option<TagKeys>,

    /// Report unfinished games as errors
    #[arg(long)]
    pub complete: bool,

    /// Follow a log while it is written, and show its games after every roll
    #[arg(long, conflicts_with_all = ["check", "key", "complete"], hide_short_help = true)]
    pub follow: bool,

    /// Language of the screen of --follow [default: from the locale]
    #[arg(long, value_enum, requires = "follow", hide_short_help = true)]
    pub lang: Option<Lang>,

    /// Omit the CSV header
    #[arg(long, hide_short_help = true)]
    pub no_header: bool,

    /// Print no records, only diagnostics
    #[arg(short, long)]
    pub quiet: bool,

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count, hide_short_help = true)]
    pub threads: Option<u16>,
}

/// The filter without the commands.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true, args_override_self = true)]
struct FilterAlone {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    shared: SharedArgs,
}

impl Cli {
    /// Parses the arguments of this process.
    pub fn from_arguments() -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        if let Some(cli) = Self::filter(&arguments) {
            return Ok(cli);
        }
        let matches = Self::command().try_get_matches_from(arguments)?;
        refuse_options_before_command(&matches)?;
        Self::from_arg_matches(&matches)
    }

    /// The arguments of a call of the filter; `None` if a command may be meant, or help, or if something is wrong.
    ///
    /// Scripts call a filter many times. To declare the options of all commands takes a tenth of the time of a start, and
    /// to declare those of the filter another tenth.
    fn filter(arguments: &[OsString]) -> Option<Self> {
        let arguments = arguments.get(1..).unwrap_or_default();
        if arguments.iter().any(|argument| NAMES.iter().any(|name| argument == name)) {
            return None;
        }
        let is_option = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-") && argument != "-";
        let (filter, shared) = if arguments.iter().any(is_option) {
            let program = OsString::from("bowling");
            let FilterAlone { filter, shared } =
                FilterAlone::try_parse_from([&program].into_iter().chain(arguments)).ok()?;
            (filter, shared)
        } else {
            let files = arguments.iter().map(PathBuf::from).collect();
            (FilterArgs { files, ..FilterArgs::default() }, SharedArgs::default())
        };
        Some(Self { filter, shared, ..Self::default() })
    }
}

/// Refuses options of the filter before a command, which would mean nothing there.
fn refuse_options_before_command(matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some(name) = matches.subcommand_name() else { return Ok(()) };
    let mut cli = Cli::command();
    let is_given = |arg: &&clap::Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let given = cli.get_arguments().filter(|arg| !arg.is_global_set()).find(is_given);
    let Some(option) = given.and_then(clap::Arg::get_long) else { return Ok(()) };
    let message = format!("--{option} must follow the command {name} (a file of that name is ./{name})");
    Err(cli.error(ErrorKind::ArgumentConflict, message))
}

/// The options that say what is written. The last one given counts.
const FORMATS: [&str; 5] = ["to", "board", "csv", "json", "html"];

/// The short forms of `--to`.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ShortFormats {
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
}

/// The options of `bowling stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Sheets, logs or tables; none, or -, is standard input
    #[arg(value_name = "FILE", hide_short_help = true, value_parser = file_parser(), value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub read: ReadArgs,

    /// What makes a row: name, file, all, or keys: team,year
    #[arg(long, value_name = "KEY,...", default_value = "name", hide_default_value = true)]
    #[arg(long_help = BY_HELP)]
    pub by: By,

    /// Order the rows by a column; -COLUMN: highest first
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub sort: Option<Sort>,

    /// Leave out rows of fewer games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64))]
    pub min_games: u64,

    /// 90%220 is a handicap of 90 % of 220 minus the average
    #[arg(long, value_name = "P%B")]
    #[arg(long_help = "90%220 is 90 % of 220 minus the average, 90%220,max=50 at most 50")]
    pub handicap: Option<Handicap>,

    /// Ann=150/12: Ann joined with an average of 150 in 12 games
    #[arg(long, value_name = "NAME=AVG/N", conflicts_with = "leaves", hide_short_help = true)]
    pub start: Vec<Start>,

    /// How often each leave was left and converted
    #[arg(long, conflicts_with_all = ["html", "handicap"])]
    pub leaves: bool,

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

    /// Threads for large input [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<u16>,
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
    pub lang: Option<Lang>,

    /// No words of joy on the screen
    #[arg(long)]
    pub no_cheer: bool,
}

/// The options that say how games are read.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArgs {
    /// Input format: auto, rolls, notation, log, csv, json
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub from: InputFormat,

    /// Which columns of a table hold what: name=who,balls=shot*
    #[arg(long, value_name = "ROLE=COLUMN,...", hide_short_help = true)]
    pub columns: Option<Columns>,
}

/// The options of every command, before it or after it.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SharedArgs {
    #[arg(short, long, global = true, value_parser = rules_parser(), hide_possible_values = true, help = rules_help())]
    pub rules: Option<Rules>,

    /// When to color: auto, always, never
    #[arg(long, global = true, alias = "colour", value_name = "WHEN", value_enum, default_value_t)]
    #[arg(hide_short_help = true, hide_default_value = true, hide_possible_values = true)]
    pub color: Color,
}

/// Accepts an empty name too: the filter reports it better than clap does.
fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

fn thread_count(text: &str) -> Result<u16, &'static str> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_name_for_advice() {
        for command in Cli::command().get_subcommands() {
            assert!(crate::cli::commands::NAMES.contains(&command.get_name()), "{}", command.get_name());
        }
    }

    #[test]
    fn a_call_of_the_filter_is_parsed_as_with_all_commands() {
        for line in
            ["", "a.txt - stat", "-c a -r world --color=never -j2 --from log", "--board --to csv --key k -", "-- -x"]
        {
            let arguments: Vec<OsString> =
                "bowling".split(' ').chain(line.split_terminator(' ')).map(Into::into).collect();
            let (alone, whole) = (Cli::filter(&arguments).unwrap(), Cli::try_parse_from(&arguments).unwrap());
            assert_eq!(format!("{alone:?}"), format!("{whole:?}"), "{line}");
        }
        for line in ["a.txt stats", "help", "--help", "-V", "--bord", "--check --csv", "--lang ko", "-c play"] {
            let arguments: Vec<OsString> = "bowling".split(' ').chain(line.split(' ')).map(Into::into).collect();
            assert!(Cli::filter(&arguments).is_none(), "{line}");
        }
    }
}
