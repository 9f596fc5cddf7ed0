//! `json`: JSON Lines, an object a game. The wire types are apart from the game's.

use serde::Serialize;

use super::symbols::shown;
use super::{Format, Record};
use crate::parse::Claim;

#[derive(Serialize)]
struct GameObject<'a> {
    file: &'a str,
    line: u64,
    name: Option<&'a str>,
    rules: &'static str,
    total: Option<u16>,
    max: Option<u16>,
    complete: bool,
    frames: Vec<FrameObject>,
    claim: Option<ClaimObject<'a>>,
    error: Option<ErrorObject>,
}

#[derive(Serialize)]
struct FrameObject {
    rolls: Vec<u8>,
    marks: Vec<char>,
    kind: Option<&'static str>,
    score: Option<u16>,
    total: Option<u16>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    split: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    foul: bool,
}

#[derive(Serialize)]
struct ClaimObject<'a> {
    says: Says<'a>,
    holds: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Says<'a> {
    Total(u32),
    Running(&'a [Option<u32>]),
    Error(String),
}

#[derive(Serialize)]
struct ErrorObject {
    line: u64,
    column: usize,
    frame: Option<u8>,
    message: String,
}

#[derive(Default)]
pub struct Json {}

impl Format for Json {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let object = GameObject {
            file: record.file,
            line: record.line,
            name: record.name,
            rules: record.rules.name(),
            total: record.game.map(crate::Game::score),
            max: record.game.map(crate::Game::max),
            complete: record.game.is_some_and(crate::Game::is_complete),
            frames: record.game.map(|game| game.frames().map(frame).collect()).unwrap_or_default(),
            claim: record.claim.map(|(claim, mismatch)| ClaimObject { says: says(claim), holds: mismatch.is_none() }),
            error: record.error.map(|(line, error)| ErrorObject {
                line,
                column: error.column(),
                frame: error.frame(),
                message: error.problem().to_string(),
            }),
        };
        // These types have no key or number that JSON could refuse, and memory does not fail.
        let start = out.len();
        let _ = serde_json::to_writer(&mut *out, &object);
        super::text::escape_json(start, out);
        out.push(b'\n');
    }
}

fn frame(frame: crate::Frame<'_>) -> FrameObject {
    FrameObject {
        rolls: frame.rolls.iter().map(|roll| roll.pins().get()).collect(),
        marks: frame.rolls.iter().zip(frame.marks).map(|(&roll, &mark)| char::from(shown(roll, mark))).collect(),
        kind: frame.kind.map(crate::Mark::name),
        score: frame.score,
        total: frame.total,
        split: frame.rolls.iter().any(|roll| roll.is_split()),
        foul: frame.rolls.iter().any(|roll| roll.is_foul()),
    }
}

fn says(claim: &Claim) -> Says<'_> {
    match claim {
        Claim::Total(total) => Says::Total(*total),
        Claim::Running(totals) => Says::Running(totals),
        Claim::Error(None) => Says::Error("error".into()),
        Claim::Error(Some(text)) => Says::Error(format!("error: {text}")),
    }
}

/// A claim in words.
pub fn claimed(claim: &Claim) -> String {
    match says(claim) {
        Says::Error(text) => text,
        says => serde_json::to_string(&says).unwrap_or_default(),
    }
}
