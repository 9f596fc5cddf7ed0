//! `explain`: how each frame was scored, for people who learn to score.

use super::{Consumer, Event};
use crate::cli::color::{LineStyle, Style};
use crate::cli::text::visible;
use crate::game::{Bonus, Frame, Game, Mark, RACK};
use crate::reading::display::{shown, split_sign};

/// A blank line separates games.
pub struct Explain {
    style: LineStyle,
}

/// The column of the sum of a frame, and of its running total.
const SUM: usize = 13;
const RUNNING_TOTAL: usize = SUM + 21;

impl Explain {
    pub const fn new(style: LineStyle) -> Self {
        Self { style }
    }

    /// Writes a line with what the sheet says, if that is wrong, and with what follows it.
    fn write(&self, line: &str, claim: Option<String>, after: &str, out: &mut Vec<u8>) {
        let claim = claim.map(|claim| format!("the sheet says {claim}")).unwrap_or_default();
        let comma = if claim.is_empty() { "" } else { ", " };
        self.style.write_line(&[(None, line), (None, comma), (Some(Style::Error), &claim), (None, after)], SUM, out);
    }
}

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
            for frame in card.frames() {
                self.write(&frame_line(frame), entry.wrong_running_total(frame.number()), &leaves(frame), out);
            }
            self.write(&total_line(card), entry.wrong_total().map(|claim| claim.to_string()), "", out);
        }
        if let Some(error) = entry.error() {
            let message = error.to_string();
            let pieces = [(Some(Style::Error), "error"), (None, ": "), (None, &*visible(&message))];
            self.style.write_line(&pieces, SUM, out);
        }
    }
}

/// `frame 2  5/  5 + 5 + 9 = 19      39`: the balls, the sum, and the running total.
fn frame_line(frame: Frame<'_>) -> String {
    let balls: String = frame.balls().iter().flat_map(|&ball| [split_sign(ball), shown(ball)]).collect();
    let line = format!("frame {:<3}{balls:3} {}", frame.number(), sum(frame));
    frame.total().map_or_else(|| line.clone(), |total| format!("{line:RUNNING_TOTAL$}{total:3}"))
}

/// `total    20 + 19 + 9 = 48`, and the best total of an unfinished game.
fn total_line(card: &Game) -> String {
    let scores = card.frames().filter_map(Frame::score);
    let sum = if card.running_totals().len() > 1 { terms(scores) + " = " } else { String::new() };
    let best = if card.is_complete() { String::new() } else { format!(", {} still possible", card.max_score()) };
    format!("total    {sum}{}{best}", card.score())
}

/// `10 + 5 + 5 = 20`, or what is still missing.
pub fn sum(frame: Frame<'_>) -> String {
    let own = match (frame.rules().row().bonus, frame.mark()) {
        (Bonus::AtOnce, Some(Mark::Strike)) => "30 for a strike".into(),
        (Bonus::AtOnce, Some(Mark::Spare)) => terms([RACK.into(), frame.balls()[0].pins().into()]),
        _ => terms(frame.balls().iter().map(|ball| ball.value()).chain(frame.bonus()).map(u16::from)),
    };
    match (frame.score(), frame.awaits()) {
        (Some(score), _) => format!("{own} = {score}"),
        (None, _) if !frame.is_over() => own + " + ? (the frame is not over)",
        (None, 1) => own + " + ? (waits for one more ball)",
        (None, _) => own + " + ? + ? (waits for two more balls)",
    }
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

/// `10 + 5 + 5`.
fn terms(terms: impl IntoIterator<Item = u16>) -> String {
    terms.into_iter().map(|term| term.to_string()).reduce(|all, term| all + " + " + &term).unwrap_or_default()
}
