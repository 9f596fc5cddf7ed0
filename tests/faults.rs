//! Faults outside the program: full disks, closed pipes, stalled readers, changing files, signals and little memory.
//! No test waits for a time. Each waits for output, or for the end of the process.
#![cfg(all(target_os = "linux", feature = "cli"))]

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;

use crate::common::child::{Running, feed, piped};
use crate::common::scratch::ScratchDir;
use crate::common::{BOWLING, FORMATS, Outcome, full_disk, run, run_bytes};

const GAME: &str = "10 5 5 9 0\n";
const SIGNALS: [(&str, i32); 3] = [("TERM", 15), ("INT", 2), ("HUP", 1)];
const DISK_FULL: &str = "bowling: write error: No space left on device\n";

fn start(args: &[&str]) -> Running {
    Running::start(&mut piped(args))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_full_disk_is_reported_for_every_format_and_number_of_threads() {
    let large = GAME.repeat(70_000);
    for format in FORMATS {
        for (threads, input) in [("-j1", GAME), ("-j1", &large), ("-j3", &large)] {
            let output = feed(piped(&[format, threads]).stdout(full_disk()), input.as_bytes());
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), DISK_FULL.into()), "{format} {threads}");
        }
    }
}

#[test]
fn a_full_disk_is_reported_for_every_other_kind_of_output() {
    let folder = ScratchDir::new();
    let large = folder.write("large.sheet", GAME.repeat(200_000));
    let season = folder.write("season.sheet", "X X X X X X X X X XXX\n");
    for args in [
        // A file instead of a pipe, the header of no rows, and the plan of no games.
        &["-j4", &large][..],
        &["--csv"],
        &["--check"],
        &["completions", "bash"],
        &["play", "PJS"],
        &["man"],
        &["stats", &season],
    ] {
        let output = feed(piped(args).stdout(full_disk()), b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), DISK_FULL.into()), "{args:?}");
    }
    for format in FORMATS.into_iter().filter(|&format| format != "--check") {
        let output = feed(piped(&["generate", format]).stdout(full_disk()), b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), DISK_FULL.into()), "{format}");
    }
    for args in [&["--help"], &["--version"]] {
        assert_eq!(feed(piped(args).stdout(full_disk()), b"").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_full_disk_is_no_error_if_nothing_is_written() {
    let output = feed(piped(&["--quiet"]).stdout(full_disk()), GAME.as_bytes());
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn lost_diagnostics_set_the_status_and_the_records_continue() {
    let output = feed(piped(&[]).stderr(full_disk()), b"8 5\n10 5 5 9 0\n");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), "error\n48\n".into()));
}

#[test]
fn a_lost_notice_sets_the_status() {
    let output = feed(piped(&["--csv", "--no-header", "--keep", "lane"]).stderr(full_disk()), GAME.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains(",48,"));
    for args in [&["stats"][..], &["stats", "--by=lane"]] {
        assert_eq!(feed(piped(args).stderr(full_disk()), GAME.as_bytes()).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn output_closed_at_any_byte_is_not_an_error() {
    for format in FORMATS {
        let first = run_bytes(&[format], b"10 5 5 9 0 = 48\n\n").stdout;
        // TAP ends with the plan. Before the end of input there is only the version and the first game.
        let len = match format {
            "--check" => memchr::memmem::find(&first, b"1..1\n").unwrap(),
            // A page starts with its summary, so that it is written when the input has ended.
            "--html" => 0,
            _ => first.len(),
        };
        let step = match len {
            0..=200 => 1,
            201..=1000 => 7,
            _ => 97,
        };
        for closed_at in (0..=len).step_by(step) {
            let mut child = start(&[format]);
            let mut stdin = child.stdin.take().unwrap();
            let mut stdout = child.stdout.take().unwrap();
            stdin.write_all(b"10 5 5 9 0 = 48\n\n").unwrap();
            let mut start = vec![0; closed_at];
            stdout.read_exact(&mut start).unwrap();
            assert_eq!(start, first[..closed_at], "{format}");
            drop(stdout);
            // The filter may have ended already, when it wrote the first record.
            let _ = stdin.write_all(b"10 5 5 9 0 = 48\n\n".repeat(10).as_slice());
            drop(stdin);
            let output = child.finish();
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{format} {closed_at}");
        }
    }
}

#[test]
fn output_closed_in_the_middle_of_a_large_file_is_not_an_error() {
    let folder = ScratchDir::new();
    let file = folder.write("large.sheet", GAME.repeat(200_000));
    for (format, threads) in [("totals", "-j1"), ("totals", "-j2"), ("totals", "-j7"), ("json", "-j1"), ("json", "-j4")]
    {
        for read in [1, 4096, 100_000] {
            let mut child = start(&["--to", format, threads, &file]);
            let mut stdout = child.stdout.take().unwrap();
            stdout.read_exact(&mut vec![0; read]).unwrap();
            drop(stdout);
            let output = child.finish();
            let seen = (output.status.code(), text(&output.stderr));
            assert_eq!(seen, (Some(0), String::new()), "{format} {threads} {read}");
        }
    }
}

#[test]
fn a_missing_file_sets_the_status_even_if_the_output_is_closed_later() {
    let folder = ScratchDir::new();
    let (missing, large) = (folder.path("missing.sheet"), folder.write("large.sheet", GAME.repeat(200_000)));
    for threads in ["-j1", "-j2", "-j7"] {
        let mut child = start(&[threads, &missing, &large]);
        let mut stdout = child.stdout.take().unwrap();
        // Enough output to be sure that the worker threads run.
        stdout.read_exact(&mut vec![0; 300_000]).unwrap();
        drop(stdout);
        assert_eq!(child.finish().status.code(), Some(2), "{threads}");
    }
}

#[test]
fn a_signal_ends_a_stalled_filter() {
    let folder = ScratchDir::new();
    let file = folder.write("large.sheet", GAME.repeat(200_000));
    for (signal, number) in SIGNALS {
        for threads in ["-j1", "-j3"] {
            let mut child = start(&["--json", threads, &file]);
            let mut stdout = child.stdout.take().unwrap();
            // After some records the filter fills the pipe, and stalls.
            stdout.read_exact(&mut [0; 1000]).unwrap();
            child.signal(signal);
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{signal} {threads}");
        }
    }
}

#[test]
fn a_signal_ignored_at_the_start_stays_ignored() {
    let folder = ScratchDir::new();
    let records = folder.join("records");
    let mut child = Running::start(
        Command::new("sh")
            .args(["-c", "trap '' HUP; exec \"$0\"", BOWLING])
            .stdin(Stdio::piped())
            .stdout(File::create(&records).unwrap()),
    );
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: when this returns, the filter is reading.
    stdin.write_all(GAME.repeat(20_000).as_bytes()).unwrap();
    child.signal("HUP");
    stdin.write_all(GAME.as_bytes()).unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(&records).unwrap().lines().count(), 20_001);
}

#[test]
fn a_signal_before_the_first_game_ends_the_filter() {
    for (signal, number) in SIGNALS {
        let mut child = start(&["--csv"]);
        // The header shows that the filter has started.
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 4]).unwrap();
        child.signal(signal);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
    }
}

#[test]
fn a_file_truncated_during_reading_ends_there() {
    let folder = ScratchDir::new();
    for threads in ["-j1", "-j3"] {
        let file = folder.write("large.sheet", GAME.repeat(2_000_000));
        let mut child = start(&[threads, &file]);
        let mut stdout = child.stdout.take().unwrap();
        let mut records = vec![0; 3];
        // The filter cannot have finished, because its output does not fit into the pipe.
        stdout.read_exact(&mut records).unwrap();
        OpenOptions::new().write(true).open(&file).unwrap().set_len(1000).unwrap();
        stdout.read_to_end(&mut records).unwrap();
        let output = child.finish();
        let records = text(&records);
        let lines: Vec<&str> = records.lines().collect();
        // The last line may hold only the start of a game.
        assert!(lines[..lines.len() - 1].iter().all(|&line| line == "48"), "{threads}");
        assert!(lines.len() > 1000 && lines.len() < 2_000_000, "{}", lines.len());
        assert!(matches!(output.status.code(), Some(0 | 1)) && records.ends_with('\n'));
    }
}

#[test]
fn a_file_removed_during_reading_is_read_to_its_end() {
    let folder = ScratchDir::new();
    let file = folder.write("large.sheet", GAME.repeat(200_000));
    let mut child = start(&[&file]);
    let mut stdout = child.stdout.take().unwrap();
    let mut records = vec![0; 3];
    stdout.read_exact(&mut records).unwrap();
    fs::remove_file(&file).unwrap();
    stdout.read_to_end(&mut records).unwrap();
    assert_eq!(child.finish().status.code(), Some(0));
    assert!(text(&records) == "48\n".repeat(200_000));
}

#[test]
fn unreadable_files_are_reported_and_the_other_files_are_scored() {
    let folder = ScratchDir::new();
    let good = folder.write("good.sheet", GAME);
    let (missing, directory, symlink) = (folder.path("missing.sheet"), folder.path("directory"), folder.path("loop"));
    fs::create_dir(&directory).unwrap();
    std::os::unix::fs::symlink(&symlink, &symlink).unwrap();
    for (bad, reason) in [
        (&missing, "No such file or directory"),
        (&directory, "Is a directory"),
        (&symlink, "Too many levels of symbolic links"),
    ] {
        let expected = Outcome { status: 2, out: "48\n48\n".into(), err: format!("bowling: {bad}: {reason}\n") };
        assert_eq!(run(&[&good, bad, &good], ""), expected);
    }
    let output = Running::start(piped(&[]).stdin(File::open(&directory).unwrap())).finish();
    assert_eq!(output.status.code(), Some(2), "a directory as standard input");
}

#[test]
fn a_file_without_read_permission_is_reported_except_to_root() {
    let folder = ScratchDir::new();
    let file = folder.write("secret.sheet", GAME);
    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
    let expected = if File::open(&file).is_ok() {
        Outcome { status: 0, out: "48\n".into(), err: String::new() }
    } else {
        Outcome { status: 2, out: String::new(), err: format!("bowling: {file}: Permission denied\n") }
    };
    assert_eq!(run(&[&file], ""), expected);
}

#[test]
fn games_from_a_fifo_are_scored_line_by_line() {
    let folder = ScratchDir::new();
    let fifo = folder.path("lane");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut child = start(&[&fifo]);
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

/// Runs the filter with at most 256 MiB of address space. `feed` writes its standard input.
fn run_in_256_mib(args: &str, feed: impl FnOnce(&mut dyn Write) + Send) -> Outcome {
    let shell = format!("ulimit -v 262144 && exec \"$0\" {args}");
    let mut command = Command::new("sh");
    command.args(["-c", &shell, BOWLING]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(&mut command);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || feed(&mut stdin));
        child.finish().into()
    })
}

#[test]
fn a_very_long_line_is_one_error_and_takes_little_memory() {
    // A game after many blanks, a comment, and bytes that are not text.
    for byte in [b'1', b' ', b'#', 0, 0xFF] {
        let Outcome { status, out, err } = run_in_256_mib("-j2", |stdin| {
            let block = vec![byte; 1 << 20];
            (0..64).for_each(|_| stdin.write_all(&block).unwrap());
            stdin.write_all(b"X\n5 5 3\n").unwrap();
        });
        let error = if byte == b'#' { "" } else { "-:1:1: the line is longer than 65536 bytes\n" };
        let records = if byte == b'#' { "13\n" } else { "error\n13\n" };
        assert_eq!((out.as_str(), err.as_str()), (records, error), "{byte}");
        assert_eq!(status, i32::from(byte != b'#'));
    }
}

#[test]
fn the_board_of_a_very_large_group_takes_little_memory() {
    let Outcome { status, out, err } = run_in_256_mib("--board -j1", |stdin| {
        let games = "홍길동: X X X X X X X X X X X X\n".repeat(4096);
        (0..8).for_each(|_| stdin.write_all(games.as_bytes()).unwrap());
    });
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.lines().filter(|line| line.starts_with("| NAME")).count(), 8 * 4096 / 64);
}

#[test]
fn every_bad_game_has_a_record_and_a_diagnostic() {
    let Outcome { status, out, err } = run(&["-j3"], "8 5\nX X q\n\n".repeat(50_000));
    assert_eq!(status, 1);
    assert!(out == "error\n".repeat(100_000));
    assert_eq!(err.lines().count(), 100_000);
    assert!(err.ends_with("-:149999:5: frame 3: 'q' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G\n"));
}

#[test]
fn peak_memory_stays_below_16_mib() {
    const LIMIT: usize = 16 << 20;
    let long_name = format!("{}: 8 5\n", "N".repeat(190));
    let good = "10 10 10 10 10 10 10 10 10 10 10 10\n";
    for (format, game, games) in
        [("--to=totals", long_name.as_str(), 100_000), ("--json", "8 5\n", 100_000), ("--json", good, 25_000)]
    {
        for threads in ["-j1", "-j2", "-j1000"] {
            let mut child = Running::start(piped(&[format, threads]).stderr(Stdio::null()));
            let mut stdin = child.stdin.take().unwrap();
            let input = game.repeat(games);
            let feeder = thread::spawn(move || {
                stdin.write_all(input.as_bytes()).unwrap();
                stdin
            });
            // Every game is answered while the input is open, so the process still runs and can be inspected.
            let mut stdout = child.stdout.take().unwrap();
            let (mut lines, mut bytes, mut buffer) = (0, 0, vec![0; 1 << 16]);
            while lines < games {
                let read = stdout.read(&mut buffer).unwrap();
                assert_ne!(read, 0, "{format} {threads}: only {lines} records");
                lines += memchr::memchr_iter(b'\n', &buffer[..read]).count();
                bytes += read;
            }
            assert!(bytes > LIMIT, "{bytes} bytes of output fit below the limit");
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
            let peak: usize = peak.unwrap().trim().parse().unwrap();
            assert!(peak * 1024 < LIMIT, "{format} {threads}: {peak} KiB");
            drop(feeder.join().unwrap());
            child.wait().unwrap();
        }
    }
}

#[test]
fn a_live_game_ended_by_a_signal_keeps_its_journal() {
    let folder = ScratchDir::new();
    let journal = folder.path("lane.log");
    for (signal, number) in SIGNALS {
        let _ = fs::remove_file(&journal);
        let mut child = start(&["play", "--lang", "en", "PJS", "KYJ", "--journal", &journal]);
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        stdin.write_all(b"10\n8\n").unwrap();
        // When KYJ is asked for the second time, both rolls are in the journal.
        let mut transcript = Vec::new();
        while text(&transcript).matches("KYJ's turn : ").count() < 2 {
            let mut byte = [0];
            stdout.read_exact(&mut byte).unwrap();
            transcript.push(byte[0]);
        }
        child.signal(signal);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        let kept = fs::read_to_string(&journal).unwrap();
        assert!(kept.ends_with("PJS X\nKYJ 8\n"), "{kept}");
        assert_eq!(run(&[&journal], "").out, "PJS\t0\nKYJ\t0\n");
    }
}
