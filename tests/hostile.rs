//! Hostile text: what a name, a token, a claim or the name of a file holds is shown, never done.
#![cfg(all(target_os = "linux", feature = "cli"))]

mod common;

use common::{FORMATS, fed};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Characters that move a cursor, turn the writing round, or cannot be seen; and how they are shown.
const HIDDEN: [char; 22] = [
    '\u{1}',
    '\u{7}',
    '\u{8}',
    '\u{b}',
    '\u{c}',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{ad}',
    '\u{61c}',
    '\u{200b}',
    '\u{200d}',
    '\u{200e}',
    '\u{202e}',
    '\u{2028}',
    '\u{2066}',
    '\u{2060}',
    '\u{3164}',
    '\u{fff9}',
    '\u{1d173}',
    '\u{e0041}',
];
fn shown(hidden: char) -> String {
    format!("\\u{{{:x}}}", u32::from(hidden))
}

fn run(format: &str, input: &str) -> (String, String) {
    let output = fed(&[OsStr::new(format)], input.as_bytes());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{format}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Nothing but lines, and TABs where a format has them.
fn is_tame(text: &str) {
    let wild = text.chars().find(|&seen| HIDDEN.contains(&seen) || (seen.is_control() && !"\n\t".contains(seen)));
    assert_eq!(wild, None, "{text:?}");
}

#[test]
fn hidden_characters_of_a_name_are_shown_by_every_output_that_shows_names() {
    let names = HIDDEN.map(|hidden| format!("a{hidden}b: X 5/ 9- = 48\n\n")).concat();
    for format in FORMATS {
        let (records, diagnostics) = run(format, &names);
        is_tame(&records);
        assert_eq!(diagnostics, "", "{format}");
        for hidden in HIDDEN {
            let name = match format {
                // Some show no names, and JSON has escapes of its own.
                "--to=notation" | "--to=rolls" | "--json" => continue,
                // TAP escapes the backslash as well.
                "--check" => format!("a\\{}b", shown(hidden)),
                _ => format!("a{}b", shown(hidden)),
            };
            assert!(records.contains(&name), "{format}: {name} is not in {records}");
        }
    }
}

#[test]
fn json_keeps_every_name_and_hides_nothing_from_the_eye() {
    for hidden in HIDDEN {
        let name = format!("a{hidden}b \" \\ 홍");
        let (records, _) = run("--json", &format!("{name}: X 5/ 9-\n"));
        is_tame(&records);
        let record: Value = serde_json::from_str(&records).unwrap();
        assert_eq!(record["name"], name);
    }
}

#[test]
fn hidden_characters_of_a_token_are_shown_in_diagnostics_and_records() {
    for hidden in HIDDEN {
        for format in FORMATS {
            let (records, diagnostics) = run(format, &format!("X 5{hidden}5 9-\n"));
            is_tame(&records);
            is_tame(&diagnostics);
            if format != "--check" {
                let message = format!("-:1:4: frame 2: '{}' is not a roll", shown(hidden));
                assert!(diagnostics.starts_with(&message), "{format}: {diagnostics}");
            }
        }
    }
}

#[test]
fn hidden_characters_of_a_claim_are_shown() {
    for hidden in HIDDEN {
        for claim in [format!("4{hidden}8"), format!("error: x{hidden}y")] {
            for format in FORMATS {
                let (records, diagnostics) = run(format, &format!("PJS: X 5/ 9- = {claim}\nPJS: 8 5 = {claim}\n"));
                is_tame(&records);
                is_tame(&diagnostics);
            }
        }
        let (tap, _) = run("--check", &format!("8 5 = error: x{hidden}y\n"));
        assert!(tap.contains(&format!("the sheet says error: x\\{}y", shown(hidden))), "{tap}");
        let says = tap.lines().find_map(|line| line.strip_prefix("  says: ")).unwrap();
        // The block under the line shows it the same way, in a string of its own.
        assert_eq!(serde_json::from_str::<String>(says).unwrap(), format!("error: x{}y", shown(hidden)));
    }
}

#[test]
fn hidden_characters_of_a_log_and_of_directives_are_shown() {
    for hidden in HIDDEN {
        for format in FORMATS {
            let log = format!("# players: q{hidden}r\nJe{hidden}ff 10\nJe{hidden}ff 5\nBob {hidden}\nBob {hidden} 1\n");
            let (records, diagnostics) = run(format, &log);
            is_tame(&records);
            is_tame(&diagnostics);
            let (records, diagnostics) = run(format, &format!("# rules: te{hidden}n\nPJS: X\n"));
            is_tame(&records);
            is_tame(&diagnostics);
        }
    }
}

#[test]
fn a_name_cannot_smuggle_a_line_into_a_record() {
    for smuggled in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\t"] {
        for format in ["--to=totals", "--csv", "--json", "--to=sheet", "--check"] {
            let (records, _) = run(format, &format!("a{smuggled}b: X 5/ 9- = 48\n"));
            let lines = match format {
                "--csv" => 2,
                "--check" => 3,
                _ => 1,
            };
            // Line ends as any reader may know them, not only `\n`.
            let ends = records.chars().filter(|seen| "\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}".contains(*seen)).count();
            assert_eq!(ends, lines, "{format} {smuggled:?}: {records:?}");
            assert_eq!(records.matches('\t').count(), usize::from(format == "--to=totals"), "{format}");
        }
    }
}

#[test]
fn a_spreadsheet_finds_no_formula_in_any_column() {
    for sign in ["=", "+", "-", "@", "\u{ff1d}", "\u{ff20}"] {
        let (records, _) = run("--csv", &format!("{sign}cmd|' /C calc'!A0: X\n5 5 = {sign}1+1\n5 {sign}1 5\n"));
        let mut rows = csv::Reader::from_reader(records.as_bytes());
        for row in rows.records() {
            for field in &row.unwrap() {
                assert!(field == "-" || !field.starts_with(sign), "{field}");
            }
        }
        assert!(records.contains(&format!("'{sign}cmd|' /C calc'!A0")), "{records}");
    }
    // Blanks before the sign do not save it, since names are trimmed; quotes are doubled.
    let (records, _) = run("--csv", "  =1: X\n\"=1\",\"x: X\n");
    assert!(records.contains(",'=1,"), "{records}");
    assert!(records.contains(",\"\"\"=1\"\",\"\"x\","), "{records}");
}

#[test]
fn tap_cannot_be_forged_by_a_name_or_a_claim() {
    let forged = "ok 2 # SKIP: X = 0\na # TODO x: X = 0\nBail out!: X = 0\n1..9: X = 0\n\\: X = 0\nb \\# SKIP: X = 0\n\
                  --- : X = 0\nnot ok 3: 5 5 = error: # TODO\nq = error: # SKIP\n";
    let (tap, diagnostics) = run("--check", forged);
    assert_eq!(diagnostics, "");
    let mut tests = 0;
    for line in tap.lines().skip(1).filter(|line| !line.starts_with("  ")) {
        if line.starts_with("1..") {
            assert_eq!(line, format!("1..{tests}"));
            continue;
        }
        tests += 1;
        assert!(line.strip_prefix("not ").unwrap_or(line).starts_with(&format!("ok {tests} - ")), "{line}");
        // Only a sign without a backslash before it starts a directive.
        let unescaped = line.replace("\\\\", "").replace("\\#", "");
        assert!(!unescaped.contains('#'), "{line}");
    }
    assert_eq!(tests, 9);
}

#[test]
fn json_is_valid_whatever_the_bytes() {
    let mut bytes: Vec<u8> = (0..=255_u8).flat_map(|byte| [b'a', byte, b':', b' ', b'5', b' ', byte, b'\n']).collect();
    for pair in 0..=0xFFFF_u32 {
        if pair % 97 == 0 {
            bytes.extend([(pair >> 8) as u8, b':', pair as u8, b'=', (pair >> 8) as u8, b'\n']);
        }
    }
    for from in ["auto", "rolls", "notation", "log"] {
        let output = fed(&["--json", "--from", from].map(OsStr::new), &bytes);
        assert_eq!(output.status.code(), Some(1), "{from}");
        let records = String::from_utf8(output.stdout).unwrap();
        is_tame(&records);
        is_tame(&String::from_utf8(output.stderr).unwrap());
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert!(record["line"].is_u64() && record["frames"].is_array(), "{line}");
        }
    }
}

fn named(name: &[u8]) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&place).unwrap();
    place.join(OsStr::from_bytes(name))
}

#[test]
fn names_of_files_are_shown_too() {
    for (name, shown) in [
        (&b"a\x1b[2J\n1..1.sheet"[..], "a\\u{1b}[2J\\u{a}1..1.sheet"),
        ("b\u{202e}teehs.sheet".as_bytes(), "b\\u{202e}teehs.sheet"),
        (b"c\xff\xfe.sheet", "c\u{fffd}\u{fffd}.sheet"),
    ] {
        let file = named(name);
        fs::write(&file, "8 5\n").unwrap();
        for format in FORMATS {
            let output = fed(&[OsStr::new(format), file.as_os_str()], b"");
            let (records, said) =
                (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
            is_tame(&records);
            is_tame(&said);
            assert_eq!(output.status.code(), Some(1), "{format}");
            match format {
                "--check" => {}
                _ => assert!(said.contains(&format!("{shown}:1:3: frame 1: ")) && said.lines().count() == 1, "{said}"),
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
        let gone = fed(&[file.as_os_str()], b"");
        let said = String::from_utf8(gone.stderr).unwrap();
        assert_eq!(gone.status.code(), Some(2));
        assert!(
            said.ends_with(&format!("{shown}: No such file or directory\n")) && said.lines().count() == 1,
            "{said}"
        );
    }
}

#[test]
fn a_file_named_like_a_formula_is_guarded_in_csv() {
    let file = named(b"=1+1.sheet");
    fs::write(&file, "X\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bowling"));
    let output = command.current_dir(file.parent().unwrap()).args(["--csv", "=1+1.sheet"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().starts_with("'=1+1.sheet,1,"));
}

#[test]
fn a_command_line_is_refused_without_its_escapes() {
    for argument in ["--a\u{1b}[31mb\u{202e}", "--rules=\u{9b}2J", "--to=\u{7}"] {
        let output = fed(&[OsStr::new(argument)], b"");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        is_tame(&said);
        assert!(said.starts_with("error: ") && said.contains("\\u{"), "{said}");
    }
}

#[test]
fn colours_are_ours_alone() {
    let (records, _) = {
        let output = fed(&["--board", "--color=always"].map(OsStr::new), "a\u{1b}[31mb: X 5/ S7-\n".as_bytes());
        (String::from_utf8(output.stdout).unwrap(), output.stderr)
    };
    assert!(records.contains("a\\u{1b}[31mb"), "{records}");
    let ours = ["\u{1b}[1;32m", "\u{1b}[1;36m", "\u{1b}[1;31m", "\u{1b}[0m"];
    let without = ours.iter().fold(records, |text, colour| text.replace(colour, ""));
    is_tame(&without);
}
