//! Reads the text of one game: rolls or notation, or an array of either.

use std::borrow::Cow;

use nom::Offset;

use super::dialect::{Reading, Ten};
use super::parse::{Failure, count_symbols, number, symbol};
use super::tokens::{Tokens, game_tokens};
use super::unreadable::unreadable;
use super::variants::plain;
use super::{Dialect, apply};
use crate::error::{LineError, Problem};
use crate::game::{FRAMES, Game, Lane, RACK, Rules};

/// Reads a game.
pub(crate) fn read_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    match plain(text) {
        Cow::Borrowed(text) => read_plain_game(text, dialect, rules),
        Cow::Owned(plain) => read_plain_game(&plain, dialect, rules).map_err(|failure| {
            let place = plain[..plain.offset(failure.at)].chars().count();
            let at = text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
            Failure { at: &text[at..], problem: failure.problem, frame: failure.frame }
        }),
    }
}

/// Reads a game without typographic variants.
fn read_plain_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    let mut tokens = game_tokens(text)?;
    drop_padding(&mut tokens, rules);
    let reading = dialect.reading(&tokens.all, rules);
    let mut walk = Walk::new(rules);
    let played = tokens.all.iter().try_for_each(|token| walk.play(token, reading));
    let is_checked = dialect == Dialect::Auto && matches!(reading, Reading::Notation(_));
    let Err(failure) = played else {
        walk.check_frames(&tokens)?;
        if is_checked && !walk.game.is_complete() {
            walk.check_packed(&tokens.all, rules)?;
            walk.check_grouping(&tokens.all)?;
        }
        return Ok(walk.game);
    };
    // An unreadable character is reported before an ambiguity elsewhere on the line.
    let unreadable = tokens.all.iter().find_map(|token| unreadable(token).map(|unreadable| (token, unreadable)));
    match unreadable {
        Some((token, unreadable)) if is_inside(failure.at, token) => {
            return Err(Failure { frame: failure.frame, ..unreadable });
        }
        Some((_, unreadable)) if failure.problem == Problem::AmbiguousTen => return Err(unreadable),
        _ => {}
    }
    let is_about_grouping = !matches!(failure.problem, Problem::GameOver | Problem::SpareOnThirdBall { .. });
    if is_checked && is_about_grouping && walk.game.lane().frame + 1 < FRAMES {
        if has_dashes_as_separators(text, rules) {
            return Err(Failure { problem: Problem::DashSeparator, ..failure });
        }
        walk.check_packed(&tokens.all, rules)?;
        walk.check_grouping(&tokens.all)?;
    }
    if let Some(token) = tokens.all.get(walk.steps.len())
        && let Some(advice) = other_meaning(token)
    {
        let problem = Problem::NotASymbol { token: (*token).into(), advice: advice.into() };
        return Err(Failure { at: token, problem, frame: failure.frame });
    }
    Err(perhaps_total(failure, &tokens.all, &walk))
}

/// A game being read, and what every token did to it.
struct Walk {
    game: Game,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    before: Lane,
    after: Lane,
}

impl Walk {
    fn new(rules: Rules) -> Self {
        Self { game: Game::new(rules), steps: Vec::new() }
    }

    fn play<'a>(&mut self, token: &'a str, reading: Reading) -> Result<(), Failure<'a>> {
        let before = *self.game.lane();
        match reading {
            Reading::Notation(Ten::Ambiguous) if token == "10" => {
                return Err(Failure::new(token, Problem::AmbiguousTen).in_frame(before.frame_number()));
            }
            Reading::Notation(ten) if ten != Ten::AllPins || token != "10" => {
                play_symbols(&mut self.game, token, ten)?;
            }
            Reading::Notation(_) | Reading::Rolls => play_number(&mut self.game, token)?,
        }
        self.steps.push(Step { before, after: *self.game.lane() });
        Ok(())
    }

    /// The score before a token that was not played to its end.
    fn before(&self, token: usize) -> u16 {
        let mut game = self.game.clone();
        let lane = self.steps.get(token.wrapping_sub(1)).map(|step| step.after);
        while lane.is_some_and(|lane| lane != *game.lane()) && game.undo().is_some() {}
        game.score()
    }

    /// Refuses a token of more rolls than a frame without an `X` or a `/`: more likely a total, a
    /// date or a ruled line.
    fn check_packed<'a>(&self, tokens: &[&'a str], rules: Rules) -> Result<(), Failure<'a>> {
        let has_mark = |token: &str| token.contains(['X', 'x', '/']);
        let is_packed = |token: &&&str| count_symbols(token) > rules.row().balls.into() && !has_mark(token);
        // A long token that breaks the rules is a game with a mistake.
        let is_short = |token: &&&str| self.steps.len() == tokens.len() || token.len() <= LONGEST_DATE;
        let Some(token) = tokens.iter().find(|token| is_packed(token) && is_short(token)) else { return Ok(()) };
        let problem = match other_meaning(token) {
            Some(advice) => Problem::NotASymbol { token: (*token).into(), advice: advice.into() },
            None => Problem::Packed((*token).into()),
        };
        Err(Failure::new(token, problem))
    }

    /// Refuses tokens that straddle frames. The tenth frame and the last token may be split freely.
    fn check_grouping<'a>(&self, tokens: &[&'a str]) -> Result<(), Failure<'a>> {
        let but_last = tokens.len().saturating_sub(1);
        for (token, step) in tokens.iter().zip(&self.steps).take(but_last) {
            let starts = is_inside_frame(step.before);
            // `10` is one roll where every token is.
            if *token != "10" && count_symbols(token) > 1 && (starts || is_inside_frame(step.after)) {
                let problem = Problem::Straddle { token: (*token).into(), starts };
                return Err(Failure::new(token, problem).in_frame(step.before.frame_number()));
            }
        }
        Ok(())
    }

    /// Refuses inner arrays that are not frames. The tenth frame and the last array may be split freely.
    fn check_frames<'a>(&self, tokens: &Tokens<'a>) -> Result<(), Failure<'a>> {
        for &(start, end) in &tokens.frames {
            let Some(steps) = self.steps.get(start..end).filter(|steps| !steps.is_empty()) else { continue };
            let (first, last) = (steps[0].before, steps[steps.len() - 1].after);
            let is_last = end == tokens.all.len();
            let is_several = last.frame > first.frame + 1;
            if is_inside_frame(first) || (is_inside_frame(last) && !is_last) || is_several {
                let failure = Failure::new(tokens.all[start], Problem::InnerArray);
                return Err(failure.in_frame(first.frame_number()));
            }
        }
        Ok(())
    }
}

/// A date such as `2023-01-17`. A shorter token is no game either.
const LONGEST_DATE: usize = 10;

/// Whether a ball of this frame has been rolled and another one follows. The tenth frame does not count.
const fn is_inside_frame(lane: Lane) -> bool {
    lane.frame + 1 < FRAMES && lane.thrown > 0
}

/// Drops what pads a frame of an inner array: `[10, 0]`, `["X", ""]`, `[7, null]`.
fn drop_padding(tokens: &mut Tokens<'_>, rules: Rules) {
    let Tokens { all, frames } = tokens;
    let is_null = |token: &&str| matches!(*token, "null" | "None");
    let is_no_ball = |token: &&str| is_null(token) || matches!(*token, "0" | "-");
    let is_strike = |token: &&str| {
        matches!(*token, "X" | "x") || token.parse().is_ok_and(|pins: u8| (rules.row().strike..=RACK).contains(&pins))
    };
    let mut dropped = 0;
    for (number, frame) in (1..).zip(frames.iter_mut()) {
        let (start, end) = (frame.0 - dropped, frame.1 - dropped);
        let balls = &all[start..end];
        // The balls after a strike in the tenth frame are fill balls.
        let keep = match balls {
            [first, rest @ ..] if number < FRAMES && is_strike(first) && rest.iter().all(is_no_ball) => 1,
            balls => balls.len() - balls.iter().rev().take_while(|ball| is_null(ball)).count(),
        };
        all.drain(start + keep..end);
        dropped += end - start - keep;
        *frame = (start, start + keep);
    }
}

/// Whether the game can be read with every `-` as a separator, as in `X-5/-9-`.
fn has_dashes_as_separators(text: &str, rules: Rules) -> bool {
    text.contains('-')
        && text.contains(['X', 'x', '/'])
        && read_plain_game(&text.replace('-', " "), Dialect::Auto, rules).is_ok_and(|game| game.rolls().len() > 2)
}

/// What a token of symbols that cannot be played may have been meant as.
fn other_meaning(token: &str) -> Option<&'static str> {
    match token {
        _ if is_date(token) => Some("a date belongs in a comment, after #"),
        _ if token.starts_with("//") => Some("a comment starts with #"),
        _ => None,
    }
}

/// `1/17/2023`, `2023-01-17` or `17.01.2023`.
pub(super) fn is_date(token: &str) -> bool {
    ['/', '-', '.'].iter().any(|&sign| {
        let parts: Vec<&str> = token.split(sign).collect();
        let is_number = |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(is_number) && parts.iter().any(|part| part.len() == 4)
    })
}

/// A number that cannot be rolls, at the end or after a complete game, may be a total without its `=`.
fn perhaps_total<'a>(failure: Failure<'a>, tokens: &[&'a str], walk: &Walk) -> Failure<'a> {
    let at = walk.steps.len();
    let Some(number) = tokens.get(at).copied() else { return failure };
    let Some(total) = number.parse::<u32>().ok().filter(|total| (u32::from(RACK) + 1..=300).contains(total)) else {
        return failure;
    };
    let is_last = at + 1 == tokens.len();
    let is_total = match failure.problem {
        Problem::GameOver => true,
        Problem::NotARoll { .. } => is_last,
        // Two digits may also be a frame with a mistake.
        Problem::TooManyPins { .. } => is_last && total == u32::from(walk.before(at)),
        _ => false,
    };
    if !is_total {
        return failure;
    }
    let problem = Problem::PerhapsTotal { why: Box::new(failure.problem), number: number.into() };
    Failure { at: number, problem, frame: failure.frame }
}

/// Whether the rest of a text starts inside a token of it.
fn is_inside(rest: &str, token: &str) -> bool {
    token.as_bytes().as_ptr_range().contains(&rest.as_ptr())
}

fn play_number<'a>(game: &mut Game, token: &'a str) -> Result<(), Failure<'a>> {
    let frame = game.lane().frame_number();
    let played = number(token).and_then(|ball| apply(game, ball).map_err(|problem| Failure::new(token, problem)));
    played.map_err(|failure| failure.in_frame(frame))
}

fn play_symbols<'a>(game: &mut Game, token: &'a str, ten: Ten) -> Result<(), Failure<'a>> {
    let mut rest = token;
    while !rest.is_empty() {
        let frame = game.lane().frame_number();
        let here = |problem| Failure::new(rest, problem).in_frame(frame);
        let (after, symbol) = symbol(rest).map_err(|failure| failure.in_frame(frame))?;
        // On a full rack, 1 and 0 in a packed game may also be meant as ten.
        if ten == Ten::Ambiguous && game.lane().standing == RACK && rest.starts_with("10") {
            return Err(here(Problem::AmbiguousTen));
        }
        apply(game, symbol).map_err(here)?;
        rest = after;
    }
    Ok(())
}

/// What may stand around a game. A form feed may not: it is an unknown symbol.
pub(crate) const BLANKS: [char; 3] = [' ', '\t', '\r'];

impl std::str::FromStr for Game {
    type Err = LineError;

    /// Reads a tenpin game, as rolls or in notation.
    ///
    /// ```
    /// use bowling::Game;
    ///
    /// let game: Game = "X 5/ 9-".parse()?;
    /// assert_eq!(game.score(), 48);
    /// assert_eq!(game, "10 5 5 9 0".parse()?);
    /// assert_eq!(game.to_string(), "X 5/ 9-");
    /// # Ok::<(), bowling::LineError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LineError> {
        read_game(text, Dialect::Auto, Rules::Tenpin)
            .map_err(|failure| LineError::new(text.as_bytes(), text.offset(failure.at), failure.frame, failure.problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> (usize, Option<u8>, Problem) {
        let failure = read_game(text, Dialect::Auto, Rules::Tenpin).unwrap_err();
        (text.offset(failure.at), failure.frame, failure.problem)
    }

    #[test]
    fn the_offending_roll_and_its_frame_are_reported() {
        assert_eq!(failure("X 8 / 3X").0, 7);
        assert_eq!(failure("10 8 5"), (5, Some(2), Problem::TooManyPins { before: vec![8], pins: 5 }));
        assert_eq!(failure("X 5/ 9?"), (6, Some(3), Problem::UnknownSymbol('?')));
        assert_eq!(failure("X 10/"), (2, Some(2), Problem::AmbiguousTen));
        assert_eq!(failure("5 \u{1}"), (2, Some(1), Problem::UnknownSymbol('\u{1}')));
    }
}
