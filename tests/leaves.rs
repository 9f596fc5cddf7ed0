//! Leaves: which pins a ball left, in every input and output.
#![cfg(feature = "cli")]

use crate::common::scratch::ScratchDir;
use crate::common::{accepted, in_repository, refused, run};

const SHEET: &str = "fixtures/leaves.sheet";

fn fixture(path: &str) -> String {
    in_repository(path).to_str().unwrap().to_owned()
}

#[test]
fn every_way_to_write_a_leave_is_read() {
    for (line, notation) in [
        ("8{7-10}/ 9-", "8{7-10}/ 9-"),
        ("8{10-7} / 9 -", "8{7-10}/ 9-"),
        ("{7-10}/ {10}-", "8{7-10}/ 9{10}-"),
        ("8{7\u{2013}10}/ X", "8{7-10}/ X"),
        ("８｛７－１０｝／ X", "8{7-10}/ X"),
        ("7{3-6-10}1{6-10} X", "7{3-6-10}1{6-10} X"),
        ("7{3-6-10}{6} X", "7{3-6-10}2{6} X"),
        ("S8{7-10}/ (7){4-6-10}/ 5", "8{7-10}/ 7{4-6-10}/ 5"),
        ("10 8{7-10} / 9 -", "X 8{7-10}/ 9-"),
        ("[\"8{7-10}/\", \"X\"]", "8{7-10}/ X"),
        ("[[8{7-10}, 2], [10]]", "8{7-10}/ X"),
        ("F{1-2-3-4-5-6-7-8-9-10}/ X", "F{1-2-3-4-5-6-7-8-9-10}/ X"),
    ] {
        assert_eq!(accepted(&["--to=notation"], line), format!("{notation}\n"), "{line}");
        assert_eq!(accepted(&["--to=notation"], notation), format!("{notation}\n"), "{notation}");
    }
    let candlepin = "5{1-2-3-4-5}3{1-5}2 X";
    assert_eq!(accepted(&["--to=notation", "--rules=candlepin"], candlepin), format!("{candlepin}\n"));
    assert_eq!(accepted(&["--to=notation", "--rules=notap9"], "8{7-10}/ X"), "8{7-10}/ X\n");
    // A first line that starts with a brace is a game, not JSON.
    assert_eq!(accepted(&[], "{7-10}/ X 5/ 9-\n"), "68\n");
}

#[test]
fn an_impossible_leave_is_an_error_at_its_place() {
    for (line, message) in [
        ("8{10}/", "2: frame 1: 10 is a leave of 1 pin, but 2 stand after this ball"),
        ("9{7-10}/", "2: frame 1: 7-10 is a leave of 2 pins, but 1 stands after this ball"),
        ("X 7{3-6-10}1{6-9}", "13: frame 2: the 9 pin is already down, only 3-6-10 stood"),
        ("8{7-10}{1-2-3}", "8: frame 1: 1-2-3 is a leave of 3 pins, but only 2 stood before this ball"),
        ("X{7}", "3: frame 1: a strike leaves no pins"),
        ("8/{7}", "4: frame 1: a ball that knocks down all pins leaves none"),
        ("7{3-6-10}3{10}", "11: frame 1: a ball that knocks down all pins leaves none"),
        ("S8{6-10}/", "3: frame 1: 6-10 is not a split, write it without the split sign"),
        ("8{7-11}/", "5: frame 1: 11 is not a pin, pins are 1 to 10"),
        ("8{7-7}/", "5: frame 1: pin 7 is named twice"),
        ("8{}/", "3: frame 1: a pin is missing, pins are written as in 3-6-10"),
        ("8{6-Oct}/", "3: frame 1: 6-Oct is a date that a spreadsheet made of pins, format the column as text"),
        ("8{7,10}/", "2: frame 1: '{' is for the pins that a ball left, joined by -, as in 8{7-10}"),
        ("8{7-10/", "2: frame 1: '{' is for the pins that a ball left"),
        ("8 7-10}/", "7: frame 1: '}' is for the pins that a ball left"),
    ] {
        let outcome = run(&[], format!("Ann: 9-\n{line}\nBob: X\n"));
        assert_eq!(outcome.out, "Ann\t9\nerror\nBob\t0\n", "{line}");
        assert!(outcome.err.starts_with(&format!("-:2:{message}")), "{line}: {}", outcome.err);
        assert_eq!(outcome.err.lines().count(), 1, "{line}");
    }
    let errors = refused(&["--rules=notap9"], "9{10} X\n");
    assert_eq!(errors, ["-:1:2: frame 1: 9 is a strike by these rules, and a strike leaves no pins"]);
    // The second ball does not say what it left.
    let errors = refused(&["--rules=candlepin"], "5{1-2-3-4-5}21{1-7} X\n");
    assert_eq!(errors, ["-:1:15: frame 1: the 7 pin is already down, only 1-2-3-4-5 stood"]);
}

#[test]
fn a_wrong_leave_in_a_table_is_an_error_of_its_row() {
    let table = "name,f1_b1,f1_b1_leave,f1_b2,f2_b1,f2_leave\nAnn,8,7-10,/,9,[10]\n";
    for (row, message) in [
        ("8,6-Oct,/,X,", "f1_b1_leave: frame 1: 6-Oct is a date that a spreadsheet made of pins"),
        ("8,7,/,X,", "f1_b1_leave: frame 1: 7 is a leave of 1 pin, but 2 stand after this ball"),
        ("X,7,,X,", "f1_b1_leave: frame 1: a strike leaves no pins"),
        ("8,[],/,X,", "f1_b1_leave: frame 1: the list of pins is empty, but 2 stand after this ball"),
        ("X,,,,7", "f2_leave: frame 2: these pins are left by a ball that was not rolled"),
    ] {
        let outcome = run(&["--to=notation"], format!("{table}Bob,{row}\nCy,X,,,9,10\n"));
        assert_eq!(outcome.out, "8{7-10}/ 9{10}\nerror\nX 9{10}\n", "{row}");
        assert!(outcome.err.starts_with("-:3:") && outcome.err.contains(message), "{row}: {}", outcome.err);
    }
}

#[test]
fn columns_of_pins_may_hold_numbers_instead() {
    let header = "name,Frame1Ball1,Frame1Ball1Pins,Frame1Ball2,Frame1Ball2Pins\n";
    for (row, notation) in
        [("8,7-10,/,", "8{7-10}/"), ("8,8,/,2", "8/"), ("8,8,1,", "8 1"), ("9,9,/,1", "9/"), ("9,10,-,0", "")]
    {
        let outcome = run(&["--to=notation"], format!("{header}Ann,{row}\n"));
        match notation {
            "" => assert!(outcome.err.contains("0 is not a pin"), "{row}: {}", outcome.err),
            _ => assert_eq!(outcome.out, format!("{notation}\n"), "{row}"),
        }
    }
}

#[test]
fn keys_of_json_hold_leaves() {
    for (object, notation) in [
        (
            r#"{"frames":[{"rolls":[8,2],"pins_remaining":[7,10]},{"rolls":[7,1],"pins_remaining":[6,10]}]}"#,
            "8{7-10}/ 71{6-10}",
        ),
        (r#"{"frames":[{"rolls":[8,2],"leave":"7-10"},{"rolls":[10],"pinsRemaining":[]}]}"#, "8{7-10}/ X"),
        (r#"{"frames":[{"rolls":[8,1],"leaves":[[7,10],null]},{"rolls":[10,0],"leaves":[[],[]]}]}"#, "8{7-10}1 X"),
        (r#"{"frames":[{"leaves":[[7,10],[]]},{"leaves":[[]]},{"leaves":[[10],[10]]}]}"#, "8{7-10}/ X 9{10}-{10}"),
        (r#"{"rolls":[8,2,10,9],"leaves":[[7,10],[],[],[10]]}"#, "8{7-10}/ X 9{10}"),
        (r#"{"notation":"8/ X","leaves":[[[7,10],[]],[[]]]}"#, "8{7-10}/ X"),
        (r#"{"frames":[{"shot1":{"pins":8,"leave":[7,10]},"shot2":{"pins":2}}]}"#, "8{7-10}/"),
        (r#"{"frames":[{"rolls":[8,2],"pins_remaining":2}]}"#, "8/"),
    ] {
        assert_eq!(accepted(&["--to=notation"], object), format!("{notation}\n"), "{object}");
    }
    for (object, message) in [
        (r#"{"frames":[{"rolls":[8,2],"pins_remaining":[7]}]}"#, "7 is a leave of 1 pin, but 2 stand"),
        (r#"{"frames":[{"rolls":[10],"leaves":[[],[7]]}]}"#, "these pins are left by a ball that was not rolled"),
        (r#"{"rolls":[8,2],"leaves":[[7,10],[7]]}"#, "a ball that knocks down all pins leaves none"),
        (r#"{"frames":[{"rolls":[8],"leave":"7-Oct"}]}"#, "is a date that a spreadsheet made of pins"),
        (r#"{"frames":[{"leaves":[[7,10],null]}]}"#, "frames[0].leaves[1]: no game"),
        (r#"{"frames":[{"leaves":[[]]},{"leaves":[[7,10],[8]]}]}"#, "frames[1].leaves[1]: the 8 pin is already down"),
        (
            r#"{"frames":[{"rolls":[10]},{"rolls":[],"leave":"7-10"}]}"#,
            "frames[1].leave: these pins are left by a ball that",
        ),
        (
            r#"{"frames":[{"rolls":[10]},{"rolls":[10],"leaves":[[],[7]]}]}"#,
            "frames[1].leaves[1]: these pins are left by a ball that",
        ),
        (r#"{"frames":[{"shot1":10},{"shot1":{"pins":8,"leave":[7,99]}}]}"#, "frames[1].shot1.leave: 99 is not a pin"),
        (r#"{"rolls":[10,8,2],"leaves":[[[]],[[7,99],[]]]}"#, "frame 2: 99 is not a pin"),
        (
            r#"{"frames":[{"shot1":9,"leaves":[[7,10],[]]}]}"#,
            "frames[0].leaves[0]: 7-10 is a leave of 2 pins, but 1 stands",
        ),
    ] {
        let outcome = run(&[], format!("{object}\n{{\"rolls\":[5,4]}}\n"));
        assert_eq!(outcome.out, "error\n9\n", "{object}");
        assert!(outcome.err.lines().count() == 1 && outcome.err.contains(message), "{object}: {}", outcome.err);
    }
}

#[test]
fn leaves_are_kept_by_formats_that_read_back() {
    let notation = accepted(&["--to=notation", &fixture(SHEET)], "");
    assert!(notation.contains("8{8-10}-") && notation.contains("X8{7-10}-"), "{notation}");
    for format in ["--to=sheet", "--csv", "--json"] {
        let written = accepted(&[format, &fixture(SHEET)], "");
        assert_eq!(accepted(&["--to=notation"], &written), notation, "{format}");
    }
    // The pins say whether they are a split, with and without the mark.
    let (json, frame) = (accepted(&["--json"], "8{7-10}/ X\n"), r#""total":20,"split":true,"leaves":[[7,10],[]]}"#);
    assert!(json.contains(frame), "{json}");
    assert_eq!(json, accepted(&["--json"], "S8{7-10}/ X\n"));
    assert_eq!(accepted(&["--to=notation"], "S8{7-10}/ S8/ X\n"), "8{7-10}/ S8/ X\n");
    // Only a first ball at a full rack leaves a split.
    for (tenth, splits) in [
        ("8{7-10}/8{6-10}", Some("[1]")),
        ("8{6-10}/8{7-10}", Some("[3]")),
        ("X8{7-10}1{7}", Some("[2]")),
        ("S8/8{7-10}", Some("[1,3]")),
        ("7{3-6-10}1{3-10}", None),
    ] {
        let game = format!("{}{tenth}\n", "X ".repeat(9));
        let json = accepted(&["--json"], &game);
        let found = json.split_once("\"splits\":").map(|(_, splits)| splits.split_inclusive(']').next().unwrap());
        assert_eq!((found, json.contains("\"split\":true")), (splits, splits.is_some()), "{json}");
        assert_eq!(accepted(&["--to=notation"], &json), game);
    }
    assert!(!accepted(&["--to=rolls", &fixture(SHEET)], "").contains('{'));
    // The board shows what it shows without them.
    let board = accepted(&["--board"], "Ann: 8{7-10}/ 9{10}-\n");
    assert_eq!(board, accepted(&["--board"], "Ann: 8/ 9-\n"));
}

#[test]
fn explain_names_leaves() {
    let explained = accepted(&["--to=explain"], "8{7-10}/ 7{3-6-10}1{6-10} 9{10}- 9{10}-{10} X\n");
    for line in [
        "8 + 2 + 7 = 17        17; leaves 7-10, a split, converted\n",
        "7 + 1 = 8             25; leaves 3-6-10, then 6-10\n",
        "9 + 0 = 9             34; leaves 10, not converted\nframe 4  9-  9 + 0 = 9             43; leaves 10, not converted\n",
        "10 + ? + ? (waits for two more balls)\n",
    ] {
        assert!(explained.contains(line), "{explained}");
    }
}

#[test]
fn the_same_evening_has_the_same_leaves_in_every_form() {
    let leaves = |path: &str| accepted(&["stats", "--leaves", "--csv", &fixture(path)], "");
    let of_sheet = leaves(SHEET);
    assert!(
        of_sheet.starts_with("name,rules,leave,split,left,converted,percent\nBen Osei,tenpin,6-10,false,3,2,"),
        "{of_sheet}"
    );
    for path in ["fixtures/leaves.csv", "fixtures/pins_remaining.json"] {
        assert_eq!(leaves(path), of_sheet, "{path}");
    }
}

#[test]
fn stats_count_leaves_and_splits() {
    let games = "Ann: 9{10}/ 9{10}- 8{7-10}1 S8/ 8{3-10}/ X X X X X9{10}/\nAnn: X X X X X X X X X XX9{7}\n";
    assert_eq!(
        accepted(&["stats", "--leaves"], games),
        "\
name leave       split left converted percent
Ann  10                   3         2    66.7
Ann  3-10        split    1         1   100.0
Ann  7-10        split    1         0     0.0
Ann  single pins          3         2    66.7
Ann  splits               2         1    50.0
Ann  all                  5         3    60.0
"
    );
    // A row without leaves is not shown, and does not make its columns wider.
    let other = format!("{games}# team: The Gutter Gang\nBob: X X X X X X X X X XXX\n");
    let table = accepted(&["stats", "--leaves", "--by=team,name"], other);
    assert!(table.starts_with("team name leave       split left"), "{table}");
    let json = accepted(&["stats", "--leaves", "--json", "--by=all"], games);
    assert_eq!(json.lines().count(), 3);
    assert!(json.starts_with(
        r#"{"name":null,"rules":"tenpin","leave":"10","split":false,"left":3,"converted":2,"percent":66.6"#
    ));
    let csv = accepted(&["stats", "--csv"], games);
    let column = |name: &str| csv.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    let value = |name: &str| csv.lines().nth(1).unwrap().split(',').nth(column(name)).unwrap();
    assert_eq!((value("splits"), value("converted")), ("3", "2"));
    // Parts of the input are merged.
    let many = games.repeat(5_000);
    let one = accepted(&["stats", "--leaves", "-j1"], &many);
    assert_eq!(one, accepted(&["stats", "--leaves", "-j3"], &many));
    assert!(one.ends_with("Ann  all               25000     15000    60.0\n"), "{one}");
}

#[test]
fn games_without_leaves_are_said_to_have_none() {
    let outcome = run(&["stats", "--leaves"], "X X X X X X X X X XXX\n");
    let message = "bowling: no game that counts says which pins its balls left, as in 8{7-10}/\n";
    assert_eq!((outcome.out.as_str(), outcome.err.as_str(), outcome.status), ("", message, 0));
    for option in ["--html", "--handicap=90%220"] {
        assert_eq!(run(&["stats", "--leaves", option], "").status, 2, "{option}");
    }
}

#[test]
fn logs_and_journals_hold_leaves() {
    assert_eq!(accepted(&["--to=sheet"], "PJS 8{7-10}\nPJS /\nPJS {10}\n"), "PJS: 8{7-10}/ 9{10} = 19\n");
    let folder = ScratchDir::new();
    let path = folder.join("evening.log");
    let path = path.to_str().unwrap();
    let outcome = run(&["play", "--journal", path, "PJS"], "8{7-10}\n1{9}\n1{7}\nS8{7-10}\n{7}\n");
    let why = "'1{9}' is not possible, the 9 pin is already down, only 7-10 stood\n";
    assert!(outcome.out.contains(why), "{outcome:?}");
    let journal = std::fs::read_to_string(path).unwrap();
    assert!(journal.ends_with("PJS 8{7-10}\nPJS 1{7}\nPJS 8{7-10}\nPJS 1{7}\n"), "{journal}");
    assert_eq!(accepted(&["--to=notation", path], ""), "8{7-10}1{7} 8{7-10}1{7}\n");
}

#[test]
fn a_wrong_leave_is_explained_in_the_language_of_the_game() {
    for (lang, entry, why) in [
        ("es", "8{6-8-10}", "tras esta tirada el número de pines en pie es 2"),
        ("es", "8{7-10}\n2{7}", "un strike o un spare no deja pines en pie"),
        ("es", "S8{6-10}", "6-10 no es un split"),
        ("ko", "8{6-8-10}", "이 투구 뒤에 서 있는 핀은 2개입니다"),
    ] {
        let outcome = run(&["play", "--lang", lang, "PJS"], format!("{entry}\n"));
        assert!(outcome.out.contains(why), "{entry}: {outcome:?}");
    }
}

#[test]
fn generated_games_name_their_leaves() {
    let games = accepted(&["generate", "-n200", "--seed=1", "--leaves"], "");
    assert!(games.lines().all(|game| game.contains('{') || game.bytes().all(|byte| b"X ".contains(&byte))), "{games}");
    // They are the games of the seed.
    let plain = accepted(&["generate", "-n200", "--seed=1"], "");
    assert_eq!(accepted(&["--to=rolls"], &games), accepted(&["--to=rolls"], &plain));
    for to in ["sheet", "csv", "json"] {
        let written = accepted(&["generate", "-n200", "--seed=1", "--leaves", "--to", to], "");
        assert_eq!(accepted(&["--to=notation"], &written), games, "{to}");
    }
    assert_eq!(run(&["generate", "--leaves", "--to=rolls"], "").status, 2);
}
