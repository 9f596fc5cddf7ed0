//! The texts of the help that are not declared with an option.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap_complete::env::Shells;

use crate::Rules;
use crate::cli::read::ROLES;

pub(super) const USAGE: &str = "bowling [COMMAND] [OPTIONS] [FILE]...  (no FILE, or -, is standard input)";

pub(super) const SHORT_EXAMPLES: &str = "\
Examples (of the values listed above, the first is the default):
  echo '10 5 5 9 0' | bowling                 48
  echo 'PJS: X 5/ 9-' | bowling --board       the board
  bowling --check homework.sheet              grade what a sheet claims";

pub(super) const EXAMPLES: &str = "\
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
  bowling generate -n 1000 --seed 7         random games, to test a scorer with

Exit status: 0 every game is valid and every claim correct, 1 some are not,
2 usage or I/O error.

Manual pages: bowling(1), bowling-stats(1), bowling-play(1),
bowling-generate(1), bowling-sheet(5)";

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
  year       One row per year of an ISO date
  month      One row per month of an ISO date
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
pub(super) fn rules_values() -> impl Iterator<Item = PossibleValue> {
    Rules::ALL.iter().map(|rules| PossibleValue::new(rules.name()).help(rules.about()))
}

pub(super) fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(rules_values()).try_map(|name| name.parse::<Rules>())
}

/// The shells that have completions.
pub(super) fn shells_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Shells::builtins().names().collect::<Vec<_>>())
}

/// The long help of an option. The short help names its values, this one describes them.
pub(super) fn with_values<T: ValueEnum>(about: &str, values: &[T]) -> String {
    list(about, values.iter().filter_map(T::to_possible_value))
}

pub(super) fn list(about: &str, values: impl Iterator<Item = PossibleValue>) -> String {
    values.fold(format!("{about}:"), |text, value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("{text}\n  {:<9}  {help}", value.get_name())
    })
}

pub(super) fn columns_help() -> String {
    let about = "Which columns of a table, or keys of JSON, hold what";
    list(about, ROLES.iter().map(|(_, name, about)| PossibleValue::new(*name).help(*about)))
}
