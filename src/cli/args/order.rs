//! Options that stand before a command: `bowling --color always stats f` is `bowling stats --color always f`.

use std::ffi::OsString;

use clap::{ArgAction, Command, CommandFactory};

use super::Cli;

/// The arguments with the command in the first place, if one follows options.
pub(super) fn command_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    // Most calls have no option before a command, and need no look at the declarations.
    let has_option = arguments.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-'));
    if !has_option {
        return arguments;
    }
    let cli = Cli::command();
    let is_command = |argument: &OsString| cli.get_subcommands().any(|command| *argument == *command.get_name());
    if arguments.iter().any(is_command)
        && let Some(at) = first_operand(&cli, &arguments).filter(|&at| is_command(&arguments[at]))
    {
        arguments[1..=at].rotate_right(1);
    }
    arguments
}

/// The place of the first argument that is neither an option nor the value of one.
fn first_operand(cli: &Command, arguments: &[OsString]) -> Option<usize> {
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        let text = argument.to_string_lossy();
        at += match text.strip_prefix("--") {
            Some("") => return None,
            Some(long) => 1 + usize::from(!long.contains('=') && takes_value(cli, |arg| arg.get_long() == Some(long))),
            None => match text.strip_prefix('-') {
                None | Some("") => return Some(at),
                Some(shorts) => 1 + usize::from(ends_before_value(cli, shorts)),
            },
        };
    }
    None
}

/// Whether a cluster such as `-qj` ends with an option whose value is the next argument.
fn ends_before_value(cli: &Command, shorts: &str) -> bool {
    let first = shorts.char_indices().find(|(_, sign)| takes_value(cli, |arg| arg.get_short() == Some(*sign)));
    first.is_some_and(|(at, sign)| at + sign.len_utf8() == shorts.len())
}

fn takes_value(cli: &Command, is_meant: impl Fn(&clap::Arg) -> bool) -> bool {
    cli.get_arguments()
        .filter(|arg| is_meant(arg))
        .any(|arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_goes_before_its_options() {
        for (line, expected) in [
            ("stats --csv f", "stats --csv f"),
            ("--color always stats f", "stats --color always f"),
            ("--color=always -j2 stats f", "stats --color=always -j2 f"),
            ("-qj 2 stats f", "stats -qj 2 f"),
            // A value, a file behind another one, and what follows `--`.
            ("--key stats f", "--key stats f"),
            ("-r stats f", "-r stats f"),
            ("--board f stats", "--board f stats"),
            ("--board -- stats", "--board -- stats"),
            ("--board - stats", "--board - stats"),
            ("-q", "-q"),
        ] {
            let arguments = |line: &str| ["bowling"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
            assert_eq!(command_first(arguments(line)), arguments(expected), "{line}");
        }
    }
}
