//! The line that is being typed, with editing and history.

use tui_input::{Input, InputRequest};

use crate::cli::screen::keys::KeyPress;
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

/// What the owner of the line must act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    /// Enter: the line is complete.
    Entered(String),
    /// Ctrl-C or Ctrl-D on an empty line.
    Ended,
}

impl EditLine {
    pub fn key(&mut self, key: KeyPress) -> Option<LineEvent> {
        let is_empty = self.input.value().is_empty();
        let request = match key {
            KeyPress::Enter => {
                self.recalled = None;
                let line = self.input.value_and_reset();
                if !line.trim().is_empty() && self.history.last() != Some(&line) {
                    self.history.push(line.clone());
                }
                return Some(LineEvent::Entered(line));
            }
            KeyPress::Ctrl('c' | 'd') if is_empty => return Some(LineEvent::Ended),
            KeyPress::Ctrl('c') => {
                self.recalled = None;
                self.input.reset();
                return None;
            }
            KeyPress::Up | KeyPress::Ctrl('p') => return self.recall(-1),
            KeyPress::Down | KeyPress::Ctrl('n') => return self.recall(1),
            KeyPress::Char(sign) if is_hidden(sign) || self.input.value().len() >= LONGEST => return None,
            KeyPress::Char(sign) => InputRequest::InsertChar(sign),
            KeyPress::Backspace => InputRequest::DeletePrevChar,
            KeyPress::Delete | KeyPress::Ctrl('d') => InputRequest::DeleteNextChar,
            KeyPress::Left | KeyPress::Ctrl('b') => InputRequest::GoToPrevChar,
            KeyPress::Right | KeyPress::Ctrl('f') => InputRequest::GoToNextChar,
            KeyPress::Home | KeyPress::Ctrl('a') => InputRequest::GoToStart,
            KeyPress::End | KeyPress::Ctrl('e') => InputRequest::GoToEnd,
            KeyPress::Ctrl('u') => InputRequest::DeleteFromStart,
            KeyPress::Ctrl('k') => InputRequest::DeleteTillEnd,
            KeyPress::Ctrl('w') => InputRequest::DeletePrevWord,
            KeyPress::Ctrl('y') => InputRequest::Yank,
            KeyPress::Ctrl(_) => return None,
        };
        self.input.handle(request);
        None
    }

    /// Shows the entry before or after the one that is shown.
    fn recall(&mut self, step: isize) -> Option<LineEvent> {
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
        None
    }

    /// The part of the line that fits into a number of columns, and the column of the cursor in it.
    pub fn visible(&self, columns: usize) -> (String, usize) {
        // One column is kept for the cursor behind the last character.
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
mod tests {
    use super::KeyPress::{Backspace, Char, Ctrl, Delete, Down, End, Enter, Home, Left, Up};
    use super::*;
    use proptest::prelude::*;

    fn typed(line: &mut EditLine, text: &str) {
        for sign in text.chars() {
            assert_eq!(line.key(Char(sign)), None);
        }
    }

    fn enter(line: &mut EditLine) -> String {
        match line.key(Enter) {
            Some(LineEvent::Entered(text)) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_line_is_edited_with_the_usual_keys() {
        let mut line = EditLine::default();
        typed(&mut line, "72");
        for key in [Left, Backspace, Char('5'), End, Char('!'), Backspace] {
            line.key(key);
        }
        assert_eq!(enter(&mut line), "52");
        typed(&mut line, "abc def");
        line.key(Ctrl('w'));
        for key in [Home, Delete, Ctrl('d')] {
            assert_eq!(line.key(key), None);
        }
        assert_eq!(enter(&mut line).trim(), "c");
        typed(&mut line, "abc\u{1b}\u{202e}");
        line.key(Ctrl('u'));
        assert_eq!(line.key(Ctrl('d')), Some(LineEvent::Ended));
    }

    #[test]
    fn earlier_entries_are_recalled_and_the_typed_line_is_kept() {
        let mut line = EditLine::default();
        for entry in ["7", "2", "2", ""] {
            typed(&mut line, entry);
            enter(&mut line);
        }
        typed(&mut line, "8");
        let keys = [(Up, "2"), (Up, "7"), (Up, "7"), (Down, "2"), (Down, "8")];
        for (key, shown) in keys.into_iter().chain([(Char('1'), "81"), (Up, "2"), (Down, "81")]) {
            line.key(key);
            assert_eq!(line.visible(80).0, shown);
        }
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        #[test]
        fn the_cursor_is_always_inside_the_visible_part(text in "[0-9핀 ]{0,60}", left in 0_usize..70, columns in 3_usize..30) {
            let mut line = EditLine::default();
            typed(&mut line, &text);
            for _ in 0..left {
                line.key(Left);
            }
            let (shown, cursor) = line.visible(columns);
            prop_assert!(width(&shown) < columns && cursor < columns, "{shown} {cursor}");
        }
    }
}
