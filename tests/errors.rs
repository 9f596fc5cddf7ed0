//! What is said of a game that cannot be, and where: the wording is part of the contract.

mod common;

use common::{Ran, bowling, folder, ran, refused, run};

#[test]
fn each_mistake_is_told_with_its_place_and_its_remedy() {
    let cases = [
        ("8 5", "1:3: frame 1: 8 then 5 is 13 pins, a rack has 10"),
        ("X 85", "2:4: frame 2: 8 then 5 is 13 pins, a rack has 10"),
        ("10 3 8", "3:6: frame 2: 3 then 8 is 11 pins, a rack has 10"),
        ("X X X X X X X X X X56", "4:21: frame 10: 5 then 6 is 11 pins, a rack has 10"),
        (
            "X X X X X X X X X XXXX",
            "5:22: frame 10: the game is over, no roll can follow (a new game starts on a new line)",
        ),
        (
            "9- 9- 9- 9- 9- 9- 9- 9- 9- 9- 5",
            "6:31: frame 10: the game is over, no roll can follow (a new game starts on a new line)",
        ),
        ("5X", "7:2: frame 1: X needs a full rack, 5 stand after a ball was rolled (a spare is written /)"),
        ("-X", "8:2: frame 1: X needs a full rack, 10 stand after a ball was rolled (a spare is written /)"),
        ("/5", "9:1: frame 1: / needs a ball before it at the same pins (a strike is written X)"),
        ("X /", "10:3: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
        ("11", "11:1: frame 1: 11 is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)"),
        ("-1", "12:1: frame 1: -1 is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)"),
        (
            "07",
            "13:1: frame 1: 07 starts with 0, perhaps a separator is lost (--from notation reads each digit as a roll)",
        ),
        (
            "10 07 3",
            "14:4: frame 2: 07 starts with 0, perhaps a separator is lost (--from notation reads each digit as a roll)",
        ),
        (
            "X 5? 9-",
            "15:4: frame 2: '?' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)",
        ),
        (
            "10 5/ 9-",
            "16:1: frame 1: 10 may be a strike, or 1 then 0 (write X or 1-, or say --from notation for 1 then 0)",
        ),
        ("S9/", "17:1: frame 1: 9 pins down leave no split, it is 1 to 8"),
        ("5S3", "18:2: frame 1: a split is left by the first ball at a full rack"),
        ("S", "19:1: frame 1: a split is written S7, (7) or ⑦"),
        ("X 5/ = 20 x", "20:11: x is not a claim, a claim is a total, running totals or error"),
        ("X 5/ =", "21:7: = is not a claim, a claim is a total, running totals or error"),
        ("X = 1 2 3 4 5 6 7 8 9 10 11", "22:26: more than ten running totals"),
    ];
    let sheet = common::sheet(cases.iter().map(|(game, _)| game));
    let said = refused(&[], sheet);
    assert_eq!(said.len(), cases.len());
    for (said, (game, expected)) in said.iter().zip(cases) {
        assert_eq!(*said, format!("-:{expected}"), "{game}");
    }
}

#[test]
fn mistakes_of_three_balls_have_their_own_words() {
    let said = refused(&["-r", "candlepin"], "-- /\n32X\n3 3 5\n53/\n");
    assert_eq!(
        said,
        [
            "-:1:4: frame 1: / is for the second ball, ten in three balls is written in digits (10)",
            "-:2:3: frame 1: X needs a full rack, 5 stand after a ball was rolled (write the number of pins)",
            "-:3:5: frame 1: 3 then 3 then 5 is 11 pins, a rack has 10",
            "-:4:3: frame 1: / is for the second ball, ten in three balls is written in digits (2)",
        ]
    );
}

#[test]
fn a_wrong_claim_names_the_first_wrong_frame_and_its_place() {
    let sheet = "X 5/ 9- = 20 39 49\nX 34 8/ 91 = 17 24 43 57 # short\nPJS: X 5/ 9- = 47\nX 5/ 9- = error\n";
    let Ran { status, out, err } = run(&[], sheet);
    // The games are good, and so are their records; the claims are not.
    assert_eq!((status, out.as_str()), (1, "48\n43\nPJS\t48\n48\n"));
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(said.len(), 4, "{err}");
    assert!(said[0].starts_with("-:1:17: frame 3: the sheet says 49, the score is 48"), "{err}");
    assert!(said[1].starts_with("-:2:23: frame 4: the sheet says 57, the score is not settled yet"), "{err}");
    assert!(said[2].starts_with("-:3:16: the sheet says 47, the score is 48"), "{err}");
    assert!(said[3].starts_with("-:4:11: the sheet says error, the score is 48"), "{err}");
    let Ran { err, .. } = run(&[], "X X 9/ 81 72 = 29 49 67 76 85\nX 9/ 8/ 81 -- = 20 38 56 66 66\n");
    assert!(err.starts_with("-:2:26: frame 4: the sheet says 66, the score is 65"), "{err}");
    assert_eq!(err.lines().count(), 1);
}

#[test]
fn a_claimed_error_that_is_there_still_counts_as_a_game_in_error() {
    let Ran { status, out, err } = run(&[], "8 5 = error\n5 5 3 = 13\n");
    assert_eq!((status, out.as_str()), (1, "error\n13\n"));
    assert_eq!(err, "-:1:3: frame 1: 8 then 5 is 13 pins, a rack has 10\n");
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_line_alone() {
    let long = "5 ".repeat(40_000);
    let sheet = [b"5 5 3\nX \0 5\n", long.as_bytes(), b"\n\xFF\xFE 5\nPJS: 5 \xC3\n10 5 5 9 0\n"].concat();
    let Ran { status, out, err } = run(&[], sheet);
    assert_eq!((status, out.as_str()), (1, "13\nerror\nerror\nerror\nerror\n48\n"));
    assert_eq!(
        err,
        "-:2:3: a NUL byte, this is not text\n\
         -:3:1: the line is longer than 65536 bytes\n\
         -:4:1: bytes that are not UTF-8\n\
         -:5:8: bytes that are not UTF-8\n"
    );
}

#[test]
fn a_line_of_64_kib_is_read_and_one_byte_more_is_not() {
    let line = |length: usize| format!("5 5 3{}", " ".repeat(length - 5));
    let Ran { out, err, .. } = run(&[], format!("{}\n{}\r\n{}\n", line(65536), line(65536), line(65537)));
    assert_eq!(out, "13\n13\nerror\n");
    assert_eq!(err, "-:3:1: the line is longer than 65536 bytes\n");
    // A last line without its end, far over the limit.
    let Ran { status, out, .. } = run(&[], format!("5 5 3\n{}", "1".repeat(300_000)));
    assert_eq!((status, out.as_str()), (1, "13\nerror\n"));
}

#[test]
fn columns_are_counted_in_characters() {
    let said = run(&[], "홍길동: 8 5\nZoë:\t8 5\n⑦ / ⑧ 5\n[\"⑦/\",\"85\"]\n").err;
    let places: Vec<&str> = said.lines().map(|line| line.split(" frame").next().unwrap()).collect();
    assert_eq!(places, ["-:1:8:", "-:2:8:", "-:3:7:", "-:4:9:"]);
}

#[test]
fn the_file_is_named_as_it_was_given_and_each_counts_its_own_lines() {
    let folder = folder("errors");
    std::fs::write(folder.join("a.sheet"), "5 5\n8 5\n").unwrap();
    std::fs::write(folder.join("b.sheet"), "\u{feff}8 5\r\n").unwrap();
    let output = bowling().current_dir(&folder).args(["a.sheet", "./b.sheet", "-"]).write_stdin("\n\n8 5").output();
    let Ran { status, out, err } = ran(&output.unwrap());
    assert_eq!((status, out.as_str()), (1, "0\nerror\nerror\nerror\n"));
    let rest = "3: frame 1: 8 then 5 is 13 pins, a rack has 10";
    assert_eq!(err, format!("a.sheet:2:{rest}\n./b.sheet:1:{rest}\n-:3:{rest}\n"));
}

#[test]
fn control_characters_never_reach_the_terminal_raw() {
    let sheet = "a\u{1b}[2Jb: 8 5\nX \u{9b}5\nc\u{202e}d: X\n\u{7}: 5 5 = \u{1b}]0;x\n";
    for format in ["totals", "board", "csv", "json", "notation", "rolls", "sheet", "explain"] {
        let Ran { out, err, .. } = run(&["-t", format], sheet);
        for text in [out, err] {
            assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}']), "{format}: {text:?}");
        }
    }
    let Ran { out, err, .. } = run(&["--check"], sheet);
    assert!(!out.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}']) && err.is_empty(), "{out:?}");
}

#[test]
fn a_sheet_and_an_option_that_name_different_rules_are_refused() {
    let sheet = "# rules: world\nX 7/\n\nX 7/\n";
    assert_eq!(run(&[], sheet).out, "47\n47\n");
    assert_eq!(run(&["-r", "world"], sheet).out, "47\n47\n");
    let said = refused(&["-r", "tenpin"], sheet);
    assert_eq!(said[0], "-:2:1: the sheet goes by world rules, --rules says tenpin");
    let said = refused(&[], "# rules: ninepin\nX 7/\n");
    assert_eq!(
        said,
        ["-:2:1: # rules: ninepin: no such rules, there are tenpin world candlepin duckpin notap9 notap8"]
    );
}

#[test]
fn the_first_thing_wrong_is_the_one_that_is_told() {
    let said = refused(&[], "8 5 11 / ? = nonsense\n");
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("-:1:3: frame 1: 8 then 5 is 13"), "{said:?}");
}
