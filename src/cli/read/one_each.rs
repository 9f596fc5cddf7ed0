//! Recognises a sheet that holds one roll or one frame on each line: more likely one game than many.

use crate::game::{FRAMES, Rules};
use crate::reading::Dialect;
use crate::reading::symbols::{is_one_roll, is_separator};
use crate::reading::variants::plain;
use crate::sheet::line::{LineKind, score_line};

/// The kind of line that all lines of a sheet so far are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OneEach {
    /// No line holds a game.
    #[default]
    Nothing,
    /// Each holds the same.
    Lines { first: u64, count: u64, what: What },
    /// They have nothing in common.
    Other,
}

/// A line that is less than a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// `X`: a roll, and a frame.
    Strike,
    /// One roll.
    Roll,
    /// One frame in a token; the tenth of several may have three balls.
    Frame,
    /// One frame, and its number as a name.
    Numbered(u64),
}

impl OneEach {
    /// Adds the lines of a sheet that start at a line. It looks no further than to the first that is an ordinary game.
    pub fn add(&mut self, bytes: &[u8], start: u64) {
        let mut lines = (start..).zip(bytes.split(|&byte| byte == b'\n'));
        while *self != Self::Other
            && let Some((number, line)) = lines.next()
        {
            if LineKind::of(line) == LineKind::Game {
                *self = self.with(line, number);
            }
        }
    }

    fn with(self, line: &[u8], number: u64) -> Self {
        let (first, count, before) = match self {
            Self::Nothing => (number, 0, None),
            Self::Lines { first, count, what } => (first, count, Some(what)),
            Self::Other => return self,
        };
        let is_tenth = count + 1 == u64::from(FRAMES);
        match What::of(line, is_tenth).and_then(|what| what.after(before)) {
            Some(what) => Self::Lines { first, count: count + 1, what },
            None => Self::Other,
        }
    }

    /// The first of several such lines, and the warning about them.
    pub const fn warning(self) -> Option<(u64, &'static str)> {
        let Self::Lines { first, count: count @ 2.., what } = self else { return None };
        let message = match what {
            What::Strike | What::Roll => "every line is a game of one roll (paste -sd ' ' joins the lines to one game)",
            What::Frame if count <= FRAMES as u64 => {
                "every line is a game of one frame (paste -sd ' ' joins the lines to one game)"
            }
            What::Frame => {
                "every line is a game of one frame (paste -d ' ' - - - - - - - - - - joins each ten lines to a game)"
            }
            What::Numbered(_) => {
                "every line is a game of one frame, named by a number (cut -d: -f2 | paste -sd ' ' joins them to one game)"
            }
        };
        Some((first, message))
    }
}

impl What {
    fn of(line: &[u8], is_tenth: bool) -> Option<Self> {
        let text = plain(std::str::from_utf8(line).ok()?.trim()).into_owned();
        if is_one_roll(&text) {
            return Some(if matches!(&*text, "X" | "x") { Self::Strike } else { Self::Roll });
        }
        let scored = score_line(line, Dialect::Auto, Rules::default())?;
        let game = scored.game.ok().filter(|_| scored.claim.is_none())?;
        let number = scored.name.map(str::parse).transpose().ok()?;
        let is_tenth = is_tenth || number == Some(FRAMES.into());
        if number.is_none() && text.contains(is_separator) {
            return None;
        }
        let is_frame = game.frames().len() == 1;
        let is_tenth_frame = is_tenth && (1..=3).contains(&game.balls().count());
        (is_frame || is_tenth_frame).then_some(number.map_or(Self::Frame, Self::Numbered))
    }

    /// The kind of this line and of those before it, if it is the same.
    const fn after(self, before: Option<Self>) -> Option<Self> {
        match (before, self) {
            (None, what)
            | (Some(Self::Strike), what @ (Self::Strike | Self::Roll | Self::Frame))
            | (Some(what @ (Self::Roll | Self::Frame)), Self::Strike)
            | (Some(Self::Roll), what @ Self::Roll)
            | (Some(Self::Frame), what @ Self::Frame) => Some(what),
            (Some(Self::Numbered(last)), Self::Numbered(next)) if next == last + 1 => Some(self),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_roll_or_of_one_frame_are_told_from_games() {
        for (sheet, warning) in [
            ("10\n5\n5\n", Some((1, "roll (paste -sd"))),
            ("# c\n\nX\r\n\n/\n", Some((3, "roll (paste -sd"))),
            ("X\nX\n", Some((1, "roll (paste -sd"))),
            ("X\n5/\nX\n9-\n", Some((1, "frame (paste -sd"))),
            ("9-\nX\n8 1\n", None),
            ("X\nX\nX\nX\nX\nX\nX\nX\n9-\nX81\n", Some((1, "frame (paste -sd"))),
            ("9-\n9-\n9-\n9-\n9-\n9-\n9-\n9-\n9-\n9-\n9-\n", Some((1, "frame (paste -d"))),
            ("1: X\n2: 7/\n3: 9-\n", Some((1, "number"))),
            ("9: X\n10: XXX\n", Some((1, "number"))),
            ("10\n", None),
            ("9-\n", None),
            ("10\n5 4\n", None),
            ("5\n9-\n", None),
            ("9-\nX81\n", None),
            ("A: 10\nB: 5\n", None),
            ("1: X\n3: 7/\n", None),
            ("1: X 7/\n2: 9-\n", None),
            ("5 = 0\n4\n", None),
            ("", None),
        ] {
            let mut lines = OneEach::default();
            lines.add(sheet.as_bytes(), 1);
            let found = lines.warning();
            assert_eq!(found.map(|(line, _)| line), warning.map(|(line, _)| line), "{sheet:?}");
            assert!(found.is_none_or(|(_, text)| warning.is_some_and(|(_, part)| text.contains(part))), "{sheet:?}");
        }
    }
}
