//! The program: command line, filter and live games. Not part of the library's API.

pub mod args;
mod color;
mod diagnostic;
pub mod filter;
mod format;
mod input;
pub mod play;
mod status;
mod text;

use std::io::Write;

use args::{Cli, Command};
use clap::CommandFactory;
use status::Status;

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> Status {
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(error) => return report(&error),
    };
    match cli.command {
        None => filter::run(cli.filter),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
            filter::print(&script)
        }
        Some(Command::Help { command }) => filter::print(args::help(command.as_deref()).as_bytes()),
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn report(error: &clap::Error) -> Status {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return filter::print(text.as_bytes());
    }
    let visible: String = text.lines().flat_map(|line| [text::visible(line), "\n".into()]).collect();
    // Nothing can be done if standard error is closed.
    let _ = std::io::stderr().write_all(visible.as_bytes());
    Status::Failed
}

/// Characters shown as they are to people, for the fuzz targets.
pub use text::visible;
