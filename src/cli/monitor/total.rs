//! The total of a game that goes on, as people at the lane add it up.

use std::fmt;

use crate::game::{Frame, Game};

/// The total of the settled frames, and the pins of those after them while a frame waits for its bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LiveTotal {
    pub pins: u16,
    /// Whether a mark waits for its bonus.
    waits: bool,
}

impl LiveTotal {
    pub fn of(game: &Game) -> Self {
        let unsettled = || game.frames().filter(|frame| frame.total().is_none());
        let waits = unsettled().any(|frame| frame.balls().iter().any(|ball| ball.mark.is_some()));
        let waiting: u16 = if waits { unsettled().map(Frame::pinfall).sum() } else { 0 };
        Self { pins: game.score() + waiting, waits }
    }

    /// The total of this game and of those before it.
    pub fn with(self, before: u32) -> String {
        format!("{}{}", before + u32::from(self.pins), if self.waits { "+" } else { "" })
    }
}

impl fmt::Display for LiveTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_of_frames_that_wait_count_with_a_plus_sign() {
        for (line, total) in [
            ("[]", "0"),
            ("7", "0"),
            ("X", "10+"),
            ("X 9", "19+"),
            ("X 9-", "28"),
            ("X 9- 5", "28"),
            ("X X 9", "48+"),
            ("8/ 72", "26"),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- X", "91+"),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- X 5", "96+"),
            ("X X X X X X X X X XXX", "300"),
        ] {
            let game: Game = line.parse().unwrap();
            assert_eq!(LiveTotal::of(&game).to_string(), total, "{line}");
        }
    }
}
