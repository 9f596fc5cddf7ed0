//! Explains why a text is not read. It runs on errors only, and tries every advice before it gives it.

use std::iter;

use super::array::{Body, body};
use super::evidence::{Reading, late_strike, play, readings};
use super::shape::{Numbers, Shape};
use super::spellings::NOTATION;
use super::symbols::{Failure, is_integer, is_separator, number, symbol, tokens};
use super::unreadable::{SHORTEST_DATE, is_date, unreadable};
use super::variants::plain;
use super::{BLANKS, Dialect, Symbol, apply};
use crate::error::{Advice, Problem};
use crate::game::{BallProblem, FRAMES, Game, MAX_TOTAL, Pins, RACK, RollErrorKind, Rules};

/// Explains why a text is not read, given its readings of the best rank.
pub(crate) fn explain(
    text: &str,
    readings: Vec<Reading>,
    dialect: Dialect,
    rules: Rules,
    is_claimed: bool,
) -> Failure<'_> {
    let plain = plain(text);
    // The start is kept, so that places in the body are places in the text.
    let trimmed = plain.trim_end_matches(BLANKS);
    let failure = match body(trimmed) {
        Err(failure) => failure,
        Ok(Body::Text { text, is_array }) => {
            explain_text(&text, is_array, readings, dialect, rules, is_claimed).moved(&text, trimmed)
        }
        Ok(Body::Balls(spelling, balls)) => {
            play(&balls, &spelling, dialect, rules).err().unwrap_or(Failure::new(trimmed, Problem::NoGame))
        }
    };
    failure.moved(trimmed, &plain).in_variant(text)
}

fn explain_text(
    text: &str,
    is_array: bool,
    readings: Vec<Reading>,
    dialect: Dialect,
    rules: Rules,
    is_claimed: bool,
) -> Failure<'_> {
    if tokens(text).next().is_none() {
        return Failure::new(text, Problem::NoGame);
    }
    let shape = Shape::of(text, rules);
    let mut readings = readings.into_iter();
    let first = readings.next();
    if dialect == Dialect::Auto
        && text.contains("//")
        && let Some((from, token)) = places(text).find(|(_, token)| token.starts_with("//"))
    {
        let advice = Advice::OnLine("a comment starts with #".into());
        return Failure::new(from, Problem::NotASymbol { token: token.into(), advice });
    }
    let may_be_other = first.as_ref().is_none_or(|first| !is_claimed && !first.game.is_complete());
    if dialect == Dialect::Auto
        && may_be_other
        && let Some(failure) = suspicion(text, is_array, &shape, first.as_ref().map(|first| &first.game), rules)
    {
        return failure;
    }
    let Some(first) = first else { return first_mistake(text, &shape, dialect, rules) };
    // Two totals say more than one.
    let is_other = |game: &Game| game.score() != first.game.score();
    match readings.map(|reading| reading.game).reduce(|one, other| if is_other(&one) { one } else { other }) {
        Some(second) => two_readings(text, &shape, &first.game, &second),
        None => doubtful_ten(text),
    }
}

/// The one game that a text is.
fn reads(text: &str, rules: Rules) -> Option<Game> {
    let [reading] = <[_; 1]>::try_from(readings(text, &Shape::of(text, rules), Dialect::Auto, rules)).ok()?;
    Some(reading.game)
}

/// The tokens of a text, each with the text from it on.
fn places(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    iter::from_fn(move || {
        let from = rest.trim_start_matches(is_separator);
        let end = from.bytes().position(|byte| is_separator(byte.into())).unwrap_or(from.len());
        rest = &from[end..];
        (end > 0).then_some((from, &from[..end]))
    })
}

fn first_place(text: &str) -> &str {
    places(text).next().map_or(text, |(from, _)| from)
}

/// The last token, with the text from it on.
fn last_place(text: &str) -> Option<(&str, &str)> {
    let trimmed = text.trim_end_matches(is_separator);
    let start = trimmed.rfind(is_separator).map_or(0, |before| before + 1);
    Some((&text[start..], &trimmed[start..])).filter(|(_, token)| !token.is_empty())
}

/// What an unfinished game, or a text that is not read, more likely is.
pub(super) fn suspicion<'a>(
    text: &'a str,
    is_array: bool,
    shape: &Shape<'_>,
    game: Option<&Game>,
    rules: Rules,
) -> Option<Failure<'a>> {
    let at_start = |problem| Some(Failure::new(first_place(text), problem));
    let mut all = tokens(text);
    let first = all.next()?;
    let is_alone = all.next().is_none();
    if shape.longest() >= SHORTEST_DATE
        && let Some((from, date)) = places(text).find(|(_, token)| is_date(token))
    {
        let advice = Advice::OnLine("a date belongs in a comment, after #".into());
        return Some(Failure::new(from, Problem::NotASymbol { token: date.into(), advice }));
    }
    if is_alone && shape.is_longer(first.as_bytes()) {
        if is_total(first) {
            return at_start(Problem::PerhapsTotalAlone { number: first.into(), rolls: as_rolls([first], rules) });
        }
        if first.bytes().all(|byte| byte == b'-') {
            return at_start(Problem::RuledLine);
        }
    }
    // The elements of an array are frames or balls.
    if !is_array && !is_alone && is_label(first) {
        let rest = first_place(&first_place(text)[first.len()..]);
        if reads(rest, rules).is_some() {
            let separator = if first.starts_with(['F', 'f']) { " " } else { "" };
            let balls: Vec<_> = first.chars().map(|sign| sign.to_string().replace(['G', 'g'], "-")).collect();
            let balls = balls.join(separator);
            let is_read = reads(&format!("{balls} {rest}"), rules).is_some();
            return at_start(Problem::PerhapsLabel { label: first.into(), balls: is_read.then_some(balls) });
        }
    }
    if shape.numbers != Numbers::None && are_running_totals(tokens(text)) {
        let totals: Vec<&str> = tokens(text).collect();
        let rolls = as_rolls(tokens(text), rules);
        return at_start(Problem::RunningTotals { totals: totals.join(" "), rolls });
    }
    if let Some(failure) = game.filter(|_| !is_array).and_then(|game| total_at_end(text, Some(game), rules)) {
        return Some(failure);
    }
    (shape.has_lone_dash() && !is_array).then(|| dash_between_frames(text, rules)).flatten()
}

/// Whether a number may be the total of a game.
fn is_total(token: &str) -> bool {
    token.len() == 3 && token.parse().is_ok_and(|total: u16| (100..=MAX_TOTAL).contains(&total))
}

/// Digits with blanks between them, if they are read so.
fn as_rolls<'a>(tokens: impl IntoIterator<Item = &'a str>, rules: Rules) -> Option<String> {
    Some(as_digits(tokens)).filter(|rolls| reads(rolls, rules).is_some())
}

fn as_digits<'a>(tokens: impl IntoIterator<Item = &'a str>) -> String {
    let digits: Vec<String> = tokens.into_iter().flat_map(str::chars).map(String::from).collect();
    digits.join(" ")
}

/// `G1` or `F1`.
pub(super) fn is_label(token: &str) -> bool {
    let digits = token.strip_prefix(['G', 'g', 'F', 'f']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Three or more numbers, each larger than the one before by no more than a frame can score.
pub(crate) fn are_running_totals<'a>(tokens: impl Iterator<Item = &'a str>) -> bool {
    const MOST: u16 = MAX_TOTAL / FRAMES as u16;
    let (mut count, mut before) = (0, 0);
    for token in tokens {
        let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
        let Some(total) = token.parse().ok().filter(|_| is_number) else { return false };
        if (count > 0 && (total <= u16::from(RACK) || total <= before)) || total > before + MOST {
            return false;
        }
        (count, before) = (count + 1, total);
    }
    count >= 3
}

/// A last number of two or three digits that is the score of two frames or more before it. As balls it adds frames, so
/// that score is a running total of the whole game.
fn total_at_end<'a>(text: &'a str, whole: Option<&Game>, rules: Rules) -> Option<Failure<'a>> {
    let (from, last) = last_place(text)?;
    // Ten is a roll.
    let is_number = matches!(last.len(), 2 | 3) && last != "10" && last.bytes().all(|byte| byte.is_ascii_digit());
    let total: u16 = last.parse().ok().filter(|_| is_number)?;
    if whole.is_some_and(|game| !game.running_totals().contains(&total)) {
        return None;
    }
    let before = &text[..text.len() - from.len()];
    let game = reads(before, rules)?;
    let is_score = game.score() == total && game.frames().len() > 1;
    if !is_score {
        return None;
    }
    let digits = as_digits([last]);
    let rolls = reads(&format!("{before} {digits}"), rules).map(|_| digits);
    Some(Failure::new(from, Problem::PerhapsTotalAtEnd { number: last.into(), rolls }))
}

/// A `-` alone between frames, if all of them are.
fn dash_between_frames(text: &str, rules: Rules) -> Option<Failure<'_>> {
    let (first, _) = places(text).find(|(_, token)| *token == "-")?;
    let (mut game, mut is_after_dash, mut is_between) = (Game::new(rules), true, false);
    for token in tokens(text) {
        let is_dash = token == "-";
        if is_dash && (is_after_dash || game.lane().is_inside_frame()) {
            return None;
        }
        if !is_dash {
            play_token(&mut game, token, token, false).ok()?;
        }
        is_between |= is_after_dash && !is_dash && game.lane().frame > 0 && game.frames().len() > 1;
        is_after_dash = is_dash;
    }
    let reads_with = |sign: &str| {
        let part =
            |part: &str| if part.trim_end_matches(is_separator) == "-" { part.replace('-', sign) } else { part.into() };
        reads(&text.split_inclusive(is_separator).map(part).collect::<String>(), rules).is_some()
    };
    let is_certain = is_between && !game.lane().is_inside_frame() && reads_with(" ");
    is_certain.then(|| Failure::new(first, Problem::DashBetweenFrames { may_be_ball: reads_with("0") }))
}

/// Refuses a `10` that may be a strike, or 1 and 0.
fn doubtful_ten(text: &str) -> Failure<'_> {
    let ten = places(text).find(|(_, token)| *token == "10");
    Failure::new(ten.map_or(text, |(from, _)| from), Problem::AmbiguousTen)
}

/// Refuses a text that is two games.
fn two_readings<'a>(text: &'a str, shape: &Shape<'_>, first: &Game, second: &Game) -> Failure<'a> {
    let reading = |game: &Game| (game.to_string(), game.score());
    let advice = if shape.has_ten {
        "write X or 1-"
    } else if shape.has_joint {
        "write blanks between frames"
    } else {
        "write one of them"
    };
    let problem = Problem::TwoReadings { first: reading(first), second: reading(second), advice };
    Failure::new(first_place(text), problem)
}

/// Explains why a text is not read in any spelling: its first ball that cannot be read or rolled, or its groups.
fn first_mistake<'a>(text: &'a str, shape: &Shape<'_>, dialect: Dialect, rules: Rules) -> Failure<'a> {
    let is_number = |token: &str| is_integer(token) || matches!(token, "F" | "f");
    let is_rolls = dialect == Dialect::Rolls
        || dialect == Dialect::Auto
            && matches!(shape.numbers, Numbers::None | Numbers::Rolls)
            && tokens(text).all(is_number);
    let mut game = Game::new(rules);
    let mistake = places(text).find_map(|(from, token)| play_token(&mut game, from, token, is_rolls).err());
    // A total does not make the game before it wrong. Dashes that join may.
    let is_at_end = |failure: &Failure<'_>| last_place(text).is_some_and(|(last, _)| failure.at.len() <= last.len());
    if dialect == Dialect::Auto
        && (shape.has_joint || mistake.as_ref().is_none_or(is_at_end))
        && let Some(failure) = total_at_end(text, None, rules)
    {
        return failure;
    }
    let Some(failure) = mistake else { return grouping(text, shape, rules) };
    if dialect != Dialect::Auto || matches!(failure.problem, Problem::LookAlike { .. } | Problem::Word(_)) {
        return failure;
    }
    if shape.has_joint && reads(&text.replace('-', " "), rules).is_some() {
        return Failure { problem: Problem::DashSeparator, ..failure };
    }
    perhaps_total(text, failure, rules)
}

/// Rolls the balls of a token; `from` is the text from it on.
fn play_token<'a>(game: &mut Game, from: &'a str, token: &str, is_rolls: bool) -> Result<(), Failure<'a>> {
    let mut rest = token;
    while !rest.is_empty() {
        let frame = game.lane().frame_number();
        let read = match token {
            "10" => Ok(("", Symbol::Pins(Pins::ALL))),
            _ if is_rolls => number(token).map(|symbol| ("", symbol)),
            _ => symbol(rest).map_err(|failure| unreadable(token).unwrap_or(failure)),
        };
        let (after, symbol) = read.map_err(|failure| failure.moved(token, from).in_frame(frame))?;
        let is_clear = || rest.len() < token.len() && token.matches('-').count() < 2;
        let symbol = late_strike(symbol, game.lane(), is_clear);
        apply(game, symbol).map_err(|problem| {
            // What cannot be read explains more than a part of it that cannot be rolled.
            if let Some(failure) = unreadable(token).filter(|_| !is_rolls) {
                return failure.moved(token, from).in_frame(frame);
            }
            // A wrong leave is after its ball.
            let is_leave = matches!(&problem, Problem::Ball(problem) if problem.kind() == RollErrorKind::Leave);
            let leave = rest.find('{').filter(|_| is_leave).unwrap_or_default();
            Failure::new(&rest[leave..], problem).moved(token, from).in_frame(frame)
        })?;
        rest = after;
    }
    Ok(())
}

/// Adds to the error of a last number that it may be the total of the complete game before it.
fn perhaps_total<'a>(text: &'a str, failure: Failure<'a>, rules: Rules) -> Failure<'a> {
    let Some((from, token)) = last_place(text).filter(|(from, _)| failure.at.len() <= from.len()) else {
        return failure;
    };
    let may_be_total = matches!(failure.problem, Problem::Ball(BallProblem::GameOver) | Problem::NotARoll { .. });
    let is_total = token.parse().is_ok_and(|total| (u16::from(RACK) + 1..=MAX_TOTAL).contains(&total));
    if !may_be_total || !is_total || !reads(&text[..text.len() - from.len()], rules).is_some_and(|it| it.is_complete())
    {
        return failure;
    }
    let problem = Problem::PerhapsTotal { why: Box::new(failure.problem), number: token.into() };
    Failure { at: from, problem, frame: failure.frame }
}

/// Explains groups that are not frames, in a text whose balls are possible.
fn grouping<'a>(text: &'a str, shape: &Shape<'_>, rules: Rules) -> Failure<'a> {
    if shape.has_ten {
        return doubtful_ten(text);
    }
    let no_game = || Failure::new(first_place(text), Problem::NoGame);
    let Ok(("", balls)) = (NOTATION.grammar)(text) else { return no_game() };
    let Err(failure) = play(&balls, &NOTATION, Dialect::Auto, rules) else { return no_game() };
    let Problem::Packed(token) = failure.problem else { return failure };
    let starts = balls.iter().map(|ball| ball.at).chain([""]).collect::<Vec<_>>();
    let ball = |pair: &[&'a str]| pair[0][..pair[0].len() - pair[1].len()].trim_end_matches(is_separator);
    let spaced = starts.windows(2).map(ball).collect::<Vec<_>>().join(" ");
    let is_advice = reads(&spaced, rules).is_some();
    Failure { problem: if is_advice { Problem::Packed(token) } else { Problem::NotARoll { token } }, ..failure }
}
