//! Properties of the scorer and of the filter: for random games, text and bytes, and every rule set.

#[cfg(feature = "cli")]
mod filter;
#[cfg(feature = "cli")]
mod round_trips;

use bowling::sheet::score_line;
use bowling::{Dialect, Frame, Game, PinSet, Pins, Roll, Rules};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::common::unambiguous;

/// The same cases in every run, unless `PROPTEST_CASES` or `PROPTEST_RNG_SEED` is set.
fn cases(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    let rng_seed = if default.rng_seed == RngSeed::Random { RngSeed::Fixed(300) } else { default.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..default }
}

fn rules() -> impl Strategy<Value = Rules> {
    select(Rules::ALL.to_vec())
}

/// A random game of any length, with fouls, splits and leaves, and with more marks than random pins would give.
fn game() -> impl Strategy<Value = Game> {
    (rules(), prop::collection::vec((0..=14_u8, 0..20_u8, any::<u32>()), 0..32)).prop_map(|(rules, balls)| {
        let mut game = Game::new(rules);
        for (pins, kind, order) in balls {
            let lane = *game.lane();
            if lane.is_over() {
                break;
            }
            let pins = Pins::new(if pins > 10 { lane.standing } else { pins.min(lane.standing) }).unwrap();
            let roll = match kind {
                0 => Roll::FOUL,
                1 if lane.is_full() && (1..=8).contains(&pins.get()) => Roll::split(pins),
                _ => Roll::new(pins),
            };
            // A strike and a split may not have left these pins.
            let leaving = if order % 3 == 0 { leaving(&game, roll, order) } else { roll };
            if game.push(leaving).is_err() {
                game.push(roll).unwrap();
            }
        }
        game
    })
}

/// A ball with some of the pins that can stand after it.
fn leaving(game: &Game, roll: Roll, order: u32) -> Roll {
    let before = game.balls_at_rack().iter().rev().find_map(|ball| ball.roll.leave()).unwrap_or(PinSet::FULL);
    let mut pins: Vec<u8> = before.iter().collect();
    let by = order as usize / 3 % pins.len();
    pins.rotate_left(by);
    let left = game.lane().standing - roll.pins().get();
    // Every second pin first, so that there are splits.
    pins.sort_by_key(|pin| order >> pin & 1);
    roll.with_leave(PinSet::new(pins.into_iter().take(left.into())).unwrap())
}

/// The symbols of a game, one per ball. `choice` picks among the symbols with the same meaning.
fn symbols(game: &Game, choice: u64) -> Vec<String> {
    let mut lane = Game::new(game.rules());
    let mut symbols = Vec::new();
    for (at, roll) in game.rolls().enumerate() {
        let (pins, standing, thrown) = (roll.pins().get(), lane.lane().standing, lane.lane().thrown);
        let pick = |of: &[&str]| of[(choice.rotate_left(7 * at as u32) % of.len() as u64) as usize].to_string();
        let leave = roll.leave().map(|leave| format!("{{{leave}}}")).unwrap_or_default();
        // Pins belong to the symbol before them, if it has none yet.
        let is_apart = symbols.last().is_none_or(|symbol: &String| symbol.ends_with('}'));
        let is_left_out = choice.rotate_right(at as u32).is_multiple_of(4) && !leave.is_empty() && is_apart;
        symbols.push(match pins {
            _ if is_left_out && !roll.is_foul() && !roll.is_split() => leave,
            _ if roll.is_foul() => pick(&["F", "f"]) + &leave,
            _ if roll.is_split() => {
                let circled = char::from_u32(0x245F + u32::from(pins)).filter(|_| (5..=8).contains(&pins));
                let circled = circled.map_or_else(|| format!("({pins})"), String::from);
                pick(&[&format!("S{pins}"), &format!("s{pins}"), &format!("({pins})"), &circled]) + &leave
            }
            10 if thrown == 0 => pick(&["X", "x"]),
            _ if thrown == 1 && pins == standing && pins < 10 => pick(&["/", &pins.to_string()]),
            _ if thrown == 1 && pins == standing => "/".into(),
            10 => "10".into(),
            0 => pick(&["-", "G", "g", "0"]) + &leave,
            pins => pins.to_string() + &leave,
        });
        lane.push(roll).unwrap();
    }
    symbols
}

fn read(line: &str, dialect: Dialect, rules: Rules) -> Result<Game, String> {
    score_line(line.as_bytes(), dialect, rules).unwrap().game.map_err(|error| format!("{line}: {error}"))
}

/// The same pins and fouls, without what rolls cannot say.
fn without_splits_and_leaves(game: &Game) -> Game {
    let mut plain = Game::new(game.rules());
    for roll in game.rolls() {
        plain.push(if roll.is_foul() { Roll::FOUL } else { Roll::new(roll.pins()) }).unwrap();
    }
    plain
}

fn numbers(game: &Game) -> Vec<String> {
    let number = |roll: Roll| if roll.is_foul() { "F".into() } else { roll.pins().get().to_string() };
    game.rolls().map(number).collect()
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn settled_frames_of_a_prefix_never_change(game in game()) {
        let mut prefix = Game::new(game.rules());
        let mut settled: Vec<u16> = Vec::new();
        for roll in game.rolls() {
            prop_assert!(!prefix.is_complete());
            prefix.push(roll).unwrap();
            let now: Vec<u16> = prefix.frames().map_while(Frame::total).collect();
            prop_assert!(now.starts_with(&settled), "{settled:?} became {now:?}");
            prop_assert_eq!(prefix.score(), now.last().copied().unwrap_or_default());
            settled = now;
        }
        prop_assert_eq!(&prefix, &game);
        prop_assert_eq!(game.is_complete(), settled.len() == 10);
    }

    #[test]
    fn max_never_rises_and_a_perfect_rest_reaches_it(game in game()) {
        let mut prefix = Game::new(game.rules());
        let mut max = prefix.max_score();
        prop_assert_eq!(max, 300);
        for roll in game.rolls() {
            prefix.push(roll).unwrap();
            prop_assert!(prefix.max_score() <= max && prefix.score() <= prefix.max_score());
            max = prefix.max_score();
        }
        while !prefix.is_complete() {
            prefix.roll(prefix.lane().standing).unwrap();
            prop_assert_eq!(prefix.max_score(), max, "a perfect ball changed the maximum");
        }
        prop_assert_eq!(prefix.score(), max);
    }

    #[test]
    fn max_is_the_best_of_all_next_balls(game in game()) {
        if !game.is_complete() {
            let best = (0..=10).filter_map(|pins| {
                let mut next = game.clone();
                next.roll(pins).ok().map(|()| next.max_score())
            });
            prop_assert_eq!(best.max(), Some(game.max_score()));
        }
    }

    #[test]
    fn a_game_reads_back_from_its_notation(game in game()) {
        prop_assert_eq!(read(&game.to_string(), Dialect::Auto, game.rules()), Ok(game));
    }

    #[test]
    fn undo_restores_the_game_before_the_roll(game in game()) {
        let mut prefix = Game::new(game.rules());
        for roll in game.rolls() {
            let before = prefix.clone();
            prefix.push(roll).unwrap();
            let mut back = prefix.clone();
            prop_assert_eq!(back.undo(), Some(roll));
            prop_assert_eq!(back, before);
        }
    }

    #[test]
    fn all_spellings_of_a_game_are_the_same_game(game in game(), choice in any::<u64>(), separator in select(vec![" ", ", ", "|", ";", "\t", "  ,"])) {
        let rules = game.rules();
        let plain = without_splits_and_leaves(&game);
        let numbers = numbers(&game);
        if !numbers.is_empty() {
            for line in [numbers.join(separator), format!("[{}]", numbers.join(",")), format!("Zoë: {} # c", numbers.join(" "))] {
                prop_assert_eq!(read(&line, Dialect::Rolls, rules), Ok(plain.clone()));
                prop_assert_eq!(read(&line, Dialect::Auto, rules), Ok(plain.clone()));
            }
        }
        let symbols = symbols(&game, choice);
        let late_ten = symbols.iter().any(|symbol| symbol == "10");
        if !symbols.is_empty() {
            // One symbol per token is never ambiguous, but for a dash that may separate frames.
            let single = symbols.join(separator);
            prop_assert_eq!(read(&unambiguous(&single), Dialect::Auto, rules), Ok(game.clone()));
            prop_assert_eq!(read(&format!("[{}]", symbols.join(",")), Dialect::Auto, rules), Ok(game.clone()));
            let read_single = read(&single, Dialect::Auto, rules);
            let is_refused = read_single.as_ref().is_err_and(|error| error.contains(": - between frames"));
            prop_assert!(read_single == Ok(game.clone()) || (is_refused && symbols.contains(&"-".into())), "{single}");
            if !late_ten {
                for line in [single, symbols.concat(), format!("홍 길동:{}=0", symbols.concat())] {
                    prop_assert_eq!(read(&line, Dialect::Notation, rules), Ok(game.clone()));
                }
                let frames: Vec<String> = frames(&game, &symbols);
                prop_assert_eq!(read(&frames.join(separator), Dialect::Notation, rules), Ok(game.clone()));
                let array = format!("[\"{}\"]", frames.join("\",\""));
                prop_assert_eq!(read(&array, Dialect::Notation, rules), Ok(game));
            }
        }
    }

    #[test]
    fn any_text_is_scored_or_refused_at_a_column_of_it(line in "[^\n]{0,80}", rules in rules()) {
        for dialect in [Dialect::Auto, Dialect::Rolls, Dialect::Notation] {
            if let Some(scored) = score_line(line.as_bytes(), dialect, rules) {
                match scored.game {
                    Ok(game) => prop_assert!(game.score() <= game.max_score() && game.max_score() <= 300),
                    Err(error) => prop_assert!((1..=line.chars().count() + 1).contains(&error.column())),
                }
            }
        }
    }

    #[test]
    fn trailing_blanks_change_nothing(line in "[-0-9Xx/FSG{} ,|:=#\\[\\]_a\"\t]{0,40}", rules in rules()) {
        let read = |line: &str| score_line(line.as_bytes(), Dialect::Auto, rules).map(|scored| (scored.game.ok(), scored.claim));
        prop_assert_eq!(read(&line), read(&format!("{line}  ")));
    }
}

/// The symbols of each frame, joined.
fn frames(game: &Game, symbols: &[String]) -> Vec<String> {
    let mut rest = symbols;
    game.frames()
        .map(|frame| {
            let (now, after) = rest.split_at(frame.balls().len());
            rest = after;
            now.concat()
        })
        .collect()
}
