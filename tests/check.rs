//! Claims: what `--check` says of them, and that no wrong one gets through.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::plain::{self, Chance, RULES};
use common::{Ran, bowling, folder, good, in_repository, ran, run};

/// The sheets of the repository, in the order of their names.
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

/// The numbered lines of a TAP stream, each with its diagnosis.
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
fn claims_that_hold_are_ok_and_the_plan_comes_last() {
    let sheet = "PJS: X|7/|9-|X|-8|8/|-6|X|X|X||81 = 167\n\nX 5/ 9- = 20 39 48\nX 5/ 9 = 20 39 _\nbad: 8 5 = error\n8 5 = error: a rack\n";
    let tap = "TAP version 13\nok 1 - PJS 167\nok 2 - 48\nok 3 - 39\nok 4 - bad error\nok 5 - error\n1..5\n";
    assert_eq!(run(&["--check"], sheet), Ran { status: 0, out: tap.into(), err: String::new() });
    assert_eq!(run(&["-c"], sheet).out, tap);
}

#[test]
fn what_is_not_ok_says_why_and_where() {
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
not ok 1 - PJS 48: frame 3: the sheet says 49, the score is 48 (an addition slip: +1)
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
not ok 3 - 48: no claim, a checked game says = and its total
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
not ok 7 - 홍길동 48: frame 2: the sheet says 38, the score is 39 (an addition slip: -1)
  ---
  file: \"-\"
  line: 7
  column: 19
  frame: 2
  says: 38
  score: 39
  ...
1..7
";
    assert_eq!(run(&["--check"], sheet), Ran { status: 1, out: expected.into(), err: String::new() });
}

#[test]
fn one_bad_claim_among_good_ones_fails_the_whole() {
    let Ran { status, out, err } = run(&["--check"], "X 5/ 9- = 48\nX 5/ 9- = 49\nX 5/ 9- = 48\n");
    assert_eq!((status, err.as_str()), (1, ""));
    let verdicts: Vec<bool> = verdicts(&out).iter().map(|(line, _)| line.starts_with("ok")).collect();
    assert_eq!(verdicts, [true, false, true]);
    assert!(out.ends_with("\n1..3\n"));
}

#[test]
fn a_check_of_nothing_does_not_pass() {
    let tap = "TAP version 13\nnot ok 1 - no game to check: the input holds none\n1..1\n";
    for nothing in ["", "\n\n", "# only a comment\n# rules: world\n"] {
        assert_eq!(run(&["--check"], nothing), Ran { status: 1, out: tap.into(), err: String::new() });
        assert_eq!(run(&["--check", "--quiet"], nothing), Ran { status: 1, out: String::new(), err: String::new() });
    }
}

#[test]
fn quiet_answers_with_the_status_alone() {
    assert_eq!(run(&["-qc"], "X 5/ 9- = 48\n"), Ran { status: 0, out: String::new(), err: String::new() });
    for wrong in ["X 5/ 9- = 49\n", "X 5/ 9-\n", "8 5\n"] {
        assert_eq!(run(&["-qc"], wrong), Ran { status: 1, out: String::new(), err: String::new() });
    }
}

#[test]
fn several_files_make_one_stream_with_one_numbering() {
    let folder = folder("streams");
    fs::write(folder.join("a.sheet"), "A: X 5/ 9- = 48\nA: X 5/ 9- = 48\n").unwrap();
    fs::write(folder.join("b.sheet"), "\nB: X 5/ 9- = 49\n").unwrap();
    fs::write(folder.join("empty.sheet"), "").unwrap();
    let check = |args: &[&str]| ran(&bowling().current_dir(&folder).arg("--check").args(args).output().unwrap());
    let Ran { status, out, err } = check(&["a.sheet", "empty.sheet", "b.sheet", "a.sheet"]);
    assert_eq!((status, err.as_str()), (1, ""));
    let verdicts = verdicts(&out);
    let lines: Vec<&str> = verdicts.iter().map(|(line, _)| line.as_str()).collect();
    let wrong = "not ok 3 - B 48: the sheet says 49, the score is 48 (off by +1, running totals would show where)";
    assert_eq!(lines, ["ok 1 - A 48", "ok 2 - A 48", wrong, "ok 4 - A 48", "ok 5 - A 48"]);
    assert_eq!(verdicts[2].1[1..3], ["file: \"b.sheet\"", "line: 2"]);
    assert!(out.starts_with("TAP version 13\n") && out.ends_with("\n1..5\n"));
    assert_eq!(out.matches("1..").count(), 1);

    // Real trouble is said on standard error, and the rest is checked.
    let Ran { status, out, err } = check(&["a.sheet", "missing.sheet"]);
    assert_eq!((status, err.as_str()), (2, "bowling: missing.sheet: No such file or directory\n"));
    assert!(out.ends_with("ok 2 - A 48\n1..2\n"), "{out}");
}

#[test]
fn a_name_cannot_forge_a_directive_or_a_line() {
    let sheet = "Team # TODO: X 5/ 9- = 1\nTeam # SKIP x: X 5/ 9- = 1\nback\\# TODO: X 5/ 9- = 1\na\r\u{1b}[1Aok 9: X 5/ 9- = 1\n";
    let Ran { status, out, .. } = run(&["--check"], sheet);
    assert_eq!(status, 1);
    let lines: Vec<String> = verdicts(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines.len(), 4);
    for (line, name) in
        lines.iter().zip([r"Team \# TODO", r"Team \# SKIP x", r"back\\\# TODO", r"a\\u{d}\\u{1b}[1Aok 9"])
    {
        assert!(line.starts_with("not ok ") && line.contains(&format!(" - {name} 48: ")), "{line}");
    }
    let file = folder("forged").join("names.sheet");
    fs::write(&file, sheet).unwrap();
    if let Some(prove) = prove(&[file]) {
        assert!(prove.out.contains("Failed 4/4 subtests"), "{}", prove.out);
    }
}

/// Runs `prove` over sheets; `None` where it is not installed, or where it would split our path at a blank.
fn prove(sheets: &[PathBuf]) -> Option<Ran> {
    let check = format!("{} --check", env!("CARGO_BIN_EXE_bowling"));
    let mut prove = Command::new("prove");
    prove.env_remove("HARNESS_OPTIONS").args(["--norc", "--exec", &check]).args(sheets);
    let output = (check.matches(' ').count() == 1).then(|| prove.output().ok()).flatten();
    output.map(|output| ran(&output))
}

#[test]
fn prove_reads_the_sheets_of_the_repository() {
    let sheets = fixtures();
    if let Some(Ran { status, out, err }) = prove(&sheets) {
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
        assert!(out.ends_with("Result: PASS\n") && out.contains(&format!("Files={}", sheets.len())), "{out}");
    }
}

#[test]
fn the_sheets_of_the_repository_hold() {
    let Ran { status, out, err } = ran(&bowling().arg("--check").args(fixtures()).output().unwrap());
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(verdicts(&out).len() > 200);
}

#[test]
fn the_sheets_of_the_repository_say_what_the_second_scorer_says() {
    let rows = ran(&bowling().args(["-t", "sheet"]).args(fixtures()).output().unwrap()).out;
    let rolls = ran(&bowling().args(["-t", "rolls"]).args(fixtures()).output().unwrap()).out;
    let mut rules = "tenpin";
    let mut rolls = rolls.lines();
    let mut games = 0;
    for row in rows.lines() {
        if let Some(name) = row.strip_prefix("# rules: ") {
            rules = name;
            continue;
        }
        let (_, claim) = row.rsplit_once(" = ").unwrap();
        let mut balls = match rolls.next().unwrap() {
            "error" => continue,
            "[]" => "",
            rolls => rolls,
        }
        .split(' ')
        .filter(|ball| !ball.is_empty())
        .map(|ball| ball.parse::<u8>().unwrap_or(0));
        let frames = plain::play(rules, |_| balls.next());
        let mut totals: Vec<String> = plain::running(rules, &frames).iter().map(u16::to_string).collect();
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

/// A claim with one digit changed: the line, and where that must be noticed.
struct Mutant {
    rules: String,
    line: String,
    /// The frame and the column; `None` for the frame of a total, and for the text of an error.
    frame: Option<usize>,
    column: Option<usize>,
}

/// Every claim of a sheet with every digit changed to every other.
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
            // The number that the digit is in, from its first digit on.
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
fn every_changed_digit_of_every_claim_is_caught_at_its_line_and_frame() {
    let mut all = 0;
    for path in fixtures() {
        let mutants = mutants(&fs::read_to_string(&path).unwrap());
        assert!(mutants.len() > 50, "{}", path.display());
        all += mutants.len();
        let lines = mutants.iter().flat_map(|mutant| [format!("# rules: {}", mutant.rules), mutant.line.clone()]);
        let Ran { status, out, .. } = run(&["--check"], common::sheet(lines));
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
                let said = mutant.frame.map(|frame| format!("frame {frame}: ")).unwrap_or_default();
                assert!(verdict.contains(&format!(": {said}the sheet says ")), "{line}: {verdict}");
            }
        }
    }
    assert!(all > 10_000, "{all}");
}

#[test]
fn what_the_sheet_format_writes_passes_the_check_and_is_the_same_game() {
    for rules in RULES {
        let mut lines = Vec::new();
        for game in 0..200 {
            let mut chance = Chance::new(game + 77);
            let frames = plain::random_game(rules, &mut chance);
            let rolls: Vec<String> = frames.iter().flatten().map(|ball| ball.pins.to_string()).collect();
            lines.push(format!("N{game}: {}", rolls.join(" ")));
        }
        // Games that are refused stay refused.
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
fn a_sheet_of_sheets_names_the_rules_wherever_they_change() {
    let sheet = ran(&bowling().args(["-t", "sheet"]).args(fixtures()).output().unwrap()).out;
    let Ran { status, out, .. } = run(&["--check"], &sheet);
    assert_eq!(status, 0, "{out}");
    assert_eq!(run(&["-t", "sheet"], &sheet).out, sheet);
    assert_eq!(run(&["-t", "sheet"], "X 7/\n# rules: tenpin\nX 7/\n").out, "X 7/ = 20\nX 7/ = 20\n");
    let mixed = "X 7/\n# rules: world\nX 7/\nX\n# rules: tenpin\nX 7/\n";
    let written = "X 7/ = 20\n# rules: world\nX 7/ = 30 47\nX = 30\n# rules: tenpin\nX 7/ = 20\n";
    assert_eq!(good(&["-t", "sheet"], mixed), written);
    // The same over many chunks, whatever the number of threads.
    let (long, expected) = (mixed.repeat(30_000), format!("{written}{}", written.repeat(29_999)));
    assert!(good(&["-j4", "-t", "sheet"], long) == expected);
}

#[test]
fn rules_of_a_sheet_hold_to_its_end_and_must_agree_with_the_option() {
    let folder = folder("rules");
    fs::write(folder.join("world"), "# rules: world\nX 7/ = 47\n\n# a comment\nX = 30\n").unwrap();
    fs::write(folder.join("plain"), "X 7/ = 20\n").unwrap();
    let check = |args: &[&str]| ran(&bowling().current_dir(&folder).arg("--check").args(args).output().unwrap());
    assert_eq!(check(&["world", "plain"]).out, "TAP version 13\nok 1 - 47\nok 2 - 30\nok 3 - 20\n1..3\n");
    assert_eq!(check(&["-r", "world", "world"]).status, 0);
    let Ran { status, out, .. } = check(&["-r", "tenpin", "world"]);
    assert_eq!(status, 1);
    assert_eq!(out.matches("error: the sheet goes by world rules, --rules says tenpin\n").count(), 2);
    // Such a sheet is not right even where it claims errors, nor is one by rules that there are not.
    for (args, sheet) in
        [(&["-c", "-r", "tenpin"][..], "# rules: world\n8 5 = error\n"), (&["-c"], "# rules: ninepin\n8 5 = error\n")]
    {
        assert_eq!(run(args, sheet).status, 1, "{sheet}");
    }
    // A comment that only speaks of rules is one.
    assert_eq!(run(&["-c"], "# rules: see the wall\n# the rules: world\nX 7/ = 20\n").status, 0);
}

#[test]
fn unfinished_games_are_not_ok_where_complete_ones_are_asked_for() {
    let Ran { status, out, .. } = run(&["--check", "--complete"], "X 5/ 9- = 48\nX 5/ 9- = error: not over\n");
    assert_eq!(status, 1);
    let lines: Vec<String> = verdicts(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(
        lines,
        ["not ok 1 - error: frame 4: the game is not over, --complete wants all ten frames", "ok 2 - error"]
    );
}

#[test]
fn a_log_makes_no_claims() {
    let log = in_repository("fixtures/lane.log");
    let totals = ran(&bowling().arg(&log).output().unwrap());
    assert_eq!(
        totals,
        Ran { status: 0, out: "Jeff\t167\nJohn\t151\nMary Ann\t20\n홍길동\t18\n".into(), err: String::new() }
    );
    let Ran { status, out, err } = ran(&bowling().arg("--check").arg(&log).output().unwrap());
    assert_eq!((status, err.as_str(), out.matches(": no claim").count()), (1, "", 4));
    // Made into a sheet it does.
    let sheet = ran(&bowling().args(["-t", "sheet"]).arg(&log).output().unwrap()).out;
    assert_eq!(run(&["--check"], sheet).status, 0);
}
