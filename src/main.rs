//! Arguments in, exit status out.

use std::io::Write;
use std::process::ExitCode;

use bowling::cli::{self, Cli, Command};
use bowling::exit::Status;
use bowling::output::text::visible;
use bowling::{filter, play};
use clap::CommandFactory;

fn main() -> ExitCode {
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(error) => return answer(&error).into(),
    };
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

/// The help that was asked for, or what is wrong with the arguments: shown like any text from outside,
/// and not lost on a full disk.
fn answer(error: &clap::Error) -> Status {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return filter::print(text.as_bytes());
    }
    let shown: String = text.lines().flat_map(|line| [visible(line), "\n".into()]).collect();
    // Nobody can be told that standard error is gone.
    let _ = std::io::stderr().write_all(shown.as_bytes());
    Status::Trouble
}
