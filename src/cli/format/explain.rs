//! `explain`: how each frame was scored, for people who learn to score.

use std::io::Write as _;

use super::{Format, Record};
use crate::cli::text::visible;
use crate::game::{Bonus, Frame, Mark, ScoreCard};
use crate::notation::display::shown;

/// A blank line separates games.
pub struct Explain;

impl Format for Explain {
    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.push(b'\n');
        if let Some(name) = record.entry.name {
            out.extend_from_slice(visible(name).as_bytes());
            out.push(b'\n');
        }
        if let Some(card) = record.entry.played() {
            explain(card, out);
        }
        if let Some(refusal) = record.entry.refusal() {
            out.extend_from_slice(format!("error: {}\n", visible(&refusal.error.to_string())).as_bytes());
        }
    }
}

fn explain(card: &ScoreCard, out: &mut Vec<u8>) {
    for frame in card.frames() {
        let marks = frame
            .balls()
            .iter()
            .fold(String::new(), |marks, &ball| marks + if ball.roll.is_split() { "S" } else { "" } + shown(ball));
        // Writing to memory cannot fail.
        let _ = writeln!(out, "frame {:<2} {marks:<3} {}", frame.number(), sum(card, frame));
    }
    let scores: Vec<String> = card.frames().filter_map(Frame::score).map(|score| score.to_string()).collect();
    let sum = if scores.len() > 1 { format!("{} = ", scores.join(" + ")) } else { String::new() };
    let _ = write!(out, "total    {sum}{}", card.total());
    if !card.is_complete() {
        let _ = write!(out, ", {} still possible", card.max());
    }
    out.push(b'\n');
}

/// `10 + 5 + 5 = 20`, or what is still missing.
pub fn sum(card: &ScoreCard, frame: Frame<'_>) -> String {
    let terms = match (card.rules().row().bonus, frame.mark()) {
        (Bonus::AtOnce, Some(Mark::Strike)) => vec!["30 for a strike".into()],
        (Bonus::AtOnce, Some(Mark::Spare)) => vec!["10".into(), frame.balls()[0].pins().to_string()],
        _ => {
            frame.balls().iter().map(|ball| ball.value()).chain(frame.bonus()).map(|value| value.to_string()).collect()
        }
    };
    let sum = terms.join(" + ");
    match (frame.score(), frame.mark(), frame.awaits()) {
        (Some(score), _, _) => format!("{sum} = {score}"),
        (None, None, _) => format!("{sum} + ? (the frame is not over)"),
        (None, Some(_), 1) => format!("{sum} + ? (waits for one more ball)"),
        (None, Some(_), _) => format!("{sum} + ? + ? (waits for two more balls)"),
    }
}
