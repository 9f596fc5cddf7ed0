//! What tables of all formats share: rolls and totals in cells, and the record that a row becomes.
//!
//! A format takes its rows apart, puts the parts of each into an [`Entry`], and reports it. Where a
//! part stands matters only if something is wrong with it, so a format is asked for that by
//! [`Places`], and good rows cost nothing.

use nom::Offset;

use super::{InputGame, Place, Visitor};
use crate::cli::diagnostic::hint;
use crate::error::{LineError, Problem};
use crate::game::{FRAMES, Game, MAX_TOTAL, Rules, ScoreCard};
use crate::notation::parse::{SEPARATORS, is_integer, number, symbol, tokens};
use crate::notation::{Dialect, Symbol, apply, read_game};
use crate::sheet::Claim;
use crate::sheet::claim::parse_claim;
use crate::sheet::reader::{SheetRules, sheet_rules};

/// A byte in a part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The part, as its format counts them.
    pub part: usize,
    /// The byte of its text.
    pub at: usize,
}

/// What is wrong with a row, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub spot: Spot,
    pub frame: Option<u8>,
    pub problem: Problem,
}

impl Fault {
    pub const fn new(part: usize, problem: Problem) -> Self {
        Self { spot: Spot { part, at: 0 }, frame: None, problem }
    }

    const fn in_frame(part: usize, at: usize, frame: u8, problem: Problem) -> Self {
        Self { spot: Spot { part, at }, frame: Some(frame), problem }
    }
}

/// Finds the place of a part of a row.
pub trait Places {
    /// The place of a byte of a part. A field without a name is empty.
    fn place(&self, spot: Spot) -> Place<'_>;

    /// The row as it was written, if it is text of its own.
    fn row(&self) -> &[u8] {
        b""
    }
}

/// The parts of a row.
pub struct Entry<'a> {
    /// The number of its first line.
    pub line: u64,
    pub name: Option<&'a str>,
    pub rules: Rules,
    /// The game, and what is wrong with it. A record in error may have both.
    pub game: Option<Game>,
    pub fault: Option<Fault>,
    /// The part that an unfinished game ends in.
    pub end: Spot,
    /// The claim and its part.
    pub claim: Option<(Claim, usize)>,
    pub totals: Vec<u16>,
    /// The totals are in columns of their own: a series.
    pub is_series: bool,
    pub date: Option<&'a str>,
}

impl Entry<'_> {
    /// A row of which nothing is known yet.
    pub const fn new(line: u64, rules: Rules) -> Self {
        Self {
            line,
            name: None,
            rules,
            game: None,
            fault: None,
            end: Spot { part: 0, at: 0 },
            claim: None,
            totals: Vec::new(),
            is_series: false,
            date: None,
        }
    }

    /// Reports the row.
    pub fn report(&mut self, complete: bool, places: &impl Places, visitor: &mut impl Visitor) {
        if complete
            && self.fault.is_none()
            && let Some(game) = self.game.take_if(|game| !game.is_complete())
        {
            let Spot { part, at } = self.end;
            self.fault = Some(Fault::in_frame(part, at, game.lane().frame_number(), Problem::Unfinished));
        }
        let card = self.game.as_ref().map(Game::score_card);
        let is_right = |card: &ScoreCard| match self.claim {
            None => true,
            Some((Claim::Total(total), _)) => total == u32::from(card.total()),
            Some(_) => false,
        };
        let right = card.as_ref().filter(|card| self.fault.is_none() && is_right(card));
        if let Some(card) = right
            && card.is_complete()
            && visitor.wants_totals_only()
        {
            visitor.total(self.name.unwrap_or_default().as_bytes(), card.total());
            return;
        }
        let place = self.fault.as_ref().map(|fault| places.place(fault.spot));
        let error = self.fault.take().zip(place).map(|(Fault { frame, problem, .. }, place)| {
            let hint = table_hint(&problem);
            (place.line, LineError::at_column(place.column, frame, problem).with_hint(hint))
        });
        let claim_place =
            self.claim.as_ref().filter(|_| right.is_none()).map(|(_, part)| places.place(Spot { part: *part, at: 0 }));
        let claim = self.claim.as_ref().map(|(claim, _)| claim);
        visitor.game(&InputGame {
            name: self.name,
            card: card.as_ref(),
            error: error.as_ref().map(|(line, error)| (*line, error)),
            claim,
            claim_text: &claim.map(ToString::to_string).unwrap_or_default(),
            field: place.map(|place| place.field).filter(|field| !field.is_empty()),
            claim_place,
            row: places.row(),
            totals: &self.totals,
            is_series: self.is_series,
            date: self.date,
            ..InputGame::new(self.line, self.rules, b"")
        });
    }
}

/// The advice that is true of tables: `--from` would not help.
fn table_hint(problem: &Problem) -> Option<&'static str> {
    match problem {
        Problem::Unfinished | Problem::OtherRules { .. } | Problem::NoGameColumn(_) => hint(problem),
        _ => None,
    }
}

/// The text of a cell without blanks around it; `None` if the cell says that it holds nothing.
pub fn value(cell: &str) -> Option<&str> {
    let text = cell.trim();
    // A spreadsheet writes a quote before what it would take for a formula, and so do we.
    let text = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']) => rest,
        _ => text,
    };
    let is_nothing = match text.len() {
        0 => true,
        2 => text.eq_ignore_ascii_case("NA"),
        3 => text.eq_ignore_ascii_case("N/A") || text.eq_ignore_ascii_case("nan"),
        4 => text.eq_ignore_ascii_case("null"),
        _ => false,
    };
    (!is_nothing).then_some(text)
}

/// A number as it is meant: `10.0` is 10.
pub fn whole(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') && is_integer(whole) => {
            whole
        }
        _ => text,
    }
}

/// A total in a cell.
pub fn total(text: &str, part: usize) -> Result<u16, Fault> {
    let total = whole(text).parse().ok().filter(|total| *total <= MAX_TOTAL);
    total.ok_or_else(|| Fault::new(part, Problem::NotATotal(text.into())))
}

/// A claim in a cell.
pub fn claim(text: &str, part: usize) -> Result<Claim, Fault> {
    parse_claim(whole(text)).map_err(|failure| Fault {
        spot: Spot { part, at: text.offset(failure.at).min(text.len()) },
        frame: None,
        problem: failure.problem,
    })
}

/// The rules that a cell names, given the rules that were asked for.
pub fn rules(name: &str, wanted: Option<Rules>) -> SheetRules {
    sheet_rules(name, wanted).map_err(|problem| match problem {
        Problem::UnknownRules(name) => Problem::NoSuchRules(name),
        problem => problem,
    })
}

/// Reads a whole game in one part.
pub fn read_whole(text: &str, part: usize, dialect: Dialect, rules: Rules) -> Result<Game, Fault> {
    read_game(text, dialect, rules).map_err(|failure| Fault {
        spot: Spot { part, at: text.offset(failure.at) },
        frame: failure.frame,
        problem: failure.problem,
    })
}

/// Rolls the ball that a part holds. In a frame (from 0) it must belong to that frame.
pub fn roll(game: &mut Game, text: &str, part: usize, frame: Option<u8>) -> Result<(), Fault> {
    let text = whole(text);
    let shown = shown_frame(game, frame);
    let fault = |problem| Fault::in_frame(part, 0, shown, problem);
    let ball = one_roll(text).map_err(fault)?;
    match frame {
        Some(frame) => roll_in_frame(game, ball, frame).map_err(fault),
        None => apply(game, ball).map_err(fault),
    }
}

/// Rolls the balls of a frame (from 0) that a part holds: `7/`, or `7 3` and `10` `9` `1` apart.
pub fn roll_frame(game: &mut Game, text: &str, part: usize, frame: u8) -> Result<(), Fault> {
    let text = whole(text);
    let several = tokens(text, SEPARATORS).nth(1).is_some();
    for token in tokens(text, SEPARATORS) {
        if several {
            let at = text.offset(token);
            roll(game, token, part, Some(frame)).map_err(|mut fault| {
                fault.spot.at += at;
                fault
            })?;
            continue;
        }
        let mut rest = token;
        while !rest.is_empty() {
            let shown = shown_frame(game, Some(frame));
            let fault = |at: &str, problem| Fault::in_frame(part, text.offset(at), shown, problem);
            if game.lane().is_full() && rest.starts_with("10") {
                return Err(fault(rest, Problem::AmbiguousTen));
            }
            let (after, ball) = symbol(rest).map_err(|failure| fault(failure.at, failure.problem))?;
            roll_in_frame(game, ball, frame).map_err(|problem| fault(rest, problem))?;
            rest = after;
        }
    }
    Ok(())
}

/// The frame for a message: the one that the part belongs to, else the one being played.
fn shown_frame(game: &Game, frame: Option<u8>) -> u8 {
    frame.map_or(game.lane().frame_number(), |frame| frame + 1)
}

/// Rolls a ball of a frame. A zero after the end of its frame is padding.
fn roll_in_frame(game: &mut Game, ball: Symbol, frame: u8) -> Result<(), Problem> {
    let playing = game.lane().frame;
    match ball {
        _ if playing == frame => apply(game, ball),
        Symbol::Pins(pins) if playing > frame && pins.get() == 0 => Ok(()),
        _ if playing >= FRAMES => Err(Problem::GameOver),
        _ if playing > frame => Err(Problem::FrameOver),
        _ => Err(Problem::MissingRoll { frame: playing + 1 }),
    }
}

/// Reads one roll, as a number or as a symbol.
fn one_roll(text: &str) -> Result<Symbol, Problem> {
    if is_integer(text) {
        return number(text).map_err(|failure| match failure.problem {
            Problem::NotARoll { token, .. } => Problem::NotARoll { token, pairs: false },
            problem => problem,
        });
    }
    match symbol(text) {
        Ok(("", symbol)) => Ok(symbol),
        Ok((rest, _)) => Err(symbol(rest).err().map_or(Problem::SeveralRolls(text.into()), |failure| failure.problem)),
        Err(failure) => Err(failure.problem),
    }
}

/// The fault that was recorded in our own output: `frame 3: 8 then 5 …`.
pub fn recorded(message: &str, part: usize) -> Fault {
    let (frame, message) = message
        .strip_prefix("frame ")
        .and_then(|rest| rest.split_once(": "))
        .and_then(|(frame, rest)| Some((frame.parse().ok().filter(|frame| (1..=FRAMES).contains(frame))?, rest)))
        .map_or((None, message), |(frame, rest)| (Some(frame), rest));
    Fault { spot: Spot { part, at: 0 }, frame, problem: Problem::Recorded(message.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(frames: &[&[&str]]) -> Result<Game, (usize, Option<u8>, Problem)> {
        let mut game = Game::new(Rules::Tenpin);
        for (frame, balls) in frames.iter().enumerate() {
            for ball in balls.iter().filter_map(|ball| value(ball)) {
                roll(&mut game, ball, frame, Some(frame as u8))
                    .map_err(|fault| (fault.spot.part, fault.frame, fault.problem))?;
            }
        }
        Ok(game)
    }

    #[test]
    fn padding_is_not_rolled() {
        let padded = play(&[&["10", "0"], &["X", ""], &["7.0", "/"], &["NA", "nan"]]);
        assert_eq!(padded.unwrap().rolls().len(), 4);
        let tenth = [&["9", "0"][..]; 9].into_iter().chain([&["5", "4", "0"][..]]).collect::<Vec<_>>();
        assert_eq!(play(&tenth).unwrap().score(), 90);
    }

    #[test]
    fn a_ball_must_be_in_its_frame() {
        assert_eq!(play(&[&["5", ""], &["5", "4"]]), Err((1, Some(2), Problem::MissingRoll { frame: 1 })));
        assert_eq!(play(&[&["10", "5"]]), Err((0, Some(1), Problem::FrameOver)));
        let over = Problem::TooManyPins { before: vec![8], pins: 5 };
        assert_eq!(play(&[&["X"], &["8", "5"]]), Err((1, Some(2), over)));
        assert_eq!(play(&[&["5/"]]), Err((0, Some(1), Problem::SeveralRolls("5/".into()))));
        assert_eq!(play(&[&["1e1"]]), Err((0, Some(1), Problem::UnknownSymbol('e'))));
    }

    #[test]
    fn a_frame_is_symbols_or_numbers() {
        for frame in ["7/", "7 3", "7,3", "(7)/", "7|/"] {
            let mut game = Game::new(Rules::Tenpin);
            roll_frame(&mut game, frame, 0, 0).unwrap();
            assert_eq!((game.rolls().len(), game.lane().frame), (2, 1), "{frame}");
        }
        let mut game = Game::new(Rules::Tenpin);
        let ten = roll_frame(&mut game, "10", 4, 0).unwrap_err();
        assert_eq!(ten, Fault::in_frame(4, 0, 1, Problem::AmbiguousTen));
        let late = roll_frame(&mut game, "7 4", 4, 0).unwrap_err();
        assert_eq!(late.spot, Spot { part: 4, at: 2 });
    }

    #[test]
    fn values_are_cleaned() {
        assert_eq!((value(" x "), value("n/a"), value("'-x"), value("'x")), (Some("x"), None, Some("-x"), Some("'x")));
        assert_eq!((whole("10.0"), whole("10.5"), whole("1."), whole("7.00")), ("10", "10.5", "1.", "7"));
        assert_eq!(recorded("frame 3: 8 then 5", 1).frame, Some(3));
    }
}
