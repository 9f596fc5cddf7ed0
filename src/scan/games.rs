//! The games of the lines that were walked last, once one of them is asked for.

use std::cell::{Cell, OnceCell};

use super::BATCH;
use super::table::BallTable;
use super::walk::GamePath;
use crate::game::{FRAMES, Game};

type Batch = Box<[Game; BATCH]>;

/// The games of a batch, and the memory of those of the one before: a new game would be moved, which takes as long as
/// making it.
#[derive(Default)]
pub(super) struct Games {
    made: OnceCell<Batch>,
    before: Cell<Option<Batch>>,
}

impl Games {
    /// Forgets the games of a batch.
    pub(super) fn clear(&mut self) {
        if let Some(games) = self.made.take() {
            self.before.set(Some(games));
        }
    }

    /// The game of a line. Those of its batch are made with it, because their look-ups overlap.
    #[inline]
    pub(super) fn game(&self, path: GamePath<'_>) -> &Game {
        &self.made.get_or_init(|| self.make(path))[path.line]
    }

    #[inline(never)]
    fn make(&self, GamePath { rules, triples, steps, .. }: GamePath<'_>) -> Batch {
        let mut games = self.before.take().unwrap_or_default();
        let table = BallTable::of(rules);
        for (line, game) in games.iter_mut().enumerate() {
            game.complete(rules, |at| {
                let [start, end] = [steps[at][line], steps[at + 1][line]];
                let frames = if at + 1 < FRAMES.into() { &table.frame } else { &table.tenth };
                (frames.balls(triples[start.place()].into()), end.total())
            });
        }
        games
    }
}
