//! Reads the text of one game: rolls or notation, or an array of either.

use std::borrow::Cow;

use nom::Offset;

use super::array::{Array, array, is_padding};
use super::dialect::{Reading, Tokens, ambiguity, may_be_label, running_totals};
use super::parse::{Failure, count_symbols, is_one_roll, number, plain_symbol, symbol, tokens};
use super::unreadable::{other_meaning, unreadable};
use super::variants::plain;
use super::{Dialect, apply};
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Game, MAX_TOTAL, RACK, Rules};

/// Reads a game.
pub(crate) fn read_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    read_plain(text, |text| read_plain_game(text, dialect, rules))
}

/// Reads a text with its typographic variants replaced. A failure is placed in the text as it was written.
pub(crate) fn read_plain<T>(text: &str, read: impl FnOnce(&str) -> Result<T, Failure<'_>>) -> Result<T, Failure<'_>> {
    match plain(text) {
        Cow::Borrowed(text) => read(text),
        Cow::Owned(plain) => read(&plain).map_err(|failure| {
            let place = plain[..plain.offset(failure.at)].chars().count();
            let at = text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
            Failure { at: &text[at..], problem: failure.problem, frame: failure.frame }
        }),
    }
}

/// Reads a game without typographic variants.
fn read_plain_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    let text = text.trim_end_matches(BLANKS);
    let Some(array) = array(text)? else {
        // A player without a roll has no text at all.
        if tokens(text).next().is_none() && !text.is_empty() {
            return Err(Failure::new(text, Problem::NoGame));
        }
        return read_tokens(tokens(text), true, dialect, rules);
    };
    if array.has_frames() {
        read_frames(&array, dialect, rules)
    } else {
        read_tokens(array.tokens(), false, dialect, rules)
    }
}

/// Plays the tokens of a game, in which dashes may be meant as separators.
fn read_tokens<'a>(
    tokens: impl Tokens<'a>,
    may_have_dashes: bool,
    dialect: Dialect,
    rules: Rules,
) -> Result<Game, Failure<'a>> {
    let mut walk = Walk::new(rules, Reading::Rolls);
    let played = walk.play_game(tokens.clone(), dialect);
    walk.has_dash &= may_have_dashes;
    if let Err(failure) = played {
        return Err(explain(failure, &walk, tokens, dialect));
    }
    if walk.is_guessed() && !walk.game.is_complete() {
        walk.check_meaning(tokens.clone())?;
        walk.check_grouping(tokens, true)?;
    }
    Ok(walk.game)
}

/// Plays frames that stand apart. The tenth frame may be split freely, and the last element may end inside a frame.
fn read_frames<'a>(array: &Array<'a>, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'a>> {
    let frames = array.frames();
    let tokens = frames.iter().flat_map(|(_, balls)| balls).copied();
    let reading = match dialect.reading(tokens.clone(), rules) {
        Reading::Notation if tokens.clone().all(is_one_roll) => Reading::SingleRolls,
        Reading::Rolls if dialect == Dialect::Auto && array.has_frame_strings() => Reading::Notation,
        reading => reading,
    };
    let mut walk = Walk::new(rules, reading);
    for (at, (element, balls)) in frames.iter().enumerate() {
        let start = *walk.game.lane();
        let not_a_frame = || {
            let place = balls.first().unwrap_or(element);
            Failure::new(place, Problem::InnerArray).in_frame(start.frame_number())
        };
        for ball in balls {
            let is_over = walk.game.lane().frame > start.frame;
            if is_over && is_padding(ball) {
                walk.played += 1;
            } else if is_over && start.frame + 1 < FRAMES {
                return Err(not_a_frame());
            } else {
                walk.play([*ball]).map_err(|failure| explain(failure, &walk, tokens.clone(), dialect))?;
            }
        }
        let end = walk.game.lane();
        let is_more = end.frame > start.frame + 1 || (end.frame > start.frame && end.is_inside_frame());
        let is_less = balls.is_empty() || (end.is_inside_frame() && at + 1 < frames.len());
        if is_more || is_less {
            return Err(not_a_frame());
        }
    }
    Ok(walk.game)
}

/// Says why a game cannot be played, as helpfully as possible.
#[cold]
fn explain<'a>(failure: Failure<'a>, walk: &Walk<'a>, mut tokens: impl Tokens<'a>, dialect: Dialect) -> Failure<'a> {
    // An unreadable character is reported before an ambiguity elsewhere on the line.
    let unreadable = tokens.clone().find_map(|token| unreadable(token).map(|unreadable| (token, unreadable)));
    match unreadable {
        Some((token, unreadable)) if token.as_bytes().as_ptr_range().contains(&failure.at.as_ptr()) => {
            return Failure { frame: failure.frame, ..unreadable };
        }
        Some((_, unreadable)) if failure.problem == Problem::AmbiguousTen => return unreadable,
        _ => {}
    }
    let rules = walk.game.rules();
    if dialect == Dialect::Auto
        && let Some(problem) = whole_meaning(tokens.clone(), rules)
    {
        return Failure::new(tokens.next().unwrap_or(failure.at), problem);
    }
    let is_about_grouping =
        !matches!(failure.problem, Problem::Ball(BallProblem::GameOver) | Problem::SpareOnThirdBall { .. });
    if walk.is_guessed() && is_about_grouping && walk.game.lane().frame + 1 < FRAMES {
        // In `X 10 9-` it is the ten that is ambiguous.
        let is_ten = tokens.clone().nth(walk.played) == Some("10");
        if !is_ten && has_dashes_as_separators(tokens.clone(), rules) {
            return Failure { problem: Problem::DashSeparator, ..failure };
        }
        if let Err(failure) = walk.check_grouping(tokens.clone(), false) {
            return failure;
        }
    }
    let (played, mut before) = (tokens.clone().take(walk.played), Walk::new(rules, walk.reading));
    let Some(token) = tokens.nth(walk.played) else { return failure };
    if let Some(problem) = other_meaning(token) {
        return Failure { at: token, problem, frame: failure.frame };
    }
    let is_last = tokens.next().is_none();
    let is_total = token.parse().is_ok_and(|total: u16| {
        (u16::from(RACK) + 1..=MAX_TOTAL).contains(&total)
            && match failure.problem {
                Problem::Ball(BallProblem::GameOver) => true,
                Problem::NotARoll { .. } => is_last,
                // Two digits may also be a frame with a mistake.
                Problem::Ball(BallProblem::TooManyPins { .. }) => {
                    is_last && before.play(played).is_ok() && total == before.game.score()
                }
                _ => false,
            }
    });
    if !is_total {
        return failure;
    }
    // A number that cannot be rolls may be a total without its `=`.
    let problem = Problem::PerhapsTotal { why: Box::new(failure.problem), number: token.into() };
    Failure { at: token, problem, frame: failure.frame }
}

/// A game being read.
struct Walk<'a> {
    game: Game,
    reading: Reading,
    /// How many tokens were played.
    played: usize,
    /// The most rolls that a token has.
    longest: usize,
    /// Whether a token is a `-` alone.
    has_dash: bool,
    /// The first token of several rolls that starts or ends inside a frame.
    straddle: Option<Straddle<'a>>,
}

/// A token that does not hold whole frames.
struct Straddle<'a> {
    token: &'a str,
    /// How many tokens are before it.
    at: usize,
    /// The frame being played before it.
    frame: u8,
    starts_inside: bool,
}

impl<'a> Walk<'a> {
    const fn new(rules: Rules, reading: Reading) -> Self {
        Self { game: Game::new(rules), reading, played: 0, longest: 0, has_dash: false, straddle: None }
    }

    /// Whether notation was detected, not asked for.
    const fn is_guessed(&self) -> bool {
        matches!(self.reading, Reading::Notation | Reading::SingleRolls)
    }

    /// Plays the tokens of a game from its start, in the reading that the dialect gives them.
    fn play_game(&mut self, tokens: impl Tokens<'a>, dialect: Dialect) -> Result<(), Failure<'a>> {
        let rules = self.game.rules();
        self.reading = dialect.reading(tokens.clone(), rules);
        let played = self.play(tokens.clone());
        let is_ten = |failure: &Failure<'_>| failure.problem == Problem::AmbiguousTen;
        if played.as_ref().is_err_and(is_ten) && tokens.clone().all(is_one_roll) {
            *self = Self::new(rules, Reading::SingleRolls);
            return self.play(tokens);
        }
        played
    }

    fn play(&mut self, tokens: impl IntoIterator<Item = &'a str>) -> Result<(), Failure<'a>> {
        for token in tokens {
            let (lane, rolls) = (self.game.lane(), self.game.rolls().count());
            let (frame, starts_inside) = (lane.frame_number(), lane.is_inside_frame());
            match self.reading {
                Reading::Notation if token == "10" => {
                    return Err(Failure::new(token, Problem::AmbiguousTen).in_frame(frame));
                }
                Reading::SingleRolls if token == "10" => play_number(&mut self.game, token)?,
                Reading::Rolls => play_number(&mut self.game, token)?,
                reading => play_symbols(&mut self.game, token, reading)?,
            }
            let rolls = self.game.rolls().count() - rolls;
            if rolls > 1 && self.straddle.is_none() && (starts_inside || self.game.lane().is_inside_frame()) {
                self.straddle = Some(Straddle { token, at: self.played, frame, starts_inside });
            }
            self.longest = self.longest.max(rolls);
            self.has_dash |= token == "-";
            self.played += 1;
        }
        Ok(())
    }

    /// Refuses tokens that may be no game, or a game with dashes between its frames.
    fn check_meaning(&self, mut tokens: impl Tokens<'a>) -> Result<(), Failure<'a>> {
        if let Some(problem) = ambiguity(tokens.clone()) {
            return Err(Failure::new(tokens.next().unwrap_or_default(), problem));
        }
        if self.has_dash && separates_frames(tokens.clone(), self.game.rules()) {
            let dash = tokens.find(|token| *token == "-").unwrap_or_default();
            return Err(Failure::new(dash, Problem::DashBetweenFrames));
        }
        Ok(())
    }

    /// Refuses a token of more rolls than a frame without an `X` or a `/`: more likely a total, a date or a ruled
    /// line. Refuses tokens that straddle frames, too. The tenth frame and the last token may be split freely.
    fn check_grouping(&self, mut tokens: impl Iterator<Item = &'a str>, is_whole: bool) -> Result<(), Failure<'a>> {
        let balls = usize::from(self.game.rules().row().balls);
        let is_packed = |token: &&str| {
            // A long token that breaks the rules is a game with a mistake.
            let is_long = token.len() > balls && (is_whole || token.len() <= LONGEST_DATE);
            is_long && !has_mark(token) && count_symbols(token) > balls
        };
        if (!is_whole || self.longest > balls)
            && let Some(token) = tokens.find(is_packed)
        {
            return Err(Failure::new(token, other_meaning(token).unwrap_or_else(|| Problem::Packed(token.into()))));
        }
        match self.straddle {
            Some(Straddle { token, at, frame, starts_inside }) if !is_whole || at + 1 < self.played => {
                let problem = Problem::Straddle { token: token.into(), starts: starts_inside };
                Err(Failure::new(token, problem).in_frame(frame))
            }
            _ => Ok(()),
        }
    }
}

/// A date such as `2023-01-17`. A shorter token is no game either.
const LONGEST_DATE: usize = 10;

/// What tokens that cannot be played may be: a label and a game, or running totals.
fn whole_meaning<'a>(tokens: impl Tokens<'a>, rules: Rules) -> Option<Problem> {
    let first = tokens.clone().next()?;
    let is_game = |tokens| Walk::new(rules, Reading::Rolls).play_game(tokens, Dialect::Auto).is_ok();
    if may_be_label(first) && is_game(tokens.clone().skip(1)) {
        return Some(Problem::PerhapsLabel(first.into()));
    }
    let is_no_roll = |token: &&str| token.parse().is_ok_and(|total: u16| total > RACK.into());
    running_totals(tokens.clone(), false).filter(|_| tokens.filter(is_no_roll).count() > 1)
}

/// Whether every `-` alone stands between frames that are whole without it, as in `8 1 - 7 2 - 5 3`.
fn separates_frames<'a>(tokens: impl Tokens<'a>, rules: Rules) -> bool {
    let mut walk = Walk::new(rules, Reading::Notation);
    let (mut is_after_dash, mut is_between) = (true, false);
    for token in tokens {
        let is_dash = token == "-";
        if is_dash && (is_after_dash || walk.game.lane().is_inside_frame()) || !is_dash && walk.play([token]).is_err() {
            return false;
        }
        is_between |= is_after_dash && walk.played > 1;
        is_after_dash = is_dash;
    }
    is_between && !walk.game.lane().is_inside_frame()
}

/// Whether the game can be read with every `-` as a separator, as in `X-5/-9-`.
fn has_dashes_as_separators<'a>(mut tokens: impl Tokens<'a>, rules: Rules) -> bool {
    let parts = tokens.clone().flat_map(|token| token.split('-')).filter(|part| !part.is_empty());
    tokens.clone().any(|token| token.contains('-')) && tokens.any(has_mark) && {
        let mut walk = Walk::new(rules, Reading::Rolls);
        walk.play_game(parts.clone(), Dialect::Auto).is_ok()
            && walk.game.rolls().count() > 2
            && (walk.game.is_complete() || walk.check_grouping(parts, true).is_ok())
    }
}

/// Whether a token has an `X` or a `/`.
fn has_mark(token: &str) -> bool {
    token.bytes().any(|sign| matches!(sign, b'X' | b'x' | b'/'))
}

fn play_number<'a>(game: &mut Game, token: &'a str) -> Result<(), Failure<'a>> {
    let frame = game.lane().frame_number();
    let played = number(token).and_then(|ball| apply(game, ball).map_err(|problem| Failure::new(token, problem)));
    played.map_err(|failure| failure.in_frame(frame))
}

#[inline(always)]
fn play_symbols<'a>(game: &mut Game, token: &'a str, reading: Reading) -> Result<(), Failure<'a>> {
    let mut rest = token;
    while !rest.is_empty() {
        // On a full rack, 1 and 0 in a packed game may also be meant as ten.
        let is_ten = reading == Reading::Notation && rest.starts_with("10") && game.lane().standing == RACK;
        rest = match plain_symbol(rest) {
            Ok((after, symbol)) if !is_ten && !after.starts_with('{') => {
                apply(game, symbol).map_err(|problem| impossible(game, rest, problem))?;
                after
            }
            _ => play_other(game, rest, is_ten)?,
        };
    }
    Ok(())
}

/// Plays a symbol that is a split or names pins, or explains what it is instead.
#[cold]
fn play_other<'a>(game: &mut Game, rest: &'a str, is_ten: bool) -> Result<&'a str, Failure<'a>> {
    let frame = game.lane().frame_number();
    let read = if is_ten { Err(Failure::new(rest, Problem::AmbiguousTen)) } else { symbol(rest) };
    let (after, symbol) = read.map_err(|failure| failure.in_frame(frame))?;
    apply(game, symbol).map_err(|problem| impossible(game, rest, problem))?;
    Ok(after)
}

#[cold]
fn impossible<'a>(game: &Game, at: &'a str, problem: Problem) -> Failure<'a> {
    // A wrong leave is behind its ball.
    let leave = at.find('{').filter(|_| matches!(problem, Problem::Ball(BallProblem::Leave(_)))).unwrap_or_default();
    Failure::new(&at[leave..], problem).in_frame(game.lane().frame_number())
}

/// What may stand around a game. A form feed may not: it is an unknown symbol.
pub(crate) const BLANKS: [char; 3] = [' ', '\t', '\r'];
