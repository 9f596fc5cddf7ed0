//! The program: command line, filter and live games. Not part of the library's API.

pub mod args;
mod color;
mod diagnostic;
pub mod filter;
mod follow;
mod format;
mod input;
mod page;
pub mod play;
mod run;
mod screen;
mod signals;
mod source;
mod split;
pub mod stats;
mod status;
mod text;

use std::io::Write;

use args::{Cli, Command};
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
use status::Status;

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> Status {
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(error) => return report(&error),
    };
    match cli.command {
        None => filter::run(cli.filter.options()),
        Some(Command::Stats(args)) => stats::run(&args.options()),
        Some(Command::Play(args)) => play::run(&args.options()),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
            filter::print(&script)
        }
        Some(Command::Help { command }) => print_help(command.as_deref()),
    }
}

/// Prints the help of the program or of a command.
fn print_help(command: Option<&str>) -> Status {
    if let Some(help) = args::help(command) {
        return filter::print(help.as_bytes());
    }
    let word = command.unwrap_or_default();
    let similar = args::similar_command(word).map(|name| format!(", perhaps {name}")).unwrap_or_default();
    diagnostic::print_error(&format_args!("no such command: {word}{similar} (see bowling --help)"));
    Status::Failed
}

/// The command that a mistyped word is close to.
fn similar_command(word: &str) -> Option<String> {
    args::similar_command(word)
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
            format!("bowling: there is no option --format, perhaps --to (output) or --from (input)\n\n{}", usage(&text))
        }
        _ => text,
    };
    let visible: String = text.lines().flat_map(|line| [text::visible(line), "\n".into()]).collect();
    // Nothing can be done if standard error is closed.
    let _ = std::io::stderr().write_all(visible.as_bytes());
    Status::Failed
}

/// The usage at the end of a message of clap.
fn usage(text: &str) -> &str {
    text.find("Usage:").map_or("", |at| &text[at..])
}

/// Property tests have the same cases in every run. Random ones are for fuzzing.
#[cfg(test)]
fn same_cases() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    Config { failure_persistence: None, rng_seed: RngSeed::Fixed(300), ..Config::default() }
}

/// Characters shown as they are to people, for the fuzz targets.
pub use text::visible;
