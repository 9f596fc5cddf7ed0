//! Runs of the real program to their end, and what they need.

use std::ffi::{OsStr, OsString};
#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

/// The program under test.
pub const BOWLING: &str = env!("CARGO_BIN_EXE_bowling");

/// Every output format of the filter, as an option.
pub const FORMATS: [&str; 10] = [
    "--to=totals",
    "--board",
    "--csv",
    "--json",
    "--to=notation",
    "--to=rolls",
    "--to=sheet",
    "--to=explain",
    "--html",
    "--check",
];

/// The program under test, to be run to its end. The time limit turns a hang into a failure.
pub fn bowling() -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(BOWLING);
    command.timeout(Duration::from_secs(240)).env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8");
    command
}

/// The exit status and the output of a finished run, as text.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs the program with the given standard input.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Outcome {
    run_bytes(args, input).into()
}

/// Like `run`, for any arguments, with the output as bytes.
pub fn run_bytes<A: AsRef<OsStr>>(args: &[A], input: impl AsRef<[u8]>) -> Output {
    bowling().args(args).write_stdin(input.as_ref()).output().unwrap()
}

/// Runs the program in a directory, with empty standard input.
pub fn run_in(directory: &Path, args: &[&str]) -> Outcome {
    bowling().current_dir(directory).args(args).output().unwrap().into()
}

/// Scores games that must all be accepted, and returns the records.
pub fn accepted(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let Outcome { status, out, err } = run(args, input);
    assert_eq!((status, without_unfinished(&err).as_str()), (0, ""), "{args:?} {out}");
    out
}

/// Diagnostics without the number of unfinished games.
pub fn without_unfinished(err: &str) -> String {
    err.split_inclusive('\n').filter(|line| !line.contains("unfinished (--complete")).collect()
}

/// Scores games that must all be refused, and returns the diagnostics.
pub fn refused(args: &[&str], input: impl AsRef<[u8]>) -> Vec<String> {
    let Outcome { status, out, err } = run(args, input);
    let err = without_unfinished(&err);
    assert_eq!(status, 1, "{args:?}: {out}{err}");
    assert!(out.lines().all(|line| line == "error"), "{args:?}: {out}");
    assert_eq!(out.lines().count(), err.lines().count(), "{err}");
    err.lines().map(Into::into).collect()
}

/// Joins lines to a sheet.
pub fn sheet<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> String {
    let mut sheet = String::new();
    for line in lines {
        sheet += line.as_ref();
        sheet.push('\n');
    }
    sheet
}

/// Compares the total of each line with the expected one, all in one process.
pub fn assert_totals<S: AsRef<str>>(args: &[&str], games: &[(S, u16)]) {
    let out = accepted(args, sheet(games.iter().map(|(game, _)| game)));
    let totals: Vec<&str> = out.lines().collect();
    assert_eq!(totals.len(), games.len());
    for (actual, (game, total)) in totals.iter().zip(games) {
        assert_eq!(*actual, total.to_string(), "{args:?} {}", game.as_ref());
    }
}

/// A search path on which `bowling` is the program under test.
pub fn search_path() -> OsString {
    let directory = Path::new(BOWLING).parent().unwrap().to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(directory).chain(std::env::split_paths(&others))).unwrap()
}

/// A file on which every write fails with "No space left on device".
#[cfg(target_os = "linux")]
pub fn full_disk() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

/// Is a tool installed? If not, this is a failure on CI. Elsewhere a note says what was not tested.
pub fn has_tool(tool: &str, untested: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok() {
        return true;
    }
    let is_set = |name| std::env::var(name).is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
    assert!(!is_set("CI") && !is_set("BOWLING_CI_STRICT"), "{tool} is not installed, not tested: {untested}");
    #[expect(clippy::explicit_write, reason = "the test harness captures eprintln!")]
    writeln!(std::io::stderr(), "\nNOT TESTED, {tool} is not installed: {untested}").unwrap();
    false
}
