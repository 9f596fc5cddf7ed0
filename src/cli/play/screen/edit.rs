//! The line that is being typed, with editing and history.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input, InputRequest};

use crate::cli::text::{is_hidden, prefix, width};

/// Longer entries are cut. Bounds memory.
const LONGEST: usize = 4096;

/// The line, its cursor, and the entries before it.
#[derive(Debug, Default)]
pub struct EditLine {
    input: Input,
    history: Vec<String>,
    /// The entry of the history that is shown, and the line that was being typed before.
    recalled: Option<(usize, String)>,
}

/// An event that the owner of the line must act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    /// Enter: the line is complete.
    Entered(String),
    /// Ctrl-C or Ctrl-D on an empty line.
    Ended,
}

impl EditLine {
    pub fn key(&mut self, mut key: KeyEvent) -> Option<LineEvent> {
        // The Esc key and a key after it look like Alt and that key.
        if key.modifiers.contains(KeyModifiers::ALT) && !key.modifiers.contains(KeyModifiers::CONTROL) {
            key.modifiers.remove(KeyModifiers::ALT);
        }
        let is_empty = self.input.value().is_empty();
        match (key.code, key.modifiers == KeyModifiers::CONTROL) {
            // A line end that was typed before the terminal passed on single keys is Ctrl-J.
            (KeyCode::Enter, _) | (KeyCode::Char('j'), true) => {
                self.recalled = None;
                let line = self.input.value_and_reset();
                if !line.trim().is_empty() && self.history.last() != Some(&line) {
                    self.history.push(line.clone());
                }
                return Some(LineEvent::Entered(line));
            }
            (KeyCode::Char('c' | 'd'), true) if is_empty => return Some(LineEvent::Ended),
            (KeyCode::Char('c'), true) => {
                self.recalled = None;
                self.input.reset();
            }
            (KeyCode::Char('d'), true) => drop(self.input.handle(InputRequest::DeleteNextChar)),
            (KeyCode::Up, _) | (KeyCode::Char('p'), true) => self.recall(-1),
            (KeyCode::Down, _) | (KeyCode::Char('n'), true) => self.recall(1),
            (KeyCode::Char(sign), false) if is_hidden(sign) || self.input.value().len() >= LONGEST => {}
            (KeyCode::Tab, _) => drop(self.input.handle(InputRequest::InsertChar(' '))),
            _ => drop(self.input.handle_event(&Event::Key(key))),
        }
        None
    }

    /// Shows the entry before or after the one that is shown.
    fn recall(&mut self, step: isize) {
        let (at, typed) = match self.recalled.take() {
            Some((at, typed)) => (at, typed),
            None => (self.history.len(), self.input.value().to_owned()),
        };
        let at = at.saturating_add_signed(step).min(self.history.len());
        self.input = match self.history.get(at) {
            Some(entry) => entry.clone().into(),
            None => typed.clone().into(),
        };
        self.recalled = (at < self.history.len()).then_some((at, typed));
    }

    /// The part of the line that fits into a number of columns, and the column of the cursor in it.
    pub fn visible(&self, columns: usize) -> (String, usize) {
        // One column is kept for the cursor after the last character.
        let scroll = self.input.visual_scroll(columns.saturating_sub(1));
        let (mut text, mut skipped) = (self.input.value(), 0);
        while skipped < scroll {
            let Some(sign) = text.chars().next() else { break };
            let (first, rest) = text.split_at(sign.len_utf8());
            skipped += width(first);
            text = rest;
        }
        let shown = prefix(text, columns.saturating_sub(1)).to_owned();
        (shown, self.input.visual_cursor().saturating_sub(skipped))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The keys that a terminal sends for a text.
    pub fn keys(text: &str) -> impl Iterator<Item = KeyEvent> {
        text.chars().map(|sign| match sign {
            '\r' => KeyCode::Enter.into(),
            '\u{1}'..='\u{1a}' => {
                KeyEvent::new(KeyCode::Char(char::from(sign as u8 - 1 + b'a')), KeyModifiers::CONTROL)
            }
            sign => KeyCode::Char(sign).into(),
        })
    }

    /// Presses keys, and returns what the last one asks for.
    fn press(line: &mut EditLine, text: &str) -> Option<LineEvent> {
        keys(text).map(|key| line.key(key)).last().flatten()
    }

    fn code(line: &mut EditLine, code: KeyCode) {
        assert_eq!(line.key(code.into()), None);
    }

    #[test]
    fn the_line_is_edited_as_in_a_shell() {
        let mut line = EditLine::default();
        press(&mut line, "72");
        code(&mut line, KeyCode::Left);
        code(&mut line, KeyCode::Backspace);
        press(&mut line, "5\u{5}!");
        code(&mut line, KeyCode::Backspace);
        assert_eq!(press(&mut line, "\r"), Some(LineEvent::Entered("52".into())));
        press(&mut line, "abc def\u{17}\u{1}");
        code(&mut line, KeyCode::Delete);
        press(&mut line, "\u{4}");
        assert_eq!(press(&mut line, "\n"), Some(LineEvent::Entered("c ".into())));
        press(&mut line, "abc\u{202e}\u{15}");
        assert_eq!(press(&mut line, "\u{4}"), Some(LineEvent::Ended));
        // The Esc key does not swallow the next key.
        line.key(KeyEvent::new(KeyCode::Char('X'), KeyModifiers::ALT | KeyModifiers::SHIFT));
        assert_eq!(line.visible(80), ("X".into(), 1));
        assert_eq!(press(&mut line, "\u{3}"), None);
        assert_eq!(press(&mut line, "\u{3}"), Some(LineEvent::Ended));
    }

    #[test]
    fn earlier_entries_are_recalled_and_the_typed_line_is_kept() {
        use KeyCode::{Char, Down, Up};
        let mut line = EditLine::default();
        press(&mut line, "7\r2\r2\r\r8");
        let keys = [(Up, "2"), (Up, "7"), (Up, "7"), (Down, "2"), (Down, "8")];
        for (key, shown) in keys.into_iter().chain([(Char('1'), "81"), (Up, "2"), (Down, "81")]) {
            code(&mut line, key);
            assert_eq!(line.visible(80).0, shown);
        }
    }
}
