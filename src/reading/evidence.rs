//! The rule of evidence: a text is read in every spelling that fits, and the readings are ranked. Those of the best rank
//! are the game if they agree. Otherwise the text is refused.

use super::array::{Body, body};
use super::diagnose::{explain, suspicion};
use super::shape::Shape;
use super::spellings::{Grouping, NOTATION, ONE_BALL_PER_TOKEN, PADDED_ROLLS, Padding, ROLLS, SPELLINGS, Spelling};
use super::symbols::{Ball, Failure, is_separator, tokens};
use super::unreadable::unreadable;
use super::variants::plain;
use super::{BLANKS, Dialect, Symbol, apply};
use crate::error::Problem;
use crate::game::{FRAMES, Frame, Game, Lane, RACK, Rules};

/// How well a reading accounts for its text, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// A complete game in groups of whole frames.
    Complete,
    /// A game that ends with a whole frame, in such groups.
    WholeFrames,
    /// A game that ends inside a frame, or a complete game in other groups.
    Other,
}

/// A text as a spelling reads it.
#[derive(Debug)]
pub(crate) struct Reading {
    pub game: Game,
    pub rank: Rank,
}

/// Reads a game, or explains why it is not read.
pub(crate) fn read_game(text: &str, dialect: Dialect, rules: Rules) -> Result<Game, Failure<'_>> {
    read(text, dialect, rules, false).map_err(|readings| explain(text, readings, dialect, rules, false))
}

/// Reads a game. A claim says that it is one, and not a date or a total. The error is the readings of the best rank, for
/// [`explain`].
pub(crate) fn read(text: &str, dialect: Dialect, rules: Rules, is_claimed: bool) -> Result<Game, Vec<Reading>> {
    match body(plain(text).trim_end_matches(BLANKS)) {
        Ok(Body::Text { text, is_array }) => read_text(&text, is_array, dialect, rules, is_claimed),
        Ok(Body::Balls(spelling, balls)) => {
            play(&balls, &spelling, dialect, rules).map(|reading| reading.game).map_err(|_| Vec::new())
        }
        Err(_) => Err(Vec::new()),
    }
}

fn read_text(
    text: &str,
    is_array: bool,
    dialect: Dialect,
    rules: Rules,
    is_claimed: bool,
) -> Result<Game, Vec<Reading>> {
    if tokens(text).next().is_none() {
        // A player without a roll has no text at all.
        return if is_array || text.is_empty() { Ok(Game::new(rules)) } else { Err(Vec::new()) };
    }
    let shape = Shape::of(text, rules);
    let mut readings = readings(text, &shape, dialect, rules);
    let [Reading { game, .. }] = &readings[..] else { return Err(readings) };
    let is_clear = dialect != Dialect::Auto
        || !shape.has_doubtful_ten()
            && (is_claimed || game.is_complete() || suspicion(text, is_array, &shape, Some(game), rules).is_none());
    if is_clear { Ok(readings.swap_remove(0).game) } else { Err(readings) }
}

/// The readings of the best rank, each another game.
pub(super) fn readings(text: &str, shape: &Shape<'_>, dialect: Dialect, rules: Rules) -> Vec<Reading> {
    let spellings = match dialect {
        Dialect::Auto => &SPELLINGS[..],
        Dialect::Rolls => &[ROLLS, PADDED_ROLLS],
        // Ten pins with a third ball have no symbol.
        Dialect::Notation if rules.row().balls > 2 && shape.has_ten && !shape.has_long() => &[ONE_BALL_PER_TOKEN],
        Dialect::Notation => &[NOTATION],
    };
    // More than two are rare.
    let mut best: Vec<Reading> = Vec::with_capacity(2);
    for spelling in spellings {
        if dialect != Dialect::Notation && !(spelling.may_fit)(shape) {
            continue;
        }
        let Ok(("", balls)) = (spelling.grammar)(text) else { continue };
        let Ok(reading) = play(&balls, spelling, dialect, rules) else { continue };
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
pub(super) fn play<'a>(
    balls: &[Ball<'a>],
    spelling: &Spelling,
    dialect: Dialect,
    rules: Rules,
) -> Result<Reading, Failure<'a>> {
    // Notation that was asked for may be grouped in any way.
    let is_any =
        spelling.grouping == Grouping::Any || dialect == Dialect::Notation && spelling.grouping != Grouping::OneFrame;
    let balls_per_frame = usize::from(rules.row().balls);
    let mut player =
        Player { game: Game::new(rules), padding: spelling.padding, owed: 0, padded: 0, ends_padded: false };
    let (mut other_group, mut long_group) = (None, None);
    let mut balls_left = balls.len();
    for group in groups(balls) {
        balls_left -= group.len();
        let start = *player.game.lane();
        let not_one_frame = || Failure::new(group[0].at, Problem::InnerArray).in_frame(start.frame_number());
        for (place, ball) in group.iter().enumerate() {
            if spelling.grouping == Grouping::OneFrame {
                let lane = player.game.lane();
                let is_over = lane.frame > start.frame;
                // `[10,0],[10,10]`: all the balls that follow are too many for the tenth frame.
                let is_strike = place == 1 && lane.is_full();
                let is_filled = is_strike && group.len() - place + balls_left > usize::from(lane.left);
                if (is_over || is_filled) && spelling.padding == Padding::Frames && ball.is_padding() {
                    continue;
                } else if is_over && start.frame + 1 < FRAMES {
                    return Err(not_one_frame());
                }
            }
            let is_clear = || place > 0 && group.iter().filter(|ball| ball.is_dash()).take(2).count() < 2;
            if let Err(problem) = player.roll(*ball, is_clear) {
                let frame = player.game.lane().frame_number();
                return Err(problem
                    .map_or_else(|| not_padding(balls), |problem| Failure::new(ball.at, problem).in_frame(frame)));
            }
        }
        let end = player.game.lane();
        if spelling.grouping == Grouping::OneFrame {
            let is_more = end.frame > start.frame + 1 || (end.frame > start.frame && end.is_inside_frame());
            if is_more || (end.is_inside_frame() && balls_left > 0) {
                return Err(not_one_frame());
            }
        } else if group.len() > 1 && !is_any {
            let is_long = group.len() > balls_per_frame && !group.iter().any(Ball::is_mark);
            if is_long && !group_text(group).contains('-') {
                long_group = long_group.or(Some(group));
            }
            if start.is_inside_frame() || end.is_inside_frame() {
                other_group = other_group.or(Some((group, start.is_inside_frame(), balls_left == 0)));
            }
        }
    }
    let Player { game, padding, padded, ends_padded, .. } = player;
    if !(match padding {
        Padding::None | Padding::Frames => true,
        // `9/X-` ends with a gutter ball, `X-9/X-` does not.
        Padding::Marks => padded > usize::from(ends_padded),
        Padding::MarksOfCompleteGame => padded > 0 && game.is_complete(),
        Padding::FillBalls => game.is_complete() && game.frames().next_back().is_some_and(Frame::is_open),
    }) {
        return Err(not_padding(balls));
    }
    let is_complete = game.is_complete();
    // Dashes inside a single token may have been meant to join.
    let has_joints = || padding == Padding::None && groups(balls).nth(1).is_none() && has_inner_dash(balls);
    let token = |group: &[Ball<'a>]| group[0].at.split(is_separator).next().unwrap_or_default().to_owned();
    let rank = match (other_group, long_group) {
        (None, _) if is_complete && !has_joints() => Rank::Complete,
        _ if is_complete => Rank::Other,
        (_, Some(group)) => return Err(Failure::new(group[0].at, Problem::Packed(token(group)))),
        (Some((group, starts, false)), _) => {
            return Err(Failure::new(group[0].at, Problem::Straddle { token: token(group), starts }));
        }
        (None, _) if game.frames().len() == usize::from(game.lane().frame) => Rank::WholeFrames,
        _ => Rank::Other,
    };
    Ok(Reading { game, rank })
}

fn groups<'b, 'a>(balls: &'b [Ball<'a>]) -> impl Iterator<Item = &'b [Ball<'a>]> {
    balls.chunk_by(|ball, _| !ball.ends_group)
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

/// Explains balls that are not padded as their spelling asks: a `null` may be to blame.
fn not_padding<'a>(balls: &[Ball<'a>]) -> Failure<'a> {
    let null = balls.iter().find(|ball| ball.symbol.is_none()).map(|ball| ball.at);
    let failure = null.and_then(|null| Some(unreadable("null")?.moved("null", null)));
    failure.unwrap_or(Failure::new("", Problem::NoGame))
}

/// A game being read.
struct Player {
    game: Game,
    padding: Padding,
    /// How many balls of padding must follow.
    owed: u8,
    /// How many marks were padded.
    padded: usize,
    ends_padded: bool,
}

impl Player {
    /// Rolls a ball. The error is `None` where padding is expected.
    fn roll(&mut self, ball: Ball<'_>, is_clear: impl Fn() -> bool) -> Result<(), Option<Problem>> {
        self.ends_padded = self.owed > 0;
        if self.ends_padded {
            self.owed -= 1;
            self.padded += usize::from(self.owed == 0);
            return if ball.is_padding() { Ok(()) } else { Err(None) };
        }
        let before = *self.game.lane();
        apply(&mut self.game, late_strike(ball.symbol.ok_or(None)?, &before, is_clear))?;
        if matches!(self.padding, Padding::Marks | Padding::MarksOfCompleteGame) {
            let is_marked = self.game.lane().frame > before.frame && before.frame + 1 < FRAMES;
            self.owed = if is_marked { self.game.rules().row().balls - before.thrown - 1 } else { 0 };
        }
        Ok(())
    }
}

/// The symbol, but a spare for an `X` that follows a gutter ball, if it is clear that this is one: `-X`.
pub(super) fn late_strike(symbol: Symbol, lane: &Lane, is_clear: impl Fn() -> bool) -> Symbol {
    let is_late = matches!(symbol, Symbol::Strike) && lane.standing == RACK && lane.thrown == 1;
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
            ("45-54-36-71", WholeFrames, &["45 54 36 71"]),
            ("45-10-36-71", WholeFrames, &["45 1- 36 71", "45 X 36 71"]),
            ("X-10-36-27", WholeFrames, &["X 1- 36 27", "X 1- -3 6- 27"]),
            ("5-4 3-6 X", WholeFrames, &["54 36 X"]),
            ("10-5-5-9-0", WholeFrames, &["1- -5 -5 -9 --", "X 5/ 9-"]),
            // Where balls are joined, `10` is one.
            ("8-2 10 9-1", WholeFrames, &["8/ X 9/"]),
            ("7-3 10 10 8-1", WholeFrames, &["7/ X X 81"]),
            // Padding.
            (PADDED, Complete, &[GAME]),
            ("X-54X-36", WholeFrames, &["X 54 X 36"]),
            ("X- 9/", WholeFrames, &["X 9/"]),
            ("54X-9/X-", WholeFrames, &["54 X 9/ X"]),
            ("9/X-", Other, &["9/ X -"]),
            ("XXXXXXXXX81-", Complete, &["X X X X X X X X X 81"]),
            ("9-|9-|9-|9-|9-|9-|9-|9-|9-|9--", Complete, &["9- 9- 9- 9- 9- 9- 9- 9- 9- 9-"]),
            ("54|54|54|54|54|54|54|54|54|31||--", Complete, &["54 54 54 54 54 54 54 54 54 31"]),
        ] {
            let games = games.iter().map(|&game| game.to_owned()).collect();
            assert_eq!(best(text, Rules::Tenpin), (Some(rank), games), "{text}");
        }
        // The game is over before the last `0`.
        let late = "7/-0/-8/-41-9/-9/-9/-4/-8/-8/10";
        for text in
            ["7 23", "8 -1", "-1", "5 11 3", "27 34 10", "11", "07", "42", "2024", "X 5/9 8/", "oops", "8 5", late]
        {
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
