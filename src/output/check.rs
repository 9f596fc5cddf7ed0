//! `--check`: TAP (Test Anything Protocol), a line a game, the plan at the end so that it streams.

use std::io::Write as _;

use serde::Serialize;

use super::text::visible;
use super::{Format, Record};
use crate::parse::Claim;

/// The TAP stream; it numbers the games of all files.
#[derive(Default)]
pub struct Check {
    games: u64,
    failed: bool,
}

/// The YAML block under a line that is not ok. JSON is YAML, so strings need no care of our own.
#[derive(Serialize)]
struct Diagnosis<'a> {
    file: &'a str,
    line: u64,
    column: usize,
    frame: Option<u8>,
    says: String,
    score: String,
}

impl Format for Check {
    fn head(&self, out: &mut Vec<u8>) {
        // Version 14 is not known to every `prove`, and nothing here is newer than 13.
        out.extend_from_slice(b"TAP version 13\n");
    }

    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        self.games += 1;
        let outcome = match (record.game, record.error) {
            (Some(game), None) => game.score().to_string(),
            _ => "error".into(),
        };
        let title = match record.name {
            Some(name) => format!("{} {outcome}", description(name)),
            None => outcome.clone(),
        };
        let Some(reason) = reason(record) else {
            let _ = writeln!(out, "ok {} - {title}", self.games);
            return;
        };
        self.failed = true;
        let _ = writeln!(out, "not ok {} - {title}: {}", self.games, description(&reason));
        let diagnosis = diagnose(record, outcome);
        let fields = serde_json::to_value(&diagnosis).ok();
        let _ = writeln!(out, "  ---");
        for (key, value) in fields.iter().filter_map(|fields| fields.as_object()).flatten() {
            let _ = write!(out, "  {key}: ");
            let start = out.len();
            let _ = serde_json::to_writer(&mut *out, value);
            super::text::escape_json(start, out);
            out.push(b'\n');
        }
        let _ = writeln!(out, "  ...");
    }

    fn tail(&mut self, out: &mut Vec<u8>) -> bool {
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
