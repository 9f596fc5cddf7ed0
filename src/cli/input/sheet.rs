//! Sheets: one game per line. Ordinary lines take the fast path, all others the reference parser.

use super::{Chunk, InputGame, ReadOptions, Reader, Visitor};
use crate::cli::diagnostic::hint;
use crate::error::{LineError, Problem};
use crate::fast::{Cards, Scanner, empty_cards};
use crate::game::Game;
use crate::notation::Dialect;
use crate::sheet::Claim;
use crate::sheet::line::{LineKind, ScoredLine, parts, score_game_line, text};
use crate::sheet::reader::{SheetRules, sheet_rules};

/// A shorter chunk is not worth the set-up of the fast path.
const WORTH_SCANNING: usize = 4 * 1024;

/// A reader of sheets.
pub struct Sheet {
    options: ReadOptions,
    dialect: Dialect,
    /// Made when the first large chunk is read.
    scanner: Option<Box<Scanner>>,
    cards: Box<Cards>,
    /// How far the chunk has been read.
    at: usize,
    /// The number of the next line, and the rules there.
    line: u64,
    rules: SheetRules,
}

impl Sheet {
    pub(super) fn new(options: ReadOptions, dialect: Dialect) -> Self {
        let rules = Ok(options.rules.unwrap_or_default());
        Self { options, dialect, scanner: None, cards: empty_cards(), at: 0, line: 1, rules }
    }

    pub(super) fn for_worker(&self) -> Self {
        Self::new(self.options.clone(), self.dialect)
    }

    /// Reads a chunk until the visitor is full. Returns whether that happened before the end.
    pub(super) fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool {
        if self.at == 0 {
            (self.line, self.rules) = (chunk.first_line, chunk.rules.clone());
        }
        let bytes = chunk.bytes();
        if bytes.len() >= WORTH_SCANNING {
            while self.scan(bytes, visitor) {}
        }
        while self.at < bytes.len() {
            if visitor.is_full() {
                return true;
            }
            let rest = &bytes[self.at..];
            let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            self.at += len + 1;
            self.line += 1;
            self.any_line(&rest[..len], visitor);
        }
        self.at = 0;
        visitor.end_chunk();
        false
    }

    /// Reads the next lines by the fast path; `false` if it cannot go on.
    fn scan(&mut self, bytes: &[u8], visitor: &mut impl Visitor) -> bool {
        let mut scanner = self.scanner.take().unwrap_or_else(|| Box::new(Scanner::new()));
        let mut piece = scanner.load(&bytes[self.at..]);
        let (is_empty, totals_only) = (piece.is_done(), visitor.wants_totals_only());
        let takes_batches = totals_only || visitor.takes_cards();
        while let Ok(rules) = self.rules
            && !piece.is_done()
            && !visitor.is_full()
        {
            let batch = if totals_only {
                piece.totals(rules, self.dialect)
            } else {
                piece.cards(rules, self.dialect, &mut self.cards)
            };
            if takes_batches && let Some((totals, bytes)) = batch.games() {
                if totals_only {
                    visitor.totals(&totals);
                } else {
                    visitor.cards(self.line, &*self.cards);
                }
                self.at += bytes;
                self.line += totals.len() as u64;
                continue;
            }
            for at in 0..batch.len() {
                let line = batch.line(at);
                self.at += line.text.len() + 1;
                self.line += 1;
                match line.game {
                    Some(game) if totals_only => visitor.total(game.name, game.total),
                    Some(game) => visitor.game(&InputGame {
                        name: text_of(game.name),
                        card: Some(&self.cards[at]),
                        claim: (!game.claim.is_empty()).then_some(Claim::Total(game.total.into())).as_ref(),
                        claim_text: text_of(game.claim).unwrap_or_default(),
                        ..InputGame::new(self.line - 1, rules, line.text)
                    }),
                    None => {
                        self.any_line(line.text, visitor);
                        if !self.rules.as_ref().is_ok_and(|&now| now == rules) {
                            piece.go_back(&line);
                            break;
                        }
                    }
                }
            }
        }
        self.scanner = Some(scanner);
        !is_empty && self.rules.is_ok() && !visitor.is_full()
    }

    /// Reads any line by the reference parser. Its number is the one before `self.line`.
    fn any_line(&mut self, line: &[u8], visitor: &mut impl Visitor) {
        match LineKind::of(line) {
            LineKind::Game => return self.game(line, visitor),
            LineKind::Blank => visitor.end_group(),
            LineKind::Rules(name) => self.rules = sheet_rules(name, self.options.rules),
            LineKind::Comment | LineKind::Players(_) => {}
        }
        visitor.text(line);
    }

    fn game(&self, line: &[u8], visitor: &mut impl Visitor) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let rules = self.rules.as_ref().copied().unwrap_or_default();
        let ScoredLine { name, mut game, claim, claim_text } = score_game_line(line, self.dialect, rules);
        // Without known rules nothing can be said about the game.
        if let Err(problem) = &self.rules {
            game = Err(LineError::new(line, 0, None, problem.clone()));
        }
        if self.options.complete {
            game = game.and_then(|game| if game.is_complete() { Ok(game) } else { Err(unfinished(line, &game)) });
        }
        let error = game.as_ref().err().map(|error| error.clone().with_hint(hint(error.problem())));
        let card = game.as_ref().ok().map(Game::score_card);
        visitor.game(&InputGame {
            name,
            card: card.as_ref(),
            error: error.as_ref().map(|error| (self.line - 1, error)),
            claim: claim.as_ref(),
            claim_text,
            ..InputGame::new(self.line - 1, rules, line)
        });
    }
}

impl Reader for Sheet {
    fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool {
        self.read(chunk, visitor)
    }

    fn position(&self) -> Option<(u64, SheetRules)> {
        Some((self.line, self.rules.clone()))
    }

    fn for_worker(&self) -> Option<Self> {
        Some(self.for_worker())
    }
}

/// A part of an ordinary line, if there is one. It is known to be UTF-8.
#[inline]
fn text_of(part: &[u8]) -> Option<&str> {
    if part.is_empty() { None } else { std::str::from_utf8(part).ok() }
}

/// The error of an unfinished game, at the end of its rolls.
fn unfinished(line: &[u8], game: &Game) -> LineError {
    let end = text(line).map_or(line.len(), |text| {
        let game = parts(text).game;
        nom::Offset::offset(text, game) + game.trim_end_matches(']').len()
    });
    LineError::new(line, end, Some(game.lane().frame_number()), Problem::Unfinished)
}
