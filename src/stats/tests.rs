//! Tests of the sums, and of merging them.

use super::*;

fn stats(lines: &[&str]) -> Stats {
    let mut stats = Stats::new(Rules::Tenpin);
    for line in lines {
        match line.parse::<u16>() {
            Ok(total) => stats.add_total(total).unwrap(),
            Err(_) if *line == "|" => stats.end_series(),
            Err(_) => drop(stats.add_game(&line.parse().unwrap())),
        }
    }
    stats
}

const PERFECT: &str = "X X X X X X X X X XXX";
const ENDS_IN_STRIKES: &str = "9- 9- 9- 9- 9- 9- 9- 9- X XXX";
const STARTS_WITH_STRIKES: &str = "X X 9- 9- 9- 9- 9- 9- 9- 9-";

#[test]
fn a_perfect_game_is_all_strikes() {
    let stats = stats(&[PERFECT]);
    assert_eq!((stats.average(), stats.high(), stats.low()), (Some(300.0), Some(300), Some(300)));
    assert_eq!(stats.strikes(), Share { count: 12, of: 12 });
    assert_eq!(stats.strikes().percent(), Some(100.0));
    assert_eq!((stats.spares().percent(), stats.opens().percent()), (None, Some(0.0)));
    assert_eq!((stats.run(), stats.clean(), stats.over_200(), stats.perfect()), (12, 1, 1, 1));
    assert_eq!((stats.first_ball(), stats.stddev()), (Some(10.0), None));
    assert!(stats.by_frame().iter().all(|frame| *frame == FrameCounts { strikes: 1, spares: 0, opens: 0 }));
    assert_eq!((stats.series(), stats.high_series()), (1, None));
}

#[test]
fn a_game_of_fives_is_all_spares() {
    let stats = stats(&["5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5"]);
    assert_eq!((stats.average(), stats.first_ball()), (Some(150.0), Some(5.0)));
    // The fill ball leaves pins with no ball to follow: a strike chance, but no spare chance.
    assert_eq!((stats.strikes(), stats.spares()), (Share { count: 0, of: 11 }, Share { count: 10, of: 10 }));
    assert_eq!((stats.run(), stats.clean()), (0, 1));
}

#[test]
fn no_games_have_no_figures() {
    let stats = stats(&[]);
    assert_eq!((stats.average(), stats.high(), stats.low(), stats.stddev()), (None, None, None, None));
    assert_eq!((stats.series(), stats.high_series(), stats.first_ball()), (0, None, None));
    assert_eq!(stats.strikes().percent(), None);
}

#[test]
fn a_run_goes_on_across_the_games_of_a_series_only() {
    assert_eq!(stats(&[ENDS_IN_STRIKES, STARTS_WITH_STRIKES]).run(), 6);
    assert_eq!(stats(&[ENDS_IN_STRIKES, PERFECT, STARTS_WITH_STRIKES]).run(), 18);
    assert_eq!(stats(&[ENDS_IN_STRIKES, "|", STARTS_WITH_STRIKES]).run(), 4);
    assert_eq!(stats(&[ENDS_IN_STRIKES, "150", STARTS_WITH_STRIKES]).run(), 4);
    assert_eq!(stats(&[ENDS_IN_STRIKES, "X X", STARTS_WITH_STRIKES]).run(), 4, "an unfinished game between");
}

#[test]
fn the_high_series_has_three_games_or_more() {
    let stats = stats(&["200", "200", "|", "100", "150", "130", "|", "|", "90", "90", "90", "110", "|", "299"]);
    assert_eq!((stats.series(), stats.high_series()), (4, Some(Series { games: 3, pins: 380 })));
    assert_eq!((stats.scored_games(), stats.games(), stats.over_200()), (0, 10, 3));
}

#[test]
fn merging_parts_gives_the_figures_of_the_whole() {
    let games = [
        ENDS_IN_STRIKES,
        PERFECT,
        "|",
        "120",
        STARTS_WITH_STRIKES,
        "X",
        PERFECT,
        "|",
        "|",
        PERFECT,
        PERFECT,
        PERFECT,
        ENDS_IN_STRIKES,
        "|",
        "150",
        "|",
        STARTS_WITH_STRIKES,
        "S7/ 9{7}- 9- 9- 9- 9- 9- 9- 9- XS8/",
        "8{7-10}/ 9{7}/ 9- 9- 9- 9- 9- 9- 9- XS8/",
    ];
    let whole = stats(&games);
    assert_eq!((whole.run(), whole.splits(), whole.converted()), (36, 4, 4));
    for first in 0..=games.len() {
        for second in first..=games.len() {
            let mut merged = stats(&games[..first]);
            merged.merge(&stats(&games[first..second])).unwrap();
            merged.merge(&stats(&games[second..])).unwrap();
            assert_eq!(merged, whole, "{first} {second}");
        }
    }
}

#[test]
fn other_rules_are_never_mixed_in() {
    let mut stats = stats(&[PERFECT]);
    let other = Stats::new(Rules::Notap9);
    assert_eq!(stats.merge(&other), Err(NotCounted::OtherRules));
    assert_eq!(stats.add_game(&Game::new(Rules::Notap9)), Err(NotCounted::OtherRules));
    let before = stats.clone();
    assert_eq!(stats.add_total(301), Err(NotCounted::NoSuchTotal));
    assert_eq!(stats, before);
}

#[test]
fn the_distribution_has_a_class_of_its_own_for_300() {
    let stats = stats(&["0", "9", "10", "299", "300"]);
    let classes = stats.distribution();
    assert_eq!((classes[0], classes[1], classes[29], classes[30]), (2, 1, 1, 1));
}
