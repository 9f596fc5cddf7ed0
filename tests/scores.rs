//! What games come to, by the seeds, by the well-known suites and by each rule set.

mod common;

use common::{Ran, assert_totals, good, run};

/// Rolls of gutter balls, and then these.
fn after(gutters: usize, rolls: &str) -> String {
    format!("{}{rolls}", "0 ".repeat(gutters))
}

fn before(rolls: &str, gutters: usize) -> String {
    format!("{rolls}{}", " 0".repeat(gutters))
}

#[test]
fn the_example_of_the_seed_is_20_39_48() {
    assert_totals(&[], &[("10 5 5 9 0", 48), ("X 5/ 9-", 48), ("X5/9-", 48), ("10 5", 0), ("10 5 5", 20), ("[]", 0)]);
    let board = good(&["--board"], "10 5 5 9 0\n");
    assert!(board.lines().nth(2).unwrap().starts_with("|      |  20  |  39  |  48  |      |"), "{board}");
}

#[test]
fn tenth_frames_of_the_seeds_are_30_20_18_17_and_19() {
    let tenths = [("10 10 10", 30), ("10 1 9", 20), ("10 8 0", 18), ("3 7 7", 17), ("10 9 0", 19), ("7 2", 9)];
    let games: Vec<_> = tenths.iter().map(|&(tenth, total)| (after(18, tenth), total)).collect();
    assert_totals(&["--complete"], &games);
}

#[test]
fn the_games_of_the_issue_come_to_their_totals() {
    assert_totals(&[], &[("X|7/|9-|X|-8|8/|-6|X|X|X||81", 167), ("X X X 72 (8)/ F9 X 7/ 9- XX8", 180)]);
    assert_totals(&["--rules", "world"], &[("X 7/ 9- X -8 8/ -6 X X X", 208)]);
    assert_totals(&["--rules", "candlepin"], &[("X 5/ 532 7-2 81- X X 4/ 6-- 9/8", 147)]);
}

#[test]
fn exercism_games_that_are_scored() {
    let games = [
        (before("0", 19), 0),
        ("3 6 ".repeat(10), 90),
        (before("6 4", 18), 10),
        (before("6 4 3", 17), 16),
        (before("5 5 3 7 4", 15), 31),
        (after(18, "7 3 7"), 17),
        (before("10", 18), 10),
        (before("10 5 3", 16), 26),
        (before("10 10 10 5 3", 12), 81),
        (after(18, "10 7 1"), 18),
        (after(18, "10 7 3"), 20),
        (after(18, "10 10 10"), 30),
        (after(16, "10 10 0 1"), 31),
        (after(18, "7 3 10"), 20),
        ("10 ".repeat(12), 300),
        (after(18, "10 10 6"), 26),
    ];
    assert_totals(&["--complete"], &games);
}

#[test]
fn exercism_rolls_that_are_refused() {
    let cases = [
        ("-1".into(), "frame 1: -1 is not a roll"),
        ("11".into(), "frame 1: 11 is not a roll"),
        ("5 6".into(), "frame 1: 5 then 6 is 11 pins"),
        (after(18, "10 11"), "frame 10: 11 is not a roll"),
        (after(18, "10 5 6"), "frame 10: 5 then 6 is 11 pins"),
        (after(18, "10 6 10"), "frame 10: 6 then 10 is 16 pins"),
        (after(18, "10 10 11"), "frame 10: 11 is not a roll"),
        (after(20, "0"), "frame 10: the game is over"),
        (after(18, "7 3 2 2"), "frame 10: the game is over"),
        (after(18, "10 3 2 2"), "frame 10: the game is over"),
    ];
    assert_refusals(&[], &cases);
}

#[test]
fn exercism_games_that_are_not_over_are_refused_where_a_complete_game_is_asked_for() {
    let games = ["[]".into(), "0 0".into(), after(18, "10"), after(18, "10 10"), after(18, "7 3")];
    let unfinished = |frame| format!("frame {frame}: the game is not over, --complete wants all ten frames");
    let reasons = [1, 2, 10, 10, 10].map(unfinished);
    let cases: Vec<_> = games.iter().cloned().zip(reasons.iter().map(String::as_str)).collect();
    assert_refusals(&["--complete"], &cases);
    assert_totals(&[], &games.map(|game| (game, 0)));
}

fn assert_refusals(args: &[&str], cases: &[(String, &str)]) {
    let sheet = common::sheet(cases.iter().map(|(game, _)| game));
    let diagnostics = common::refused(args, sheet);
    assert_eq!(diagnostics.len(), cases.len());
    for (line, (said, (game, reason))) in (1..).zip(diagnostics.iter().zip(cases)) {
        assert!(said.starts_with(&format!("-:{line}:")) && said.contains(reason), "{game}: {said}");
    }
}

#[test]
fn tenpin_pays_a_strike_two_balls_and_a_spare_one() {
    assert_totals(
        &["--rules", "tenpin"],
        &[
            ("X 34", 24),
            ("X X 34", 47),
            ("X X X X X X X X X XXX", 300),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- 9-", 90),
            ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5", 150),
            ("X 9/ X 9/ X 9/ X 9/ X 9/X", 200),
            ("-- -- -- -- -- -- -- -- -- -/X", 20),
            ("-/ -/ --", 20),
            ("X X", 0),
            ("X 5", 0),
            ("5/", 0),
            ("34 X X", 7),
        ],
    );
}

#[test]
fn world_pays_marks_at_once_and_ends_without_fill_balls() {
    assert_totals(
        &["-r", "world", "--complete"],
        &[
            ("X X X X X X X X X X", 300),
            ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/", 150),
            ("-/ 9/ 1/ X 34 -- -- -- -- X", 10 + 19 + 11 + 30 + 7 + 30),
        ],
    );
    assert_totals(&["-r", "world"], &[("X", 30), ("7/", 17), ("7", 0)]);
}

#[test]
fn candlepin_and_duckpin_have_three_balls_and_ten_in_three_is_ten() {
    for rules in ["candlepin", "duckpin"] {
        assert_totals(
            &["-r", rules],
            &[
                ("X X X X X X X X X XXX", 300),
                ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5", 150),
                ("532 X", 10),
                ("5 3 2 9", 10),
                ("X 34", 17),
                ("X 343", 17 + 10),
                ("5/ 111 --- --- --- --- --- --- --- 532", 11 + 3 + 10),
                ("--- --- --- --- --- --- --- --- --- 5/5", 15),
                ("--- --- --- --- --- --- --- --- --- X5/", 20),
                ("X - - 10 3", 20),
                ("0 0 10 3 3 3", 19),
            ],
        );
    }
}

#[test]
fn no_tap_counts_nine_or_eight_on_a_full_rack_as_a_strike() {
    assert_totals(
        &["-r", "notap9"],
        &[
            ("9 3 4", 24),
            ("9 9 9 9 9 9 9 9 9 9 9 9", 300),
            ("X 9 34", 23 + 17 + 7),
            ("8 1 -9 --", 18),
            ("8/ 9 34", 20 + 24),
        ],
    );
    assert_totals(
        &["-r", "notap8"],
        &[("8 3 4", 24), ("8 9 X 8 9 X 8 9 X 89X", 300), ("9 8 3 4", 23 + 17 + 7), ("7/ 8 34", 20 + 24), ("-8 --", 8)],
    );
    let complete = "9 9 9 9 9 9 9 9 9 9 9 3";
    assert_totals(&["-r", "notap9", "--complete"], &[(complete, 240 + 23 + 30)]);
}

#[test]
fn a_game_of_one_rule_set_is_another_game_or_none_by_the_next() {
    let game = "9 1 8 2 10 7 3 9 0\n";
    let totals: Vec<String> = common::plain::RULES
        .iter()
        .map(|rules| {
            let Ran { out, .. } = run(&["-r", rules], game);
            out.trim_end().into()
        })
        .collect();
    assert_eq!(totals, ["86", "93", "77", "77", "error", "error"]);
}
