//! The questions before a live game, on a screen.

use super::edit::{EditLine, LineEvent};
use super::setup::Setup;
use super::view::prompt_lines;
use crate::cli::screen::keys::KeyPress;
use crate::cli::screen::{Size, View, wrap};

/// The questions on a screen, and the line of the next answer.
pub struct Questions {
    pub setup: Setup,
    line: EditLine,
    /// The questions with their answers, and what is wrong with the last answer.
    transcript: Vec<String>,
}

impl Questions {
    pub fn new(setup: Setup) -> Self {
        Self { setup, line: EditLine::default(), transcript: Vec::new() }
    }

    /// Takes a key. At the end of the questions, returns whether all of them are answered.
    pub fn key(&mut self, key: KeyPress) -> Option<bool> {
        let LineEvent::Entered(text) = self.line.key(key)? else { return Some(false) };
        self.transcript.push(self.setup.question().unwrap_or_default() + text.trim());
        self.transcript.extend(self.setup.answer(&text).err());
        self.setup.question().is_none().then_some(true)
    }

    /// What a window of a size shows: the end of the transcript and the prompt.
    pub fn view(&self, size: Size) -> View {
        let question = self.setup.question().unwrap_or_default();
        let (prompt, cursor) = prompt_lines(&question, &self.line, size);
        let mut lines: Vec<String> = Vec::new();
        // More lines than the window has are never shown.
        for line in self.transcript.iter().rev().take(size.rows).rev() {
            lines.extend(wrap(line, size.columns));
        }
        lines.extend(prompt);
        let surplus = lines.len().saturating_sub(size.rows);
        lines.drain(..surplus);
        View { cursor: (lines.len().saturating_sub(1), cursor), lines }
    }
}
