//! The game in the values of a row: a whole game in one, a frame in each, or a ball in each.
//!
//! People write a frame in several ways, the same way in a whole row. The row is read in each way that fits, and a
//! complete game decides; where two ways lead to two games, the row is refused.

use super::table::{ValueError, whole};
use super::words::Spelling;
use crate::cli::problem::InputProblem;
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Game, RACK, Rules};
use crate::reading::leave::read_pins;
use crate::reading::symbols::{Failure, byte_symbol, is_integer, is_one_roll, is_separator, number, symbol, tokens};
use crate::reading::unreadable::unreadable;
use crate::reading::variants::read_plain;
use crate::reading::{Dialect, Symbol, apply, read_game};

/// A value that holds a ball or a frame.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The text, without blanks around it.
    pub text: &'a str,
    /// The frame that it belongs to, from 0, if that is known.
    pub frame: Option<u8>,
    pub is_ball: bool,
}

/// Why a part cannot be read or rolled.
type PartFailure<'a> = Failure<'a, InputProblem>;

/// What is wrong with a part, by its place among the parts.
pub type PartError = (usize, ValueError);

/// Reads a whole game.
pub fn read_whole(text: &str, spelling: Spelling, rules: Rules) -> Result<Game, ValueError> {
    let read = |dialect| read_game(text, dialect, rules).map_err(|failure| ValueError::of(text, failure));
    match spelling {
        Spelling::Rolls if tokens(text).all(is_integer) => read(Dialect::Rolls),
        // A ball on each token may be a ten.
        Spelling::Notation if tokens(text).all(|token| token != "10") => {
            let balls = usize::from(rules.row().balls);
            let is_number = |token: &str| token.len() > balls && token.bytes().all(|sign| sign.is_ascii_digit());
            // What else the text may be is explained as anywhere.
            let game = read(Dialect::Notation).map_err(|error| read(Dialect::Auto).err().unwrap_or(error))?;
            // A long number is more likely a total than frames.
            if !game.is_complete() && tokens(text).any(is_number) { read(Dialect::Auto) } else { Ok(game) }
        }
        _ => read(Dialect::Auto),
    }
}

/// How the frames of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// `7/`, `72`, `X`: each sign is a ball, and separators mean nothing.
    Symbols,
    /// The same, but `10` is a strike.
    TenForStrike,
    /// `7 2`, `10`: balls with separators between them.
    Apart,
    /// `7-2`, `7 / 3`: balls with a sign between them.
    Joined(char),
}

impl Way {
    /// The ways in which a row may be written, by what is in its texts.
    fn all(parts: &[Part<'_>]) -> impl Iterator<Item = Self> {
        let (mut has_ten, mut has_packed, mut has_blank) = (false, false, false);
        let (mut has_dash, mut has_strike) = (false, false);
        let (mut has_joining_dash, mut has_joining_slash) = (false, false);
        for Part { text, frame, .. } in parts.iter().filter(|part| !part.is_ball) {
            let text = whole_in_frame(text);
            let bytes = text.as_bytes();
            let has = |wanted: fn(u8) -> bool| bytes.iter().any(|&byte| wanted(byte));
            let is_ten = bytes == b"10";
            let is_apart = has(|byte| is_separator(byte.into()));
            let inside = bytes.get(1..bytes.len().saturating_sub(1)).unwrap_or_default();
            has_ten |= is_ten || (is_apart && tokens(text).any(|token| token == "10"));
            has_blank |= is_apart;
            has_packed |= bytes.len() > 1 && !is_ten && !is_apart;
            has_dash |= has(|byte| byte == b'-');
            has_joining_dash |= inside.contains(&b'-');
            // In the last frame a fill ball follows a spare.
            has_joining_slash |= inside.contains(&b'/') && *frame != Some(FRAMES - 1);
            has_strike |= has(|byte| matches!(byte, b'X' | b'x'));
        }
        let fits = move |way: &Self| match way {
            Self::Symbols => !has_ten || (has_packed && !has_dash),
            Self::TenForStrike => has_ten && has_packed && !has_strike,
            Self::Apart => has_ten || has_blank,
            Self::Joined('-') => has_joining_dash,
            Self::Joined(_) => has_joining_slash,
        };
        [Self::Symbols, Self::TenForStrike, Self::Apart, Self::Joined('-'), Self::Joined('/')].into_iter().filter(fits)
    }
}

/// Reads a row of frames, of which some may be balls.
pub fn read_frames(parts: &[Part<'_>], rules: Rules) -> Result<Game, PartError> {
    let read = decide(Way::all(parts).map(|way| play(parts, rules, |game, part| roll_frame(game, part, way))));
    read.map_err(|(at, error)| (at, parts.get(at).and_then(|part| as_date(part.text)).unwrap_or(error)))
}

/// The error of a text that a spreadsheet made a date of: `7-Feb`.
fn as_date(text: &str) -> Option<ValueError> {
    let failure = read_pins(text).err().filter(|failure| matches!(failure.problem, Problem::PinsAsDate(_)))?;
    text.contains(char::is_alphabetic).then(|| ValueError::of(text, failure))
}

/// Reads a row of balls, given in how many columns they are.
///
/// If the columns say no frames, the balls follow each other; or there are as many columns for each frame as it may have
/// balls, of which some are empty or padded.
pub fn read_balls(parts: &[Part<'_>], positions: &[usize], columns: usize, rules: Rules) -> Result<Game, PartError> {
    let row = rules.row();
    let per_frame = usize::from(row.balls);
    let all = per_frame * usize::from(FRAMES);
    let in_order = play(parts, rules, |game, part| roll(game, part.text, part.frame));
    let may_be_padded = (all..=all + usize::from(row.marked_tenth) - per_frame).contains(&columns);
    // A game that is complete as it stands is not padded.
    let is_complete = in_order.as_ref().is_ok_and(Game::is_complete);
    if !may_be_padded || is_complete || parts.iter().any(|part| part.frame.is_some()) {
        return in_order;
    }
    let last = usize::from(FRAMES) - 1;
    let in_frames: Vec<Part<'_>> = parts
        .iter()
        .zip(positions)
        .map(|(part, at)| Part { frame: Some((at / per_frame).min(last) as u8), ..*part })
        .collect();
    decide([in_order, play(&in_frames, rules, |game, part| roll(game, part.text, part.frame))].into_iter())
}

fn play<'p, 'a: 'p>(
    parts: &'p [Part<'a>],
    rules: Rules,
    mut roll: impl FnMut(&mut Game, &Part<'a>) -> Result<(), ValueError>,
) -> Result<Game, PartError> {
    let mut game = Game::new(rules);
    for (at, part) in parts.iter().enumerate() {
        roll(&mut game, part).map_err(|error| (at, error))?;
    }
    Ok(game)
}

/// The game of several readings: a complete one comes first. Two different ones of the same rank are refused, and if there
/// is none, the error of the reading that got furthest counts.
fn decide(readings: impl Iterator<Item = Result<Game, PartError>>) -> Result<Game, PartError> {
    let (mut best, mut other, mut error): (Option<Game>, Option<Game>, Option<PartError>) = Default::default();
    for reading in readings {
        match (reading, &best) {
            (Ok(game), None) => best = Some(game),
            (Ok(game), Some(first)) if game.is_complete() && !first.is_complete() => (best, other) = (Some(game), None),
            (Ok(game), Some(first)) if game.is_complete() == first.is_complete() && game != *first => {
                other = Some(game);
            }
            (Ok(_), Some(_)) => {}
            (Err(found), _) => {
                let is_further = error.as_ref().is_none_or(|(at, error)| (found.0, found.1.at) > (*at, error.at));
                error = if is_further { Some(found) } else { error };
            }
        }
    }
    match (best, other) {
        (Some(game), None) => Ok(game),
        (Some(one), Some(other)) => {
            let reading = |game: &Game| format!("{game} is {}", game.score());
            Err((0, InputProblem::TwoGames { one: reading(&one), other: reading(&other) }.into()))
        }
        (None, _) => Err(error.unwrap_or_else(|| (0, ValueError::new(Problem::NoGame)))),
    }
}

/// Rolls the ball that a value holds. In a frame (from 0) it must belong to that frame.
#[inline]
pub fn roll(game: &mut Game, text: &str, frame: Option<u8>) -> Result<(), ValueError> {
    // The usual ball needs no explanation: without this, a table with a column per ball takes a third longer.
    let is_in_frame = frame.is_none_or(|frame| frame == game.lane().frame);
    let is_rolled = match text.as_bytes() {
        [sign] => is_in_frame && roll_sign(game, *sign),
        b"10" => is_in_frame && game.roll(RACK).is_ok(),
        _ => false,
    };
    if is_rolled { Ok(()) } else { roll_any(game, text, frame) }
}

/// Rolls a ball of one sign, unless that is impossible; why it is costs nothing here.
#[inline]
fn roll_sign(game: &mut Game, sign: u8) -> bool {
    match sign {
        // A symbol goes through memory in parts, for which the processor waits: a fifth of the time of a table.
        b'0'..=b'9' => game.roll(sign - b'0').is_ok(),
        _ => byte_symbol(sign).is_some_and(|ball| apply(game, ball).is_ok()),
    }
}

/// Rolls the ball that a value holds, in any spelling, or explains why not.
fn roll_any(game: &mut Game, text: &str, frame: Option<u8>) -> Result<(), ValueError> {
    let (shown, frame) = (shown_frame(game, frame), frame.unwrap_or(game.lane().frame));
    let rolled = read_plain(whole(text), |text| {
        one_roll(text).and_then(|ball| roll_in_frame(game, ball, frame).map_err(|problem| Failure::new(text, problem)))
    });
    rolled.map_err(|failure| ValueError::of(text, failure.in_frame(shown)))
}

/// Rolls a frame in which each sign is a ball, if its text can be nothing else. Whether it was rolled as a whole.
pub fn roll_signs(game: &mut Game, text: &str, frame: Option<u8>) -> bool {
    // Between balls, these signs may separate them.
    let inside = text.as_bytes().get(1..text.len() - 1).unwrap_or_default();
    let may_be_joined = inside.contains(&b'-') || (inside.contains(&b'/') && frame != Some(FRAMES - 1));
    if may_be_joined || text == "10" {
        return false;
    }
    let frame = frame.unwrap_or(game.lane().frame);
    text.bytes().all(|sign| game.lane().frame == frame && roll_sign(game, sign))
}

/// Rolls the balls of a frame that a value holds.
fn roll_frame(game: &mut Game, part: &Part<'_>, way: Way) -> Result<(), ValueError> {
    let Part { text, frame, is_ball } = *part;
    if is_ball {
        return roll(game, text, frame);
    }
    let frame = frame.unwrap_or(game.lane().frame);
    let number = whole_in_frame(text);
    let rolled = read_plain(number, |text| match way {
        Way::TenForStrike if text == "10" => roll_token(game, text, frame),
        Way::Symbols | Way::TenForStrike => roll_symbols(game, text, frame),
        Way::Joined(sign) if text.trim_matches(sign).contains(sign) => {
            text.split(sign).try_for_each(|token| roll_token(game, token.trim(), frame))
        }
        Way::Apart | Way::Joined(_) => tokens(text).try_for_each(|token| roll_token(game, token, frame)),
    });
    rolled.map_err(|failure| ValueError::of(text, failure))
}

/// A number as it is meant: `10.0` is 10. `7,0` is a frame.
fn whole_in_frame(text: &str) -> &str {
    if text.contains(',') { text } else { whole(text) }
}

fn roll_token<'a>(game: &mut Game, token: &'a str, frame: u8) -> Result<(), PartFailure<'a>> {
    let shown = shown_frame(game, Some(frame));
    let rolled = one_roll(token);
    rolled
        .and_then(|ball| roll_in_frame(game, ball, frame).map_err(|problem| Failure::new(token, problem)))
        .map_err(|failure| failure.in_frame(shown))
}

fn roll_symbols<'a>(game: &mut Game, text: &'a str, frame: u8) -> Result<(), PartFailure<'a>> {
    let mut rest = text.trim_start_matches(is_separator);
    // `X-` is padded, `150` is not a frame.
    let may_be_padded = rest.starts_with(['X', 'x']);
    while !rest.is_empty() {
        let shown = shown_frame(game, Some(frame));
        let read = symbol(rest).map_err(|failure| unreadable(text).unwrap_or(failure));
        let (after, ball) = read.map_err(|failure| failure.in_frame(shown).into_any())?;
        let rolled =
            if may_be_padded { roll_in_frame(game, ball, frame) } else { roll_inside_frame(game, ball, frame) };
        rolled.map_err(|problem| Failure::new(rest, problem).in_frame(shown))?;
        rest = after.trim_start_matches(is_separator);
    }
    Ok(())
}

/// The frame for a message: the one that the part belongs to, else the one being played.
fn shown_frame(game: &Game, frame: Option<u8>) -> u8 {
    frame.map_or(game.lane().frame_number(), |frame| frame + 1)
}

/// Rolls a ball of a frame. A zero after the end of its frame is padding.
fn roll_in_frame(game: &mut Game, ball: Symbol, frame: u8) -> Result<(), InputProblem> {
    let playing = game.lane().frame;
    match ball {
        _ if playing == frame => Ok(apply(game, ball)?),
        Symbol::Pins(pins) if playing > frame && pins.get() == 0 => Ok(()),
        _ if playing >= FRAMES => Err(Problem::Ball(BallProblem::GameOver).into()),
        _ if playing > frame => Err(InputProblem::FrameOver),
        _ => Err(InputProblem::MissingRoll { frame: playing + 1 }),
    }
}

/// Rolls a ball of a frame that is not over.
fn roll_inside_frame(game: &mut Game, ball: Symbol, frame: u8) -> Result<(), InputProblem> {
    let is_over = game.lane().frame > frame && !game.is_complete();
    if is_over { Err(InputProblem::FrameOver) } else { roll_in_frame(game, ball, frame) }
}

/// Reads one roll, as a number or as a symbol.
fn one_roll(text: &str) -> Result<Symbol, PartFailure<'_>> {
    let several = || Failure::new(text, InputProblem::SeveralRolls(text.into()));
    match symbol(text) {
        Ok(("", symbol)) => Ok(symbol),
        _ if is_integer(text) => number(text).map_err(Failure::into_any),
        _ if tokens(text).nth(1).is_some() => Err(several()),
        _ => Err(unreadable(text).map_or_else(several, Failure::into_any)),
    }
}

/// Whether a text is one roll.
pub fn is_ball(text: &str) -> bool {
    let text = crate::reading::variants::plain(whole(text));
    is_one_roll(&text)
}
