//! The grammar of the names of columns and of keys of JSON: what a name says.
//!
//! ```text
//! frame   = [ "frame" | "fr" | "f" | "box" | "x" ] N  |  N [ "st" | "nd" | "rd" | "th" ] "frame"
//! ball    = frame ( BALL M | separator M | "a" | "b" | "c" )  |  ( "ball" | "roll" | "throw" | "shot" ) N
//! BALL    = "ball" | "roll" | "throw" | "shot" | "b" | "r" | "t" | "s"
//! leave   = ( ball | frame ) [ "pins" ] ( "leave" | "left" | "remaining" | "standing" )  |  ball "pins"
//! running = frame ( "score" | "total" | "cumulative" | "running" )
//! game    = ( [ SCRATCH ] GAME | SCRATCH | "score" ) N [ "score" | "total" | "pins" ]  |  N GAME
//! SCRATCH = "scratch" | "scr"
//! GAME    = "game" | "g" | "gm" | "line" | "spiel" | "partie" | "partida" | "juego" | "jogo" | "게임" | "ゲーム" | "игра"
//! ```
//!
//! Case, and blanks, `_`, `-`, `.` and `#` between words and numbers, do not matter.

use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{all_consuming, map, map_opt, opt, value, verify};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::game::FRAMES;
use crate::sheet::tags::{is_ignored, plain};

/// The names of the player, the best first.
pub const NAMES: [&str; 22] = [
    "name",
    "bowler",
    "player",
    "bowlername",
    "playername",
    "fullname",
    "nombre",
    "jugador",
    "jugadora",
    "이름",
    "선수",
    "선수이름",
    "nom",
    "joueur",
    "joueuse",
    "spieler",
    "spielerin",
    "jogador",
    "nome",
    "氏名",
    "имя",
    "игрок",
];
/// The names of the parts of a player's name.
pub const FIRST_NAMES: [&str; 5] = ["firstname", "givenname", "forename", "vorname", "prénom"];
pub const LAST_NAMES: [&str; 4] = ["lastname", "surname", "familyname", "nachname"];
/// The names of the handicap of a player.
pub const HANDICAPS: [&str; 3] = ["hdcp", "hcp", "handicap"];
/// Columns that do not hold a game, and often come first in a table.
pub const OTHER_WORDS: [&str; 2] = ["team", "week"];

/// The names of the claim, the best first. A total beside a handicap has the handicap in it.
pub const fn claims(has_handicap: bool) -> [&'static str; 6] {
    if has_handicap {
        ["claim", "scratch", "score", "total", "totalscore", "finalscore"]
    } else {
        ["claim", "scratch", "total", "totalscore", "finalscore", "score"]
    }
}

/// What the name of a column says. Frames, balls and games are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColumnName {
    /// A ball of a frame.
    Ball {
        frame: u8,
        ball: u8,
    },
    /// A ball of the game, or of the frame that another column says.
    BallInOrder(u8),
    Frame(u8),
    /// The running total after a frame.
    RunningTotal(u8),
    /// The pins that a ball left.
    Leave(LeaveName),
    /// The total of a game of a series.
    Game(u32),
}

/// What the name of a column with a leave says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaveName {
    pub frame: u8,
    pub ball: u8,
    /// The column may also hold how many pins the ball knocked down.
    pub may_be_count: bool,
}

/// The most balls that columns in order hold: those of the longest game, padded.
const MOST_BALLS: u8 = 33;
const FRAME: [&str; 5] = ["frame", "fr", "f", "box", "x"];
const GAME: [&str; 12] =
    ["game", "g", "gm", "line", "spiel", "partie", "partida", "juego", "jogo", "게임", "ゲーム", "игра"];
const BALL: [&str; 8] = ["ball", "roll", "throw", "shot", "b", "r", "t", "s"];

/// What a name says; `None` if it says nothing of a frame, a ball or a game.
pub fn column_name(name: &str) -> Option<ColumnName> {
    // Most names are words without a number.
    if !name.bytes().any(|byte| byte.is_ascii_digit()) {
        return in_words(&plain(name));
    }
    let name = name.trim().to_lowercase();
    let in_order = preceded(word(&BALL[..4]), number(1..=MOST_BALLS));
    alt((
        whole(map(leave, ColumnName::Leave)),
        whole(map(ball, |(frame, ball)| ColumnName::Ball { frame, ball })),
        whole(map(running_total, ColumnName::RunningTotal)),
        whole(map(frame, ColumnName::Frame)),
        whole(map(game, ColumnName::Game)),
        whole(map(in_order, ColumnName::BallInOrder)),
    ))
    .parse(&name)
    .ok()
    .map(|(_, name)| name)
}

/// What a name without a number says: `First Ball`, `tenthFrame`. It is plain.
fn in_words(name: &str) -> Option<ColumnName> {
    let ball = |ordinal| name.strip_prefix(ordinal).filter(|word| BALL[..4].contains(word));
    match ["first", "second", "third"].into_iter().position(|ordinal| ball(ordinal).is_some()) {
        Some(at) => Some(ColumnName::BallInOrder(at as u8 + 1)),
        None => (name == "tenthframe").then_some(ColumnName::Frame(FRAMES)),
    }
}

/// The ball of a frame, from 1, that a key in the object of a frame says: `shot1`, `r1`, `firstRoll`, `first`.
pub fn ball_of_frame(key: &str) -> Option<u8> {
    let key = key.trim().to_lowercase();
    let ordinal = |number, word_of: &'static str| {
        map_opt(letters, move |word: &str| {
            let after = word.strip_prefix(word_of)?;
            (after.is_empty() || BALL[..4].contains(&after)).then_some(number)
        })
    };
    let ordinals =
        terminated(alt((ordinal(1, "first"), ordinal(2, "second"), ordinal(3, "third"))), opt(word(&BALL[..4])));
    let numbered = terminated(preceded(opt(word(&BALL)), number(1..=3)), opt(word(&["score", "pins"])));
    let mut ball = alt((all_consuming(numbered), all_consuming(ordinals)));
    let (_, ball) = ball.parse(&key).ok()?;
    Some(ball)
}

/// A name that nothing follows but separators.
fn whole<'a, T>(
    name: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    all_consuming(terminated(name, take_while(is_separator)))
}

fn is_separator(sign: char) -> bool {
    is_ignored(sign) || sign == '#'
}

/// A word of letters, after separators.
fn letters(input: &str) -> IResult<&str, &str> {
    preceded(take_while(is_separator), take_while1(char::is_alphabetic)).parse(input)
}

/// One of some words.
fn word<'a>(
    words: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(letters, move |word: &str| words.contains(&word))
}

/// A number in a range, after separators.
fn number<'a>(range: RangeInclusive<u8>) -> impl Parser<&'a str, Output = u8, Error = nom::error::Error<&'a str>> {
    let digits = preceded(take_while(is_separator), digit1);
    map_opt(digits, move |digits: &str| digits.parse().ok().filter(|number| range.contains(number)))
}

fn frame(input: &str) -> IResult<&str, u8> {
    let ordinal = terminated(number(1..=FRAMES), pair(opt(word(&["st", "nd", "rd", "th"])), word(&FRAME[..1])));
    alt((ordinal, preceded(opt(word(&FRAME)), number(1..=FRAMES)))).parse(input)
}

fn ball(input: &str) -> IResult<&str, (u8, u8)> {
    let letter = alt((value(1, word(&["a"])), value(2, word(&["b"])), value(3, word(&["c"]))));
    let numbered = preceded(take_while1(is_separator), number(1..=3));
    pair(frame, alt((preceded(word(&BALL), number(1..=3)), numbered, letter))).parse(input)
}

fn leave(input: &str) -> IResult<&str, LeaveName> {
    const LEAVE: [&str; 9] =
        ["leave", "leaves", "left", "remaining", "standing", "pinsleave", "pinsleft", "pinsremaining", "pinsstanding"];
    // Without a ball, the leave is that of the first.
    let ball_or_frame = alt((ball, map(frame, |frame| (frame, 1))));
    let pins = value(false, pair(opt(word(&["pins"])), word(&LEAVE)));
    let leave = map(pair(ball_or_frame, pins), |((frame, ball), may_be_count)| LeaveName { frame, ball, may_be_count });
    let count = terminated(ball, word(&["pins"]));
    alt((leave, map(count, |(frame, ball)| LeaveName { frame, ball, may_be_count: true }))).parse(input)
}

fn running_total(input: &str) -> IResult<&str, u8> {
    let named = preceded(word(&FRAME), number(1..=FRAMES));
    terminated(named, word(&["score", "total", "cumulative", "running", "runningtotal"])).parse(input)
}

fn game(input: &str) -> IResult<&str, u32> {
    // `game01` may be an identifier.
    let number = || {
        let digits = preceded(take_while(is_separator), digit1);
        map_opt(digits, |digits: &str| digits.parse().ok().filter(|_| !digits.starts_with('0')))
    };
    let scratch = || word(&["scratch", "scr"]);
    let after = preceded(alt((preceded(opt(scratch()), word(&GAME)), word(&["score"]), scratch())), number());
    let before = terminated(number(), word(&GAME));
    alt((terminated(after, opt(word(&["score", "total", "pins"]))), before)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ColumnName::{Ball, BallInOrder, Frame, Game, Leave, RunningTotal};

    #[test]
    fn a_name_says_a_frame_a_ball_or_a_game() {
        let ball = |frame, ball| Some(Ball { frame, ball });
        for (name, found) in [
            ("f1_t1", ball(1, 1)),
            ("F10T3", ball(10, 3)),
            ("Frame 1 Ball 2", ball(1, 2)),
            ("f.10.2", ball(10, 2)),
            ("Frame10-c", ball(10, 3)),
            ("1.1", ball(1, 1)),
            ("10-3", ball(10, 3)),
            ("1a", ball(1, 1)),
            ("X1.2", ball(1, 2)),
            ("box1b2", ball(1, 2)),
            ("roll21", Some(BallInOrder(21))),
            ("Shot #1", Some(BallInOrder(1))),
            ("Frame #1", Some(Frame(1))),
            ("1. Frame", Some(Frame(1))),
            ("2nd frame", Some(Frame(2))),
            ("10", Some(Frame(10))),
            ("f01", Some(Frame(1))),
            ("F10 Score", Some(RunningTotal(10))),
            ("frame1total", Some(RunningTotal(1))),
            ("Game 1", Some(Game(1))),
            ("1G", Some(Game(1))),
            ("Spiel 2", Some(Game(2))),
            ("Scratch G1", Some(Game(1))),
            ("Scr 3", Some(Game(3))),
            ("First Ball", Some(BallInOrder(1))),
            ("firstName", None),
            ("1. Spiel", Some(Game(1))),
            ("3게임", Some(Game(3))),
            ("score_12", Some(Game(12))),
            ("game1_score", Some(Game(1))),
            ("f11", None),
            ("f11_1", None),
            ("f1_4", None),
            ("g1_1", None),
            ("f1_x1", None),
            ("fünf1_1", None),
            ("game01", None),
            ("11", None),
            ("0", None),
            ("name", None),
            ("", None),
        ] {
            assert_eq!(column_name(name), found, "{name}");
        }
    }

    /// What the manual says that a name says.
    fn words(name: ColumnName) -> String {
        match name {
            Ball { frame, ball } => format!("frame {frame}, ball {ball}"),
            BallInOrder(ball) => format!("ball {ball}"),
            Frame(frame) => format!("frame {frame}"),
            RunningTotal(frame) => format!("running total of frame {frame}"),
            Leave(LeaveName { frame, ball, .. }) => format!("leave of frame {frame}, ball {ball}"),
            Game(game) => format!("total of game {game}"),
        }
    }

    #[test]
    fn the_examples_of_the_manual_are_true() {
        let manual = include_str!("../../../man/bowling-sheet.5");
        let (_, table) = manual.split_once("as the tests read them.\n.nf\n").unwrap();
        let (table, _) = table.split_once(".fi").unwrap();
        let rows: Vec<(&str, &str)> = table.lines().map(|row| row.split_once("  ").unwrap()).collect();
        assert!(rows.len() > 15);
        for (name, says) in rows {
            let found = column_name(&name.replace('\\', "")).map(words);
            assert_eq!(found.as_deref(), Some(says.trim()), "{name}");
        }
    }

    #[test]
    fn a_name_says_whose_leave_a_column_holds() {
        for (name, place) in [
            ("f1_b1_leave", Some((1, 1, false))),
            ("frame1_ball1_left", Some((1, 1, false))),
            ("Frame10Ball3Pins", Some((10, 3, true))),
            ("Frame 2 Ball 1 Pins Remaining", Some((2, 1, false))),
            ("f3_t2_pins_left", Some((3, 2, false))),
            ("frame1a_standing", Some((1, 1, false))),
            ("f4_leave", Some((4, 1, false))),
            ("f4_pins", None),
            ("f11_b1_leave", None),
            ("leave", None),
        ] {
            let expected = place.map(|(frame, ball, may_be_count)| Leave(LeaveName { frame, ball, may_be_count }));
            assert_eq!(column_name(name), expected, "{name}");
        }
    }

    #[test]
    fn a_key_of_a_frame_says_a_ball() {
        for (key, ball) in [
            ("shot1", Some(1)),
            ("roll_2", Some(2)),
            ("r3", Some(3)),
            ("firstRoll", Some(1)),
            ("second", Some(2)),
            ("third ball", Some(3)),
            ("1", Some(1)),
            ("r4", None),
            ("lane", None),
            ("firstname", None),
        ] {
            assert_eq!(ball_of_frame(key), ball, "{key}");
        }
    }
}
