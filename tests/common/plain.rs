//! A second scorer, written from the rules in the plainest way: it shares nothing with the program.

/// The rule sets by their names.
pub const RULES: [&str; 6] = ["tenpin", "world", "candlepin", "duckpin", "notap9", "notap8"];

/// A ball, and the mark that it made: `X`, `/` or a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ball {
    pub pins: u8,
    pub mark: char,
    /// The first ball at its rack.
    pub first: bool,
}

impl Ball {
    /// What it counts: a strike is ten, also where fewer pins fell.
    fn worth(self) -> u16 {
        if self.mark == 'X' { 10 } else { u16::from(self.pins) }
    }
}

pub type Frames = Vec<Vec<Ball>>;

fn balls_a_frame(rules: &str) -> usize {
    if matches!(rules, "candlepin" | "duckpin") { 3 } else { 2 }
}

fn strike_from(rules: &str) -> u8 {
    match rules {
        "notap9" => 9,
        "notap8" => 8,
        _ => 10,
    }
}

/// Is a frame over after these balls?
fn is_over(rules: &str, number: usize, frame: &[Ball]) -> bool {
    let marked = frame.iter().any(|ball| ball.mark != ' ');
    if number == 10 && rules != "world" {
        let balls = if marked || balls_a_frame(rules) == 3 { 3 } else { 2 };
        return frame.len() == balls;
    }
    marked || frame.len() == balls_a_frame(rules)
}

/// Plays a game: `ball` is told how many pins stand, and says how many fall, or `None` to stop.
pub fn play(rules: &str, mut ball: impl FnMut(u8) -> Option<u8>) -> Frames {
    let mut frames = Frames::new();
    for number in 1..=10 {
        let mut frame: Vec<Ball> = Vec::new();
        let mut standing = 10;
        let mut rolled_at_rack = 0;
        while !is_over(rules, number, &frame) {
            let Some(pins) = ball(standing) else {
                if !frame.is_empty() {
                    frames.push(frame);
                }
                return frames;
            };
            assert!(pins <= standing);
            let first = rolled_at_rack == 0;
            let mark = match rolled_at_rack {
                0 if pins >= strike_from(rules) => 'X',
                1 if pins == standing => '/',
                _ => ' ',
            };
            frame.push(Ball { pins, mark, first });
            standing -= pins;
            rolled_at_rack += 1;
            if mark != ' ' {
                (standing, rolled_at_rack) = (10, 0);
            }
        }
        frames.push(frame);
    }
    frames
}

/// The score of each frame by itself; `None` while it is not settled.
fn scores(rules: &str, frames: &Frames) -> Vec<Option<u16>> {
    let score = |index: usize, frame: &Vec<Ball>| {
        let own: u16 = frame.iter().map(|ball| ball.worth()).sum();
        let next: Vec<u16> = frames[index + 1..].iter().flatten().map(|ball| ball.worth()).collect();
        if !is_over(rules, index + 1, frame) {
            return None;
        }
        match (rules, frame[0].mark, frame.get(1).map(|ball| ball.mark)) {
            ("world", 'X', _) => Some(30),
            ("world", _, Some('/')) => Some(10 + frame[0].worth()),
            _ if index == 9 => Some(own),
            (_, 'X', _) => Some(10 + next.first()? + next.get(1)?),
            (_, _, Some('/')) => Some(10 + next.first()?),
            _ => Some(own),
        }
    };
    frames.iter().enumerate().map(|(index, frame)| score(index, frame)).collect()
}

/// The running totals of the settled frames.
pub fn running(rules: &str, frames: &Frames) -> Vec<u16> {
    let mut total = 0;
    let settled = scores(rules, frames).into_iter().map_while(|score| score);
    settled
        .map(|score| {
            total += score;
            total
        })
        .collect()
}

pub fn total(rules: &str, frames: &Frames) -> u16 {
    running(rules, frames).last().copied().unwrap_or(0)
}

pub fn is_complete(rules: &str, frames: &Frames) -> bool {
    frames.len() == 10 && is_over(rules, 10, &frames[9])
}

/// The best total still possible: the same balls, and then everything that stands.
pub fn best(rules: &str, frames: &Frames) -> u16 {
    let mut balls = frames.iter().flatten();
    let frames = play(rules, |standing| Some(balls.next().map_or(standing, |ball| ball.pins)));
    total(rules, &frames)
}

/// Numbers that look random and are the same in every run (xorshift).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % limit
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A game by chance: some good players, some beginners, and some games that stop early.
pub fn random_game(rules: &str, chance: &mut Chance) -> Frames {
    let luck = 1 + chance.below(5);
    let mut left = if chance.one_in(3) { 1 + chance.below(20) } else { 40 };
    play(rules, |standing| {
        left = left.checked_sub(1)?;
        Some(if chance.below(6) < luck - 1 { standing } else { chance.below(usize::from(standing) + 1) as u8 })
    })
}
