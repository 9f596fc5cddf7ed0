//! Faults of the world around the filter: full disks, closed pipes, readers that stop, files that change,
//! signals, long lines in little memory. Nothing here waits by the clock: what was read or written says when.
#![cfg(all(target_os = "linux", feature = "cli"))]

mod common;

use common::FORMATS;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{BufRead as _, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;

const GAME: &str = "10 5 5 9 0\n";
const SIGNALS: [(&str, i32); 3] = [("TERM", 15), ("INT", 2), ("HUP", 1)];

fn bowling(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bowling"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A place of its own for the files of a test.
fn place(name: &str) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    place
}

/// Runs it with all of its input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = bowling(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // A filter that has ended reads no further.
    let _ = feeder.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn send(signal: &str, child: &Child) {
    let kill = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_full_disk_is_reported_whatever_the_format_and_the_number_of_threads() {
    let large = GAME.repeat(70_000);
    for format in FORMATS {
        for (threads, input) in [("-j1", GAME), ("-j1", &large), ("-j3", &large)] {
            let mut child = bowling(&[format, threads]).stdout(full()).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            // It may end before it has read all.
            let _ = stdin.write_all(input.as_bytes());
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{format} {threads}");
            assert_eq!(text(&output.stderr), "bowling: write error: No space left on device\n", "{format} {threads}");
        }
    }
    for args in [&["completions", "bash"][..], &["--help"], &["--version"]] {
        assert_eq!(bowling(args).stdout(full()).output().unwrap().status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn diagnostics_lost_on_a_full_disk_show_in_the_status_and_records_go_on() {
    let mut child = bowling(&[]).stderr(full()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"8 5\n10 5 5 9 0\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), "error\n48\n".into()));
}

#[test]
fn a_disk_that_is_full_matters_only_to_who_writes() {
    let mut child = bowling(&["--quiet"]).stdout(full()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(GAME.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn output_closed_at_any_byte_ends_the_filter_quietly() {
    for format in FORMATS {
        let first = run(&[format], b"10 5 5 9 0 = 48\n\n").stdout;
        // TAP has its plan at the end: before it comes only the version and the first game.
        let len = if format == "--check" { first.len() - 5 } else { first.len() };
        let step = if len > 200 { 7 } else { 1 };
        for closed_at in (0..=len).step_by(step) {
            let mut child = bowling(&[format]).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let mut stdout = child.stdout.take().unwrap();
            stdin.write_all(b"10 5 5 9 0 = 48\n\n").unwrap();
            let mut start = vec![0; closed_at];
            stdout.read_exact(&mut start).unwrap();
            assert_eq!(start, first[..closed_at], "{format}");
            drop(stdout);
            // It may have ended already, at the record that nobody read.
            let _ = stdin.write_all(b"10 5 5 9 0 = 48\n\n".repeat(10).as_slice());
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{format} {closed_at}");
        }
    }
}

#[test]
fn output_closed_in_the_middle_of_a_large_file_ends_every_thread() {
    let file = place("closed").join("large.sheet");
    fs::write(&file, GAME.repeat(200_000)).unwrap();
    for threads in ["-j1", "-j2", "-j7"] {
        for read in [1, 4096, 100_000] {
            let mut child = bowling(&[threads, file.to_str().unwrap()]).spawn().unwrap();
            let mut stdout = child.stdout.take().unwrap();
            stdout.read_exact(&mut vec![0; read]).unwrap();
            drop(stdout);
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{threads} {read}");
        }
    }
}

#[test]
fn a_missing_file_before_a_closed_output_still_counts() {
    let folder = place("closed-after-trouble");
    let (missing, large) = (folder.join("missing.sheet"), folder.join("large.sheet"));
    fs::write(&large, GAME.repeat(200_000)).unwrap();
    for threads in ["-j1", "-j2", "-j7"] {
        let args = [threads, missing.to_str().unwrap(), large.to_str().unwrap()];
        let mut child = bowling(&args).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        // So much that threads have been started.
        stdout.read_exact(&mut vec![0; 300_000]).unwrap();
        drop(stdout);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2), "{threads}");
    }
}

#[test]
fn a_pipe_that_nobody_reads_is_waited_for_and_a_signal_leaves_whole_records() {
    let file = place("stalled").join("large.sheet");
    fs::write(&file, GAME.repeat(200_000)).unwrap();
    for format in ["--to=totals", "--csv", "--json", "--to=sheet"] {
        for (signal, number) in SIGNALS {
            for threads in ["-j1", "-j3"] {
                let mut child = bowling(&[format, threads, file.to_str().unwrap()]).spawn().unwrap();
                let mut stdout = child.stdout.take().unwrap();
                let mut records = vec![0; 1];
                // The first byte says that it writes; the pipe is full soon, and stays so.
                stdout.read_exact(&mut records).unwrap();
                send(signal, &child);
                stdout.read_to_end(&mut records).unwrap();
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.signal(), Some(number), "{format} {threads}");
                assert_eq!(records.last(), Some(&b'\n'), "{format} {signal} {threads}: a record is cut");
                let records = text(&records);
                let mut games = records.lines().skip(usize::from(format == "--csv"));
                let whole = |line: &str| match format {
                    "--to=totals" => line == "48",
                    "--csv" => line.ends_with(",,,,,,,48,258,false,"),
                    "--json" => serde_json::from_str::<serde_json::Value>(line).is_ok(),
                    _ => line == "X 5/ 9- = 20 39 48",
                };
                assert!(games.all(whole), "{format} {signal} {threads}");
            }
        }
    }
}

#[test]
fn a_signal_in_the_middle_leaves_whole_records_in_a_file() {
    let place = place("signal");
    for (signal, number) in SIGNALS {
        for threads in ["-j1", "-j3"] {
            let records = place.join(format!("{signal}{threads}"));
            let mut child = bowling(&[threads, "--json"]).stdout(File::create(&records).unwrap()).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            // More than a pipe holds, and enough for threads: it has scored most of it, and waits for more.
            let line = format!("10 5 5 9 0 #{}\n", "-".repeat(200));
            stdin.write_all(line.repeat(4000).as_bytes()).unwrap();
            send(signal, &child);
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{threads}");
            let records = fs::read_to_string(&records).unwrap();
            assert!(records.ends_with("}\n"), "{signal} {threads}: {:?}", &records[records.len().saturating_sub(80)..]);
            for (at, line) in records.lines().enumerate() {
                assert!(line.starts_with(&format!("{{\"file\":\"-\",\"line\":{},", at + 1)), "{line}");
                assert!(line.ends_with('}'), "{line}");
            }
        }
    }
}

#[test]
fn a_signal_that_is_ignored_from_outside_stays_ignored() {
    let records = place("nohup").join("records");
    let shell = "trap '' HUP; exec \"$0\"";
    let mut child = Command::new("sh")
        .args(["-c", shell, env!("CARGO_BIN_EXE_bowling")])
        .stdin(Stdio::piped())
        .stdout(File::create(&records).unwrap())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: the filter is there and reads.
    stdin.write_all(GAME.repeat(20_000).as_bytes()).unwrap();
    send("HUP", &child);
    stdin.write_all(GAME.as_bytes()).unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(&records).unwrap().lines().count(), 20_001);
}

#[test]
fn a_signal_before_the_first_game_ends_it_at_once() {
    for (signal, number) in SIGNALS {
        let mut child = bowling(&["--csv"]).spawn().unwrap();
        // The header says that it has begun.
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 4]).unwrap();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
    }
}

#[test]
fn a_file_that_is_cut_short_while_it_is_read_ends_there() {
    let file = place("cut").join("large.sheet");
    for threads in ["-j1", "-j3"] {
        fs::write(&file, GAME.repeat(2_000_000)).unwrap();
        let mut child = bowling(&[threads, file.to_str().unwrap()]).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut records = vec![0; 3];
        // It cannot be through: nobody has read what it writes, and a pipe holds little.
        stdout.read_exact(&mut records).unwrap();
        OpenOptions::new().write(true).open(&file).unwrap().set_len(1000).unwrap();
        stdout.read_to_end(&mut records).unwrap();
        let output = child.wait_with_output().unwrap();
        let records = text(&records);
        let lines: Vec<&str> = records.lines().collect();
        // The line at which it was cut may hold the start of a game.
        assert!(lines[..lines.len() - 1].iter().all(|&line| line == "48"), "{threads}");
        assert!(lines.len() > 1000 && lines.len() < 2_000_000, "{}", lines.len());
        assert!(matches!(output.status.code(), Some(0 | 1)) && records.ends_with('\n'));
    }
}

#[test]
fn a_file_that_vanishes_while_it_is_read_is_read_to_its_end() {
    let file = place("vanishes").join("large.sheet");
    fs::write(&file, GAME.repeat(200_000)).unwrap();
    let mut child = bowling(&[file.to_str().unwrap()]).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut records = vec![0; 3];
    stdout.read_exact(&mut records).unwrap();
    fs::remove_file(&file).unwrap();
    stdout.read_to_end(&mut records).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert!(text(&records) == "48\n".repeat(200_000));
}

#[test]
fn what_cannot_be_read_is_said_and_the_other_files_go_on() {
    let place = place("unreadable");
    let good = place.join("good.sheet");
    fs::write(&good, GAME).unwrap();
    let (gone, folder) = (place.join("gone.sheet"), place.join("folder"));
    fs::create_dir(&folder).unwrap();
    let loop_ = place.join("loop");
    std::os::unix::fs::symlink(&loop_, &loop_).unwrap();
    for (bad, reason) in [
        (&gone, "No such file or directory"),
        (&folder, "Is a directory"),
        (&loop_, "Too many levels of symbolic links"),
    ] {
        let (bad, good) = (bad.to_str().unwrap(), good.to_str().unwrap());
        let output = run(&[good, bad, good], b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), "48\n48\n".into()), "{bad}");
        assert_eq!(text(&output.stderr), format!("bowling: {bad}: {reason}\n"));
    }
    let mut child = bowling(&[]).stdin(File::open(&folder).unwrap()).spawn().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "a directory as standard input");
}

#[test]
fn a_file_without_permission_is_trouble_to_all_but_root() {
    let file = place("permission").join("secret.sheet");
    fs::write(&file, GAME).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
    let name = file.to_str().unwrap();
    let output = run(&[name], b"");
    let seen = (output.status.code(), text(&output.stdout), text(&output.stderr));
    if File::open(&file).is_ok() {
        assert_eq!(seen, (Some(0), "48\n".into(), String::new()));
    } else {
        assert_eq!(seen, (Some(2), String::new(), format!("bowling: {name}: Permission denied\n")));
    }
}

#[test]
fn a_fifo_is_answered_line_by_line() {
    let fifo = place("fifo").join("lane");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut child = bowling(&[fifo.to_str().unwrap()]).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut lane = OpenOptions::new().write(true).open(&fifo).unwrap();
    for (line, answer) in [("5\n", "0\n"), ("5 5\n", "0\n"), ("8 5\n", "error\n"), (GAME, "48\n")] {
        lane.write_all(line.as_bytes()).unwrap();
        let mut seen = vec![0; answer.len()];
        stdout.read_exact(&mut seen).unwrap();
        assert_eq!(text(&seen), answer);
    }
    drop(lane);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Feeds a shell that has set its limits before it became the filter.
fn limited(kilobytes: u32, args: &str, feed: impl FnOnce(&mut dyn Write) + Send + 'static) -> (ExitStatus, Output) {
    let shell = format!("ulimit -v {kilobytes} && exec \"$0\" {args}");
    let mut child = Command::new("sh")
        .args(["-c", &shell, env!("CARGO_BIN_EXE_bowling")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || feed(&mut stdin));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    (output.status, output)
}

#[test]
fn a_line_far_longer_than_memory_is_one_error() {
    // Blanks hide a game at their end, a comment hides none, and some bytes are no text.
    for byte in [b'1', b' ', b'#', 0, 0xFF] {
        let (status, output) = limited(256 * 1024, "-j2", move |stdin| {
            let block = vec![byte; 1 << 20];
            (0..64).for_each(|_| stdin.write_all(&block).unwrap());
            stdin.write_all(b"X\n5 5 3\n").unwrap();
        });
        let error = if byte == b'#' { "" } else { "-:1:1: the line is longer than 65536 bytes\n" };
        let records = if byte == b'#' { "13\n" } else { "error\n13\n" };
        assert_eq!((text(&output.stdout), text(&output.stderr)), (records.into(), error.into()), "{byte}");
        assert_eq!(status.code(), Some(i32::from(byte != b'#')));
    }
}

#[test]
fn a_group_without_end_is_boarded_in_bounded_memory() {
    let (status, output) = limited(256 * 1024, "--board -j1", |stdin| {
        let games = "홍길동: X X X X X X X X X X X X\n".repeat(4096);
        (0..8).for_each(|_| stdin.write_all(games.as_bytes()).unwrap());
    });
    assert!(status.success(), "{}", text(&output.stderr));
    let board = text(&output.stdout);
    assert_eq!(board.lines().filter(|line| line.starts_with("| NAME")).count(), 8 * 4096 / 64);
}

#[test]
fn very_many_bad_games_are_as_many_records_and_diagnostics() {
    let output = run(&["-j3"], "8 5\nX X q\n\n".repeat(50_000).as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout) == "error\n".repeat(100_000));
    let diagnostics = text(&output.stderr);
    assert_eq!(diagnostics.lines().count(), 100_000);
    assert!(diagnostics.ends_with(
        "-:149999:5: frame 3: 'q' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)\n"
    ));
}

#[test]
fn memory_stays_small_whatever_the_games_and_the_number_of_threads() {
    let good = "10 10 10 10 10 10 10 10 10 10 10 10\n";
    for (format, game, games) in
        [("--to=totals", "8 5\n", 300_000), ("--json", "8 5\n", 200_000), ("--json", good, 30_000)]
    {
        for threads in ["-j1", "-j2", "-j1000"] {
            let mut child = bowling(&[format, threads]).stderr(Stdio::null()).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let feeder = thread::spawn(move || {
                stdin.write_all(game.repeat(games).as_bytes()).unwrap();
                stdin
            });
            // Every game is answered while the input is still open, so that the process is there to be asked.
            let records = BufReader::new(child.stdout.take().unwrap());
            assert_eq!(records.lines().take(games).map(Result::unwrap).count(), games);
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
            let peak: usize = peak.unwrap().trim().parse().unwrap();
            assert!(peak < 16 * 1024, "{format} {threads}: {peak} KiB");
            drop(feeder.join().unwrap());
            child.wait().unwrap();
        }
    }
}

#[test]
fn a_log_of_very_many_players_stays_bounded_and_says_so() {
    let rolls: Vec<String> = (0..30_000).map(|player| format!("P{player}x 5\n")).collect();
    let rolls = rolls.concat();
    let output = run(&[], rolls.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), 10_000);
    assert_eq!(text(&output.stderr).lines().count(), 20_000);
}

#[test]
fn a_live_game_whose_terminal_is_gone_ends_and_keeps_its_journal() {
    let journal = place("hangup").join("lane.log");
    for (signal, number) in SIGNALS {
        let _ = fs::remove_file(&journal);
        let mut child =
            bowling(&["play", "--lang", "en", "PJS", "KYJ", "--journal", journal.to_str().unwrap()]).spawn().unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        stdin.write_all(b"10\n8\n").unwrap();
        // The second question to KYJ says that both rolls are kept.
        let mut transcript = Vec::new();
        while text(&transcript).matches("KYJ's turn : ").count() < 2 {
            let mut byte = [0];
            stdout.read_exact(&mut byte).unwrap();
            transcript.push(byte[0]);
        }
        send(signal, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        let kept = fs::read_to_string(&journal).unwrap();
        assert!(kept.ends_with("PJS X\nKYJ 8\n"), "{kept}");
        assert_eq!(text(&run(&[journal.to_str().unwrap()], b"").stdout), "PJS\t0\nKYJ\t0\n");
    }
}
