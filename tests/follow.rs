//! `--follow`: a log is shown while it is written.
#![cfg(feature = "cli")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};

use crate::common::child::{Running, piped};
use crate::common::random::Random;
use crate::common::scratch::ScratchDir;
use crate::common::transcript::{HEAD, boards, player_name, random_match};
use crate::common::{Outcome, accepted, run};

/// The board of a log as the filter prints it.
fn board(log: &str) -> String {
    accepted(&["--board"], log)
}

fn append(path: &str, text: &str) {
    fs::File::options().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

/// A running program whose boards are read one by one.
struct Following {
    child: Running,
    output: Box<dyn BufRead>,
}

impl Following {
    fn start(args: &[&str]) -> Self {
        let mut child = Running::start(&mut piped(&[&["--follow", "--board"], args].concat()));
        let output = Box::new(BufReader::new(child.stdout.take().unwrap()));
        Self { child, output }
    }

    /// The next board, of so many players, and the blank line before it unless it is the first.
    fn next(&mut self, players: usize) -> String {
        let mut board = String::new();
        while board.lines().count() < 1 + 2 * players {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the program has ended: {board}");
            if line != "\n" {
                board += &line;
            }
        }
        board
    }
}

#[test]
fn the_board_is_printed_after_every_roll_of_a_random_match() {
    let mut random = Random::new(17);
    for players in 1..5 {
        let mut log = String::new();
        let mut expected = Vec::new();
        for (player, entry) in random_match("tenpin", players, &mut random) {
            for line in [entry.as_str(), "undo", &entry] {
                log += &[&player_name(player), " ", line, "\n"].concat();
                expected.push(board(&log));
            }
            if log.len() > 600 {
                break;
            }
        }
        let Outcome { status, out, err } = run(&["--follow", "--board"], &log);
        assert_eq!((status, err.as_str()), (0, ""));
        assert_eq!(boards(&out), expected);
        assert_eq!(out, expected.join("\n"));
    }
}

#[test]
fn every_format_can_be_followed() {
    let log = "PJS X\nKYJ 8\n";
    assert_eq!(accepted(&["--follow"], log), "PJS\t0\nPJS\t0\nKYJ\t0\n");
    assert_eq!(accepted(&["--follow", "--to", "notation"], log), "X\nX\n8\n");
    assert_eq!(accepted(&["--follow", "--csv"], log).lines().count(), 1 + 3);
    assert_eq!(accepted(&["--follow", "--from", "log", "--to", "rolls"], "PJS X\n"), "10\n");
}

#[test]
fn a_blank_line_starts_a_new_match() {
    let out = accepted(&["--follow", "--board"], "PJS X\n\nKYJ 8\n");
    assert_eq!(boards(&out), [board("PJS X\n"), board("KYJ 8\n")]);
}

#[test]
fn a_pipe_is_answered_before_the_next_roll() {
    let mut following = Following::start(&[]);
    let mut input = following.child.stdin.take().unwrap();
    let mut log = HEAD.to_owned();
    input.write_all(log.as_bytes()).unwrap();
    assert_eq!(following.next(2), board(&log));
    for roll in ["PJS X\n", "KYJ 8\n", "KYJ undo\n", "KYJ 7\n"] {
        log += roll;
        input.write_all(roll.as_bytes()).unwrap();
        assert_eq!(following.next(2), board(&log));
    }
    drop(input);
    assert_eq!(following.child.wait().unwrap().code(), Some(0));
}

#[test]
fn only_a_regular_file_is_waited_at() {
    assert_eq!(accepted(&["--follow", "--board", "/dev/null"], ""), "");
}

#[test]
fn a_file_is_followed_while_it_grows_until_it_is_cut_short() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", HEAD);
    let mut following = Following::start(&[&path]);
    assert_eq!(following.next(2), board(HEAD));
    // Half a line is not a roll yet.
    append(&path, "PJS 1");
    append(&path, "0\nKYJ S");
    assert_eq!(following.next(2), board(&format!("{HEAD}PJS X\n")));
    append(&path, "7\n");
    assert_eq!(following.next(2), board(&format!("{HEAD}PJS X\nKYJ S7\n")));

    fs::write(&path, "LOU 3\n").unwrap();
    let mut err = String::new();
    following.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, format!("bowling: {path}: the file was truncated while it was followed\n"));
    assert_eq!(following.child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_file_that_is_renamed_or_removed_is_read_to_its_end() {
    for removes in [false, true] {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", HEAD);
        let mut following = Following::start(&[&path]);
        assert_eq!(following.next(2), board(HEAD));
        // The writer still has the file, and so has the reader.
        let mut lane = fs::OpenOptions::new().append(true).open(&path).unwrap();
        lane.write_all(b"PJS X\n").unwrap();
        if removes {
            fs::remove_file(&path).unwrap();
        } else {
            fs::rename(&path, folder.path("lane.log.1")).unwrap();
            fs::write(&path, "LOU 3\n").unwrap();
        }
        assert_eq!(following.next(2), board(&format!("{HEAD}PJS X\n")));
        lane.write_all(b"KYJ 7\n").unwrap();
        assert_eq!(following.next(2), board(&format!("{HEAD}PJS X\nKYJ 7\n")));
    }
}

#[test]
fn a_signal_ends_it() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", HEAD);
    let mut following = Following::start(&[&path]);
    assert_eq!(following.next(2), board(HEAD));
    following.child.signal("TERM");
    assert_eq!(following.child.wait().unwrap().code(), None);
}

#[test]
fn an_error_is_reported_once_and_the_other_games_go_on() {
    let Outcome { status, out, err } = run(&["--follow", "--board"], "PJS 8\nPJS 5\nKYJ 7\n");
    assert_eq!((status, err.as_str()), (1, "-:2:5: frame 1: 8 then 5 is 13 pins, a rack has 10\n"));
    let boards = boards(&out);
    assert_eq!(boards.len(), 3);
    // The error costs its line.
    assert!(boards[2].contains("|  PJS |  8   |") && boards[2].contains("|  KYJ |  7   |"), "{out}");
}

#[test]
fn what_cannot_be_followed_is_a_usage_error() {
    for (args, message) in [
        (&["--follow", "a.log", "b.log"][..], "bowling: --follow takes one file\n"),
        (&["--follow", "--from", "rolls"], "bowling: --follow reads logs only\n"),
        (&["--follow", ""], "bowling: a file name is empty, perhaps an unset variable (- is standard input)\n"),
        (&["--follow", "/no/such/file"], "bowling: /no/such/file: No such file or directory\n"),
    ] {
        let Outcome { status, out, err } = run(args, "");
        assert_eq!((status, out.as_str(), err.as_str()), (2, "", message));
    }
    for option in ["--check", "--key=key.sheet", "--complete"] {
        assert_eq!(run(&["--follow", option], "").status, 2);
    }
}

#[test]
fn binary_input_and_input_that_is_also_the_output_are_refused() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", b"\x1f\x8bPJS X\n");
    let Outcome { status, out, err } = run(&["--follow", &path], "");
    assert_eq!((status, out), (2, String::new()));
    assert!(err.contains(": gzip data, not text"), "{err}");
    let path = folder.write("lane.log", "PJS X\n");
    let append = fs::File::options().append(true).open(&path).unwrap();
    let output = Running::start(piped(&["--follow", &path]).stdout(append)).finish();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.ends_with(b": the input is also the output\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "PJS X\n");
}

#[cfg(all(feature = "screen", target_os = "linux"))]
mod terminal {
    use std::os::unix::process::ExitStatusExt;

    use super::*;
    use crate::common::BOWLING;
    use crate::common::pty::Window;
    use pty_process::blocking::Command;

    #[test]
    fn a_second_screen_shows_the_game_that_is_being_played() {
        let folder = ScratchDir::new();
        let path = folder.path("lane.log");
        let mut play = Window::run(80, 24, &["play", "PJS", "KYJ", "--journal", &path]);
        play.wait_at("PJS's turn : ");
        let mut second = Window::run(80, 24, &["--follow", "--board", &path]);
        let shown = second.wait(|shown| shown.has("▸ PJS"));
        assert!(shown.is_alternate && shown.lines[0].ends_with("TOTAL  MAX"), "{shown}");
        for (entry, cells) in [("X\r", "  PJS │ X   │"), ("81\r", "  KYJ │ 8|1 │"), ("fix KYJ 1 8/\r", "  KYJ │ 8|/ │")]
        {
            play.type_in(entry);
            second.wait_for(cells);
        }
        play.type_in("undo\r");
        second.wait_for("▸ KYJ │▸8   │");
        second.resize(30, 24);
        second.wait(|shown| shown.lines[0].contains("… TOTAL"));
        // Ctrl-C ends it, with the last board on the terminal as it was.
        second.resize(50, 24);
        second.type_in("\x03");
        let shown = second.wait(|shown| !shown.is_alternate && shown.has("06"));
        assert_eq!(shown.lines[0], "$ bowling");
        assert!(shown.has("|  KYJ |  8   |"), "{shown}");
        assert_eq!(second.end().signal(), Some(2));
    }

    #[test]
    fn the_games_of_an_evening_are_numbered_and_added_up() {
        let folder = ScratchDir::new();
        let first = "PJS X\n".repeat(12) + &"KYJ 9\nKYJ -\n".repeat(10);
        let path = folder.write("lane.log", first + "\nPJS 7\n");
        let mut window = Window::run(80, 24, &["--follow", "--board", &path]);
        let shown = window.wait_for("Game 2.");
        assert!(shown.lines[0].ends_with("TOTAL  SERIES  MAX") && shown.balls("PJS").ends_with("300  290"), "{shown}");
        append(&path, "PJS 2\nKYJ 3\n");
        window.wait_for("Game 2. PJS leads by 9.");
    }

    #[test]
    fn the_winner_is_named_at_the_end() {
        let folder = ScratchDir::new();
        let log = "PJS X\n".repeat(12) + &"KYJ 9\nKYJ -\n".repeat(10);
        let path = folder.write("lane.log", log);
        let mut window = Window::run(80, 24, &["--follow", "--board", &path]);
        window.wait_for("PJS wins, 300 to 90.");
        window.type_in("\x03");
        window.wait(|shown| !shown.is_alternate && shown.has("PJS wins, 300 to 90."));
        window.end();
    }

    #[test]
    fn the_screen_is_in_the_language_that_is_asked_for() {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", "PJS X\nKYJ 8\n");
        let mut window = Window::run(80, 24, &["--follow", "--board", "--lang", "ko", &path]);
        let shown = window.wait_for("PJS 님이 10점 앞서 있습니다.");
        assert!(shown.lines[0].ends_with("점수  최고"), "{shown}");
        let Outcome { status, err, .. } = run(&["--board", "--lang", "ko"], "PJS X\n");
        assert!(status == 2 && err.contains("--follow"), "{err}");
        let Outcome { status, err, .. } = run(&["--lang", "ko", "play"], "");
        assert!(status == 2 && err.contains("--lang must follow the command play"), "{err}");
    }

    #[test]
    fn the_output_of_tail_can_be_followed() {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", "PJS X\nKYJ 8\n");
        let mut window = Window::open(80, 24);
        let script = "tail -n +1 -f \"$1\" | \"$0\" --follow --board";
        window.start(Command::new("sh").args(["-c", script, BOWLING, &path]));
        window.wait_for("▸ KYJ │▸8   │");
        append(&path, "KYJ 1\nPJS 8\nPJS 5\n");
        let shown = window.wait(|shown| shown.has("frame 2: 8 then 5 is 13 pins"));
        // The error costs its line.
        assert!(shown.has("▸ PJS │ X   │▸8   │") && shown.has("  KYJ │ 8|1 │"), "{shown}");
        // Its message leaves room for the players.
        window.resize(20, 6);
        window.wait(|shown| shown.has("▸ PJS") && shown.has("  KYJ") && shown.has("-:5:5: frame 2: 8"));
        window.resize(80, 24);
        append(&path, "PJS 1\n");
        window.wait_for("  PJS │ X   │ 8|1 │");
        // Ctrl-C also ends tail, so that the shell does not wait for it.
        window.type_in("\x03");
        let shown = window.wait(|shown| !shown.is_alternate && shown.has("is 13 pins, a rack has 10"));
        assert!(shown.has("|  KYJ |  8|1 |") && shown.has("-:5:5: frame 2"), "{shown}");
        window.end();
    }

    #[test]
    fn totals_are_redrawn_in_place_too_and_a_dumb_terminal_scrolls() {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", "PJS 8\nPJS 1\n");
        let mut window = Window::run(80, 24, &["--follow", &path]);
        let shown = window.wait_for("▸ PJS      9  279");
        assert!(shown.is_alternate && shown.lines[0] == "       TOTAL  MAX", "{shown}");
        append(&path, "PJS 7\nPJS 1\nKYJ 8\nLOU 7\nANN 6\n");
        window.wait_for("  PJS  ★  17  257");
        window.resize(80, 3);
        window.wait(|shown| shown.lines == ["… +2   TOTAL  MAX", "  PJS  ★  17  257", "▸ KYJ      0  290"]);

        let mut window = Window::open(80, 24);
        window.spawn(&mut Command::new(BOWLING).args(["--follow", &path]).env("TERM", "dumb"));
        let shown = window.wait_for("ANN     0");
        assert!(!shown.is_alternate && shown.has("PJS     9"), "{shown}");
    }

    #[test]
    fn binary_input_is_an_error_below_the_command() {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", "PK\x03\x04\n");
        let mut window = Window::run(200, 24, &["--follow", "--board", &path]);
        let shown = window.wait(|shown| !shown.is_alternate && shown.has("a zip archive or a spreadsheet"));
        assert_eq!(shown.lines[0], "$ bowling", "{shown}");
        assert_eq!(window.end().code(), Some(2));
    }

    #[test]
    fn an_empty_log_says_what_it_waits_for() {
        let folder = ScratchDir::new();
        let path = folder.write("lane.log", "");
        let mut window = Window::run(200, 24, &["--follow", "--board", &path]);
        window.wait_for(&format!("waiting for a roll in {path}"));
        append(&path, "PJS X\n");
        window.wait_for("▸ PJS │  X   │");
        window.signal("HUP");
        assert_eq!(window.end().signal(), Some(1));
    }
}
