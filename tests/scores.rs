//! Totals of games by each rule set. More games, with their running totals, are in `fixtures/`.
#![cfg(feature = "cli")]

use crate::common::{self, accepted, assert_totals, run};

/// Gutter balls, followed by the given rolls.
fn after_gutters(gutters: usize, rolls: &str) -> String {
    format!("{}{rolls}", "0 ".repeat(gutters))
}

#[test]
fn the_example_of_the_original_exercise() {
    assert_totals(&[], &[("10 5 5 9 0", 48), ("X 5/ 9-", 48), ("X5/9-", 48), ("10 5", 0), ("10 5 5", 20), ("[]", 0)]);
    let board = accepted(&["--board"], "10 5 5 9 0\n");
    assert!(board.lines().nth(2).unwrap().starts_with("|      |  20  |  39  |  48  |      |"), "{board}");
}

/// The cases that `fixtures/exercism.sheet` cannot hold, because they need `--complete`.
#[test]
fn unfinished_exercism_games_are_refused_with_complete() {
    let games =
        ["[]".into(), "0 0".into(), after_gutters(18, "10"), after_gutters(18, "10 10"), after_gutters(18, "7 3")];
    let diagnostics = common::refused(&["--complete"], common::sheet(&games));
    let frames = [1, 2, 10, 10, 10];
    assert_eq!(diagnostics.len(), frames.len());
    for (line, (diagnostic, frame)) in (1..).zip(diagnostics.iter().zip(frames)) {
        let message = format!("frame {frame}: the game is not over (--complete requires all ten frames)");
        assert!(diagnostic.starts_with(&format!("-:{line}:")) && diagnostic.ends_with(&message), "{diagnostic}");
    }
    assert_totals(&[], &games.map(|game| (game, 0)));
}

#[test]
fn complete_accepts_every_kind_of_tenth_frame() {
    let tenths = [("10 10 10", 30), ("10 1 9", 20), ("10 8 0", 18), ("3 7 7", 17), ("10 9 0", 19), ("7 2", 9)];
    let games: Vec<_> = tenths.iter().map(|&(tenth, total)| (after_gutters(18, tenth), total)).collect();
    assert_totals(&["--complete"], &games);
}

#[test]
fn tenpin_bonus_is_two_balls_for_a_strike_and_one_for_a_spare() {
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
fn world_scores_marks_at_once_and_has_no_fill_balls() {
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
fn candlepin_and_duckpin_frames_have_three_balls() {
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

/// Plain games are read many at a time. What is not one of them must not be taken for one.
#[test]
fn a_game_among_plain_ones_has_the_total_that_it_has_alone() {
    let plain = format!("{}\n", ["5 4"; 10].join(" "));
    let games = [
        ["5 4"; 9].join(" "),
        ["5 4"; 11].join(" "),
        ["10"; 12].join(" "),
        ["10"; 13].join(" "),
        ["5 5"; 10].join(" "),
        ["54"; 10].join(" "),
        "54".repeat(10),
        ["5 0"; 10].join(" "),
        ["50"; 10].join(" "),
        format!("{} 8 5", ["5 4"; 9].join(" ")),
        format!("{} 07 2", ["5 4"; 9].join(" ")),
        format!("{} 11", ["5 4"; 9].join(" ")),
        "1 2 3 4 5 6 7 8 9 10".into(),
    ];
    for args in [&[][..], &["--from", "rolls"], &["--from", "notation"], &["-r", "world"], &["-r", "notap9"]] {
        for game in &games {
            let alone = run(args, format!("{plain}{game}\n")).out;
            let alone = alone.strip_prefix("90\n").unwrap();
            // At every place among those that are read at a time.
            let among = run(args, format!("{}{game}\n", plain.repeat(40)).repeat(30)).out;
            assert!(among == format!("{}{alone}", "90\n".repeat(40)).repeat(30), "{args:?} {game}");
        }
    }
}

#[test]
fn the_same_rolls_score_differently_by_each_rule_set() {
    let game = "9 1 8 2 10 7 3 9 0\n";
    let totals = common::reference::RULES.map(|rules| run(&["-r", rules], game).out.trim_end().to_owned());
    assert_eq!(totals, ["86", "93", "77", "77", "error", "error"]);
}
