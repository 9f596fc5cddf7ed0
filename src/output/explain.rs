//! `explain`: frame by frame, how the score came about, for people who learn to score.

use std::io::Write as _;

use super::symbols::text;
use super::text::visible;
use super::{Format, Record};
use crate::game::rules::Bonus;
use crate::game::{Frame, Game, Mark};

/// Games are set apart by a blank line.
#[derive(Default)]
pub struct Explain {
    begun: bool,
}

impl Format for Explain {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        if std::mem::replace(&mut self.begun, true) {
            out.push(b'\n');
        }
        if let Some(name) = record.name {
            out.extend_from_slice(visible(name).as_bytes());
            out.push(b'\n');
        }
        if let Some(game) = record.game {
            explain(game, out);
        }
        if let Some((_, error)) = record.error {
            // Writing to a buffer in memory cannot fail.
            let _ = writeln!(out, "error: {}", visible(&error.to_string()));
        }
    }
}

fn explain(game: &Game, out: &mut Vec<u8>) {
    let mut settled = Vec::new();
    for frame in game.frames() {
        let marks = frame.balls.iter().fold(String::new(), |mut marks, &ball| {
            if ball.roll.is_split() {
                marks.push('S');
            }
            marks.push_str(text(ball.sign));
            marks
        });
        let _ = writeln!(out, "frame {:<2} {marks:<3} {}", frame.number, sum(game, &frame));
        settled.extend(frame.total.and(frame.score));
    }
    let total = game.score();
    match settled[..] {
        [] | [_] => {
            let _ = write!(out, "total    {total}");
        }
        _ => {
            let terms: Vec<String> = settled.iter().map(u16::to_string).collect();
            let _ = write!(out, "total    {} = {total}", terms.join(" + "));
        }
    }
    if game.is_complete() {
        out.push(b'\n');
    } else {
        let _ = writeln!(out, ", {} still possible", game.max());
    }
}

/// `10 + 5 + 5 = 20`, or what is still missing.
fn sum(game: &Game, frame: &Frame<'_>) -> String {
    let mut terms: Vec<String> = match (game.rules().row().bonus, frame.kind) {
        (Bonus::AtOnce, Some(Mark::Strike)) => return "30 for a strike = 30".into(),
        (Bonus::AtOnce, Some(Mark::Spare)) => {
            let first = frame.balls[0].pins();
            return format!("10 + {first} = {}", frame.points);
        }
        _ => frame.balls.iter().map(|ball| pins(ball.pins(), ball.mark())).collect(),
    };
    terms.extend(frame.bonus.iter().map(u8::to_string));
    if let Some(score) = frame.score {
        let sum = terms.join(" + ");
        return if terms.len() == 1 { sum } else { format!("{sum} = {score}") };
    }
    if frame.kind.is_none() {
        return format!("{} + ? (the frame is not over)", terms.join(" + "));
    }
    terms.extend((0..frame.awaits).map(|_| "?".into()));
    let balls = if frame.awaits == 1 { "one more ball" } else { "two more balls" };
    format!("{} (waits for {balls})", terms.join(" + "))
}

fn pins(pins: u8, mark: Option<Mark>) -> String {
    if mark == Some(Mark::Strike) { "10".into() } else { pins.to_string() }
}
