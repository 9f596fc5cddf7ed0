//! `explain`: how each frame was scored, for people who learn to score.

use super::short::write_number;
use super::{Consumer, Event};
use crate::cli::text::visible;
use crate::game::{Bonus, Frame, Game, Mark, RACK};
use crate::notation::display::{shown, split_sign};

/// A blank line separates games.
pub struct Explain;

impl Consumer for Explain {
    type Item = u8;

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        let Event::Entry(entry) = event else { return };
        out.push(b'\n');
        if let Some(name) = entry.name {
            out.extend_from_slice(visible(name).as_bytes());
            out.push(b'\n');
        }
        if let Some(card) = entry.played() {
            explain(card, out);
        }
        if let Some(error) = entry.error() {
            out.extend_from_slice(format!("error: {}\n", visible(&error.to_string())).as_bytes());
        }
    }
}

fn explain(card: &Game, out: &mut Vec<u8>) {
    for frame in card.frames() {
        let start = out.len();
        out.extend_from_slice(b"frame ");
        write_number(frame.number().into(), out);
        out.resize(out.len().max(start + 9), b' ');
        for &ball in frame.balls() {
            out.extend_from_slice(split_sign(ball).as_bytes());
            out.extend_from_slice(shown(ball).as_bytes());
        }
        out.resize(out.len().max(start + 12), b' ');
        out.push(b' ');
        write_sum(frame, out);
        out.extend_from_slice(leaves(frame).as_bytes());
        out.push(b'\n');
    }
    out.extend_from_slice(b"total    ");
    if card.running_totals().len() > 1 {
        write_terms(card.frames().filter_map(Frame::score), out);
        out.extend_from_slice(b" = ");
    }
    write_number(card.score(), out);
    if !card.is_complete() {
        out.extend_from_slice(b", ");
        write_number(card.max_score(), out);
        out.extend_from_slice(b" still possible");
    }
    out.push(b'\n');
}

/// `10 + 5 + 5 = 20`, or what is still missing.
pub fn sum(frame: Frame<'_>) -> String {
    let mut sum = Vec::new();
    write_sum(frame, &mut sum);
    String::from_utf8_lossy(&sum).into_owned()
}

/// Writes `10 + 5 + 5 = 20`, or what is still missing.
fn write_sum(frame: Frame<'_>, out: &mut Vec<u8>) {
    match (frame.rules().row().bonus, frame.mark()) {
        (Bonus::AtOnce, Some(Mark::Strike)) => out.extend_from_slice(b"30 for a strike"),
        (Bonus::AtOnce, Some(Mark::Spare)) => write_terms([RACK.into(), frame.balls()[0].pins().into()], out),
        _ => write_terms(frame.balls().iter().map(|ball| ball.value()).chain(frame.bonus()).map(u16::from), out),
    }
    if let Some(score) = frame.score() {
        out.extend_from_slice(b" = ");
        return write_number(score, out);
    }
    out.extend_from_slice(match frame.awaits() {
        _ if !frame.is_over() => b" + ? (the frame is not over)",
        1 => b" + ? (waits for one more ball)",
        _ => b" + ? + ? (waits for two more balls)",
    });
}

/// `; leaves 7-10, a split, converted`, for each rack of which a leave is known.
fn leaves(frame: Frame<'_>) -> String {
    let mut text = String::new();
    for rack in frame.racks() {
        let mut before = None;
        for (at, ball) in rack.iter().enumerate() {
            let Some(leave) = ball.roll.leave().filter(|leave| before != Some(*leave)) else { continue };
            text += if before.is_some() { ", then " } else { "; leaves " };
            text += &leave.to_string();
            text += if at == 0 && leave.is_split() { ", a split" } else { "" };
            // Pins that stand later say more.
            text += match rack.get(at + 1) {
                Some(next) if next.mark == Some(Mark::Spare) => ", converted",
                Some(next) if at == 0 && next.roll.leave().is_none_or(|next| next == leave) => ", not converted",
                _ => "",
            };
            before = Some(leave);
        }
    }
    text
}

/// Writes `10 + 5 + 5`.
fn write_terms(terms: impl IntoIterator<Item = u16>, out: &mut Vec<u8>) {
    for (at, term) in terms.into_iter().enumerate() {
        out.extend_from_slice(if at > 0 { b" + " } else { b"" });
        write_number(term, out);
    }
}
