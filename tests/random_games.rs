//! Random games of every rule set, in every spelling, compared with the reference scorer.
#![cfg(feature = "cli")]

use crate::common;
use crate::common::random::Random;
use crate::common::reference::{self, Ball, Frames, RULES};

const GAMES: usize = 250;

/// One ball in both dialects.
struct Spelling {
    symbol: String,
    number: String,
}

/// Spells a ball in a random way, or with `digits_only` in digits where possible.
fn spell_ball(ball: Ball, random: &mut Random, digits_only: bool) -> Spelling {
    if ball.pins == 0 && !digits_only && random.one_in(8) {
        let foul = random.pick(&["F", "f"]).to_string();
        return Spelling { symbol: foul.clone(), number: foul };
    }
    let may_be_split = ball.full_rack && ball.mark == ' ' && (1..=8).contains(&ball.pins) && !digits_only;
    let symbol = match ball.pins {
        pins if may_be_split && random.one_in(5) => {
            let circled = ["⑤", "⑥", "⑦", "⑧"].get(usize::from(pins).wrapping_sub(5)).copied();
            let spelled = [format!("S{pins}"), format!("s{pins}"), format!("({pins})")];
            circled.filter(|_| random.one_in(3)).map_or_else(|| random.pick(&spelled).clone(), Into::into)
        }
        // A spare may be written in digits, unless all ten pins fell.
        pins if ball.mark == '/' && (pins == 10 || !(digits_only || random.one_in(4))) => "/".into(),
        10 if ball.full_rack => random.pick(&["X", "x"]).to_string(),
        10 => "10".into(),
        0 if digits_only => "0".into(),
        0 => random.pick(&["-", "-", "G", "g"]).to_string(),
        pins => pins.to_string(),
    };
    Spelling { symbol, number: ball.pins.to_string() }
}

fn spell(frames: &Frames, random: &mut Random, digits_only: bool) -> Vec<Vec<Spelling>> {
    let frame = |frame: &Vec<Ball>, random: &mut Random| {
        frame.iter().map(|&ball| spell_ball(ball, random, digits_only)).collect()
    };
    frames.iter().map(|balls| frame(balls, random)).collect()
}

/// The frames, as one word each.
fn words(game: &[Vec<Spelling>]) -> Vec<String> {
    game.iter().map(|frame| frame.iter().map(|ball| ball.symbol.as_str()).collect()).collect()
}

fn symbols(game: &[Vec<Spelling>]) -> Vec<&str> {
    game.iter().flatten().map(|ball| ball.symbol.as_str()).collect()
}

fn numbers(game: &[Vec<Spelling>]) -> Vec<&str> {
    game.iter().flatten().map(|ball| ball.number.as_str()).collect()
}

fn quoted(words: &[impl AsRef<str>], separator: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
    format!("[{}]", words.join(separator))
}

/// Lines that are rolls in every dialect that reads rolls.
fn as_rolls(game: &[Vec<Spelling>], random: &mut Random) -> Vec<String> {
    let numbers = numbers(game);
    let separator = random.pick(&[" ", ",", ", ", ";", "|", " | ", "\t", "  ;, "]);
    vec![numbers.join(separator), format!("[{}]", numbers.join(",")), format!("  {} ,", numbers.join(" "))]
}

/// Lines that `--from notation` reads. Ten pins with the third ball have no symbol, so such games are left out.
fn as_notation(game: &[Vec<Spelling>], random: &mut Random) -> Vec<String> {
    let words = words(game);
    let separator = random.pick(&[" ", "|", ",", "; ", " | ", "\t"]);
    let mut tenth = words.join("|");
    if let Some(balls) = game.get(9) {
        // `X|X|…|X||XX`: fill balls after a double bar.
        tenth = words[..9].join("|") + "|" + &balls[0].symbol + "||";
        tenth.extend(balls[1..].iter().map(|ball| ball.symbol.as_str()));
    }
    vec![words.join(separator), words.concat(), words.join("|"), tenth, symbols(game).join(" "), quoted(&words, ",")]
}

/// A game as one line, and as the reference scorer knows it.
struct Case {
    line: String,
    frames: Frames,
}

/// Scores all lines in one process, and compares each record with the reference scorer.
fn assert_scores(rules: &str, from: &str, cases: &[Case]) {
    assert!(cases.len() >= GAMES / 2, "{rules} {from}: {}", cases.len());
    let sheet = common::sheet(cases.iter().map(|case| &case.line));
    let out = common::accepted(&["--rules", rules, "--from", from, "--csv", "--no-header"], &sheet);
    let totals = common::accepted(&["--rules", rules, "--from", from], &sheet);
    assert_eq!((out.lines().count(), totals.lines().count()), (cases.len(), cases.len()));
    for (actual, Case { line, frames }) in totals.lines().zip(cases) {
        assert_eq!(actual, reference::total(rules, frames).to_string(), "{rules} --from {from}: {line}");
    }
    for (number, (row, Case { line, frames })) in (1..).zip(out.lines().zip(cases)) {
        let mut running = reference::running_totals(rules, frames).iter().map(u16::to_string).collect::<Vec<_>>();
        running.resize(10, String::new());
        let (total, best) = (reference::total(rules, frames), reference::best_total(rules, frames));
        let complete = reference::is_complete(rules, frames);
        let expected = format!("-,{number},,{},{total},{best},{complete},,{rules},", running.join(","));
        assert!(row.starts_with(&expected) && row.ends_with(",,"), "{rules} --from {from}: {line}: {row} {expected}");
    }
}

fn games(rules: &str, seed: u64) -> impl Iterator<Item = (Frames, Random)> + '_ {
    (0..GAMES as u64).map(move |game| {
        let mut random = Random::new(seed * 1_000_003 + game + 1);
        (reference::random_game(rules, &mut random), random)
    })
}

/// Spells random games of every rule set, and compares their scores with the reference scorer in each dialect.
fn assert_spellings(seed: u64, dialects: &[&str], spell: impl Fn(&Frames, &mut Random) -> Vec<String>) {
    for rules in RULES {
        let mut all = Vec::new();
        for (frames, mut random) in games(rules, seed) {
            let lines = spell(&frames, &mut random).into_iter();
            let is_certain = reference::is_complete(rules, &frames) || dialects != ["auto"];
            let line = |line: String| if is_certain { line } else { common::unambiguous(&line) };
            all.extend(lines.map(|spelled| Case { line: line(spelled), frames: frames.clone() }));
        }
        for from in dialects {
            assert_scores(rules, from, &all);
        }
    }
}

#[test]
fn rolls_score_as_in_the_reference() {
    assert_spellings(1, &["rolls", "auto"], |frames, random| {
        let game = spell(frames, random, false);
        as_rolls(&game, random)
    });
}

#[test]
fn notation_scores_as_in_the_reference() {
    assert_spellings(2, &["notation"], |frames, random| {
        let mut lines = Vec::new();
        for digits_only in [false, true] {
            let game = spell(frames, random, digits_only);
            if !symbols(&game).contains(&"10") {
                lines.extend(as_notation(&game, random));
            }
        }
        lines
    });
}

#[test]
fn notation_with_a_mark_is_detected() {
    assert_spellings(3, &["auto"], |frames, random| {
        let game = spell(frames, random, false);
        let symbols = symbols(&game);
        let is_clear = symbols.iter().any(|symbol| matches!(*symbol, "X" | "x" | "/")) && !symbols.contains(&"10");
        // In a packed game a dash after a mark may be padding, and one between balls may join.
        let may_be_joined = symbols.windows(3).any(|balls| balls[1] == "-");
        let may_be_padded = symbols.windows(2).any(|pair| matches!(pair, ["X" | "x" | "/", "-"]));
        let mut lines = if is_clear { as_notation(&game, random) } else { Vec::new() };
        lines.retain(|line| !(may_be_joined || may_be_padded) || line.contains([' ', '|', ',', ';', '\t']));
        lines
    });
}

#[test]
fn one_symbol_per_token_is_detected_and_10_is_a_strike() {
    assert_spellings(4, &["auto"], |frames, random| {
        let game = spell(frames, random, false);
        let tokens: Vec<&str> =
            symbols(&game).iter().map(|symbol| if *symbol == "X" { "10" } else { symbol }).collect();
        vec![tokens.join(" "), quoted(&tokens, ", ")]
    });
}

#[test]
fn a_ball_with_too_many_pins_is_refused_in_any_frame() {
    for rules in RULES {
        let mut lines = Vec::new();
        let mut columns = Vec::new();
        for (frames, mut random) in games(rules, 6) {
            // Give the last ball that met fewer than ten pins one pin too many.
            let game = spell(&frames, &mut random, false);
            let numbers = numbers(&game);
            let standing: Vec<u8> = standing(rules, &frames);
            let Some(at) = (0..numbers.len()).rev().find(|&at| standing[at] < 10) else { continue };
            let good = numbers[..at].join(" ");
            columns.push(good.len() + 2);
            lines.push(format!("{good} {}", standing[at] + 1));
        }
        let diagnostics = common::refused(&["-r", rules, "-f", "rolls"], common::sheet(&lines));
        assert_eq!(diagnostics.len(), columns.len());
        for (line, (diagnostic, column)) in (1..).zip(diagnostics.iter().zip(columns)) {
            let start = format!("-:{line}:{column}: frame ");
            assert!(
                diagnostic.starts_with(&start) && diagnostic.ends_with(" is 11 pins, a rack has 10"),
                "{diagnostic} ({start})"
            );
        }
    }
}

#[test]
fn typing_mistakes_give_the_same_result_in_the_fast_path_and_the_reference_parser() {
    let mistakes: Vec<char> = "0123456789Xx/-FGg |,;\t[]\"?".chars().collect();
    for rules in RULES {
        let mut lines = vec!["5 5 3".to_string()];
        for (frames, mut random) in games(rules, 7) {
            let game = spell(&frames, &mut random, false);
            let spelled = [as_rolls(&game, &mut random), as_notation(&game, &mut random)].concat();
            let plain = spelled.into_iter().filter(|line| !line.contains(['s', 'S', '(']));
            for mut line in plain {
                let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
                if places.is_empty() {
                    continue;
                }
                let (at, mistake) = (*random.pick(&places), *random.pick(&mistakes));
                match random.below(3) {
                    0 => line.insert(at, mistake),
                    1 => {
                        line.remove(at);
                    }
                    _ => {
                        line.remove(at);
                        line.insert(at, mistake);
                    }
                }
                lines.push(line);
            }
        }
        // Leave out lines that begin with a name, such as `X?,`.
        let named =
            |line: &str| line.trim_start().starts_with(char::is_alphabetic) && line.contains(['[', ']', '"', '?']);
        lines.retain(|line| !line.trim().is_empty() && !named(line));
        // The fast path leaves lines with many blanks to the reference parser.
        let blanks = " ".repeat(200);
        let named: Vec<String> = lines.iter().map(|line| format!("N:{blanks}{line}")).collect();
        for from in ["auto", "rolls", "notation"] {
            let totals = |lines: &[String]| common::run(&["-r", rules, "-f", from], common::sheet(lines));
            let (unnamed, named) = (totals(&lines), totals(&named));
            assert_eq!(unnamed.out.lines().count(), lines.len());
            for ((unnamed, named), line) in unnamed.out.lines().zip(named.out.lines()).zip(&lines) {
                assert_eq!(format!("N\t{unnamed}"), named, "{rules} --from {from}: {line}");
            }
            // The messages are the same, only their columns differ.
            let messages = |err: &str| -> Vec<String> {
                err.lines().map(|line| line.splitn(4, ':').last().unwrap_or_default().into()).collect()
            };
            for (unnamed, named) in messages(&unnamed.err).iter().zip(messages(&named.err)) {
                // Where a line has no name, letters at its start may be meant as one.
                assert!(*unnamed == named || unnamed.contains("a name"), "{rules} --from {from}: {unnamed} | {named}");
            }
        }
    }
}

/// The number of standing pins before each ball.
fn standing(rules: &str, frames: &Frames) -> Vec<u8> {
    let mut balls = frames.iter().flatten();
    let mut standing = Vec::new();
    reference::play(rules, |pins| {
        standing.push(pins);
        balls.next().map(|ball| ball.pins)
    });
    standing
}
