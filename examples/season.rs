//! Writes a season of games as a sheet, the same on every machine: `season GAMES [SEED]`.
//!
//! Every spelling occurs; about one game in a hundred is in error, as in real data. The games
//! are played with the library: whatever it accepts is a game.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use bowling::{Game, Mark, Rules};

/// A small generator of numbers (xorshift64*), so that no package and no machine decides the season.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

/// A whole game of somebody who knows how to bowl.
fn play(dice: &mut Dice) -> Game {
    let mut game = Game::new(Rules::Tenpin);
    while !game.is_complete() {
        let standing = u64::from(game.lane().standing);
        // The better of two throws.
        let pins = dice.below(standing + 1).max(dice.below(standing + 1));
        // Never more pins than stand, so never refused.
        let _ = game.roll(u8::try_from(pins).unwrap_or_default());
    }
    game
}

fn rolls(game: &Game) -> String {
    let pins: Vec<String> = game.rolls().map(|roll| roll.pins().get().to_string()).collect();
    pins.join(" ")
}

fn notation(game: &Game, between: &str) -> String {
    let symbol = |pins: u8, mark: Option<Mark>| match (mark, pins) {
        (Some(Mark::Strike), _) => 'X',
        (Some(Mark::Spare), _) => '/',
        (_, 0) => '-',
        (_, pins) => char::from(b'0' + pins),
    };
    let frame = |frame: bowling::Frame<'_>| -> String {
        frame.balls.iter().map(|ball| symbol(ball.pins(), ball.mark())).collect()
    };
    game.frames().map(frame).collect::<Vec<_>>().join(between)
}

fn line(number: u64, dice: &mut Dice) -> String {
    let game = play(dice);
    let player = format!("P{:04}", number % 5000);
    match dice.below(100) {
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
    let mut dice = Dice(seed.and_then(Result::ok).unwrap_or(300));
    let mut out = BufWriter::new(io::stdout().lock());
    let written = (1..=games).try_for_each(|number| writeln!(out, "{}", line(number, &mut dice)));
    match written.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("season: {error}");
            ExitCode::from(2)
        }
    }
}
