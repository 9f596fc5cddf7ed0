//! What the tests share: the real binary, and a second scorer to hold it against.
// Every test file is a program of its own and uses a part of this.
#![allow(dead_code)]

pub mod plain;
pub mod play;

use std::time::Duration;

/// The binary under test. Nothing it does in a test takes minutes: the limit turns a hang into a failure.
pub fn bowling() -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bowling"));
    command.timeout(Duration::from_secs(240)).env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8");
    command
}

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs the filter over an input.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    ran(&bowling().args(args).write_stdin(input.as_ref()).output().unwrap())
}

pub fn ran(output: &std::process::Output) -> Ran {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Ran { status: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Every output that the filter has.
pub const FORMATS: [&str; 9] = [
    "--to=totals",
    "--board",
    "--csv",
    "--json",
    "--to=notation",
    "--to=rolls",
    "--to=sheet",
    "--to=explain",
    "--check",
];

/// Runs the filter over bytes of any size, and gives what came of it as it is.
pub fn fed<A: AsRef<std::ffi::OsStr>>(args: &[A], input: &[u8]) -> std::process::Output {
    bowling().args(args).write_stdin(input).output().unwrap()
}

/// The records of games that must all be good.
pub fn good(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let Ran { status, out, err } = run(args, input);
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    out
}

/// The diagnostics of games that must all be refused.
pub fn refused(args: &[&str], input: impl AsRef<[u8]>) -> Vec<String> {
    let Ran { status, out, err } = run(args, input);
    assert_eq!(status, 1, "{args:?}: {out}{err}");
    assert!(out.lines().all(|line| line == "error"), "{args:?}: {out}");
    assert_eq!(out.lines().count(), err.lines().count(), "{err}");
    err.lines().map(Into::into).collect()
}

/// Lines as a sheet.
pub fn sheet<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> String {
    let mut sheet = String::new();
    for line in lines {
        sheet += line.as_ref();
        sheet.push('\n');
    }
    sheet
}

/// Holds each line against the total it must give, all in one process.
pub fn assert_totals<S: AsRef<str>>(args: &[&str], games: &[(S, u16)]) {
    let out = good(args, sheet(games.iter().map(|(game, _)| game)));
    let totals: Vec<&str> = out.lines().collect();
    assert_eq!(totals.len(), games.len());
    for (said, (game, total)) in totals.iter().zip(games) {
        assert_eq!(*said, total.to_string(), "{args:?} {}", game.as_ref());
    }
}

/// A directory for the files of one test, empty at its start.
pub fn folder(of: &str) -> std::path::PathBuf {
    // Test files run side by side, too.
    let path =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(concat!(env!("CARGO_CRATE_NAME"), "-tests")).join(of);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A file of the repository.
pub fn in_repository(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
