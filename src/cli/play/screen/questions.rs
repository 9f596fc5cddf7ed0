//! The questions before a live game, on a screen.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::text::Line;

use super::edit::{EditLine, LineEvent};
use super::messages::ScreenMessage;
use super::view::{draw_lines, prompt_lines};
use crate::cli::monitor::wrap;
use crate::cli::play::name::Name;
use crate::cli::play::setup::{BadAnswer, Setup, all_names};
use crate::cli::read::MOST_PLAYERS;

/// The questions, and the line of the next answer.
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
    pub fn key(&mut self, key: KeyEvent) -> Option<bool> {
        match self.line.key(key)? {
            LineEvent::Entered(text) => {
                self.transcript.push(self.setup.question().unwrap_or_default() + text.trim());
                let refusal = self.answer(text.trim()).err();
                self.transcript.extend(refusal);
                self.setup.question().is_none().then_some(true)
            }
            LineEvent::Ended if self.setup.people.is_some() => {
                self.setup = Setup::new(self.setup.lang);
                None
            }
            LineEvent::Ended => Some(false),
        }
    }

    /// Takes an answer: the first may be the names.
    fn answer(&mut self, text: &str) -> Result<(), String> {
        let is_number = text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
        let lang = self.setup.lang;
        if self.setup.people.is_none() && !text.is_empty() && !is_number {
            self.setup.names = all_names(text.split_whitespace(), Name::any, lang)?;
            self.setup.people = Some(self.setup.names.len());
            return Ok(());
        }
        self.setup.answer(text).map_err(|bad| match bad {
            BadAnswer::People => ScreenMessage::PeopleOrNames.text(lang, &[("most", &MOST_PLAYERS)]),
            BadAnswer::Name => ScreenMessage::ThreeLetters.text(lang, &[]),
            BadAnswer::Taken(_) => bad.text(lang),
        })
    }

    /// Draws the end of the transcript and the prompt.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (columns, rows) = (area.width.into(), area.height.into());
        let question = self.setup.question().unwrap_or_default();
        let (prompt, cursor) = prompt_lines(&question, &self.line, columns, rows);
        let mut lines: Vec<String> = Vec::new();
        // More lines than the window has are never shown.
        for line in self.transcript.iter().rev().take(rows).rev() {
            lines.extend(wrap(line, columns));
        }
        lines.extend(prompt);
        lines.drain(..lines.len().saturating_sub(rows));
        let last = lines.len().saturating_sub(1) as u16;
        draw_lines(frame.buffer_mut(), area, lines.into_iter().map(Line::raw));
        frame.set_cursor_position((cursor, last));
    }
}
