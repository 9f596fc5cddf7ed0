//! A line becomes a game: the symbols of [`parse`](crate::parse) meet the rules of [`game`](crate::game).

use crate::fast;
use crate::game::pins::RACK;
use crate::game::{Game, Pins, Refusal, Roll, Rules};
use crate::parse::dialect::{self, Dialect, Reading, Ten};
use crate::parse::error::{LONGEST_LINE, LineError, Problem};
use crate::parse::symbol::{Placed, Symbol};
use crate::parse::token::{Token, Tokens, trim_end};
use crate::parse::{Claim, claim, notation, rolls, sheet};

/// A line of a sheet that holds a game, scored.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scored<'a> {
    /// The player, if the line names one.
    pub name: Option<&'a str>,
    /// The game, or what is wrong with it.
    pub game: Result<Game, LineError>,
    /// What the line says of its game.
    pub claim: Option<Claim>,
    /// Where the claim stands, in bytes of the line.
    pub(crate) claim_at: usize,
}

/// Scores one line of a sheet (without its line end); `None` for a blank line or a comment.
///
/// ```
/// use bowling::{Dialect, Rules, score_line};
///
/// let line = score_line(b"PJS: X 5/ 9- = 48 # seed", Dialect::Auto, Rules::Tenpin).unwrap();
/// assert_eq!(line.name, Some("PJS"));
/// assert_eq!(line.game.unwrap().score(), 48);
///
/// let line = score_line(b"8 5", Dialect::Auto, Rules::Tenpin).unwrap();
/// let error = line.game.unwrap_err();
/// assert_eq!(error.to_string(), "frame 1: 8 then 5 is 13 pins, a rack has 10");
/// assert_eq!(error.column(), 3);
///
/// assert!(score_line(b"# no game", Dialect::Auto, Rules::Tenpin).is_none());
/// ```
#[must_use]
pub fn score_line(line: &[u8], dialect: Dialect, rules: Rules) -> Option<Scored<'_>> {
    (sheet::kind(line) == sheet::Kind::Game).then(|| any_game(line, dialect, rules))
}

/// A line that holds a game: its balls go the short way where nothing but names and claims is unusual about it.
pub(crate) fn any_game(line: &[u8], dialect: Dialect, rules: Rules) -> Scored<'_> {
    scored(line, |tokens| {
        let mut game = Game::new(rules);
        let short = fast::read(&mut game, tokens.text(), dialect, rules);
        if short { Ok(game) } else { play(tokens, dialect, rules) }
    })
}

/// The plain way, for every line: the only one that knows what is wrong. Tests hold [`any_game`] to it.
#[cfg(test)]
pub(crate) fn plain_game(line: &[u8], dialect: Dialect, rules: Rules) -> Scored<'_> {
    scored(line, |tokens| play(tokens, dialect, rules))
}

fn scored<'a>(line: &'a [u8], play: impl FnOnce(&Tokens<'a>) -> Result<Game, Wrong>) -> Scored<'a> {
    if let Err(error) = is_text(line) {
        return Scored { name: None, game: Err(error), claim: None, claim_at: 0 };
    }
    let line = trim_end(line);
    let parts = sheet::parts(line);
    let mut game = parts.game.and_then(|(tokens, _)| {
        play(&tokens).map_err(|(at, frame, problem)| LineError::new(line, at, Some(frame), problem))
    });
    let claim = match parts.claim.map(|(at, text)| (at, claim::read(text))) {
        Some((at, Err((place, problem)))) if game.is_ok() => {
            game = Err(LineError::new(line, at + place, None, problem));
            None
        }
        Some((_, claim)) => claim.ok(),
        None => None,
    };
    Scored { name: parts.name, game, claim, claim_at: parts.claim.map_or(0, |(at, _)| at) }
}

/// Is the line short enough, and text at all?
pub(crate) fn is_text(line: &[u8]) -> Result<&str, LineError> {
    if line.len() > LONGEST_LINE {
        return Err(LineError::new(line, 0, None, Problem::LongLine));
    }
    if let Some(at) = memchr::memchr(0, line) {
        return Err(LineError::new(line, at, None, Problem::Nul));
    }
    std::str::from_utf8(line).map_err(|error| LineError::new(line, error.valid_up_to(), None, Problem::NotUtf8))
}

/// The error of a game that stops early, where `--complete` asks for all of it.
pub(crate) fn unfinished(line: &[u8], game: &Game) -> LineError {
    let end = sheet::parts(line).game.map_or(line.len(), |(_, end)| end);
    LineError::new(line, end, Some(frame_of(game)), Problem::Unfinished)
}

/// The byte at which a ball cannot be, its frame, and why.
type Wrong = (usize, u8, Problem);

fn play(tokens: &Tokens<'_>, dialect: Dialect, rules: Rules) -> Result<Game, Wrong> {
    let mut game = Game::new(rules);
    match dialect::of(dialect, tokens) {
        Reading::Rolls => {
            for token in tokens.clone() {
                let symbol = rolls::read(token).map_err(|problem| wrong(&game, token.at, problem))?;
                bowl(&mut game, symbol).map_err(|problem| wrong(&game, token.at, problem))?;
            }
        }
        Reading::Notation { ten } => {
            for token in tokens.clone() {
                play_token(&mut game, token, ten)?;
            }
        }
    }
    Ok(game)
}

fn play_token(game: &mut Game, token: Token<'_>, ten: Ten) -> Result<(), Wrong> {
    if token.text == b"10" && ten == Ten::Strike {
        return bowl(game, Symbol::Pins(Pins::ALL)).map_err(|problem| wrong(game, token.at, problem));
    }
    for placed in notation::read(token) {
        let Placed { at, symbol } = placed.map_err(|(at, problem)| wrong(game, at, problem))?;
        // Inside a packed game too, 1 and 0 where ten pins stand may be meant as ten.
        if ten == Ten::Ambiguous && game.lane().standing == RACK && token.text[at - token.at..].starts_with(b"10") {
            return Err(wrong(game, at, Problem::AmbiguousTen));
        }
        bowl(game, symbol).map_err(|problem| wrong(game, at, problem))?;
    }
    Ok(())
}

fn wrong(game: &Game, at: usize, problem: Problem) -> Wrong {
    (at, frame_of(game), problem)
}

/// The frame that the next ball belongs to, 1 to 10.
pub(crate) fn frame_of(game: &Game) -> u8 {
    (game.lane().frame + 1).min(crate::game::step::FRAMES)
}

/// Rolls what a symbol says, or tells why it cannot stand here. The only meeting of symbols and rules.
pub fn bowl(game: &mut Game, symbol: Symbol) -> Result<(), Problem> {
    let lane = *game.lane();
    let roll = match symbol {
        _ if lane.is_over() => return Err(Problem::Over),
        Symbol::Strike if !lane.is_full() => {
            return Err(Problem::StrikeOnBrokenRack { standing: lane.standing, spare: lane.thrown == 1 });
        }
        Symbol::Split(_) if !lane.is_full() => return Err(Problem::SplitOnBrokenRack),
        Symbol::Spare if lane.is_full() => return Err(Problem::SpareOnFullRack),
        Symbol::Spare if lane.thrown > 1 => return Err(Problem::SpareOnThirdBall { standing: lane.standing }),
        Symbol::Spare => Roll::new(Pins::new(lane.standing).unwrap_or(Pins::ALL)),
        symbol => symbol.roll().unwrap_or_default(),
    };
    game.push(roll).map_err(|refusal| match refusal {
        Refusal::Over => Problem::Over,
        _ => Problem::TooManyPins {
            before: game.thrown().iter().map(|ball| ball.pins()).collect(),
            pins: roll.pins().get(),
        },
    })
}
