//! The output does not depend on the number of threads, nor on the size of reads.

#![cfg(feature = "cli")]

use std::fmt::Write;

use crate::common::run;
use crate::common::scratch::ScratchDir;

/// Groups, comments, tags, rules, claims that do not hold, and games in error.
fn sheet() -> String {
    (0..19_000).fold(String::new(), |mut text, line| {
        let _ = match line % 97 {
            3 => writeln!(text, "# date: 2026-01-{:02}", line % 28 + 1),
            20 => writeln!(text, "# rules: {}", ["notap9", "tenpin"][line / 97 % 2]),
            13 | 44 => writeln!(text),
            71 => writeln!(text, "P7: 8 5 # too many"),
            72 => writeln!(text, "P8: X 5/ 9- = 20 39 49"),
            80 => writeln!(text, "P9: X 5/"),
            _ => writeln!(text, "P{}: X 9/ 81 X X 72 9- X 8/ XXX", line % 50),
        };
        text
    })
}

/// Quoted cells that hold line ends, comments, and rows in error.
fn table() -> String {
    let mut text = String::from("name,date,rolls\n");
    for row in 0..28_000 {
        let _ = match row % 97 {
            13 => writeln!(text, "\"broken,,10 5"),
            20 => writeln!(text, "\"P\n{row}\",,10 5 5 9 0"),
            40 => writeln!(text, "# rules: tenpin"),
            71 => writeln!(text, "Ann"),
            50 => writeln!(text, "Bob,,8 5"),
            _ => writeln!(text, "P{},2026-01-{:02},10 5 5 9 0", row % 50, row / 1000 + 1),
        };
    }
    text
}

/// Totals without balls, some of which do not count.
fn totals() -> String {
    let row = |row: u32| match row % 89 {
        5 => "Total,,,\n".into(),
        9 => format!("P{},{},a150,\n", row % 400, row / 1200),
        _ => format!("P{},{},{},{}\n", row % 400, row / 1200, 100 + row % 150, 90 + row % 7),
    };
    "name,week,game1,game2\n".to_owned() + &(0..42_000).map(row).collect::<String>()
}

/// JSON values, one in five of which is not a game; `is_array` says how they stand.
fn json(is_array: bool) -> String {
    let long = format!(r#"{{"x":"{}"}}"#, "y".repeat(70_000));
    let value = |at: usize| match at % 50 {
        0 => r#"{"rolls":[8,5]}"#.into(),
        10 => "null".into(),
        20 => "[1]".into(),
        30 if !is_array => r#"{"rolls":[5,4}"#.into(),
        40 if at / 50 % 100 == 7 => long.clone(),
        _ => format!(r#"{{"name":"P{}","frames":[[10],[5,5],[9,0]]}}"#, at % 70),
    };
    let values: Vec<String> = (0..14_000).map(value).collect();
    if is_array { format!("[\n{}\n]]", values.join(",\n\n")) } else { values.join("\n") }
}

#[test]
fn the_output_does_not_depend_on_threads() {
    let scratch = ScratchDir::new();
    for (name, text) in [
        ("games.sheet", sheet()),
        ("table.csv", table()),
        ("totals.csv", totals()),
        ("lines.jsonl", json(false)),
        ("array.json", json(true)),
    ] {
        assert!(text.len() > 520_000, "{name} is large enough for threads");
        let file = scratch.write(name, &text);
        for args in [&["--board"][..], &["--json", "--keep=date"], &["--check"], &["stats", "--csv", "--by=name,date"]]
        {
            let run_on = |threads, file: &str| run(&[args, &[threads, file]].concat(), "");
            let one = run_on("-j1", &file);
            assert!(one.status < 2 && !one.out.is_empty(), "{name} {args:?}: {one:?}");
            assert!(one == run_on("-j3", &file), "{name} {args:?}");
            // A pipe is read in other pieces.
            let piped = run(&[args, &["-j7", "-"]].concat(), &text);
            assert!(one.out.replace(&file, "-") == piped.out, "{name} {args:?} from a pipe");
            assert!(one.err.replace(&file, "-") == piped.err, "{name} {args:?} from a pipe");
        }
    }
}
