//! Logs: one roll per line, `NAME PINS`. The rolls of each player make one game; a blank line ends
//! the match.

use std::collections::HashMap;

use super::hint::hint;
use super::log_line::{LogFailure, is_cut_short, looks_like_rolls, parse_log_line};
use super::{Emit, InputFormat, LineTags, Position, ReadOptions};
use crate::cli::event::{Diagnostic, Entry, Event, Outcome, Place};
use crate::cli::problem::{InputError, InputProblem};
use crate::game::{Game, Rules};
use crate::reading::apply;
use crate::reading::symbols::tokens;
use crate::sheet::line::{LineKind, text};

/// The most players in one match. Bounds memory.
pub const MOST_PLAYERS: usize = 10_000;
/// The most bytes of names in one match. Bounds memory.
const MOST_NAME_BYTES: usize = 1024 * 1024;

/// A match being read.
#[derive(Default)]
pub struct LogReader {
    options: ReadOptions,
    players: Vec<LogPlayer>,
    by_name: HashMap<String, usize>,
    name_bytes: usize,
    /// The line that made the input a log, until it is named in a message.
    detected_at: Option<u64>,
    /// The players are named in a header, so no other can follow.
    is_closed: bool,
    /// A roll has been read.
    has_begun: bool,
}

struct LogPlayer {
    /// `None` for a line that belongs to no player.
    name: Option<String>,
    first_line: u64,
    last_line: u64,
    game: Game,
    error: Option<Diagnostic>,
    /// Those at the first roll.
    tags: LineTags,
}

impl LogPlayer {
    fn new(name: Option<&str>, line: u64, rules: Rules) -> Self {
        let name = name.map(str::to_owned);
        Self { name, first_line: line, last_line: line, game: Game::new(rules), error: None, tags: LineTags::default() }
    }
}

impl LogReader {
    /// A reader of a log, given the line that made the input one.
    pub(super) fn new(options: ReadOptions, detected_at: Option<u64>) -> Self {
        Self { options, detected_at, ..Self::default() }
    }

    /// Reads a line. A match that ends with it is reported.
    fn line(&mut self, line: &[u8], is_torn: bool, at: &mut Position, emit: &mut Emit<'_>) {
        let cut_short = Event::Warning { line: at.line, message: CUT_SHORT };
        let kind = at.take_line(line);
        match kind {
            LineKind::Blank => self.end_match(emit),
            LineKind::Comment | LineKind::Rules(_) => {}
            // A player may be missing, and no roll follows.
            LineKind::Players(_) if is_torn => emit(cut_short),
            LineKind::Players(names) => {
                self.is_closed = true;
                for name in names.split_whitespace() {
                    let _ = self.player(name, at.line, at.known_rules());
                }
                self.report_if_followed(emit);
            }
            LineKind::Game if is_torn && self.is_cut_short(line) => emit(cut_short),
            LineKind::Game => {
                match self.roll(line, at) {
                    Ok(()) => self.has_begun = true,
                    Err((player, error)) => self.refuse(player, *error, at, emit),
                }
                self.report_if_followed(emit);
            }
        }
    }

    /// Reads one roll. An error says whose game it is in, if that is known.
    fn roll(&mut self, line: &[u8], at: &Position) -> Result<(), (Option<usize>, Box<Diagnostic>)> {
        let error = |byte, frame, problem: InputProblem| {
            Box::new(Diagnostic::new(Place::of_byte(at.line, line, byte), InputError::new(frame, problem)))
        };
        let rules = at.rules.clone().map_err(|problem| (None, error(0, None, problem.into())))?;
        let text = text(line).map_err(|problem| (None, error(problem.at(), None, problem.into_problem().into())))?;
        let entry = match parse_log_line(text) {
            Ok(entry) => entry,
            Err(LogFailure { name, at: place, problem }) => {
                let player = name.and_then(|name| self.start(name, at, rules).ok());
                let frame = player.map(|player| self.players[player].game.lane().frame_number());
                return Err((player, error(place, frame, problem)));
            }
        };
        // Where the format was detected, a line of rolls is a line of a sheet: `10 5` is not a roll of a
        // player `10`. A header may name such players.
        let is_rolls = tokens(entry.name).all(looks_like_rolls) && !self.by_name.contains_key(entry.name);
        if is_rolls && self.options.from == InputFormat::Auto {
            return Err((None, error(text.len() - text.trim_start().len(), None, InputProblem::NotALogLine)));
        }
        let player = self.start(entry.name, at, rules).map_err(|problem| (None, error(0, None, problem)))?;
        let LogPlayer { game, error: earlier, last_line, .. } = &mut self.players[player];
        *last_line = at.line;
        // A game in error stays as it was: what follows the error cannot be placed.
        if earlier.is_some() {
            return Ok(());
        }
        let frame = game.lane().frame_number();
        let rolled = match entry.ball {
            Some(ball) => apply(game, ball).map_err(InputProblem::from),
            None => game.undo().map(|_| ()).ok_or(InputProblem::NothingToUndo),
        };
        rolled.map_err(|problem| (Some(player), error(entry.at, Some(frame), problem)))
    }

    /// The index of a player who rolls. A game has the tags of its first roll.
    fn start(&mut self, name: &str, at: &Position, rules: Rules) -> Result<usize, InputProblem> {
        let player = self.player(name, at.line, rules)?;
        let LogPlayer { game, error, tags, .. } = &mut self.players[player];
        if !game.has_begun() && error.is_none() {
            tags.clone_from(&at.tags);
        }
        Ok(player)
    }

    /// The index of a player, who is added if new.
    fn player(&mut self, name: &str, line: u64, rules: Rules) -> Result<usize, InputProblem> {
        if let Some(&player) = self.by_name.get(name) {
            return Ok(player);
        }
        if self.players.len() >= MOST_PLAYERS || self.name_bytes + name.len() > MOST_NAME_BYTES {
            return Err(InputProblem::TooManyPlayers(MOST_PLAYERS));
        }
        self.name_bytes += name.len();
        self.by_name.insert(name.into(), self.players.len());
        self.players.push(LogPlayer::new(Some(name), line, rules));
        Ok(self.players.len() - 1)
    }

    /// Reports a line in error and keeps the error with the game that it belongs to. A line that
    /// belongs to no player is a record of its own, as in a sheet.
    fn refuse(&mut self, player: Option<usize>, mut error: Diagnostic, at: &Position, emit: &mut Emit<'_>) {
        let problem = &error.error.problem;
        let detected_at = if problem.is_about_ball() { None } else { self.detected_at.take() };
        error.error.hint = match detected_at {
            Some(line) => Some(format!("line {line} made the input a log, --from overrides").into()),
            None => hint(problem).map(Into::into),
        };
        emit(Event::Error(&error));
        match player {
            // Where games go on, an error costs its line.
            Some(_) | None if self.options.follow => {}
            Some(player) => drop(self.players[player].error.get_or_insert(error)),
            None if self.players.len() < MOST_PLAYERS => {
                self.players.push(LogPlayer {
                    error: Some(error),
                    tags: at.tags.clone(),
                    ..LogPlayer::new(None, at.line, at.known_rules())
                });
            }
            None => {}
        }
    }

    /// Whether a last line without its end is only the start of one. `play` names the players, and ends every line.
    fn is_cut_short(&self, line: &[u8]) -> bool {
        self.is_closed || is_cut_short(line, self.by_name.keys().map(String::as_str), self.has_begun)
    }

    /// Ends a match, at a blank line or at the end of the source.
    pub(super) fn end_match(&mut self, emit: &mut Emit<'_>) {
        if !self.options.follow {
            self.report(emit);
        }
        self.players.clear();
        self.by_name.clear();
        self.name_bytes = 0;
    }

    fn report_if_followed(&mut self, emit: &mut Emit<'_>) {
        if self.options.follow {
            self.report(emit);
        }
    }

    /// Reports the games of the match: one per player, in the order of their first rolls.
    fn report(&mut self, emit: &mut Emit<'_>) {
        for LogPlayer { name, first_line, last_line, game, error, tags } in &mut self.players {
            if self.options.complete && error.is_none() && !game.is_complete() {
                let problem = InputProblem::Unfinished;
                let hint = hint(&problem);
                let unfinished = InputError::new(Some(game.lane().frame_number()), problem).with_hint(hint);
                let unfinished = Diagnostic::new(Place::bare(*last_line, 1), unfinished);
                emit(Event::Error(error.insert(unfinished)));
            }
            let outcome = match (&error, &name) {
                (None, _) => (&*game).into(),
                (Some(error), Some(_)) => Outcome::Refused(error, Some(game)),
                (Some(error), None) => Outcome::Refused(error, None),
            };
            let entry = Entry {
                name: name.as_deref(),
                tags,
                is_reported: true,
                ..Entry::new(*first_line, game.rules(), outcome)
            };
            emit(Event::Entry(&entry));
        }
        emit(if self.is_closed { Event::EndMatch } else { Event::EndGroup });
    }

    /// Reads a chunk and moves the position past it.
    pub(super) fn read(&mut self, bytes: &[u8], at: &mut Position, emit: &mut Emit<'_>) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let whole = line.strip_suffix(b"\n");
            // Only the last line of a source may have no end.
            self.line(whole.unwrap_or(line), whole.is_none(), at, emit);
            at.line += u64::from(whole.is_some());
        }
    }
}

const CUT_SHORT: &str = "the last line is cut short and ignored";
