//! Logs: one roll per line, each with the name of its player.
#![cfg(feature = "cli")]

use crate::common::transcript::boards;
use crate::common::{Outcome, accepted, run};

const JEFF_AND_JOHN: &str = "Jeff 10, John 3, John 7, Jeff 7, Jeff 3, John 6, John 3, Jeff 9, Jeff 0, John 10, \
    Jeff 10, John 8, John 1, Jeff 0, Jeff 8, John 10, Jeff 8, Jeff 2, John 10, Jeff F, Jeff 6, John 9, John 0, \
    Jeff 10, John 7, John 3, Jeff 10, John 4, John 4, Jeff 10, Jeff 8, Jeff 1, John 10, John 9, John 0";

/// One line per entry, with a separator between name and roll.
fn log(entries: &str, separator: &str) -> String {
    entries.split(", ").map(|entry| entry.trim().replacen(' ', separator, 1) + "\n").collect()
}

#[test]
fn interleaved_rolls_are_scored_per_player() {
    for separator in ["\t", " ", "   "] {
        let log = log(JEFF_AND_JOHN, separator);
        assert_eq!(accepted(&[], &log), "Jeff\t167\nJohn\t151\n");
        assert_eq!(accepted(&["--from", "log"], &log), "Jeff\t167\nJohn\t151\n");
        assert_eq!(accepted(&["--complete"], log.replace('\n', "\r\n")), "Jeff\t167\nJohn\t151\n");
    }
}

#[test]
fn players_of_a_match_share_one_board() {
    let board = "\
| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|  Jeff|  X   |  7|/ |  9|- |  X   |  -|8 |  8|/ |  F|6 |  X   |  X   | X|8|1|
|      |  20  |  39  |  48  |  66  |  74  |  84  |  90  |  120 |  148 |  167 |
|  John|  3|/ |  6|3 |  X   |  8|1 |  X   |  X   |  9|- |  7|/ |  4|4 | X|9|-|
|      |  16  |  25  |  44  |  53  |  82  |  101 |  110 |  124 |  132 |  151 |
";
    assert_eq!(accepted(&["--board"], log(JEFF_AND_JOHN, "\t")), board);
}

#[test]
fn json_has_one_record_per_player() {
    let out = accepted(&["--json"], log(JEFF_AND_JOHN, " "));
    let records: Vec<&str> = out.lines().collect();
    assert_eq!(records.len(), 2);
    for (record, (name, line, total)) in records.iter().zip([("Jeff", 1, 167), ("John", 2, 151)]) {
        let start = format!(r#"{{"file":"-","line":{line},"name":"{name}","rules":"tenpin","total":{total},"#);
        assert!(record.starts_with(&start), "{record}");
        assert!(record.contains(r#""complete":true"#) && record.ends_with(r#""error":null}"#), "{record}");
    }
    assert!(records[0].contains(r#"{"rolls":[0,6],"marks":["F","6"],"kind":"open","score":6,"total":90,"foul":true}"#));
}

#[test]
fn a_log_works_with_every_format() {
    let log = log("PJS X, KYJ S7, KYJ /, PJS 9, PJS -", " ");
    assert_eq!(accepted(&["--to", "notation"], &log), "X 9-\nS7/\n");
    assert_eq!(accepted(&["--to", "rolls"], &log), "10 9 0\n7 3\n");
    assert_eq!(accepted(&["--to", "sheet"], &log), "PJS: X 9- = 19 28\nKYJ: S7/ = 0\n");
    assert_eq!(
        accepted(&["--csv", "--no-header"], &log),
        "-,1,PJS,19,28,,,,,,,,,28,268,false,,tenpin,X 9-,,\n-,2,KYJ,,,,,,,,,,,0,290,false,,tenpin,S7/,,\n"
    );
    assert!(accepted(&["--to", "explain"], &log).starts_with("PJS\nframe 1  X   10 + 9 + 0 = 19       19\n"));
    assert_eq!(accepted(&["-q"], &log), "");
}

#[test]
fn a_blank_line_ends_a_match() {
    let log = "Jeff 10\nJohn 3\n\n\nJohn 4\nJohn 4\n";
    assert_eq!(accepted(&[], log), "Jeff\t0\nJohn\t0\nJohn\t8\n");
    let out = accepted(&["--board"], log);
    assert_eq!(boards(&out).len(), 2);
    assert_eq!(out.matches("\n\n").count(), 1, "{out}");
}

#[test]
fn a_match_of_many_players_is_one_board() {
    let people = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG"];
    let round: String = people.iter().flat_map(|name| [name, " 4\n", name, " 5\n"]).collect();
    let log = format!("# players: {}\n{}\nZZZ 3\n", people.join(" "), round.repeat(10));
    let out = accepted(&["--board"], &log);
    let boards = boards(&out);
    assert_eq!(boards.len(), 2, "{out}");
    assert_eq!(boards[0].lines().count(), 15);
    assert_eq!(boards[0].matches("|  90  |\n").count(), 7);
    assert_eq!(out, boards.join("\n"));
}

#[test]
fn an_unknown_token_is_reported_and_the_game_before_it_is_kept() {
    let log = "Jeff 3\nJohn 9\nJeff 4\nJeff q\nJohn 1\nJeff 5\nJohn 5\n";
    let Outcome { status, out, err } = run(&[], log);
    assert_eq!((status, out.as_str()), (1, "Jeff\terror\nJohn\t15\n"));
    assert!(err.starts_with("-:4:6: frame 2: 'q' is not a roll"), "{err}");
    assert_eq!(err.lines().count(), 1);

    let Outcome { out, .. } = run(&["--json"], log);
    assert!(out.contains(r#""name":"Jeff","rules":"tenpin","total":7,"#), "{out}");
    assert!(out.contains(r#""error":{"line":4,"column":6,"frame":2,"message":"'q' is not a roll"#), "{out}");
    let Outcome { out, .. } = run(&["--board"], log);
    assert!(out.contains("|  Jeff| error|"), "{out}");
}

#[test]
fn a_roll_after_the_end_is_reported_at_its_line() {
    let log = "Jeff 10\n".repeat(13) + "John 5\n";
    let Outcome { status, out, err } = run(&["--json"], log.as_str());
    assert_eq!(status, 1);
    assert!(err.starts_with("-:13:6: frame 10: the game is over, no roll can follow"), "{err}");
    let records: Vec<&str> = out.lines().collect();
    assert!(records[0].contains(r#""total":300,"#) && records[0].contains(r#""error":{"line":13,"#), "{out}");
    assert!(records[1].ends_with(r#""error":null}"#), "{out}");
}

#[test]
fn a_roll_of_too_many_pins_is_reported_at_its_line() {
    let Outcome { status, out, err } = run(&[], "Jeff 8\nJohn 1\nJeff 5\n");
    assert_eq!((status, out.as_str()), (1, "Jeff\terror\nJohn\t0\n"));
    assert_eq!(err, "-:3:6: frame 1: 8 then 5 is 13 pins, a rack has 10\n");
}

#[test]
fn complete_reports_an_unfinished_game_at_its_last_roll() {
    let Outcome { status, out, err } = run(&["--complete", "--json"], "Jeff 8\nJohn 1\nJeff 1\n");
    assert_eq!(status, 1);
    let lines: Vec<&str> = err.lines().map(|line| &line[..5]).collect();
    assert_eq!(lines, ["-:3:1", "-:2:1"]);
    assert!(out.lines().next().unwrap().contains(r#""line":1,"#) && out.contains(r#""error":{"line":3,"#), "{out}");
}

#[test]
fn undo_removes_the_last_roll_of_its_player() {
    assert_eq!(accepted(&[], "Jeff 8\nJohn 4\nJeff undo\nJeff 3\nJeff 3\nJohn 4\n"), "Jeff\t6\nJohn\t8\n");
    let Outcome { status, err, .. } = run(&[], "Jeff 8\nJohn undo\n");
    assert_eq!((status, err.as_str()), (1, "-:2:6: frame 1: undo, but this player has no roll\n"));
}

#[test]
fn a_players_directive_makes_a_log_and_names_its_players() {
    assert_eq!(accepted(&[], "# rules: world\n# players: XXX KYJ LOU\nXXX X\nKYJ 3\n"), "XXX\t30\nKYJ\t0\nLOU\t0\n");
}

#[test]
fn an_incomplete_last_line_is_reported_and_ignored() {
    for cut in ["J", "John", "John ", "John u", "John\tun", "John S", "John (", "John (7"] {
        let Outcome { status, out, err } = run(&[], format!("John 3\nJeff 8\nJohn 4\n{cut}"));
        assert_eq!((status, out.as_str()), (0, "John\t7\nJeff\t0\n"), "{cut}");
        assert_eq!(err, "-:4:1: the last line is cut short and ignored\n", "{cut}");
    }
    let Outcome { status, out, .. } = run(&[], "John 3\n홍길동 4\n홍길".as_bytes().strip_suffix(b"\xb8").unwrap());
    assert_eq!((status, out.as_str()), (0, "John\t0\n홍길동\t0\n"));
    let Outcome { status, out, .. } = run(&[], "# players: PJS KY");
    assert_eq!((status, out.as_str()), (0, ""));
}

#[test]
fn a_complete_or_wrong_last_line_is_not_ignored() {
    assert_eq!(accepted(&[], "John 3\nJohn 4"), "John\t7\n");
    assert_eq!(accepted(&[], "John 3\nJohn 4\nJohn undo"), "John\t0\n");
    for wrong in ["John q", "John 9", "John 11", "John undone", "John 4\nJeff\n"] {
        assert_eq!(run(&[], format!("John 3\n{wrong}")).status, 1, "{wrong}");
    }
}
