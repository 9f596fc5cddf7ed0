//! Arguments in, exit status out.

use std::process::ExitCode;

use bowling::cli::{self, Cli, Command};
use bowling::{filter, play};
use clap::{CommandFactory, Parser};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let status = match cli.command {
        None => filter::run(cli.filter),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
            filter::print(&script)
        }
        Some(Command::Help { command }) => filter::print(cli::help(command.as_deref()).as_bytes()),
    };
    status.into()
}
