//! Names of columns that say which frame, and which ball of it, they hold.

use crate::game::FRAMES;
use crate::sheet::tags::is_ignored;

/// The frame and the ball that a name such as `f1_t2`, `frame1_ball2`, `f1_2` or `frame1b` says, from 1.
pub fn ball_column(name: &str) -> Option<(u8, u8)> {
    let name = name.trim().to_lowercase();
    let (frame, after) = frame_number(&name)?;
    let rest = after.trim_start_matches(is_ignored);
    let number = rest.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    let (word, number) = (&rest[..rest.len() - number.len()], number.trim_start_matches(is_ignored));
    let ball = match (word, number) {
        ("a" | "b" | "c", "") => word.as_bytes()[0] - b'a' + 1,
        // Numbers that no word separates need another separator: `f11` is not a first ball.
        ("", _) if rest.len() == after.len() => return None,
        ("" | "t" | "b" | "r" | "s" | "throw" | "ball" | "roll" | "shot", _) => number.parse().ok()?,
        _ => return None,
    };
    (1..=3).contains(&ball).then_some((frame, ball))
}

/// The frame and the ball, from 1, whose leave a column such as `f1_b1_leave`, `frame1_ball1_left` or `f1_leave` holds.
/// A column such as `Frame1Ball1Pins` may hold the number of pins instead.
pub fn leave_column(name: &str) -> Option<LeaveName> {
    let name = name.trim().to_lowercase();
    let without = |word: &str| Some(name.strip_suffix(word)?.trim_end_matches(is_ignored));
    let leave = ["leave", "leaves", "left", "remaining", "standing"].into_iter().find_map(without);
    // `pins_left` says no more than `left`.
    let leave = leave.map(|ball| ball.strip_suffix("pins").map_or(ball, |ball| ball.trim_end_matches(is_ignored)));
    let may_be_count = leave.is_none();
    let ball = leave.or_else(|| without("pins"))?;
    let is_frame = |&(_, rest): &(u8, &str)| rest.is_empty() && !may_be_count;
    // Without a ball, the leave is that of the first.
    let of_frame = || frame_number(ball).filter(is_frame).map(|(frame, _)| (frame, 1));
    let (frame, ball) = ball_column(ball).or_else(of_frame)?;
    Some(LeaveName { frame, ball, may_be_count })
}

/// What the name of a column with a leave says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaveName {
    pub frame: u8,
    pub ball: u8,
    /// The column may also hold how many pins the ball knocked down.
    pub may_be_count: bool,
}

/// The frame, from 1, whose running total a column such as `frame1_score`, `f1_score` or `frame1total` holds.
pub fn running_total_column(name: &str) -> Option<u8> {
    let name = name.trim().to_lowercase();
    let (frame, after) = frame_number(&name)?;
    let word = after.trim_start_matches(is_ignored);
    matches!(word, "score" | "total" | "cumulative" | "running").then_some(frame)
}

/// The frame that a name starts with, from 1, and the rest of the name.
fn frame_number(name: &str) -> Option<(u8, &str)> {
    let rest = name.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    if !matches!(&name[..name.len() - rest.len()], "f" | "fr" | "frame") {
        return None;
    }
    let rest = rest.trim_start_matches(is_ignored);
    let after = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let frame = rest[..rest.len() - after.len()].parse().ok()?;
    (1..=FRAMES).contains(&frame).then_some((frame, after))
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
