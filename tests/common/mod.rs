//! What the tests share: a reference scorer, random numbers, runs of the real program and scratch directories.
#![cfg_attr(not(feature = "cli"), allow(dead_code, reason = "most users of these helpers test the program"))]

pub mod random;
pub mod reference;

#[cfg(feature = "cli")]
pub mod child;
#[cfg(feature = "cli")]
mod program;
#[cfg(all(feature = "cli", target_os = "linux"))]
pub mod pty;
#[cfg(feature = "cli")]
pub mod scratch;
#[cfg(feature = "cli")]
pub mod transcript;

#[cfg(feature = "cli")]
pub use program::*;

/// The path of a file in the repository.
pub fn in_repository(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares a committed file with its expected content, or writes it if `BLESS` is set.
pub fn assert_up_to_date(path: &str, expected: &str) {
    let file = in_repository(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, expected).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap();
    let mut lines = (1..).zip(committed.lines().zip(expected.lines()));
    let different = lines.find(|(_, (committed, expected))| committed != expected);
    assert!(committed == expected, "{path} is out of date (BLESS=1 cargo test writes it): {different:#?}");
}

/// A line of notation as it must be written where the game is not complete: a first frame that may be a label, and
/// frames that may be running totals, ball by ball; a gutter ball that stands alone as `0`.
pub fn unambiguous(line: &str) -> String {
    const SEPARATORS: [char; 5] = [' ', '\t', ',', ';', '|'];
    if line.contains('[') {
        return line.into();
    }
    let apart = |token: &str| token.chars().flat_map(|sign| [sign, ' ']).collect::<String>();
    let is_frame = |token: &str| token.len() > 1 && token != "10" && token.chars().all(|sign| sign.is_ascii_digit());
    let all_numbers = line.split(SEPARATORS).all(is_frame);
    let mut written = String::new();
    for piece in line.split_inclusive(SEPARATORS) {
        let token = piece.trim_end_matches(SEPARATORS);
        let is_label = token.starts_with(['F', 'f', 'G', 'g']) && !token.contains(['X', 'x', '/', '-', 'S', 's', '(']);
        match token {
            "-" => written.push('0'),
            _ if all_numbers || (written.is_empty() && is_label) => written += &apart(token),
            _ => written += token,
        }
        written += &piece[token.len()..];
    }
    written
}
