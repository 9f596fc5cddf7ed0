//! Hostile text in names, tokens, claims and file names is escaped: no terminal, spreadsheet or parser obeys it.
#![cfg(all(target_os = "linux", feature = "cli"))]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::common::scratch::ScratchDir;
use crate::common::{FORMATS, Outcome, run, run_bytes, run_in};

use serde_json::Value;

/// Characters that move the cursor, change the direction of text, or are invisible.
const HIDDEN: &str = "\u{1}\u{7}\u{8}\u{b}\u{c}\u{1b}\u{7f}\u{85}\u{9b}\u{ad}\u{61c}\u{200b}\u{200d}\u{200e}\u{202e}\
    \u{2028}\u{2066}\u{2060}\u{3164}\u{fff9}\u{1d173}\u{e0041}";

/// A text for each hidden character.
fn each_hidden(text: impl Fn(char) -> String) -> String {
    HIDDEN.chars().map(text).collect()
}

/// The escape that is shown for a hidden character.
fn shown(hidden: char) -> String {
    format!("\\u{{{:x}}}", u32::from(hidden))
}

/// Scores games in a format, and returns the records and the diagnostics.
fn score(format: &str, input: &str) -> (String, String) {
    let Outcome { status, out, err } = run(&[format], input);
    assert!(matches!(status, 0 | 1), "{format}: {err}");
    (out, err)
}

/// No control character but line ends and TABs, and no hidden character.
fn assert_harmless(text: &str) {
    let harmful = text.chars().find(|&seen| HIDDEN.contains(seen) || (seen.is_control() && !"\n\t".contains(seen)));
    assert_eq!(harmful, None, "{text:?}");
}

#[test]
fn hidden_characters_in_names_are_escaped_in_every_format() {
    let names = each_hidden(|hidden| format!("a{hidden}b: X 5/ 9- = 48\n\n"));
    for format in FORMATS {
        let (records, diagnostics) = score(format, &names);
        assert_harmless(&records);
        assert_eq!(diagnostics, "", "{format}");
        for hidden in HIDDEN.chars() {
            let name = match format {
                // These show no names, and JSON has its own escapes.
                "--to=notation" | "--to=rolls" | "--json" => continue,
                // TAP escapes the backslash, too.
                "--check" => format!("a\\{}b", shown(hidden)),
                _ => format!("a{}b", shown(hidden)),
            };
            assert!(records.contains(&name), "{format}: {name} is not in {records}");
        }
    }
}

#[test]
fn json_escapes_hidden_characters_and_keeps_the_name() {
    for hidden in HIDDEN.chars() {
        let name = format!("a{hidden}b \" \\ 홍");
        let (records, _) = score("--json", &format!("{name}: X 5/ 9-\n"));
        assert_harmless(&records);
        let record: Value = serde_json::from_str(&records).unwrap();
        assert_eq!(record["name"], name);
    }
    let (records, _) = score("--json", "a\u{7f}\u{9b}홍\u{202e}\u{e0041}: X\n");
    assert!(records.contains(r#""name":"a\u007f\u009b홍\u202e\udb40\udc41","#), "{records}");
}

#[test]
fn hidden_characters_in_tokens_are_escaped() {
    let sheet = each_hidden(|hidden| format!("X 5{hidden}5 9-\n"));
    for format in FORMATS {
        let (records, diagnostics) = score(format, &sheet);
        assert_harmless(&records);
        assert_harmless(&diagnostics);
        if format == "--check" {
            continue;
        }
        assert_eq!(diagnostics.lines().count(), HIDDEN.chars().count(), "{format}: {diagnostics}");
        for (line, (diagnostic, hidden)) in (1..).zip(diagnostics.lines().zip(HIDDEN.chars())) {
            let code = format!("U+{:04X}", u32::from(hidden));
            assert!(diagnostic.starts_with(&format!("-:{line}:4: frame 2: ")), "{format}: {diagnostic}");
            assert!(diagnostic.contains(&shown(hidden)) || diagnostic.contains(&code), "{format}: {diagnostic}");
        }
    }
}

#[test]
fn hidden_characters_in_claims_logs_and_directives_are_escaped() {
    let games = ["X 5/ 9- = 4?8", "X 5/ 9- = error: x?y", "8 5 = 4?8", "8 5 = error: x?y"].join("\n");
    // A blank line starts a new match.
    for text in [&*games, "# players: q?r\nJe?ff 10\nJe?ff 5\nBob ?\nBob ? 1\n", "# rules: te?n\nPJS: X"] {
        let input = each_hidden(|hidden| text.replace('?', &hidden.to_string()) + "\n");
        for format in FORMATS {
            let (records, diagnostics) = score(format, &input);
            assert_harmless(&records);
            assert_harmless(&diagnostics);
        }
    }
    for hidden in HIDDEN.chars() {
        let (tap, _) = score("--check", &format!("8 5 = error: x{hidden}y\n"));
        assert!(tap.contains(&format!("the sheet says error: x\\{}y", shown(hidden))), "{tap}");
        let says = tap.lines().find_map(|line| line.strip_prefix("  says: ")).unwrap();
        // The YAML block below shows the same text as a string.
        assert_eq!(serde_json::from_str::<String>(says).unwrap(), format!("error: x{}y", shown(hidden)));
    }
}

#[test]
fn names_cannot_add_lines_or_tabs_to_a_record() {
    for line_end in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\t"] {
        for format in ["--to=totals", "--csv", "--json", "--to=sheet", "--check"] {
            let (records, _) = score(format, &format!("a{line_end}b: X 5/ 9- = 48\n"));
            let lines = match format {
                "--csv" => 2,
                "--check" => 4,
                _ => 1,
            };
            // Count every character that some reader takes for a line end, not only `\n`.
            let ends = records.chars().filter(|seen| "\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}".contains(*seen)).count();
            assert_eq!(ends, lines, "{format} {line_end:?}: {records:?}");
            assert_eq!(records.matches('\t').count(), usize::from(format == "--to=totals"), "{format}");
        }
    }
}

#[test]
fn no_csv_field_is_a_formula() {
    for sign in ["=", "+", "-", "@", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}"] {
        let (records, _) = score("--csv", &format!("{sign}cmd|' /C calc'!A0: X\n5 5 = {sign}1+1\n5 {sign}1 5\n"));
        let mut rows = csv::Reader::from_reader(records.as_bytes());
        for row in rows.records() {
            for field in &row.unwrap() {
                assert!(field == "-" || !field.starts_with(sign), "{field}");
            }
        }
        assert!(records.contains(&format!("'{sign}cmd|' /C calc'!A0")), "{records}");
    }
    // Names are trimmed, so blanks before the sign do not hide it. Quotes are doubled.
    let (records, _) = score("--csv", "  =1: X\n\"=1\",\"x: X\n");
    assert!(records.contains(",'=1,"), "{records}");
    assert!(records.contains(",\"\"\"=1\"\",\"\"x\","), "{records}");
}

#[test]
fn json_is_valid_for_any_bytes() {
    let mut bytes: Vec<u8> = (0..=255_u8).flat_map(|byte| [b'a', byte, b':', b' ', b'5', b' ', byte, b'\n']).collect();
    for pair in 0..=0xFFFF_u32 {
        if pair % 97 == 0 {
            bytes.extend([(pair >> 8) as u8, b':', pair as u8, b'=', (pair >> 8) as u8, b'\n']);
        }
    }
    for from in ["auto", "rolls", "notation", "log"] {
        let output = run_bytes(&["--json", "--from", from], &bytes);
        assert_eq!(output.status.code(), Some(1), "{from}");
        let records = String::from_utf8(output.stdout).unwrap();
        assert_harmless(&records);
        assert_harmless(&String::from_utf8(output.stderr).unwrap());
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert!(record["line"].is_u64() && record["frames"].is_array(), "{line}");
        }
    }
}

#[test]
fn hidden_characters_in_file_names_are_escaped() {
    let folder = ScratchDir::new();
    for (name, shown) in [
        (&b"a\x1b[2J\n1..1.sheet"[..], "a\\u{1b}[2J\\u{a}1..1.sheet"),
        ("b\u{202e}teehs.sheet".as_bytes(), "b\\u{202e}teehs.sheet"),
        (b"c\xff\xfe.sheet", "c\u{fffd}\u{fffd}.sheet"),
    ] {
        let file = folder.join(OsStr::from_bytes(name));
        fs::write(&file, "8 5\n").unwrap();
        for format in FORMATS {
            let output = run_bytes(&[OsStr::new(format), file.as_os_str()], b"");
            let (records, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
            assert_harmless(&records);
            assert_harmless(&err);
            assert_eq!(output.status.code(), Some(1), "{format}");
            match format {
                "--check" => {}
                _ => assert!(err.contains(&format!("{shown}:1:3: frame 1: ")) && err.lines().count() == 1, "{err}"),
            }
            match format {
                "--csv" => assert!(records.lines().nth(1).unwrap().contains(shown), "{records}"),
                "--json" => {
                    let record: Value = serde_json::from_str(&records).unwrap();
                    assert_eq!(record["file"], file.to_string_lossy().as_ref());
                }
                _ => {}
            }
        }
        fs::remove_file(&file).unwrap();
        let gone = run_bytes(&[file.as_os_str()], b"");
        let err = String::from_utf8(gone.stderr).unwrap();
        assert_eq!(gone.status.code(), Some(2));
        assert!(err.ends_with(&format!("{shown}: No such file or directory\n")) && err.lines().count() == 1, "{err}");
    }
}

#[test]
fn a_file_name_in_csv_is_not_a_formula() {
    let folder = ScratchDir::new();
    folder.write("=1+1.sheet", "X\n");
    let records = run_in(&folder, &["--csv", "=1+1.sheet"]).out;
    assert!(records.lines().nth(1).unwrap().starts_with("'=1+1.sheet,1,"), "{records}");
}

#[test]
fn hidden_characters_in_arguments_are_escaped() {
    for argument in ["--a\u{1b}[31mb\u{202e}", "--rules=\u{9b}2J", "--to=\u{7}"] {
        let Outcome { status, err, .. } = run(&[argument], "");
        assert_eq!(status, 2);
        assert_harmless(&err);
        assert!(err.starts_with("error: ") && err.contains("\\u{"), "{err}");
    }
}

#[test]
fn colours_come_only_from_the_program() {
    let records = run(&["--board", "--color=always"], "a\u{1b}[31mb: X 5/ S7-\n").out;
    assert!(records.contains("a\\u{1b}[31mb"), "{records}");
    let ours = ["\u{1b}[1;32m", "\u{1b}[1;36m", "\u{1b}[1;31m", "\u{1b}[0m"];
    assert_harmless(&ours.iter().fold(records, |text, colour| text.replace(colour, "")));
}
