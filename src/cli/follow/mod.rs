//! `--follow`: shows a log while it is written, with its records after every roll. On a terminal the board (or the
//! totals) is redrawn in place.

#[cfg(feature = "screen")]
mod screen;

use std::io;

use super::diagnostic::refuse;
use super::filter::{Filter, FilterOptions};
use super::read::InputFormat;
use super::run::{Writer, print_source_error};
use super::source::{Source, outputs};
use super::status::Status;
use super::write::OutputFormat;

/// Follows the only source until the program is interrupted, or until the end of a pipe.
pub fn run(options: FilterOptions) -> Status {
    let filter = &match Filter::new(options) {
        Ok(filter) => filter,
        Err(error) => return refuse(&error),
    };
    let sources = Source::list(&filter.options.files);
    let source = match &*sources {
        [source] if filter.options.read.from == InputFormat::Log => source,
        [_] => return refuse(&"--follow reads logs only"),
        _ => return refuse(&"--follow takes one file"),
    };
    if filter.writes(OutputFormat::Html) {
        return refuse(&"--follow cannot write a page, because it writes its games again after every roll");
    }
    show(filter, source).unwrap_or_else(|error| {
        print_source_error(&source.name(), &error, "");
        Status::Failed
    })
}

/// Shows the games on a screen if there is one, and prints them elsewhere.
#[cfg(feature = "screen")]
fn show(filter: &Filter, source: &Source) -> io::Result<Status> {
    if screen::can_show(filter, source) { screen::show(filter, source) } else { print(filter, source) }
}

/// Prints the games, because there is no screen.
#[cfg(not(feature = "screen"))]
fn show(filter: &Filter, source: &Source) -> io::Result<Status> {
    print(filter, source)
}

/// Prints the records after every roll.
fn print(filter: &Filter, source: &Source) -> io::Result<Status> {
    let bytes = source.follow(&outputs(true))?;
    let mut writer = Writer::new(filter.stdout(), None);
    let mut unread = Ok(());
    let failed = &mut |_: &str, error| unread = Err(error);
    let written = filter.run(&|| filter.format()).read([(source.name(), Ok(bytes))], &mut writer, failed);
    let status = writer.end(written);
    unread.map(|()| status)
}
