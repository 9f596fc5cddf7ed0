//! Recognises a sheet that holds one roll or one frame on each line: more likely one game than many.

use crate::game::{FRAMES, Rules};
use crate::reading::Dialect;
use crate::reading::symbols::is_one_roll;
use crate::reading::variants::plain;
use crate::sheet::line::{LineKind, score_line};

/// What all lines of a sheet so far have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OneEach {
    /// No line holds a game.
    #[default]
    Nothing,
    /// Each holds one roll.
    Rolls { first: u64, lines: u64 },
    /// Each holds one frame, and its number as a name.
    Frames { first: u64, lines: u64, last: u64 },
    /// They have nothing in common.
    Other,
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
        let Ok(text) = std::str::from_utf8(line) else { return Self::Other };
        if is_one_roll(&plain(text.trim())) {
            return match self {
                Self::Nothing => Self::Rolls { first: number, lines: 1 },
                Self::Rolls { first, lines } => Self::Rolls { first, lines: lines + 1 },
                _ => Self::Other,
            };
        }
        match (self, numbered_frame(line)) {
            (Self::Nothing, Some(last)) => Self::Frames { first: number, lines: 1, last },
            (Self::Frames { first, lines, last }, Some(next)) if next == last + 1 => {
                Self::Frames { first, lines: lines + 1, last: next }
            }
            _ => Self::Other,
        }
    }

    /// The first of several such lines, and the warning about them.
    pub const fn warning(self) -> Option<(u64, &'static str)> {
        match self {
            Self::Rolls { first, lines: 2.. } => {
                Some((first, "every line is a game of one roll (paste -sd ' ' joins the lines to one game)"))
            }
            Self::Frames { first, lines: 2.., .. } => Some((
                first,
                "every line is a game of one frame, named by a number (cut -d: -f2 | paste -sd ' ' joins them to one game)",
            )),
            _ => None,
        }
    }
}

/// The number that a line is named by, if it holds one frame.
fn numbered_frame(line: &[u8]) -> Option<u64> {
    let scored = score_line(line, Dialect::Auto, Rules::default())?;
    let number = scored.name?.parse().ok()?;
    let card = scored.game.ok().filter(|_| scored.claim.is_none())?;
    // The tenth frame has up to three balls.
    let is_frame = card.frames().len() == 1 || (number == u64::from(FRAMES) && (1..=3).contains(&card.balls().count()));
    is_frame.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_roll_or_of_one_frame_are_told_from_games() {
        for (sheet, first) in [
            ("10\n5\n5\n", Some(1)),
            ("# c\n\nX\r\n\n/\n", Some(3)),
            ("1: X\n2: 7/\n3: 9-\n", Some(1)),
            ("9: X\n10: XXX\n", Some(1)),
            ("10\n", None),
            ("10\n5 4\n", None),
            ("A: 10\nB: 5\n", None),
            ("1: X\n3: 7/\n", None),
            ("1: X 7/\n2: 9-\n", None),
            ("5 = 0\n4\n", None),
            ("", None),
        ] {
            let mut lines = OneEach::default();
            lines.add(sheet.as_bytes(), 1);
            assert_eq!(lines.warning().map(|(line, _)| line), first, "{sheet:?}");
        }
    }
}
