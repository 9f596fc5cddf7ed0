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
//! GAME    = "game" | "g" | "gm" | "line" | "línea" | "ligne" | "spiel" | "sp" | "partie" | "partida" | "juego" | "jogo"
//!         | "게임" | "ゲーム" | "игра"
//! ```
//!
//! Case, and blanks, `_`, `-`, `.` and `#` between words and numbers, do not matter. Frames and balls are counted from 1, or
//! all from 0.

use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{all_consuming, map, map_opt, opt, value, verify};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::game::FRAMES;
use crate::sheet::tags::{is_ignored, plain};

/// What the name of a column says. Frames, balls and games are counted from 1, or in one name alone, from 0.
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
const GAME: [&str; 16] = [
    "game",
    "g",
    "gm",
    "line",
    "línea",
    "linea",
    "ligne",
    "spiel",
    "sp",
    "partie",
    "partida",
    "juego",
    "jogo",
    "게임",
    "ゲーム",
    "игра",
];
const BALL: [&str; 8] = ["ball", "roll", "throw", "shot", "b", "r", "t", "s"];

/// What the names of a table, or the keys of an object, say.
pub fn column_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Option<ColumnName>> {
    let mut said: Vec<Option<ColumnName>> = names.map(column_name).collect();
    // Where one is counted from 0, all are.
    let (mut first_frame, mut first_ball, mut first_in_order) = (1, 1, 1);
    for name in said.iter().flatten() {
        match *name {
            ColumnName::Ball { frame, ball } | ColumnName::Leave(LeaveName { frame, ball, .. }) => {
                (first_frame, first_ball) = (first_frame.min(frame), first_ball.min(ball));
            }
            ColumnName::Frame(frame) | ColumnName::RunningTotal(frame) => first_frame = first_frame.min(frame),
            ColumnName::BallInOrder(ball) => first_in_order = first_in_order.min(ball),
            ColumnName::Game(_) => {}
        }
    }
    for place in &mut said {
        match place {
            Some(ColumnName::Ball { frame, ball } | ColumnName::Leave(LeaveName { frame, ball, .. })) => {
                (*frame, *ball) = (*frame + 1 - first_frame, *ball + 1 - first_ball);
            }
            Some(ColumnName::Frame(frame) | ColumnName::RunningTotal(frame)) => *frame += 1 - first_frame,
            Some(ColumnName::BallInOrder(ball)) => *ball += 1 - first_in_order,
            Some(ColumnName::Game(_)) | None => {}
        }
    }
    said
}

/// What a name says; `None` if it says nothing of a frame, a ball or a game.
pub fn column_name(name: &str) -> Option<ColumnName> {
    // Most names are words without a number.
    if !name.bytes().any(|byte| byte.is_ascii_digit()) {
        return in_words(&plain(name));
    }
    let name = name.trim().to_lowercase();
    let in_order = preceded(word(&BALL[..4]), number(0..=MOST_BALLS));
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
        None => ["tenthframe", "finalframe", "lastframe"].contains(&name).then_some(ColumnName::Frame(FRAMES)),
    }
}

/// The ball of a frame, from 1 or from 0, that a key in the object of a frame says: `shot1`, `r1`, `firstRoll`, `first`,
/// `ballOne`.
pub fn ball_of_frame(key: &str) -> Option<u8> {
    const ORDINALS: [[&str; 2]; 3] = [["first", "one"], ["second", "two"], ["third", "three"]];
    let key = key.trim().to_lowercase();
    // `first`, `firstRoll` or `rollOne`.
    let ordinal = |text: &str| {
        let is_ball = |word: &str| word.is_empty() || BALL[..4].contains(&word);
        let found = ORDINALS.iter().position(|[first, one]| {
            text.strip_prefix(first).is_some_and(is_ball) || text.strip_suffix(one).is_some_and(is_ball)
        });
        found.map(|at| at as u8 + 1)
    };
    let ordinals = terminated(map_opt(letters, ordinal), opt(word(&BALL[..4])));
    let numbered = terminated(preceded(opt(word(&BALL)), number(0..=3)), opt(word(&["score", "pins"])));
    let mut ball = alt((all_consuming(numbered), all_consuming(ordinals)));
    let (_, ball) = ball.parse(&key).ok()?;
    Some(ball)
}

/// Whether a plain name is that of the numbers of frames, in a table with a row for every frame or ball.
pub fn is_frame_number(name: &str) -> bool {
    const NUMBER: [&str; 8] = ["", "number", "num", "no", "nr", "index", "id", "#"];
    ["frame", "fr", "box"].iter().filter_map(|word| name.strip_prefix(word)).any(|rest| NUMBER.contains(&rest))
}

/// Whether a name is that of balls after the ten frames, which belong to the tenth.
pub fn is_after_the_tenth(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let later = preceded(word(&FRAME), number(FRAMES + 1..=MOST_BALLS));
    let is_frame =
        all_consuming(terminated(later, opt(preceded(opt(word(&BALL)), number(0..=3))))).parse(&*name).is_ok();
    is_frame || ["fill", "bonus", "extra"].iter().any(|word| name.contains(word))
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
    let ordinal = terminated(number(0..=FRAMES), pair(opt(word(&["st", "nd", "rd", "th"])), word(&FRAME[..1])));
    alt((ordinal, preceded(opt(word(&FRAME)), number(0..=FRAMES)))).parse(input)
}

fn ball(input: &str) -> IResult<&str, (u8, u8)> {
    let letter = alt((value(1, word(&["a"])), value(2, word(&["b"])), value(3, word(&["c"]))));
    let numbered = preceded(take_while1(is_separator), number(0..=3));
    pair(frame, alt((preceded(word(&BALL), number(0..=3)), numbered, letter))).parse(input)
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
    let named = preceded(word(&FRAME), number(0..=FRAMES));
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
            ("name", None),
            ("", None),
        ] {
            assert_eq!(column_name(name), found, "{name}");
        }
    }

    #[test]
    fn frames_and_balls_may_be_counted_from_0() {
        let names = |names: &str| column_names(names.split(',')).into_iter().flatten().collect::<Vec<_>>();
        for (from_0, from_1) in [
            ("f0b0,f0b1,f1b0", "f1b1,f1b2,f2b1"),
            ("f1b0,f1b1", "f1b1,f1b2"),
            ("roll_0,roll_20", "roll_1,roll_21"),
            ("frame0,frame9,f0 total", "frame1,frame10,f1 total"),
            ("f0b1 leave,f0b1", "f1b1 leave,f1b1"),
        ] {
            assert_eq!(names(from_0), names(from_1), "{from_0}");
        }
        assert_eq!(names("frame1,f2 score"), [Frame(1), RunningTotal(2)]);
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
            ("ballTwo", Some(2)),
            ("roll0", Some(0)),
            ("1", Some(1)),
            ("r4", None),
            ("lane", None),
            ("firstname", None),
        ] {
            assert_eq!(ball_of_frame(key), ball, "{key}");
        }
    }
}
