//! Checks the claims of games, reports what is wrong, and gives the games to a consumer. Knows no threads and no files.
#![expect(
    clippy::inline_always,
    reason = "inlined, a total of the fast path is not written to memory as an entry first"
)]

use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::Run;
use super::key::AnswerKey;
use crate::cli::color::LineStyle;
use crate::cli::diagnostic::{Diagnostic, write_caret};
use crate::cli::format::tap_failure;
use crate::cli::input::{Chunk, Entry, Excerpt, Outcome, Place, Position, Reader, Refusal, TagsSeen, Visitor};
use crate::cli::record::{Consumer, Needs, Record};
use crate::cli::text::counted;
use crate::sheet::claim::Claim;
use crate::sheet::verify::{verify, verify_length};

/// The result of some games: the consumer's output, and what every run reports.
pub struct Part<T> {
    pub output: Vec<T>,
    pub diagnostics: Vec<u8>,
    pub tally: RunTally,
    /// The number of bytes that the games were read from.
    pub bytes_read: usize,
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { output: Vec::new(), diagnostics: Vec::new(), tally: RunTally::default(), bytes_read: 0 }
    }
}

/// What is counted in every run.
#[derive(Debug, Default)]
pub struct RunTally {
    pub games: u64,
    /// How many of the games are in error, claim something wrong, or differ from the answer key.
    pub wrong: u64,
    /// Whether any of them is wrong, or there is an error that belongs to no game.
    pub has_failed: bool,
    /// What a table holds besides games.
    pub left_out: LeftOut,
    /// The keys that the games have.
    pub tags: TagsSeen,
}

impl RunTally {
    /// Counts a game that is wrong.
    pub const fn add_wrong(&mut self) {
        self.wrong += 1;
        self.has_failed = true;
    }

    /// Adds what was counted later.
    pub fn append(&mut self, later: Self) {
        self.games += later.games;
        self.wrong += later.wrong;
        self.has_failed |= later.has_failed;
        self.left_out.append(later.left_out);
        self.tags.append(later.tags);
    }
}

/// What a table holds besides games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Rows named `Total`, `Average`, `BLIND` and the like.
    rows: u64,
    /// Cells such as `abs` in place of a total.
    cells: u64,
    /// The first line that has one.
    line: u64,
}

impl LeftOut {
    const fn add(&mut self, line: u64, rows: u64, cells: u64) {
        if self.rows + self.cells == 0 {
            self.line = line;
        }
        self.rows += rows;
        self.cells += cells;
    }

    /// Adds what later lines hold.
    pub const fn append(&mut self, later: Self) {
        self.add(later.line, later.rows, later.cells);
    }

    /// All of it in words.
    pub fn words(self) -> Option<String> {
        counted(&[
            (self.rows, "row that is no player", "rows that are no players"),
            (self.cells, "cell that is no total", "cells that are no totals"),
        ])
    }

    /// The first line, and a message.
    pub fn message(self) -> Option<(u64, String)> {
        let first = if self.rows + self.cells > 1 { ", the first in this line" } else { "" };
        Some((self.line, format!("left out: {}{first}", self.words()?)))
    }
}

/// How games are checked.
#[derive(Clone, Debug, Default)]
pub struct Checks<'a> {
    /// Whether the consumer itself reports what is wrong, as TAP does.
    pub in_records: bool,
    /// Whether running totals must reach the end of the game.
    pub must_reach_end: bool,
    /// How diagnostics are written.
    pub style: LineStyle,
    /// Whether diagnostics show the line that they are about, as on a terminal.
    pub shows_lines: bool,
    /// The games that must have been scored.
    pub key: Option<&'a Mutex<AnswerKey>>,
}

/// Scores the games of one file.
pub struct Scorer<'a, C: Consumer + ?Sized> {
    file: &'a str,
    checks: &'a Checks<'a>,
    needs: Needs,
    consumer: &'a mut C,
    /// The output that is not delivered yet.
    pub part: Part<C::Item>,
    largest_output: usize,
}

/// Takes parts in input order, each with whether it is the last of its chunk.
pub type Deliver<'a, T> = dyn FnMut(&mut Part<T>, bool) -> io::Result<()> + 'a;

impl<'a, C: Consumer + ?Sized> Scorer<'a, C> {
    pub fn new(file: &'a str, run: &'a Run<'_, C>, consumer: &'a mut C, largest_output: usize) -> Self {
        Self { file, checks: &run.checks, needs: run.needs, consumer, part: Part::default(), largest_output }
    }

    /// Scores a chunk and returns the position behind it. Delivers the output, in parts if it is large.
    pub fn score(
        &mut self,
        chunk: &Chunk<'_>,
        input: &mut dyn Reader,
        deliver: &mut Deliver<'_, C::Item>,
    ) -> io::Result<Position> {
        self.consumer.begin_chunk(self.file, chunk.position.in_group);
        self.part.bytes_read += chunk.bytes.len();
        let mut delivery = Delivery { scorer: self, deliver, error: None };
        let read = match input.as_sheet() {
            Some(sheet) => sheet.read_lines(chunk, &mut delivery),
            None => input.read(chunk, &mut delivery),
        };
        let error = delivery.error;
        match (read, error) {
            (ControlFlow::Continue(position), _) => {
                self.consumer.end_chunk(&mut self.part.output);
                deliver(&mut self.part, true)?;
                Ok(position)
            }
            (ControlFlow::Break(()), error) => Err(error.unwrap_or_else(|| io::ErrorKind::Other.into())),
        }
    }

    /// Ends the file and delivers its last output.
    pub fn end(
        &mut self,
        position: &Position,
        input: &mut dyn Reader,
        deliver: &mut Deliver<'_, C::Item>,
    ) -> io::Result<()> {
        let mut delivery = Delivery { scorer: self, deliver, error: None };
        let _ = input.end(position, &mut delivery);
        match delivery.error {
            Some(error) => Err(error),
            None => deliver(&mut self.part, true),
        }
    }

    /// Takes a warning about a line.
    pub fn warn(&mut self, line: u64, message: &str) {
        let warning = Diagnostic { file: self.file, line, column: 1, message: &message };
        let is_taken = self.consumer.takes_warning(&warning, &mut self.part.output);
        if !is_taken && !self.checks.in_records {
            warning.write(self.checks.style, &mut self.part.diagnostics);
        }
    }

    /// Reports what is wrong at a place. On a terminal, the text around it and the column there are shown.
    fn diagnose(&mut self, place: &Place, text: Option<(&[u8], usize)>, message: &dyn std::fmt::Display) {
        if self.checks.in_records {
            return;
        }
        let Place { line, column, field } = place;
        let (line, column) = (*line, *column);
        let write = |message: &dyn std::fmt::Display, out: &mut Vec<u8>| {
            Diagnostic { file: self.file, line, column, message }.write(self.checks.style, out);
        };
        match field {
            Some(field) => write(&format_args!("{field}: {message}"), &mut self.part.diagnostics),
            None => write(message, &mut self.part.diagnostics),
        }
        if self.checks.shows_lines
            && let Some((text, column)) = text
        {
            write_caret(text, column, self.checks.style.paint, &mut self.part.diagnostics);
        }
    }

    /// Verifies the claim of a game, reports what is wrong with it, and passes it on.
    #[inline(never)]
    fn verify(&mut self, entry: &Entry<'_>) {
        let scored = match entry.outcome {
            Outcome::OnlyTotals(_, totals) if self.needs.bare_totals => {
                self.part.tally.left_out.append(LeftOut { rows: 0, cells: totals.absent, line: entry.line });
                return self.pass_on(entry);
            }
            Outcome::Refused(refusal, _) | Outcome::OnlyTotals(refusal, _) => Err(&refusal.error),
            Outcome::Scored(card) => Ok(card),
            // Its claim, if any, holds. An answer key needs score cards.
            Outcome::Total(_) => return self.pass_on(entry),
        };
        let must_reach_end = self.checks.must_reach_end;
        let verify = |claim| verify(claim, scored).and_then(|()| verify_length(claim, scored, must_reach_end));
        let mismatch = entry.claim().and_then(|claim| verify(claim).err());
        let place = mismatch.as_ref().and_then(|mismatch| Some((entry.claim?.place)(mismatch.frame)));
        if let Some(Refusal { line, error, field, .. }) = entry.refusal().filter(|refusal| !refusal.is_reported) {
            let place = Place { line: *line, column: error.column(), field: field.clone() };
            self.diagnose(&place, entry.error_text(), error);
        }
        // Report only what has not been reported: an error is, but not that another one was claimed.
        let claims_error = matches!(entry.claim(), Some(Claim::Error(_)));
        let is_new = scored.err().is_none_or(|error| claims_error && !error.problem().is_about_rules());
        if let (Some(mismatch), Some(place)) = (mismatch.as_ref().filter(|_| is_new), &place) {
            let text = entry.source_line(place.line).map(|line| (line, place.column));
            self.diagnose(place, text, mismatch);
        }
        let compared = self.checks.key.map(|key| key.lock().unwrap_or_else(PoisonError::into_inner).compare(entry));
        let difference = compared.as_ref().and_then(|compared| compared.difference.as_deref());
        if let Some(difference) = &difference {
            let place = Place { line: entry.line, column: 1, field: None };
            self.diagnose(&place, None, difference);
        }
        let record = Record {
            file: self.file,
            entry,
            mismatch: mismatch.as_ref(),
            claim_column: place.map_or(1, |place| place.column),
            difference,
            key_game: compared.as_ref().and_then(|compared| compared.number),
        };
        let has_failed = scored.is_err() || mismatch.is_some() || difference.is_some();
        let is_wrong = if self.checks.in_records { tap_failure(&record).is_some() } else { has_failed };
        if is_wrong {
            self.part.tally.add_wrong();
        }
        self.consumer.record(&record, &mut self.part.output);
    }

    #[inline(always)]
    fn pass_on(&mut self, entry: &Entry<'_>) {
        self.consumer.record(&Record::new(self.file, entry), &mut self.part.output);
    }
}

/// Gives entries to a scorer, and delivers its output whenever there is much of it.
struct Delivery<'s, 'a, 'd, C: Consumer + ?Sized> {
    scorer: &'s mut Scorer<'a, C>,
    deliver: &'s mut Deliver<'d, C::Item>,
    error: Option<io::Error>,
}

impl<C: Consumer + ?Sized> Visitor for Delivery<'_, '_, '_, C> {
    fn needs_cards(&self) -> bool {
        self.scorer.needs.cards
    }

    #[inline(always)]
    fn entry(&mut self, entry: &Entry<'_>) -> ControlFlow<()> {
        let scorer = &mut *self.scorer;
        scorer.part.tally.games += 1;
        if !entry.tags.is_empty() {
            scorer.part.tally.tags.add(entry.tags);
        }
        let needs_no_check = entry.claim.is_none() && entry.refusal().is_none();
        if needs_no_check && !scorer.checks.in_records && scorer.checks.key.is_none() {
            scorer.pass_on(entry);
        } else {
            let entry = *entry;
            scorer.verify(&entry);
        }
        let Part { output, diagnostics, .. } = &mut scorer.part;
        let is_full = size_of_val(output.as_slice()).max(diagnostics.len()) >= scorer.largest_output;
        if is_full && let Err(error) = (self.deliver)(&mut scorer.part, false) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn end_group(&mut self) {
        self.scorer.consumer.end_group(&mut self.scorer.part.output);
    }

    fn end_match(&mut self) {
        self.scorer.consumer.end_match(&mut self.scorer.part.output);
    }

    fn error(&mut self, refusal: &Refusal) {
        self.scorer.part.tally.has_failed = true;
        let place = Place { line: refusal.line, column: refusal.error.column(), field: refusal.field.clone() };
        self.scorer.diagnose(&place, refusal.excerpt.as_ref().map(Excerpt::parts), &refusal.error);
    }

    fn warn(&mut self, line: u64, message: &str) {
        self.scorer.warn(line, message);
    }

    fn left_out(&mut self, line: u64) {
        self.scorer.part.tally.left_out.add(line, 1, 0);
    }

    fn no_names(&mut self, line: u64, why: &str) {
        if self.scorer.needs.names {
            self.warn(line, &format!("{why} (--columns name=NAME says which does)"));
        }
    }

    fn text(&mut self, line: &[u8]) {
        self.scorer.consumer.text(line, &mut self.scorer.part.output);
    }
}
