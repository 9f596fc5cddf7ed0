//! `--check`: TAP (Test Anything Protocol), one test per game. The plan comes last, so that it streams.

use super::{Consumer, MissingGame, Needs, Record, Verdict};
use crate::cli::color::{LineStyle, Style};
use crate::cli::diagnostic::Diagnostic;
use crate::cli::text::visible;

/// Numbers the games of all files.
pub struct Tap {
    games: u64,
    style: LineStyle,
}

impl Tap {
    pub const fn new(style: LineStyle) -> Self {
        Self { games: 0, style }
    }

    /// Writes the result of the next game.
    fn write(&mut self, is_ok: bool, text: &str, out: &mut Vec<u8>) {
        self.games += 1;
        let result = if is_ok { (None, "ok") } else { (Some(Style::Error), "not ok") };
        let text = format!(" {} - {text}", self.games);
        self.style.write_line(&[result, (None, &text)], INDENT, out);
    }
}

/// A wrapped line goes on here. `prove` reads no such lines: its input is not a terminal.
const INDENT: usize = 4;

impl Consumer for Tap {
    type Item = u8;

    /// Tests are numbered.
    fn needs(&self) -> Needs {
        Needs { input_order: true, ..Needs::RECORDS }
    }

    fn head(&mut self, out: &mut Vec<u8>) {
        // Debian's `prove` refuses version 14, and nothing here needs it.
        out.extend_from_slice(b"TAP version 13\n");
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let score = record.entry.total().map_or_else(|| "error".into(), |total| total.to_string());
        let name = record.entry.name.map(|name| description(name) + " ").unwrap_or_default();
        match failure(record) {
            None => self.write(true, &format!("{name}{score}"), out),
            Some(failure) => {
                self.write(false, &format!("{name}{score}: {}", description(&failure)), out);
                out.extend_from_slice(details(record, &score).as_bytes());
            }
        }
    }

    /// TAP has comments, so that standard error is left to I/O errors.
    fn takes_warning(&mut self, warning: &Diagnostic<'_>, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(b"# ");
        warning.write(LineStyle::default(), out);
        true
    }

    fn missing(&mut self, missing: &MissingGame<'_>, out: &mut Vec<u8>) {
        let name = missing.name.map(|name| description(name) + " ").unwrap_or_default();
        self.write(false, &format!("{name}missing: the game of line {} of the key", missing.line), out);
        out.extend_from_slice(format!("  ---\n  file: {}\n  ...\n", scalar(missing.file)).as_bytes());
    }

    fn tail(&mut self, games: u64, wrong: u64, out: &mut Vec<u8>) {
        let mut wrong = wrong;
        if games == 0 {
            // A check of nothing must not pass.
            self.write(false, "no game to check: the input has none", out);
            wrong += 1;
        }
        let games = games.max(1);
        out.extend_from_slice(format!("1..{games}\n# {} of {games} right\n", games - wrong).as_bytes());
    }
}

/// Why a game is not ok: another game than the key's, its error, its claim, or a missing claim.
pub fn failure(record: &Record<'_>) -> Option<String> {
    match Verdict::of(record) {
        _ if record.difference.is_some() => record.difference.map(Into::into),
        Verdict::Right => None,
        Verdict::Wrong => record.mismatch.map(ToString::to_string),
        Verdict::Error => record.entry.refusal().map(|refusal| refusal.error.to_string()),
        Verdict::Unclaimed => Some("no claim, a checked game claims its total after =".into()),
    }
}

/// The YAML block under a line that is not ok.
fn details(record: &Record<'_>, score: &str) -> String {
    let (line, column, frame) = match (record.entry.refusal(), record.mismatch) {
        (Some(refusal), _) => (refusal.line, refusal.error.column(), refusal.error.frame()),
        (None, Some(mismatch)) => (record.entry.line, record.claim_column, mismatch.frame),
        (None, None) => (record.entry.line, 1, None),
    };
    // A game with a claim is not ok only if there is a mismatch.
    let (says, score) = match (record.mismatch, record.entry.claim) {
        (Some(mismatch), _) => (scalar(&mismatch.says), scalar(&mismatch.right.to_string())),
        // The claim holds, but the game is not the one of the key.
        (None, Some(claim)) if claim.claim.is_some() => (scalar(claim.text.trim_ascii()), scalar(score)),
        (None, _) => (scalar("nothing"), scalar(score)),
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
