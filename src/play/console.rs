//! Where the conversation is held: an editor of lines on a terminal, plain lines elsewhere.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::diagnostic::reason;

/// Longer entries are cut: nothing that can be typed is nearly as long, and memory stays bounded.
const LONGEST_ENTRY: u64 = 4096;

/// What ends a conversation against the will of both sides.
#[derive(Debug)]
pub enum Trouble {
    /// Nobody reads any more.
    Closed,
    Write(io::Error),
    Read(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("write error: the pipe is closed"),
            Self::Write(error) => write!(f, "write error: {}", reason(error)),
            Self::Read(error) => write!(f, "standard input: {}", reason(error)),
        }
    }
}

impl std::error::Error for Trouble {}

/// Standard input and standard output, as they are.
pub struct Console {
    out: io::Stdout,
    /// Both are a terminal: what is typed shows in the output, and so does its line end.
    echoes: bool,
    /// On a terminal that can, lines are edited and remembered.
    editor: Option<DefaultEditor>,
}

impl Console {
    pub fn open() -> Self {
        let out = io::stdout();
        let echoes = io::stdin().is_terminal() && out.is_terminal();
        let edits = echoes && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        Self { out, echoes, editor: edits.then(DefaultEditor::new).and_then(Result::ok) }
    }

    /// How many columns there are, where somebody looks at them.
    pub fn columns(&mut self) -> Option<usize> {
        let (columns, _) = self.editor.as_mut()?.dimensions()?;
        Some(columns.into())
    }

    /// Writes at once.
    pub fn write(&mut self, text: &[u8]) -> Result<(), Trouble> {
        self.out.write_all(text).and_then(|()| self.out.flush()).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble::Closed,
            _ => Trouble::Write(error),
        })
    }

    /// Asks, and reads what is typed; `None` at the end of input, and after Ctrl-C at the prompt.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Trouble> {
        let Some(editor) = &mut self.editor else {
            self.write(prompt.as_bytes())?;
            let entry = read_line(&mut io::stdin().lock()).map_err(Trouble::Read)?;
            // What follows starts on a line of its own: nothing has ended that of the question.
            if !self.echoes || entry.is_none() {
                self.write(b"\n")?;
            }
            return Ok(entry);
        };
        match editor.readline(prompt) {
            Ok(entry) => {
                // History is a convenience: a game goes on without it.
                let _ = editor.add_history_entry(entry.as_str());
                Ok(Some(entry))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(Trouble::Read(error)),
            Err(error) => Err(Trouble::Read(io::Error::other(error.to_string()))),
        }
    }
}

/// A line without its end, `None` after the last one.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_ENTRY).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_ENTRY {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_and_a_long_one_is_cut() {
        let mut input = b"10\r\n".to_vec();
        input.extend_from_slice(&[b'x'; 10_000]);
        input.extend_from_slice(b"\n\xFF\n7");
        let mut input = input.as_slice();
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("10\r\n"));
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(4096));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("\u{fffd}\n"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("7"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
