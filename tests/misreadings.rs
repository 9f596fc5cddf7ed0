//! Lines that look like games and are something else. Each was once scored without a word.
#![cfg(feature = "cli")]

use crate::common::{Outcome, accepted, assert_totals, refused, run, sheet};

#[test]
fn totals_dates_and_ruled_lines_are_not_packed_rolls() {
    // Nearly every total of a league is told apart.
    let messages = run(&[], sheet((100..=300).map(|total| format!("Ann: {total}")))).err;
    assert_eq!(messages.lines().count(), 201);
    for (total, message) in (100..=300).zip(messages.lines()) {
        assert!(message.contains(&format!("= {total}")), "{message}");
    }
    // A game that is complete may be packed, and --from notation reads every digit.
    assert_totals(&[], &[("91817263544536271809", 99), ("9-9-9-9-9-9-9-9-9-9-", 90), ("--------------------", 0)]);
    assert_totals(&["--from", "notation"], &[("187", 9), ("---", 0), ("1010", 2)]);
}

#[test]
fn an_unfinished_game_is_grouped_by_frames() {
    for (line, part) in [("53 21 45", "53 ends inside a frame"), ("532 71 811", "7 then 1 then 8 is 16 pins")] {
        let diagnostics = refused(&["-r", "candlepin"], line);
        assert!(diagnostics[0].contains(part), "{diagnostics:?}");
    }
    assert_totals(
        &[],
        &[
            ("X5/ 9-", 48),
            ("X 5/9", 39),
            ("X 5 /9", 39),
            ("X 5 / 9 -", 48),
            ("X5/9-", 48),
            ("5 / 9-", 28),
            // The tenth frame may be split freely.
            ("X X X X X X X X X X X 5", 295),
            ("X X X X X X X X X XX", 270),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- 9/ X", 101),
            // All the balls of a complete game fit, so its grouping means nothing.
            ("9 -9-9 -9-9-9-9-9-9-9 -", 90),
        ],
    );
    assert_totals(&["-r", "candlepin"], &[("532 712 811", 30), ("19 532", 25), ("532 71", 10), ("532 7/", 10)]);
    assert_totals(&["--from", "notation"], &[("5-4|3-6|X", 18), ("X5 1 5", 22)]);
}

#[test]
fn labels_running_totals_and_separators_are_not_rolls() {
    assert_totals(
        &[],
        &[
            ("-1 X", 1),
            ("F 1 X", 1),
            ("F- X", 0),
            ("1 9 2 8 3 7 4 6", 39),
            ("34 27", 16),
            ("27 34", 16),
            ("27 63", 18),
            ("GF 7/ 9-", 28),
            ("[27, 34]", 16),
            ("[\"X\",\"7\",\"2\",\"90\"]", 37),
            ("8 1 0 7 2 0 5 3", 26),
            ("8 1 - 7", 16),
            ("8 1 - - 7 2", 18),
            ("9 - X - 8 1", 35),
            ("[8, 1, -, 7, 2]", 16),
            ("[\"X\",\"43\"]", 24),
            ("[\"X\",\"X\",\"72\",\"90\"]", 64),
            ("[\"27\",\"34\"]", 16),
            // All the balls of a complete game fit.
            ("G1 X X X X X X X X XXX", 271),
            ("18 27 36 45 54 63 72 81 90 90", 90),
            ("8 1 - 8 1 - 8 1 - 8 1 - 8 1 - 8 1 - 8 1", 63),
        ],
    );
    assert_totals(&["--from", "notation"], &[("G1 X", 1), ("27 34", 16), ("8 1 - 7 2", 16)]);
}

#[test]
fn a_mistake_on_the_first_line_does_not_make_a_log() {
    for first in ["X O 5", "Week 7", "Lane 5", "Game 1", "Jeff 10"] {
        let Outcome { status, out, err } = run(&[], format!("{first}\nX 5/ 9-\nPJS: 5 5 3\n"));
        assert_eq!((status, out.as_str()), (1, "error\n48\nPJS\t13\n"), "{first}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    assert_eq!(accepted(&[], "X 9– X\nX 5/ 9-\n"), "28\n48\n");
    let Outcome { err, .. } = run(&[], "Week 7\nX 5/ 9-\n");
    assert_eq!(
        err,
        "-:1:1: Week 7 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)\n"
    );
}

#[test]
fn two_lines_make_a_log_and_the_first_refused_line_says_which() {
    assert_eq!(accepted(&[], "Jeff 10\n"), "Jeff\t0\n");
    assert_eq!(accepted(&[], "Jeff 10\n# c\n\nJohn 3\nJohn 4\n"), "Jeff\t0\nJohn\t7\n");
    assert_eq!(accepted(&[], "Jeff 10\nJeff undo\nJeff 4\nJeff 5\n"), "Jeff\t9\n");
    let Outcome { out, err, .. } = run(&[], "# league\nWeek 7\nLane 5\nPJS: X 5/ 9-\n10 5\n");
    assert_eq!(out, "Week\t0\nLane\t0\nerror\nerror\n");
    assert_eq!(
        err,
        "-:4:1: a line of a log is a name and one roll, as in: Jeff 10 (line 2 made the input a log, --from overrides)\n\
         -:5:1: a line of a log is a name and one roll, as in: Jeff 10\n"
    );
    let Outcome { err, .. } = run(&["--from", "log"], "Week 7\nPJS: X 5/ 9-\n");
    assert!(!err.contains("made the input"), "{err}");
    // The first word of a name is not made of rolls.
    let diagnostics = refused(&[], "X Ray 5\nX Ray 4\n");
    assert_eq!(diagnostics.len(), 2);
}

#[test]
fn a_log_is_detected_before_and_after_much_text() {
    let comments = "# a comment of some length\n".repeat(100_000);
    assert_eq!(accepted(&[], format!("{comments}Jeff 3\nJeff 4\n")), "Jeff\t7\n");
    assert_eq!(accepted(&[], format!("Jeff 3\n{comments}Jeff 4\n")), "Jeff\t7\n");
}

#[test]
fn a_game_with_a_typing_mistake_is_not_a_name() {
    assert_eq!(
        accepted(&[], "Ann;10;5;5;9;0\nJ2,10,5\nG Smith;0;8\nPJS:\n7: 5 5\nAnn/Bob: 5 5\n"),
        "Ann\t48\nJ2\t0\nG Smith\t8\nPJS\t0\n7\t0\nAnn/Bob\t0\n"
    );
}

#[test]
fn rules_are_recognised_however_they_are_written() {
    for line in [
        "# rules: world",
        "# Rules: world",
        "# RULES: World",
        "# rule: world",
        "# rules : world",
        "# rules: world # note",
        "#rule:WORLD",
    ] {
        assert_eq!(accepted(&[], format!("{line}\nX 7/\n")), "47\n", "{line}");
    }
    // More words after a known name are not ignored.
    let diagnostics = refused(&[], "# rules: world tour\nX 7/\n");
    assert!(diagnostics[0].contains("# rules: world tour: no such rules"), "{diagnostics:?}");
    assert_eq!(accepted(&[], "# rules: see page four\nX 7/\n"), "20\n");
    assert_eq!(accepted(&[], "# house rules: world\nX 7/\n"), "20\n");
}

#[test]
fn typographic_variants_are_read_as_what_they_stand_for() {
    let dashes = "‐‑‒–—―−";
    for dash in dashes.chars() {
        assert_totals(&[], &[(format!("X 5/ 9{dash}"), 48)]);
    }
    assert_totals(
        &[],
        &[
            ("X 5⁄ 9-", 48),
            ("X 5∕ 9-", 48),
            ("× 5/ 9-", 48),
            ("Ｘ ５／ ９－", 48),
            ("ｘ ５／ ９ｇ", 48),
            ("１０ ５ ５ ９ ０", 48),
            ("１０，５，５，９，０", 48),
            ("Ｓ７／ １－", 12),
            ("（７）／ １－", 12),
        ],
    );
    assert_eq!(accepted(&[], "PJS １０\nPJS ５\nPJS ／\n"), "PJS\t20\n");
    // In the cells of a table and in the values of JSON, too: spreadsheets write them.
    for table in [
        "name,f1_t1,f1_t2,f2_t1,f2_t2,f3_t1,f3_t2\nPJS,×,,5,⁄,9,–\n",
        "name,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10\nPJS,×,5⁄,9–\n",
        "{\"name\":\"PJS\",\"rolls\":[\"×\",\"5\",\"⁄\",\"9\",\"–\"]}\n",
        "{\"name\":\"PJS\",\"frames\":[\"×\",\"5⁄\",\"9–\"]}\n",
    ] {
        assert_eq!(accepted(&[], table), "PJS\t48\n", "{table}");
    }
    let message = "-:2:7: f1: frame 1: '?' is not a roll";
    assert!(run(&[], "name,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10\nPJS,9–?\n").err.starts_with(message));
    // Columns are those of the line as it was written.
    assert_eq!(refused(&[], "× 5⁄ 9? 3\n")[0].split(" '").next(), Some("-:1:7: frame 3:"));
}

#[test]
fn arrays_are_read_as_they_are_pasted() {
    assert_totals(
        &[],
        &[
            ("['X','7/','9-']", 20 + 19 + 9),
            ("[[10],[7,3],[9,0]]", 48),
            ("[[10], [7, 3], [9]]", 39),
            ("[(10,), (7, 3)]", 20),
            ("(10, 5, 5),", 20),
            ("[1,5][3,6]", 15),
            ("[10,5,null]", 0),
            ("[10,null,7,3]", 20),
            ("[[10,0],[7,3],[9,0]]", 48),
            ("[[\"X\",\"\"],[\"7\",\"/\"],[\"9\",\"-\"]]", 48),
            ("[['X','-'],['7','/'],['9','-']]", 48),
            ("[[10,null],[7,3],[9,null]]", 39),
            ("[[\"X\"],[\"7/\"],[\"9-\"]]", 48),
            ("[[10],[10],[10],[10],[10],[10],[10],[10],[10],[10,10,10]]", 300),
            ("[[10],[10],[10],[10],[10],[10],[10],[10],[10],[10],[10],[10]]", 300),
            ("[[10],[10],[10],[10],[10],[10],[10],[10],[10],[7],[3],[5]]", 272),
            ("[[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0,5]]", 275),
            ("[[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,10]]", 300),
            ("(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(10,0),(5,0)", 295),
            ("[[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0,0]]", 270),
            ("[[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[10,0],[8,1,0]]", 266),
            ("[[10],[7,3],[]]", 20),
            ("[\"72\",\"81\",\"9\"]", 18),
            ("[\u{201c}X\u{201d},\u{201c}7/\u{201d},\u{2018}9-\u{2019}]", 48),
        ],
    );
    assert_totals(&["-r", "notap9"], &[("[[9,0],[7,2],[10,0]]", 19 + 9)]);
    assert_totals(&["-r", "world"], &[(&format!("[{}]", ["[10,0]"; 10].join(",")), 300)]);
}

#[test]
fn a_log_that_was_cut_never_gives_a_roll_to_another_player() {
    for (log, totals) in [
        ("Anna Fox 7\nAnna F", "Anna Fox\t0\n"),
        ("Anna Fox 7\nAnna Fox 2\nAnna F", "Anna Fox\t9\n"),
        ("Jeff 3\nJohn Smi", "Jeff\t0\n"),
        ("Jeff 3\nAnna F", "Jeff\t0\n"),
        ("Jeff 3\nPlayer 1", "Jeff\t0\n"),
        ("Jeff 3\nJeff 4\n\nAnna F", "Jeff\t7\n"),
    ] {
        let Outcome { status, out, err } = run(&[], log);
        assert_eq!((status, out.as_str()), (0, totals), "{log}");
        assert!(err.ends_with(": the last line is cut short and ignored\n"), "{log}: {err}");
    }
    // John is known, and `Smi` is no roll.
    assert_eq!(run(&[], "John 3\nJohn Smi").out, "John\terror\n");
    // With its line end the line counts.
    assert_eq!(accepted(&[], "Jeff 3\nAnna F\n"), "Jeff\t0\nAnna\t0\n");
    assert_eq!(accepted(&[], "Jeff X"), "Jeff\t0\n");
}

#[test]
fn no_start_of_a_ten_in_a_journal_is_another_roll() {
    let journal = "# rules: candlepin\n# players: PJS\nPJS 0\nPJS 0\nPJS ten\n";
    assert_eq!(accepted(&[], journal), "PJS\t10\n");
    for cut in 1.."PJS ten\n".len() {
        let Outcome { status, out, err } = run(&[], &journal[..journal.len() - 1 - cut]);
        assert_eq!((status, out.as_str()), (0, "PJS\t0\n"), "{cut}");
        let is_whole_line = cut == "PJS ten".len();
        assert_eq!(err.contains("cut short"), !is_whole_line, "{cut}: {err}");
    }
}

#[test]
fn lines_of_one_roll_or_one_frame_and_input_without_a_game_have_a_warning() {
    for (input, out, warning) in [
        (
            "10\n5\n5\n",
            "0\n0\n0\n",
            "-:1:1: every line is a game of one roll (paste -sd ' ' joins the lines to one game)\n",
        ),
        (
            "# c\n\n1: X\n2: 7/\n",
            "1\t0\n2\t0\n",
            "-:3:1: every line is a game of one frame, named by a number (cut -d: -f2 | paste -sd ' ' joins them to one game)\n",
        ),
        ("# c\n", "", "-:1:1: there is no game in it\n"),
        ("name,rolls\n", "", "-:1:1: there is no game in it\n"),
        ("10\n", "0\n", ""),
        ("10\n5 5\n", "0\n0\n", ""),
        ("\n \n", "", ""),
        ("", "", ""),
    ] {
        let outcome = run(&[], input);
        assert_eq!(outcome, Outcome { status: 0, out: out.into(), err: warning.into() }, "{input:?}");
    }
    // However many threads read it.
    let many = "7\n".repeat(600_000);
    for threads in ["-j1", "-j3"] {
        assert!(run(&[threads], &many).err.starts_with("-:1:1: every line is a game of one roll"));
        assert_eq!(run(&[threads], format!("{many}5 4\n")).err, "");
    }
}

#[test]
fn a_header_with_a_column_twice_is_an_error_of_the_table() {
    let outcome = run(&[], "name,rolls,rolls\nAnn,X,X 5/\n");
    assert_eq!((outcome.status, outcome.out.as_str()), (1, ""));
    assert_eq!(outcome.err, "-:1:12: the column rolls appears twice\n");
}

#[test]
fn one_running_total_stays_one_in_every_format() {
    let claim = |json: &str| json.split("\"claim\":").nth(1).map(|rest| rest.split('}').next().unwrap().to_owned());
    let line = "X 5/ 9- = [20]\n";
    let json = accepted(&["--json"], line);
    assert_eq!(claim(&json).as_deref(), Some("{\"says\":[20],\"holds\":true"));
    for format in ["--json", "--csv"] {
        assert_eq!(claim(&accepted(&["--json"], accepted(&[format], line))), claim(&json), "{format}");
    }
}
