//! What tables of all formats share: rolls and totals in values, and the entry that a row becomes.
//!
//! A format takes its rows apart, puts the values of each into a [`TableRow`], and reports it. What is wrong with a value is a
//! [`Failure`] in its text. Where that text is matters only then, so a format passes a function that finds it, and good
//! rows cost nothing.

use memchr::{memchr_iter, memrchr};

use super::hint::hint;
use super::tags::plain;
use super::{Emit, ReadOptions, check_claim};
use crate::cli::event::{Diagnostic, Entry, EntryClaim, Event, KnownTotals, LeftOut, Outcome, Place, Tag, Uncounted};
use crate::error::{InputProblem, LineError, Problem, characters};
use crate::game::{BallProblem, FRAMES, Game, Rules};
use crate::reading::symbols::{Failure, is_integer, number, plain_symbol, symbol, tokens};
use crate::reading::unreadable::unreadable;
use crate::reading::variants::read_plain;
use crate::reading::{Dialect, Symbol, apply, read_game};
use crate::sheet::Claim;
use crate::sheet::claim::parse_claim;
use crate::sheet::reader::{SheetRules, sheet_rules};

/// A place in some bytes, with its line and the characters before it on the line.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    pub at: usize,
    pub line: u64,
    pub column: usize,
}

impl Cursor {
    /// The start of some bytes.
    pub const fn new(line: u64, column: usize) -> Self {
        Self { at: 0, line, column }
    }

    /// A place behind this one.
    pub fn moved(self, bytes: &[u8], to: usize) -> Self {
        let passed = bytes.get(self.at..to).unwrap_or_default();
        match memrchr(b'\n', passed) {
            Some(end) => Self {
                at: to,
                line: self.line + memchr_iter(b'\n', &passed[..=end]).count() as u64,
                column: characters(&passed[end + 1..]),
            },
            None => Self { at: to, line: self.line, column: self.column + characters(passed) },
        }
    }
}

/// The values of a row. By default nothing is known of it.
#[derive(Default)]
pub struct TableRow<'a> {
    /// The number of its first line.
    pub line: u64,
    pub name: Option<&'a str>,
    pub rules: Rules,
    /// The game, and what is wrong with it. A record that was written as an error may have both.
    pub game: Option<Game>,
    pub failure: Option<Failure<'a>>,
    /// Where an unfinished game ends.
    pub end: &'a str,
    /// The claim, or what stands in its place, and its text in the row.
    pub claim: Option<(Result<Claim, String>, &'a str)>,
    /// The texts of claimed running totals, from frame 1 on, if each has its own.
    pub claimed_frames: Vec<&'a str>,
    pub totals: KnownTotals,
    /// The cells of games that have no total.
    pub absent: Vec<&'a str>,
    /// Whether it may hold a ball, or is a record that we wrote: a game, whatever its player is called.
    pub is_game: bool,
    /// What is wrong with the total of a series. Its games still count.
    pub wrong_series: Option<Failure<'a>>,
    pub tags: &'a [Option<Tag<'a>>],
}

impl<'a> TableRow<'a> {
    /// Compares the sum of a series with what is said of it.
    pub fn check_series(&mut self, says: &str, at: &'a str) {
        let KnownTotals { totals, marked, is_series, .. } = &self.totals;
        let has_totals = *is_series && !(totals.is_empty() && marked.is_empty());
        let sum = totals.iter().chain(marked).map(|&total| u32::from(total)).sum();
        if let Some(says) = whole(says).parse().ok().filter(|says| has_totals && *says != sum) {
            self.wrong_series = Some(Failure::new(at, Problem::Input(InputProblem::WrongSeries { says, sum })));
        }
    }

    /// Reports the row. `place` finds the place of a text of it.
    pub fn report(&mut self, options: &ReadOptions, place: &dyn Fn(&str) -> Place, emit: &mut Emit<'_>) {
        if let Some(value) = self.name.filter(|name| !self.is_game && is_no_player(name)) {
            let place = &Place::bare(self.line, 1);
            return emit(Event::LeftOut(LeftOut { what: Uncounted::Row, count: 1, place, value }));
        }
        if options.complete
            && self.failure.is_none()
            && let Some(game) = self.game.take_if(|game| !game.is_complete())
        {
            let frame = game.lane().frame_number();
            self.failure = Some(Failure::new(self.end, Problem::Input(InputProblem::Unfinished)).in_frame(frame));
        }
        if let Some(failure) = self.wrong_series.take() {
            emit(Event::Error(&located(failure, place)));
        }
        let error = self.failure.take().map(|failure| located(failure, place));
        let only_totals = |error: &Diagnostic| *error.error.problem() == Problem::Input(InputProblem::OnlyTotal);
        let outcome = match (&error, &self.game) {
            (None, Some(game)) => game.into(),
            (None, None) => return,
            (Some(error), _) if options.bare_totals && only_totals(error) => Outcome::OnlyTotals(&self.totals),
            (Some(error), game) => Outcome::Refused(error, game.as_ref()),
        };
        if let (Outcome::OnlyTotals(_), Some(value)) = (&outcome, self.absent.first()) {
            let (count, place) = (self.absent.len() as u64, &place(value));
            emit(Event::LeftOut(LeftOut { what: Uncounted::Cell, count, place, value }));
        }
        let frames = &self.claimed_frames;
        let place_of = |frame: Option<u8>, at| {
            let frame = frame.and_then(|frame| frames.get(usize::from(frame).checked_sub(1)?));
            place(frame.copied().unwrap_or(at))
        };
        let claim = self.claim.as_ref().map(|(claim, at)| {
            let text = claim.as_ref().map_or_else(Clone::clone, ToString::to_string);
            let claim = claim.as_ref().ok();
            (claim, text, check_claim(claim, &outcome, options, |frame| place_of(frame, at)))
        });
        emit(Event::Entry(&Entry {
            name: self.name,
            claim: claim.as_ref().map(|(claim, text, mismatch)| EntryClaim {
                claim: *claim,
                text,
                mismatch: mismatch.as_ref(),
            }),
            tags: self.tags,
            ..Entry::new(self.line, self.rules, outcome)
        }));
    }
}

/// Whether a name is that of a sum, or of a player who is not there.
fn is_no_player(name: &str) -> bool {
    const NAMES: [&str; 8] = ["total", "totals", "average", "blind", "vacant", "bye", "absent", "handicap"];
    NAMES.contains(&plain(name.trim_end_matches(':')).as_str())
}

fn located(Failure { at, frame, problem }: Failure<'_>, place: &dyn Fn(&str) -> Place) -> Diagnostic {
    let (place, hint) = (place(at), hint(&problem));
    let error = LineError::at_column(place.column, frame, problem).with_hint(hint).in_table();
    Diagnostic::new(place, error)
}

/// A text without blanks around it. Most have none, and looking for any Unicode blank takes longer than reading them.
#[inline]
pub fn trimmed(text: &str) -> &str {
    let is_graphic = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_graphic(text.as_bytes().first()) && is_graphic(text.as_bytes().last()) { text } else { text.trim() }
}

/// Whether a text without blanks around it says that there is nothing.
#[inline]
pub fn is_nothing(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'N' | b'n') => ["NA", "N/A", "nan", "null"].iter().any(|nothing| text.eq_ignore_ascii_case(nothing)),
        first => first.is_none(),
    }
}

/// A text without blanks around it; `None` if it says that there is nothing.
pub fn value(text: &str) -> Option<&str> {
    Some(trimmed(text)).filter(|text| !is_nothing(text))
}

/// A number as it is meant: `10.0` is 10.
pub fn whole(text: &str) -> &str {
    // The shortest is 5.0, and most values are shorter.
    if text.len() < 3 {
        return text;
    }
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') && is_integer(whole) => {
            whole
        }
        _ => text,
    }
}

pub fn claim(text: &str) -> Result<Claim, Failure<'_>> {
    parse_claim(whole(text))
}

/// The rules that a value names, given the rules that were asked for.
pub fn rules(name: &str, wanted: Option<Rules>) -> SheetRules {
    sheet_rules(name, wanted).map_err(|problem| match problem {
        Problem::UnknownRules(name) => Problem::Input(InputProblem::NoSuchRules(name)),
        problem => problem,
    })
}

pub fn read_whole(text: &str, rules: Rules) -> Result<Game, Failure<'_>> {
    read_game(text, Dialect::Auto, rules)
}

/// Rolls the ball that a value holds. In a frame (from 0) it must belong to that frame.
#[inline]
pub fn roll<'a>(game: &mut Game, text: &'a str, frame: Option<u8>) -> Result<(), Failure<'a>> {
    let (shown, frame) = (shown_frame(game, frame), frame.unwrap_or(game.lane().frame));
    // The usual ball needs no explanation: without this, a table with a column per ball takes a third longer.
    let usual = match plain_symbol(text) {
        Ok(("", ball)) => Some(ball),
        _ if text == "10" => number(text).ok(),
        _ => None,
    };
    if game.lane().frame == frame && usual.is_some_and(|ball| apply(game, ball).is_ok()) {
        return Ok(());
    }
    let rolled = read_plain(whole(text), |text| {
        one_roll(text).and_then(|ball| roll_in_frame(game, ball, frame).map_err(|problem| Failure::new(text, problem)))
    });
    rolled.map_err(|failure| failure.in_frame(shown))
}

/// Rolls the balls of a frame (from 0) that a value holds: `7/`, or `7 3` and `10` `9` `1` apart.
pub fn roll_frame<'a>(game: &mut Game, text: &'a str, frame: u8) -> Result<(), Failure<'a>> {
    read_plain(whole(text), |text| roll_plain_frame(game, text, frame))
}

fn roll_plain_frame<'a>(game: &mut Game, text: &'a str, frame: u8) -> Result<(), Failure<'a>> {
    let several = tokens(text).nth(1).is_some();
    for token in tokens(text) {
        if several {
            roll(game, token, Some(frame))?;
            continue;
        }
        let mut rest = token;
        while !rest.is_empty() {
            let shown = shown_frame(game, Some(frame));
            if game.lane().is_full() && rest.starts_with("10") {
                return Err(Failure::new(rest, Problem::AmbiguousTen).in_frame(shown));
            }
            let read = symbol(rest).map_err(|failure| unreadable(token).unwrap_or(failure));
            let (after, ball) = read.map_err(|failure| failure.in_frame(shown))?;
            roll_in_frame(game, ball, frame).map_err(|problem| Failure::new(rest, problem).in_frame(shown))?;
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
        _ if playing >= FRAMES => Err(Problem::Ball(BallProblem::GameOver)),
        _ if playing > frame => Err(Problem::Input(InputProblem::FrameOver)),
        _ => Err(Problem::Input(InputProblem::MissingRoll { frame: playing + 1 })),
    }
}

/// Reads one roll, as a number or as a symbol.
fn one_roll(text: &str) -> Result<Symbol, Failure<'_>> {
    let several = || Failure::new(text, Problem::Input(InputProblem::SeveralRolls(text.into())));
    match symbol(text) {
        Ok(("", symbol)) => Ok(symbol),
        _ if is_integer(text) => number(text),
        _ => Err(unreadable(text).unwrap_or_else(several)),
    }
}

/// The error that was recorded in our own output: `frame 3: 8 then 5 …`.
pub fn recorded<'a>(message: &str, text: &'a str) -> Failure<'a> {
    let (frame, message) = message
        .strip_prefix("frame ")
        .and_then(|rest| rest.split_once(": "))
        .and_then(|(frame, rest)| Some((frame.parse().ok().filter(|frame| (1..=FRAMES).contains(frame))?, rest)))
        .map_or((None, message), |(frame, rest)| (Some(frame), rest));
    Failure { at: text, frame, problem: Problem::Input(InputProblem::Recorded(message.into())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(frames: &[&[&str]]) -> Result<Game, (usize, Option<u8>, Problem)> {
        let mut game = Game::new(Rules::Tenpin);
        for (frame, balls) in frames.iter().enumerate() {
            for ball in balls.iter().filter_map(|ball| value(ball)) {
                roll(&mut game, ball, Some(frame as u8)).map_err(|failure| (frame, failure.frame, failure.problem))?;
            }
        }
        Ok(game)
    }

    #[test]
    fn padding_is_not_rolled() {
        assert_eq!(["", " ", "na", "N/A", "NaN", "NULL", " null "].map(value), [None; 7]);
        assert_eq!([" 5/", "5/ "].map(value), [Some("5/"); 2]);
        let padded = play(&[&["10", "0"], &["X", ""], &["7.0", "/"], &["NA", "nan"]]);
        assert_eq!(padded.unwrap().rolls().count(), 4);
        let tenth = [&["9", "0"][..]; 9].into_iter().chain([&["5", "4", "0"][..]]).collect::<Vec<_>>();
        assert_eq!(play(&tenth).unwrap().score(), 90);
        let over = play(&[&tenth[..9], &[&["5", "4", "3"]]].concat());
        assert!(matches!(over, Err((9, _, Problem::Ball(BallProblem::GameOver)))), "{over:?}");
    }

    #[test]
    fn a_frame_is_symbols_or_numbers() {
        for frame in ["7/", "7 3", "7,3", "(7)/", "7|/"] {
            let mut game = Game::new(Rules::Tenpin);
            roll_frame(&mut game, frame, 0).unwrap();
            assert_eq!((game.rolls().count(), game.lane().frame), (2, 1), "{frame}");
        }
        let mut game = Game::new(Rules::Tenpin);
        let ten = roll_frame(&mut game, "10", 0).unwrap_err();
        assert_eq!(ten, Failure::new("10", Problem::AmbiguousTen).in_frame(1));
        assert_eq!(roll_frame(&mut game, "7 4", 0).unwrap_err().at, "4");
    }

    #[test]
    fn values_are_cleaned() {
        assert_eq!((value(" x "), value("n/a"), value("'-x")), (Some("x"), None, Some("'-x")));
        assert_eq!((whole("10.0"), whole("10.5"), whole("1."), whole("7.00")), ("10", "10.5", "1.", "7"));
        assert_eq!(recorded("frame 3: 8 then 5", "").frame, Some(3));
    }
}
