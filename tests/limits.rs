//! Little of what the system gives (memory, file descriptors, columns), and input that cannot be read at all.
#![cfg(all(target_os = "linux", feature = "cli"))]

use std::fs;
use std::process::{Command, Output};

use crate::common::scratch::ScratchDir;
use crate::common::{self, BOWLING, Outcome, accepted, run, run_bytes};

const GAME: &str = "X 7/ 9- X -8 8/ -6 X X X81\n";

/// Runs a script in a directory. `$B` is the program.
fn sh(folder: &ScratchDir, script: &str) -> Outcome {
    let mut shell = Command::new("sh");
    let output: Output = shell.args(["-c", script]).current_dir(folder).env("B", BOWLING).output().unwrap();
    output.into()
}

#[test]
fn input_that_is_also_the_output_is_refused() {
    let folder = ScratchDir::new();
    for script in ["$B f >> f", "$B < f >> f", "$B g f >> f", "cat copy | $B - f >> f", "ln f hard; $B hard >> f"] {
        fs::write(folder.join("f"), GAME).unwrap();
        fs::write(folder.join("g"), "").unwrap();
        fs::write(folder.join("copy"), GAME).unwrap();
        let Outcome { status, err, .. } = sh(&folder, script);
        assert_eq!(status, 2, "{script}");
        assert!(err.ends_with(": the input is also the output\n") && err.lines().count() == 1, "{script}: {err}");
        let kept = fs::read_to_string(folder.join("f")).unwrap();
        assert!(kept == GAME || kept == format!("{GAME}167\n"), "{script}: {kept}");
    }
    // Diagnostics would be read as lines, and each would be another error.
    for script in ["$B f 2>> f", "$B -q f 2>> f", "$B stats f 2>> f"] {
        fs::write(folder.join("f"), "8 5\n").unwrap();
        assert_eq!(sh(&folder, script).status, 2, "{script}");
        let kept = fs::read_to_string(folder.join("f")).unwrap();
        assert_eq!(kept.lines().filter(|line| line.contains("also the output")).count(), 1, "{script}: {kept}");
    }
    fs::write(folder.join("f"), GAME).unwrap();
    // Nothing is written to it, or it is not a regular file.
    for script in ["$B -q f >> f", "$B f > /dev/null", "$B f f > out", "$B < /dev/null > /dev/null"] {
        let Outcome { status, err, .. } = sh(&folder, script);
        assert_eq!((status, err.as_str()), (0, ""), "{script}");
    }
}

#[test]
fn closed_standard_streams_are_like_dev_null() {
    let folder = ScratchDir::new();
    fs::write(folder.join("f"), GAME).unwrap();
    for script in ["$B <&-", "$B f >&-", "$B f 2>&- > out", "$B --csv f >&-", "$B stats f >&-", "$B --help >&-"] {
        assert_eq!(sh(&folder, script), Outcome { status: 0, out: String::new(), err: String::new() }, "{script}");
    }
    assert_eq!(sh(&folder, "$B f <&-"), Outcome { status: 0, out: "167\n".into(), err: String::new() });
    assert_eq!(sh(&folder, "echo '8 5' | $B >&- 2>&-").status, 1);
}

#[test]
fn few_file_descriptors_are_enough_for_a_filter() {
    let folder = ScratchDir::new();
    fs::write(folder.join("f"), GAME.repeat(40_000)).unwrap();
    // The loader needs one more while the program starts.
    let Outcome { status, err, .. } = sh(&folder, "(ulimit -n 4; exec $B) < f > out");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), "167\n".repeat(40_000));
    let Outcome { status, out, .. } = sh(&folder, "cat f | (ulimit -n 4; exec $B --csv) | tail -1 | cut -d, -f14");
    assert_eq!((status, out.as_str()), (0, "167\n"));
}

#[test]
fn binary_input_is_one_error_that_names_it() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let folder = ScratchDir::new();
    for (bytes, message) in [
        (b"\x1f\x8b\x08\0junk\n\xff\n".to_vec(), "gzip data, not text (zcat FILE | bowling)"),
        (
            b"PK\x03\x04\x14\0\n\n".to_vec(),
            "a zip archive or a spreadsheet, not text (unzip it, or save the sheet as CSV)",
        ),
        (b"\xD0\xCF\x11\xE0\xA1\n".to_vec(), "an old office document, not text (save the sheet as CSV)"),
        (b"\xFD7zXZ\0\n".to_vec(), "xz data, not text (xzcat FILE | bowling)"),
        (b"\x28\xB5\x2F\xFD\n".to_vec(), "zstd data, not text (zstdcat FILE | bowling)"),
        (b"BZh91AY&SY\n".to_vec(), "bzip2 data, not text (bzcat FILE | bowling)"),
        (b"%PDF-1.7\n\n".to_vec(), "a PDF document, not text (pdftotext -layout FILE - | bowling)"),
        (b"\x89PNG\r\n\x1a\n".to_vec(), "a PNG image, not text"),
        (b"\x7FELF\x02\n".to_vec(), "a program, not text"),
        (b"SQLite format 3\0\n".to_vec(), "an SQLite database, not text (export the table as CSV)"),
        (
            [b"\xFF\xFE".to_vec(), utf16("X 5/ 9-\r\n")].concat(),
            "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)",
        ),
        (b"\xFE\xFF\0X\0\n".to_vec(), "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)"),
        (utf16("X 5/ 9-\r\n"), "UTF-16 text (iconv -f UTF-16LE -t UTF-8 FILE | bowling)"),
        (b"\0X\0 \x005\n".to_vec(), "UTF-16 text (iconv -f UTF-16BE -t UTF-8 FILE | bowling)"),
    ] {
        let file = folder.write("binary", &bytes);
        // The next file is read.
        let output = run_bytes(&[file.as_str(), "-"], GAME);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "167\n");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("bowling: {file}: {message}\n"));
    }
    // Later lines, and text that starts alike, are text.
    assert_eq!(accepted(&[], "PK: X 5/ 9-\n"), "PK\t48\n");
    assert_eq!(run(&[], "X\n\x1f\x7f\n").out, "0\nerror\n");
    assert_eq!(run(&[], "X\0\n").status, 1);
}

#[test]
fn a_line_of_65537_bytes_is_too_long_whatever_it_holds() {
    let blanks = " ".repeat(65_537);
    for line in [&blanks, &format!("5{}", &blanks[1..]), &"1".repeat(300_000)] {
        // Also the last line, without a line end.
        for end in ["\nX 5/\n", ""] {
            let Outcome { status, out, err } = run(&[], format!("{line}{end}"));
            assert_eq!((status, err.as_str()), (1, "-:1:1: the line is longer than 65536 bytes\n"));
            assert_eq!(out, if end.is_empty() { "error\n" } else { "error\n20\n" });
        }
    }
    assert_eq!(accepted(&[], format!("5 5 3{}\r\n", &blanks[6..])), "13\n");
    assert_eq!(accepted(&[], format!("{}\n{}\r\nX\n", &blanks[1..], &blanks[1..])), "0\n");
    // A comment holds no game, but its rules count.
    assert_eq!(accepted(&[], format!("#{blanks}\nX\n")), "0\n");
    for length in [65_500, 65_536, 65_537, 70_000] {
        let rules = format!("# rules: world{}", " ".repeat(length));
        assert_eq!(accepted(&[], format!("{rules}\nX\n")), "30\n", "{length}");
    }
}

#[test]
fn a_check_writes_nothing_about_games_to_standard_error() {
    let Outcome { status, out, err } = run(&["--check"], "Jeff 3\nJeff 4\nJef");
    assert_eq!((status, err.as_str()), (1, ""));
    assert!(out.contains("\n# -:3:1: the last line is cut short and ignored\n"), "{out}");
    let Outcome { err, .. } = run(&["--check"], "8 5\nX = 7\nX = what\n");
    assert_eq!(err, "");
    let Outcome { out, err, .. } = run(&["--check", "-q"], "Jeff 3\nJeff 4\nJef");
    assert_eq!((out.as_str(), err.as_str()), ("", ""));
}

#[test]
fn a_large_log_is_read_as_a_log_to_its_end() {
    // Larger than the size from which sheets are read by several threads.
    let round = "Jeff 3\nJohn 4\nJeff 5\nJohn 5\n";
    let game = round.repeat(10) + "\n";
    let games = 600 * 1024 / game.len() + 200;
    let log = game.repeat(games);
    assert!(log.len() > 600 * 1024);
    assert!(accepted(&["-j4"], &log) == "Jeff\t80\nJohn\t90\n".repeat(games));
    assert!(accepted(&["-j4", "--to", "notation"], &log).lines().count() == 2 * games);
}

#[test]
fn the_players_of_a_match_are_bounded_and_so_are_their_names() {
    let Outcome { status, out, err } = run(&[], common::sheet((0..30_000).map(|player| format!("P{player}x 5"))));
    assert_eq!((status, out.lines().count(), err.lines().count()), (1, 10_000, 20_000));
    let name = |number: usize| format!("p{number}{}", "x".repeat(60_000));
    let log = common::sheet((0..20).map(|number| name(number) + " 5"));
    let Outcome { status, out, err } = run(&[], log);
    assert_eq!(status, 1);
    // A MiB holds 17 of these names.
    assert_eq!((out.lines().filter(|line| *line == "error").count(), err.lines().count()), (3, 3));
    assert!(err.lines().all(|line| line.contains("more than 10000 players in one match")), "{err}");
    // A new match has room again.
    let log = common::sheet((0..20).map(|number| name(number) + " 5\n"));
    assert_eq!(run(&[], log).status, 0);
}

#[test]
fn json_names_the_rules_of_each_game() {
    // The start of a record is kept for the next one. It must not outlive its rules or its file.
    let folder = ScratchDir::new();
    let game = "X X X X X X X X X XXX\n";
    let sheet = format!("{game}# rules: notap9\n{game}{game}# rules: tenpin\n{game}").repeat(300);
    let (a, b) = (folder.write("a", &sheet), folder.write("b", &sheet));
    let out = accepted(&["--json", &a, &b], "");
    let rules: Vec<&str> =
        out.lines().map(|line| if line.contains("\"rules\":\"notap9\"") { "n" } else { "t" }).collect();
    assert_eq!(rules.concat(), "tnnt".repeat(600));
    let files: Vec<bool> = out.lines().map(|line| line.starts_with(&format!("{{\"file\":\"{b}\","))).collect();
    assert!(files[..1200].iter().all(|is_b| !is_b) && files[1200..].iter().all(|is_b| *is_b));
}
