//! Groups of lines: games that no blank line parts.

use memchr::memchr;

use super::{LONGEST_GROUP, LONGEST_RECORD};
use crate::sheet::line::LineKind;

/// How far the search for the end of a group has come.
#[derive(Debug, Default)]
pub(super) struct GroupSearch {
    scanned: usize,
    games: usize,
    first_game: usize,
}

impl GroupSearch {
    /// The end of the last whole group in these bytes.
    pub(super) fn end(&mut self, bytes: &[u8], most_games: usize) -> Option<usize> {
        let mut end = None;
        while let Some(line) = memchr(b'\n', &bytes[self.scanned..]) {
            let (start, after) = (self.scanned, self.scanned + line + 1);
            match LineKind::of(&bytes[start..after - 1]) {
                LineKind::Blank => {
                    self.games = 0;
                    end = Some(after);
                }
                LineKind::Game => {
                    if self.games == 0 {
                        self.first_game = start;
                    }
                    self.games += 1;
                }
                // Comments go with the group below them, unless there are too many.
                _ if self.games == 0 && after - end.unwrap_or(0) > LONGEST_RECORD => end = Some(after),
                _ => {}
            }
            self.scanned = after;
            let is_long = self.games > 0 && after - self.first_game > LONGEST_GROUP;
            if is_long || self.games == most_games {
                self.games = 0;
                end = Some(after);
            }
            if is_long {
                break;
            }
        }
        let end = end?;
        self.scanned -= end;
        self.first_game = self.first_game.saturating_sub(end);
        Some(end)
    }
}
