//! Random games of every rule set in every spelling, against a second scorer.

mod common;

use common::plain::{self, Ball, Chance, Frames, RULES};

const GAMES: usize = 250;

/// A ball as it is written: as notation, and as a number.
struct Written {
    symbol: String,
    number: String,
}

/// Writes a ball by chance in one of its spellings, or in digits wherever there are some.
fn written(ball: Ball, chance: &mut Chance, digits_only: bool) -> Written {
    if ball.pins == 0 && !digits_only && chance.one_in(8) {
        let foul = chance.of(&["F", "f"]).to_string();
        return Written { symbol: foul.clone(), number: foul };
    }
    let splits = ball.first && ball.mark == ' ' && (1..=8).contains(&ball.pins) && !digits_only;
    let symbol = match ball.pins {
        pins if splits && chance.one_in(5) => {
            let circled = ["⑤", "⑥", "⑦", "⑧"].get(usize::from(pins).wrapping_sub(5)).copied();
            let spelled = [format!("S{pins}"), format!("s{pins}"), format!("({pins})")];
            circled.filter(|_| chance.one_in(3)).map_or_else(|| chance.of(&spelled).clone(), Into::into)
        }
        // A spare may be spelled in digits unless the ball knocked down ten.
        pins if ball.mark == '/' && (pins == 10 || !(digits_only || chance.one_in(4))) => "/".into(),
        10 if ball.first => chance.of(&["X", "x"]).to_string(),
        10 => "10".into(),
        0 if digits_only => "0".into(),
        0 => chance.of(&["-", "-", "G", "g"]).to_string(),
        pins => pins.to_string(),
    };
    Written { symbol, number: ball.pins.to_string() }
}

fn write(frames: &Frames, chance: &mut Chance, digits_only: bool) -> Vec<Vec<Written>> {
    let frame =
        |frame: &Vec<Ball>, chance: &mut Chance| frame.iter().map(|&ball| written(ball, chance, digits_only)).collect();
    frames.iter().map(|balls| frame(balls, chance)).collect()
}

/// Each frame as one word.
fn words(game: &[Vec<Written>]) -> Vec<String> {
    game.iter().map(|frame| frame.iter().map(|ball| ball.symbol.as_str()).collect()).collect()
}

fn symbols(game: &[Vec<Written>]) -> Vec<&str> {
    game.iter().flatten().map(|ball| ball.symbol.as_str()).collect()
}

fn numbers(game: &[Vec<Written>]) -> Vec<&str> {
    game.iter().flatten().map(|ball| ball.number.as_str()).collect()
}

fn quoted(words: &[impl AsRef<str>], between: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
    format!("[{}]", words.join(between))
}

/// Spellings that are numbers whatever stands in them.
fn as_rolls(game: &[Vec<Written>], chance: &mut Chance) -> Vec<String> {
    let numbers = numbers(game);
    let between = chance.of(&[" ", ",", ", ", ";", "|", " | ", "\t", "  ;, "]);
    vec![numbers.join(between), format!("[{}]", numbers.join(",")), format!("  {} ,", numbers.join(" "))]
}

/// Spellings that `--from notation` reads. Ten with the third ball has no symbol of its own.
fn as_notation(game: &[Vec<Written>], chance: &mut Chance) -> Vec<String> {
    let words = words(game);
    let between = chance.of(&[" ", "|", ",", "; ", " | ", "\t"]);
    let mut tenth = words.join("|");
    if let Some(balls) = game.get(9) {
        // `X|X|…|X||XX`: fill balls apart from their frame.
        tenth = words[..9].join("|") + "|" + &balls[0].symbol + "||";
        tenth.extend(balls[1..].iter().map(|ball| ball.symbol.as_str()));
    }
    vec![words.join(between), words.concat(), words.join("|"), tenth, symbols(game).join(" "), quoted(&words, ",")]
}

/// A game, as one line and as the second scorer knows it.
struct Case {
    line: String,
    frames: Frames,
}

/// Scores all the lines in one process, and holds each row against the second scorer.
fn assert_scores(rules: &str, from: &str, cases: &[Case]) {
    assert!(cases.len() >= GAMES / 2, "{rules} {from}: {}", cases.len());
    let sheet = common::sheet(cases.iter().map(|case| &case.line));
    let out = common::good(&["--rules", rules, "--from", from, "--csv", "--no-header"], &sheet);
    let totals = common::good(&["--rules", rules, "--from", from], &sheet);
    assert_eq!((out.lines().count(), totals.lines().count()), (cases.len(), cases.len()));
    for (said, Case { line, frames }) in totals.lines().zip(cases) {
        assert_eq!(said, plain::total(rules, frames).to_string(), "{rules} --from {from}: {line}");
    }
    for (number, (row, Case { line, frames })) in (1..).zip(out.lines().zip(cases)) {
        let mut running = plain::running(rules, frames).iter().map(u16::to_string).collect::<Vec<_>>();
        running.resize(10, String::new());
        let (total, best) = (plain::total(rules, frames), plain::best(rules, frames));
        let complete = plain::is_complete(rules, frames);
        let expected = format!("-,{number},,{},{total},{best},{complete},", running.join(","));
        assert_eq!(row, expected, "{rules} --from {from}: {line}");
    }
}

fn games(rules: &str, seed: u64) -> impl Iterator<Item = (Frames, Chance)> + '_ {
    (0..GAMES as u64).map(move |game| {
        let mut chance = Chance::new(seed * 1_000_003 + game + 1);
        (plain::random_game(rules, &mut chance), chance)
    })
}

/// Spells random games of every rule set, and holds them against the second scorer in each of the dialects.
fn assert_spellings(seed: u64, dialects: &[&str], spell: impl Fn(&Frames, &mut Chance) -> Vec<String>) {
    for rules in RULES {
        let mut all = Vec::new();
        for (frames, mut chance) in games(rules, seed) {
            let lines = spell(&frames, &mut chance).into_iter();
            all.extend(lines.map(|line| Case { line, frames: frames.clone() }));
        }
        for from in dialects {
            assert_scores(rules, from, &all);
        }
    }
}

#[test]
fn numbers_give_the_totals_of_the_second_scorer() {
    assert_spellings(1, &["rolls", "auto"], |frames, chance| {
        let game = write(frames, chance, false);
        as_rolls(&game, chance)
    });
}

#[test]
fn symbols_give_the_totals_of_the_second_scorer() {
    assert_spellings(2, &["notation"], |frames, chance| {
        let mut lines = Vec::new();
        for digits_only in [false, true] {
            let game = write(frames, chance, digits_only);
            if !symbols(&game).contains(&"10") {
                lines.extend(as_notation(&game, chance));
            }
        }
        lines
    });
}

#[test]
fn nothing_need_be_said_of_a_line_that_only_notation_writes() {
    assert_spellings(3, &["auto"], |frames, chance| {
        let game = write(frames, chance, false);
        let symbols = symbols(&game);
        let certain = symbols.iter().any(|symbol| matches!(*symbol, "X" | "x" | "/"));
        if certain && !symbols.contains(&"10") { as_notation(&game, chance) } else { Vec::new() }
    });
}

#[test]
fn one_symbol_a_token_is_certain_and_ten_is_a_strike_there() {
    assert_spellings(4, &["auto"], |frames, chance| {
        let game = write(frames, chance, false);
        let tokens: Vec<&str> =
            symbols(&game).iter().map(|symbol| if *symbol == "X" { "10" } else { symbol }).collect();
        vec![tokens.join(" "), quoted(&tokens, ", ")]
    });
}

#[test]
fn what_the_converters_write_is_read_back_as_the_same_game() {
    for rules in RULES {
        let mut lines = Vec::new();
        for (frames, mut chance) in games(rules, 5) {
            let game = write(&frames, &mut chance, false);
            lines.push(symbols(&game).join(" "));
        }
        let sheet = common::sheet(&lines);
        let to = |format: &'static str, sheet: &str| common::good(&["-r", rules, "-t", format], sheet);
        let (notation, rolls) = (to("notation", &sheet), to("rolls", &sheet));
        assert_eq!(to("rolls", &notation), rolls, "{rules}");
        assert_eq!(to("notation", &notation), notation, "{rules}");
        assert_eq!(to("rolls", &rolls), rolls, "{rules}");
        // Rolls know no splits, and without one a line may need its symbols set apart; all else is there.
        let symbols = |notation: &str| notation.replace(['S', ' '], "");
        assert_eq!(symbols(&to("notation", &rolls)), symbols(&notation), "{rules}");
    }
}

#[test]
fn a_ball_too_many_is_refused_wherever_it_stands() {
    for rules in RULES {
        let mut lines = Vec::new();
        let mut columns = Vec::new();
        for (frames, mut chance) in games(rules, 6) {
            // The last ball of a broken rack gets more pins than stand.
            let game = write(&frames, &mut chance, false);
            let numbers = numbers(&game);
            let standing: Vec<u8> = standing(rules, &frames);
            let Some(at) = (0..numbers.len()).rev().find(|&at| standing[at] < 10) else { continue };
            let good = numbers[..at].join(" ");
            columns.push(good.len() + 2);
            lines.push(format!("{good} {}", standing[at] + 1));
        }
        let diagnostics = common::refused(&["-r", rules, "-f", "rolls"], common::sheet(&lines));
        assert_eq!(diagnostics.len(), columns.len());
        for (line, (said, column)) in (1..).zip(diagnostics.iter().zip(columns)) {
            let start = format!("-:{line}:{column}: frame ");
            assert!(said.starts_with(&start) && said.ends_with(" is 11 pins, a rack has 10"), "{said} ({start})");
        }
    }
}

#[test]
fn a_slip_of_the_pen_is_judged_alike_with_and_without_a_name() {
    let slips: Vec<char> = "0123456789Xx/-FGg |,;\t[]\"?".chars().collect();
    for rules in RULES {
        let mut lines = vec!["5 5 3".to_string()];
        for (frames, mut chance) in games(rules, 7) {
            let game = write(&frames, &mut chance, false);
            let spelled = [as_rolls(&game, &mut chance), as_notation(&game, &mut chance)].concat();
            let plain = spelled.into_iter().filter(|line| !line.contains(['s', 'S', '(']));
            for mut line in plain {
                let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
                if places.is_empty() {
                    continue;
                }
                let (at, slip) = (*chance.of(&places), *chance.of(&slips));
                match chance.below(3) {
                    0 => line.insert(at, slip),
                    1 => {
                        line.remove(at);
                    }
                    _ => {
                        line.remove(at);
                        line.insert(at, slip);
                    }
                }
                lines.push(line);
            }
        }
        // A letter, something that is no roll, and a comma make a name: `X?,`.
        let named =
            |line: &str| line.trim_start().starts_with(char::is_alphabetic) && line.contains(['[', ']', '"', '?']);
        lines.retain(|line| !line.trim().is_empty() && !named(line));
        let named: Vec<String> = lines.iter().map(|line| format!("N:{line}")).collect();
        for from in ["auto", "rolls", "notation"] {
            let totals = |lines: &[String]| common::run(&["-r", rules, "-f", from], common::sheet(lines));
            let (short, long) = (totals(&lines), totals(&named));
            assert_eq!(short.out.lines().count(), lines.len());
            for ((short, long), line) in short.out.lines().zip(long.out.lines()).zip(&lines) {
                assert_eq!(format!("N\t{short}"), long, "{rules} --from {from}: {line}");
            }
            // What is said is the same, two columns further on.
            let messages = |ran: &str| -> Vec<String> {
                ran.lines().map(|line| line.splitn(4, ':').last().unwrap_or_default().into()).collect()
            };
            assert_eq!(messages(&short.err), messages(&long.err), "{rules} --from {from}");
        }
    }
}

/// What stood before each ball.
fn standing(rules: &str, frames: &Frames) -> Vec<u8> {
    let mut balls = frames.iter().flatten();
    let mut standing = Vec::new();
    plain::play(rules, |pins| {
        standing.push(pins);
        balls.next().map(|ball| ball.pins)
    });
    standing
}
