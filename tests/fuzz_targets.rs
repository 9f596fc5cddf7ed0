//! The fuzz targets on a stable toolchain: seeds, fixtures and a fixed number of mutations of them, the same
//! ones in every run. `BOWLING_FUZZ_INPUTS` sets the number (see `fuzz/run`).
#![cfg(feature = "cli")]

#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

/// So many inputs a target, unless more are asked for.
const INPUTS: usize = 400;
/// Longer inputs only make the same mistakes slower.
const LONGEST: usize = 2000;
/// Pieces that mean something to one of the readers.
const WORDS: [&[u8]; 44] = [
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

/// Numbers that look like chance and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Every seed and every fixture, or those alone whose names end so.
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
    assert!(seeds.len() >= 2, "the seeds are there");
    seeds
}

/// A part of some seed, from the start of a line on.
fn part<'a>(dice: &mut Dice, seeds: &'a [Vec<u8>]) -> &'a [u8] {
    let seed = &seeds[dice.below(seeds.len())];
    // Half of them from their first line on: a head is read there and nowhere else.
    let start = dice.below(2) * dice.below(seed.len());
    let start = seed[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &seed[start..seed.len().min(start + LONGEST)]
}

fn mutate(dice: &mut Dice, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = part(dice, seeds).to_vec();
    for _ in 0..dice.below(8) {
        let (at, len) = (dice.below(bytes.len() + 1), dice.below(12));
        let end = bytes.len().min(at + len);
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => {
                let other = part(dice, seeds).to_vec();
                bytes.truncate(at);
                bytes.extend(other);
            }
            _ => {
                let word = WORDS[dice.below(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

fn feed(target: fn(&[u8]), ending: &str) {
    let seeds = seeds(ending);
    let inputs = std::env::var("BOWLING_FUZZ_INPUTS").map_or(INPUTS, |count| count.parse().unwrap());
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let whole = seeds.iter().flat_map(|seed| seed.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec));
    let mutated = (0..inputs).map(|_| mutate(&mut dice, &seeds));
    for input in whole.chain(mutated.collect::<Vec<_>>()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(&input))) {
            eprintln!("the input was b\"{}\"", input.escape_ascii());
            resume_unwind(panic);
        }
    }
}

#[test]
fn any_line_is_scored_or_refused() {
    feed(targets::line, "");
}

#[test]
fn any_bytes_pass_the_filter_in_every_format() {
    feed(targets::filter, "");
}

#[test]
fn totals_are_those_of_the_plain_way() {
    feed(targets::fast, "");
}

#[test]
fn any_log_is_gathered_into_games() {
    feed(targets::log, ".log");
}

#[test]
fn what_play_goes_on_from_the_filter_scores_alike() {
    feed(targets::journal, ".log");
}
