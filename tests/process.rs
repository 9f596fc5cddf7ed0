//! The filter as a process: exit status, input files, and answers line by line.
#![cfg(feature = "cli")]

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common::child::{Running, piped};
use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, bowling, run, run_in};

/// Far longer than any answer takes. Turns a hang into a failure.
const TIMEOUT: Duration = Duration::from_secs(120);

#[test]
fn the_exit_status_tells_whether_every_game_was_accepted() {
    assert_eq!(run(&[], "X 5/ 9-\n").status, 0);
    assert_eq!(run(&[], "").status, 0);
    assert_eq!(run(&[], "X 5/ 9- = 48\n").status, 0);
    assert_eq!(run(&[], "8 5\nX 5/ 9-\n").status, 1);
    assert_eq!(run(&[], "X 5/ 9- = 49\n").status, 1);
    assert_eq!(run(&["--no-such-option"], "").status, 2);
    assert_eq!(run(&["no-such-file"], "").status, 2);
    // The highest status is returned.
    assert_eq!(run(&["-", "no-such-file"], "8 5\n").status, 2);
}

#[test]
fn files_are_read_in_order_and_dash_is_standard_input() {
    let folder = ScratchDir::new();
    folder.write("a", "A: X 5/ 9-\n");
    folder.write("b", "B: 5 5 3");
    let output = bowling().current_dir(&folder).args(["b", "-", "a", "b"]).write_stdin("C: 3 4\n").output().unwrap();
    assert_eq!(
        Outcome::from(output),
        Outcome { status: 0, out: "B\t13\nC\t7\nA\t48\nB\t13\n".into(), err: String::new() }
    );
    assert_eq!(run_in(&folder, &["--", "a"]).out, "A\t48\n");
}

/// A running filter that is fed and read line by line.
struct Conversation {
    child: Running,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    fn start(args: &[&str]) -> Self {
        let mut child = Running::start(piped(args).stderr(Stdio::null()));
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next line of output, which must come while the input is open.
    fn receive(&mut self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("an answer before the next line is sent")
    }

    /// Closes the input and returns the exit status.
    fn end(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn each_line_is_answered_before_the_next_one_is_sent() {
    for format in ["totals", "csv", "json", "notation", "rolls", "sheet"] {
        let mut filter = Conversation::start(&["-t", format]);
        if format == "csv" {
            assert!(filter.receive().starts_with("file,line,name,"));
        }
        let expected = |game: u8| match format {
            "totals" => format!("N{game}\t48"),
            "csv" => format!("-,{game},N{game},20,39,48,,,,,,,,48,258,false,"),
            "json" => {
                format!("{{\"file\":\"-\",\"line\":{game},\"name\":\"N{game}\",\"rules\":\"tenpin\",\"total\":48,")
            }
            "notation" => "X 5/ 9-".into(),
            "rolls" => "10 5 5 9 0".into(),
            _ => format!("N{game}: X 5/ 9- = 20 39 48"),
        };
        for game in 1..=20 {
            filter.send(&format!("N{game}: X 5/ 9-\n"));
            let answer = filter.receive();
            assert!(answer.starts_with(&expected(game)), "{format}: {answer}");
        }
        // A bad game is answered, too. A line sent in two parts is answered once it is complete.
        filter.send("8 5\nN22: X 5");
        let answer = filter.receive();
        assert!(answer.contains(if format == "csv" { "13 pins" } else { "error" }), "{format}: {answer}");
        filter.send("/ 9-\n");
        let answer = filter.receive();
        assert!(answer.starts_with(&expected(22)), "{format}: {answer}");
        assert_eq!(filter.end(), 1);
    }
}

#[test]
fn boards_and_matches_are_answered_at_the_end_of_their_group() {
    let mut filter = Conversation::start(&["--board"]);
    for _ in 0..3 {
        filter.send("PJS: X 5/ 9-\nKYJ: 9-\n\n");
        while !filter.receive().starts_with("|  KYJ |  9|- |") {}
        assert!(filter.receive().starts_with("|      |  9   |"));
    }
    assert_eq!(filter.end(), 0);

    let mut filter = Conversation::start(&["--from", "log"]);
    for _ in 0..3 {
        filter.send("PJS 10\nKYJ 9\nPJS 5\nPJS 5\nKYJ 0\n\n");
        assert_eq!((filter.receive(), filter.receive()), ("PJS\t20".into(), "KYJ\t9".into()));
    }
    assert_eq!(filter.end(), 0);
}

#[test]
fn checks_are_answered_before_the_next_line_is_sent() {
    let mut filter = Conversation::start(&["--check"]);
    assert_eq!(filter.receive(), "TAP version 13");
    for game in 1..=5 {
        filter.send("X 5/ 9- = 48\n");
        assert_eq!(filter.receive(), format!("ok {game} - 48"));
    }
    assert_eq!(filter.end(), 0);
}
