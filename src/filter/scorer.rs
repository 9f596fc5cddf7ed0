//! Scores the lines of a sheet: a chunk in, records and diagnostics out. It knows no threads and no files.

use super::{Rendered, Settings};
use crate::check::verify;
use crate::diagnostic::Diagnostic;
use crate::fast::totals::Walker;
use crate::fast::{self, LANES};
use crate::game::{Game, Rules};
use crate::input::{Chunk, SheetRules, directed};
use crate::output::{self, Format, Record, To};
use crate::parse::error::LineError;
use crate::parse::sheet::{self, Kind};
use crate::sheet::{Scored, any_game, unfinished};

/// Scores a chunk of one file.
pub struct Scorer<'a> {
    settings: &'a Settings,
    file: &'a str,
    format: &'a mut dyn Format,
    /// What is left of the chunk, and the rules there.
    lines: Lines<'a>,
    rules: SheetRules,
    /// The games of the last ordinary lines, used again for the next.
    games: [Game; LANES],
}

impl<'a> Scorer<'a> {
    /// A scorer of a chunk that writes by a format.
    pub fn new(settings: &'a Settings, file: &'a str, format: &'a mut dyn Format, chunk: &'a Chunk) -> Self {
        format.set_apart(chunk.apart);
        let games = [const { Game::new(Rules::Tenpin) }; LANES];
        Self { settings, file, format, lines: Lines::new(chunk), rules: chunk.rules.clone(), games }
    }

    /// Scores the lines of the chunk, until what is rendered is full; `true` where there are more.
    pub fn score(&mut self, rendered: &mut Rendered) -> bool {
        // A line that names other rules begins this anew.
        while let Ok(by) = self.rules
            && self.fours(by, rendered)
        {}
        while !rendered.is_full() {
            let Some((number, line)) = self.lines.next() else {
                self.format.end_group(&mut rendered.out);
                return false;
            };
            self.any(line, number, rendered);
        }
        true
    }

    /// Goes through the lines four at a time, as long as there are so many and room for what becomes of them; `true`
    /// as soon as one names the rules.
    fn fours(&mut self, by: Rules, rendered: &mut Rendered) -> bool {
        let mut walker = Walker::new(by, self.settings.dialect).filter(|_| self.settings.writes(To::Totals));
        let mut ahead = self.lines.clone();
        while !rendered.is_full()
            && let Some(four) = ahead.four()
        {
            let changed = match &mut walker {
                Some(walker) => {
                    let totals = walker.totals(ahead.bytes, four.starts, four.lines);
                    self.totals(&four, totals, rendered)
                }
                None => self.games(&four, by, rendered),
            };
            if let Some(at) = changed {
                // The lines behind this one are still to be scored.
                self.lines.at = four.starts[at] + four.lines[at].len() + 1;
                self.lines.number = four.number + at as u64 + 1;
                return true;
            }
            self.lines = ahead.clone();
        }
        false
    }

    /// Four lines whose totals are all that is wanted; which of them names the rules, if one does.
    fn totals(&mut self, four: &Four<'_>, totals: [Option<u16>; LANES], rendered: &mut Rendered) -> Option<usize> {
        (0..LANES).find(|&at| match totals[at] {
            Some(total) => {
                output::total(total, &mut rendered.out);
                false
            }
            None => self.any(four.lines[at], four.number + at as u64, rendered),
        })
    }

    /// Four lines for a format that wants to see the games; which of them names the rules, if one does.
    fn games(&mut self, four: &Four<'_>, by: Rules, rendered: &mut Rendered) -> Option<usize> {
        let ordinary = fast::read_four(&mut self.games, four.lines, self.settings.dialect, by);
        (0..LANES).find(|&at| {
            let (number, line, game) = (four.number + at as u64, four.lines[at], &self.games[at]);
            if !ordinary[at] || (self.settings.complete && !game.is_complete()) {
                return self.any(line, number, rendered);
            }
            let record = Record { game: Some(game), ..Record::new(self.file, number, by, line) };
            self.format.game(&record, &mut rendered.out);
            false
        })
    }

    /// Any line, whatever it holds; `true` for one that names the rules.
    fn any(&mut self, line: &[u8], number: u64, rendered: &mut Rendered) -> bool {
        match sheet::kind(line) {
            Kind::Game => self.line(line, number, rendered),
            Kind::Blank => self.format.end_group(&mut rendered.out),
            Kind::Rules(name) => {
                self.rules = directed(name, self.settings.rules);
                return true;
            }
            Kind::Comment | Kind::Players(_) => {}
        }
        false
    }

    fn line(&mut self, line: &[u8], number: u64, rendered: &mut Rendered) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let by = self.rules.as_ref().map_or(Rules::default(), |&rules| rules);
        let mut scored = any_game(line, self.settings.dialect, by);
        // By which rules it would be judged is not known, so nothing else can be said of it.
        if let Err(problem) = &self.rules {
            scored.game = Err(LineError::new(line, 0, None, problem.clone()));
        }
        if let Ok(game) = &scored.game
            && self.settings.complete
            && !game.is_complete()
        {
            scored.game = Err(unfinished(line, game));
        }
        self.record(&scored, line, number, by, rendered);
    }

    fn record(&mut self, scored: &Scored<'_>, line: &[u8], number: u64, rules: Rules, rendered: &mut Rendered) {
        let Scored { name, game, claim, .. } = scored;
        let mismatch = claim.as_ref().and_then(|claim| verify(claim, game.as_ref()).err());
        let column = mismatch.as_ref().map_or(1, |mismatch| claim_column(scored, line, mismatch.frame));
        let error = game.as_ref().err();
        if !self.settings.check {
            let mut say = |column, message| {
                let diagnostic = Diagnostic { file: self.file, line: number, column, message };
                diagnostic.write(self.settings.paint_errors, &mut rendered.err);
            };
            if let Some(error) = error {
                say(error.column(), error);
            }
            match (&mismatch, error) {
                (Some(mismatch), None) => say(column, mismatch),
                // The error itself is said; that another one was claimed is news.
                (Some(mismatch), Some(error))
                    if matches!(claim, Some(crate::Claim::Error(_))) && !error.problem().is_of_the_sheet() =>
                {
                    say(column, mismatch);
                }
                _ => {}
            }
        }
        rendered.failed |= !self.settings.check && (error.is_some() || mismatch.is_some());
        let record = Record {
            name: *name,
            game: game.as_ref().ok(),
            claim: claim.as_ref().map(|claim| (claim, mismatch.as_ref())),
            error: error.map(|error| (number, error)),
            claim_column: column,
            ..Record::new(self.file, number, rules, line)
        };
        self.format.game(&record, &mut rendered.out);
    }
}

/// The column of the claim, or of the claimed total of one frame.
fn claim_column(scored: &Scored<'_>, line: &[u8], frame: Option<u8>) -> usize {
    let claim = &line[scored.claim_at..];
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'_';
    let running = matches!(scored.claim, Some(crate::Claim::Running(_)));
    let nth = if running { usize::from(frame.unwrap_or(1)) } else { 1 };
    let mut at = claim.len() - claim.trim_ascii_start().len();
    for _ in 1..nth {
        at += claim[at..].iter().take_while(|byte| is_number(byte)).count();
        at += claim[at..].iter().take_while(|byte| !is_number(byte)).count();
    }
    1 + String::from_utf8_lossy(&line[..scored.claim_at + at]).chars().count()
}

/// The lines of a chunk with their numbers; a last line without its end is one too.
#[derive(Clone)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    number: u64,
}

/// Four lines, where they start in their chunk, and the number of the first.
struct Four<'a> {
    number: u64,
    starts: [usize; LANES],
    lines: [&'a [u8]; LANES],
}

impl<'a> Lines<'a> {
    /// The next four lines; `None` where there are fewer.
    #[inline]
    fn four(&mut self) -> Option<Four<'a>> {
        let mut four = Four { number: self.number, starts: [0; LANES], lines: [&self.bytes[..0]; LANES] };
        for (start, line) in four.starts.iter_mut().zip(&mut four.lines) {
            *start = self.at;
            (_, *line) = self.next()?;
        }
        Some(four)
    }

    /// All lines of a chunk.
    pub fn new(chunk: &'a Chunk) -> Self {
        Self { bytes: chunk.bytes(), at: 0, number: chunk.first_line }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (u64, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let number = self.number;
        self.at += len + 1;
        self.number += 1;
        Some((number, &rest[..len]))
    }
}
