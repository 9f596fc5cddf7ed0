//! The rule of evidence: a text is read in every spelling that fits, and the readings are ranked. Those of the best rank
//! are the game if they agree. Otherwise the text is refused.

use super::array::{Body, body};
use super::diagnose::{diagnose, doubtful_ten, misfit, suspicion, two_readings};
use super::shape::Shape;
use super::spellings::{
    Grouping, Groups, NOTATION, ONE_BALL_PER_TOKEN, PADDED_ROLLS, Padding, ROLLS, SPELLINGS, Spelling,
};
use super::symbols::{Ball, Failure, tokens};
use super::variants::read_plain;
use super::{BLANKS, Dialect, Symbol, apply};
use crate::error::Problem;
use crate::game::{FRAMES, Frame, Game, Lane, RACK, Rules};

/// How well a reading accounts for its text, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A complete game in groups of whole frames.
    Complete,
    /// A game that ends with a whole frame, in such groups.
    WholeFrames,
    /// A game that ends inside a frame, or a complete game in other groups.
    Other,
}

/// A text as a spelling reads it.
#[derive(Debug)]
pub(super) struct Reading {
    pub game: Game,
    pub rank: Rank,
}

/// Why balls do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// A ball that the rules do not allow.
    Ball { group: usize, place: usize, frame: u8, problem: Problem },
    /// The padding is not that of the spelling.
    Padding,
    /// A group that starts or ends inside a frame.
    Straddle { group: usize, starts: bool },
    /// A group of more balls than a frame without a mark, in an unfinished game: a year, a total.
    Long { group: usize },
    /// A group that is not one frame, in this frame.
    NotOneFrame { group: usize, frame: u8 },
}

/// Reads a game.
pub(crate) fn read_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    read(text, dialect, rules, false)
}

/// Reads a game. A claim says that it is one, and not a date or a total.
pub(crate) fn read(text: &str, dialect: Dialect, rules: Rules, is_claimed: bool) -> Result<Game, Failure<'_>> {
    read_plain(text, |plain| {
        // The start is kept, so that places in the body are places in the text.
        let trimmed = plain.trim_end_matches(BLANKS);
        let placed = |failure: Failure<'_>, body: &str| failure.moved(body, plain);
        match body(trimmed).map_err(|failure| placed(failure, trimmed))? {
            Body::Text { text, is_array } => {
                let is_certain = is_claimed || dialect != Dialect::Auto;
                read_text(&text, is_array, dialect, rules, is_certain).map_err(|failure| placed(failure, &text))
            }
            Body::Balls(spelling, groups) => {
                let reading = play(&groups, &spelling, dialect, rules);
                reading
                    .map(|reading| reading.game)
                    .map_err(|problem| placed(misfit(trimmed, &groups, problem), trimmed))
            }
        }
    })
}

fn read_text(
    text: &str,
    is_array: bool,
    dialect: Dialect,
    rules: Rules,
    is_certain: bool,
) -> Result<Game, Failure<'_>> {
    if tokens(text).next().is_none() {
        // A player without a roll has no text at all.
        let is_empty = is_array || text.is_empty();
        return if is_empty { Ok(Game::new(rules)) } else { Err(Failure::new(text, Problem::NoGame)) };
    }
    let shape = Shape::of(text, rules);
    let mut readings = readings(text, &shape, dialect, rules).into_iter();
    let first = readings.next();
    // Two totals say more than one.
    let is_other = |other: &Reading| first.as_ref().is_some_and(|first| first.game.score() != other.game.score());
    let second = readings.reduce(|second, other| if is_other(&second) { second } else { other });
    if let Some(Reading { game, .. }) = &first
        && !is_certain
        && !game.is_complete()
        && let Some(failure) = suspicion(text, is_array, rules)
    {
        return Err(failure);
    }
    match (first, second) {
        (Some(_), None) if dialect == Dialect::Auto && shape.has_doubtful_ten() => Err(doubtful_ten(text)),
        (Some(reading), None) => Ok(reading.game),
        (Some(first), Some(second)) => Err(two_readings(text, &shape, &first.game, &second.game)),
        (None, _) => Err(diagnose(text, is_array, &shape, dialect, rules)),
    }
}

/// The readings of the best rank, each another game.
pub(super) fn readings(text: &str, shape: &Shape, dialect: Dialect, rules: Rules) -> Vec<Reading> {
    let spellings = match dialect {
        Dialect::Auto => &SPELLINGS[..],
        Dialect::Rolls => &[ROLLS, PADDED_ROLLS],
        // Ten pins with a third ball have no symbol.
        Dialect::Notation if rules.row().balls > 2 && shape.has_ten && !shape.has_long => &[ONE_BALL_PER_TOKEN],
        Dialect::Notation => &[NOTATION],
    };
    let mut best: Vec<Reading> = Vec::new();
    for spelling in spellings {
        if dialect != Dialect::Notation && !(spelling.may_fit)(shape) {
            continue;
        }
        let Ok((_, groups)) = (spelling.grammar)(text) else { continue };
        let Ok(reading) = play(&groups, spelling, dialect, rules) else { continue };
        let is_complete = |reading: &Reading| reading.game.is_complete();
        if spelling.padding == Padding::MarksOfCompleteGame && best.iter().any(is_complete) {
            continue;
        }
        if best.first().is_some_and(|other| reading.rank < other.rank) {
            best.clear();
        }
        if best.iter().all(|other| reading.rank == other.rank && reading.game != other.game) {
            best.push(reading);
        }
    }
    best
}

/// Plays the balls of a spelling.
pub(super) fn play(
    groups: &Groups<'_>,
    spelling: &Spelling,
    dialect: Dialect,
    rules: Rules,
) -> Result<Reading, Misfit> {
    // Notation that was asked for may be grouped in any way.
    let is_any =
        spelling.grouping == Grouping::Any || dialect == Dialect::Notation && spelling.grouping != Grouping::OneFrame;
    let balls_per_frame = usize::from(rules.row().balls);
    let mut player =
        Player { game: Game::new(rules), padding: spelling.padding, owed: 0, has_padding: false, ends_padded: false };
    let (mut other_group, mut long_group) = (None, None);
    for (at, group) in groups.iter().enumerate() {
        let start = *player.game.lane();
        let not_one_frame = Misfit::NotOneFrame { group: at, frame: start.frame_number() };
        for (place, ball) in group.iter().enumerate() {
            if spelling.grouping == Grouping::OneFrame {
                let is_over = player.game.lane().frame > start.frame;
                if is_over && ball.is_padding() {
                    continue;
                } else if is_over && start.frame + 1 < FRAMES {
                    return Err(not_one_frame);
                }
            }
            let frame = player.game.lane().frame_number();
            let is_clear = || place > 0 && group.iter().filter(|ball| ball.is_dash()).take(2).count() < 2;
            player.roll(*ball, is_clear).map_err(|problem| match problem {
                Some(problem) => Misfit::Ball { group: at, place, frame, problem },
                None => Misfit::Padding,
            })?;
        }
        let end = player.game.lane();
        if spelling.grouping == Grouping::OneFrame {
            let is_more = end.frame > start.frame + 1 || (end.frame > start.frame && end.is_inside_frame());
            let is_less = group.is_empty() || (end.is_inside_frame() && at + 1 < groups.len());
            if is_more || is_less {
                return Err(not_one_frame);
            }
        } else if group.len() > 1 && !is_any {
            let is_long = group.len() > balls_per_frame && !group.iter().any(Ball::is_mark);
            if is_long && !group_text(group).contains('-') {
                long_group = long_group.or(Some(Misfit::Long { group: at }));
            }
            if start.is_inside_frame() || end.is_inside_frame() {
                other_group = other_group.or(Some((at, start.is_inside_frame())));
            }
        }
    }
    let Player { game, padding, has_padding, ends_padded, .. } = player;
    if !(match padding {
        Padding::None => true,
        Padding::Marks => has_padding && !ends_padded,
        Padding::MarksOfCompleteGame => has_padding && game.is_complete(),
        Padding::FillBalls => game.is_complete() && game.frames().next_back().is_some_and(Frame::is_open),
    }) {
        return Err(Misfit::Padding);
    }
    let is_complete = game.is_complete();
    // Dashes inside a single token may have been meant to join.
    let has_joints = || matches!(&groups[..], [group] if padding == Padding::None && has_inner_dash(group));
    let rank = match other_group {
        None if is_complete && !has_joints() => Rank::Complete,
        _ if is_complete => Rank::Other,
        _ if let Some(misfit) = long_group => return Err(misfit),
        Some((group, starts)) if group + 1 < groups.len() => return Err(Misfit::Straddle { group, starts }),
        None if game.frames().len() == usize::from(game.lane().frame) => Rank::WholeFrames,
        _ => Rank::Other,
    };
    Ok(Reading { game, rank })
}

/// The text of a group, but for its last symbol.
fn group_text<'a>(group: &[Ball<'a>]) -> &'a str {
    match group {
        [first, .., last] => &first.at[..first.at.len() - last.at.len()],
        _ => "",
    }
}

/// Whether a gutter ball stands between other balls.
fn has_inner_dash(group: &[Ball<'_>]) -> bool {
    group.windows(3).any(|balls| matches!(balls, [a, b, c] if !a.is_dash() && b.is_dash() && !c.is_dash()))
}

/// A game being read.
struct Player {
    game: Game,
    padding: Padding,
    /// How many balls of padding must follow.
    owed: u8,
    has_padding: bool,
    ends_padded: bool,
}

impl Player {
    /// Rolls a ball. The error is `None` where padding is expected.
    fn roll(&mut self, ball: Ball<'_>, is_clear: impl Fn() -> bool) -> Result<(), Option<Problem>> {
        self.ends_padded = self.owed > 0;
        if self.ends_padded {
            self.owed -= 1;
            self.has_padding = true;
            return if ball.is_padding() { Ok(()) } else { Err(None) };
        }
        let before = *self.game.lane();
        apply(&mut self.game, late_strike(ball.symbol.ok_or(None)?, &before, is_clear))?;
        let is_marked = self.game.lane().frame > before.frame && before.frame + 1 < FRAMES;
        if is_marked && matches!(self.padding, Padding::Marks | Padding::MarksOfCompleteGame) {
            self.owed = self.game.rules().row().balls - before.thrown - 1;
        }
        Ok(())
    }
}

/// The symbol, but a spare for an `X` that follows a gutter ball, if it is clear that this is one: `-X`.
pub(super) fn late_strike(symbol: Symbol, lane: &Lane, is_clear: impl Fn() -> bool) -> Symbol {
    let is_late = symbol == Symbol::Strike && lane.standing == RACK && lane.thrown == 1;
    if is_late && is_clear() { Symbol::Spare } else { symbol }
}

#[cfg(test)]
mod tests {
    use super::Rank::{Complete, Other, WholeFrames};
    use super::*;

    /// The readings of the best rank, as they are written.
    fn best(text: &str, rules: Rules) -> (Option<Rank>, Vec<String>) {
        let found = readings(text, &Shape::of(text, rules), Dialect::Auto, rules);
        (found.first().map(|reading| reading.rank), found.iter().map(|reading| reading.game.to_string()).collect())
    }

    #[test]
    fn lines_have_readings_and_ranks() {
        const PADDED: &str = "10,0,7,3,9,0,10,0,0,8,8,2,0,6,10,0,10,0,10,8,1";
        const GAME: &str = "X 7/ 9- X -8 8/ -6 X X X81";
        for (text, rank, games) in [
            ("10 5 5 9 0", WholeFrames, &["X 5/ 9-"][..]),
            ("10 5 5 9", Other, &["X 5/ 9"]),
            (GAME, Complete, &[GAME]),
            ("X7/9-X-88/-6XXX81", Other, &[GAME]),
            ("X7/90X088/06XXX81", Complete, &[GAME]),
            ("72 81", WholeFrames, &["72 81"]),
            ("63 91 5", Other, &["63 9/ 5"]),
            ("F9", WholeFrames, &["F9"]),
            ("9-9-9-", WholeFrames, &["9- 9- 9-"]),
            ("X 5 /9", Other, &["X 5/ 9"]),
            ("0X 9", Other, &["-/ 9"]),
            ("91817263544536271809", Complete, &["9/ 81 72 63 54 45 36 27 18 -9"]),
            ("9 -9-9 --9 9- 9- 9- 9- 9- 9-", Other, &["9- 9- 9- -9 9- 9- 9- 9- 9- 9-"]),
            // Ten pins.
            ("10 5 / 9 -", WholeFrames, &["X 5/ 9-"]),
            ("10 5/ 9-", WholeFrames, &["X 5/ 9-"]),
            ("10 5/ 90", WholeFrames, &["1- 5/ 9-", "X 5/ 9-"]),
            ("1910101010101010101020", Complete, &["1/ X X X X X X X X X2-"]),
            // Dashes.
            ("X-54", WholeFrames, &["X 54"]),
            ("X-54-36", WholeFrames, &["X -5 4- 36", "X 54 36"]),
            ("45-54-36-27", WholeFrames, &["45 54 36 27"]),
            ("45-10-36-27", WholeFrames, &["45 1- 36 27", "45 X 36 27"]),
            ("X-10-36-27", WholeFrames, &["X -1 -/ -6 -2 7"]),
            ("5-4 3-6 X", WholeFrames, &["54 36 X"]),
            ("10-5-5-9-0", WholeFrames, &["1- -5 -5 -9 --", "X 5/ 9-"]),
            // Padding.
            (PADDED, Complete, &[GAME]),
            ("X-54X-36", WholeFrames, &["X 54 X 36"]),
            ("X- 9/", WholeFrames, &["X 9/"]),
            ("54|54|54|54|54|54|54|54|54|31||--", Complete, &["54 54 54 54 54 54 54 54 54 31"]),
        ] {
            let games = games.iter().map(|&game| game.to_owned()).collect();
            assert_eq!(best(text, Rules::Tenpin), (Some(rank), games), "{text}");
        }
        for text in ["7 23", "8 -1", "-1", "5 11 3", "27 34 10", "11", "07", "42", "2024", "X 5/9 8/", "oops", "8 5"] {
            assert_eq!(best(text, Rules::Tenpin), (None, Vec::new()), "{text}");
        }
    }

    #[test]
    fn frames_of_three_balls_have_readings_and_ranks() {
        for (text, rank, game) in [
            ("121", WholeFrames, "121"),
            ("5-3-2 X", WholeFrames, "532 X"),
            ("X-- 5/- 121", WholeFrames, "X 5/ 121"),
            ("0 0 10 5 4 1", WholeFrames, "0 0 10 5 4 1"),
        ] {
            assert_eq!(best(text, Rules::Candlepin), (Some(rank), vec![game.to_owned()]), "{text}");
        }
    }
}
