//! The program: command line, filter and live games. Not part of the library's API.

mod args;
mod color;
mod commands;
mod completions;
mod diagnostic;
mod event;
mod filter;
mod follow;
mod generate;
mod left_out;
mod man;
mod monitor;
mod page;
mod place;
mod play;
mod problem;
mod read;
mod run;
mod source;
mod stats;
mod status;
mod system;
mod text;
mod verdict;
mod write;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::CommandFactory;
use status::Status;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    diagnostic::final_status(run().unwrap_or_else(|error| report(&error))).into()
}

/// What the tests and the fuzz targets of this package look at besides the library and the program.
pub mod testing {
    pub use super::args::Cli;
    pub use super::filter::{FilterOptions, Scored, score_bytes};
    pub use super::play::journal_totals;
    pub use super::stats::json_of_bytes;
    pub use super::text::visible;
}

fn run() -> Result<Status, clap::Error> {
    if completions::answer(Cli::command)? {
        return Ok(Status::Good);
    }
    let cli = Cli::from_arguments()?;
    let shared = cli.shared;
    Ok(match cli.command {
        None if cli.filter.follow => follow::run(cli.filter.options(shared)),
        None => filter::run(cli.filter.options(shared)),
        Some(Command::Stats(args)) => stats::run(&args.options(shared)),
        Some(Command::Play(args)) => play::run(&args.options(shared)),
        Some(Command::Generate(args)) => generate::run(args.options(shared)),
        Some(Command::Completions { shell }) => filter::print(&completions::script(&shell)),
        Some(Command::Man { page, roff: true }) => filter::print(page.roff().as_bytes()),
        Some(Command::Man { page, roff: false }) => filter::print(page.text().as_bytes()),
    })
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn report(error: &clap::Error) -> Status {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return filter::print(text.as_bytes());
    }
    // An argument may hold escape codes.
    let visible: String = text.lines().flat_map(|line| [text::visible(line), "\n".into()]).collect();
    diagnostic::write_stderr(visible.as_bytes());
    Status::Failed
}

/// Property tests have the same cases in every run. Random ones are for fuzzing.
#[cfg(test)]
fn same_cases() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    Config { failure_persistence: None, rng_seed: RngSeed::Fixed(300), ..Config::default() }
}
