//! Every pair of rolls in a frame, and every triple in frames of three balls, for each rule set and in both
//! dialects, compared with the reference scorer.

use crate::common::reference::{RULES, Verdict, has_three_balls, judge};
use bowling::sheet::score_line;
use bowling::{Dialect, Frame, Game, Rules};

/// Rolled after a frame, one by one, to settle its marks.
const AFTER: [u8; 3] = [3, 4, 1];

fn gutters(rules: &str) -> &'static [u8] {
    if has_three_balls(rules) { &[0, 0, 0] } else { &[0, 0] }
}

/// The symbols of the accepted balls.
fn symbols(verdict: &Verdict) -> Vec<String> {
    verdict.frames.iter().flatten().map(|ball| ball.symbol()).collect()
}

/// Whether rolls that are refused as they stand are a complete game: its strikes and spares are padded, or its total
/// follows, which may be one of rolls in symbols.
fn is_padded_or_claimed(rules: &str, game: &Game, rolls: &[u8], tokens: &[String]) -> bool {
    let pins = |frame: Frame<'_>| frame.balls().iter().map(|ball| ball.pins()).collect::<Vec<_>>();
    let padded = game.frames().flat_map(|frame| {
        let missing = gutters(rules).len().saturating_sub(frame.balls().len());
        [pins(frame), vec![0; if frame.number() < 10 { missing } else { 0 }]].concat()
    });
    let (total, played) = rolls.split_last().unwrap();
    let is_claimed = game.score() == u16::from(*total)
        && game.frames().flat_map(pins).eq(played.iter().copied())
        && tokens.iter().any(|token| token.parse::<u8>().is_err());
    game.is_complete() && (padded.eq(rolls.iter().copied()) || is_claimed)
}

/// Compares one line with the verdict of the reference scorer.
fn compare(rules: &str, dialect: Dialect, (rolls, tokens): (&[u8], &[String]), separator: &str, verdict: &Verdict) {
    let line = tokens.join(separator);
    let scored = score_line(line.as_bytes(), dialect, rules.parse::<Rules>().unwrap()).unwrap();
    let column = |at: usize| 1 + tokens[..at].iter().map(|token| token.len() + separator.len()).sum::<usize>();
    match (&scored.game, verdict.refused) {
        (Ok(game), None) => {
            let card = game;
            assert_eq!(card.running_totals(), verdict.running_totals, "{rules}: {line}");
            assert_eq!(game.score(), verdict.running_totals.last().copied().unwrap_or_default(), "{rules}: {line}");
            assert_eq!(game.is_complete(), verdict.complete, "{rules}: {line}");
            let frames: Vec<Vec<u8>> =
                card.frames().map(|frame| frame.balls().iter().map(|ball| ball.pins()).collect()).collect();
            let expected: Vec<Vec<u8>> =
                verdict.frames.iter().map(|frame| frame.iter().map(|ball| ball.pins).collect()).collect();
            assert_eq!(frames, expected, "{rules}: {line}");
        }
        (Err(error), Some((at, frame))) => {
            assert_eq!((error.column(), error.frame()), (column(at), Some(frame)), "{rules}: {line}: {error}");
        }
        (Ok(game), Some(_)) if is_padded_or_claimed(rules, game, rolls, tokens) => {}
        (game, refused) => panic!("{rules}: {line}: {game:?}, but the reference scorer refuses {refused:?}"),
    }
}

/// Compares one game in both dialects, with varying separators. True if the game is accepted.
fn check(rules: &str, rolls: &[u8]) -> bool {
    let verdict = judge(rules, rolls);
    let numbers: Vec<String> = rolls.iter().map(u8::to_string).collect();
    let dialect = if rolls.len().is_multiple_of(2) { Dialect::Rolls } else { Dialect::Auto };
    compare(rules, dialect, (rolls, &numbers), " ", &verdict);
    let mut tokens = symbols(&verdict);
    if let Some((at, _)) = verdict.refused {
        // The impossible ball and those after it: X for ten, otherwise digits.
        tokens.extend(rolls[at..].iter().map(|&pins| if pins == 10 { "X".into() } else { pins.to_string() }));
    }
    if tokens.iter().any(|token| token == "10") {
        compare(rules, Dialect::Auto, (rolls, &tokens), " ", &verdict);
    } else {
        let separator = if rolls.len().is_multiple_of(3) { " " } else { "" };
        compare(rules, Dialect::Notation, (rolls, &tokens), separator, &verdict);
    }
    verdict.refused.is_none()
}

/// How many games were compared, and how many of them were accepted.
#[derive(Default)]
struct Count {
    games: usize,
    accepted: usize,
}

/// Plays `balls` as frame `number` (from 1) after frames of gutters, of strikes and of spares.
fn check_in_frame(rules: &str, number: usize, balls: &[u8], count: &mut Count) {
    for frame in [gutters(rules), &[10], &[3, 7]] {
        let mut rolls = frame.repeat(number - 1);
        rolls.extend_from_slice(balls);
        let after = if number == 10 { &AFTER[..1] } else { &AFTER };
        for balls_after in 0..=after.len() {
            let rolls = [&rolls[..], &after[..balls_after]].concat();
            count.games += 1;
            count.accepted += usize::from(check(rules, &rolls));
        }
    }
}

#[test]
fn every_pair_of_rolls_in_every_frame() {
    let mut count = Count::default();
    for rules in RULES {
        for number in [1, 2, 5, 9, 10] {
            for first in 0..=10 {
                for second in 0..=10 {
                    check_in_frame(rules, number, &[first, second], &mut count);
                }
            }
        }
    }
    let Count { games, accepted } = count;
    assert_eq!(games, 6 * 121 * 3 * (4 * 4 + 2));
    assert!(accepted > games / 3 && accepted < games, "{accepted} of {games}");
}

#[test]
fn every_triple_of_rolls_in_the_tenth_frame_and_in_frames_of_three_balls() {
    let mut count = Count::default();
    for rules in RULES {
        let numbers: &[usize] = if has_three_balls(rules) { &[1, 9, 10] } else { &[10] };
        for number in numbers {
            for triple in 0..11 * 11 * 11_u16 {
                let balls = [triple / 121, triple / 11 % 11, triple % 11].map(|ball| ball as u8);
                check_in_frame(rules, *number, &balls, &mut count);
            }
        }
    }
    let Count { games, accepted } = count;
    assert_eq!(games, 1331 * 3 * (6 * 2 + 2 * 2 * 4));
    assert!(accepted > games / 20 && accepted < games, "{accepted} of {games}");
}

#[test]
fn the_reference_scorer_scores_well_known_games() {
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
        assert_eq!(judge(rules, rolls).running_totals.last(), Some(&total), "{rules}");
    }
}

/// Complete games take the fast path of the filter.
#[cfg(feature = "cli")]
#[test]
fn complete_games_with_every_tenth_frame_through_the_filter() {
    use crate::common::accepted;
    use std::fmt::Write;
    for rules in RULES {
        let (mut numbers, mut marks, mut totals) = (String::new(), String::new(), String::new());
        for frame in [gutters(rules), &[10], &[3, 7], &[1, 8, 1][..gutters(rules).len()]] {
            for triple in 0..11 * 11 * 11_u16 {
                let mut rolls = frame.repeat(9);
                rolls.extend([triple / 121, triple / 11 % 11, triple % 11].map(|ball| ball as u8));
                // Drop balls after the end of the game: a tenth frame may have fewer than three.
                if let Verdict { complete: true, refused: Some((extra, _)), .. } = judge(rules, &rolls) {
                    rolls.truncate(extra);
                }
                let verdict = judge(rules, &rolls);
                if verdict.complete {
                    let balls: Vec<String> = rolls.iter().map(u8::to_string).collect();
                    writeln!(numbers, "{}", balls.join(" ")).unwrap();
                    writeln!(marks, "{}", symbols(&verdict).join(" ")).unwrap();
                    writeln!(totals, "{}", verdict.running_totals[9]).unwrap();
                }
            }
        }
        assert!(totals.lines().count() > 500, "{rules}");
        for games in [numbers, marks] {
            assert!(accepted(&["--rules", rules], games) == totals, "{rules}");
        }
    }
}
