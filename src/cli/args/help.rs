//! The texts of the help that are not declared with an option.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap_complete::env::Shells;

use crate::Rules;
use crate::cli::read::{InputFormat, ROLES};
use crate::cli::write::OutputFormat;

pub(super) const USAGE: &str = "bowling [COMMAND] [OPTIONS] [FILE]...  (no FILE, or -, is standard input)";

pub(super) const SHORT_EXAMPLES: &str = "\
Examples (of the values listed above, the first is the default):
  echo '10 5 5 9 0' | bowling                 48
  echo 'PJS: X 5/ 9-' | bowling --board       the board
  bowling --check homework.sheet              grade what a sheet claims";

const LINES: &str = "\
A line of a sheet:  [NAME:] GAME [= CLAIM] [# comment]

  10 5 5 9 0                 rolls: the pins of each ball, F for a foul
  X 5/ 9-  X5/9-  X|5/|9-    notation
  [\"X\",\"5/\",\"9-\"]            a JSON array of either
  Jeff 10                    a log: a player and one roll per line

  X   strike                 F   foul, no pins
  /   spare                  1 to 9   pins
  -   gutter ball, also 0 G  S7 (7) \u{2466}   7 pins that left a split

  = 48   = 20 39 _           claims: the total; running totals, _ not settled;
  = error   = error: a rack  the game is an error; its message contains the text";

const EXAMPLES: &str = "\
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
  bowling generate -n 1000 --seed 7         random games, to test a scorer with

Exit status: 0 every game is valid and every claim correct, 1 some are not,
2 usage or I/O error.

Manual pages: bowling man, bowling man stats, play, generate or sheet";

/// The end of the long help: how games are written, the values of options, examples.
pub(super) fn long_help() -> String {
    let values = [
        list("Input (--from)", values::<InputFormat>()),
        list("Output (--to)", values::<OutputFormat>()),
        list("Rules (--rules)", rules_values()),
        list("Columns of a table, or keys of JSON (--columns)", roles()),
    ];
    format!("{LINES}\n\n{}\n\n{EXAMPLES}", values.join("\n\n"))
}

/// The values of an option, below a title.
fn list(title: &str, values: impl Iterator<Item = PossibleValue>) -> String {
    values.fold(format!("{title}:"), |text, value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("{text}\n  {:<9}  {help}", value.get_name())
    })
}

fn values<T: ValueEnum + 'static>() -> impl Iterator<Item = PossibleValue> {
    T::value_variants().iter().filter_map(T::to_possible_value)
}

fn roles() -> impl Iterator<Item = PossibleValue> {
    ROLES.iter().map(|(_, name, about)| PossibleValue::new(*name).help(*about))
}

pub(super) const STATS_EXAMPLES: &str = "\
Examples:
  bowling stats league.sheet                one row per player, best first
  bowling stats --handicap 90%220 *.sheet   with handicaps
  bowling stats --by team,name league.csv   one row per player of each team";

pub(super) const BY_HELP: &str = "\
What makes a row (default: name), one key or several:
  name       One row per player
  file       One row per file
  all        One row for all games
  date       One row per date; also week, month, year
  KEY        One row per value of a column, a JSON key or a tag: team";

pub(super) const PLAY_EXAMPLES: &str = "\
At each prompt: 0 to 10 or a symbol (X / - F), undo, fix NAME FRAME ROLLS, help,
quit. On a terminal also several rolls (7 2, 8/), and again after the end.

Examples:
  bowling play                              asks for the players
  bowling play Dad José --journal lane.log  survives a crash; run again to go on
  bowling --follow --board lane.log         watch the game on another screen";

pub(super) const GENERATE_EXAMPLES: &str = "\
Examples:
  bowling generate -n 1000 --seed 7 --edge-cases --to rolls     to test a scorer
  bowling generate -n 30 --seed 1 --to sheet --mistakes 40      an exercise
  bowling generate -n 30 --seed 1 --to sheet                    and its key";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bowling completions bash > ~/.local/share/bash-completion/completions/bowling
  echo 'source <(bowling completions zsh)' >> ~/.zshrc
  bowling completions fish > ~/.config/fish/completions/bowling.fish";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  bowling man sheet | less                  how games are written
  bowling man --roff stats | man -l -       as man shows it";

/// The names of the rule sets, each with its help.
fn rules_values() -> impl Iterator<Item = PossibleValue> {
    Rules::ALL.iter().map(|rules| PossibleValue::new(rules.name()).help(rules.about()))
}

/// The help of `--rules`.
pub(super) fn rules_help() -> String {
    let names: Vec<&str> = Rules::ALL.iter().map(|rules| rules.name()).collect();
    format!("Rules: {}", names.join(", "))
}

pub(super) fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(rules_values()).try_map(|name| name.parse::<Rules>())
}

/// The shells that have completions.
pub(super) fn shells_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Shells::builtins().names().collect::<Vec<_>>())
}
