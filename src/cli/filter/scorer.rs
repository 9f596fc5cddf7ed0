//! Turns games into records and diagnostics. Knows no threads and no files.

use std::io;

use super::Settings;
use super::settings::lock;
use crate::cli::color::Paint;
use crate::cli::diagnostic::Diagnostic;
use crate::cli::format::{self, Buffer, Format, OutputFormat, Record};
use crate::cli::input::{Chunk, Input, InputGame, Visitor};
use crate::game::ScoreCard;
use crate::sheet::claim::Claim;
use crate::sheet::verify::{verify_card, verify_length};
use crate::{LineError, Problem};

/// The output of some games.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Records.
    pub out: Buffer,
    /// Diagnostics.
    pub err: Vec<u8>,
    /// Whether a game is in error or a claim is wrong.
    pub has_failed: bool,
    /// The number of games.
    pub games: u64,
    /// The number of bytes that they were read from.
    pub bytes_read: usize,
}

impl Rendered {
    /// Empties it and keeps the memory.
    fn clear(&mut self) {
        self.out.truncate(0);
        self.err.clear();
        (self.has_failed, self.games, self.bytes_read) = (false, 0, 0);
    }
}

/// Scores the games of one file.
pub struct Scorer<'a> {
    settings: &'a Settings,
    file: &'a str,
    format: &'a mut dyn Format,
    rendered: Rendered,
    largest_output: usize,
    totals_only: bool,
    /// Whether a good game without a claim needs no second look.
    takes_as_is: bool,
}

impl<'a> Scorer<'a> {
    pub fn new(settings: &'a Settings, file: &'a str, format: &'a mut dyn Format, largest_output: usize) -> Self {
        let totals_only = settings.writes(OutputFormat::Totals) || (settings.quiet && !settings.check);
        let takes_as_is = !settings.check && settings.key.is_none();
        Self { settings, file, format, rendered: Rendered::default(), largest_output, totals_only, takes_as_is }
    }

    /// Scores a chunk, given the number of games before it. Gives the output to `write`, in parts if
    /// it is large, each with whether it is the last part.
    pub fn score(
        &mut self,
        chunk: &Chunk,
        input: &mut Input,
        games_before: u64,
        mut write: impl FnMut(&Rendered, bool) -> io::Result<()>,
    ) -> io::Result<()> {
        self.format.begin(self.file, input.continues_group(chunk), games_before);
        self.rendered.bytes_read += chunk.bytes().len();
        loop {
            let is_last = !input.read(chunk, self);
            write(&self.rendered, is_last)?;
            self.rendered.clear();
            if is_last {
                return Ok(());
            }
        }
    }

    /// Ends the file and returns its last output.
    pub fn end(mut self, input: &mut Input) -> Rendered {
        input.end(&mut self);
        self.rendered
    }

    fn diagnose(&mut self, line: u64, column: usize, message: &dyn std::fmt::Display) {
        // TAP reports what is wrong itself.
        if !self.settings.check {
            let diagnostic = Diagnostic { file: self.file, line, column, message };
            diagnostic.write(self.settings.paint_diagnostics, &mut self.rendered.err);
        }
    }

    /// Like `diagnose`, for a value of a table: names its column.
    fn diagnose_field(&mut self, line: u64, column: usize, field: Option<&str>, message: &dyn std::fmt::Display) {
        match field {
            Some(field) => self.diagnose(line, column, &format_args!("{field}: {message}")),
            None => self.diagnose(line, column, message),
        }
    }

    /// Verifies the claim of a game, reports what is wrong with it, and writes its record.
    fn verify(&mut self, game: &InputGame<'_>) {
        // Statistics count totals without rolls. For records they are an error.
        let only_total = game.error.is_some_and(|(_, error)| *error.problem() == Problem::OnlyTotal);
        if self.settings.stats.is_some() && only_total {
            let record = Record::new(self.file, game);
            self.format.record(&record, &mut self.rendered.out);
            return;
        }
        let scored = match (game.card, game.error) {
            (_, Some((_, error))) => Err(error),
            (Some(card), None) => Ok(card),
            (None, None) => return,
        };
        let must_reach_end = self.settings.check && self.settings.read.complete;
        let verify = |claim| verify_card(claim, scored).and_then(|()| verify_length(claim, scored, must_reach_end));
        let mismatch = game.claim.and_then(|claim| verify(claim).err());
        let claim_column = mismatch.as_ref().map_or(1, |mismatch| claim_column(game, mismatch.frame));
        if let Some((line, error)) = game.error.filter(|_| !game.is_reported) {
            self.diagnose_field(line, error.column(), game.field, error);
        }
        // That a game is in error is reported; that another error was claimed is news.
        let claims_error = matches!(game.claim, Some(Claim::Error(_)));
        let is_news = scored.err().is_none_or(|error| claims_error && !error.problem().is_about_rules());
        if let Some(mismatch) = mismatch.as_ref().filter(|_| is_news) {
            let line = game.claim_place.map_or(game.line, |place| place.line);
            self.diagnose_field(line, claim_column, game.claim_place.map(|place| place.field), mismatch);
        }
        let difference = self.settings.key.as_ref().and_then(|key| lock(key).compare(game));
        let record = Record {
            file: self.file,
            game,
            mismatch: mismatch.as_ref(),
            claim_column,
            difference: difference.as_deref(),
        };
        self.rendered.has_failed |= if self.settings.check {
            format::tap_failure(&record).is_some()
        } else {
            scored.is_err() || mismatch.is_some()
        };
        self.format.record(&record, &mut self.rendered.out);
    }
}

impl Visitor for Scorer<'_> {
    fn wants_totals_only(&self) -> bool {
        self.totals_only
    }

    #[inline]
    fn total(&mut self, name: &[u8], total: u16) {
        self.rendered.games += 1;
        if !self.settings.quiet {
            format::write_total(name, total, &mut self.rendered.out);
        }
    }

    #[inline]
    fn totals<const N: usize>(&mut self, totals: &[u16; N]) {
        self.rendered.games += N as u64;
        if !self.settings.quiet {
            format::write_totals(totals, &mut self.rendered.out);
        }
    }

    fn takes_cards(&self) -> bool {
        self.takes_as_is && self.format.takes_cards()
    }

    fn cards(&mut self, first_line: u64, cards: &[ScoreCard]) {
        self.rendered.games += cards.len() as u64;
        self.format.cards(first_line, cards, &mut self.rendered.out);
    }

    #[inline]
    fn game(&mut self, game: &InputGame<'_>) {
        self.rendered.games += 1;
        if self.takes_as_is && game.card.is_some() && game.error.is_none() && game.claim.is_none() {
            let record = Record::new(self.file, game);
            self.format.record(&record, &mut self.rendered.out);
        } else {
            self.verify(game);
        }
    }

    fn end_group(&mut self) {
        self.format.end_group(&mut self.rendered.out);
    }

    fn end_chunk(&mut self) {
        self.format.end_chunk(&mut self.rendered.out);
    }

    fn error(&mut self, line: u64, error: &LineError) {
        self.rendered.has_failed = true;
        self.diagnose(line, error.column(), error);
    }

    fn warn(&mut self, line: u64, message: &str) {
        let diagnostic = Diagnostic { file: self.file, line, column: 1, message: &message };
        if !self.settings.check {
            diagnostic.write(self.settings.paint_diagnostics, &mut self.rendered.err);
        } else if !self.settings.quiet {
            // TAP has comments, so that standard error is left to I/O errors.
            self.rendered.out.extend(b"# ");
            self.rendered.out.with_vec(|out| diagnostic.write(Paint::Plain, out));
        }
    }

    fn text(&mut self, line: &[u8]) {
        self.format.text(line, &mut self.rendered.out);
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.rendered.out.len() + self.rendered.err.len() >= self.largest_output
    }
}

/// The column of the claim, or of the claimed total of one frame.
fn claim_column(game: &InputGame<'_>, frame: Option<u8>) -> usize {
    if let Some(place) = game.claim_place {
        return place.column;
    }
    let Ok(line) = std::str::from_utf8(game.text) else { return 1 };
    let nth = match game.claim {
        Some(Claim::Running(_)) => usize::from(frame.unwrap_or(1)) - 1,
        _ => 0,
    };
    let is_number = |sign: char| sign.is_ascii_digit() || sign == '_';
    let mut rest = game.claim_text.trim_ascii_start();
    for _ in 0..nth {
        rest = rest.trim_start_matches(is_number).trim_start_matches(|sign| !is_number(sign));
    }
    let at = nom::Offset::offset(line, rest);
    1 + line.get(..at).map_or(0, |before| before.chars().count())
}
