//! The fuzz targets on the stable toolchain: every line of the seeds, the fixtures and random games, then random
//! mutations of them.
//! The inputs are the same in every run. `BOWLING_FUZZ_INPUTS` sets the number of mutations (see `fuzz/run`).
#![cfg(feature = "cli")]

#[path = "../fuzz/targets.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use crate::common::accepted;
use crate::common::random::Random;
use crate::common::reference::RULES;

/// Mutations per target.
const INPUTS: usize = 200;
/// As long as the inputs of libFuzzer (see `fuzz/run`).
const LONGEST_INPUT: usize = 256 * 1024;
/// Longer inputs find the same bugs, but more slowly.
const MAX_LENGTH: usize = 2000;
/// Byte strings with a meaning to one of the parsers.
const TOKENS: [&[u8]; 44] = [
    b"X",
    b"/",
    b"-",
    b"10",
    b"9",
    b"0",
    b"F",
    b"G",
    b"S7",
    b"(8)",
    "\u{2466}".as_bytes(),
    b" ",
    b",",
    b"|",
    b";",
    b"\t",
    b"\n",
    b"\r\n",
    b"\n\n",
    b":",
    b"=",
    b"#",
    b"[",
    b"]",
    b"\"",
    b"_",
    b"error",
    b"error: ",
    b"undo",
    b"PJS 5\n",
    b"KYJ 10\n",
    b"PJS undo\n",
    b"KYJ F\n",
    b"# rules: world\n",
    b"# rules: x\n",
    b"# players: A B\n",
    b"Jeff ",
    b"\0",
    b"\xFF",
    b"\xEF\xBB\xBF",
    b"\x1b[2J",
    "\u{202e}".as_bytes(),
    b"99999999999",
    b"ok 2 # SKIP",
];

/// The seeds and fixtures whose file names have this ending; without one, also random games.
fn seeds(ending: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("fuzz/seeds"), root.join("fixtures")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files.retain(|file| file.to_string_lossy().ends_with(ending));
    files.sort();
    let mut seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    seeds.retain(|seed| !seed.is_empty());
    if ending.is_empty() {
        seeds.extend(RULES.map(random_sheet));
    }
    assert!(seeds.len() >= 2, "seeds are missing");
    seeds
}

/// A sheet of random games, as `fuzz/run` makes it.
fn random_sheet(rules: &str) -> Vec<u8> {
    let games = "generate -n 20 --seed 1 --to sheet --unfinished 20 --errors 20 --mistakes 20 --rules";
    accepted(&games.split(' ').chain([rules]).collect::<Vec<_>>(), "").into_bytes()
}

/// A part of a random seed that begins at the start of a line.
fn part<'a>(random: &mut Random, seeds: &'a [Vec<u8>]) -> &'a [u8] {
    let seed = random.pick(seeds);
    // Half of the parts begin with the first line: some headers only count there.
    let start = random.below(2) * random.below(seed.len());
    let start = seed[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &seed[start..seed.len().min(start + MAX_LENGTH)]
}

fn mutate(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = part(random, seeds).to_vec();
    for _ in 0..random.below(8) {
        let (at, len) = (random.below(bytes.len() + 1), random.below(12));
        let end = bytes.len().min(at + len);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => {
                let other = part(random, seeds).to_vec();
                bytes.truncate(at);
                bytes.extend(other);
            }
            _ => {
                let token = random.pick(&TOKENS);
                bytes.splice(at..at, token.iter().copied());
            }
        }
    }
    bytes.truncate(MAX_LENGTH);
    bytes
}

fn feed(target: fn(&[u8]), ending: &str) {
    let seeds = seeds(ending);
    let inputs = std::env::var("BOWLING_FUZZ_INPUTS").map_or(INPUTS, |count| count.parse().unwrap());
    let mut random = Random::new(1);
    // Many lines of the fixtures are the same.
    let whole: BTreeSet<Vec<u8>> =
        seeds.iter().flat_map(|seed| seed.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec)).collect();
    let mutated = (0..inputs).map(|_| mutate(&mut random, &seeds));
    for input in whole.into_iter().chain(mutated.collect::<Vec<_>>()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(&input))) {
            eprintln!("input: b\"{}\"", input.escape_ascii());
            resume_unwind(panic);
        }
    }
}

#[test]
fn line_parser_accepts_any_bytes() {
    feed(targets::line, "");
}

#[test]
fn filter_accepts_any_bytes_in_every_format() {
    feed(targets::filter, "");
}

#[test]
fn fast_path_equals_the_reference_parser() {
    feed(targets::fast, "");
}

/// Also long inputs that repeat something short: what takes more than linear time does not end.
#[test]
fn table_readers_accept_any_bytes() {
    feed(targets::table, "");
    let mut random = Random::new(2);
    let parts: [&[u8]; 16] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b",",
        b":",
        b"\n",
        b"1",
        b"x",
        b"name,rolls\n",
        b"{\"rolls\":[",
        b"{\"a\":",
        b"{\"rolls\":[5,4]}",
        b"\xC3\xA9",
    ];
    for _ in 0..8 {
        let unit: Vec<u8> = (0..=random.below(3)).flat_map(|_| random.pick(&parts).to_vec()).collect();
        let start = random.pick(&[&b""[..], b"name,rolls\n", b"[", b"{\"rolls\":"]).to_vec();
        let text = [start, unit.repeat(LONGEST_INPUT / unit.len())].concat();
        targets::table(&text);
    }
}

#[test]
fn log_reader_accepts_any_bytes() {
    feed(targets::log, ".log");
}

#[test]
fn a_resumed_journal_has_the_totals_of_the_filter() {
    feed(targets::journal, ".log");
}

#[test]
fn statistics_are_those_of_the_records() {
    feed(targets::stats, "");
}

#[test]
fn generated_games_read_back() {
    feed(targets::generate, "");
}
