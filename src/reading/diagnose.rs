//! Explains why a text is not read. It runs on errors only, and tries every advice before it gives it.

use super::evidence::{Misfit, late_strike, play, readings};
use super::shape::{Numbers, Shape};
use super::spellings::{Groups, NOTATION};
use super::symbols::{Failure, is_integer, is_separator, number, symbol, tokens};
use super::unreadable::{other_meaning, unreadable};
use super::{Dialect, Symbol, apply};
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Game, MAX_TOTAL, Pins, RACK, RollErrorKind, Rules};

/// The one game that a text is.
fn reads(text: &str, rules: Rules) -> Option<Game> {
    let [reading] = <[_; 1]>::try_from(readings(text, &Shape::of(text, rules), Dialect::Auto, rules)).ok()?;
    Some(reading.game)
}

/// The tokens of a text, each with the text from it on.
fn places(text: &str) -> impl Iterator<Item = (&str, &str)> + Clone {
    let starts = text.split(is_separator).scan(0, |next, token| {
        let start = *next;
        *next += token.len() + 1;
        Some((start, token))
    });
    starts.filter(|(_, token)| !token.is_empty()).map(|(start, token)| (&text[start..], token))
}

fn first_place(text: &str) -> &str {
    places(text).next().map_or(text, |(from, _)| from)
}

/// What an unfinished game, or a text that is not read, more likely is.
pub(super) fn suspicion(text: &str, is_array: bool, rules: Rules) -> Option<Failure<'_>> {
    let at_start = |problem| Some(Failure::new(first_place(text), problem));
    let mut all = tokens(text);
    if let Some((from, problem)) = places(text).find_map(|(from, token)| Some((from, other_meaning(token)?))) {
        return Some(Failure::new(from, problem));
    }
    match (all.next(), all.next()) {
        (Some(token), None) if token.len() > usize::from(rules.row().balls) => {
            if is_total(token) {
                return at_start(Problem::PerhapsTotalAlone { number: token.into(), rolls: as_rolls([token], rules) });
            }
            if token.bytes().all(|byte| byte == b'-') {
                return at_start(Problem::RuledLine);
            }
        }
        (Some(first), Some(_)) if is_label(first) => {
            let rest = first_place(&first_place(text)[first.len()..]);
            if reads(rest, rules).is_some() {
                let separator = if first.starts_with(['F', 'f']) { " " } else { "" };
                let balls: Vec<_> = first.chars().map(|sign| sign.to_string().replace(['G', 'g'], "-")).collect();
                let balls = balls.join(separator);
                let is_read = reads(&format!("{balls} {rest}"), rules).is_some();
                return at_start(Problem::PerhapsLabel { label: first.into(), balls: is_read.then_some(balls) });
            }
        }
        _ => {}
    }
    if are_running_totals(tokens(text)) {
        let totals: Vec<&str> = tokens(text).collect();
        let rolls = as_rolls(tokens(text), rules);
        return at_start(Problem::RunningTotals { totals: totals.join(" "), rolls });
    }
    if let Some(failure) = total_at_end(text, rules) {
        return Some(failure);
    }
    (!is_array).then(|| dash_between_frames(text, rules)).flatten()
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
pub(super) fn are_running_totals<'a>(tokens: impl Iterator<Item = &'a str>) -> bool {
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

/// A last number of two or three digits that is the score of two frames or more before it.
fn total_at_end(text: &str, rules: Rules) -> Option<Failure<'_>> {
    let (from, last) = places(text).last()?;
    // Ten is a roll.
    let is_number = matches!(last.len(), 2 | 3) && last != "10" && last.bytes().all(|byte| byte.is_ascii_digit());
    let total: u16 = last.parse().ok().filter(|_| is_number)?;
    let before = &text[..text.len() - from.len()];
    let game = reads(before, rules)?;
    let is_score = game.score() == total && !game.lane().is_inside_frame() && game.frames().len() > 1;
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
    let with_gutters = text.split_inclusive(is_separator).map(|part| match part.trim_end_matches(is_separator) {
        "-" => part.replace('-', "0"),
        _ => part.to_owned(),
    });
    let may_be_ball = reads(&with_gutters.collect::<String>(), rules).is_some();
    let is_certain = is_between && !game.lane().is_inside_frame();
    is_certain.then(|| Failure::new(first, Problem::DashBetweenFrames { may_be_ball }))
}

/// Refuses a `10` that may be a strike, or 1 and 0.
pub(super) fn doubtful_ten(text: &str) -> Failure<'_> {
    let ten = places(text).find(|(_, token)| *token == "10");
    Failure::new(ten.map_or(text, |(from, _)| from), Problem::AmbiguousTen)
}

/// Refuses a text that is two games.
pub(super) fn two_readings<'a>(text: &'a str, shape: &Shape, first: &Game, second: &Game) -> Failure<'a> {
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

/// Explains why a text is not read in any spelling.
pub(super) fn diagnose<'a>(
    text: &'a str,
    is_array: bool,
    shape: &Shape,
    dialect: Dialect,
    rules: Rules,
) -> Failure<'a> {
    if dialect == Dialect::Auto
        && let Some(failure) = suspicion(text, is_array, rules)
    {
        return failure;
    }
    let is_number = |token: &str| is_integer(token) || matches!(token, "F" | "f");
    let is_rolls = dialect == Dialect::Rolls
        || dialect == Dialect::Auto
            && matches!(shape.numbers, Numbers::None | Numbers::Rolls)
            && tokens(text).all(is_number);
    let Some(failure) = first_mistake(text, is_rolls, rules) else { return grouping(text, shape, rules) };
    if dialect != Dialect::Auto || matches!(failure.problem, Problem::LookAlike { .. } | Problem::Word(_)) {
        return failure;
    }
    if shape.has_joint && reads(&text.replace('-', " "), rules).is_some() {
        return Failure { problem: Problem::DashSeparator, ..failure };
    }
    perhaps_total(text, failure, rules)
}

/// The first ball that cannot be read or rolled.
fn first_mistake(text: &str, is_rolls: bool, rules: Rules) -> Option<Failure<'_>> {
    let mut game = Game::new(rules);
    places(text).find_map(|(from, token)| play_token(&mut game, from, token, is_rolls).err())
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

/// Adds to the error of a last number that it may be the total of the game before it.
fn perhaps_total<'a>(text: &'a str, failure: Failure<'a>, rules: Rules) -> Failure<'a> {
    let Some((from, token)) = places(text).last() else { return failure };
    let before = &text[..text.len() - from.len()];
    let (Ok(total), Some(game)) = (token.parse::<u16>(), reads(before, rules)) else { return failure };
    let is_at_token = failure.at.len() <= from.len() && total > RACK.into() && total <= MAX_TOTAL;
    let is_total = match failure.problem {
        Problem::Ball(BallProblem::GameOver) | Problem::NotARoll { .. } => true,
        Problem::Ball(BallProblem::TooManyPins { .. }) => total == game.score(),
        _ => false,
    };
    if !is_at_token || !is_total {
        return failure;
    }
    let problem = Problem::PerhapsTotal { why: Box::new(failure.problem), number: token.into() };
    Failure { at: from, problem, frame: failure.frame }
}

/// Explains groups that are not frames, in a text whose balls are possible.
fn grouping<'a>(text: &'a str, shape: &Shape, rules: Rules) -> Failure<'a> {
    if shape.has_ten {
        return doubtful_ten(text);
    }
    let Ok((_, groups)) = (NOTATION.grammar)(text) else { return Failure::new(first_place(text), Problem::NoGame) };
    match play(&groups, &NOTATION, Dialect::Auto, rules) {
        Err(problem) => {
            let failure = misfit(text, &groups, problem);
            let balls = groups.iter().flatten().map(|ball| ball.at).chain([""]).collect::<Vec<_>>();
            let balls =
                balls.windows(2).map(|pair| pair[0][..pair[0].len() - pair[1].len()].trim_end_matches(is_separator));
            let spaced = balls.collect::<Vec<_>>().join(" ");
            match failure.problem {
                Problem::Packed(token) if reads(&spaced, rules).is_none() => {
                    Failure { problem: Problem::NotARoll { token }, ..failure }
                }
                _ => failure,
            }
        }
        Ok(_) => Failure::new(first_place(text), Problem::NoGame),
    }
}

/// Explains balls that do not fit their spelling.
pub(super) fn misfit<'a>(text: &'a str, groups: &Groups<'a>, misfit: Misfit) -> Failure<'a> {
    let place = |group: usize| groups.get(group).and_then(|balls| balls.first()).map_or(text, |ball| ball.at);
    let token = |group: usize| place(group).split(is_separator).next().unwrap_or_default().to_owned();
    match misfit {
        Misfit::Ball { group, place, frame, problem } => {
            let ball = groups.get(group).and_then(|balls| balls.get(place)).map_or(text, |ball| ball.at);
            Failure::new(ball, problem).in_frame(frame)
        }
        Misfit::Padding => {
            let null = groups.iter().flatten().find(|ball| ball.symbol.is_none()).map_or(text, |ball| ball.at);
            unreadable("null").unwrap_or(Failure::new("", Problem::NoGame)).moved("null", null)
        }
        Misfit::Long { group } => Failure::new(place(group), Problem::Packed(token(group))),
        Misfit::Straddle { group, starts } => {
            Failure::new(place(group), Problem::Straddle { token: token(group), starts })
        }
        Misfit::NotOneFrame { group, frame } => Failure::new(place(group), Problem::InnerArray).in_frame(frame),
    }
}
