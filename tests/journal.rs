//! The journal of a live game: what it holds, how a game goes on from it, and what it survives.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use bowling::Rules;
use common::play::{Dice, Scratch, boards, play, random_game, totals};
use common::{Ran, run};

const HEAD: &str = "# rules: tenpin\n# players: PJS KYJ\n";

/// Starts a game whose input stays open.
fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bowling"))
        .arg("play")
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A refusal: exit status 2, one line on standard error, nothing played, and the file as it was.
fn refused(args: &[&str], path: &str) -> String {
    let before = fs::read(path).ok();
    let full: Vec<&str> = args.iter().copied().chain(["--journal", path]).collect();
    let Ran { status, out, err } = play(&full, &["7"]);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert_eq!(fs::read(path).ok(), before, "{err}");
    let message = err.strip_prefix(&format!("bowling: {path}: ")).unwrap_or_else(|| panic!("{err}"));
    message.strip_suffix('\n').unwrap().to_owned()
}

/// The last board, and what the filter makes of the same file.
fn same_for_both(path: &str) {
    let filtered = run(&["--board", path], "");
    let played = run(&["play", "--journal", path], "");
    assert_eq!(filtered.status, 0, "{}", filtered.err);
    assert_eq!(boards(&played.out).last().cloned().unwrap_or_default(), filtered.out);
    let (mut there, records) = (totals(&played.out), run(&[path], "").out);
    let mut here: Vec<&str> = records.lines().collect();
    there.sort_unstable();
    here.sort_unstable();
    assert_eq!(there, here);
}

#[test]
fn every_roll_and_every_undo_is_a_line_of_a_log() {
    let scratch = Scratch::new("lines");
    let path = scratch.path("lane.log");
    let entries = ["10", "8", "5", "2", "s7", "undo", "undo", "/", "F", "what", "0", "10", "-"];
    let Ran { out, .. } = play(&["PJS", "KYJ", "--journal", &path], &entries);
    let expected = "PJS X\nKYJ 8\nKYJ 2\nPJS S7\nPJS undo\nKYJ undo\nKYJ 2\nPJS F\nPJS 0\nKYJ X\nPJS 0\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}{expected}"));
    assert_eq!(run(&["--board", &path], "").out, *boards(&out).last().unwrap());
}

#[test]
fn a_roll_is_in_the_journal_before_the_next_question() {
    let scratch = Scratch::new("before");
    let path = scratch.path("lane.log");
    let mut child = start(&["PJS", "KYJ", "--journal", &path]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut held = HEAD.to_owned();
    for (entry, line) in [("10", "PJS X\n"), ("3", "KYJ 3\n"), ("undo", "KYJ undo\n"), ("4", "KYJ 4\n")] {
        until_asked(&mut output);
        assert_eq!(fs::read_to_string(&path).unwrap(), held);
        input.write_all(format!("{entry}\n").as_bytes()).unwrap();
        held += line;
    }
    until_asked(&mut output);
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Reads up to the end of the next question.
fn until_asked(output: &mut impl BufRead) {
    let mut text = Vec::new();
    while !text.ends_with(b"turn : ") {
        assert_ne!(output.read_until(b' ', &mut text).unwrap(), 0, "the game has ended");
    }
}

#[test]
fn a_game_goes_on_where_it_stopped() {
    let scratch = Scratch::new("resume");
    let (path, whole) = (scratch.path("lane.log"), scratch.path("whole.log"));
    let rolls = ["10", "8", "2", "8", "2", "10", "3", "4", "5", "/"];
    play(&["PJS", "KYJ", "--journal", &path], &rolls[..4]);
    let names_from_the_journal = play(&["--journal", &path], &rolls[4..7]);
    assert!(names_from_the_journal.out.starts_with("The game goes on after roll 4.\n| NAME |"));
    let names_given_again = play(&["pjs", "kyj", "--journal", &path, "-r", "tenpin"], &rolls[7..]);
    let at_once = play(&["PJS", "KYJ", "--journal", &whole], &rolls);
    assert_eq!(boards(&names_given_again.out).last(), boards(&at_once.out).last());
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    same_for_both(&path);
}

#[test]
fn undo_reaches_back_into_what_was_rolled_before_the_stop() {
    let scratch = Scratch::new("undo");
    let path = scratch.path("lane.log");
    play(&["PJS", "KYJ", "--journal", &path], &["10", "8"]);
    let Ran { out, .. } = play(&["--journal", &path], &["undo", "undo", "undo", "7"]);
    assert!(out.contains("there is no roll to undo\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS X\nKYJ 8\nKYJ undo\nPJS undo\nPJS 7\n"));
    same_for_both(&path);
}

#[test]
fn a_journal_of_a_finished_game_says_so() {
    let scratch = Scratch::new("finished");
    let path = scratch.path("lane.log");
    let Ran { status, .. } = play(&["PJS", "--journal", &path], &["X"; 12]);
    assert_eq!(status, 0);
    let before = fs::read(&path).unwrap();
    let Ran { status, out, err } = play(&["--journal", &path], &["7"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("The game is over.\n| NAME |") && out.ends_with("\n\nPJS\t300\n"), "{out}");
    assert_eq!(boards(&out).len(), 1);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn an_empty_file_is_a_journal_that_has_not_begun() {
    let scratch = Scratch::new("empty");
    let path = scratch.file("lane.log", "");
    let Ran { out, .. } = play(&["--journal", &path], &["2", "PJS", "KYJ", "10"]);
    assert!(out.starts_with("How many people? \n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS X\n"));
}

#[test]
fn the_rules_are_kept_with_the_game() {
    let scratch = Scratch::new("rules");
    for rules in Rules::ALL {
        let path = scratch.path(rules.name());
        let rolls = random_game(&mut Dice(7), 2, rules);
        let entries: Vec<String> = rolls.iter().map(|(_, pins)| pins.to_string()).collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        play(&["AAA", "AAB", "--rules", rules.name(), "--journal", &path], &entries[..20]);
        let Ran { status, .. } = play(&["--journal", &path], &entries[20..]);
        assert_eq!(status, 0, "{rules}");
        same_for_both(&path);
        assert!(run(&["--json", &path], "").out.contains(&format!(r#""rules":"{rules}""#)));
        let other = if rules == Rules::Tenpin { "world" } else { "tenpin" };
        assert_eq!(refused(&["--rules", other], &path), format!("goes by {rules} rules, not by {other}"));
    }
}

#[test]
fn other_players_are_refused() {
    let scratch = Scratch::new("others");
    let path = scratch.file("lane.log", format!("{HEAD}PJS X\n"));
    for others in [&["KYJ", "PJS"][..], &["PJS"], &["PJS", "KYJ", "LOU"], &["LOU", "ABE"]] {
        assert_eq!(refused(others, &path), "belongs to other players: PJS KYJ");
    }
}

#[test]
fn a_file_that_is_no_journal_is_refused_and_left_alone() {
    let scratch = Scratch::new("garbage");
    let log = "not a journal of this game: line 1: a line of a log is a name and one roll, as in: Jeff 10";
    for (content, message) in [
        (&b"PJS: X 5/ 9-\nKYJ: 3 4\n"[..], log),
        (b"10 5 5 9 0\n", log),
        (b"hello", log),
        (b"{\"name\":\"PJS\"}\n", log),
        (b"\x7fELF\x02\x01\x01\0\0\0", "not a journal of this game: line 1: a NUL byte, this is not text"),
        (b"\xff\xfe\n", "not a journal of this game: line 1: bytes that are not UTF-8"),
        (b"\nPJS X\n", "not a journal of this game: line 1: a blank line, a journal holds one match"),
        (b"PJS X\n", "does not say who plays, name the players: bowling play NAME... --journal FILE"),
        (
            b"# rules: tenpin\n# players: PJS KYJ\nPJS X\nPJS X\n",
            "not a journal of this game: line 4: a roll of PJS, but it is KYJ's turn",
        ),
        (
            b"# rules: tenpin\n# players: PJS KYJ\nPJS X\nKYJ 7\nKYJ 8",
            "not a journal of this game: line 5: 7 then 8 is 15 pins, a rack has 10",
        ),
        (
            b"# rules: tenpin\n# players: PJS KYJ\nPJS X\nhello",
            "not a journal of this game: line 4: a line of a log is a name and one roll, as in: Jeff 10",
        ),
    ] {
        let path = scratch.file("lane.log", content);
        assert_eq!(refused(&[], &path), message);
    }
}

#[test]
fn a_log_of_these_players_is_a_journal_too() {
    let scratch = Scratch::new("log");
    let path = scratch.file("lane.log", "# by hand\nPJS 10\nKYJ 8");
    let Ran { status, out, .. } = play(&["PJS", "KYJ", "--journal", &path], &["2"]);
    assert!(status == 1 && out.contains("|  KYJ |  8|/ |"), "{out}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "# by hand\nPJS 10\nKYJ 8\nKYJ 2\n");
}

#[test]
fn what_cannot_be_written_is_refused_before_the_first_roll() {
    let scratch = Scratch::new("unwritable");
    assert_eq!(refused(&["PJS"], &scratch.path("no/such/directory")), "No such file or directory");
    assert_eq!(refused(&["PJS"], &scratch.path("")), "Is a directory");
    assert_eq!(refused(&["PJS"], "/dev/null"), "not a regular file, a journal needs one");
    let path = scratch.file("sealed.log", HEAD);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    // To root nothing is read-only.
    if fs::File::options().append(true).open(&path).is_err() {
        assert_eq!(refused(&[], &path), "Permission denied");
    }
}

#[test]
fn a_pipe_is_no_journal() {
    let scratch = Scratch::new("pipe");
    let path = scratch.path("fifo");
    if Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        let Ran { status, err, .. } = play(&["PJS", "--journal", &path], &["7"]);
        assert_eq!(status, 2);
        assert!(err.ends_with(": not a regular file, a journal needs one\n"), "{err}");
    }
}

#[test]
fn a_second_game_on_the_same_journal_is_refused_while_the_first_is_played() {
    let scratch = Scratch::new("lock");
    let path = scratch.path("lane.log");
    let mut first = start(&["PJS", "KYJ", "--journal", &path]);
    until_asked(&mut BufReader::new(first.stdout.as_mut().unwrap()));
    assert_eq!(refused(&[], &path), "another game is being played on this journal");
    assert_eq!(refused(&["PJS", "KYJ"], &path), "another game is being played on this journal");
    drop(first.stdin.take());
    assert_eq!(first.wait().unwrap().code(), Some(1));
    assert_eq!(play(&["--journal", &path], &["7"]).status, 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}PJS 7\n"));
}

#[test]
fn a_disk_that_fills_up_loses_nothing_that_was_accepted() {
    let scratch = Scratch::new("full");
    let path = scratch.path("lane.log");
    // A limit on the size of files stands for the full disk; the write that meets it is done in part.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" play PJS KYJ --journal \"$1\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bowling"), &path])
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The game ends before all of it is read.
    let writer = std::thread::spawn(move || drop(input.write_all("7\nundo\n".repeat(200).as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(err, format!("bowling: {path}: the last entry is not kept: File too large\n"));
    assert_eq!(output.status.code(), Some(2));

    let held = fs::read_to_string(&path).unwrap();
    let rolls: Vec<&str> = held.strip_prefix(HEAD).unwrap().split_inclusive('\n').collect();
    // A board before the first question, one after each accepted entry.
    assert_eq!(rolls.len(), boards(&out).len() - 1);
    for (number, line) in rolls.iter().enumerate() {
        assert_eq!(*line, ["PJS 7\n", "PJS undo\n"][number % 2]);
    }
    same_for_both(&path);
    assert_eq!(fs::read_to_string(&path).unwrap(), held);
}

#[test]
fn a_journal_cut_at_any_byte_is_the_same_game_for_play_and_for_the_filter() {
    let scratch = Scratch::new("cut");
    let path = scratch.path("lane.log");
    let entries =
        ["10", "8", "/", "s6", "4", "10", "f", "10", "0", "10", "undo", "undo", "3", "7", "1", "1", "undo", "8", "10"];
    play(&["PJS", "KYJ", "--journal", &path], &entries);
    let whole = fs::read(&path).unwrap();
    assert_eq!(String::from_utf8_lossy(&whole).lines().count(), 2 + entries.len());
    for cut in 0..=whole.len() {
        let path = scratch.file("cut.log", &whole[..cut]);
        let filtered = run(&["--board", &path], "");
        let played = run(&["play", "--journal", &path], "");
        assert_eq!((filtered.status, played.status), (0, 1), "{cut}: {}{}", filtered.err, played.err);
        assert_eq!(boards(&played.out).last().cloned().unwrap_or_default(), filtered.out, "{cut}");
        // What is whole stays, what was cut short is gone, and nobody complains any more.
        let kept = fs::read(&path).unwrap();
        assert!(whole.starts_with(&kept), "{cut}");
        let head = whole.iter().position(|&byte| byte == b'K').unwrap() + 4;
        if cut >= head {
            assert!(kept.ends_with(b"\n") && kept.len() + "PJS undo".len() > cut, "{cut}");
            let again = run(&["--board", &path], "");
            assert_eq!((again.out, again.err.as_str()), (filtered.out, ""), "{cut}");
        }
    }
}

#[test]
fn a_cut_journal_goes_on_to_the_end_of_the_game() {
    let scratch = Scratch::new("goes-on");
    for (tail, left) in [("", 11), ("P", 11), ("PJS ", 11), ("PJS X", 10), ("PJS X\n", 10)] {
        let path = scratch.file("lane.log", format!("# rules: tenpin\n# players: PJS\nPJS X\n{tail}"));
        let Ran { status, out, err } = play(&["--journal", &path], &vec!["X"; left]);
        assert_eq!((status, totals(&out)), (0, vec!["PJS\t300"]), "{tail:?}");
        let cut_short = ["P", "PJS "].contains(&tail);
        assert_eq!(err.ends_with(": the last line is cut short and left out\n"), cut_short, "{tail:?} {err}");
        same_for_both(&path);
    }
}

#[test]
fn kill_at_any_moment_loses_no_accepted_roll() {
    let scratch = Scratch::new("kill");
    let mut dice = Dice(0x5EED_0B01_1D1C_E003);
    let board = 80 * 5;
    for round in 0..24 {
        let path = scratch.path(&format!("{round}.log"));
        let rolls = random_game(&mut dice, 2, Rules::Tenpin);
        let entries: Vec<String> = rolls.iter().map(|(_, pins)| pins.to_string()).collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();

        // The moment is a random place in what the game says.
        let mut child = start(&["AAA", "AAB", "--journal", &path]);
        let mut input = child.stdin.take().unwrap();
        let typed = entries.join("\n") + "\n";
        let writer = std::thread::spawn(move || drop(input.write_all(typed.as_bytes())));
        let mut output = child.stdout.take().unwrap();
        let mut said = vec![0; 1 + dice.below(board * entries.len())];
        let _ = output.read_exact(&mut said);
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        output.read_to_end(&mut said).unwrap();
        let asked = String::from_utf8_lossy(&said).matches("'s turn : ").count();

        let lines = fs::read_to_string(&path).unwrap_or_default();
        let held = lines.lines().filter(|line| !line.starts_with('#') && line.len() > "AAA ".len()).count();
        // A question asked is a roll accepted before it; one more may have been written.
        assert!(held + 1 >= asked && held <= entries.len(), "{held} rolls, {asked} questions");
        let Ran { status, out, .. } = play(&["AAA", "AAB", "--journal", &path], &entries[held..]);
        assert_eq!(status, 0);
        let at_once = play(&["AAA", "AAB"], &entries);
        assert_eq!((boards(&out).last(), totals(&out)), (boards(&at_once.out).last(), totals(&at_once.out)));
        same_for_both(&path);
    }
}
