//! `--check`: TAP output, the reasons for wrong claims, and that no wrong claim passes.
#![cfg(feature = "cli")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::random::Random;
use crate::common::reference::{self, RULES};
use crate::common::scratch::ScratchDir;
use crate::common::{self, Outcome, accepted, bowling, has_tool, in_repository, refused, run, run_in, search_path};

/// The sheets in `fixtures/`, sorted by name.
fn fixtures() -> Vec<PathBuf> {
    let entries = fs::read_dir(in_repository("fixtures")).unwrap();
    let mut sheets: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|is| is == "sheet"))
        .collect();
    sheets.sort();
    assert!(sheets.len() >= 10, "{sheets:?}");
    sheets
}

fn on_fixtures(args: &[&str]) -> Outcome {
    bowling().args(args).args(fixtures()).output().unwrap().into()
}

/// The test lines of a TAP stream, each with the lines of its YAML block.
fn verdicts(tap: &str) -> Vec<(String, Vec<String>)> {
    let mut verdicts: Vec<(String, Vec<String>)> = Vec::new();
    for line in tap.lines() {
        if line.starts_with("ok ") || line.starts_with("not ok ") {
            verdicts.push((line.into(), Vec::new()));
        } else if let (Some(key), Some((_, diagnosis))) = (line.strip_prefix("  "), verdicts.last_mut()) {
            diagnosis.push(key.into());
        }
    }
    verdicts
}

#[test]
fn claims_with_tabs_read_back_from_csv() {
    let csv = run(&["--csv"], "X 5/ 9- = 20\t39\t48\n").out;
    assert_eq!(run(&["--csv"], csv.as_str()).out.replace("-,2,", "-,1,"), csv);
}

#[test]
fn right_claims_are_ok_and_the_plan_comes_last() {
    let sheet = "PJS: X|7/|9-|X|-8|8/|-6|X|X|X||81 = 167\n\nX 5/ 9- = 20 39 48\nX 5/ 9 = 20 39 _\nbad: 8 5 = error\n8 5 = error: a rack\n";
    let tap =
        "TAP version 13\nok 1 - PJS 167\nok 2 - 48\nok 3 - 39\nok 4 - bad error\nok 5 - error\n1..5\n# 5 of 5 right\n";
    assert_eq!(run(&["--check"], sheet), Outcome { status: 0, out: tap.into(), err: String::new() });
    assert_eq!(run(&["-c"], sheet).out, tap);
}

#[test]
fn numbers_that_a_reader_of_yaml_may_not_hold_are_text() {
    let tap = run(&["--check"], "5 5 3 = 123456789\n5 5 3 = 1234567890\n").out;
    assert!(tap.contains("  says: 123456789\n") && tap.contains("  says: \"1234567890\"\n"), "{tap}");
}

/// The games are more than one thread scores at a time.
#[test]
fn tests_are_numbered_in_order_on_any_number_of_threads() {
    let games = 100_000;
    let expected: Vec<String> = (1..=games).map(|number| format!("ok {number} - 13")).collect();
    for threads in ["-j1", "-j3"] {
        let tap = accepted(&["--check", threads], "5 5 3 = 13\n".repeat(games));
        assert!(
            tap == format!("TAP version 13\n{}\n1..{games}\n# {games} of {games} right\n", expected.join("\n")),
            "{threads}"
        );
    }
}

#[test]
fn wrong_claims_are_not_ok_with_the_reason_and_the_position() {
    let sheet = "\
PJS: X 5/ 9- = 20 39 49
X 5/ 9- = 47
X 5/ 9-
8 5 = 13
X 5/ 9- = error
8 5 = error: late
홍길동: X 5/ 9- = 20 38
";
    let expected = "\
TAP version 13
not ok 1 - PJS 48: frame 3: the sheet says 49, the score is 48 (off by +1)
  ---
  file: \"-\"
  line: 1
  column: 22
  frame: 3
  says: 49
  score: 48
  ...
not ok 2 - 48: the sheet says 47, the score is 48 (off by -1, running totals would show where)
  ---
  file: \"-\"
  line: 2
  column: 11
  frame: null
  says: 47
  score: 48
  ...
not ok 3 - 48: no claim, a checked game claims its total after =
  ---
  file: \"-\"
  line: 3
  column: 1
  frame: null
  says: \"nothing\"
  score: 48
  ...
not ok 4 - error: frame 1: 8 then 5 is 13 pins, a rack has 10
  ---
  file: \"-\"
  line: 4
  column: 3
  frame: 1
  says: 13
  score: \"error\"
  ...
not ok 5 - 48: the sheet says error, the score is 48
  ---
  file: \"-\"
  line: 5
  column: 11
  frame: null
  says: \"error\"
  score: 48
  ...
not ok 6 - error: the sheet says error: late, the error is frame 1: 8 then 5 is 13 pins, a rack has 10
  ---
  file: \"-\"
  line: 6
  column: 3
  frame: 1
  says: \"error: late\"
  score: \"error: frame 1: 8 then 5 is 13 pins, a rack has 10\"
  ...
not ok 7 - 홍길동 48: frame 2: the sheet says 38, the score is 39 (off by -1)
  ---
  file: \"-\"
  line: 7
  column: 19
  frame: 2
  says: 38
  score: 39
  ...
1..7
# 0 of 7 right
";
    assert_eq!(run(&["--check"], sheet), Outcome { status: 1, out: expected.into(), err: String::new() });
}

#[test]
fn one_wrong_claim_fails_the_check() {
    let Outcome { status, out, err } = run(&["--check"], "X 5/ 9- = 48\nX 5/ 9- = 49\nX 5/ 9- = 48\n");
    assert_eq!((status, err.as_str()), (1, ""));
    let verdicts: Vec<bool> = verdicts(&out).iter().map(|(line, _)| line.starts_with("ok")).collect();
    assert_eq!(verdicts, [true, false, true]);
    assert!(out.ends_with("\n1..3\n# 2 of 3 right\n"));
}

#[test]
fn input_without_games_fails_the_check() {
    let tap = "TAP version 13\nnot ok 1 - no game to check: the input has none\n1..1\n# 0 of 1 right\n";
    for nothing in ["", "\n\n", "# only a comment\n# rules: world\n"] {
        assert_eq!(run(&["--check"], nothing), Outcome { status: 1, out: tap.into(), err: String::new() });
        assert_eq!(
            run(&["--check", "--quiet"], nothing),
            Outcome { status: 1, out: String::new(), err: String::new() }
        );
    }
}

#[test]
fn quiet_only_sets_the_exit_status() {
    assert_eq!(run(&["-qc"], "X 5/ 9- = 48\n"), Outcome { status: 0, out: String::new(), err: String::new() });
    for wrong in ["X 5/ 9- = 49\n", "X 5/ 9-\n", "8 5\n"] {
        assert_eq!(run(&["-qc"], wrong), Outcome { status: 1, out: String::new(), err: String::new() });
    }
}

#[test]
fn several_files_make_one_tap_stream() {
    let folder = ScratchDir::new();
    fs::write(folder.join("a.sheet"), "A: X 5/ 9- = 48\nA: X 5/ 9- = 48\n").unwrap();
    fs::write(folder.join("b.sheet"), "\nB: X 5/ 9- = 49\n").unwrap();
    fs::write(folder.join("empty.sheet"), "").unwrap();
    let check = |args: &[&str]| run_in(&folder, &[&["--check"], args].concat());
    let Outcome { status, out, err } = check(&["a.sheet", "empty.sheet", "b.sheet", "a.sheet"]);
    assert_eq!((status, err.as_str()), (1, ""));
    let verdicts = verdicts(&out);
    let lines: Vec<&str> = verdicts.iter().map(|(line, _)| line.as_str()).collect();
    let wrong = "not ok 3 - B 48: the sheet says 49, the score is 48 (off by +1, running totals would show where)";
    assert_eq!(lines, ["ok 1 - A 48", "ok 2 - A 48", wrong, "ok 4 - A 48", "ok 5 - A 48"]);
    assert_eq!(verdicts[2].1[1..3], ["file: \"b.sheet\"", "line: 2"]);
    assert!(out.starts_with("TAP version 13\n") && out.ends_with("\n1..5\n# 4 of 5 right\n"));
    assert_eq!(out.matches("1..").count(), 1);

    // An I/O error is reported on standard error, and the other files are checked.
    let Outcome { status, out, err } = check(&["a.sheet", "missing.sheet"]);
    assert_eq!((status, err.as_str()), (2, "bowling: missing.sheet: No such file or directory\n"));
    assert!(out.ends_with("ok 2 - A 48\n1..2\n# 2 of 2 right\n"), "{out}");
}

#[test]
fn names_and_claims_cannot_forge_tap_lines_or_directives() {
    let sheet = "Team # TODO: X 5/ 9- = 1\nTeam # SKIP x: X 5/ 9- = 1\nback\\# TODO: X 5/ 9- = 1\na\r\u{1b}[1Aok 9: X 5/ 9- = 1\n\
                 ok 2 # SKIP: X = 0\na # TODO x: X = 0\nBail out!: X = 0\n1..9: X = 0\n\\: X = 0\nb \\# SKIP: X = 0\n\
                 --- : X = 0\nnot ok 3: 5 5 = error: # TODO\nq = error: # SKIP\n";
    let Outcome { status, out, err } = run(&["--check"], sheet);
    assert_eq!((status, err.as_str()), (1, ""));
    let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with("  ")).collect();
    let [version, lines @ .., plan, _right] = &lines[..] else { panic!("{out}") };
    assert_eq!((*version, lines.len(), *plan), ("TAP version 13", 13, "1..13"));
    for (number, line) in (1..).zip(lines) {
        assert!(line.strip_prefix("not ").unwrap_or(line).starts_with(&format!("ok {number} - ")), "{line}");
        // Only a # without a backslash before it starts a directive.
        assert!(!line.replace("\\\\", "").replace("\\#", "").contains('#'), "{line}");
    }
    for (line, name) in
        lines.iter().zip([r"Team \# TODO", r"Team \# SKIP x", r"back\\\# TODO", r"a\\u{d}\\u{1b}[1Aok 9"])
    {
        assert!(line.starts_with("not ok ") && line.contains(&format!(" - {name} 48: ")), "{line}");
    }
    if has_tool("prove", "that a TAP harness sees no forged line") {
        let folder = ScratchDir::new();
        let sheet = folder.write("names.sheet", sheet);
        let mut prove = Command::new("prove");
        prove.env("PATH", search_path()).env_remove("HARNESS_OPTIONS");
        let output = prove.args(["--norc", "--exec", "bowling --check", &sheet]).output().unwrap();
        let summary = Outcome::from(output).out;
        assert!(summary.contains("Failed 6/13 subtests"), "{summary}");
    }
}

#[test]
fn all_fixtures_pass_the_check() {
    let Outcome { status, out, err } = on_fixtures(&["--check"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(verdicts(&out).len() > 200);
}

#[test]
fn all_fixtures_agree_with_the_reference_scorer() {
    let rows = on_fixtures(&["-t", "sheet"]).out;
    let rolls = on_fixtures(&["-t", "rolls"]).out;
    let mut rules = "tenpin";
    let mut rolls = rolls.lines();
    let mut games = 0;
    for row in rows.lines() {
        if let Some(name) = row.strip_prefix("# rules: ") {
            rules = name;
            continue;
        }
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let (_, claim) = row.rsplit_once(" = ").unwrap();
        let claim = claim.split(" #").next().unwrap();
        let mut balls = match rolls.next().unwrap() {
            "error" => continue,
            "[]" => "",
            rolls => rolls,
        }
        .split(' ')
        .filter(|ball| !ball.is_empty())
        .map(|ball| ball.parse::<u8>().unwrap_or(0));
        let frames = reference::play(rules, |_| balls.next());
        let mut totals: Vec<String> = reference::running_totals(rules, &frames).iter().map(u16::to_string).collect();
        if totals.is_empty() {
            totals.push("0".into());
        }
        assert_eq!(claim, totals.join(" "), "{rules}: {row}");
        games += 1;
    }
    assert!(games > 120, "{games}");
    for rules in RULES {
        assert!(rows.contains(&format!("# rules: {rules}\n")), "{rules}");
    }
}

/// A line whose claim has one changed digit, and where the check must notice it.
struct Mutant {
    rules: String,
    line: String,
    /// `None` if the claim is a total or an error.
    frame: Option<usize>,
    /// `None` if the claim is an error.
    column: Option<usize>,
}

/// Every claim of a sheet, with each digit replaced by every other digit.
fn mutants(sheet: &str) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut rules = "tenpin";
    for line in sheet.lines() {
        if let Some(name) = line.strip_prefix("# rules: ") {
            rules = name;
        }
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let start = line.rfind('=').unwrap() + 1;
        let end = line[start..].find('#').map_or(line.len(), |comment| start + comment);
        let error = line[start..end].trim_start().starts_with("error");
        let numbers = |text: &str| text.split([' ', ',', '|']).filter(|word| !word.is_empty()).count();
        let running = numbers(&line[start..end]) > 1;
        for (at, digit) in line.char_indices().filter(|(at, digit)| (start..end).contains(at) && digit.is_ascii_digit())
        {
            // The start of the number that contains the digit.
            let first = line[..at].rfind(|character: char| !character.is_ascii_digit()).unwrap() + 1;
            let frame = (running && !error).then(|| numbers(&line[start..first]) + 1);
            let column = (!error).then(|| line[..first].chars().count() + 1);
            for other in ('0'..='9').filter(|other| *other != digit) {
                let mut line = line.to_string();
                line.replace_range(at..=at, &other.to_string());
                mutants.push(Mutant { rules: rules.into(), line, frame, column });
            }
        }
    }
    mutants
}

#[test]
fn every_changed_digit_of_a_claim_is_reported_at_its_line_and_frame() {
    let mut all = 0;
    for path in fixtures() {
        let mutants = mutants(&fs::read_to_string(&path).unwrap());
        assert!(mutants.len() > 50, "{}", path.display());
        all += mutants.len();
        let lines = mutants.iter().flat_map(|mutant| [format!("# rules: {}", mutant.rules), mutant.line.clone()]);
        let Outcome { status, out, .. } = run(&["--check"], common::sheet(lines));
        assert_eq!(status, 1);
        let verdicts = verdicts(&out);
        assert_eq!(verdicts.len(), mutants.len(), "{}", path.display());
        for (number, ((verdict, diagnosis), mutant)) in (1..).zip(verdicts.iter().zip(&mutants)) {
            let line = &mutant.line;
            assert!(verdict.starts_with(&format!("not ok {number} - ")), "{line}: {verdict}");
            assert!(diagnosis.contains(&format!("line: {}", 2 * number)), "{line}: {diagnosis:?}");
            if let Some(column) = mutant.column {
                let frame = mutant.frame.map_or_else(|| "null".into(), |frame| frame.to_string());
                assert_eq!(diagnosis[3..5], [format!("column: {column}"), format!("frame: {frame}")], "{line}");
                let frame = mutant.frame.map(|frame| format!("frame {frame}: ")).unwrap_or_default();
                assert!(verdict.contains(&format!(": {frame}the sheet says ")), "{line}: {verdict}");
            }
        }
    }
    assert!(all > 10_000, "{all}");
}

#[test]
fn sheet_output_passes_the_check_and_holds_the_same_games() {
    for rules in RULES {
        let mut lines = Vec::new();
        for game in 0..200 {
            let mut random = Random::new(game + 77);
            let frames = reference::random_game(rules, &mut random);
            let rolls: Vec<String> = frames.iter().flatten().map(|ball| ball.pins.to_string()).collect();
            lines.push(format!("N{game}: {}", rolls.join(" ")));
        }
        // Refused games stay refused.
        lines.extend(["bad: 8 8".into(), "8 ? 8".into(), "11".into(), "[5".into()]);
        let games = common::sheet(&lines);
        let sheet = run(&["-r", rules, "-t", "sheet"], &games).out;
        let head = if rules == "tenpin" { String::new() } else { format!("# rules: {rules}\n") };
        assert!(sheet.starts_with(&format!("{head}N0: ")), "{sheet}");
        for args in [&["--check"][..], &["--check", "-r", rules]] {
            let checked = run(args, &sheet);
            assert_eq!((checked.status, verdicts(&checked.out).len()), (0, lines.len()), "{}", checked.out);
        }
        assert_eq!(run(&["-t", "rolls"], &sheet).out, run(&["-r", rules, "-t", "rolls"], &games).out);
        assert_eq!(run(&["-t", "sheet"], &sheet).out, sheet);
    }
}

#[test]
fn sheet_output_names_the_rules_where_they_change() {
    let sheet = on_fixtures(&["-t", "sheet"]).out;
    let Outcome { status, out, .. } = run(&["--check"], &sheet);
    assert_eq!(status, 0, "{out}");
    assert_eq!(run(&["-t", "sheet"], &sheet).out, sheet);
    assert_eq!(run(&["-t", "sheet"], "X 7/\n# rules: tenpin\nX 7/\n").out, "X 7/ = 20\n# rules: tenpin\nX 7/ = 20\n");
    let mixed = "X 7/\n# rules: world\nX 7/\nX\n# rules: tenpin\nX 7/\n";
    let written = "X 7/ = 20\n# rules: world\nX 7/ = 30 47\nX = 30\n# rules: tenpin\nX 7/ = 20\n";
    assert_eq!(accepted(&["-t", "sheet"], mixed), written);
    // The same across many chunks and several threads.
    let (long, expected) = (mixed.repeat(30_000), format!("{written}{}", written.repeat(29_999)));
    assert!(accepted(&["-j4", "-t", "sheet"], long) == expected);
}

#[test]
fn rules_apply_to_the_end_of_the_file_and_must_match_the_option() {
    let folder = ScratchDir::new();
    fs::write(folder.join("world"), "# rules: world\nX 7/ = 47\n\n# a comment\nX = 30\n").unwrap();
    fs::write(folder.join("plain"), "X 7/ = 20\n").unwrap();
    let check = |args: &[&str]| run_in(&folder, &[&["--check"], args].concat());
    assert_eq!(
        check(&["world", "plain"]).out,
        "TAP version 13\nok 1 - 47\nok 2 - 30\nok 3 - 20\n1..3\n# 3 of 3 right\n"
    );
    assert_eq!(check(&["-r", "world", "world"]).status, 0);
    let Outcome { status, out, .. } = check(&["-r", "tenpin", "world"]);
    assert_eq!(status, 1);
    assert_eq!(out.matches("error: the sheet uses world rules, not tenpin (as --rules asks)\n").count(), 2);
    let unknown = "-:2:1: # rules: ninepin: no such rules, there are tenpin world candlepin duckpin notap9 notap8";
    assert_eq!(refused(&[], "# rules: ninepin\nX 7/\n"), [unknown]);
    // Conflicting or unknown rules fail the check, even if the sheet claims errors.
    for (args, sheet) in
        [(&["-c", "-r", "tenpin"][..], "# rules: world\n8 5 = error\n"), (&["-c"], "# rules: ninepin\n8 5 = error\n")]
    {
        assert_eq!(run(args, sheet).status, 1, "{sheet}");
    }
    // A comment that only mentions rules is just a comment.
    assert_eq!(run(&["-c"], "# rules: see the wall\n# the rules: world\nX 7/ = 20\n").status, 0);
}

#[test]
fn unfinished_games_are_not_ok_with_complete() {
    let Outcome { status, out, .. } = run(&["--check", "--complete"], "X 5/ 9- = 48\nX 5/ 9- = error: not over\n");
    assert_eq!(status, 1);
    let lines: Vec<String> = verdicts(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(
        lines,
        ["not ok 1 - error: frame 4: the game is not over (--complete requires all ten frames)", "ok 2 - error"]
    );
}

#[test]
fn games_of_a_log_have_no_claims() {
    let log = in_repository("fixtures/lane.log");
    let log = log.to_str().unwrap();
    let totals = run(&[log], "");
    assert_eq!(
        totals,
        Outcome { status: 0, out: "Jeff\t167\nJohn\t151\nMary Ann\t20\n홍길동\t18\n".into(), err: String::new() }
    );
    let Outcome { status, out, err } = run(&["--check", log], "");
    assert_eq!((status, err.as_str(), out.matches(": no claim").count()), (1, "", 4));
    // Converted to a sheet, it carries claims.
    let sheet = run(&["--to=sheet", log], "").out;
    assert_eq!(run(&["--check"], sheet).status, 0);
}
