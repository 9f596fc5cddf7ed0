//! How the filter behaves among other programs: status, files, pipes, help.

mod common;

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{Ran, bowling, folder, good, ran, run};

/// Far longer than any answer takes, so that a hang fails and does not last.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn the_status_says_whether_every_game_was_good() {
    assert_eq!(run(&[], "X 5/ 9-\n").status, 0);
    assert_eq!(run(&[], "").status, 0);
    assert_eq!(run(&[], "X 5/ 9- = 48\n").status, 0);
    assert_eq!(run(&[], "8 5\nX 5/ 9-\n").status, 1);
    assert_eq!(run(&[], "X 5/ 9- = 49\n").status, 1);
    assert_eq!(run(&["--no-such-option"], "").status, 2);
    assert_eq!(run(&["no-such-file"], "").status, 2);
    // The worst that happened counts.
    assert_eq!(run(&["-", "no-such-file"], "8 5\n").status, 2);
}

#[test]
fn files_are_read_in_their_order_and_dash_is_standard_input() {
    let folder = folder("files");
    fs::write(folder.join("a"), "A: X 5/ 9-\n").unwrap();
    fs::write(folder.join("b"), "B: 5 5 3").unwrap();
    let output = bowling().current_dir(&folder).args(["b", "-", "a", "b"]).write_stdin("C: 3 4\n").output().unwrap();
    assert_eq!(ran(&output), Ran { status: 0, out: "B\t13\nC\t7\nA\t48\nB\t13\n".into(), err: String::new() });
    let output = bowling().current_dir(&folder).args(["--", "a"]).output().unwrap();
    assert_eq!(ran(&output).out, "A\t48\n");
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_done() {
    let folder = folder("unreadable");
    fs::write(folder.join("a"), "A: X 5/ 9-\n").unwrap();
    fs::create_dir(folder.join("d")).unwrap();
    let output = bowling().current_dir(&folder).args(["missing", "a", "d", "a"]).output().unwrap();
    let Ran { status, out, err } = ran(&output);
    assert_eq!((status, out.as_str()), (2, "A\t48\nA\t48\n"));
    assert_eq!(err, "bowling: missing: No such file or directory\nbowling: d: Is a directory\n");
}

/// Runs the filter with its output going to a device that is always full.
#[cfg(target_os = "linux")]
fn on_a_full_disk(args: &[&str], input: &[u8]) -> Ran {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let file = folder(&format!("full{}", args.concat())).join("input");
    fs::write(&file, input).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_bowling"))
        .args(args)
        .stdin(File::open(&file).unwrap())
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    ran(&output)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_never_swallowed() {
    let large = b"X 5/ 9-\n".repeat(200_000);
    let message = "bowling: write error: No space left on device\n";
    for (args, input) in [
        (&[][..], &b"X 5/ 9-\n"[..]),
        (&["--csv"], b""),
        (&["--json"], b"X\n"),
        (&["--board"], b"X\n"),
        (&["--check"], b""),
        (&["-j4"], &large),
        (&["-j1"], &large),
        (&["completions", "bash"], b""),
    ] {
        let Ran { status, err, .. } = on_a_full_disk(args, input);
        assert_eq!((status, err.as_str()), (2, message), "{args:?}");
    }
    // Nothing to write, nothing to fail.
    assert_eq!(on_a_full_disk(&["-q"], b"X\n").status, 0);
}

#[test]
fn a_closed_pipe_ends_the_filter_quietly() {
    let file = folder("closed").join("many.sheet");
    fs::write(&file, "X 7/ 9- X -8 8/ -6 X X X81\n".repeat(60_000)).unwrap();
    for format in ["totals", "json"] {
        for threads in ["-j1", "-j4"] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_bowling"))
                .args(["-t", format, threads])
                .arg(&file)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut reader = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            assert!(line.contains("167"), "{line}");
            drop(reader);
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            let status = child.wait().unwrap();
            assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{format} {threads}");
        }
    }
}

/// A filter that is talked to line by line.
struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bowling"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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

    fn say(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next line, or a failure where none comes while the input is open.
    fn hear(&mut self) -> String {
        let heard = self.lines.recv_timeout(PATIENCE);
        if heard.is_err() {
            let _ = self.child.kill();
        }
        heard.expect("an answer before the next line is sent")
    }

    fn end(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn each_line_is_answered_before_the_next_one_is_sent() {
    for format in ["totals", "csv", "json", "notation", "rolls", "sheet"] {
        let mut talk = Conversation::start(&["-t", format]);
        if format == "csv" {
            assert!(talk.hear().starts_with("file,line,name,"));
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
            talk.say(&format!("N{game}: X 5/ 9-\n"));
            let answer = talk.hear();
            assert!(answer.starts_with(&expected(game)), "{format}: {answer}");
        }
        // A bad game is answered, too, and a line that comes in pieces once it is whole.
        talk.say("8 5\nN22: X 5");
        let answer = talk.hear();
        assert!(answer.contains(if format == "csv" { "13 pins" } else { "error" }), "{format}: {answer}");
        talk.say("/ 9-\n");
        let answer = talk.hear();
        assert!(answer.starts_with(&expected(22)), "{format}: {answer}");
        assert_eq!(talk.end(), 1);
    }
}

#[test]
fn a_board_and_a_match_are_answered_at_the_end_of_their_group() {
    let mut talk = Conversation::start(&["--board"]);
    for _ in 0..3 {
        talk.say("PJS: X 5/ 9-\nKYJ: 9-\n\n");
        while !talk.hear().starts_with("|  KYJ |  9|- |") {}
        assert!(talk.hear().starts_with("|      |  9   |"));
    }
    assert_eq!(talk.end(), 0);

    let mut talk = Conversation::start(&["--from", "log"]);
    for _ in 0..3 {
        talk.say("PJS 10\nKYJ 9\nPJS 5\nPJS 5\nKYJ 0\n\n");
        assert_eq!((talk.hear(), talk.hear()), ("PJS\t20".into(), "KYJ\t9".into()));
    }
    assert_eq!(talk.end(), 0);
}

#[test]
fn checks_are_answered_line_by_line() {
    let mut talk = Conversation::start(&["--check"]);
    assert_eq!(talk.hear(), "TAP version 13");
    for game in 1..=5 {
        talk.say("X 5/ 9- = 48\n");
        assert_eq!(talk.hear(), format!("ok {game} - 48"));
    }
    assert_eq!(talk.end(), 0);
}

#[test]
fn threads_change_nothing_but_the_speed() {
    let mut lines = Vec::new();
    for game in 0..60_000 {
        let (first, second) = (game % 11, game % 7);
        lines.push(format!("P{game}: {first} {second}"));
        if game % 97 == 0 {
            lines.extend([String::new(), "# rules: world".into()]);
        }
        if game % 193 == 0 {
            lines.push("# rules: tenpin".into());
        }
    }
    let sheet = common::sheet(&lines);
    for format in ["totals", "csv", "board"] {
        let one = run(&["-j1", "-t", format], &sheet);
        let many = run(&["-j4", "-t", format], &sheet);
        assert_eq!(one.status, 1);
        assert!(one == many, "{format}");
    }
}

#[test]
fn help_is_short_or_long_and_names_every_option() {
    let (short, long) = (good(&["-h"], ""), good(&["--help"], ""));
    for option in [
        "--from",
        "--rules",
        "--to",
        "--board",
        "--csv",
        "--json",
        "--check",
        "--complete",
        "--no-header",
        "--quiet",
        "--color",
        "--threads",
        "--help",
        "--version",
    ] {
        assert!(short.contains(option) && long.contains(option), "{option}");
    }
    assert!(short.lines().count() < long.lines().count());
    assert!(long.contains("Examples:") && long.contains("Exit status:"), "{long}");
    assert!(good(&["play", "--help"], "").contains("--journal"));
    let version = format!("bowling {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((good(&["-V"], ""), good(&["--version"], "")), (version.clone(), version));
}

#[test]
fn a_mistyped_option_gets_a_suggestion() {
    for (args, tip) in [
        (&["--jsn"][..], "--json"),
        (&["--cheque"], "--check"),
        (&["--complet"], "--complete"),
        (&["--rules", "tenpins"], "tenpin"),
        (&["--to", "boards"], "board"),
        (&["--from", "roll"], "rolls"),
    ] {
        let Ran { status, out, err } = run(args, "");
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("tip:") && err.contains(&format!("'{tip}'")), "{args:?}: {err}");
    }
}

#[test]
fn two_formats_at_once_are_a_usage_error() {
    for args in [&["--csv", "--json"][..], &["--check", "--board"], &["--to", "csv", "--json"]] {
        let Ran { status, out, err } = run(args, "X\n");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("cannot be used with"), "{err}");
    }
    for threads in ["0", "x", "-1"] {
        assert_eq!(run(&["--threads", threads], "X\n").status, 2, "{threads}");
    }
}

#[test]
fn completions_are_there_for_each_shell() {
    for (shell, sign) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef bowling"),
        ("fish", "complete -c bowling"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = good(&["completions", shell], "");
        assert!(script.contains(sign) && script.contains("complete") && script.contains("rules"), "{shell}");
    }
    let Ran { status, err, .. } = run(&["completions", "cmd"], "");
    assert_eq!(status, 2);
    assert!(err.contains("bash") && err.contains("fish"), "{err}");
}
