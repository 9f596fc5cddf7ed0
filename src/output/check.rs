//! `--check`: TAP (Test Anything Protocol), a line a game, the plan at the end so that it streams.

use std::io::Write as _;

use super::text::visible;
use super::{Format, Record};
use crate::parse::Claim;

/// The TAP stream; it numbers the games of all files.
#[derive(Default)]
pub struct Check {
    /// Only count: the exit status is the answer.
    pub quiet: bool,
    games: u64,
    failed: bool,
}

impl Check {
    /// A stream, or the count of one.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        Self { quiet, ..Self::default() }
    }
}

/// The YAML block under a line that is not ok, in this order.
struct Diagnosis<'a> {
    file: &'a str,
    line: u64,
    column: usize,
    frame: Option<u8>,
    says: String,
    score: String,
}

impl Diagnosis<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        let frame = self.frame.map_or_else(|| "null".into(), |frame| frame.to_string());
        // Writing to a buffer in memory cannot fail.
        let _ = writeln!(out, "  ---");
        let _ = writeln!(out, "  file: {}", scalar(self.file));
        let _ = writeln!(out, "  line: {}\n  column: {}\n  frame: {frame}", self.line, self.column);
        let _ = writeln!(out, "  says: {}\n  score: {}", scalar(&self.says), scalar(&self.score));
        let _ = writeln!(out, "  ...");
    }
}

/// A number as it is, and a text in quotes: JSON is YAML, so its strings need no care of our own.
fn scalar(text: &str) -> String {
    if !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.into();
    }
    serde_json::to_string(&visible(text)).unwrap_or_default()
}

impl Format for Check {
    fn head(&self, out: &mut Vec<u8>) {
        if !self.quiet {
            // Version 14 is not known to every `prove`, and nothing here is newer than 13.
            out.extend_from_slice(b"TAP version 13\n");
        }
    }

    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        self.games += 1;
        let reason = reason(record);
        self.failed |= reason.is_some();
        if self.quiet {
            return;
        }
        let outcome = match (record.game, record.error) {
            (Some(game), None) => game.score().to_string(),
            _ => "error".into(),
        };
        let title = match record.name {
            Some(name) => format!("{} {outcome}", description(name)),
            None => outcome.clone(),
        };
        match reason {
            None => {
                let _ = writeln!(out, "ok {} - {title}", self.games);
            }
            Some(reason) => {
                let _ = writeln!(out, "not ok {} - {title}: {}", self.games, description(&reason));
                diagnose(record, outcome).write(out);
            }
        }
    }

    fn tail(&mut self, out: &mut Vec<u8>) -> bool {
        if self.quiet {
            return self.games > 0 && !self.failed;
        }
        if self.games == 0 {
            // A check of nothing must not pass.
            out.extend_from_slice(b"not ok 1 - no game to check: the input holds none\n1..1\n");
            return false;
        }
        let _ = writeln!(out, "1..{}", self.games);
        !self.failed
    }
}

/// Why a game is not ok: its error, its claim, or the want of one.
fn reason(record: &Record<'_>) -> Option<String> {
    match (record.claim, record.error) {
        (Some((Claim::Error(_), None)), Some(_)) => None,
        (Some((Claim::Error(_), Some(mismatch))), _) => Some(mismatch.to_string()),
        (_, Some((_, error))) => Some(error.to_string()),
        (Some((_, mismatch)), None) => mismatch.map(ToString::to_string),
        (None, None) => Some("no claim, a checked game says = and its total".into()),
    }
}

fn diagnose<'a>(record: &Record<'a>, outcome: String) -> Diagnosis<'a> {
    let (line, column, frame) = match (record.error, record.claim) {
        (Some((line, error)), _) => (line, error.column(), error.frame()),
        (None, Some((_, Some(mismatch)))) => (record.line, record.claim_column, mismatch.frame),
        _ => (record.line, 1, None),
    };
    let (says, score) = match record.claim {
        Some((_, Some(mismatch))) => (mismatch.says.clone(), mismatch.is.clone()),
        Some((claim, None)) => (super::json::claimed(claim), outcome),
        None => ("nothing".into(), outcome),
    };
    Diagnosis { file: record.file, line, column, frame, says, score }
}

/// A text that cannot end the description, nor forge a directive after it.
fn description(text: &str) -> String {
    visible(text).replace('\\', "\\\\").replace('#', "\\#")
}
