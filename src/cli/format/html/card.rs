//! One game: its frames, with the balls over the running total.

use maud::{Markup, PreEscaped, html};

use super::super::Record;
use super::mistakes::{error_note, mismatch_note};
use super::tally::{GameId, Verdict};
use crate::cli::text::visible;
use crate::game::{Ball, BallMark, FRAMES, Frame, Rules, ScoreCard};
use crate::notation::display::shown;
use crate::sheet::Claim;

/// The rows of a game: its frames, and what is wrong with it.
pub fn row(record: &Record<'_>, id: GameId, verdict: Verdict) -> Markup {
    html! {
        tbody id=(id) class=(verdict.class()) {
            @if let Some(card) = record.entry.played() {
                tr {
                    (name(record))
                    @for number in 1..=FRAMES {
                        (frame(card, number, record))
                    }
                    td.sum {
                        (claim(record, card, verdict))
                        b { (card.total()) }
                        @if !card.is_complete() {
                            span.most { "at most " (card.max()) }
                        }
                    }
                }
            }
            (error_note(record, verdict))
            (mismatch_note(record))
        }
        (PreEscaped("\n"))
    }
}

/// The header of a row: the player, or the line.
pub fn name(record: &Record<'_>) -> Markup {
    html! {
        th scope="row" {
            @match record.entry.name {
                Some(name) => bdi { (visible(name)) },
                None => small { "line " (record.entry.line) },
            }
        }
    }
}

fn frame(card: &ScoreCard, number: u8, record: &Record<'_>) -> Markup {
    let frame = card.frames().nth(usize::from(number) - 1);
    let total = card.running_totals().get(usize::from(number) - 1);
    let says = claimed(record, number, total.copied());
    let is_first = record.mismatch.is_some_and(|mismatch| mismatch.frame == Some(number));
    let class = match (number == FRAMES, says.is_some(), is_first) {
        (false, false, _) => None,
        (true, false, _) => Some("last"),
        (false, true, false) => Some("off"),
        (true, true, false) => Some("last off"),
        (false, true, true) => Some("off first"),
        (true, true, true) => Some("last off first"),
    };
    html! {
        td class=[class] {
            span.balls { (balls(frame, number, card.rules())) }
            @match (total, frame) {
                (Some(total), _) => (total),
                (None, Some(frame)) => span.wait { (waits_for(frame)) },
                (None, None) => {}
            }
            @if let Some(says) = says {
                " "
                del { (says) }
            }
        }
    }
}

/// A box for each ball that the frame can have. A strike stands in the second of two boxes, as on paper.
fn balls(frame: Option<Frame<'_>>, number: u8, rules: Rules) -> Markup {
    let row = rules.row();
    let boxes = usize::from(if number == FRAMES { row.marked_tenth.max(row.balls) } else { row.balls });
    let balls = frame.map_or(&[][..], |frame| frame.balls());
    let is_strike = boxes == 2 && balls.first().is_some_and(|ball| ball.mark == Some(BallMark::Strike));
    html! {
        @if is_strike { i {} }
        @for &ball in balls { (ball_box(ball)) }
        @for _ in balls.len() + usize::from(is_strike)..boxes { i {} }
    }
}

fn ball_box(ball: Ball) -> Markup {
    let sign = shown(ball);
    html! {
        @match ball.mark {
            Some(BallMark::Strike) => i.mark.strike { (sign) },
            Some(BallMark::Spare) => i.mark.spare { (sign) },
            None if ball.roll.is_split() => i.split title="split" { b { (sign) } },
            None if ball.roll.is_foul() => i.foul title="foul" { (sign) },
            None => i { (sign) },
        }
    }
}

/// What an unsettled frame waits for.
fn waits_for(frame: Frame<'_>) -> Markup {
    html! {
        "waits for "
        @match (frame.mark(), frame.awaits()) {
            (None, _) => { "ball\u{a0}" (frame.balls().len() + 1) }
            (Some(_), 1) => "1\u{a0}ball",
            (Some(_), balls) => { (balls) "\u{a0}balls" }
        }
    }
}

/// The claimed running total of a frame, if it is wrong.
fn claimed(record: &Record<'_>, number: u8, total: Option<u16>) -> Option<String> {
    let Some(Claim::Running(says)) = record.entry.claim().filter(|_| record.mismatch.is_some()) else { return None };
    let says = says.get(usize::from(number) - 1)?;
    (*says != total.map(u32::from)).then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
}

/// Whether the claim is right. Running totals are claimed in their frames.
fn claim(record: &Record<'_>, card: &ScoreCard, verdict: Verdict) -> Markup {
    let claimed = match record.entry.claim() {
        Some(Claim::Total(claimed)) => Some(*claimed),
        _ => None,
    };
    html! {
        @match verdict {
            Verdict::Right => span.claim { "\u{2713} " @if let Some(claimed) = claimed { (claimed) } @else { "right" } },
            Verdict::Wrong => span.claim {
                "\u{2717} "
                @match claimed {
                    Some(claimed) if claimed != u32::from(card.total()) => del { (claimed) },
                    _ => "wrong",
                }
            },
            Verdict::Error | Verdict::Unclaimed => {}
        }
    }
}
