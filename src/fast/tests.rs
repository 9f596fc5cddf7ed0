//! The short way and the plain way give the same answers: on games, on slips of the pen, on anything.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{LANES, read, read_four, totals::Walker};
use crate::game::{Game, Rules};
use crate::parse::Dialect;
use crate::sheet::{any_game, plain_game};

const DIALECTS: [Dialect; 3] = [Dialect::Auto, Dialect::Rolls, Dialect::Notation];

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL.to_vec())
}

/// A game of any length: each number chooses among the balls that are possible.
fn played(rules: Rules, choices: &[u8]) -> Game {
    let mut game = Game::new(rules);
    for &choice in choices {
        let standing = game.lane().standing;
        let pins = if choice >= 200 { standing } else { choice % (standing + 1) };
        if game.roll(pins).is_err() {
            break;
        }
    }
    game
}

/// One of the spellings of a game that are ordinary, or nearly.
fn spelled(game: &Game, spelling: u8) -> String {
    let separator = [" ", ",", " | ", ""][usize::from(spelling % 4)];
    let before = if spelling & 32 == 0 { "" } else { " " };
    if spelling & 16 == 0 {
        let rolls = game.rolls().map(|roll| roll.pins().get().to_string());
        return before.to_string()
            + &rolls.collect::<Vec<_>>().join(if separator.is_empty() { " " } else { separator });
    }
    let frames = game.frames().map(|frame| {
        frame.balls.iter().map(|&ball| char::from(crate::output::symbols::written(ball))).collect::<String>()
    });
    before.to_string() + &frames.collect::<Vec<_>>().join(separator)
}

/// A line: a game, a game with one byte changed, or any bytes.
fn line(rules: Rules) -> impl Strategy<Value = Vec<u8>> {
    let game = (prop::collection::vec(any::<u8>(), 0..32), any::<u8>())
        .prop_map(move |(choices, spelling)| spelled(&played(rules, &choices), spelling).into_bytes());
    let symbols = prop::sample::select(b"0123456789X/-FGSx ,|;\t[]=#:(\"\r\xe2\x00".to_vec());
    let slip = (game.clone(), any::<prop::sample::Index>(), symbols.clone()).prop_map(|(mut line, at, symbol)| {
        if !line.is_empty() {
            let at = at.index(line.len());
            line[at] = symbol;
        }
        line
    });
    let soup = prop::collection::vec(symbols, 0..60);
    let bytes = prop::collection::vec(any::<u8>().prop_filter("one line", |&byte| byte != b'\n'), 0..60);
    prop_oneof![4 => game, 3 => slip, 2 => soup, 1 => bytes]
}

/// Four lines and the rules that their games were made by.
fn four() -> impl Strategy<Value = (Rules, [Vec<u8>; LANES])> {
    rules().prop_flat_map(|rules| (Just(rules), prop::array::uniform4(line(rules))))
}

proptest! {
    // The same cases in every run: chance is for fuzz/, not for a check before a change.
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(10_559),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_line_read_the_short_way_is_the_game_of_the_plain_way((rules, lines) in four()) {
        for dialect in DIALECTS {
            // Whatever was played before must not shine through.
            let mut games = std::array::from_fn(|_| played(rules, &[255; 30]));
            let ordinary = read_four(&mut games, std::array::from_fn(|lane| &lines[lane][..]), dialect, rules);
            for (lane, line) in lines.iter().enumerate() {
                let mut game = played(rules, &[255; 30]);
                prop_assert_eq!(read(&mut game, line, dialect, rules), ordinary[lane]);
                if ordinary[lane] {
                    let plain = plain_game(line, dialect, rules);
                    prop_assert!(plain.name.is_none() && plain.claim.is_none());
                    let plain = plain.game.expect("the plain way takes what the short way takes");
                    for game in [&game, &games[lane]] {
                        prop_assert_eq!(game, &plain);
                        prop_assert!(game.frames().eq(plain.frames()));
                        prop_assert_eq!(game.lane(), plain.lane());
                        prop_assert_eq!((game.score(), game.max()), (plain.score(), plain.max()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_line_with_a_name_and_a_claim_is_the_same_both_ways(
        (rules, lines) in four(),
        before in prop::sample::select(vec!["", "PJS: ", "LOU,", "\u{d64d}\t", "G Smith: [", "X: ", "[", " [\""]),
        after in prop::sample::select(vec!["", " = 48", "= 20 39 _ # c", "]", " ] = error", " # = 3", " = q", "\"]", " \r"]),
    ) {
        for dialect in DIALECTS {
            for line in &lines {
                let line = [before.as_bytes(), line, after.as_bytes()].concat();
                let (any, plain) = (any_game(&line, dialect, rules), plain_game(&line, dialect, rules));
                prop_assert_eq!((any.name, &any.game), (plain.name, &plain.game));
                prop_assert_eq!((any.claim, any.claim_at), (plain.claim, plain.claim_at));
                if let (Ok(any), Ok(plain)) = (any.game, plain.game) {
                    prop_assert!(any.frames().eq(plain.frames()));
                    prop_assert_eq!(any.lane(), plain.lane());
                }
            }
        }
    }

    #[test]
    fn a_walked_total_is_that_of_a_complete_game((rules, lines) in four()) {
        let (mut bytes, mut starts) = (Vec::new(), [0; LANES]);
        for (start, line) in starts.iter_mut().zip(&lines) {
            *start = bytes.len();
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(&[b' '; 200]);
        for dialect in DIALECTS {
            let mut walker = Walker::new(rules, dialect).unwrap();
            // Twice, since a walker may have to find out the dialect first.
            for _ in 0..2 {
                let totals = walker.totals(&bytes, starts, std::array::from_fn(|lane| &lines[lane][..]));
                for (line, total) in lines.iter().zip(totals) {
                    let plain = plain_game(line, dialect, rules);
                    if let Some(total) = total {
                        prop_assert!(plain.name.is_none() && plain.claim.is_none());
                        let plain = plain.game.expect("the plain way takes what is walked");
                        prop_assert!(plain.is_complete());
                        prop_assert_eq!(total, plain.score());
                    }
                }
            }
        }
    }
}

#[test]
fn ordinary_games_are_read_the_short_way() {
    // Without this the laws above would hold for a short way that takes nothing.
    for line in
        ["10 10 10 10 10 10 10 10 10 10 10 10", "X X X X X X X X X X X X", "X|7/|9-|X|-8|8/|-6|X|X|X81", "3 4", "3/"]
    {
        let mut game = Game::new(Rules::Tenpin);
        assert!(read(&mut game, line.as_bytes(), Dialect::Auto, Rules::Tenpin), "{line}");
    }
    for (line, total) in [("10 10 10 10 10 10 10 10 10 10 10 10\n", 300), ("X 7/ 9- X -8 8/ -6 X X X81\n", 167)] {
        let bytes = line.repeat(LANES);
        let starts = std::array::from_fn(|lane| lane * line.len());
        let mut walker = Walker::new(Rules::Tenpin, Dialect::Auto).unwrap();
        let walks: [_; 2] =
            std::array::from_fn(|_| walker.totals(bytes.as_bytes(), starts, [line.trim_end().as_bytes(); LANES]));
        assert!(walks.contains(&[Some(total); LANES]), "{line}");
    }
}
