//! Sheets: one game per line. Ordinary lines take the fast path, all others the reference parser.

use memchr::{memchr, memchr_iter};

use super::hint::sheet_hint;
use super::one_each::OneEach;
use super::{Emit, Position, ReadOptions, Receive, check_claim};
use crate::cli::event::{Diagnostic, Entry, EntryClaim, Event, Outcome, Place};
use crate::cli::problem::{InputError, InputProblem};
use crate::reading::Dialect;
use crate::scan::Scanner;
use crate::sheet::line::{LineKind, ScoredLine, parts, text};

/// A shorter chunk is not worth the set-up of the fast path.
const WORTH_SCANNING: usize = 4 * 1024;

pub struct SheetLines {
    options: ReadOptions,
    dialect: Dialect,
    /// Made when the first large chunk is read.
    scanner: Option<Box<Scanner>>,
    one_each: OneEach,
}

impl SheetLines {
    pub(super) const fn new(options: ReadOptions, dialect: Dialect) -> Self {
        Self { options, dialect, scanner: None, one_each: OneEach::Nothing }
    }

    /// Reads a chunk and moves the position past it.
    pub(super) fn read(&mut self, bytes: &[u8], at: &mut Position, receiver: &mut impl Receive) {
        self.one_each.add(bytes, at.line);
        let mut rest = bytes;
        while !rest.is_empty() {
            if rest.len() >= WORTH_SCANNING && at.rules.is_ok() {
                let read = self.scan(rest, at, receiver);
                rest = &rest[read..];
                if read > 0 {
                    continue;
                }
            }
            let end = memchr(b'\n', rest);
            self.line(&rest[..end.unwrap_or(rest.len())], at, &mut |event: Event<'_>| receiver.receive(event));
            at.line += u64::from(end.is_some());
            rest = end.map_or(&[], |end| &rest[end + 1..]);
        }
    }

    /// Reads lines by the fast path, and those that it leaves by the reference parser. Returns how many bytes were
    /// read: a last line without its end, and one longer than a piece of the fast path, are left.
    fn scan(&mut self, bytes: &[u8], at: &mut Position, receiver: &mut impl Receive) -> usize {
        let mut scanner = self.scanner.take().unwrap_or_default();
        let mut lines = scanner.lines(bytes, self.dialect);
        // Without known rules every game is an error.
        while let Ok(rules) = at.rules
            && let Some(line) = lines.next(rules)
        {
            match line.game {
                None => self.line(line.text, at, &mut |event: Event<'_>| receiver.receive(event)),
                Some(found) => {
                    let name = Some(found.name).filter(|name| !name.is_empty());
                    let claim = found.claim();
                    // The fast path leaves claims that do not hold.
                    let claim = claim.as_ref().map(|claim| EntryClaim {
                        claim: Some(claim),
                        text: found.claim_text,
                        mismatch: None,
                    });
                    let entry = Entry::new(
                        at.line,
                        rules,
                        Outcome::Scored { total: found.total, is_complete: true, game: found.game() },
                    );
                    let claim = claim.as_ref();
                    receiver.receive(Event::Entry(&Entry { name, claim, text: line.text, tags: &at.tags, ..entry }));
                }
            }
            at.line += 1;
        }
        let read = lines.read();
        self.scanner = Some(scanner);
        read
    }

    /// Reads any line by the reference parser.
    fn line(&self, line: &[u8], at: &mut Position, emit: &mut Emit<'_>) {
        match at.take_line(line) {
            LineKind::Game => return self.game(&at.score(line, self.dialect), at, emit),
            LineKind::Blank => emit(Event::EndGroup),
            LineKind::Comment | LineKind::Rules(_) | LineKind::Players(_) => {}
        }
        emit(Event::Text(line));
    }

    fn game(&self, scored: &ScoredLine<'_>, at: &Position, emit: &mut Emit<'_>) {
        let place = |byte| Place::of_byte(at.line, scored.line, byte);
        let refuse = |byte, error: InputError| {
            let hint = sheet_hint(&error.problem);
            Diagnostic::new(place(byte), error.with_hint(hint))
        };
        let game = match &scored.game {
            Ok(game) if game.is_complete() || !self.options.complete => Ok(game),
            Ok(game) => {
                let frame = Some(game.lane().frame_number());
                Err(refuse(end_of_game(scored.line), InputError::new(frame, InputProblem::Unfinished)))
            }
            Err(error) => Err(refuse(error.at(), error.clone().into())),
        };
        let outcome = match &game {
            Ok(game) => (*game).into(),
            Err(error) => Outcome::Refused(error, None),
        };
        let mismatch =
            check_claim(scored.claim.as_ref(), &outcome, &self.options, |frame| place(scored.place_of_claim(frame)));
        let claim = EntryClaim { claim: scored.claim.as_ref(), text: scored.claim_text, mismatch: mismatch.as_ref() };
        let claim = (!claim.text.trim_ascii().is_empty()).then_some(&claim);
        let entry = Entry::new(at.line, at.known_rules(), outcome);
        emit(Event::Entry(&Entry { name: scored.name, claim, text: scored.line, tags: &at.tags, ..entry }));
    }

    /// Moves a position past some bytes that another reader reads.
    pub(super) fn advance(&mut self, bytes: &[u8], at: &mut Position) {
        self.one_each.add(bytes, at.line);
        at.line += memchr_iter(b'\n', bytes).count() as u64;
        if memchr(b'#', bytes).is_some() {
            for line in bytes.split(|&byte| byte == b'\n') {
                at.take_line(line);
            }
        }
    }

    /// Ends the source.
    pub(super) fn end(&self, emit: &mut Emit<'_>) {
        if let Some((line, message)) = self.one_each.warning() {
            emit(Event::Warning { line, message });
        }
    }

    /// A reader for other chunks, with memory of its own.
    pub(super) fn another(&self) -> Self {
        Self::new(self.options.clone(), self.dialect)
    }
}

/// Where the rolls of a game end in its line.
fn end_of_game(line: &[u8]) -> usize {
    text(line).map_or(line.len(), |text| {
        let parts = parts(text);
        parts.game_at + parts.game.trim_end_matches(']').len()
    })
}
