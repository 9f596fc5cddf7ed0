//! A live game line by line: for input that is not typed, and for a terminal without a screen.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anyhow::anyhow;

use super::messages::Message;
use super::name::Name;
use super::report;
use super::session::{Answer, Session, possible_rolls};
use super::setup::Setup;
use crate::cli::color::Paint;
use crate::cli::diagnostic::reason;

/// Asks for the players; `None` if the input ends before all are known.
pub fn ask_names(mut setup: Setup) -> anyhow::Result<Option<Vec<Name>>> {
    while let Some(question) = setup.question() {
        let Some(entry) = ask(&question)? else { return Ok(None) };
        if let Err(why) = setup.answer(&entry) {
            print(&why.text(setup.lang))?;
        }
    }
    Ok(Some(setup.names))
}

/// Asks for roll after roll until the game is over or the input ends.
pub fn play(session: &mut Session, paint: Paint) -> anyhow::Result<()> {
    if session.live.turn().is_none() {
        return print(&session.say(Message::Over, &[]));
    }
    write(&report::board(&session.live, paint, None))?;
    while let Some(player) = session.live.turn() {
        let range = possible_rolls(&player.game, session.lang);
        let question = session.say(Message::AskRoll, &[("name", &player.name)]);
        let Some(entry) = ask(&question)? else { break };
        match session.enter(&entry)? {
            Answer::Changed(_) | Answer::Rolled { .. } => write(&report::board(&session.live, paint, None))?,
            Answer::NoRoll { is_number: true, .. } => print(&range)?,
            Answer::NoRoll { .. } | Answer::Nothing => {
                print(&(range + &session.say(Message::SeeHelp, &[])))?;
            }
            Answer::Refused(why) => print(&why)?,
            Answer::Help => print(&session.help(usize::MAX)[0])?,
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
pub fn has_echo() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub fn write(text: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout();
    out.write_all(text).and_then(|()| out.flush()).map_err(write_error)
}

/// Prints a message on a line of its own.
pub fn print(text: &str) -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_at_a_time_and_long_ones_are_cut() {
        let mut input = b"10\r\n".to_vec();
        input.extend_from_slice(&[b'x'; 10_000]);
        input.extend_from_slice(b"\n\xFF\n\xEF\xBB\xBF7");
        let mut input = input.as_slice();
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("10\r\n"));
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(4096));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("\u{fffd}\n"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("7"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
