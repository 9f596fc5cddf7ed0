//! `--check`: TAP (Test Anything Protocol), one test per game. The plan comes last, so that it streams.

use super::{Buffer, Format, Record};
use crate::cli::text::visible;
use crate::sheet::Claim;

/// Numbers the games of all files.
#[derive(Default)]
pub struct Tap {
    games: u64,
}

impl Format for Tap {
    fn head(&self, out: &mut Buffer) {
        // Debian's `prove` refuses version 14, and nothing here needs it.
        out.extend(b"TAP version 13\n");
    }

    fn begin(&mut self, _file: &str, _continues_group: bool, games_before: u64) {
        self.games = games_before;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        self.games += 1;
        let score = record.good().map_or_else(|| "error".into(), |card| card.total().to_string());
        let name = record.game.name.map(|name| description(name) + " ").unwrap_or_default();
        let text = match failure(record) {
            None => format!("ok {} - {name}{score}\n", self.games),
            Some(failure) => {
                let failure = description(&failure);
                format!("not ok {} - {name}{score}: {failure}\n{}", self.games, details(record, &score))
            }
        };
        out.extend(text.as_bytes());
    }

    fn tail(&self, games: u64, out: &mut Buffer) {
        let text = match games {
            // A check of nothing must not pass.
            0 => "not ok 1 - no game to check: the input has none\n1..1\n".into(),
            _ => format!("1..{games}\n"),
        };
        out.extend(text.as_bytes());
    }
}

/// Why a game is not ok: another game than the key's, its error, its claim, or a missing claim.
#[must_use]
pub fn failure(record: &Record<'_>) -> Option<String> {
    match (record.game.claim, record.game.error) {
        _ if record.difference.is_some() => record.difference.map(Into::into),
        (Some(Claim::Error(_)), _) | (Some(_), None) => record.mismatch.map(ToString::to_string),
        (_, Some((_, error))) => Some(error.to_string()),
        (None, None) => Some("no claim, a checked game claims its total after =".into()),
    }
}

/// A game of the answer key that the input does not have.
#[must_use]
pub fn missing(number: u64, name: Option<&str>, line: u64) -> String {
    let name = name.map(|name| description(name) + " ").unwrap_or_default();
    format!("not ok {number} - {name}missing: the game of line {line} of the key\n")
}

/// The YAML block under a line that is not ok.
fn details(record: &Record<'_>, score: &str) -> String {
    let (line, column, frame) = match (record.game.error, record.mismatch) {
        (Some((line, error)), _) => (line, error.column(), error.frame()),
        (None, Some(mismatch)) => (record.game.line, record.claim_column, mismatch.frame),
        (None, None) => (record.game.line, 1, None),
    };
    // A game with a claim is not ok only if there is a mismatch.
    let (says, score) = match record.mismatch {
        Some(mismatch) => (scalar(&mismatch.says), scalar(&mismatch.right.to_string())),
        // The claim holds, but the game is not the one of the key.
        None if record.game.claim.is_some() => (scalar(record.game.claim_text.trim_ascii()), scalar(score)),
        None => (scalar("nothing"), scalar(score)),
    };
    let frame = frame.map_or_else(|| "null".into(), |frame| frame.to_string());
    let file = scalar(record.file);
    format!(
        "  ---\n  file: {file}\n  line: {line}\n  column: {column}\n  frame: {frame}\n  \
         says: {says}\n  score: {score}\n  ...\n"
    )
}

/// A number as it is, and text in quotes. JSON is YAML, so its strings are safe.
fn scalar(text: &str) -> String {
    if !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.into();
    }
    serde_json::to_string(&visible(text)).unwrap_or_default()
}

/// Text that can neither end the description nor forge a directive after it.
fn description(text: &str) -> String {
    visible(text).replace('\\', "\\\\").replace('#', "\\#")
}
