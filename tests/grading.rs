//! Grading: complete claims, answer keys, sheets that keep their comments, claims in CSV.
#![cfg(feature = "cli")]

use std::fs;

use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, accepted, run, run_in};

const PERFECT: &str = "X X X X X X X X X XXX";

/// The lines of TAP that are results.
fn results(tap: &str) -> Vec<&str> {
    tap.lines().filter(|line| line.starts_with("ok") || line.starts_with("not ok")).collect()
}

#[test]
fn with_complete_running_totals_reach_the_end() {
    let sheet =
        format!("A: {PERFECT} = 30 60\nB: {PERFECT} = 300\nC: {PERFECT} = 30 60 90 120 150 180 210 240 270 300\n");
    let Outcome { status, out, err } = run(&["--check", "--complete"], &sheet);
    assert_eq!((status, err.as_str()), (1, ""));
    assert_eq!(
        results(&out),
        [
            "not ok 1 - A 300: frame 3: the sheet says nothing, the score is 90 (the running totals stop early)",
            "ok 2 - B 300",
            "ok 3 - C 300",
        ]
    );
    assert!(out.contains("  line: 1\n  column: 33\n  frame: 3\n  says: \"nothing\"\n  score: 90\n"), "{out}");
    // Only --check asks for all of them.
    assert_eq!(run(&["--check"], &sheet).status, 0);
    assert_eq!(run(&["--complete"], &sheet).status, 0);
    // The fast path reads long input.
    let long = format!("{PERFECT} = 30 60\n").repeat(1000);
    let Outcome { status, out, .. } = run(&["--check", "--complete"], &long);
    assert_eq!((status, out.matches("not ok").count()), (1, 1000));
}

fn key(folder: &ScratchDir, key: &str, sheet: &str) -> Outcome {
    fs::write(folder.join("key"), key).unwrap();
    fs::write(folder.join("sheet"), sheet).unwrap();
    run_in(folder.as_ref(), &["--check", "--key", "key", "sheet"])
}

#[test]
fn a_key_names_the_first_ball_that_differs() {
    let folder = ScratchDir::new();
    let sheet = "X 4/ 9- = 48\nX 5/ 9- = 48\nX 5/ 9 = 39\nX 5/ 9- 3 = 48\n8 5 = error\nX -- = 10 10\n";
    let answers = "X 5/ 9-\n10 5 5 9 0\nX 5/ 9-\nX 5/ 9-\nX 5/ 9-\nX F-\n";
    let Outcome { status, out, err } = key(&folder, answers, sheet);
    assert_eq!((status, err.as_str()), (1, ""));
    assert_eq!(
        results(&out),
        [
            "not ok 1 - 48: not the game of line 1 of the key: ball 1 of frame 2 is 5, not 4",
            "ok 2 - 48",
            "not ok 3 - 39: not the game of line 3 of the key: ball 2 of frame 3 is missing, it is 0",
            "not ok 4 - 48: not the game of line 4 of the key: ball 1 of frame 4, 3, is one too many",
            "not ok 5 - error: the game must not be refused, line 5 of the key has a score",
            "not ok 6 - 10: not the game of line 6 of the key: ball 1 of frame 2 is F, not 0",
        ]
    );
    // The claims of the first and the last game hold.
    assert!(out.contains("line: 1\n  column: 1\n  frame: null\n  says: 48\n  score: 48\n"), "{out}");
    assert!(out.contains("line: 6\n  column: 1\n  frame: null\n  says: \"10 10\"\n  score: 10\n"), "{out}");
    // An error that is not claimed is all that is said.
    let out = key(&folder, "X\n", "8 5 = 13\n").out;
    assert!(out.contains("not ok 1 - error: frame 1: 8 then 5 is 13 pins"), "{out}");
}

#[test]
fn a_key_is_matched_by_name_where_both_have_names_else_in_order() {
    let folder = ScratchDir::new();
    let answers = "Ann: X 5/ 9-\nBob: 9- 9-\nAnn: 5/ 5-\n";
    let Outcome { status, out, .. } = key(&folder, answers, "Bob: 9- 9- = 18\nAnn: X 5/ 9- = 48\nAnn: 5/ 5- = 20\n");
    assert_eq!((status, results(&out).len()), (0, 3), "{out}");
    let Outcome { status, out, .. } = key(&folder, answers, "9- 9- = 18\nCarl: X = 0\n");
    assert_eq!(status, 1);
    assert_eq!(
        results(&out),
        [
            "not ok 1 - 18: not the game of line 1 of the key: ball 1 of frame 1 is 10, not 9",
            "not ok 2 - Carl 0: the key has no more games of Carl",
            "not ok 3 - Bob missing: the game of line 2 of the key",
            "not ok 4 - Ann missing: the game of line 3 of the key",
        ]
    );
    assert!(out.ends_with("1..4\n# 0 of 4 right\n"), "{out}");
    // A key without names is taken in order, and so is a log.
    let Outcome { status, .. } = key(&folder, "X 5/ 9-\n", "Ann: X 5/ 9- = 48\n");
    assert_eq!(status, 0);
    let Outcome { status, out, .. } = key(&folder, "Ann X\nAnn 5\nAnn /\n", "Ann: X 5/ = 20\nX = 0\n");
    assert_eq!(status, 1);
    assert_eq!(results(&out), ["ok 1 - Ann 20", "not ok 2 - 0: the key has no more games"]);
}

#[test]
fn a_game_that_agrees_with_the_key_still_needs_its_claim() {
    let folder = ScratchDir::new();
    let Outcome { status, out, .. } =
        key(&folder, "X 5/ 9-\n8 5 = error\n8 5 = error\n", "X 5/ 9-\n8 5 = error\n3 4 = 7\n");
    assert_eq!(status, 1);
    assert_eq!(
        results(&out),
        [
            "not ok 1 - 48: no claim, a checked game claims its total after =",
            "ok 2 - error",
            "not ok 3 - 7: not the game of line 3 of the key: the game must be refused",
        ]
    );
    assert_eq!(key(&folder, "# rules: world\nX\n", "X = 0\n").status, 1);
}

#[test]
fn an_impossible_game_must_be_that_of_the_key() {
    let folder = ScratchDir::new();
    let Outcome { status, out, .. } = key(&folder, "5 6 = error\n5 6 = error\n", "5,6 = error\n7 6 = error\n");
    assert_eq!(status, 1);
    let other = "not ok 2 - error: not the game of line 2 of the key: it is 5 6, another impossible game";
    assert_eq!(results(&out), ["ok 1 - error", other]);
}

#[test]
fn a_key_starts_again_with_every_file() {
    let folder = ScratchDir::new();
    folder.write("key", "Ann: X 5/ 9-\nBob: 9- 9-\n");
    folder.write("a", "ann: X 5/ 9- = 48\n");
    folder.write("b", "BOB: 9- 9- = 18\nAnn: X 5/ 9- = 48\n");
    let Outcome { status, out, err } = run_in(folder.as_ref(), &["--key", "key", "a", "b"]);
    assert_eq!((status, err.as_str()), (1, ""));
    let missing = "not ok 2 - Bob missing: the game of line 2 of the key";
    assert_eq!(results(&out), ["ok 1 - ann 48", missing, "ok 3 - BOB 18", "ok 4 - Ann 48"]);
    assert!(
        out.contains(&format!("{missing}\n  ---\n  file: \"a\"\n  ...\n")) && out.ends_with("\n1..4\n# 3 of 4 right\n"),
        "{out}"
    );
}

#[test]
fn a_key_that_cannot_be_used_is_an_error() {
    let folder = ScratchDir::new();
    for (answers, message) in [
        ("X 5/ 9-\n8 5\n", "bowling: key:2:3: frame 1: 8 then 5 is 13 pins, a rack has 10\n"),
        ("# nothing\n", "bowling: key: the key has no game\n"),
    ] {
        let Outcome { status, out, err } = key(&folder, answers, "X = 0\n");
        assert_eq!((status, out.as_str(), err.as_str()), (2, "", message));
    }
    let Outcome { status, err, .. } = run_in(folder.as_ref(), &["--key", "none", "sheet"]);
    assert_eq!((status, err.as_str()), (2, "bowling: none: No such file or directory\n"));
    assert_eq!(run_in(folder.as_ref(), &["--key", "key", "--csv"]).status, 2);
}

#[test]
fn a_key_works_for_large_input() {
    let folder = ScratchDir::new();
    let games = "X 7/ 9- X -8 8/ -6 X X X81\n".repeat(40_000);
    let claimed = games.replace('\n', " = 167\n");
    let Outcome { status, out, .. } = key(&folder, &games, &claimed);
    assert_eq!(status, 0);
    assert!(out.ends_with("ok 40000 - 167\n1..40000\n# 40000 of 40000 right\n"));
}

#[test]
fn a_carriage_return_before_a_comment_makes_it_no_game() {
    let sheet = "\r# a\n \t\r# b\n  \r\nX 5/ 9-\n";
    assert_eq!(run(&["--to", "sheet"], sheet).out, "# a\n \t# b\n\nX 5/ 9- = 20 39 48\n");
}

#[test]
fn a_sheet_keeps_its_comments_and_blank_lines() {
    let sheet = "\u{feff}# League night\r\n\r\n\nAnn: X 5/ 9-   # first game\n  # indented\ttab\n# rules: world\nX 7/ = 47 # c\n8 5#tight\n\n# end";
    assert_eq!(
        run(&["--to", "sheet"], sheet).out,
        "# League night\n\n\nAnn: X 5/ 9- = 20 39 48 # first game\n  # indented\ttab\n# rules: world\nX 7/ = 30 47 # c\n8 5 = error #tight\n\n# end\n"
    );
    // What it writes is checked, and written again as it is.
    let once = accepted(&["--to", "sheet"], "# a\n\nAnn: 10 5 5 # b\n# Rules: World\n10 5 5\n");
    assert_eq!(once, "# a\n\nAnn: X 5/ = 20 # b\n# Rules: World\nX 5/ = 30 45\n");
    assert_eq!(accepted(&["--to", "sheet"], &once), once);
    assert_eq!(run(&["--check"], &once).status, 0);
    // Directives that would change the games are comments of comments.
    assert_eq!(run(&["--to", "sheet"], "# rules: ninepin\nX\n").out, "## rules: ninepin\nerror = error\n");
    assert_eq!(accepted(&["--to", "sheet"], "X\n# players: PJS\n5 4\n"), "X = 0\n## players: PJS\n5 4 = 9\n");
    // Comments in a large sheet, and characters that act on a terminal.
    let long = "X X X X X X X X X XXX # c\n# d\n\n".repeat(2000);
    let expected = "X X X X X X X X X XXX = 30 60 90 120 150 180 210 240 270 300 # c\n# d\n\n".repeat(2000);
    assert!(accepted(&["--to", "sheet"], long) == expected);
    assert_eq!(accepted(&["--to", "sheet"], "# \u{1b}[2J\nX # \u{202e}\n"), "# \\u{1b}[2J\nX = 0 # \\u{202e}\n");
    // Only sheets keep them.
    assert_eq!(accepted(&["--to", "notation"], "# c\n\nX\n"), "X\n");
    assert_eq!(accepted(&["--to", "sheet"], "# c\n# players: PJS\nPJS X\n"), "PJS: X = 0\n");
}

#[test]
fn csv_has_the_rules_the_game_and_the_claim() {
    let sheet =
        "X 5/ 9- = 20 39\n# rules: world\n-8 27 = 18\nX 7/\n8 5 = error\n8 5 = 13\nX = what\n[]\n-1 = 01, 2 # c\n";
    let out = run(&["--csv"], sheet).out;
    for (line, end) in out.lines().zip([
        ",error,rules,notation,claim,holds",
        ",tenpin,X 5/ 9-,20 39,true",
        ",world,08 27,18,false",
        ",world,X 7/,,",
        ",world,,error,true",
        ",world,,13,false",
        ",world,,what,false",
        ",world,[],,",
        ",world,,\"01, 2\",false",
    ]) {
        assert!(line.ends_with(end), "{line}: {end}");
    }
    assert_eq!(out.lines().count(), 9);
    // The fast path writes the same.
    let long =
        "A: X 7/ 9- X -8 8/ -6 X X X81 = 0167 # c\nB: 9- 9- 9- 9- 9- 9- 9- 9- 9- 9/X\n-- X X X X X X X X XXX = 270\n"
            .repeat(500);
    let out = accepted(&["--csv", "--no-header"], long);
    let mut lines = out.lines();
    assert!(lines.next().unwrap().ends_with(",true,,tenpin,X 7/ 9- X -8 8/ -6 X X X81,0167,true"));
    assert!(lines.next().unwrap().ends_with(",true,,tenpin,9- 9- 9- 9- 9- 9- 9- 9- 9- 9/X,,"));
    assert!(lines.next().unwrap().ends_with(",true,,tenpin,0- X X X X X X X X XXX,270,true"));
    assert_eq!(accepted(&["--to", "rolls"], "0 8 2 7\n0 8\n0- X\n00 X\n"), "0 8 2 7\n0 8\n0 0 10\n0 0 10\n");
}

/// Each game of the input is looked up once, whatever the names and their order.
#[test]
fn a_large_key_of_other_players_is_read_in_linear_time() {
    let folder = ScratchDir::new();
    let games = |name: fn(usize) -> String| (0..50_000).map(|at| name(at) + ": X 5/ 9-\n").collect::<String>();
    let key = folder.write("key", games(|_| "Ann".into()));
    let Outcome { status, out, .. } = run(&["--key", &key], games(|_| "Bob".into()));
    assert_eq!((status, out.lines().last()), (1, Some("# 0 of 100000 right")));
    // All games of a player are found, in whatever order the players are.
    let key = folder.write("key", games(|at| format!("P{}", at % 1000)));
    let Outcome { status, out, .. } =
        run(&["--key", &key], games(|at| format!("p{}", at / 50)).replace("9-", "9- = 48"));
    assert_eq!((status, out.lines().last()), (0, Some("# 50000 of 50000 right")));
}

#[test]
fn each_game_of_a_key_is_used_once_by_name_or_in_order() {
    let folder = ScratchDir::new();
    let key = folder.write("key", "Ann: X\nBob: 5\nAnn: 6\n7\nann: F 3\n");
    // A game without a name takes the first that is left: the one of Bob, then the third.
    let input = "Ann: X = 0\n5 = 0\n6 = 0\nANN: F 3 = 3\n7 = 0\nBob: 5 = 0\n";
    let Outcome { status, out, .. } = run(&["--key", &key], input);
    assert_eq!(status, 1);
    assert!(out.contains("not ok 6 - Bob") && out.contains("the key has no more games of Bob"), "{out}");
    assert!(out.ends_with("# 5 of 6 right\n"), "{out}");
}
