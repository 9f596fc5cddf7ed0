//! Parses the output of `bowling --json` into borrowed structs and does nothing with them: what
//! `benches/versus` compares the reading of JSON with.
//!
//! ```sh
//! cargo run --release --example parse_json -- season.jsonl
//! ```

use std::io::{self, BufRead, Write};

use serde::Deserialize;

#[derive(Deserialize)]
#[allow(dead_code)]
struct Record<'a> {
    file: &'a str,
    line: u64,
    name: Option<&'a str>,
    rules: &'a str,
    total: Option<u16>,
    max: Option<u16>,
    complete: bool,
    #[serde(borrow)]
    frames: Vec<Frame<'a>>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Frame<'a> {
    rolls: Vec<u8>,
    #[serde(borrow)]
    marks: Vec<&'a str>,
    kind: Option<&'a str>,
    score: Option<u16>,
    total: Option<u16>,
}

fn main() -> io::Result<()> {
    let path = std::env::args_os().nth(1).ok_or_else(|| io::Error::other("expected a file"))?;
    let mut input = io::BufReader::with_capacity(64 * 1024, std::fs::File::open(path)?);
    let mut out = io::BufWriter::new(io::stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let record: Record<'_> = serde_json::from_slice(&line)?;
        writeln!(out, "{}", record.total.unwrap_or_default())?;
        line.clear();
    }
    out.flush()
}
