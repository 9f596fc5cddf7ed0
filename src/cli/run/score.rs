//! Reports what is wrong with games, grades them by an answer key, and gives them to a consumer. Knows neither threads nor
//! files.
#![expect(
    clippy::inline_always,
    reason = "inlined, a total of the fast path is not written to memory as an entry first"
)]

use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};

use super::Run;
use super::key::AnswerKey;
use crate::cli::color::LineStyle;
use crate::cli::diagnostic::{write_caret, write_diagnostic};
use crate::cli::event::{Consumer, Entry, Event, Outcome, Place};
use crate::cli::left_out::LeftOut;
use crate::cli::read::{Position, Reader, Receive, TagsSeen};
use crate::cli::verdict::Verdict;
use crate::sheet::claim::Claim;

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

/// The counts of a run.
#[derive(Debug, Default)]
pub struct RunTally {
    pub games: u64,
    /// How many of the games are in error, claim something wrong, or differ from the answer key.
    pub wrong: u64,
    /// Whether any of them is wrong, or there is an error that belongs to no game.
    pub has_failed: bool,
    /// How many games are over.
    pub complete: u64,
    /// How many games are not over.
    pub unfinished: u64,
    /// The rows and cells of tables that do not count.
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

    /// How many games are unfinished, if others are complete: some may have lost a ball.
    pub fn unfinished_message(&self) -> Option<String> {
        let Self { complete, unfinished, .. } = self;
        let (are, them) = if *unfinished == 1 { ("is", "it") } else { ("are", "them") };
        let all = complete + unfinished;
        (*complete > 0 && *unfinished > 0)
            .then(|| format!("{unfinished} of {all} games {are} unfinished (--complete reports {them})"))
    }

    /// Adds what was counted later.
    pub fn append(&mut self, later: Self) {
        self.games += later.games;
        self.wrong += later.wrong;
        self.has_failed |= later.has_failed;
        self.complete += later.complete;
        self.unfinished += later.unfinished;
        self.left_out.append(later.left_out);
        self.tags.append(later.tags);
    }
}

/// How games are checked.
#[derive(Clone, Debug, Default)]
pub struct Checks<'a> {
    /// Whether the consumer itself reports what is wrong, as TAP does.
    pub in_records: bool,
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
    consumer: &'a mut C,
    /// The output that is not delivered yet.
    pub part: Part<C::Item>,
    largest_output: usize,
}

/// Scores the events of a reader until their output cannot be delivered. The rest of a chunk is then read in vain.
struct Delivering<'s, 'a, 'd, C: Consumer + ?Sized> {
    scorer: &'s mut Scorer<'a, C>,
    deliver: &'s mut Deliver<'d, C::Item>,
    delivered: io::Result<()>,
}

impl<C: Consumer + ?Sized> Receive for Delivering<'_, '_, '_, C> {
    #[inline(always)]
    fn receive(&mut self, event: Event<'_>) {
        if self.delivered.is_ok() {
            self.scorer.take(event);
            if self.scorer.has_much() {
                self.delivered = (self.deliver)(&mut self.scorer.part, false);
            }
        }
    }
}

/// Takes parts in input order, each with whether it is the last of its chunk.
pub type Deliver<'a, T> = dyn FnMut(&mut Part<T>, bool) -> io::Result<()> + 'a;

impl<'a, C: Consumer + ?Sized> Scorer<'a, C> {
    pub fn new(file: &'a str, run: &'a Run<'_, C>, consumer: &'a mut C, largest_output: usize) -> Self {
        Self { file, checks: &run.checks, consumer, part: Part::default(), largest_output }
    }

    /// Scores a chunk and moves the position past it. Delivers the output, in parts if it is large.
    pub fn score(
        &mut self,
        chunk: &[u8],
        at: &mut Position,
        reader: &mut Reader,
        deliver: &mut Deliver<'_, C::Item>,
    ) -> io::Result<()> {
        self.pass_on(&Event::BeginPart(self.file));
        self.part.bytes_read += chunk.len();
        let mut delivering = Delivering { scorer: self, deliver, delivered: Ok(()) };
        reader.read(chunk, at, &mut delivering);
        delivering.delivered?;
        deliver(&mut self.part, true)
    }

    /// Ends the file and delivers its last output.
    pub fn end(&mut self, reader: &mut Reader, deliver: &mut Deliver<'_, C::Item>) -> io::Result<()> {
        let mut delivering = Delivering { scorer: self, deliver, delivered: Ok(()) };
        reader.end(&mut |event: Event<'_>| delivering.receive(event));
        delivering.delivered?;
        deliver(&mut self.part, true)
    }

    /// Whether the output is so large that it is delivered before the end of the chunk.
    #[inline(always)]
    fn has_much(&self) -> bool {
        let Part { output, diagnostics, .. } = &self.part;
        size_of_val(output.as_slice()).max(diagnostics.len()) >= self.largest_output
    }

    /// Takes an event of a reader.
    #[inline(always)]
    fn take(&mut self, event: Event<'_>) {
        let Event::Entry(entry) = event else { return self.take_other(event) };
        self.part.tally.games += 1;
        if !entry.tags.is_empty() {
            self.part.tally.tags.add(entry.tags);
        }
        if let Outcome::Scored { is_complete, .. } = entry.outcome {
            let complete = u64::from(is_complete);
            self.part.tally.complete += complete;
            self.part.tally.unfinished += 1 - complete;
        }
        let needs_no_check = entry.mismatch().is_none() && matches!(entry.outcome, Outcome::Scored { .. });
        if needs_no_check && !self.checks.in_records && self.checks.key.is_none() {
            self.pass_on(&event);
        } else {
            let entry = *entry;
            self.check(&entry);
        }
    }

    /// Takes an event that is not a game.
    #[inline(never)]
    fn take_other(&mut self, event: Event<'_>) {
        match event {
            Event::Error(error) => {
                self.part.tally.has_failed = true;
                self.report(&error.place, error);
            }
            Event::Warning { line, message } => self.warn(line, message),
            Event::LeftOut { why, place, value } => self.part.tally.left_out.add(why, place, value),
            other => self.pass_on(&other),
        }
    }

    /// Takes a warning about a line.
    pub fn warn(&mut self, line: u64, message: &str) {
        if self.checks.in_records {
            self.pass_on(&Event::Warning { line, message });
        } else {
            self.report(&Place::bare(line, 1), &message);
        }
    }

    /// Reports what is wrong at a place. On a terminal, the text around it is shown.
    fn report(&mut self, place: &Place, message: &dyn fmt::Display) {
        if self.checks.in_records {
            return;
        }
        write_diagnostic(self.file, place, message, self.checks.style, &mut self.part.diagnostics);
        if self.checks.shows_lines && place.around != ["", ""] {
            write_caret(&place.around, self.checks.style.paint, &mut self.part.diagnostics);
        }
    }

    /// Reports what is wrong with a game, grades it by the answer key, and passes it on.
    #[inline(never)]
    fn check(&mut self, entry: &Entry<'_>) {
        if let Outcome::OnlyTotals(_) = entry.outcome {
            return self.pass_on(&Event::Entry(entry));
        }
        let error = entry.error();
        if let Some(error) = error.filter(|_| !entry.is_reported) {
            self.report(&error.place, error);
        }
        // Report only what has not been reported: an error is, but not that another one was claimed.
        let claims_error = matches!(entry.claim(), Some(Claim::Error(_)));
        let is_new = error.is_none_or(|error| claims_error && !error.error.problem.is_about_rules());
        if let Some(mismatch) = entry.mismatch().filter(|_| is_new) {
            self.report(&mismatch.place, mismatch);
        }
        let compare = |key: &Mutex<AnswerKey>| key.lock().unwrap_or_else(PoisonError::into_inner).compare(entry);
        let difference = self.checks.key.and_then(compare);
        let difference = difference.as_deref();
        if let Some(difference) = &difference {
            self.report(&Place::bare(entry.line, 1), difference);
        }
        let entry = Entry { difference, ..*entry };
        let has_failed = error.is_some() || entry.mismatch().is_some() || difference.is_some();
        let is_wrong = if self.checks.in_records { entry.verdict() != Verdict::Right } else { has_failed };
        if is_wrong {
            self.part.tally.add_wrong();
        }
        self.pass_on(&Event::Entry(&entry));
    }

    #[inline(always)]
    fn pass_on(&mut self, event: &Event<'_>) {
        self.consumer.event(event, &mut self.part.output);
    }
}
