//! Live games: playing one through the program and taking its transcript apart.

use super::random::Random;
use super::reference::random_complete_game;
use super::{Outcome, run};

/// The first line of a board.
pub const HEADER: &str = "| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |";

/// The first lines of the journal of a match of two.
pub const HEAD: &str = "# rules: tenpin\n# players: PJS KYJ\n";

/// Runs `bowling play` and types one entry per line.
pub fn play(args: &[&str], entries: &[&str]) -> Outcome {
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

/// The `NAME<TAB>total` lines of a transcript.
pub fn totals(transcript: &str) -> Vec<&str> {
    transcript.lines().filter(|line| line.contains('\t')).collect()
}

/// The name of a player: AAA, AAB and so on.
pub fn player_name(index: usize) -> String {
    let letter = |place: usize| char::from(b'A' + (place % 26) as u8);
    [index / 676, index / 26, index].map(letter).iter().collect()
}

/// The rolls of a complete random match in the order of play, as an entry to type and the index of its player.
pub fn random_match(rules: &str, players: usize, random: &mut Random) -> Vec<(usize, String)> {
    let games: Vec<_> = (0..players).map(|_| random_complete_game(rules, random)).collect();
    let frames = (0..10).flat_map(|frame| games.iter().enumerate().map(move |(player, game)| (player, &game[frame])));
    frames.flat_map(|(player, balls)| balls.iter().map(move |ball| (player, ball.pins.to_string()))).collect()
}
