//! Properties of the filter.

use std::fmt::Write as _;

use bowling::{Game, Rules};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::{cases, frames, game, numbers, rules, symbols, without_splits_and_leaves};
use crate::common::random::Random;
use crate::common::scratch::ScratchDir;
use crate::common::{FORMATS, run_bytes, without_unfinished};

fn objects(json: &[u8]) -> Vec<Value> {
    json.split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

/// A line, and whether it holds a game (right or wrong).
fn line() -> impl Strategy<Value = (String, bool)> {
    prop_oneof![
        4 => game().prop_filter("no empty line", Game::has_begun)
            .prop_map(|game| (numbers(&game).join(" "), true)),
        2 => (game(), any::<u64>()).prop_map(|(game, choice)| (format!("P{}: {}", choice % 9, symbols(&game, choice).concat()), true)),
        1 => "[0-9Xq/]{1,9}[ =][0-9X/#]{0,9}".prop_map(|line| (format!(".{line}"), true)),
        1 => Just((String::new(), false)),
        1 => "# [a-z ]{0,9}".prop_map(|line| (line, false)),
        1 => " {0,3}\r".prop_map(|line| (line, false)),
    ]
}

/// The JSON records of an input without what is about the input, not about the game.
fn records(input: &[u8]) -> Vec<Value> {
    let mut records = objects(&run_bytes(&["--json"], input).stdout);
    for record in &mut records {
        for place in ["file", "line"] {
            record.as_object_mut().unwrap().remove(place);
        }
        if let Some(error) = record["error"].as_object_mut() {
            error.remove("line");
            error.remove("column");
        }
    }
    records
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_game_has_one_record_in_order(lines in prop::collection::vec(line(), 0..40), rules in rules()) {
        let input: String = lines.iter().fold(String::new(), |all, (line, _)| all + line + "\n");
        let games: Vec<u64> = (1..).zip(&lines).filter(|(_, (_, game))| *game).map(|(number, _)| number).collect();
        for format in ["--to=totals", "--json", "--csv", "--to=notation", "--to=sheet"] {
            let output = run_bytes(&[format, "--rules", rules.name()], input.as_bytes());
            let failed = !without_unfinished(&String::from_utf8_lossy(&output.stderr)).is_empty();
            prop_assert_eq!(output.status.code(), Some(i32::from(failed)));
            let records = String::from_utf8(output.stdout).unwrap();
            // Sheet output also has comments, blank lines, and lines where the rules change.
            let is_game = |line: &&str| format != "--to=sheet" || !(line.trim().is_empty() || line.trim_start().starts_with('#'));
            let count = records.lines().filter(is_game).count();
            prop_assert_eq!(count, games.len() + usize::from(format == "--csv"));
            if format == "--json" {
                let numbers: Vec<u64> = objects(records.as_bytes()).iter().map(|record| record["line"].as_u64().unwrap()).collect();
                prop_assert_eq!(&numbers, &games);
            }
        }
    }

    #[test]
    fn converted_games_read_back_as_the_same_games(games in prop::collection::vec(game(), 1..30)) {
        for &rules in Rules::ALL {
            let games: Vec<Game> = games.iter().filter(|game| game.rules() == rules).cloned().collect();
            let input: String = games.iter().enumerate().fold(String::new(), |mut all, (at, game)| {
                let _ = writeln!(all, "P{at}: [{}]", symbols(game, 0).join(" "));
                all
            });
            let json = |input: &[u8]| objects(&run_bytes(&["--json", "--rules", rules.name()], input).stdout);
            let records = json(input.as_bytes());
            prop_assert_eq!(records.len(), games.len());
            for (format, splits) in [("--to=notation", true), ("--to=rolls", false), ("--to=sheet", true)] {
                let written = run_bytes(&[format, "--rules", rules.name()], input.as_bytes());
                prop_assert_eq!(written.status.code(), Some(0), "{}", input);
                let again = json(&written.stdout);
                prop_assert_eq!(again.len(), records.len());
                for (mut again, mut record) in again.into_iter().zip(records.clone()) {
                    for frame in [&mut again, &mut record].into_iter().flat_map(|record| record["frames"].as_array_mut().unwrap()) {
                        if !splits {
                            frame.as_object_mut().unwrap().remove("split");
                            frame.as_object_mut().unwrap().remove("splits");
                            frame.as_object_mut().unwrap().remove("leaves");
                        }
                    }
                    prop_assert_eq!(&again["frames"], &record["frames"]);
                    if format == "--to=sheet" {
                        prop_assert_eq!(&again["name"], &record["name"]);
                    }
                }
                if format == "--to=sheet" && !records.is_empty() {
                    prop_assert_eq!(run_bytes(&["--check", "--rules", rules.name()], &written.stdout).status.code(), Some(0));
                }
            }
        }
    }

    #[test]
    fn json_and_csv_read_back_as_the_same_records(games in prop::collection::vec((game(), 0..5_u8), 1..30)) {
        let mut input = String::new();
        for (at, (game, kind)) in games.iter().enumerate() {
            let name = ["", "P: ", "Ann \"Hammer\" Lee, jr: ", "=1+2: ", "홍길동: "][at % 5];
            let balls = symbols(game, 0).join(" ");
            let total = game.score();
            let _ = writeln!(input, "# rules: {}", game.rules());
            let _ = match kind {
                0 => writeln!(input, "{name}[{balls}]"),
                1 => writeln!(input, "{name}[{balls}] = {total}"),
                2 => writeln!(input, "{name}[{balls}] = {}", total + 1),
                3 => writeln!(input, "{name}[{balls}] = {total} _"),
                _ => writeln!(input, "{name}[{balls} 11] = error"),
            };
        }
        let expected = records(input.as_bytes());
        prop_assert_eq!(expected.len(), games.len());
        for format in ["--json", "--csv"] {
            let written = run_bytes(&[format], input.as_bytes());
            prop_assert_eq!(&records(&written.stdout), &expected, "{}", format);
        }
        // All objects on one line, and each on many lines.
        let json = objects(&run_bytes(&["--json"], input.as_bytes()).stdout);
        prop_assert_eq!(&records(&serde_json::to_vec(&json).unwrap()), &expected);
        prop_assert_eq!(&records(&serde_json::to_vec_pretty(&json).unwrap()), &expected);
    }

    #[test]
    fn a_table_gives_the_games_of_its_rolls(games in prop::collection::vec(game(), 1..30), padding in select(vec!["", "0", "NA"])) {
        let header = (1..=10).flat_map(|frame| (1..=3).map(move |ball| format!("f{frame}_t{ball}"))).collect::<Vec<_>>();
        let mut csv = format!("rules,{}\n", header.join(","));
        let (mut json, mut expected) = (String::new(), String::new());
        for game in &games {
            let game = without_splits_and_leaves(game);
            let mut rest = &numbers(&game)[..];
            let mut cells = Vec::new();
            let mut frames = Vec::new();
            for frame in game.frames() {
                let (now, after) = rest.split_at(frame.balls().len());
                rest = after;
                let is_over = !rest.is_empty() || game.is_complete();
                let pad = if is_over { padding } else { "" };
                cells.extend(now.iter().map(String::as_str).chain(std::iter::repeat(pad)).take(3).map(String::from));
                let balls = now.iter().map(|ball| if ball == "F" { "\"F\"".into() } else { ball.clone() });
                frames.push(format!("[{}]", balls.collect::<Vec<_>>().join(",")));
            }
            let _ = writeln!(csv, "{},{}", game.rules(), cells.join(","));
            let _ = writeln!(json, "{{\"rules\":\"{}\",\"frames\":[{}]}}", game.rules(), frames.join(","));
            let _ = writeln!(expected, "# rules: {}\n[{}]", game.rules(), numbers(&game).join(" "));
        }
        let expected = records(expected.as_bytes());
        prop_assert_eq!(&records(csv.as_bytes()), &expected, "{}", csv);
        prop_assert_eq!(&records(json.as_bytes()), &expected, "{}", json);
    }

    #[test]
    fn any_text_is_a_table_or_an_error(text in "[,;\"\n0-9Xab{}:\\[\\]/\\\\ -]{0,200}", kind in 0..4_usize, format in select(FORMATS.to_vec())) {
        let start = ["name,f1_t1,f1_t2,total\n", "game;rules;error\n", "{\"rolls\":[5,4]}\n", "[{\"frames\":[[10,0]]},"][kind];
        let output = run_bytes(&[format], format!("{start}{text}"));
        prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
        if format != "--check" {
            prop_assert_eq!(output.status.code(), Some(i32::from(!output.stderr.is_empty())));
        }
    }

    #[test]
    fn a_file_gives_the_records_of_its_parts(lines in prop::collection::vec(line(), 1..40), cut in any::<prop::sample::Index>()) {
        let text = |lines: &[(String, bool)]| lines.iter().fold(String::new(), |all, (line, _)| all + line + "\n");
        let (first, second) = lines.split_at(cut.index(lines.len()));
        for format in ["--to=totals", "--to=notation", "--to=rolls", "--to=sheet"] {
            let whole = run_bytes(&[format], text(&lines).as_bytes());
            let parts = [run_bytes(&[format], text(first).as_bytes()), run_bytes(&[format], text(second).as_bytes())];
            prop_assert_eq!(whole.stdout, [&parts[0].stdout[..], &parts[1].stdout].concat());
            prop_assert_eq!(whole.status.code(), parts.iter().map(|part| part.status.code()).max().unwrap());
        }
    }

    #[test]
    fn any_bytes_give_text_and_a_matching_status(bytes in prop::collection::vec(any::<u8>(), 0..300), format in select(FORMATS.to_vec()), from in select(vec!["auto", "rolls", "notation", "log", "csv", "json"])) {
        let output = run_bytes(&[format, "--from", from], &bytes);
        // Line ends of carriage returns are an error of the whole input.
        if !bytes.contains(&b'\n') && bytes.contains(&b'\r') && output.status.code() == Some(2) {
            return Ok(());
        }
        prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
        prop_assert!(std::str::from_utf8(&output.stdout).is_ok() && std::str::from_utf8(&output.stderr).is_ok());
        if format != "--check" {
            prop_assert_eq!(output.status.code(), Some(i32::from(!output.stderr.is_empty())));
        }
    }
}

/// A sheet with lines of every kind, of at least `len` bytes.
fn large_sheet(len: usize) -> Vec<u8> {
    let mut sheet = Vec::new();
    let mut random = Random::new(7);
    let mut number = 0;
    while sheet.len() < len {
        number += 1;
        let line: &[u8] = match random.below(40) {
            0 => b"",
            1 => b"# a comment",
            2 => b"# rules: world",
            3 => b"# rules: tenpin",
            4 if number % 50 == 0 => b"# rules: ninepin",
            5 => b"8 5",
            6 => b"X 5/ 9o",
            7 => b"\xff\xfe 5",
            8 => b"5 \0 5",
            9 => "홍길동: X 5/ 9-\r".as_bytes(),
            10 => b"PJS: X 5/ 9- = 48",
            11 => b"PJS: X 5/ 9- = 20 39 49",
            12 => b"8 5 = error",
            13 => b" \t\r",
            14 => b"10 10 10 10 10 10 10 10 10 10 10 10",
            15 => b"X X X X X X X X X X X X\r",
            16 => b"S7/ (8)1 F/ 9-",
            17 => b"a\x1b[2J: 5 5",
            18 => b"[10, 5, 5] # pasted",
            19..=24 => b"9 1 8 2 7 3 6 4 5 5 4 6 3 7 2 8 1 9 0 10 5",
            _ => b"X 7/ 9- X -8 8/ -6 X X X81",
        };
        sheet.extend_from_slice(line);
        sheet.push(b'\n');
        if number % 4000 == 0 {
            sheet.extend(vec![b'5'; 70_000]);
            sheet.push(b'\n');
        }
    }
    sheet.extend_from_slice(b"no line end: X");
    sheet
}

#[test]
fn any_number_of_threads_gives_the_same_output() {
    // Threads start at half a megabyte of input. Formats with short records have larger chunks.
    let (large, larger) = (large_sheet(640_000), large_sheet(1_200_000));
    let mut outputs = Vec::new();
    for format in FORMATS.into_iter().chain(["--quiet"]) {
        let short = matches!(format, "--to=totals" | "--to=rolls");
        let sheet = if short { &larger } else { &large };
        let one = run_bytes(&[format, "-j1"], sheet);
        assert_eq!(one.status.code(), Some(1), "{format}");
        for threads in ["-j2", "-j7"] {
            let many = run_bytes(&[format, threads], sheet);
            assert_eq!(many.status, one.status, "{format} {threads}");
            assert!(many.stdout == one.stdout, "{format} {threads}: other records");
            assert!(many.stderr == one.stderr, "{format} {threads}: other diagnostics");
        }
        outputs.push((format, if short { run_bytes(&[format, "-j2"], &large) } else { one }));
    }
    // Every format has the same diagnostics, and one record per game. How many games are unfinished is said beside records.
    let diagnostics = |output: &std::process::Output| without_unfinished(&String::from_utf8_lossy(&output.stderr));
    let games = memchr::memchr_iter(b'\n', &outputs[0].1.stdout).count();
    for (format, output) in &outputs {
        if *format != "--check" {
            assert!(diagnostics(output) == diagnostics(&outputs[0].1), "{format}");
        }
        let lines = memchr::memchr_iter(b'\n', &output.stdout).count();
        match *format {
            "--csv" => assert_eq!(lines, games + 1),
            "--json" | "--to=notation" | "--to=rolls" => assert_eq!(lines, games, "{format}"),
            "--to=sheet" => {
                let is_text = |line: &&[u8]| line.trim_ascii().is_empty() || line.trim_ascii_start().starts_with(b"#");
                let texts = output.stdout.split(|&byte| byte == b'\n').filter(is_text).count() - 1;
                assert_eq!(lines, games + texts, "{format}");
            }
            _ => {}
        }
    }
}

#[test]
fn a_large_file_gives_the_output_of_a_large_pipe() {
    let sheet = large_sheet(1_000_000);
    let folder = ScratchDir::new();
    let file = folder.write("large.sheet", &sheet);
    let piped = run_bytes(&["-j3"], &sheet);
    let read = run_bytes(&["-j3", &file], "");
    assert!(piped.stdout == read.stdout);
    // The same file twice gives the same records twice.
    let twice = run_bytes(&["-j3", &file, &file], "");
    assert!(twice.stdout == [&piped.stdout[..], &piped.stdout].concat());
}

#[test]
fn refused_games_do_not_change_the_games_after_them() {
    let good = "5 4 X 3 4\n".repeat(9);
    // Lines of 1 to 40 times the same balls, eight of each: most of them are refused.
    let before: Vec<String> = ["X", "5", "0", "5/", "-", "9 1", "10"]
        .iter()
        .flat_map(|ball| (1..=40).map(move |balls| format!("{}\n", vec![*ball; balls].join(" ")).repeat(8)))
        .collect();
    let records = run_bytes(
        &["--csv", "--no-header"],
        before.iter().flat_map(|before| [before, &good]).map(String::as_str).collect::<String>(),
    );
    let records = String::from_utf8(records.stdout).unwrap();
    let records: Vec<&str> = records.lines().collect();
    assert_eq!(records.len(), (8 + 9) * before.len());
    for (batch, before) in records.chunks(8 + 9).zip(&before) {
        for row in &batch[8..] {
            let frames = row.splitn(3, ',').last().unwrap();
            assert_eq!(frames, ",9,26,33,,,,,,,,33,243,false,,tenpin,54 X 34,,", "after {before}");
        }
    }
}

/// A complete game.
fn complete_game(rules: Rules, random: &mut Random) -> Game {
    let mut game = Game::new(rules);
    while !game.is_complete() {
        let standing = game.lane().standing;
        let pins = if random.one_in(3) { standing } else { random.below(usize::from(standing) + 1) as u8 };
        game.roll(pins).unwrap();
    }
    game
}

#[test]
fn a_comment_on_every_line_changes_no_record() {
    // Complete games and nothing else are scored and written in batches, lines with a comment one by one.
    let (mut random, folder) = (Random::new(12), ScratchDir::new());
    for &rules in Rules::ALL {
        let (mut plain, mut commented) = (String::new(), String::new());
        for line in 0..2_500 {
            let game = complete_game(rules, &mut random);
            let mut text = match line / 500 % 2 {
                0 => numbers(&game).join(" "),
                _ => frames(&game, &symbols(&game, 1)).join(" "),
            };
            // Between long runs of plain games.
            if line % 500 > 400 {
                text = match random.below(9) {
                    0 => format!("P{line}: {text}"),
                    1 => String::new(),
                    2 => text[..text.len() / 2].trim().to_owned(),
                    3 => format!("# rules: {}", random.pick(Rules::ALL)),
                    _ => text,
                };
            }
            let comment = if text.is_empty() || text.starts_with('#') { "" } else { " # seen" };
            let _ = (writeln!(plain, "{text}"), writeln!(commented, "{text}{comment}"));
        }
        let commented = folder.write("commented", commented);
        let [short, long] = ["short", &"long".repeat(20)].map(|name| folder.write(name, &plain));
        for format in ["--to=totals", "--board", "--csv", "--json", "--to=notation", "--to=rolls"] {
            let run = |file: &str| {
                let records = run_bytes(&[format, "--rules", rules.name(), file], "").stdout;
                String::from_utf8(records).unwrap()
            };
            let alone = run(&commented);
            for plain in [&short, &long] {
                let (together, alone) = (run(plain), alone.replace(&commented, plain));
                let difference = together.lines().zip(alone.lines()).find(|(together, alone)| together != alone);
                assert_eq!(difference, None, "{format}, {rules}");
                assert_eq!(together.len(), alone.len(), "{format}, {rules}");
            }
        }
    }
}
