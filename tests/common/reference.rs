//! A reference scorer, written from the rules of the games. It shares no code with the program.

use super::random::Random;

/// The names of the rule sets.
pub const RULES: [&str; 6] = ["tenpin", "world", "candlepin", "duckpin", "notap9", "notap8"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ball {
    pub pins: u8,
    /// `X` for a strike, `/` for a spare, otherwise a blank.
    pub mark: char,
    /// True if all ten pins stood.
    pub full_rack: bool,
}

impl Ball {
    /// A strike counts ten, even if fewer pins fell (no-tap).
    fn value(self) -> u16 {
        if self.mark == 'X' { 10 } else { u16::from(self.pins) }
    }

    /// The ball as score sheets write it.
    pub fn symbol(self) -> String {
        match self.pins {
            _ if self.mark == '/' => "/".into(),
            10 if self.full_rack => "X".into(),
            0 => "-".into(),
            pins => pins.to_string(),
        }
    }
}

/// The balls of each frame that has begun.
pub type Frames = Vec<Vec<Ball>>;

pub fn has_three_balls(rules: &str) -> bool {
    matches!(rules, "candlepin" | "duckpin")
}

/// The fewest pins on a full rack that count as a strike.
fn strike_from(rules: &str) -> u8 {
    match rules {
        "notap9" => 9,
        "notap8" => 8,
        _ => 10,
    }
}

/// `number` counts from 1.
fn is_frame_over(rules: &str, number: usize, frame: &[Ball]) -> bool {
    let marked = frame.iter().any(|ball| ball.mark != ' ');
    let balls = if has_three_balls(rules) { 3 } else { 2 };
    if number == 10 && rules != "world" {
        // A mark in the tenth frame earns fill balls, up to three balls in all.
        return frame.len() == if marked { 3 } else { balls };
    }
    marked || frame.len() == balls
}

/// Plays a game. `next_ball` gets the number of standing pins and returns how many fall, or `None` to stop.
pub fn play(rules: &str, mut next_ball: impl FnMut(u8) -> Option<u8>) -> Frames {
    let mut frames = Frames::new();
    for number in 1..=10 {
        let mut frame: Vec<Ball> = Vec::new();
        let mut standing = 10;
        let mut balls_at_rack = 0;
        while !is_frame_over(rules, number, &frame) {
            let Some(pins) = next_ball(standing) else {
                if !frame.is_empty() {
                    frames.push(frame);
                }
                return frames;
            };
            assert!(pins <= standing);
            let mark = match balls_at_rack {
                0 if pins >= strike_from(rules) => 'X',
                1 if pins == standing => '/',
                _ => ' ',
            };
            frame.push(Ball { pins, mark, full_rack: balls_at_rack == 0 });
            standing -= pins;
            balls_at_rack += 1;
            if mark != ' ' {
                (standing, balls_at_rack) = (10, 0);
            }
        }
        frames.push(frame);
    }
    frames
}

/// What a list of rolls comes to.
#[derive(Debug)]
pub struct Verdict {
    pub frames: Frames,
    pub running_totals: Vec<u16>,
    pub complete: bool,
    /// The index of the first impossible roll, and the number of its frame.
    pub refused: Option<(usize, u8)>,
}

/// Plays rolls up to the first impossible one.
pub fn judge(rules: &str, rolls: &[u8]) -> Verdict {
    let mut played = 0;
    let frames = play(rules, |standing| {
        let pins = rolls.get(played).copied().filter(|pins| *pins <= standing)?;
        played += 1;
        Some(pins)
    });
    // An impossible roll belongs to the last frame if that is not over, or if it is the tenth.
    let begun = frames.len();
    let same_frame = begun == 10 || frames.last().is_some_and(|frame| !is_frame_over(rules, begun, frame));
    let frame = if same_frame { begun } else { begun + 1 };
    Verdict {
        running_totals: running_totals(rules, &frames),
        complete: is_complete(rules, &frames),
        refused: (played < rolls.len()).then_some((played, frame as u8)),
        frames,
    }
}

/// The score of each frame by itself, `None` while it is not settled.
fn frame_scores(rules: &str, frames: &Frames) -> Vec<Option<u16>> {
    let score = |index: usize, frame: &Vec<Ball>| {
        let own: u16 = frame.iter().map(|ball| ball.value()).sum();
        let next: Vec<u16> = frames[index + 1..].iter().flatten().map(|ball| ball.value()).collect();
        if !is_frame_over(rules, index + 1, frame) {
            return None;
        }
        match (rules, frame[0].mark, frame.get(1).map(|ball| ball.mark)) {
            ("world", 'X', _) => Some(30),
            ("world", _, Some('/')) => Some(10 + frame[0].value()),
            _ if index == 9 => Some(own),
            (_, 'X', _) => Some(10 + next.first()? + next.get(1)?),
            (_, _, Some('/')) => Some(10 + next.first()?),
            _ => Some(own),
        }
    };
    frames.iter().enumerate().map(|(index, frame)| score(index, frame)).collect()
}

/// The running totals of the settled frames.
pub fn running_totals(rules: &str, frames: &Frames) -> Vec<u16> {
    let mut total = 0;
    let settled = frame_scores(rules, frames).into_iter().map_while(|score| score);
    settled
        .map(|score| {
            total += score;
            total
        })
        .collect()
}

pub fn total(rules: &str, frames: &Frames) -> u16 {
    running_totals(rules, frames).last().copied().unwrap_or(0)
}

pub fn is_complete(rules: &str, frames: &Frames) -> bool {
    frames.len() == 10 && is_frame_over(rules, 10, &frames[9])
}

/// The best total still possible: from here on every ball knocks down all standing pins.
pub fn best_total(rules: &str, frames: &Frames) -> u16 {
    let mut balls = frames.iter().flatten();
    let frames = play(rules, |standing| Some(balls.next().map_or(standing, |ball| ball.pins)));
    total(rules, &frames)
}

/// A random game, by a good player or a beginner. One in three stops early.
pub fn random_game(rules: &str, random: &mut Random) -> Frames {
    let balls = if random.one_in(3) { 1 + random.below(20) } else { 40 };
    random_rolls(rules, random, balls)
}

pub fn random_complete_game(rules: &str, random: &mut Random) -> Frames {
    random_rolls(rules, random, 40)
}

fn random_rolls(rules: &str, random: &mut Random, mut balls: usize) -> Frames {
    let skill = random.below(5);
    play(rules, |standing| {
        balls = balls.checked_sub(1)?;
        Some(if random.below(6) < skill { standing } else { random.below(usize::from(standing) + 1) as u8 })
    })
}
