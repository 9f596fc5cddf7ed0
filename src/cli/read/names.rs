//! The names of columns of CSV and of keys of JSON: what they are called, and which frame, ball or game they say.

use crate::game::FRAMES;
use crate::sheet::tags::{is_ignored, plain};

/// The names of the player, the best first.
pub const NAMES: [&str; 11] = [
    "name",
    "bowler",
    "player",
    "bowlername",
    "playername",
    "fullname",
    "nombre",
    "jugador",
    "이름",
    "선수",
    "선수이름",
];
/// The names of the parts of a player's name.
pub const FIRST_NAMES: [&str; 3] = ["firstname", "givenname", "forename"];
pub const LAST_NAMES: [&str; 3] = ["lastname", "surname", "familyname"];

/// The names of the handicap of a player.
pub const HANDICAPS: [&str; 3] = ["hdcp", "hcp", "handicap"];

/// The names of the claim, the best first. A total beside a handicap has the handicap in it.
pub const fn claims(has_handicap: bool) -> [&'static str; 4] {
    if has_handicap { ["claim", "scratch", "score", "total"] } else { ["claim", "scratch", "total", "score"] }
}

/// The number of the game whose total a name such as `game1` holds, given its word.
pub fn game_number(name: &str, word: &str) -> Option<u32> {
    let name = plain(name);
    let digits = name.strip_prefix(word)?;
    let is_number = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// The words of [`game_number`].
pub const GAME_WORDS: [&str; 2] = ["game", "g"];

/// The frame and the ball that a name such as `f1_t2`, `frame1_ball2`, `f1_2` or `frame1b` says, from 1.
pub fn ball_column(name: &str) -> Option<(u8, u8)> {
    let name = name.trim().to_lowercase();
    ball(&parts(&name))
}

/// What the name of a column with a leave says, such as `f1_b1_leave`, `frame1_ball1_left`, `f1_leave` or
/// `Frame1Ball1Pins`.
pub fn leave_column(name: &str) -> Option<LeaveName> {
    let name = name.trim().to_lowercase();
    let parts = parts(&name);
    let (last, before) = parts.split_last()?;
    // `pins_left` says no more than `left`.
    let word = last.strip_prefix("pins").unwrap_or(last);
    let may_be_count = word.is_empty();
    if !matches!(word, "" | "leave" | "leaves" | "left" | "remaining" | "standing") {
        return None;
    }
    let before = before.strip_suffix(&["pins"]).filter(|_| !may_be_count).unwrap_or(before);
    // Without a ball, the leave is that of the first.
    let of_frame = || frame(before).filter(|(_, rest)| rest.is_empty() && !may_be_count).map(|(frame, _)| (frame, 1));
    let (frame, ball) = ball(before).or_else(of_frame)?;
    Some(LeaveName { frame, ball, may_be_count })
}

/// What the name of a column with a leave says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaveName {
    /// The frame and the ball, from 1.
    pub frame: u8,
    pub ball: u8,
    /// The column may also hold how many pins the ball knocked down.
    pub may_be_count: bool,
}

/// The frame, from 1, whose running total a column such as `frame1_score`, `f1_score` or `frame1total` holds.
pub fn running_total_column(name: &str) -> Option<u8> {
    let name = name.trim().to_lowercase();
    match frame(&parts(&name))? {
        (frame, ["score" | "total" | "cumulative" | "running"]) => Some(frame),
        _ => None,
    }
}

/// The words and the numbers of a name: `frame1_ball2` has four parts.
fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for mut word in name.split(is_ignored) {
        while let Some(first) = word.chars().next() {
            let is_other = |sign: char| sign.is_ascii_digit() != first.is_ascii_digit();
            let (part, rest) = word.split_at(word.find(is_other).unwrap_or(word.len()));
            parts.push(part);
            word = rest;
        }
    }
    parts
}

/// The frame that a name starts with, from 1, and the parts behind it.
fn frame<'p, 'a>(parts: &'p [&'a str]) -> Option<(u8, &'p [&'a str])> {
    let ["f" | "fr" | "frame", number, rest @ ..] = parts else { return None };
    let frame = number.parse().ok().filter(|frame| (1..=FRAMES).contains(frame))?;
    Some((frame, rest))
}

/// The frame and the ball of a name, from 1.
fn ball(parts: &[&str]) -> Option<(u8, u8)> {
    let (frame, rest) = frame(parts)?;
    let ball = match rest {
        ["a"] => 1,
        ["b"] => 2,
        ["c"] => 3,
        [number] | ["t" | "b" | "r" | "s" | "throw" | "ball" | "roll" | "shot", number] => number.parse().ok()?,
        _ => return None,
    };
    (1..=3).contains(&ball).then_some((frame, ball))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_single_rolls_are_found_by_any_usual_name() {
        for (name, place) in [
            ("f1_t1", Some((1, 1))),
            ("F10T3", Some((10, 3))),
            ("f1b2", Some((1, 2))),
            ("Frame 1 Ball 2", Some((1, 2))),
            ("frame1_ball1", Some((1, 1))),
            ("f1_1", Some((1, 1))),
            ("f.10.2", Some((10, 2))),
            ("frame1a", Some((1, 1))),
            ("Frame10-c", Some((10, 3))),
            ("f11", None),
            ("f1", None),
            ("f11_1", None),
            ("f1_4", None),
            ("g1_1", None),
            ("f1_x1", None),
            ("fünf1_1", None),
        ] {
            assert_eq!(ball_column(name), place, "{name}");
        }
    }

    #[test]
    fn columns_of_leaves_are_found_by_any_usual_name() {
        for (name, place) in [
            ("f1_b1_leave", Some((1, 1, false))),
            ("frame1_ball1_left", Some((1, 1, false))),
            ("Frame10Ball3Pins", Some((10, 3, true))),
            ("Frame 2 Ball 1 Pins Remaining", Some((2, 1, false))),
            ("f3_t2_pins_left", Some((3, 2, false))),
            ("frame1a_standing", Some((1, 1, false))),
            ("f1_2_leave", Some((1, 2, false))),
            ("f4_leave", Some((4, 1, false))),
            ("f4_pins", None),
            ("f1_b1", None),
            ("f11_b1_leave", None),
            ("pins", None),
            ("leave", None),
        ] {
            let found = leave_column(name).map(|found| (found.frame, found.ball, found.may_be_count));
            assert_eq!(found, place, "{name}");
        }
    }

    #[test]
    fn columns_of_running_totals_are_found_by_any_usual_name() {
        for (name, frame) in [
            ("frame1_score", Some(1)),
            ("F10 Score", Some(10)),
            ("frame1total", Some(1)),
            ("f11_score", None),
            ("score1", None),
            ("f1_t1", None),
            ("frame1", None),
        ] {
            assert_eq!(running_total_column(name), frame, "{name}");
        }
    }
}
