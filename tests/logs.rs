//! Logs: a player and a roll a line, as a lane writes them.

mod common;

use common::play::boards;
use common::{Ran, run};

const JEFF_AND_JOHN: &str = "Jeff 10, John 3, John 7, Jeff 7, Jeff 3, John 6, John 3, Jeff 9, Jeff 0, John 10, \
    Jeff 10, John 8, John 1, Jeff 0, Jeff 8, John 10, Jeff 8, Jeff 2, John 10, Jeff F, Jeff 6, John 9, John 0, \
    Jeff 10, John 7, John 3, Jeff 10, John 4, John 4, Jeff 10, Jeff 8, Jeff 1, John 10, John 9, John 0";

/// A line an entry, with what stands between name and roll.
fn log(entries: &str, between: &str) -> String {
    entries.split(", ").map(|entry| entry.trim().replacen(' ', between, 1) + "\n").collect()
}

fn good(args: &[&str], input: &str) -> String {
    let Ran { status, out, err } = run(args, input);
    assert_eq!((status, err.as_str()), (0, ""), "{args:?} {out}");
    out
}

#[test]
fn jeff_has_167_and_john_151() {
    for between in ["\t", " ", "   "] {
        let log = log(JEFF_AND_JOHN, between);
        assert_eq!(good(&[], &log), "Jeff\t167\nJohn\t151\n");
        assert_eq!(good(&["--from", "log"], &log), "Jeff\t167\nJohn\t151\n");
        assert_eq!(good(&["--complete"], &log.replace('\n', "\r\n")), "Jeff\t167\nJohn\t151\n");
    }
}

#[test]
fn both_players_share_one_board() {
    let board = "\
| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|  Jeff|  X   |  7|/ |  9|- |  X   |  -|8 |  8|/ |  F|6 |  X   |  X   | X|8|1|
|      |  20  |  39  |  48  |  66  |  74  |  84  |  90  |  120 |  148 |  167 |
|  John|  3|/ |  6|3 |  X   |  8|1 |  X   |  X   |  9|- |  7|/ |  4|4 | X|9|-|
|      |  16  |  25  |  44  |  53  |  82  |  101 |  110 |  124 |  132 |  151 |
";
    assert_eq!(good(&["--board"], &log(JEFF_AND_JOHN, "\t")), board);
}

#[test]
fn json_is_a_record_a_player() {
    let out = good(&["--json"], &log(JEFF_AND_JOHN, " "));
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
fn a_log_has_every_output() {
    let log = log("PJS X, KYJ S7, KYJ /, PJS 9, PJS -", " ");
    assert_eq!(good(&["--to", "notation"], &log), "X 9-\nS7/\n");
    assert_eq!(good(&["--to", "rolls"], &log), "10 9 0\n7 3\n");
    assert_eq!(good(&["--to", "sheet"], &log), "PJS: X 9- = 19 28\nKYJ: S7/ = 0\n");
    assert_eq!(
        good(&["--csv", "--no-header"], &log),
        "-,1,PJS,19,28,,,,,,,,,28,268,false,\n-,2,KYJ,,,,,,,,,,,0,290,false,\n"
    );
    assert!(good(&["--to", "explain"], &log).starts_with("PJS\nframe 1  X   10 + 9 + 0 = 19\n"));
    assert_eq!(good(&["-q"], &log), "");
}

#[test]
fn a_blank_line_starts_the_next_match() {
    let log = "Jeff 10\nJohn 3\n\n\nJohn 4\nJohn 4\n";
    assert_eq!(good(&[], log), "Jeff\t0\nJohn\t0\nJohn\t8\n");
    let out = good(&["--board"], log);
    assert_eq!(boards(&out).len(), 2);
    assert_eq!(out.matches("\n\n").count(), 1, "{out}");
}

#[test]
fn a_long_match_of_many_players_is_one_board() {
    let people = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG"];
    let round: String = people.iter().flat_map(|name| [name, " 4\n", name, " 5\n"]).collect();
    let log = format!("# players: {}\n{}\nZZZ 3\n", people.join(" "), round.repeat(10));
    let out = good(&["--board"], &log);
    let boards = boards(&out);
    assert_eq!(boards.len(), 2, "{out}");
    assert_eq!(boards[0].lines().count(), 15);
    assert_eq!(boards[0].matches("|  90  |\n").count(), 7);
    assert_eq!(out, boards.join("\n"));
}

#[test]
fn an_unknown_token_is_an_error_of_its_line_and_the_game_up_to_there_counts() {
    let log = "Jeff 3\nJohn 9\nJeff 4\nJeff q\nJohn 1\nJeff 5\nJohn 5\n";
    let Ran { status, out, err } = run(&[], log);
    assert_eq!((status, out.as_str()), (1, "Jeff\terror\nJohn\t15\n"));
    assert!(err.starts_with("-:4:6: frame 2: 'q' is not a roll"), "{err}");
    assert_eq!(err.lines().count(), 1);

    let Ran { out, .. } = run(&["--json"], log);
    assert!(out.contains(r#""name":"Jeff","rules":"tenpin","total":7,"#), "{out}");
    assert!(out.contains(r#""error":{"line":4,"column":6,"frame":2,"message":"'q' is not a roll"#), "{out}");
    let Ran { out, .. } = run(&["--board"], log);
    assert!(out.contains("|  Jeff| error|"), "{out}");
}

#[test]
fn a_roll_after_the_end_is_an_error_of_its_line() {
    let log = "Jeff 10\n".repeat(13) + "John 5\n";
    let Ran { status, out, err } = run(&["--json"], log.as_str());
    assert_eq!(status, 1);
    assert!(err.starts_with("-:13:6: frame 10: the game is over, no roll can follow"), "{err}");
    let records: Vec<&str> = out.lines().collect();
    assert!(records[0].contains(r#""total":300,"#) && records[0].contains(r#""error":{"line":13,"#), "{out}");
    assert!(records[1].ends_with(r#""error":null}"#), "{out}");
}

#[test]
fn more_pins_than_stand_are_an_error_of_their_line() {
    let Ran { status, out, err } = run(&[], "Jeff 8\nJohn 1\nJeff 5\n");
    assert_eq!((status, out.as_str()), (1, "Jeff\terror\nJohn\t0\n"));
    assert_eq!(err, "-:3:6: frame 1: 8 then 5 is 13 pins, a rack has 10\n");
}

#[test]
fn an_unfinished_game_is_refused_at_its_last_roll_where_all_frames_are_wanted() {
    let Ran { status, out, err } = run(&["--complete", "--json"], "Jeff 8\nJohn 1\nJeff 1\n");
    assert_eq!(status, 1);
    let lines: Vec<&str> = err.lines().map(|line| &line[..5]).collect();
    assert_eq!(lines, ["-:3:1", "-:2:1"]);
    assert!(out.lines().next().unwrap().contains(r#""line":1,"#) && out.contains(r#""error":{"line":3,"#), "{out}");
}

#[test]
fn undo_takes_the_last_roll_of_its_player_back() {
    assert_eq!(good(&[], "Jeff 8\nJohn 4\nJeff undo\nJeff 3\nJeff 3\nJohn 4\n"), "Jeff\t6\nJohn\t8\n");
    let Ran { status, err, .. } = run(&[], "Jeff 8\nJohn undo\n");
    assert_eq!((status, err.as_str()), (1, "-:2:6: frame 1: undo, but this player has no roll\n"));
}

#[test]
fn the_head_of_a_journal_makes_a_log_and_seats_its_players() {
    assert_eq!(good(&[], "# rules: world\n# players: XXX KYJ LOU\nXXX X\nKYJ 3\n"), "XXX\t30\nKYJ\t0\nLOU\t0\n");
}

#[test]
fn a_last_line_that_is_only_the_start_of_an_entry_is_left_out_with_a_word() {
    for cut in ["J", "John", "John ", "John u", "John\tun", "John S", "John (", "John (7"] {
        let Ran { status, out, err } = run(&[], format!("John 3\nJeff 8\nJohn 4\n{cut}"));
        assert_eq!((status, out.as_str()), (0, "John\t7\nJeff\t0\n"), "{cut}");
        assert_eq!(err, "-:4:1: the last line is cut short and left out\n", "{cut}");
    }
    let Ran { status, out, .. } = run(&[], "John 3\n홍길동 4\n홍길".as_bytes().strip_suffix(b"\xb8").unwrap());
    assert_eq!((status, out.as_str()), (0, "John\t0\n홍길동\t0\n"));
    let Ran { status, out, .. } = run(&[], "# players: PJS KY");
    assert_eq!((status, out.as_str()), (0, ""));
}

#[test]
fn a_last_line_that_is_whole_or_wrong_is_not_left_out() {
    assert_eq!(good(&[], "John 3\nJohn 4"), "John\t7\n");
    assert_eq!(good(&[], "John 3\nJohn 4\nJohn undo"), "John\t0\n");
    for wrong in ["John q", "John 9", "John 11", "John undone", "John 4\nJeff\n"] {
        assert_eq!(run(&[], format!("John 3\n{wrong}")).status, 1, "{wrong}");
    }
}
