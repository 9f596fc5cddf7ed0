//! `bowling generate`: the games of a seed, every option, and what the filter makes of the games.
#![cfg(feature = "cli")]

use crate::common::child::{Running, piped};
use crate::common::reference::{self, RULES};
use crate::common::{Outcome, accepted, run};
use std::io::Read;

/// Every output format of the filter.
const FORMATS: [&str; 9] = ["totals", "board", "csv", "json", "notation", "rolls", "sheet", "explain", "html"];

/// The output of `bowling generate`, which must succeed without a word.
fn generate(args: &str) -> String {
    let args: Vec<&str> = ["generate"].into_iter().chain(args.split_whitespace()).collect();
    accepted(&args, "")
}

#[test]
fn the_games_of_a_seed_never_change() {
    for (args, games) in [
        ("--seed 1 -n 2", "9/ X X 9/ 9- 81 9- 54 9- 72\n81 7/ 6/ 9/ 9- 3- 9/ 8- 9/ 8-\n"),
        ("--seed 7 -n 2", "44 9/ 8/ 9- 9/ 9/ 9- 71 6/ 8/X\nX 4- X X 8/ 9/ X X 62 8-\n"),
        ("--seed 300 -n 2", "X X 8/ 9- 9/ X X X 9/ 7/9\n9/ 9/ X 8- 9- 9- 72 X X 9-\n"),
        ("-r candlepin --seed 1", "5/ 9/ 63- 332 52- 62- 232 514 2/ 531\n"),
        ("-r candlepin --seed 7", "-53 522 6-3 531 5-1 3-6 442 9-- 63- 721\n"),
        ("-r candlepin --seed 300", "9/ 441 352 6/ 9/ 513 622 631 4-4 351\n"),
        ("--seed 1 --to rolls --players Ann", "Ann: 9 1 10 10 9 1 9 0 8 1 9 0 5 4 9 0 7 2\n"),
    ] {
        assert_eq!(generate(args), games, "{args}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_no_seed_gives_others() {
    for rules in RULES {
        for to in FORMATS {
            let args = format!("-n 40 --seed 18446744073709551615 -r {rules} --to {to} --errors 20 --unfinished 20");
            assert_eq!(generate(&args), generate(&args), "{args}");
        }
        let args = format!("-n 40 -r {rules}");
        assert_ne!(generate(&args), generate(&args), "{args}");
        assert_ne!(generate(&format!("{args} --seed 1")), generate(&format!("{args} --seed 2")));
    }
}

#[test]
fn as_many_games_as_asked_for_are_written() {
    assert_eq!(generate("").lines().count(), 1);
    for count in [0, 1, 2, 64, 65, 5000] {
        for to in ["notation", "rolls", "sheet", "totals", "json"] {
            let games = generate(&format!("-n {count} --to {to} --errors 10 --unfinished 10 --edge-cases"));
            assert_eq!(games.lines().count(), count, "{to}");
        }
        assert_eq!(generate(&format!("-n {count} --csv")).lines().count(), count + 1);
        assert_eq!(generate(&format!("-n {count} --csv --no-header")).lines().count(), count);
        let page = generate(&format!("-n {count} --html --players Ann,Ben,Cleo --mistakes 10"));
        assert_eq!(page.matches(" id=\"g").count(), count, "{page}");
    }
}

#[test]
fn the_filter_accepts_every_game_and_scores_it_as_the_reference_does() {
    for rules in RULES {
        for to in ["notation", "rolls", "sheet", "csv", "json"] {
            let args = format!("-n 300 --seed 5 -r {rules} --unfinished 30 --edge-cases --to {to}");
            let games = generate(&args);
            assert_eq!(accepted(&["-r", rules, "--to", "rolls"], &games), generate(&(args + " --to rolls")), "{to}");
        }
        let sheet = generate(&format!("-n 300 --seed 5 -r {rules} --unfinished 30 --edge-cases --to sheet"));
        let report = accepted(&["--check"], &sheet);
        assert_eq!(report.matches("\nok ").count(), 300, "{report}");
        let totals = generate(&format!("-n 300 --seed 5 -r {rules} --to totals"));
        let rolls = generate(&format!("-n 300 --seed 5 -r {rules} --to rolls"));
        for (total, rolls) in totals.lines().zip(rolls.lines()) {
            let mut balls = rolls.split(' ').map(|pins| pins.parse::<u8>().unwrap());
            let frames = reference::play(rules, |_| balls.next());
            assert!(reference::is_complete(rules, &frames) && balls.next().is_none(), "{rolls}");
            assert_eq!(total, reference::total(rules, &frames).to_string(), "{rules}: {rolls}");
        }
    }
}

#[test]
fn every_format_shows_what_the_filter_shows_of_the_sheet() {
    for rules in RULES {
        for players in ["", "--players Ann,Ben,홍길동"] {
            let games = format!("-n 200 --seed 9 -r {rules} {players} --unfinished 20 --errors 20");
            for (to, mistakes) in [
                ("totals", ""),
                ("board", ""),
                ("explain", ""),
                ("csv", "--mistakes 40"),
                ("json", "--mistakes 40"),
                ("html", "--mistakes 40"),
            ] {
                let filtered = run(&["--to", to], generate(&format!("{games} {mistakes} --to sheet"))).out;
                let generated = generate(&format!("{games} {mistakes} --to {to}"));
                assert!(generated == filtered, "{rules} {to} {players}");
            }
        }
    }
}

#[test]
fn players_bowl_in_turn_and_a_round_is_a_group() {
    let games = generate("-n 5 --seed 1 --players Ann,Ben");
    let names: Vec<&str> = games.lines().map(|line| line.split_once(':').map_or("", |(name, _)| name)).collect();
    assert_eq!(names, ["Ann", "Ben", "", "Ann", "Ben", "", "Ann"]);
    for to in ["rolls", "sheet"] {
        let games = generate(&format!("-n 5 --seed 1 --players Ann,Ben --to {to}"));
        assert_eq!(games.lines().filter(|line| line.is_empty()).count(), 2, "{to}");
    }
    // The games are those without players, and a board has one group per round.
    let bare: String = games.lines().filter_map(|line| Some(line.split_once(": ")?.1.to_owned() + "\n")).collect();
    assert_eq!(bare, generate("-n 5 --seed 1"));
    assert_eq!(generate("-n 5 --seed 1 --players Ann,Ben --board").matches("| NAME").count(), 3);
    assert_eq!(accepted(&["--board"], &games), generate("-n 5 --seed 1 --players Ann,Ben --board"));
    let totals = accepted(&["generate", "--players", "Ann Lee, 홍길동 ", "-n2", "--to", "totals"], "");
    let names: Vec<&str> = totals.lines().filter_map(|line| Some(line.split_once('\t')?.0)).collect();
    assert_eq!(names, ["Ann Lee", "홍길동"]);
}

#[test]
fn mistakes_are_wrong_claims_about_the_same_games_and_each_is_named() {
    for rules in RULES {
        let games = format!("-n 200 --seed 3 -r {rules} --to sheet");
        let (right, wrong) = (generate(&games), generate(&format!("{games} --mistakes 40")));
        let game = |line: &str| line.split_once(" = ").map(|(game, _)| game.to_owned());
        assert_eq!(right.lines().map(game).collect::<Vec<_>>(), wrong.lines().map(game).collect::<Vec<_>>());
        let mistaken = right.lines().zip(wrong.lines()).filter(|(right, wrong)| right != wrong).count();
        assert!((60..100).contains(&mistaken), "{rules}: {mistaken}");
        let Outcome { status, out, .. } = run(&["--check"], &wrong);
        assert_eq!((status, out.matches("\nnot ok ").count()), (1, mistaken), "{rules}");
        let messages: Vec<&str> = out.lines().filter(|line| line.contains("the sheet says")).collect();
        assert_eq!(messages.len(), mistaken, "{out}");
        let named = messages.iter().filter(|line| line.contains('(')).count();
        // A swap of digits and a frame that is left out have no name of their own.
        assert!(named * 10 > mistaken * 9, "{rules}: {named} of {mistaken}: {messages:?}");
        // Tables and pages have the same claims, and say which do not hold.
        let rows = generate(&format!("{games} --mistakes 40 --csv --no-header"));
        assert_eq!(rows.lines().filter(|row| row.ends_with(",false")).count(), mistaken);
        assert_eq!(rows.lines().filter(|row| row.ends_with(",true")).count(), 200 - mistaken);
        let objects = generate(&format!("{games} --mistakes 40 --json"));
        assert_eq!(objects.matches("\"holds\":false").count(), mistaken);
        let key = generate(&format!("{games} --csv --no-header"));
        assert!(key.lines().all(|row| row.ends_with(",,")));
    }
    assert_eq!(run(&["--check"], generate("-n 50 --to sheet --mistakes 100")).out.matches("\nnot ok ").count(), 50);
}

#[test]
fn impossible_games_are_refused_and_claimed_to_be() {
    for rules in RULES {
        let games = format!("-n 300 --seed 4 -r {rules} --errors 30");
        let sheet = generate(&format!("{games} --to sheet"));
        let errors = sheet.lines().filter(|line| line.ends_with(" = error")).count();
        assert!((60..120).contains(&errors), "{rules}: {errors}");
        assert!(!generate(&format!("{games} --to notation")).contains('='), "only a sheet has claims");
        assert_eq!(accepted(&["--check"], &sheet).matches("\nok ").count(), 300, "{rules}");
        for to in ["notation", "rolls"] {
            let text = generate(&format!("{games} --to {to}"));
            let totals = run(&["-r", rules], &text);
            assert_eq!(totals.status, 1);
            assert_eq!(totals.out.lines().filter(|total| *total == "error").count(), errors, "{rules} {to}");
            assert_eq!(totals.out, generate(&format!("{games} --to totals")), "{rules} {to}");
        }
        let objects = generate(&format!("{games} --json"));
        assert_eq!(objects.matches("\"claim\":{\"says\":\"error\",\"holds\":true}").count(), errors);
        // The other games are those without errors.
        for (with, without) in sheet.lines().zip(generate(&format!("-n 300 --seed 4 -r {rules} --to sheet")).lines()) {
            assert!(with.ends_with(" = error") || with == without);
        }
    }
}

#[test]
fn unfinished_games_stop_early() {
    let games = generate("-n 300 --seed 2 --unfinished 30");
    let complete = generate("-n 300 --seed 2");
    let cut = games.lines().zip(complete.lines()).filter(|(game, whole)| game != whole).count();
    assert!((60..120).contains(&cut), "{cut}");
    assert_eq!(run(&["--complete"], &games).err.lines().count(), cut);
    assert_eq!(run(&["--complete"], generate("-n 30 --unfinished 100")).err.lines().count(), 30);
}

#[test]
fn edge_cases_come_first_and_the_usual_games_follow() {
    let edge_cases = generate("-n 1000 --seed 6 --edge-cases");
    for game in ["X X X X X X X X X XXX", "5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5", "-- -- -- -- -- -- -- -- -- --"] {
        assert!(edge_cases.lines().any(|line| line == game), "{game}");
    }
    let usual = generate("-n 1000 --seed 6");
    let first = usual.lines().next().unwrap();
    let start = edge_cases.lines().position(|line| line == first).unwrap();
    assert!(start > 10);
    assert!(edge_cases.lines().skip(start).zip(usual.lines()).all(|(a, b)| a == b));
}

#[test]
fn the_average_is_met() {
    let mean = |args: &str| {
        let totals = generate(&format!("-n 4000 --seed 8 --to totals {args}"));
        totals.lines().map(|total| total.parse::<u32>().unwrap()).sum::<u32>() / 4000
    };
    for average in [0, 80, 120, 160, 200, 230, 300] {
        assert!(mean(&format!("--average {average}")).abs_diff(average) <= 3, "{average}");
    }
    assert!(mean("").abs_diff(160) <= 3);
    // As much skill, not as many pins: 160 at candlepin is beyond any bowler.
    assert!((90..100).contains(&mean("-r candlepin")));
    assert!((160..300).contains(&mean("-r notap9")));
    assert!(mean("-r candlepin --average 160").abs_diff(160) <= 3);
}

#[test]
fn bad_options_are_usage_errors() {
    for (args, message) in [
        ("--average 400", "invalid value '400' for '--average <PINS>': expected an average from 0 to 300"),
        ("--average -1", "invalid value '-1' for '--average <PINS>': expected an average from 0 to 300"),
        ("--errors 120", "invalid value '120' for '--errors <P>': expected a percentage from 0 to 100"),
        ("--mistakes x", "invalid value 'x' for '--mistakes <P>': expected a percentage from 0 to 100"),
        ("--unfinished -5", "invalid value '-5' for '--unfinished <P>': expected a percentage from 0 to 100"),
        ("-n -1", "invalid value '-1' for '--count <N>': expected a whole number from 0 to 18446744073709551615"),
        ("-n 1.5", "invalid value '1.5' for '--count <N>': expected a whole number from 0 to 18446744073709551615"),
        ("--seed x", "invalid value 'x' for '--seed <N>': expected a whole number from 0 to 18446744073709551615"),
        ("--players Ann,,Ben", "invalid value '' for '--players <NAME>': expected names with commas between them"),
        ("--players a:b", "a sheet cannot hold the name a\\u{3a}b (use no : = # [ {)"),
        ("--mistakes 30", "--mistakes needs a format with claims: --to sheet, csv, json or html"),
        ("--mistakes 30 --board", "--mistakes needs a format with claims: --to sheet, csv, json or html"),
        ("--to log", "invalid value 'log' for '--to <FORMAT>'"),
        ("game.sheet", "unexpected argument 'game.sheet' found"),
    ] {
        let args: Vec<&str> = ["generate"].into_iter().chain(args.split(' ')).collect();
        let Outcome { status, out, err } = run(&args, "");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(&format!(": {message}\n")), "{args:?}: {err}");
    }
}

#[test]
fn the_last_option_counts_and_colors_are_those_of_the_filter() {
    assert_eq!(generate("--seed 1 --json --to sheet --board"), generate("--seed 1 --to board"));
    assert_eq!(generate("--seed 2 -n 7 --board --seed 1 -n 1 -t notation"), generate("--seed 1"));
    let colored = generate("--seed 1 -n 3 --board --color always");
    assert_eq!(colored, accepted(&["--board", "--color", "always"], generate("--seed 1 -n 3")));
    assert!(colored.contains('\x1b'));
    assert!(accepted(&["help", "generate"], "").contains("--mistakes <P>"));
}

#[test]
fn a_closed_pipe_ends_it_quietly_and_soon() {
    // Far more games than could be written before the end of the test.
    let mut child = Running::start(&mut piped(&["generate", "-n", "18446744073709551615", "--seed", "1"]));
    let mut start = [0; 1000];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.finish();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert!(start.starts_with(b"9/ X X 9/ 9- 81 9- 54 9- 72\n"));
}
