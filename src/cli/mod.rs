//! The program: command line, filter and live games. Not part of the library's API.

mod args;
mod color;
mod completions;
mod diagnostic;
mod event;
mod filter;
mod follow;
mod generate;
mod page;
mod play;
mod read;
mod run;
#[cfg(feature = "screen")]
mod screen;
mod source;
mod split;
mod stats;
mod status;
mod system;
mod text;
mod write;

use std::io::Write;

// For tests and fuzz targets.
pub use args::Cli;
pub use filter::{FilterOptions, Scored, score_bytes};
pub use play::journal_totals;
pub use stats::json_of_bytes;
pub use text::visible;

use args::Command;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
use status::Status;

/// Runs the program with the arguments of this process.
pub fn main() -> Status {
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(error) => return report(&error),
    };
    match cli.command {
        None => filter::run(cli.filter.options()),
        Some(Command::Stats(args)) => stats::run(&args.options()),
        Some(Command::Play(args)) => play::run(&args.options()),
        Some(Command::Generate(args)) => generate::run(args.options()),
        Some(Command::Completions { shell }) => filter::print(completions::script(shell).as_bytes()),
        Some(Command::Help { command }) => print_help(command.as_deref()),
    }
}

/// Prints the help of the program or of a command.
fn print_help(command: Option<&str>) -> Status {
    if let Some(help) = args::help(command) {
        return filter::print(help.as_bytes());
    }
    let word = command.unwrap_or_default();
    let similar = similar_command(word).map(|name| format!(", perhaps {name}")).unwrap_or_default();
    diagnostic::refuse(&format_args!("no such command: {word}{similar} (see bowling --help)"))
}

/// The subcommand that a mistyped word is close to.
fn similar_command(word: &str) -> Option<String> {
    let cli = Cli::command();
    let names = cli.get_subcommands().map(clap::Command::get_name);
    let close = names.map(|name| (strsim::osa_distance(name, &word.to_lowercase()), name));
    close.filter(|&(distance, name)| distance <= 2 && distance < name.len() / 2 + 1).min().map(|(_, name)| name.into())
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn report(error: &clap::Error) -> Status {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return filter::print(text.as_bytes());
    }
    // Like every other message of the program.
    let text = text.replacen("error: ", "bowling: ", 1);
    let text = match error.get(ContextKind::InvalidArg) {
        // clap suggests `--from`, which is about the input.
        Some(ContextValue::String(option)) if option == "--format" => {
            let usage = text.find("Usage:").map_or("", |at| &text[at..]);
            format!("bowling: there is no option --format, perhaps --to (output) or --from (input)\n\n{usage}")
        }
        Some(ContextValue::String(option)) => text + &where_files_go(option),
        _ => text,
    };
    let visible: String = text.lines().flat_map(|line| [text::visible(line), "\n".into()]).collect();
    // Nothing can be done if standard error is closed.
    let _ = std::io::stderr().write_all(visible.as_bytes());
    Status::Failed
}

/// Advice if an option of the filter stands before a command, which may be meant as a file.
fn where_files_go(option: &str) -> String {
    let commands = Cli::command();
    let is_command = |argument: &String| commands.find_subcommand(argument).is_some();
    let Some(command) = std::env::args().skip(1).find(is_command) else { return String::new() };
    let is_of_filter =
        commands.get_arguments().filter_map(clap::Arg::get_long).any(|long| option == format!("--{long}"));
    let not_of = format!("not of bowling {command} (a file of that name is ./{command})");
    if is_of_filter { format!("\n{option} is an option of the filter, {not_of}\n") } else { String::new() }
}

/// Property tests have the same cases in every run. Random ones are for fuzzing.
#[cfg(test)]
fn same_cases() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    Config { failure_persistence: None, rng_seed: RngSeed::Fixed(300), ..Config::default() }
}
