//! A live game line by line: for input that is not typed, and for a terminal without a screen.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anyhow::anyhow;

use super::names::Questions;
use super::session::{Answer, Session, Start};
use super::{PlayOptions, status};
use crate::cli::diagnostic::{print_error, reason};
use crate::cli::monitor::players::printed_board;
use crate::cli::status::Status;

/// Plays a game to its end, or to the end of the input.
pub fn play(options: &PlayOptions) -> anyhow::Result<Status> {
    let start = Start::new(options)?;
    let mut questions = Questions::new(start.lang, false);
    while let Some(question) = questions.next().filter(|_| start.known.is_none()) {
        let Some(entry) = ask(&question)? else { return Ok(Status::Wrong) };
        if let Err(why) = questions.answer(&entry) {
            print(&why)?;
        }
    }
    if start.is_torn() {
        print_error(&format_args!("{}: the last line is cut short and ignored", options.place()));
    }
    let mut session = start.begin(questions.names, false)?;
    if let Some(greeting) = session.greeting() {
        print(&greeting)?;
    }
    let paint = options.paint();
    if session.live.turn().is_none() {
        print(&session.lang.over())?;
    } else {
        roll(&mut session, |session| {
            write(&printed_board(session.live.players(), paint, None)).and_then(|()| write(b"\n"))
        })?;
    }
    write(session.result(&session.live, paint, None).as_bytes())?;
    if has_echo() {
        write(session.how_to_continue().as_bytes())?;
    }
    Ok(status(&session.live))
}

/// Asks for roll after roll until the game is over or the input ends, with a board before each.
fn roll(session: &mut Session<'_>, write_board: impl Fn(&Session<'_>) -> anyhow::Result<()>) -> anyhow::Result<()> {
    write_board(session)?;
    while let Some(player) = session.live.turn() {
        let Some(entry) = ask(&session.lang.ask_roll(&player.name))? else { break };
        match session.enter(&entry)? {
            Answer::Changed(_) | Answer::Rolled { .. } => write_board(session)?,
            Answer::Refused(why) => print(&why)?,
            Answer::Help => print(&session.help()[0])?,
            Answer::Nothing => {}
            Answer::Quit => break,
        }
    }
    Ok(())
}

/// Longer entries are cut. Bounds memory.
const LONGEST_ENTRY: u64 = 4096;

/// An error of writing. A closed pipe stays an I/O error, because it is not reported.
pub fn write_error(error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::BrokenPipe { error.into() } else { anyhow!("write error: {}", reason(&error)) }
}

/// Whether a terminal shows what is typed, line end included.
fn has_echo() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub fn write(text: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout();
    out.write_all(text).and_then(|()| out.flush()).map_err(write_error)
}

/// Prints a message on a line of its own.
fn print(text: &str) -> anyhow::Result<()> {
    write(format!("{text}\n").as_bytes())
}

/// Prompts and reads a line; `None` at the end of input.
fn ask(prompt: &str) -> anyhow::Result<Option<String>> {
    write(prompt.as_bytes())?;
    let entry = read_line(&mut io::stdin().lock()).map_err(|error| anyhow!("standard input: {}", reason(&error)))?;
    // Without an echo, the line of the prompt has not been ended.
    if !has_echo() || entry.is_none() {
        write(b"\n")?;
    }
    Ok(entry)
}

/// Reads a line; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_ENTRY).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_ENTRY {
        input.skip_until(b'\n')?;
    }
    // A file of rolls may start with a byte order mark.
    Ok(Some(String::from_utf8_lossy(&line).trim_start_matches('\u{feff}').to_owned()))
}
