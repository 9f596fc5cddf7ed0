//! A scorer in the plainest way, a rule set after the other as the books say it; tests hold the program against it.

/// The rule sets by their names.
pub const RULES: [&str; 6] = ["tenpin", "world", "candlepin", "duckpin", "notap9", "notap8"];

/// A game as the referee sees it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The balls of each frame that has begun.
    pub frames: Vec<Vec<u8>>,
    /// The running totals, as far as they are settled.
    pub totals: Vec<u16>,
    /// The ball that cannot be, and its frame.
    pub refused: Option<(usize, u8)>,
    /// Is the game over?
    pub complete: bool,
}

/// So many pins of a full rack are a strike.
fn strike(rules: &str) -> u8 {
    match rules {
        "notap8" => 8,
        "notap9" => 9,
        _ => 10,
    }
}

fn three_balls(rules: &str) -> bool {
    rules == "candlepin" || rules == "duckpin"
}

/// The most pins that the next ball of a frame can take; `None` where the frame is over.
fn room(rules: &str, tenth: bool, frame: &[u8]) -> Option<u8> {
    let strike = strike(rules);
    let fills = tenth && rules != "world";
    match *frame {
        [] => Some(10),
        [first] if first >= strike => fills.then_some(10),
        [first] => Some(10 - first),
        [first, second] if three_balls(rules) && !tenth => (first + second < 10).then(|| 10 - first - second),
        [10, second] if three_balls(rules) => Some(if second == 10 { 10 } else { 10 - second }),
        [first, second] if three_balls(rules) => Some(if first + second == 10 { 10 } else { 10 - first - second }),
        [first, second] if fills && first >= strike => Some(if second >= strike { 10 } else { 10 - second }),
        [first, second] if fills && first + second == 10 => Some(10),
        _ => None,
    }
}

/// What each ball of a frame counts: its pins, and ten for a strike.
fn values(rules: &str, frame: &[u8]) -> Vec<u16> {
    let strike = strike(rules);
    let counts = |ball: u8, full: bool| if full && ball >= strike { 10 } else { u16::from(ball) };
    match *frame {
        [first, second, third] => {
            let after_strike = first >= strike;
            let spare = !after_strike && first + second == 10;
            let third_on_full = spare || (after_strike && second >= strike);
            vec![counts(first, true), counts(second, after_strike), counts(third, third_on_full)]
        }
        [first, second] => vec![counts(first, true), counts(second, first >= strike)],
        [first] => vec![counts(first, true)],
        _ => Vec::new(),
    }
}

/// The score of a frame, given the balls that come after it.
fn score(rules: &str, tenth: bool, frame: &[u8], after: &[u16]) -> Option<u16> {
    if room(rules, tenth, frame).is_some() {
        return None;
    }
    let own: u16 = values(rules, frame).iter().sum();
    let is_strike = frame[0] >= strike(rules);
    let is_spare = !is_strike && frame[0] + frame[1] == 10;
    match rules {
        "world" if is_strike => Some(30),
        "world" if is_spare => Some(10 + u16::from(frame[0])),
        "world" => Some(own),
        _ if tenth => Some(own),
        _ if is_strike => Some(10 + after.first()? + after.get(1)?),
        _ if is_spare => Some(10 + after.first()?),
        _ => Some(own),
    }
}

/// Plays the balls one by one.
pub fn judge(rules: &str, rolls: &[u8]) -> Verdict {
    let mut verdict = Verdict::default();
    for (at, &roll) in rolls.iter().enumerate() {
        let count = verdict.frames.len();
        let open = verdict.frames.last().is_some_and(|frame| room(rules, count == 10, frame).is_some());
        if !open && count == 10 {
            verdict.refused = Some((at, 10));
            break;
        }
        let number = if open { count } else { count + 1 };
        let frame = if open { verdict.frames[count - 1].clone() } else { Vec::new() };
        if room(rules, number == 10, &frame).is_none_or(|room| roll > room) {
            verdict.refused = Some((at, number as u8));
            break;
        }
        if !open {
            verdict.frames.push(Vec::new());
        }
        verdict.frames[number - 1].push(roll);
    }
    let mut total = 0;
    for (at, frame) in verdict.frames.iter().enumerate() {
        let after: Vec<u16> = verdict.frames[at + 1..].iter().flat_map(|frame| values(rules, frame)).collect();
        let Some(score) = score(rules, at == 9, frame, &after) else {
            break;
        };
        total += score;
        verdict.totals.push(total);
    }
    verdict.complete =
        verdict.frames.len() == 10 && verdict.frames.last().is_some_and(|frame| room(rules, true, frame).is_none());
    verdict
}

/// The symbols of a good game, a ball each, as score sheets write them.
pub fn symbols(rules: &str, verdict: &Verdict) -> Vec<String> {
    let mut symbols = Vec::new();
    for frame in &verdict.frames {
        for (at, &ball) in frame.iter().enumerate() {
            let two = |from: usize| frame[from] + frame[from + 1] == 10;
            let spare = match at {
                1 => frame[0] < strike(rules) && two(0),
                2 => frame[0] >= strike(rules) && frame[1] < strike(rules) && two(1),
                _ => false,
            };
            symbols.push(match ball {
                _ if spare => "/".into(),
                10 if at == 2 && frame[0] + frame[1] == 0 => "10".into(),
                10 => "X".into(),
                0 => "-".into(),
                pins => pins.to_string(),
            });
        }
    }
    symbols
}
