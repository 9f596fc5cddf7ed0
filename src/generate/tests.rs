use std::collections::HashMap;

use super::*;
use crate::game::{Frame, Mark, PinSet, RACK};

const GAMES: u16 = 10_000;

/// What a seed gives with some options.
pub(super) fn generated(rules: Rules, seed: u64, change: impl Fn(&mut Options)) -> Generator {
    let mut options = Options::new(rules, seed);
    change(&mut options);
    Generator::new(options).unwrap()
}

fn games(rules: Rules, seed: u64, average: Option<u16>) -> impl Iterator<Item = Game> {
    generated(rules, seed, |options| options.average = average).map(|generated| generated.game)
}

fn mean(games: impl Iterator<Item = Game>) -> f64 {
    games.take(GAMES.into()).map(|game| f64::from(game.score())).sum::<f64>() / f64::from(GAMES)
}

/// The share of strikes, spares and opens in the first nine frames.
fn marks(average: u16) -> [f64; 3] {
    let mut counts = [0; 3];
    for game in games(Rules::Tenpin, 3, Some(average)).take(GAMES.into()) {
        for frame in game.score_card().frames().take(9) {
            counts[match frame.mark() {
                Some(Mark::Strike) => 0,
                Some(Mark::Spare) => 1,
                _ => 2,
            }] += 1;
        }
    }
    counts.map(|count| f64::from(count) / (9.0 * f64::from(GAMES)))
}

#[test]
fn the_mean_is_what_was_asked() {
    for &rules in Rules::ALL {
        for average in [40, 80, 100, 120, 140, 160, 180, 200, 215, 230, 250, 280] {
            let mean = mean(games(rules, 1, Some(average)));
            assert!((mean - f64::from(average)).abs() < 2.5, "{rules} {average}: {mean}");
        }
    }
}

#[test]
fn the_ends_of_the_scale_are_gutter_balls_and_strikes() {
    for &rules in Rules::ALL {
        assert!(games(rules, 1, Some(0)).take(1000).all(|game| game.score() == 0), "{rules}");
        assert!(games(rules, 1, Some(300)).take(1000).all(|game| game.score() == 300), "{rules}");
    }
}

#[test]
fn without_an_average_a_usual_bowler_plays() {
    for (&rules, usual) in Rules::ALL.iter().zip([160.0, 184.0, 95.0, 95.0, 190.0, 224.0]) {
        let mean = mean(games(rules, 1, None));
        assert!((mean - usual).abs() < 2.5, "{rules}: {mean}");
    }
}

#[test]
fn marks_have_the_rates_of_bowlers_of_that_average() {
    // Strikes, spares and opens as counted: see the sources in `bowler`.
    for (average, rates) in [(146, [0.27, 0.29, 0.44]), (160, [0.33, 0.33, 0.33]), (226, [0.61, 0.33, 0.06])] {
        let found = marks(average);
        let is_near = found.iter().zip(rates).all(|(found, rate)| (found - rate).abs() < 0.03);
        assert!(is_near, "{average}: {found:?}");
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |change: fn(&mut Options)| {
        let mut options = Options::new(Rules::Tenpin, 1);
        change(&mut options);
        Generator::new(options).unwrap_err().to_string()
    };
    assert_eq!(refused(|options| options.average = Some(301)), "301 is not an average, an average is 0 to 300");
    for change in [
        |options: &mut Options| options.unfinished = 101,
        |options: &mut Options| options.errors = 101,
        |options: &mut Options| options.mistakes = 101,
    ] {
        assert_eq!(refused(change), "101 is not a percentage, a percentage is 0 to 100");
    }
}

#[test]
fn every_game_is_allowed_and_complete() {
    for &rules in Rules::ALL {
        for (seed, average) in (1..).zip([None, Some(20), Some(110), Some(230), Some(290)]) {
            for game in games(rules, seed, average).take(1_000) {
                let mut again = Game::new(rules);
                assert!(game.rolls().iter().all(|&roll| again.push(roll).is_ok()), "{rules} {game}");
                assert!(again.is_complete() && again == game, "{rules} {game}");
            }
        }
    }
}

/// The same pins.
pub(super) fn without_leaves(game: &Game) -> Game {
    let mut plain = Game::new(game.rules());
    game.rolls().iter().for_each(|roll| plain.roll(roll.pins().get()).unwrap());
    plain
}

#[test]
fn an_option_changes_only_what_it_is_about() {
    for &rules in Rules::ALL {
        let plain: Vec<Game> = games(rules, 5, None).take(300).collect();
        let set_all = |options: &mut Options| (options.leaves, options.mistakes, options.errors) = (true, 30, 20);
        let all: Vec<Generated> = generated(rules, 5, set_all).take(300).collect();
        assert!(all.iter().map(|generated| without_leaves(&generated.game)).eq(plain.iter().cloned()), "{rules}");
        assert!((30..90).contains(&all.iter().filter(|generated| generated.impossible.is_some()).count()));
        assert!((40..110).contains(&all.iter().filter(|generated| generated.wrong_claim.is_some()).count()));
        assert!(all.iter().all(|generated| generated.impossible.is_none() || generated.wrong_claim.is_none()));

        let unfinished = generated(rules, 5, |options| {
            set_all(options);
            options.unfinished = 40;
        });
        let cut: Vec<Game> = unfinished.take(300).map(|generated| generated.game).collect();
        let is_start = |(cut, whole): (&Game, &Game)| whole.rolls().starts_with(without_leaves(cut).rolls());
        assert!(cut.iter().zip(&plain).all(is_start), "{rules}");
        assert!(cut.iter().all(|game| !game.rolls().is_empty()));
        assert!((80..160).contains(&cut.iter().filter(|game| !game.is_complete()).count()), "{rules}");
    }
}

#[test]
fn edge_cases_come_first_and_are_whole() {
    for &rules in Rules::ALL {
        let cases = edge_cases::edge_cases(rules);
        let generated =
            generated(rules, 2, |options| (options.edge_cases, options.unfinished, options.errors) = (true, 100, 100));
        let all: Vec<Generated> = generated.take(cases.len() + 100).collect();
        let (first, rest) = all.split_at(cases.len());
        assert!(first.iter().map(|generated| &generated.game).eq(&cases));
        assert!(first.iter().all(|generated| generated.impossible.is_none()));
        assert!(rest.iter().all(|generated| generated.impossible.is_some() && !generated.game.is_complete()));
    }
}

/// How often first balls of an average leave each set of pins.
fn first_leaves(rules: Rules, average: u16) -> HashMap<PinSet, u32> {
    let with_leaves = generated(rules, 4, |options| {
        (options.leaves, options.edge_cases, options.average) = (true, true, Some(average));
    });
    let mut counts = HashMap::new();
    for Generated { game, .. } in with_leaves.take(2_000) {
        // A ball is accepted only if its pins can stand, so what is left to see is that each ball names them.
        for rack in game.score_card().frames().flat_map(Frame::racks) {
            let mut standing = RACK;
            for ball in rack {
                standing -= ball.pins();
                let is_over = standing == 0 || ball.mark.is_some();
                assert_eq!(ball.roll.leave().is_some(), !is_over, "{game}");
            }
            *counts.entry(rack[0].roll.leave().unwrap_or_default()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn leaves_fit_their_balls_and_look_like_bowling() {
    for &rules in Rules::ALL {
        for average in [0, 80, 160, 220, 300] {
            let counts = first_leaves(rules, average);
            if rules != Rules::Tenpin || !(80..=220).contains(&average) {
                continue;
            }
            let count = |pins: &str| counts.get(&pins.parse().unwrap()).copied().unwrap_or_default();
            assert!(count("10") > count("7") && count("7") > 20 * count("1"), "{counts:?}");
            assert!(count("6-10") > count("7-10"), "{counts:?}");
            let splits: u32 = counts.iter().filter(|(pins, _)| pins.is_split()).map(|(_, count)| count).sum();
            let share = f64::from(splits) / f64::from(counts.values().sum::<u32>());
            assert!((0.03..0.15).contains(&share), "{average}: {share}");
        }
    }
}

#[test]
fn hard_leaves_are_converted_less_often() {
    let with_leaves = generated(Rules::Tenpin, 6, |options| (options.leaves, options.average) = (true, Some(170)));
    let mut converted = HashMap::new();
    for Generated { game, .. } in with_leaves.take(5_000) {
        for (leave, is_converted) in crate::stats::leaves(&game.score_card()).filter(|(leave, _)| leave.len() == 2) {
            let entry = converted.entry(leave.is_split()).or_insert((0, 0));
            entry.0 += u32::from(is_converted);
            entry.1 += 1;
        }
    }
    let rate = |is_split| f64::from(converted[&is_split].0) / f64::from(converted[&is_split].1);
    assert!(rate(false) > 0.6 && rate(true) < 0.4, "{converted:?}");
}
