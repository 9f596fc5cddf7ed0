//! What tables of all formats share: the values of cells, and the entry that a row becomes.
//!
//! A format takes its rows apart, puts the values of each into a [`TableRow`], and reports it. What is wrong with a value
//! is a [`ValueError`], and the format knows the place of the value. Places are found only for errors, so good rows cost
//! nothing.

use super::tags::plain;
use super::{Emit, ReadOptions, check_claim};
use crate::cli::event::{Diagnostic, Entry, EntryClaim, Event, KnownTotals, Outcome, Place, Tag, Uncounted};
use crate::cli::problem::{InputError, InputProblem};
use crate::game::{FRAMES, Game, Rules};
use crate::reading::symbols::{Failure, is_integer};
use crate::sheet::Claim;
use crate::sheet::claim::parse_claim;

/// What is wrong with a value, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The byte of the text.
    pub at: usize,
    pub frame: Option<u8>,
    pub problem: InputProblem,
}

impl ValueError {
    /// A value that is wrong as a whole.
    pub fn new(problem: impl Into<InputProblem>) -> Self {
        Self { at: 0, frame: None, problem: problem.into() }
    }

    /// The same error in a frame of a game, from 1.
    pub const fn in_frame(mut self, frame: u8) -> Self {
        self.frame = Some(frame);
        self
    }

    /// A failure in a text. The part of the text where it is ends with the text.
    pub fn of<P: Into<InputProblem>>(text: &str, failure: Failure<'_, P>) -> Self {
        let at = text.len().checked_sub(failure.at.len()).filter(|&at| text.get(at..) == Some(failure.at));
        let at = at.or_else(|| text.find(failure.at)).unwrap_or_default();
        Self { at, frame: failure.frame, problem: failure.problem.into() }
    }
}

impl From<InputProblem> for ValueError {
    fn from(problem: InputProblem) -> Self {
        Self::new(problem)
    }
}

/// A part of a row that has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The claim, or the claimed running total of a frame.
    Claim(Option<u8>),
    /// The end of the game.
    End,
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
    pub error: Option<Diagnostic>,
    /// The claim, or the text in its place that cannot be read.
    pub claim: Option<Result<Claim, String>>,
    pub totals: KnownTotals,
    /// What is wrong with the total of a series. Its games still count.
    pub series_error: Option<Diagnostic>,
    /// What does not count.
    pub left_out: Vec<(Uncounted, Place, String)>,
    /// Whether it may hold a ball, or is a record that we wrote: a game, whatever its player is called.
    pub is_game: bool,
    pub tags: &'a [Option<Tag<'a>>],
}

impl TableRow<'_> {
    /// The sum of its totals, if it is not the sum that the row says.
    pub fn wrong_series(&self, says: &str) -> Option<ValueError> {
        let KnownTotals { totals, marked, is_series, .. } = &self.totals;
        let has_totals = *is_series && !(totals.is_empty() && marked.is_empty());
        let sum = totals.iter().chain(marked).map(|&total| u32::from(total)).sum();
        let says = whole(says).parse().ok().filter(|says| has_totals && *says != sum)?;
        Some(InputProblem::WrongSeries { says, sum }.into())
    }

    /// Whether the game has the total, or the running totals, that the row claims. A row that claims nothing agrees.
    pub fn claim_agrees_with(&self, game: &Game) -> bool {
        match &self.claim {
            Some(Ok(claim)) => crate::sheet::verify::verify(claim, Ok(game)).is_ok(),
            Some(Err(_)) => false,
            None => true,
        }
    }

    /// Reports the row. `place` finds the place of a part of it.
    pub fn report(&mut self, options: &ReadOptions, place: &dyn Fn(Spot) -> Place, emit: &mut Emit<'_>) {
        if let Some(value) = self.name.filter(|name| !self.is_game && is_no_player(name)) {
            let place = &Place::bare(self.line, 1);
            return emit(Event::LeftOut { why: Uncounted::Row, place, value });
        }
        if options.complete
            && self.error.is_none()
            && let Some(game) = self.game.take_if(|game| !game.is_complete())
        {
            let frame = game.lane().frame_number();
            let error = ValueError::from(InputProblem::Unfinished).in_frame(frame);
            self.error = Some(diagnostic(place(Spot::End), error));
        }
        if let Some(error) = &self.series_error {
            emit(Event::Error(error));
        }
        let only_totals = options.bare_totals && self.error.as_ref().is_some_and(is_only_total);
        if only_totals || self.error.is_none() {
            for (why, place, value) in &self.left_out {
                emit(Event::LeftOut { why: *why, place, value });
            }
        }
        let outcome = match (&self.error, &self.game) {
            _ if only_totals => Outcome::OnlyTotals(&self.totals),
            (Some(error), game) => Outcome::Refused(error, game.as_ref()),
            (None, Some(game)) => game.into(),
            (None, None) => return,
        };
        let claim = self.claim.as_ref().map(|claim| {
            let text = claim.as_ref().map_or_else(Clone::clone, ToString::to_string);
            let claim = claim.as_ref().ok();
            (claim, text, check_claim(claim, &outcome, options, |frame| place(Spot::Claim(frame))))
        });
        let claim = claim.as_ref().map(|(claim, text, mismatch)| EntryClaim {
            claim: *claim,
            text,
            mismatch: mismatch.as_ref(),
        });
        emit(Event::Entry(&Entry {
            name: self.name,
            claim: claim.as_ref(),
            tags: self.tags,
            ..Entry::new(self.line, self.rules, outcome)
        }));
    }
}

fn is_only_total(error: &Diagnostic) -> bool {
    error.error.problem == InputProblem::OnlyTotal
}

/// An error of a value at its place.
pub fn diagnostic(place: Place, ValueError { frame, problem, .. }: ValueError) -> Diagnostic {
    let hint = super::hint::hint(&problem);
    let error = InputError::new(frame, problem).with_hint(hint);
    Diagnostic::new(place, InputError { is_in_table: true, ..error })
}

/// Whether a name is that of a sum, or of a player who is not there.
fn is_no_player(name: &str) -> bool {
    const NAMES: [&str; 16] = [
        "total",
        "totals",
        "teamtotal",
        "teamtotals",
        "grandtotal",
        "average",
        "averages",
        "teamaverage",
        "blind",
        "vacant",
        "bye",
        "absent",
        "handicap",
        "sum",
        "summe",
        "gesamt",
    ];
    NAMES.contains(&plain(name.trim_end_matches(':')).as_str())
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
        Some(b'N' | b'n') => {
            ["NA", "N/A", "nan", "null", "None"].iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
        }
        first => first.is_none(),
    }
}

/// A text without blanks around it; `None` if it says that there is nothing.
pub fn value(text: &str) -> Option<&str> {
    Some(trimmed(text)).filter(|text| !is_nothing(text))
}

/// A number as it is meant: `10.0` is 10, and so is `10,0` where it is one number.
pub fn whole(text: &str) -> &str {
    // The shortest is 5.0, and most values are shorter.
    if text.len() < 3 {
        return text;
    }
    match text.split_once(['.', ',']) {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') && is_integer(whole) => {
            whole
        }
        _ => text,
    }
}

pub fn claim(text: &str) -> Result<Claim, ValueError> {
    parse_claim(whole(text)).map_err(|failure| ValueError::of(text, failure))
}

/// The error that was recorded in our own output: `frame 3: 8 then 5 …`.
pub fn recorded(message: &str) -> ValueError {
    let (frame, message) = message
        .strip_prefix("frame ")
        .and_then(|rest| rest.split_once(": "))
        .and_then(|(frame, rest)| Some((frame.parse().ok().filter(|frame| (1..=FRAMES).contains(frame))?, rest)))
        .map_or((None, message), |(frame, rest)| (Some(frame), rest));
    ValueError { frame, ..InputProblem::Recorded(message.into()).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Problem;

    #[test]
    fn values_are_cleaned() {
        assert_eq!(["", " ", "na", "N/A", "NaN", "NULL", " null ", "None"].map(value), [None; 8]);
        assert_eq!([" 5/", "5/ "].map(value), [Some("5/"); 2]);
        assert_eq!((value(" x "), value("n/a"), value("'-x")), (Some("x"), None, Some("'-x")));
        assert_eq!((whole("10.0"), whole("10.5"), whole("1."), whole("165,0")), ("10", "10.5", "1.", "165"));
        assert_eq!(recorded("frame 3: 8 then 5").frame, Some(3));
    }

    #[test]
    fn an_error_is_placed_in_its_text() {
        let at = |text: &str, part| ValueError::of(text, Failure::new(part, Problem::NoGame)).at;
        assert_eq!((at("7 4", "4"), at("7 4 ", "7 4"), at("7", "x")), (2, 0, 0));
    }
}
