//! `--check`: TAP (Test Anything Protocol), one test per game. The plan comes last, so that it streams.

use super::{Consumer, Entry, Event, MissingGame, Verdict};
use crate::cli::color::{LineStyle, Style};
use crate::cli::diagnostic::write_diagnostic;
use crate::cli::event::Place;
use crate::cli::text::visible;

/// Numbers the games of all files.
pub struct Tap {
    file: String,
    games: u64,
    style: LineStyle,
}

impl Tap {
    pub const fn new(style: LineStyle) -> Self {
        Self { file: String::new(), games: 0, style }
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
    fn needs_order(&self) -> bool {
        true
    }

    fn head(&mut self, out: &mut Vec<u8>) {
        // Debian's `prove` refuses version 14, and nothing here needs it.
        out.extend_from_slice(b"TAP version 13\n");
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match *event {
            Event::BeginFile(file) => self.file = file.into(),
            Event::Entry(entry) => self.write_game(entry, out),
            Event::Missing(missing) => self.write_missing(missing, out),
            // TAP has comments, so that standard error is left to I/O errors.
            Event::Warning { line, message } => {
                out.extend_from_slice(b"# ");
                write_diagnostic(&self.file, &Place::bare(line, 1), &message, LineStyle::default(), out);
            }
            _ => {}
        }
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

impl Tap {
    fn write_game(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let score = entry.total().map_or_else(|| "error".into(), |total| total.to_string());
        let name = entry.name.map(|name| description(name) + " ").unwrap_or_default();
        match failure(entry) {
            None => self.write(true, &format!("{name}{score}"), out),
            Some(failure) => {
                self.write(false, &format!("{name}{score}: {}", description(&failure)), out);
                out.extend_from_slice(details(&self.file, entry, &score).as_bytes());
            }
        }
    }

    fn write_missing(&mut self, missing: MissingGame<'_>, out: &mut Vec<u8>) {
        let name = missing.name.map(|name| description(name) + " ").unwrap_or_default();
        self.write(false, &format!("{name}missing: the game of line {} of the key", missing.line), out);
        out.extend_from_slice(format!("  ---\n  file: {}\n  ...\n", scalar(&self.file)).as_bytes());
    }
}

/// Why a game is not ok: another game than the key's, its error, its claim, or a missing claim.
fn failure(entry: &Entry<'_>) -> Option<String> {
    match entry.verdict() {
        _ if entry.difference.is_some() => entry.difference.map(Into::into),
        Verdict::Right => None,
        Verdict::Wrong => entry.mismatch().map(ToString::to_string),
        Verdict::Error => entry.error().map(ToString::to_string),
        Verdict::Unclaimed => Some("no claim, a checked game claims its total after =".into()),
    }
}

/// The YAML block under a line that is not ok.
fn details(file: &str, entry: &Entry<'_>, score: &str) -> String {
    let (line, column, frame) = match (entry.error(), entry.mismatch()) {
        (Some(error), _) => (error.place.line, error.place.known_column(), error.error.frame.map(usize::from)),
        (None, Some(mismatch)) => (entry.line, mismatch.place.known_column(), mismatch.error.frame.map(usize::from)),
        (None, None) => (entry.line, Some(1), None),
    };
    // A game with a claim is not ok only if there is a mismatch.
    let (says, score) = match (entry.mismatch(), entry.claim) {
        (Some(mismatch), _) => (scalar(&mismatch.error.says), scalar(&mismatch.error.right.to_string())),
        // The claim holds, but the game is not the one of the key.
        (None, Some(claim)) if claim.claim.is_some() => (scalar(claim.text.trim_ascii()), scalar(score)),
        (None, _) => (scalar("nothing"), scalar(score)),
    };
    let number = |number: Option<usize>| number.map_or_else(|| "null".into(), |number| number.to_string());
    let (column, frame) = (number(column), number(frame));
    let file = scalar(file);
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
