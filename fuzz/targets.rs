//! What every input must keep, whatever its bytes: a law a function. libFuzzer calls them (`fuzz_targets/`),
//! and so does `tests/fuzz_targets.rs` on a stable toolchain.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use bowling::cli::Cli;
use bowling::filter::{Rendered, Settings, score_bytes};
use bowling::output::text::visible;
use bowling::parse::sheet::{Kind, kind};
use bowling::{Dialect, Game, Rules, score_line, verify};
use clap::Parser;
use serde_json::Value;

const DIALECTS: [(&str, Dialect); 3] =
    [("auto", Dialect::Auto), ("rolls", Dialect::Rolls), ("notation", Dialect::Notation)];
const FORMATS: [&str; 8] = ["totals", "board", "csv", "json", "notation", "rolls", "sheet", "explain"];

/// The settings of a command line; each is parsed once.
fn settings(dialect: &'static str, rules: Rules, to: &'static str) -> &'static Settings {
    static KNOWN: OnceLock<HashMap<(&str, Rules, &str), Settings>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = HashMap::new();
        for dialect in ["auto", "rolls", "notation", "log"] {
            for rules in Rules::ALL {
                for to in FORMATS.into_iter().chain(["check", "quiet"]) {
                    let line = ["bowling", "-j", "1", "-f", dialect, "-r", rules.name()];
                    let rest: &[&str] = match to {
                        "check" => &["--check"],
                        "quiet" => &["--quiet"],
                        to => &["--to", to],
                    };
                    let cli = Cli::try_parse_from(line.iter().chain(rest)).unwrap();
                    known.insert((dialect, rules, to), Settings::new(&cli.filter));
                }
            }
        }
        known
    });
    &known[&(dialect, rules, to)]
}

fn run(dialect: &'static str, rules: Rules, to: &'static str, bytes: &[u8]) -> Rendered {
    score_bytes(settings(dialect, rules, to), "-", bytes)
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// The objects of JSON Lines.
fn objects(json: &[u8]) -> Vec<Value> {
    lines(json).into_iter().map(|line| serde_json::from_slice(line).expect("a line of JSON")).collect()
}

/// Text that nothing in the input has changed into more than text.
fn is_tame(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).expect("output is text");
    for line in text.split('\n') {
        // One TAB stands between a name and a total.
        let plain = line.replacen('\t', " ", 1);
        assert_eq!(visible(&plain), plain, "a hidden character is shown");
    }
}

fn is_sound(game: &Game) {
    assert!(game.score() <= game.max() && game.max() <= 300);
    assert!(game.frames().count() <= 10);
    assert_eq!(game.frames().map(|frame| frame.balls.len()).sum::<usize>(), game.balls().len());
    let mut again = Game::new(game.rules());
    for roll in game.rolls() {
        again.push(roll).expect("what was rolled can be rolled");
    }
    assert_eq!(&again, game);
}

/// The line parser: any bytes, every dialect, every rule set.
pub fn line(data: &[u8]) {
    for (_, dialect) in DIALECTS {
        for rules in Rules::ALL {
            let Some(scored) = score_line(data, dialect, rules) else {
                continue;
            };
            match &scored.game {
                Ok(game) => is_sound(game),
                Err(error) => {
                    assert!((1..=data.len() + 1).contains(&error.column()), "{}", error.column());
                    assert!(error.frame().is_none_or(|frame| (1..=10).contains(&frame)));
                    assert!(error.to_string().len() < 400, "a message is short");
                }
            }
            if let Some(claim) = &scored.claim {
                let _ = verify(claim, scored.game.as_ref()).map_err(|mismatch| mismatch.to_string());
            }
        }
    }
}

/// The first byte picks the rules and the dialect, the rest is input.
fn pick(data: &[u8]) -> (&'static str, Dialect, Rules, &[u8]) {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    let (name, dialect) = DIALECTS[usize::from(first / 6) % DIALECTS.len()];
    (name, dialect, Rules::ALL[usize::from(first % 6)], rest)
}

/// Is it read as a log?
fn is_log(bytes: &[u8]) -> bool {
    let first = lines(bytes).into_iter().find_map(|line| match kind(line) {
        Kind::Game => Some(bowling::parse::log::is_log(line)),
        Kind::Players(_) => Some(true),
        _ => None,
    });
    first == Some(true)
}

/// The whole filter: any bytes, every format.
pub fn filter(data: &[u8]) {
    let (dialect, _, rules, bytes) = pick(data);
    let log = dialect == "auto" && is_log(bytes);
    let games: Vec<u64> =
        (1..).zip(lines(bytes)).filter(|(_, line)| kind(line) == Kind::Game).map(|(number, _)| number).collect();
    let outputs: Vec<Rendered> = FORMATS.iter().map(|to| run(dialect, rules, to, bytes)).collect();
    let of = |to: &str| &outputs[FORMATS.iter().position(|format| *format == to).unwrap()];
    let records = objects(&of("json").out);
    for (to, rendered) in FORMATS.iter().zip(&outputs) {
        is_tame(&rendered.out);
        is_tame(&rendered.err);
        assert_eq!((rendered.failed, &rendered.err), (outputs[0].failed, &outputs[0].err), "{to}");
        let count = lines(&rendered.out).len();
        match *to {
            "csv" => assert_eq!(count, 1 + records.len()),
            "board" | "explain" => {}
            // A sheet names its rules where they change.
            "sheet" => {
                let games = lines(&rendered.out).into_iter().filter(|line| kind(line) == Kind::Game).count();
                assert_eq!(games, records.len(), "{to}");
            }
            _ => assert_eq!(count, records.len(), "{to}"),
        }
    }
    if !log {
        let numbers: Vec<u64> = records.iter().map(|record| record["line"].as_u64().unwrap()).collect();
        assert_eq!(numbers, games, "a record a game, in order");
    }
    let quiet = run(dialect, rules, "quiet", bytes);
    assert_eq!((quiet.failed, &quiet.err, quiet.out.len()), (outputs[0].failed, &outputs[0].err, 0));
    check(&run(dialect, rules, "check", bytes), records.len());
    if lines(bytes).into_iter().all(|line| !matches!(kind(line), Kind::Rules(_))) {
        reads_back(rules, &records, of);
    }
}

/// TAP of so many games.
fn check(tap: &Rendered, games: usize) {
    is_tame(&tap.out);
    let text = std::str::from_utf8(&tap.out).unwrap();
    let mut tests = 0;
    for line in text.lines().filter(|line| !line.starts_with("  ")).skip(1) {
        if line.starts_with("1..") {
            assert_eq!(line, format!("1..{tests}"));
            continue;
        }
        tests += 1;
        let result = line.strip_prefix("not ").unwrap_or(line);
        assert!(result.starts_with(&format!("ok {tests} - ")), "{line}");
        let unescaped = line.replace("\\\\", "").replace("\\#", "");
        assert!(!unescaped.contains('#'), "a directive is forged: {line}");
    }
    assert_eq!(tests, games.max(1));
}

/// What is written is read back as the same game.
fn reads_back<'a>(rules: Rules, records: &[Value], of: impl Fn(&str) -> &'a Rendered) {
    if records.is_empty() {
        return;
    }
    let sheet = run("auto", rules, "check", &of("sheet").out);
    let tap = String::from_utf8(sheet.out).unwrap();
    assert!(!tap.starts_with("not ok") && !tap.contains("\nnot ok"), "{tap}");
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

/// The frames of a record; numbers of pins tell of no split.
fn frames(record: &Value, splits: bool) -> Value {
    let mut frames = record["frames"].clone();
    for frame in frames.as_array_mut().into_iter().flatten().filter(|_| !splits) {
        frame.as_object_mut().unwrap().remove("split");
    }
    frames
}

/// Totals of the whole filter, however it comes by them, against the plain way line by line: a comment
/// makes a line so unusual that no short way takes it.
pub fn fast(data: &[u8]) {
    let (name, dialect, rules, bytes) = pick(data);
    if name == "auto" && is_log(bytes) || lines(bytes).into_iter().any(|line| matches!(kind(line), Kind::Rules(_))) {
        return;
    }
    let mut expected = String::new();
    let mut failed = false;
    for line in lines(bytes) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if kind(line) != Kind::Game {
            continue;
        }
        let commented = [line, b" #"].concat();
        let scored = score_line(&commented, dialect, rules).expect("a game with a comment is a game");
        let short = score_line(line, dialect, rules).expect("a game");
        assert_eq!((short.name, short.game.ok(), &short.claim), (scored.name, scored.game.clone().ok(), &scored.claim));
        if let Some(name) = scored.name {
            expected += &visible(name);
            expected.push('\t');
        }
        match &scored.game {
            Ok(game) => expected += &game.score().to_string(),
            Err(_) => expected += "error",
        }
        expected.push('\n');
        failed |= scored.game.is_err();
        failed |= scored.claim.is_some_and(|claim| verify(&claim, scored.game.as_ref()).is_err());
    }
    let rendered = run(name, rules, "totals", bytes);
    assert_eq!(String::from_utf8(rendered.out).unwrap(), expected);
    assert_eq!(rendered.failed, failed);
}

/// The log reader: a record a player, and each good one is the game that its rolls are.
pub fn log(data: &[u8]) {
    let (_, _, rules, bytes) = pick(data);
    for to in FORMATS.into_iter().chain(["check", "quiet"]) {
        let rendered = run("log", rules, to, bytes);
        is_tame(&rendered.out);
        is_tame(&rendered.err);
    }
    let records = objects(&run("log", rules, "json", bytes).out);
    let mut matches = lines(bytes).split(|line| kind(line) == Kind::Blank).map(<[_]>::len).collect::<Vec<_>>();
    matches.retain(|&lines| lines > 0);
    let matches = matches.len();
    let mut names: HashSet<&str> = HashSet::new();
    let mut most = 0;
    for record in &records {
        if let Some(name) = record["name"].as_str() {
            // A name comes again only in another match.
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
        let game = score_line(line.as_bytes(), Dialect::Rolls, rules).unwrap().game.expect("a good game is good again");
        assert_eq!(record["total"].as_u64(), Some(u64::from(game.score())));
        assert_eq!(record["max"].as_u64(), Some(u64::from(game.max())));
    }
    assert!(most < matches.max(1), "{most} {matches}");
}

fn frame_rolls(frame: &Value) -> Vec<String> {
    frame["rolls"].as_array().unwrap().iter().map(ToString::to_string).collect()
}

/// The journal reader: whatever it goes on from, the filter scores alike.
pub fn journal(data: &[u8]) {
    if let Some(totals) = bowling::play::journal_totals(data) {
        // The names of a journal are three letters, so nothing in them is shown otherwise.
        let settings = Settings::new(&Cli::try_parse_from(["bowling", "-j", "1"]).unwrap().filter);
        let scored = score_bytes(&settings, "-", data);
        assert_eq!(String::from_utf8(scored.out).unwrap(), totals);
        assert!(!scored.failed, "{}", String::from_utf8_lossy(&scored.err));
    }
}
