//! The laws of the scorer and of the filter, on games, on text and on raw bytes, by every rule set.
#![cfg(feature = "cli")]

mod common;

use common::{FORMATS, fed};
use std::fmt::Write as _;

use bowling::game::{Pins, Roll};
use bowling::{Dialect, Game, Rules, score_line};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::Value;

/// The same cases in every run, unless `PROPTEST_CASES` or `PROPTEST_RNG_SEED` ask for others.
fn cases(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases };
    let rng_seed = if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(300) } else { asked.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..asked }
}

fn rules() -> impl Strategy<Value = Rules> {
    select(Rules::ALL.to_vec())
}

/// A game by chance: of any length, with fouls and splits, and with more marks than chance would give.
fn game() -> impl Strategy<Value = Game> {
    (rules(), prop::collection::vec((0..=14_u8, 0..20_u8), 0..32)).prop_map(|(rules, balls)| {
        let mut game = Game::new(rules);
        for (pins, kind) in balls {
            let lane = *game.lane();
            if lane.is_over() {
                break;
            }
            let pins = Pins::new(if pins > 10 { lane.standing } else { pins.min(lane.standing) }).unwrap();
            let roll = match kind {
                0 => Roll::FOUL,
                1 if lane.is_full() && (1..=8).contains(&pins.get()) => Roll::split(pins),
                _ => Roll::new(pins),
            };
            game.push(roll).unwrap();
        }
        game
    })
}

/// The symbols of a game, a ball each, chosen among those that mean the same.
fn symbols(game: &Game, choice: u64) -> Vec<String> {
    let mut lane = Game::new(game.rules());
    let mut symbols = Vec::new();
    for (at, roll) in game.rolls().enumerate() {
        let (pins, standing, thrown) = (roll.pins().get(), lane.lane().standing, lane.lane().thrown);
        let pick = |of: &[&str]| of[(choice.rotate_left(7 * at as u32) % of.len() as u64) as usize].to_string();
        symbols.push(match pins {
            _ if roll.is_foul() => pick(&["F", "f"]),
            _ if roll.is_split() => {
                let circled = char::from_u32(0x245F + u32::from(pins)).filter(|_| (5..=8).contains(&pins));
                let circled = circled.map_or_else(|| format!("({pins})"), String::from);
                pick(&[&format!("S{pins}"), &format!("s{pins}"), &format!("({pins})"), &circled])
            }
            10 if thrown == 0 => pick(&["X", "x"]),
            _ if thrown == 1 && pins == standing && pins < 10 => pick(&["/", &pins.to_string()]),
            _ if thrown == 1 && pins == standing => "/".into(),
            10 => "10".into(),
            0 => pick(&["-", "G", "g", "0"]),
            pins => pins.to_string(),
        });
        lane.push(roll).unwrap();
    }
    symbols
}

fn read(line: &str, dialect: Dialect, rules: Rules) -> Result<Game, String> {
    score_line(line.as_bytes(), dialect, rules).unwrap().game.map_err(|error| format!("{line}: {error}"))
}

fn without_splits(game: &Game) -> Game {
    let mut plain = Game::new(game.rules());
    for roll in game.rolls() {
        plain.push(if roll.is_split() { Roll::new(roll.pins()) } else { roll }).unwrap();
    }
    plain
}

fn numbers(game: &Game) -> Vec<String> {
    let number = |roll: Roll| if roll.is_foul() { "F".into() } else { roll.pins().get().to_string() };
    game.rolls().map(number).collect()
}

fn objects(json: &[u8]) -> Vec<Value> {
    json.split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn a_prefix_of_a_good_game_is_good_and_its_settled_frames_never_change(game in game()) {
        let mut prefix = Game::new(game.rules());
        let mut settled: Vec<u16> = Vec::new();
        for roll in game.rolls() {
            prop_assert!(!prefix.is_complete());
            prefix.push(roll).unwrap();
            let now: Vec<u16> = prefix.frames().map_while(|frame| frame.total).collect();
            prop_assert!(now.starts_with(&settled), "{settled:?} became {now:?}");
            prop_assert_eq!(prefix.score(), now.last().copied().unwrap_or_default());
            settled = now;
        }
        prop_assert_eq!(&prefix, &game);
        prop_assert_eq!(game.is_complete(), settled.len() == 10);
    }

    #[test]
    fn max_never_rises_and_playing_perfectly_reaches_it(game in game()) {
        let mut prefix = Game::new(game.rules());
        let mut max = prefix.max();
        prop_assert_eq!(max, 300);
        for roll in game.rolls() {
            prefix.push(roll).unwrap();
            prop_assert!(prefix.max() <= max && prefix.score() <= prefix.max());
            max = prefix.max();
        }
        while !prefix.is_complete() {
            prefix.roll(prefix.lane().standing).unwrap();
            prop_assert_eq!(prefix.max(), max, "a perfect ball loses nothing");
        }
        prop_assert_eq!(prefix.score(), max);
    }

    #[test]
    fn max_is_the_best_of_all_next_balls(game in game()) {
        if !game.is_complete() {
            let best = (0..=10).filter_map(|pins| {
                let mut next = game.clone();
                next.roll(pins).ok().map(|()| next.max())
            });
            prop_assert_eq!(best.max(), Some(game.max()));
        }
    }

    #[test]
    fn undo_is_the_way_back(game in game()) {
        let mut prefix = Game::new(game.rules());
        for roll in game.rolls() {
            let before = prefix.clone();
            prefix.push(roll).unwrap();
            let mut back = prefix.clone();
            prop_assert_eq!(back.undo(), Some(roll));
            prop_assert_eq!(back, before);
        }
    }

    #[test]
    fn a_game_and_its_spellings_score_alike(game in game(), choice in any::<u64>(), separator in select(vec![" ", ", ", "|", ";", "\t", "  ,"])) {
        let rules = game.rules();
        let plain = without_splits(&game);
        let numbers = numbers(&game);
        if !numbers.is_empty() {
            for line in [numbers.join(separator), format!("[{}]", numbers.join(",")), format!("Zoë: {} # c", numbers.join(" "))] {
                prop_assert_eq!(read(&line, Dialect::Rolls, rules), Ok(plain.clone()));
                prop_assert_eq!(read(&line, Dialect::Auto, rules), Ok(plain.clone()));
            }
        }
        let symbols = symbols(&game, choice);
        let late_ten = symbols.iter().any(|symbol| symbol == "10");
        if !symbols.is_empty() {
            // A symbol a token reads alike by itself, whatever it is taken for.
            let single = symbols.join(separator);
            let zero_or_more = |wanted: &Game| read(&single, Dialect::Auto, rules) == Ok(wanted.clone());
            prop_assert!(zero_or_more(&game), "{}", single);
            if !late_ten {
                for line in [single, symbols.concat(), format!("홍 길동:{}=0", symbols.concat())] {
                    prop_assert_eq!(read(&line, Dialect::Notation, rules), Ok(game.clone()));
                }
                let frames: Vec<String> = frames(&game, &symbols);
                prop_assert_eq!(read(&frames.join(separator), Dialect::Notation, rules), Ok(game.clone()));
                let array = format!("[\"{}\"]", frames.join("\",\""));
                prop_assert_eq!(read(&array, Dialect::Notation, rules), Ok(game));
            }
        }
    }

    #[test]
    fn any_line_of_text_is_scored_or_refused_at_a_place_in_it(line in "[^\n]{0,80}", rules in rules()) {
        for dialect in [Dialect::Auto, Dialect::Rolls, Dialect::Notation] {
            if let Some(scored) = score_line(line.as_bytes(), dialect, rules) {
                match scored.game {
                    Ok(game) => prop_assert!(game.score() <= game.max() && game.max() <= 300),
                    Err(error) => prop_assert!((1..=line.chars().count() + 1).contains(&error.column())),
                }
            }
        }
    }

    #[test]
    fn a_line_of_rolls_and_slips_is_read_alike_however_it_ends(line in "[-0-9Xx/FSG ,|:=#\\[\\]_a\"\t]{0,40}", rules in rules()) {
        let read = |line: &str| score_line(line.as_bytes(), Dialect::Auto, rules).map(|scored| (scored.game.ok(), scored.claim));
        prop_assert_eq!(read(&line), read(&format!("{line}  ")));
    }
}

/// The symbols frame by frame.
fn frames(game: &Game, symbols: &[String]) -> Vec<String> {
    let mut rest = symbols;
    game.frames()
        .map(|frame| {
            let (now, after) = rest.split_at(frame.balls.len());
            rest = after;
            now.concat()
        })
        .collect()
}

/// Lines that hold a game, good or bad, and lines that hold none.
fn line() -> impl Strategy<Value = (String, bool)> {
    prop_oneof![
        4 => game().prop_filter("no empty line", |game| !game.balls().is_empty())
            .prop_map(|game| (numbers(&game).join(" "), true)),
        2 => (game(), any::<u64>()).prop_map(|(game, choice)| (format!("P{}: {}", choice % 9, symbols(&game, choice).concat()), true)),
        1 => "[0-9Xq/]{1,9}[ =][0-9X/#]{0,9}".prop_map(|line| (format!(".{line}"), true)),
        1 => Just((String::new(), false)),
        1 => "# [a-z ]{0,9}".prop_map(|line| (line, false)),
        1 => " {0,3}\r".prop_map(|line| (line, false)),
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_record_for_every_game_in_order(lines in prop::collection::vec(line(), 0..40), rules in rules()) {
        let input: String = lines.iter().fold(String::new(), |all, (line, _)| all + line + "\n");
        let games: Vec<u64> = (1..).zip(&lines).filter(|(_, (_, game))| *game).map(|(number, _)| number).collect();
        for format in ["--to=totals", "--json", "--csv", "--to=notation", "--to=sheet"] {
            let output = fed(&[format, "--rules", rules.name()], input.as_bytes());
            let failed = !output.stderr.is_empty();
            prop_assert_eq!(output.status.code(), Some(i32::from(failed)));
            let records = String::from_utf8(output.stdout).unwrap();
            // A sheet names its rules where they change.
            let count = records.lines().filter(|line| !line.starts_with("# rules: ")).count();
            prop_assert_eq!(count, games.len() + usize::from(format == "--csv"));
            if format == "--json" {
                let numbers: Vec<u64> = objects(records.as_bytes()).iter().map(|record| record["line"].as_u64().unwrap()).collect();
                prop_assert_eq!(&numbers, &games);
            }
        }
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_games(games in prop::collection::vec(game(), 1..30)) {
        for rules in Rules::ALL {
            let games: Vec<Game> = games.iter().filter(|game| game.rules() == rules).cloned().collect();
            let input: String = games.iter().enumerate().fold(String::new(), |mut all, (at, game)| {
                let _ = writeln!(all, "P{at}: [{}]", symbols(game, 0).join(" "));
                all
            });
            let json = |input: &[u8]| objects(&fed(&["--json", "--rules", rules.name()], input).stdout);
            let records = json(input.as_bytes());
            prop_assert_eq!(records.len(), games.len());
            for (format, splits) in [("--to=notation", true), ("--to=rolls", false), ("--to=sheet", true)] {
                let written = fed(&[format, "--rules", rules.name()], input.as_bytes());
                prop_assert_eq!(written.status.code(), Some(0), "{}", input);
                let again = json(&written.stdout);
                prop_assert_eq!(again.len(), records.len());
                for (mut again, mut record) in again.into_iter().zip(records.clone()) {
                    for frame in [&mut again, &mut record].into_iter().flat_map(|record| record["frames"].as_array_mut().unwrap()) {
                        if !splits {
                            frame.as_object_mut().unwrap().remove("split");
                        }
                    }
                    prop_assert_eq!(&again["frames"], &record["frames"]);
                    if format == "--to=sheet" {
                        prop_assert_eq!(&again["name"], &record["name"]);
                    }
                }
                if format == "--to=sheet" && !records.is_empty() {
                    prop_assert_eq!(fed(&["--check", "--rules", rules.name()], &written.stdout).status.code(), Some(0));
                }
            }
        }
    }

    #[test]
    fn a_file_cut_at_a_line_end_gives_the_records_of_its_parts(lines in prop::collection::vec(line(), 1..40), cut in any::<prop::sample::Index>()) {
        let text = |lines: &[(String, bool)]| lines.iter().fold(String::new(), |all, (line, _)| all + line + "\n");
        let (first, second) = lines.split_at(cut.index(lines.len()));
        for format in ["--to=totals", "--to=notation", "--to=rolls", "--to=sheet"] {
            let whole = fed(&[format], text(&lines).as_bytes());
            let parts = [fed(&[format], text(first).as_bytes()), fed(&[format], text(second).as_bytes())];
            prop_assert_eq!(whole.stdout, [&parts[0].stdout[..], &parts[1].stdout].concat());
            prop_assert_eq!(whole.status.code(), parts.iter().map(|part| part.status.code()).max().unwrap());
        }
    }

    #[test]
    fn any_bytes_end_with_a_status_and_as_many_records_as_diagnosed(bytes in prop::collection::vec(any::<u8>(), 0..300), format in select(FORMATS.to_vec()), from in select(vec!["auto", "rolls", "notation", "log"])) {
        let output = fed(&[format, "--from", from], &bytes);
        prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
        prop_assert!(std::str::from_utf8(&output.stdout).is_ok() && std::str::from_utf8(&output.stderr).is_ok());
        if format != "--check" {
            prop_assert_eq!(output.status.code(), Some(i32::from(!output.stderr.is_empty())));
        }
    }
}

/// A sheet large enough for threads, with everything in it that a sheet can hold.
fn large_sheet(len: usize) -> Vec<u8> {
    let mut sheet = Vec::new();
    let mut dice = 7_u64;
    let mut number = 0;
    while sheet.len() < len {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        number += 1;
        let line: &[u8] = match (dice >> 40) % 40 {
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
    sheet.extend_from_slice(b"the end has no line end: X");
    sheet
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    // Threads start at half a megabyte, and what becomes short is read in larger chunks.
    let (large, larger) = (large_sheet(640_000), large_sheet(1_200_000));
    let mut seen = Vec::new();
    for format in FORMATS.into_iter().chain(["--quiet"]) {
        let short = matches!(format, "--to=totals" | "--to=rolls");
        let sheet = if short { &larger } else { &large };
        let one = fed(&[format, "-j1"], sheet);
        assert_eq!(one.status.code(), Some(1), "{format}");
        for threads in ["-j2", "-j7"] {
            let many = fed(&[format, threads], sheet);
            assert_eq!(many.status, one.status, "{format} {threads}");
            assert!(many.stdout == one.stdout, "{format} {threads}: other records");
            assert!(many.stderr == one.stderr, "{format} {threads}: other diagnostics");
        }
        seen.push((format, if short { fed(&[format, "-j2"], &large) } else { one }));
    }
    // The same diagnostics whatever the format, and a record a game whatever it holds.
    let games = memchr::memchr_iter(b'\n', &seen[0].1.stdout).count();
    for (format, output) in &seen {
        if *format != "--check" {
            assert!(output.stderr == seen[0].1.stderr, "{format}");
        }
        let lines = memchr::memchr_iter(b'\n', &output.stdout).count();
        match *format {
            "--csv" => assert_eq!(lines, games + 1),
            "--json" | "--to=notation" | "--to=rolls" => assert_eq!(lines, games, "{format}"),
            "--to=sheet" => {
                let rules = memchr::memmem::find_iter(&output.stdout, b"\n# rules: ").count();
                assert_eq!(lines, games + rules, "{format}");
            }
            _ => {}
        }
    }
}

#[test]
fn a_large_file_is_read_as_a_large_pipe_is() {
    let sheet = large_sheet(1_000_000);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("laws.sheet");
    std::fs::write(&file, &sheet).unwrap();
    let piped = fed(&["-j3"], &sheet);
    let read = fed(&["-j3", file.to_str().unwrap()], b"");
    assert!(piped.stdout == read.stdout);
    // Twice the same file is twice the same records.
    let twice = fed(&["-j3", file.to_str().unwrap(), file.to_str().unwrap()], b"");
    assert!(twice.stdout == [&piped.stdout[..], &piped.stdout].concat());
}

#[test]
fn a_game_is_not_changed_by_the_bad_ones_before_it() {
    let good = "5 4 X 3 4\n".repeat(9);
    let alone = fed(&["--csv", "--no-header"], good.as_bytes()).stdout;
    let frames = |records: &[u8]| {
        let rows = String::from_utf8(records.to_vec()).unwrap();
        rows.lines().rev().take(9).map(|row| row.splitn(3, ',').last().unwrap().to_string()).collect::<Vec<_>>()
    };
    for bad in ["X", "5", "0", "5/", "-", "9 1", "10"] {
        for balls in 1..=40 {
            let lines = format!("{}\n", vec![bad; balls].join(" ")).repeat(8);
            let mixed = fed(&["--csv", "--no-header"], [lines.as_bytes(), good.as_bytes()].concat().as_slice());
            assert_eq!(frames(&mixed.stdout), frames(&alone), "after {balls} times {bad}");
        }
    }
}
