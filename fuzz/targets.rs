//! The fuzz targets: each function checks properties that must hold for any input.
//! libFuzzer runs them through `fuzz_targets/`, and `tests/fuzz_targets.rs` runs them on the stable toolchain.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use bowling::cli::testing::{Cli, FilterOptions, Scored, journal_totals, json_of_bytes, score_bytes, visible};
use bowling::generate::{Generator, Options};
use bowling::sheet::{score_line, verify};
use bowling::{Dialect, Frame, Game, Rules};
use clap::Parser;
use serde_json::Value;

const DIALECTS: [(&str, Dialect); 3] =
    [("auto", Dialect::Auto), ("rolls", Dialect::Rolls), ("notation", Dialect::Notation)];
const FORMATS: [&str; 9] = ["totals", "board", "csv", "json", "notation", "rolls", "sheet", "explain", "html"];

/// The settings of a command line. All of them are parsed once and cached.
fn options(dialect: &'static str, rules: Rules, to: &'static str) -> &'static FilterOptions {
    static KNOWN: OnceLock<HashMap<(&str, Rules, &str), FilterOptions>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = HashMap::new();
        for dialect in ["auto", "rolls", "notation", "log", "csv", "json"] {
            for &rules in Rules::ALL {
                for to in FORMATS.into_iter().chain(["check", "quiet"]) {
                    let line = ["bowling", "-j", "1", "-f", dialect, "-r", rules.name()];
                    let rest: &[&str] = match to {
                        "check" => &["--check"],
                        "quiet" => &["--quiet"],
                        to => &["--to", to],
                    };
                    let cli = Cli::try_parse_from(line.iter().chain(rest)).unwrap();
                    known.insert((dialect, rules, to), cli.filter.options(cli.shared));
                }
            }
        }
        known
    });
    &known[&(dialect, rules, to)]
}

fn run(dialect: &'static str, rules: Rules, to: &'static str, bytes: &[u8]) -> Scored {
    score_bytes(options(dialect, rules, to), "-", bytes)
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn is_game(line: &[u8]) -> bool {
    score_line(line, Dialect::Auto, Rules::Tenpin).is_some()
}

/// Could this line change the rules?
fn may_set_rules(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#") && line.windows(4).any(|word| word.eq_ignore_ascii_case(b"rule"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// The objects of JSON Lines.
fn objects(json: &[u8]) -> Vec<Value> {
    lines(json).into_iter().map(|line| serde_json::from_slice(line).expect("a line of JSON")).collect()
}

/// Fails on control characters and other hidden characters in the output.
fn assert_harmless(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).expect("output is UTF-8");
    for line in text.split('\n') {
        // A TAB separates name and total.
        let tabs = if line.trim_start().starts_with('#') || line.contains(" #") { usize::MAX } else { 1 };
        let plain = line.replacen('\t', " ", tabs);
        assert_eq!(visible(&plain), plain, "a hidden character is not escaped");
    }
}

/// Fails if the scores, frames and rolls of a game contradict each other.
fn assert_consistent(game: &Game) {
    assert!(game.score() <= game.max_score() && game.max_score() <= 300);
    assert!(game.frames().len() <= 10);
    assert_eq!(game.frames().filter_map(Frame::score).sum::<u16>(), game.score());
    let mut again = Game::new(game.rules());
    for roll in game.rolls() {
        again.push(roll).expect("the rolls of a game can be rolled again");
    }
    assert_eq!(&again, game);
}

/// The line parser, in every dialect and by every rule set.
pub fn line(data: &[u8]) {
    for (_, dialect) in DIALECTS {
        for &rules in Rules::ALL {
            let Some(scored) = score_line(data, dialect, rules) else {
                continue;
            };
            match &scored.game {
                Ok(game) => assert_consistent(game),
                Err(error) => {
                    assert!((1..=data.len() + 1).contains(&error.column()), "{}", error.column());
                    assert!(error.frame().is_none_or(|frame| (1..=10).contains(&frame)));
                    assert!(error.to_string().len() < 400, "the message is too long");
                }
            }
            if let Some(claim) = &scored.claim {
                let _ = verify(claim, scored.game.as_ref()).map_err(|mismatch| mismatch.to_string());
            }
        }
    }
}

/// The first byte selects the rules and the dialect. The rest is the input.
fn pick(data: &[u8]) -> (&'static str, Dialect, Rules, &[u8]) {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    let (rules, dialect) = (usize::from(*first) % Rules::ALL.len(), usize::from(*first) / Rules::ALL.len());
    let (name, dialect) = DIALECTS[dialect % DIALECTS.len()];
    (name, dialect, Rules::ALL[rules], rest)
}

/// The whole filter, in every format.
pub fn filter(data: &[u8]) {
    let (dialect, _, rules, bytes) = pick(data);
    let outputs: Vec<Scored> = FORMATS.iter().map(|to| run(dialect, rules, to, bytes)).collect();
    let of = |to: &str| &outputs[FORMATS.iter().position(|format| *format == to).unwrap()];
    let records = objects(&of("json").out);
    for (to, rendered) in FORMATS.iter().zip(&outputs) {
        assert_harmless(&rendered.out);
        assert_harmless(&rendered.diagnostics);
        assert_eq!(
            (rendered.has_failed, &rendered.diagnostics),
            (outputs[0].has_failed, &outputs[0].diagnostics),
            "{to}"
        );
        let count = lines(&rendered.out).len();
        match *to {
            "csv" => assert_eq!(count, 1 + records.len()),
            "board" | "explain" => {}
            "html" => assert_eq!(text(&rendered.out).matches(" id=\"g").count(), records.len()),
            // Sheet output has extra lines where the rules change.
            "sheet" => {
                let games = lines(&rendered.out).into_iter().filter(|line| is_game(line)).count();
                assert_eq!(games, records.len(), "{to}");
            }
            _ => assert_eq!(count, records.len(), "{to}"),
        }
    }
    assert_one_record_per_game(dialect, rules, bytes);
    let quiet = run(dialect, rules, "quiet", bytes);
    assert_eq!(
        (quiet.has_failed, &quiet.diagnostics, quiet.out.len()),
        (outputs[0].has_failed, &outputs[0].diagnostics, 0)
    );
    check(&run(dialect, rules, "check", bytes), records.len());
    if !lines(bytes).into_iter().any(may_set_rules) {
        assert_reads_back(rules, &records, of);
    }
}

/// Fails if the records of a sheet are not those of its games, in order.
fn assert_one_record_per_game(dialect: &'static str, rules: Rules, bytes: &[u8]) {
    let sheet = [NOT_A_LOG, bytes].concat();
    let games: Vec<u64> =
        (1..).zip(lines(&sheet)).filter(|(_, line)| is_game(line)).map(|(number, _)| number).collect();
    let records = objects(&run(dialect, rules, "json", &sheet).out);
    let numbers: Vec<u64> = records.iter().map(|record| record["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, games);
}

/// A first line with a game of rolls: the file is read as a sheet, whatever follows.
const NOT_A_LOG: &[u8] = b"10\n";

/// Fails if the TAP output is malformed or has the wrong number of tests.
fn check(tap: &Scored, games: usize) {
    assert_harmless(&tap.out);
    let text = std::str::from_utf8(&tap.out).unwrap();
    let mut tests = 0;
    for line in text.lines().filter(|line| !line.starts_with("  ")).skip(1) {
        if line.starts_with("1..") {
            assert_eq!(line, format!("1..{tests}"));
            continue;
        }
        if line.starts_with("# ") {
            continue;
        }
        tests += 1;
        let result = line.strip_prefix("not ").unwrap_or(line);
        assert!(result.starts_with(&format!("ok {tests} - ")), "{line}");
        let unescaped = line.replace("\\\\", "").replace("\\#", "");
        assert!(!unescaped.contains('#'), "a forged directive: {line}");
    }
    assert_eq!(tests, games.max(1));
}

/// Fails if converted games do not read back as the same games.
fn assert_reads_back<'a>(rules: Rules, records: &[Value], of: impl Fn(&str) -> &'a Scored) {
    if records.is_empty() {
        return;
    }
    let sheet = run("auto", rules, "check", &of("sheet").out);
    let tap = std::str::from_utf8(&sheet.out).unwrap();
    let written = String::from_utf8_lossy(&of("sheet").out);
    assert!(!tap.starts_with("not ok") && !tap.contains("\nnot ok"), "{written}{tap}");
    for to in ["notation", "rolls", "sheet"] {
        let again = objects(&run("auto", rules, "json", &of(to).out).out);
        assert_eq!(again.len(), records.len(), "{to}");
        for (record, again) in records.iter().zip(&again) {
            let good = record["error"].is_null();
            assert_eq!(again["error"].is_null(), good, "{to}: {record} {again}");
            if good {
                assert_eq!(frames(again, to != "rolls"), frames(record, to != "rolls"), "{to}");
            }
        }
    }
}

/// The frames of a record, without splits and leaves where the format cannot write them.
fn frames(record: &Value, has_details: bool) -> Value {
    let mut frames = record["frames"].clone();
    for frame in frames.as_array_mut().into_iter().flatten().filter(|_| !has_details) {
        for key in ["split", "splits", "leaves"] {
            frame.as_object_mut().unwrap().remove(key);
        }
    }
    frames
}

/// Shorter input is read by the reference parser alone.
const FAST_FROM: usize = 8 * 1024;

/// The fast path, compared with the reference parser.
pub fn fast(data: &[u8]) {
    let (name, dialect, rules, bytes) = pick(data);
    assert_totals_of_score_line(name, dialect, rules, bytes);
    assert_same_output_in_long_input(name, rules, bytes);
}

/// Compares the totals of long input with `score_line`, line by line.
fn assert_totals_of_score_line(name: &'static str, dialect: Dialect, rules: Rules, bytes: &[u8]) {
    if lines(bytes).into_iter().any(may_set_rules) {
        return;
    }
    let sheet = [NOT_A_LOG, bytes, b"\n"].concat();
    let times = FAST_FROM.div_ceil(sheet.len());
    let mut expected = String::new();
    let mut has_failed = false;
    for line in lines(&sheet) {
        let Some(scored) = score_line(line.strip_suffix(b"\r").unwrap_or(line), dialect, rules) else {
            continue;
        };
        if let Some(name) = scored.name {
            expected += &visible(name);
            expected.push('\t');
        }
        match &scored.game {
            Ok(game) => expected += &game.score().to_string(),
            Err(_) => expected += "error",
        }
        expected.push('\n');
        has_failed |= scored.game.is_err();
        has_failed |= scored.claim.is_some_and(|claim| verify(&claim, scored.game.as_ref()).is_err());
    }
    let rendered = run(name, rules, "totals", &sheet.repeat(times));
    assert_eq!(std::str::from_utf8(&rendered.out).unwrap(), expected.repeat(times));
    assert_eq!(rendered.has_failed, has_failed);
}

/// Compares every format of short input with that of the same input behind a long comment.
fn assert_same_output_in_long_input(name: &'static str, rules: Rules, bytes: &[u8]) {
    // If the comment is an error, a page shows the start of it, here the same of both.
    let short = [&[b'#'; 1500], &b"\n"[..], bytes].concat();
    let long = [&[b'#'; FAST_FROM], &b"\n"[..], bytes].concat();
    for to in FORMATS.into_iter().chain(["check"]) {
        let (short, long) = (run(name, rules, to, &short), run(name, rules, to, &long));
        // A sheet keeps the comment.
        let records = |out: &[u8]| {
            let start =
                if to == "sheet" { out.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1) } else { 0 };
            String::from_utf8_lossy(&out[start..]).into_owned()
        };
        assert_eq!(records(&long.out), records(&short.out), "{to}");
        assert_eq!(String::from_utf8_lossy(&long.diagnostics), String::from_utf8_lossy(&short.diagnostics), "{to}");
        assert_eq!(long.has_failed, short.has_failed, "{to}");
    }
}

const LONG_TABLE: usize = 64 * 1024;

/// The readers of tables: what they write is valid, says the same in every format, and is read back.
pub fn table(data: &[u8]) {
    for from in ["csv", "json"] {
        let totals = run(from, Rules::Tenpin, "totals", data);
        assert_harmless(&totals.out);
        // Long input shows what takes too much time. One format is enough for that.
        if data.len() > LONG_TABLE {
            continue;
        }
        let records = run(from, Rules::Tenpin, "json", data);
        assert_harmless(&records.diagnostics);
        let games = objects(&records.out);
        let quiet = run(from, Rules::Tenpin, "quiet", data);
        assert_eq!((quiet.has_failed, &quiet.diagnostics), (records.has_failed, &records.diagnostics));
        assert_eq!(lines(&totals.out).len(), games.len());
        let again = objects(&run("json", Rules::Tenpin, "json", &records.out).out);
        assert_eq!(again.len(), games.len());
        for (game, again) in games.iter().zip(&again) {
            assert_eq!((&again["total"], &again["frames"]), (&game["total"], &game["frames"]));
            assert_eq!(again["error"].is_null(), game["error"].is_null(), "{game} {again}");
        }
    }
}

/// The log reader: one record per player and match, and each accepted record scores as its rolls do.
pub fn log(data: &[u8]) {
    let (_, _, rules, bytes) = pick(data);
    for to in FORMATS.into_iter().chain(["check", "quiet"]) {
        let rendered = run("log", rules, to, bytes);
        assert_harmless(&rendered.out);
        assert_harmless(&rendered.diagnostics);
    }
    let records = objects(&run("log", rules, "json", bytes).out);
    let mut matches = lines(bytes).split(|line| line.trim_ascii().is_empty()).map(<[_]>::len).collect::<Vec<_>>();
    matches.retain(|&lines| lines > 0);
    let matches = matches.len();
    let mut names: HashSet<&str> = HashSet::new();
    let mut most = 0;
    for record in &records {
        if let Some(name) = record["name"].as_str() {
            // A name can only repeat in another match.
            if !names.insert(name) {
                most += 1;
                names = HashSet::from([name]);
            }
        }
        if !record["error"].is_null() {
            continue;
        }
        let rules: Rules = record["rules"].as_str().unwrap().parse().unwrap();
        let rolls: Vec<String> = record["frames"].as_array().unwrap().iter().flat_map(frame_rolls).collect();
        let line = format!("[{}]", rolls.join(" "));
        let game = score_line(line.as_bytes(), Dialect::Rolls, rules)
            .unwrap()
            .game
            .expect("an accepted game is accepted again");
        assert_eq!(record["total"].as_u64(), Some(u64::from(game.score())));
        assert_eq!(record["max"].as_u64(), Some(u64::from(game.max_score())));
    }
    assert!(most < matches.max(1), "{most} {matches}");
}

fn frame_rolls(frame: &Value) -> Vec<String> {
    frame["rolls"].as_array().unwrap().iter().map(ToString::to_string).collect()
}

/// The journal reader: a game that can be resumed has the same totals in the filter.
pub fn journal(data: &[u8]) {
    if let Some(totals) = journal_totals(data) {
        // Names in a journal have no hidden characters, so the filter escapes nothing.
        let cli = Cli::try_parse_from(["bowling", "-j", "1"]).unwrap();
        let options = cli.filter.options(cli.shared);
        let scored = score_bytes(&options, "-", data);
        assert_eq!(std::str::from_utf8(&scored.out).unwrap(), totals);
        assert!(!scored.has_failed, "{}", String::from_utf8_lossy(&scored.diagnostics));
    }
}

/// The statistics: their games and pins are those of the records, and the other figures are possible.
pub fn stats(data: &[u8]) {
    let (dialect, _, rules, bytes) = pick(data);
    let records = objects(&run(dialect, rules, "json", bytes).out);
    let complete = records.iter().filter(|record| record["error"].is_null() && record["complete"] == true);
    let totals: Vec<u64> = complete.map(|record| record["total"].as_u64().unwrap()).collect();
    let json = json_of_bytes(&options(dialect, rules, "json").read, bytes);
    assert_harmless(&json);
    let rows = objects(&json);
    let sum = |column: &str| rows.iter().map(|row| row[column].as_u64().unwrap()).sum::<u64>();
    // Totals without rolls are games of the statistics only.
    let only_totals = records.iter().any(|record| record["error"]["message"] == "only a total, no rolls");
    assert_eq!(sum("scored_games"), totals.len() as u64);
    if !only_totals {
        assert_eq!((sum("games"), sum("pins")), (totals.len() as u64, totals.iter().sum()));
    }
    let mut players = HashSet::new();
    for row in &rows {
        assert!(players.insert((row["name"].as_str(), row["rules"].as_str())), "two rows of one player");
        let count = |column: &str| row[column].as_u64().unwrap();
        let scored = count("scored_games");
        assert!(count("games") >= scored.max(1) && count("series") >= 1 && count("series") <= count("games"));
        assert!(count("low") <= count("high") && count("high") <= 300);
        assert!(count("run") <= count("strikes") && count("strikes") <= count("strike_chances"));
        assert!((10 * scored..=12 * scored).contains(&count("strike_chances")));
        assert!(count("spares") <= count("spare_chances") && count("converted") <= count("splits"));
        assert!(count("opens") <= 10 * scored && count("first_ball_pins") <= 10 * count("strike_chances"));
        assert!(count("perfect") <= count("over_200") && count("clean") <= scored);
    }
}

/// The generator: the rules allow its games, which read back as they were written, and refuse the impossible ones.
pub fn generate(data: &[u8]) {
    let byte = |at: usize| data.get(at).copied().unwrap_or_default();
    let rules = Rules::ALL[usize::from(byte(0)) % Rules::ALL.len()];
    let mut options = Options::new(rules, u64::from_le_bytes(std::array::from_fn(|at| byte(1 + at))));
    options.edge_cases = byte(9) & 1 > 0;
    options.leaves = byte(9) & 2 > 0;
    options.average = (byte(9) & 4 > 0).then(|| u16::from(byte(10)) + u16::from(byte(11)));
    (options.unfinished, options.errors, options.mistakes) = (byte(12), byte(13), byte(14));
    let Ok(generator) = Generator::new(options) else {
        return;
    };
    for generated in generator.take(40) {
        assert_consistent(&generated.game);
        let written = generated.game.to_string();
        assert_eq!(Game::parse(&written, Dialect::Auto, rules).as_ref(), Ok(&generated.game), "{written}");
        if let Some(line) = generated.impossible {
            let scored = score_line(line.as_bytes(), Dialect::Auto, rules);
            assert!(scored.is_some_and(|scored| scored.game.is_err()), "{line}");
        }
        if let Some(claim) = generated.wrong_claim {
            assert!(verify(&claim, Ok(&generated.game)).is_err(), "{written}: {claim:?}");
        }
    }
}
