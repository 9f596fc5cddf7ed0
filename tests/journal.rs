//! The journal of a live game: its content, resuming from it, and recovery after a failure.
#![cfg(feature = "cli")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::common::child::{Running, feed, piped, piped_command};
use crate::common::random::Random;
use crate::common::reference::RULES;
use crate::common::scratch::ScratchDir;
use crate::common::transcript::{HEAD, boards, play, random_match, totals};
use crate::common::{self, BOWLING, Outcome, run};

/// Starts a game whose input stays open.
fn start(args: &[&str]) -> Running {
    Running::start(piped(&[&["play"], args].concat()).stderr(Stdio::null()))
}

/// Plays with a journal that must be refused: status 2, no output and an unchanged file. Returns the message.
fn refused(args: &[&str], path: &str) -> String {
    let before = fs::read(path).ok();
    let full: Vec<&str> = args.iter().copied().chain(["--journal", path]).collect();
    let Outcome { status, out, err } = play(&full, &["7"]);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert_eq!(fs::read(path).ok(), before, "{err}");
    let message = err.strip_prefix(&format!("bowling: {path}: ")).unwrap_or_else(|| panic!("{err}"));
    message.strip_suffix('\n').unwrap().to_owned()
}

/// Compares the last board and the totals of a resumed game with those of the filter for the same file.
fn assert_same_as_filter(path: &str) {
    let filtered = run(&["--board", path], "");
    let played = run(&["play", "--journal", path], "");
    assert_eq!(filtered.status, 0, "{}", filtered.err);
    assert_eq!(boards(&played.out).last().cloned().unwrap_or_default(), filtered.out);
    let (mut actual, records) = (totals(&played.out), run(&[path], "").out);
    let mut expected: Vec<&str> = records.lines().collect();
    actual.sort_unstable();
    expected.sort_unstable();
    assert_eq!(actual, expected);
}

#[test]
fn the_journal_has_one_line_per_roll_and_undo() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let entries = ["10", "8", "5", "2", "s7", "undo", "undo", "/", "F", "what", "0", "10", "-", "10"];
    let Outcome { out, .. } = play(&["PJS", "KYJ", "--journal", &path], &entries);
    let expected = "PJS X\nKYJ 8\nKYJ 2\nPJS S7\nPJS undo\nKYJ undo\nKYJ 2\nPJS F\nPJS 0\nKYJ X\nPJS 0\nPJS /\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}{expected}"));
    assert_eq!(run(&["--board", &path], "").out, *boards(&out).last().unwrap());
    let path = folder.path("leaves.log");
    play(&["PJS", "--journal", &path], &["8{7-10}", "F{7-10}"]);
    assert!(fs::read_to_string(&path).unwrap().ends_with("\nPJS 8{7-10}\nPJS F{7-10}\n"));
}

#[test]
fn a_roll_is_in_the_journal_before_the_next_prompt() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let mut child = start(&["PJS", "KYJ", "--journal", &path]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut held = HEAD.to_owned();
    for (entry, line) in [("10", "PJS X\n"), ("3", "KYJ 3\n"), ("undo", "KYJ undo\n"), ("4", "KYJ 4\n")] {
        read_to_prompt(&mut output);
        assert_eq!(fs::read_to_string(&path).unwrap(), held);
        input.write_all(format!("{entry}\n").as_bytes()).unwrap();
        held += line;
    }
    read_to_prompt(&mut output);
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Reads up to the end of the next prompt.
fn read_to_prompt(output: &mut impl BufRead) {
    let mut text = Vec::new();
    while !text.ends_with(b"turn : ") {
        assert_ne!(output.read_until(b' ', &mut text).unwrap(), 0, "the game ended");
    }
}

#[test]
fn a_game_resumes_where_it_stopped() {
    let folder = ScratchDir::new();
    let (path, whole) = (folder.path("lane.log"), folder.path("whole.log"));
    let rolls = ["10", "8", "2", "8", "2", "10", "3", "4", "5", "/"];
    play(&["PJS", "KYJ", "--journal", &path], &rolls[..4]);
    let names_from_the_journal = play(&["--journal", &path], &rolls[4..7]);
    assert!(names_from_the_journal.out.starts_with("The game continues after roll 4.\n| NAME |"));
    let names_given_again = play(&["pjs", "kyj", "--journal", &path, "-r", "tenpin"], &rolls[7..]);
    let at_once = play(&["PJS", "KYJ", "--journal", &whole], &rolls);
    assert_eq!(boards(&names_given_again.out).last(), boards(&at_once.out).last());
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    assert_same_as_filter(&path);
}

#[test]
fn undo_works_on_rolls_from_before_the_restart() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    play(&["PJS", "KYJ", "--journal", &path], &["10", "8"]);
    let Outcome { out, .. } = play(&["--journal", &path], &["undo", "undo", "undo", "7"]);
    assert!(out.contains("there is no roll to undo\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS X\nKYJ 8\nKYJ undo\nPJS undo\nPJS 7\n"));
    assert_same_as_filter(&path);
}

#[test]
fn a_finished_game_is_reported_and_not_resumed() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let Outcome { status, .. } = play(&["PJS", "--journal", &path], &["X"; 12]);
    assert_eq!(status, 0);
    let before = fs::read(&path).unwrap();
    let Outcome { status, out, err } = play(&["--journal", &path], &["7"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("The game is over.\n| NAME |") && out.ends_with("\n\nPJS\t300\n"), "{out}");
    assert_eq!(boards(&out).len(), 1);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn an_empty_file_starts_a_new_journal() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", "");
    let Outcome { out, .. } = play(&["--journal", &path], &["2", "PJS", "KYJ", "10"]);
    assert!(out.starts_with("How many people? \n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS X\n"));
    // So does a header that was cut short. A comment is kept.
    for (start, kept, rules) in [
        ("# rul", "", "tenpin"),
        ("# rules: world\n# players:PJS KY", "", "world"),
        ("# final\n# rules: tenpin\n# pl", "# final\n", "tenpin"),
        ("# rules: world\n# final\n# pl", "# rules: world\n# final\n", "world"),
    ] {
        let path = folder.write("lane.log", start);
        play(&["--journal", &path], &["1", "PJS", "10"]);
        let expected = format!("{kept}# rules: {rules}\n# players: PJS\nPJS X\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected, "{start}");
    }
}

#[test]
fn the_journal_keeps_the_rules() {
    let folder = ScratchDir::new();
    for rules in RULES {
        let path = folder.path(rules);
        let rolls = random_match(rules, 2, &mut Random::new(7));
        let entries: Vec<&str> = rolls.iter().map(|(_, entry)| entry.as_str()).collect();
        play(&["AAA", "AAB", "--rules", rules, "--journal", &path], &entries[..20]);
        let Outcome { status, .. } = play(&["--journal", &path], &entries[20..]);
        assert_eq!(status, 0, "{rules}");
        assert_same_as_filter(&path);
        assert!(run(&["--json", &path], "").out.contains(&format!(r#""rules":"{rules}""#)));
        let other = if rules == "tenpin" { "world" } else { "tenpin" };
        assert_eq!(refused(&["--rules", other], &path), format!("uses {rules} rules, not {other}"));
    }
}

#[test]
fn other_players_are_refused() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", format!("{HEAD}PJS X\n"));
    for others in [&["KYJ", "PJS"][..], &["PJS"], &["PJS", "KYJ", "LOU"], &["LOU", "ABE"]] {
        assert_eq!(refused(others, &path), "belongs to other players: PJS KYJ");
    }
    // Of many players, the first few are named.
    let eight = "AAA AAB AAC AAD AAE AAF AAG AAH";
    for (players, named) in [(eight.into(), eight.into()), (format!("{eight} AAI"), format!("{eight} \u{2026}"))] {
        let path = folder.write("lane.log", format!("# players: {players}\n"));
        assert_eq!(refused(&["PJS"], &path), format!("belongs to other players: {named}"));
    }
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_and_unchanged() {
    let folder = ScratchDir::new();
    let log = "line 1: a line of a log is a name and one roll, as in: Jeff 10";
    let no_players = "does not name the players, name them: bowling play NAME... --journal FILE";
    let bad_players = "line 1: players are different names without : # , ; |";
    let over = ["# players: PJS\n", &"PJS X\n".repeat(12)].concat();
    for (content, message) in [
        (&b"PJS: X 5/ 9-\nKYJ: 3 4\n"[..], log),
        (b"10 5 5 9 0\n", log),
        (b"hello", log),
        (b"{\"name\":\"PJS\"}\n", log),
        (b"\0\0\0\0\n", "line 1: a NUL byte, this is not text"),
        (b"PJS \xff\n", "line 1: bytes that are not UTF-8"),
        (b"\n\nhello\n", "line 3: a line of a log is a name and one roll, as in: Jeff 10"),
        (b"\nPJS X\n", no_players),
        (b"PJS X\n", no_players),
        (format!("{over}\nPJS 5\n").as_bytes(), no_players),
        (b"#\tname\n# players: PJS\n", "not a journal: a table"),
        (b"# rules: ninepin\n", "line 1: no such rules"),
        (b"# players: PJS PJS\n", bad_players),
        (b"# players: Ann ann\n", bad_players),
        (b"# players: A,B\n", bad_players),
        (b"# players: PJS\nPJS X\n# rules: world\n", "line 3: rules and players are named once, before the first roll"),
        (b"# players: PJS\nPJS X\n\n", "line 3: a blank line, but the match is not over"),
        (b"# players: PJS\nPJS X\nhello wor\xec\n", "line 3: bytes that are not UTF-8"),
        (b"# players: PJS KYJ\nPJS X\nhello\n", "line 3: a line of a log is a name and one roll, as in: Jeff 10"),
        (b"# players: PJS KYJ\nPJS X\nPJS X\n", "line 3: a roll of PJS, but it is KYJ's turn"),
        (b"# players: PJS KYJ\nPJS X\nKYJ 7\nKYJ 8\n", "line 4: 7 then 8 is 15 pins, a rack has 10"),
        (b"# players: PJS KYJ\nPJS X\nKYJ undo\n", "line 3: undo of KYJ, but the last roll was PJS's"),
        (b"# players: PJS KYJ\nPJS undo\n", "line 2: undo of PJS, but there is no roll"),
        (format!("{over}PJS X\n").as_bytes(), "line 14: a roll of PJS, but the game is over"),
    ] {
        let path = folder.write("lane.log", content);
        let place = if message.starts_with("line") { "not a journal of this game: " } else { "" };
        assert_eq!(refused(&[], &path), [place, message].concat());
    }
}

#[test]
fn utf_16_is_refused_by_play_and_filter() {
    let folder = ScratchDir::new();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for content in [
        [&b"\xff\xfe"[..], &wide("# players: PJS\nPJS 5\n")].concat(),
        wide("# players: PJS\nPJS 5\n"),
        // A comment of one line, and a journal below it.
        [&wide("# by hand")[..], b"\n# players: PJS\nPJS 5\n"].concat(),
        // The same after the byte order mark of UTF-8.
        [b"\xef\xbb\xbf", &wide("# by hand")[..], b"\n# players: PJS\nPJS 5\n"].concat(),
    ] {
        let path = folder.write("lane.log", &content);
        let filtered = run(&[&path], "");
        assert_eq!((filtered.status, filtered.out.as_str()), (2, ""));
        let kind = refused(&[], &path);
        assert!(kind.starts_with("not a journal: UTF-16 text (iconv "), "{kind}");
        assert!(filtered.err.contains("UTF-16 text (iconv "), "{}", filtered.err);
    }
}

#[test]
fn a_last_line_without_its_end_is_skipped_whatever_it_holds() {
    let folder = ScratchDir::new();
    let start = "# players: 홍길동\n홍길동 7\n";
    for tail in [&"홍길".as_bytes()[..4], &"홍길동 ７".as_bytes()[..11], b"\xec\x9e", "홍길동 8".as_bytes(), b"hello"]
    {
        let path = folder.write("lane.log", [start.as_bytes(), tail].concat());
        let filtered = run(&[&path], "");
        assert_eq!((filtered.status, filtered.out.as_str()), (0, "홍길동\t0\n"), "{tail:?} {}", filtered.err);
        assert_eq!(play(&["--journal", &path], &["2"]).status, 1, "{tail:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{start}홍길동 2\n"));
    }
}

#[test]
fn any_name_is_read_back_by_play_and_filter() {
    let folder = ScratchDir::new();
    for name in [
        "Dad",
        "José",
        "홍길동",
        "7",
        "X",
        "10",
        "undo",
        "UNDO",
        "FIX",
        "A=B",
        "[x]",
        "{",
        "\"q\"",
        "a/b",
        "TEN",
        "é\u{301}",
        "👩\u{200d}🚀",
    ] {
        let path = folder.path("lane.log");
        let _ = fs::remove_file(&path);
        let Outcome { status, err, .. } = play(&[name, "PJS", "--journal", &path], &["7", "2", "X", "3"]);
        assert_eq!((status, err.as_str()), (1, ""), "{name}");
        assert_eq!(run(&[&path], "").out, format!("{name}\t9\nPJS\t0\n"));
        assert_same_as_filter(&path);
        // The case of a name does not matter.
        let Outcome { err, .. } = play(&[&name.to_lowercase(), "pjs", "--journal", &path], &["4"]);
        assert_eq!(err, "");
    }
}

#[test]
fn an_evening_is_continued_in_its_last_match() {
    let folder = ScratchDir::new();
    let first = format!("{HEAD}{}", "PJS X\nKYJ 3\nKYJ 4\n".repeat(9) + "PJS X\nPJS X\nPJS X\nKYJ 3\nKYJ 4\n");
    let path = folder.write("lane.log", format!("{first}\n{HEAD}PJS 7\n"));
    let Outcome { out, .. } = play(&["PJS", "KYJ", "--journal", &path], &["2"]);
    assert!(out.starts_with("The game continues after roll 1.\n"), "{out}");
    assert_eq!(totals(&out), ["PJS\t9", "KYJ\t0"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first}\n{HEAD}PJS 7\nPJS 2\n"));
    assert_eq!(run(&[&path], "").out, "PJS\t300\nKYJ\t70\nPJS\t9\nKYJ\t0\n");
    // After a blank line the next match begins, also if its header was cut short.
    for tail in ["", "# good night\n", "#", "# rules: ten", "# rules: tenpin\n# play", HEAD.trim_end()] {
        let path = folder.write("lane.log", format!("{first}\n{tail}"));
        let Outcome { status, out, .. } = play(&["--journal", &path], &["undo", "2"]);
        assert!(status == 1 && out.starts_with("| NAME |"), "{out}");
        let kept = if tail.starts_with("# good") { tail } else { "" };
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first}\n{kept}{HEAD}PJS 2\n"));
    }
}

#[test]
fn whatever_play_accepts_the_filter_scores_alike() {
    let lines = [
        "\n",
        "\n",
        "\r\n",
        "# rules: world\n",
        "# rules: tenpin\n",
        "# players: A B\n",
        "# players: B\n",
        "# players: X 7\n",
        "# a comment\n",
        "A X\n",
        "B X\n",
        "A 5\n",
        "B 5\n",
        "A undo\n",
        "B undo\n",
        "X 7\n",
        "7 X\n",
        "A 5",
        "B u",
        "홍",
    ];
    let mut random = Random::new(11);
    let mut matches = 0;
    for _ in 0..4000 {
        let mut text = String::new();
        for _ in 0..=random.below(4) {
            // A match that is over, or a few lines of any kind.
            if random.below(2) == 0 {
                let (rules, strikes) = if random.below(2) == 0 { ("world", 10) } else { ("tenpin", 12) };
                text += &["# rules: ", rules, "\n# players: B\n", &"B X\n".repeat(strikes)].concat();
            }
            for _ in 0..random.below(4) {
                text += lines[random.below(lines.len())];
            }
        }
        if let Some(totals) = bowling::cli::testing::journal_totals(text.as_bytes()) {
            matches += 1;
            assert_eq!(run(&[], text.as_bytes()).out, totals, "{text}");
        }
    }
    assert!(matches > 200, "{matches}");
}

#[test]
fn a_journal_may_have_64_mib() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", format!("{}{HEAD}PJS 3\n", "# a comment\n".repeat(100_000)));
    let Outcome { out, err, .. } = play(&["--journal", &path], &["4"]);
    assert!(out.contains("3|4"), "{out}{err}");
    let largest = 64 << 20;
    for (length, message) in [
        (largest, "not a journal of this game: line 1: the line is longer than 65536 bytes"),
        (largest + 1, "too large for a journal"),
    ] {
        let path = folder.write("lane.log", "");
        fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        assert_eq!(refused(&[], &path), message);
    }
}

#[test]
fn a_log_of_the_same_players_is_a_journal() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", "# by hand\nPJS 10\nKYJ 8");
    let Outcome { status, out, .. } = play(&["PJS", "KYJ", "--journal", &path], &["2"]);
    assert!(status == 1 && out.contains("|  KYJ |  8|/ |"), "{out}");
    let whole = "# by hand\nPJS 10\nKYJ 8\nKYJ 2\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    // Its last line may be cut short, too.
    let path = folder.write("lane.log", format!("{whole}PJ"));
    play(&["PJS", "KYJ", "--journal", &path], &["7"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{whole}PJS 7\n"));
}

#[test]
fn an_unwritable_journal_is_refused_before_the_first_roll() {
    let folder = ScratchDir::new();
    assert_eq!(refused(&["PJS"], &folder.path("no/such/directory")), "No such file or directory");
    assert_eq!(refused(&["PJS"], &folder.path("")), "Is a directory");
    assert_eq!(refused(&["PJS"], "/dev/null"), "not a regular file, a journal needs one");
    let names: Vec<String> = (0..1024).map(|number| format!("{number:064}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(refused(&names, &folder.write("new.log", "")), "the names are too long for a journal");
    let path = folder.write("sealed.log", HEAD);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    // Root may write to it all the same.
    if fs::File::options().append(true).open(&path).is_err() {
        assert_eq!(refused(&[], &path), "Permission denied");
    } else {
        assert_eq!(play(&["--journal", &path], &["7"]).status, 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS 7\n"));
    }
}

#[test]
fn a_fifo_is_refused() {
    let folder = ScratchDir::new();
    let path = folder.path("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let Outcome { status, err, .. } = play(&["PJS", "--journal", &path], &["7"]);
    assert_eq!(status, 2);
    assert!(err.ends_with(": not a regular file, a journal needs one\n"), "{err}");
}

#[test]
fn a_journal_in_use_is_refused() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let mut first = start(&["PJS", "KYJ", "--journal", &path]);
    read_to_prompt(&mut BufReader::new(first.stdout.as_mut().unwrap()));
    assert_eq!(refused(&[], &path), "another game is being played on this journal");
    assert_eq!(refused(&["PJS", "KYJ"], &path), "another game is being played on this journal");
    drop(first.stdin.take());
    assert_eq!(first.wait().unwrap().code(), Some(1));
    assert_eq!(play(&["--journal", &path], &["7"]).status, 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS 7\n"));
}

#[test]
fn a_file_system_without_locks_is_no_obstacle() {
    if !common::has_tool("strace", "a lock of the journal that fails") {
        return;
    }
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let play = |error: &str| -> Outcome {
        let mut command = piped_command("strace");
        command.args(["-f", "-o", &folder.path("trace"), "-e", &format!("inject=flock:error={error}")]);
        feed(command.args([BOWLING, "play", "PJS", "--journal", &path]), b"3\n").into()
    };
    assert_eq!(play("EOPNOTSUPP").status, 1);
    let held = "# rules: tenpin\n# players: PJS\nPJS 3\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
    let Outcome { status, err, .. } = play("EIO");
    assert_eq!((status, err), (2, format!("bowling: {path}: Input/output error\n")));
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
}

#[test]
fn a_full_disk_loses_no_accepted_roll() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    // A limit on the file size stands for a full disk. The write that reaches it is a partial one.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" play PJS KYJ --journal \"$1\"";
    let mut command = piped_command("sh");
    command.args(["-c", script, BOWLING, &path]);
    let Outcome { status, out, err } = feed(&mut command, "7\nundo\n".repeat(200).as_bytes()).into();
    assert_eq!((status, err), (2, format!("bowling: {path}: the last entry is not saved: File too large\n")));

    let held = fs::read_to_string(&path).unwrap();
    let rolls: Vec<&str> = held.strip_prefix(HEAD).unwrap().split_inclusive('\n').collect();
    // There is a board before the first prompt, and one after each accepted entry.
    assert_eq!(rolls.len(), boards(&out).len() - 1);
    for (number, line) in rolls.iter().enumerate() {
        assert_eq!(*line, ["PJS 7\n", "PJS undo\n"][number % 2]);
    }
    assert_same_as_filter(&path);
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
}

#[test]
fn a_journal_truncated_at_any_byte_is_the_same_game_for_play_and_filter() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let entries =
        ["10", "8", "/", "s6", "4", "10", "f", "10", "0", "10", "undo", "undo", "3", "7", "1", "1", "undo", "8", "10"];
    play(&["PJS", "KYJ", "--journal", &path], &entries);
    let whole = fs::read(&path).unwrap();
    assert_eq!(String::from_utf8_lossy(&whole).lines().count(), 2 + entries.len());
    for cut in 0..=whole.len() {
        let path = folder.write("cut.log", &whole[..cut]);
        let filtered = run(&["--board", &path], "");
        let played = run(&["play", "--journal", &path], "");
        assert_eq!((filtered.status, played.status), (0, 1), "{cut}: {}{}", filtered.err, played.err);
        assert_eq!(boards(&played.out).last().cloned().unwrap_or_default(), filtered.out, "{cut}");
        // Whole lines are kept and the partial one is removed, so the filter has nothing to report.
        let kept = fs::read(&path).unwrap();
        assert!(whole.starts_with(&kept), "{cut}");
        let head = whole.iter().position(|&byte| byte == b'K').unwrap() + 4;
        if cut >= head {
            assert!(kept.ends_with(b"\n") && kept.len() + "PJS undo".len() >= cut, "{cut}");
            let again = run(&["--board", &path], "");
            assert_eq!((again.out, again.err.as_str()), (filtered.out, ""), "{cut}");
        }
    }
}

#[test]
fn a_truncated_journal_can_be_played_to_the_end() {
    let folder = ScratchDir::new();
    for (tail, left) in [("", 11), ("P", 11), ("PJS ", 11), ("PJS X", 11), ("PJS X\n", 10)] {
        let path = folder.write("lane.log", format!("# rules: tenpin\n# players: PJS\nPJS X\n{tail}"));
        let Outcome { status, out, err } = play(&["--journal", &path], &vec!["X"; left]);
        assert_eq!((status, totals(&out)), (0, vec!["PJS\t300"]), "{tail:?}");
        let cut_short = ["P", "PJS ", "PJS X"].contains(&tail);
        assert_eq!(err.ends_with(": the last line is cut short and ignored\n"), cut_short, "{tail:?} {err}");
        assert_same_as_filter(&path);
    }
}

#[test]
fn kill_loses_no_accepted_roll() {
    let folder = ScratchDir::new();
    let mut random = Random::new(3);
    let bytes_per_board = 80 * 5;
    for round in 0..24 {
        let path = folder.path(&format!("{round}.log"));
        let rolls = random_match("tenpin", 2, &mut random);
        let entries: Vec<&str> = rolls.iter().map(|(_, entry)| entry.as_str()).collect();

        // Kill the game after a random number of bytes of output.
        let mut child = start(&["AAA", "AAB", "--journal", &path]);
        let mut input = child.stdin.take().unwrap();
        let typed = entries.join("\n") + "\n";
        let writer = std::thread::spawn(move || drop(input.write_all(typed.as_bytes())));
        let mut output = child.stdout.take().unwrap();
        let mut transcript = vec![0; 1 + random.below(bytes_per_board * entries.len())];
        let _ = output.read_exact(&mut transcript);
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        output.read_to_end(&mut transcript).unwrap();
        let prompts = String::from_utf8_lossy(&transcript).matches("'s turn : ").count();

        let lines = fs::read_to_string(&path).unwrap_or_default();
        let held = lines.lines().filter(|line| !line.starts_with('#') && line.len() > "AAA ".len()).count();
        // Every prompt but the first follows an accepted roll. One more roll may be in the journal.
        assert!(held + 1 >= prompts && held <= entries.len(), "{held} rolls, {prompts} prompts");
        let Outcome { status, out, .. } = play(&["AAA", "AAB", "--journal", &path], &entries[held..]);
        assert_eq!(status, 0);
        let at_once = play(&["AAA", "AAB"], &entries);
        assert_eq!((boards(&out).last(), totals(&out)), (boards(&at_once.out).last(), totals(&at_once.out)));
        assert_same_as_filter(&path);
    }
}

#[test]
fn every_entry_and_the_new_file_itself_are_synced() {
    if !common::has_tool("strace", "syncs of the journal") {
        return;
    }
    let folder = ScratchDir::new();
    let (path, trace) = (folder.path("lane.log"), folder.path("trace"));
    let play = |input: &[u8]| {
        let mut command = piped_command("strace");
        command.args(["-f", "-o", &trace, "-e", "trace=fsync,fdatasync,write,openat"]);
        let output = feed(command.args([BOWLING, "play", "--lang", "en", "PJS", "--journal", &path]), input);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let calls = fs::read_to_string(&trace).unwrap();
        let is_sync = |line: &&str| line.contains("sync(");
        (calls.lines().filter(is_sync).map(|line| line.contains("fdatasync(")).collect::<Vec<bool>>(), calls)
    };
    // The header, the directory of the new file, two rolls and an undo.
    let (syncs, calls) = play(b"3\n4\nundo\n");
    assert_eq!(syncs, [true, false, true, true, true], "{calls}");
    let directory = calls.lines().find(|line| line.contains("O_RDONLY") && line.contains(folder.to_str().unwrap()));
    let descriptor = directory.and_then(|line| line.rsplit("= ").next()).unwrap();
    assert!(calls.contains(&format!(" fsync({descriptor})")), "{calls}");
    // Each entry is synced after it is written and before the next prompt.
    let order: Vec<&str> =
        calls.lines().filter(|line| line.contains("\"PJS ") || line.contains("fdatasync(")).collect();
    for pair in order[1..].chunks(2) {
        assert!(pair[0].contains("write(") && pair[1].contains("fdatasync("), "{order:?}");
    }
    // A file that exists is continued.
    assert_eq!(play(b"5\n").0, [true]);
}

#[test]
fn a_journal_changed_by_another_program_ends_the_game() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let truncate = || fs::File::options().write(true).open(&path).unwrap().set_len(5).unwrap();
    let changes: [(&str, &dyn Fn()); 4] = [
        ("was changed by another program", &truncate),
        ("was changed by another program", &|| {
            fs::write(&path, "# rules: tenpin\n# players: PJS KYJ\nPJS 3\nPJS 4\n").unwrap();
        }),
        ("was removed or replaced", &|| fs::remove_file(&path).unwrap()),
        ("was removed or replaced", &|| {
            fs::copy(&path, folder.path("copy")).unwrap();
            fs::rename(folder.path("copy"), &path).unwrap();
        }),
    ];
    for (message, change) in changes {
        let _ = fs::remove_file(&path);
        let mut child = Running::start(&mut piped(&["play", "--lang", "en", "PJS", "KYJ", "--journal", &path]));
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        input.write_all(b"3\n").unwrap();
        read_to_prompt(&mut output);
        read_to_prompt(&mut output);
        change();
        input.write_all(b"5\n").unwrap();
        drop(input);
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).unwrap();
        let ended = child.finish();
        assert_eq!(ended.status.code(), Some(2));
        let err = String::from_utf8(ended.stderr).unwrap();
        assert!(err.contains("the last entry is not saved: the journal ") && err.contains(message), "{err}");
    }
}

#[test]
fn a_byte_order_mark_is_read_by_play_and_filter() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", format!("\u{feff}{HEAD}PJS 3\n"));
    let Outcome { out, .. } = play(&["--journal", &path], &["4"]);
    assert!(out.contains("3|4"), "{out}");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("\u{feff}{HEAD}PJS 3\nPJS 4\n"));
    assert_eq!(run(&[&path], "").out, "PJS\t7\nKYJ\t0\n");
    assert_same_as_filter(&path);
}

#[test]
fn ten_with_the_third_ball_survives_a_cut() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    play(&["PJS", "-r", "candlepin", "--journal", &path], &["0", "0", "10"]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.ends_with("PJS 0\nPJS 0\nPJS ten\n"), "{written}");
    for cut in 0.."PJS ten\n".len() {
        fs::write(&path, &written[..written.len() - cut]).unwrap();
        let total = if cut < 1 { "PJS\t10\n" } else { "PJS\t0\n" };
        assert_eq!(run(&[&path], "").out, total, "{cut}");
        assert_same_as_filter(&path);
    }
}
