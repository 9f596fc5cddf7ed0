//! Every pair of rolls in a frame and every triple in the frames that have three, by every rule set and in both
//! dialects, against the referee.
#![cfg(feature = "cli")]

#[path = "common/referee.rs"]
mod referee;

use std::fmt::Write;

use bowling::{Dialect, Rules, score_line};
use referee::{RULES, Verdict, judge, symbols};

/// What may stand before a frame: nothing counts, or marks wait for its balls.
const BEFORE: [(&str, &[u8]); 3] = [("gutters", &[0, 0]), ("strikes", &[10]), ("spares", &[3, 7])];
/// Balls after a frame, so that its marks are settled, one by one.
const AFTER: [u8; 3] = [3, 4, 1];

/// Holds one line against the referee.
fn compare(rules: &str, dialect: Dialect, tokens: &[String], separator: &str, verdict: &Verdict) {
    let line = tokens.join(separator);
    let scored = score_line(line.as_bytes(), dialect, rules.parse::<Rules>().unwrap()).unwrap();
    let column = |at: usize| 1 + tokens[..at].iter().map(|token| token.len() + separator.len()).sum::<usize>();
    match (&scored.game, verdict.refused) {
        (Ok(game), None) => {
            let totals: Vec<u16> = game.frames().map_while(|frame| frame.total).collect();
            assert_eq!(totals, verdict.totals, "{rules}: {line}");
            assert_eq!(game.score(), verdict.totals.last().copied().unwrap_or_default(), "{rules}: {line}");
            assert_eq!(game.is_complete(), verdict.complete, "{rules}: {line}");
            let frames: Vec<Vec<u8>> =
                game.frames().map(|frame| frame.balls.iter().map(|ball| ball.pins()).collect()).collect();
            assert_eq!(frames, verdict.frames, "{rules}: {line}");
        }
        (Err(error), Some((at, frame))) => {
            assert_eq!((error.column(), error.frame()), (column(at), Some(frame)), "{rules}: {line}: {error}");
        }
        (game, refused) => panic!("{rules}: {line}: {game:?}, the referee says {refused:?}"),
    }
}

/// Both dialects, their spellings in turn; a game that is refused has only the spelling of numbers, and symbols up to there.
fn check(rules: &str, rolls: &[u8]) -> usize {
    let verdict = judge(rules, rolls);
    let numbers: Vec<String> = rolls.iter().map(u8::to_string).collect();
    let dialect = if rolls.len().is_multiple_of(2) { Dialect::Rolls } else { Dialect::Auto };
    compare(rules, dialect, &numbers, " ", &verdict);
    let mut tokens = symbols(rules, &verdict);
    if let Some((at, _)) = verdict.refused {
        // A ball that cannot be: ten of a broken rack is X, the others have their digits.
        tokens.extend(rolls[at..].iter().map(|&pins| if pins == 10 { "X".into() } else { pins.to_string() }));
    }
    if tokens.iter().any(|token| token == "10") {
        compare(rules, Dialect::Auto, &tokens, " ", &verdict);
    } else {
        compare(rules, Dialect::Notation, &tokens, if rolls.len().is_multiple_of(3) { " " } else { "" }, &verdict);
    }
    usize::from(verdict.refused.is_none())
}

/// Plays `balls` as frame `number` (from 1) after frames of each kind; gives how many games there were, and good ones.
fn in_frame(rules: &str, number: usize, balls: &[u8]) -> (usize, usize) {
    let (mut games, mut good) = (0, 0);
    for (_, frame) in BEFORE {
        // Three balls make a frame of gutters there.
        let gutters: &[u8] =
            if frame == [0, 0] && matches!(rules, "candlepin" | "duckpin") { &[0, 0, 0] } else { frame };
        let mut rolls = gutters.repeat(number - 1);
        rolls.extend_from_slice(balls);
        for &ball in AFTER.iter().take(if number == 10 { 1 } else { 3 }) {
            good += check(rules, &rolls);
            games += 1;
            rolls.push(ball);
        }
        good += check(rules, &rolls);
        games += 1;
    }
    (games, good)
}

#[test]
fn every_pair_of_rolls_in_every_frame() {
    let (mut games, mut good) = (0, 0);
    for rules in RULES {
        for number in [1, 2, 5, 9, 10] {
            for first in 0..=10 {
                for second in 0..=10 {
                    let (all, fine) = in_frame(rules, number, &[first, second]);
                    games += all;
                    good += fine;
                }
            }
        }
    }
    assert_eq!(games, 6 * 121 * 3 * (4 * 4 + 2));
    assert!(good > games / 3 && good < games, "{good} of {games}");
}

#[test]
fn every_triple_of_rolls_in_a_tenth_frame_and_in_frames_of_three_balls() {
    let (mut games, mut good) = (0, 0);
    for rules in RULES {
        let numbers: &[usize] = if matches!(rules, "candlepin" | "duckpin") { &[1, 9, 10] } else { &[10] };
        for number in numbers {
            for triple in 0..11 * 11 * 11_u16 {
                let balls = [triple / 121, triple / 11 % 11, triple % 11].map(|ball| ball as u8);
                let (all, fine) = in_frame(rules, *number, &balls);
                games += all;
                good += fine;
            }
        }
    }
    assert_eq!(games, 1331 * 3 * (6 * 2 + 2 * 2 * 4));
    assert!(good > games / 20 && good < games, "{good} of {games}");
}

#[test]
fn the_referee_knows_the_games_of_the_books() {
    for (rules, rolls, total) in [
        ("tenpin", &[10; 12][..], 300),
        ("tenpin", &[5; 21], 150),
        ("tenpin", &[10, 5, 5, 9, 0], 48),
        ("world", &[10; 10], 300),
        ("world", &[10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10], 208),
        ("candlepin", &[10; 12], 300),
        ("candlepin", &[5, 3, 2, 4], 10),
        ("duckpin", &[4, 6, 7, 0, 0], 24),
        ("notap9", &[9; 12], 300),
        ("notap8", &[8, 9, 10, 8, 8, 8, 8, 8, 8, 8, 8, 8], 300),
        ("notap9", &[8, 2, 9, 3, 4], 20 + 17 + 7),
    ] {
        assert_eq!(judge(rules, rolls).totals.last(), Some(&total), "{rules}");
    }
}

/// Complete games take short ways through the filter: they must come to what the referee says, too.
#[test]
fn complete_games_of_every_tenth_frame_through_the_filter() {
    for rules in RULES {
        let gutter: &[u8] = if matches!(rules, "candlepin" | "duckpin") { &[0, 0, 0] } else { &[0, 0] };
        let (mut numbers, mut marks, mut totals) = (String::new(), String::new(), String::new());
        for (frame, triple) in [gutter, &[10], &[3, 7], &[1, 8, 1][..gutter.len()]]
            .into_iter()
            .flat_map(|frame| (0..11 * 11 * 11_u16).map(move |triple| (frame, triple)))
        {
            let mut rolls = frame.repeat(9);
            rolls.extend([triple / 121, triple / 11 % 11, triple % 11].map(|ball| ball as u8));
            let verdict = loop {
                let verdict = judge(rules, &rolls);
                // Where two balls are a frame, the third is one too many.
                if !verdict.complete || verdict.refused.is_none() {
                    break verdict;
                }
                rolls.pop();
            };
            if !verdict.complete {
                continue;
            }
            let balls: Vec<String> = rolls.iter().map(u8::to_string).collect();
            writeln!(numbers, "{}", balls.join(" ")).unwrap();
            writeln!(marks, "{}", symbols(rules, &verdict).join(" ")).unwrap();
            writeln!(totals, "{}", verdict.totals[9]).unwrap();
        }
        for games in [numbers, marks] {
            let mut filter = assert_cmd::Command::cargo_bin("bowling").unwrap();
            let output = filter.args(["--rules", rules]).write_stdin(games).output().unwrap();
            assert!(output.status.success(), "{rules}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(output.stdout == totals.as_bytes(), "{rules}");
            assert!(totals.lines().count() > 500, "{rules}");
        }
    }
}
