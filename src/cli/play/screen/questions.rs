//! The questions before a live game, on a screen.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::text::Line;

use super::edit::{EditLine, LineEvent};
use super::view::prompt_lines;
use crate::cli::monitor::screen::{draw_lines, wrap};
use crate::cli::play::names::Questions;

/// The questions, and the line of the next answer.
pub struct QuestionView {
    pub questions: Questions,
    line: EditLine,
    /// The questions with their answers, and what is wrong with the last answer.
    transcript: Vec<String>,
}

impl QuestionView {
    pub fn new(questions: Questions) -> Self {
        Self { questions, line: EditLine::default(), transcript: Vec::new() }
    }

    /// Takes a key. At the end of the questions, returns whether all of them are answered.
    pub fn key(&mut self, key: KeyEvent) -> Option<bool> {
        match self.line.key(key)? {
            LineEvent::Entered(text) => {
                self.transcript.push(self.questions.next().unwrap_or_default() + text.trim());
                self.transcript.extend(self.questions.answer(&text).err());
                self.questions.next().is_none().then_some(true)
            }
            LineEvent::Ended if self.questions.restart() => None,
            LineEvent::Ended => Some(false),
        }
    }

    /// Draws the end of the transcript and the prompt.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let (columns, rows) = (frame.area().width.into(), frame.area().height.into());
        let question = self.questions.next().unwrap_or_default();
        let (prompt, cursor) = prompt_lines(&question, &self.line, columns, rows);
        // More lines than the window has are never shown.
        let recent = &self.transcript[self.transcript.len().saturating_sub(rows)..];
        let mut lines: Vec<String> = recent.iter().flat_map(|line| wrap(line, columns)).chain(prompt).collect();
        lines.drain(..lines.len().saturating_sub(rows));
        let last = lines.len().saturating_sub(1);
        draw_lines(lines.into_iter().map(Line::raw).collect(), (cursor, last), frame.area(), frame);
    }
}
