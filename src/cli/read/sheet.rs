//! Sheets: one game per line. Ordinary lines take the fast path, all others the reference parser.

use memchr::{memchr, memchr_iter};
use nom::Offset;

use super::hint::sheet_hint;
use super::{Chunk, Position, ReadOptions, check_claim};
use crate::cli::event::{Diagnostic, Entry, EntryClaim, Event, Outcome, Place};
use crate::error::{InputProblem, LineError, Problem};
use crate::game::Game;
use crate::reading::Dialect;
use crate::scan::Scanner;
use crate::sheet::Claim;
use crate::sheet::line::{LineKind, ScoredLine, parts, score_game_line, text};
use crate::sheet::verify::place;

/// A shorter chunk is not worth the set-up of the fast path.
const WORTH_SCANNING: usize = 4 * 1024;

pub struct SheetLines {
    options: ReadOptions,
    dialect: Dialect,
    /// Made when the first large chunk is read.
    scanner: Option<Box<Scanner>>,
}

impl SheetLines {
    pub(super) const fn new(options: ReadOptions, dialect: Dialect) -> Self {
        Self { options, dialect, scanner: None }
    }

    /// Reads lines by the fast path, and those that it leaves by the reference parser. Returns how many bytes were
    /// read: a last line without its end, and one longer than a piece of the fast path, are left.
    fn scan(&mut self, bytes: &[u8], at: &mut Position, emit: &mut impl FnMut(Event<'_>)) -> usize {
        let mut scanner = self.scanner.take().unwrap_or_default();
        let mut lines = scanner.lines(bytes, self.dialect);
        // Without known rules every game is an error.
        while let Ok(rules) = at.rules
            && let Some(line) = lines.next(rules)
        {
            match line.game {
                None => self.any_line(line.text, at, emit),
                Some(found) => {
                    at.in_group = true;
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
                        Outcome::Scored { total: found.total, is_complete: true, game: &found },
                    );
                    emit(Event::Entry(&Entry { name, claim, text: line.text, tags: &at.tags, ..entry }));
                }
            }
            at.line += 1;
        }
        let read = lines.read();
        self.scanner = Some(scanner);
        read
    }

    /// Reads any line by the reference parser.
    fn any_line(&self, line: &[u8], at: &mut Position, emit: &mut impl FnMut(Event<'_>)) {
        match at.take_line(line, &self.options) {
            LineKind::Game => {
                at.in_group = true;
                return self.game(line, at, emit);
            }
            LineKind::Blank => {
                at.in_group = false;
                emit(Event::EndGroup);
            }
            LineKind::Comment | LineKind::Rules(_) | LineKind::Players(_) => {}
        }
        emit(Event::Text(line));
    }

    fn game(&self, line: &[u8], at: &Position, emit: &mut impl FnMut(Event<'_>)) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let rules = at.rules.as_ref().copied().unwrap_or_default();
        let ScoredLine { name, mut game, claim, claim_text, .. } = score_game_line(line, self.dialect, rules);
        // Without known rules nothing can be said about the game.
        if let Err(problem) = &at.rules {
            game = Err(LineError::new(line, 0, None, problem.clone()));
        }
        if self.options.complete {
            game = game.and_then(|game| if game.is_complete() { Ok(game) } else { Err(unfinished(line, &game)) });
        }
        let diagnostic;
        let outcome = match &game {
            Ok(game) => game.into(),
            Err(error) => {
                let hint = sheet_hint(error.problem());
                diagnostic = Diagnostic::in_line(at.line, line, error.clone().with_hint(hint));
                Outcome::Refused(&diagnostic, None)
            }
        };
        let entry = Entry { name, text: line, tags: &at.tags, ..Entry::new(at.line, rules, outcome) };
        if claim_text.trim_ascii().is_empty() {
            return emit(Event::Entry(&entry));
        }
        let claim = claim.as_ref();
        let place = |frame| claim_place(at.line, line, claim, claim_text, frame);
        let mismatch = check_claim(claim, &outcome, &self.options, place);
        let claim = Some(EntryClaim { claim, text: claim_text, mismatch: mismatch.as_ref() });
        emit(Event::Entry(&Entry { claim, ..entry }));
    }

    /// Reads a chunk and returns the position after it.
    pub(super) fn read(&mut self, chunk: &Chunk<'_>, emit: &mut impl FnMut(Event<'_>)) -> Position {
        let (mut rest, mut at) = (chunk.bytes, chunk.position.clone());
        at.one_each.add(rest, at.line);
        while !rest.is_empty() {
            if rest.len() >= WORTH_SCANNING && at.rules.is_ok() {
                let read = self.scan(rest, &mut at, emit);
                rest = &rest[read..];
                if read > 0 {
                    continue;
                }
            }
            let end = memchr(b'\n', rest);
            self.any_line(&rest[..end.unwrap_or(rest.len())], &mut at, emit);
            at.line += u64::from(end.is_some());
            rest = end.map_or(&[], |end| &rest[end + 1..]);
        }
        at
    }

    /// Moves a position past some bytes that another reader reads.
    pub(super) fn advance(&self, position: &mut Position, bytes: &[u8]) {
        position.one_each.add(bytes, position.line);
        position.line += memchr_iter(b'\n', bytes).count() as u64;
        let lines = || bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|&byte| byte == b'\n');
        if memchr(b'#', bytes).is_some() {
            for line in lines() {
                position.take_line(line, &self.options);
            }
        }
        // The last line that is not a comment says whether a group goes on.
        let last = lines().rev().map(LineKind::of).find(|kind| matches!(kind, LineKind::Game | LineKind::Blank));
        position.in_group = last.map_or(position.in_group, |kind| kind == LineKind::Game);
    }

    /// A reader for other chunks, with memory of its own.
    pub(super) fn another(&self) -> Self {
        Self::new(self.options.clone(), self.dialect)
    }
}

/// Where the claim of a line is, or the claimed running total of a frame.
fn claim_place(at: u64, line: &[u8], claim: Option<&Claim>, claim_text: &str, frame: Option<u8>) -> Place {
    let at_claim = claim.map_or(0, |claim| place(claim, claim_text, frame));
    Place::of_byte(at, line, line.offset(claim_text.as_bytes()) + at_claim)
}

/// The error of an unfinished game, at the end of its rolls.
fn unfinished(line: &[u8], game: &Game) -> LineError {
    let end = text(line).map_or(line.len(), |text| {
        let game = parts(text).game;
        text.offset(game) + game.trim_end_matches(']').len()
    });
    LineError::new(line, end, Some(game.lane().frame_number()), Problem::Input(InputProblem::Unfinished))
}
