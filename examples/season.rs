//! Writes random games as a sheet, the same on every machine: `season GAMES [SEED]`.
//!
//! The games come in several spellings, and about one in a hundred is in error, as in real data.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use bowling::{Game, Rules};

/// Random numbers that do not depend on a package or on the machine (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

/// A complete game of a good player.
fn play(random: &mut Random) -> Game {
    let mut game = Game::new(Rules::Tenpin);
    while !game.is_complete() {
        let standing = u64::from(game.lane().standing);
        // The better of two random balls.
        let pins = random.below(standing + 1).max(random.below(standing + 1));
        // Never more than the standing pins, so the roll is never refused.
        let _ = game.roll(u8::try_from(pins).unwrap_or_default());
    }
    game
}

fn rolls(game: &Game) -> String {
    let pins: Vec<String> = game.rolls().iter().map(|roll| roll.pins().get().to_string()).collect();
    pins.join(" ")
}

fn notation(game: &Game, between: &str) -> String {
    game.to_string().replace(' ', between)
}

fn line(number: u64, random: &mut Random) -> String {
    let game = play(random);
    let player = format!("P{:04}", number % 5000);
    match random.below(100) {
        0 => format!("{player}: 8 5 {}", rolls(&game)),
        1..=4 => format!("{player}: {} = {}", notation(&game, " "), game.score()),
        5..=9 => notation(&game, "|"),
        10..=49 => format!("{player}: {}", notation(&game, " ")),
        _ => format!("{player}: {}", rolls(&game)),
    }
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Some(Ok(games)), seed @ (None | Some(Ok(1..)))) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: season GAMES [SEED]    (numbers; the seed is not 0)");
        return ExitCode::from(2);
    };
    let mut random = Random(seed.and_then(Result::ok).unwrap_or(300));
    let mut out = BufWriter::new(io::stdout().lock());
    let written = (1..=games).try_for_each(|number| writeln!(out, "{}", line(number, &mut random)));
    match written.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("season: {error}");
            ExitCode::from(2)
        }
    }
}
