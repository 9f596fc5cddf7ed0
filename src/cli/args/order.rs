//! Options that stand before a command: `bowling --color always stats f` is `bowling stats --color always f`.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory};

use super::Cli;

/// The arguments with the command in the first place, if one follows options.
pub(super) fn command_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    // Most calls have no option before a command, and need no declarations.
    if !arguments.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-')) {
        return arguments;
    }
    let cli = Cli::command();
    if let Some(at) = first_operand(&cli, &arguments)
        && cli.find_subcommand(&arguments[at]).is_some()
    {
        arguments[1..=at].rotate_right(1);
    }
    arguments
}

/// The place of the first argument that is neither an option nor the value of one.
fn first_operand(cli: &Command, arguments: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += match arguments.get(at)?.to_string_lossy().strip_prefix('-') {
            None | Some("") => return Some(at),
            Some("-") => return None,
            Some(option) => 1 + usize::from(awaits_value(cli, option)),
        };
    }
}

/// Whether the value of an option is the next argument. Of a cluster such as `-qj`, that of the last one may be.
fn awaits_value(cli: &Command, option: &str) -> bool {
    let takes_value = |is_meant: &dyn Fn(&Arg) -> bool| {
        cli.get_arguments().any(|arg| is_meant(arg) && arg.get_action().takes_values())
    };
    if let Some(long) = option.strip_prefix('-') {
        return takes_value(&|arg| arg.get_long() == Some(long));
    }
    let mut shorts = option.chars();
    shorts.any(|short| takes_value(&|arg| arg.get_short() == Some(short))) && shorts.as_str().is_empty()
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
