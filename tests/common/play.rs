//! What the tests of live games share: transcripts taken apart, random games, a place for files.

use std::path::{Path, PathBuf};

use super::{Ran, run};
use bowling::{Game, Rules};

/// Plays with the given arguments, an entry a line.
pub fn play(args: &[&str], entries: &[&str]) -> Ran {
    let args: Vec<&str> = ["play"].iter().chain(args).copied().collect();
    run(&args, entries.iter().flat_map(|entry| [entry, "\n"]).collect::<String>())
}

/// The boards of a transcript, in order.
pub fn boards(transcript: &str) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    for line in transcript.lines() {
        if line.starts_with("| NAME ") {
            boards.push(String::new());
        }
        if line.starts_with('|') {
            let board = boards.last_mut().unwrap();
            board.push_str(line);
            board.push('\n');
        }
    }
    boards
}

/// The `NAME<TAB>total` lines.
pub fn totals(transcript: &str) -> Vec<&str> {
    transcript.lines().filter(|line| line.contains('\t')).collect()
}

/// Numbers that look random and are the same in every run (xorshift).
pub struct Dice(pub u64);

impl Dice {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// The name of the player in a seat.
pub fn name(seat: usize) -> String {
    let letter = |place: usize| char::from(b'A' + (place % 26) as u8);
    [seat / 676, seat / 26, seat].map(letter).iter().collect()
}

/// A whole random game of so many people: who rolled, and what.
pub fn random_game(dice: &mut Dice, people: usize, rules: Rules) -> Vec<(String, u8)> {
    let mut games = vec![Game::new(rules); people];
    let mut rolls = Vec::new();
    for frame in 0..10 {
        for (seat, game) in games.iter_mut().enumerate() {
            while game.lane().frame == frame {
                let standing = usize::from(game.lane().standing);
                // Marks often enough for bonuses and fill balls.
                let pins = if dice.below(3) == 0 { standing } else { dice.below(standing + 1) };
                game.roll(pins as u8).unwrap();
                rolls.push((name(seat), pins as u8));
            }
        }
    }
    rolls
}

/// A directory that goes when the test ends.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_owned()
    }

    /// A file with this content.
    pub fn file(&self, file: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(file);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
