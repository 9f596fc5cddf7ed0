//! One game: its name and total on one line, and below it ten frames with the balls over the running total.

use maud::{Markup, PreEscaped, html};

use super::game::{SheetGame, Verdict};
use super::notes::notes;
use super::tally::GameId;
use crate::cli::text::visible;
use crate::game::{Ball, BallMark, FRAMES, Frame, Rules, ScoreCard};
use crate::notation::display::shown;
use crate::sheet::Claim;

/// The rows of a game: name and total, frames, and what is wrong with it. The name heads the group of rows.
pub fn rows(game: &SheetGame<'_>, id: GameId, verdict: Verdict) -> Markup {
    html! {
        tbody id=(id) class=(verdict.class()) {
            tr {
                th scope="rowgroup" colspan=(FRAMES) {
                    div { (name(game)) (sum(game, verdict)) }
                }
            }
            @if let Some(card) = game.card {
                tr {
                    @for number in 1..=FRAMES {
                        (frame(card, number, game))
                    }
                }
            }
            (notes(game, verdict))
        }
        (PreEscaped("\n"))
    }
}

/// The player, or the line.
fn name(game: &SheetGame<'_>) -> Markup {
    html! {
        @match game.name {
            Some(name) => bdi { (visible(name)) },
            None => span { "line " (game.line) },
        }
    }
}

/// The total, and whether the claim about it is right. Running totals are claimed in their frames.
fn sum(game: &SheetGame<'_>, verdict: Verdict) -> Markup {
    let wrong_total = match (game.claim, game.card) {
        (Some(Claim::Total(claimed)), Some(card)) if *claimed != u32::from(card.total()) => Some(claimed),
        _ => None,
    };
    html! {
        span.sum {
            @if let Some(card) = game.card.filter(|card| !card.is_complete()) {
                small { "at most " (card.max()) }
            }
            @match verdict {
                Verdict::Right => span.claim { "\u{2713} right" },
                Verdict::Wrong => span.claim {
                    "\u{2717} " @if let Some(claimed) = wrong_total { del { (claimed) } } @else { "wrong" }
                },
                Verdict::Error => span.claim { "in error" },
                // Only shown in a section with claims.
                Verdict::Unclaimed => span.none { "no claim" },
            }
            @if let Some(card) = game.card { b { (card.total()) } }
        }
    }
}

/// A frame: its balls, then its running total, then what the sheet says if that is wrong.
/// A picture of the pins that were left has its place after the balls.
fn frame(card: &ScoreCard, number: u8, game: &SheetGame<'_>) -> Markup {
    let frame = card.frames().nth(usize::from(number) - 1);
    let total = card.running_totals().get(usize::from(number) - 1);
    let says = claimed(game, number, total.copied());
    let is_first = game.mismatch.is_some_and(|mismatch| mismatch.frame == Some(number));
    let class = match (says.is_some(), is_first) {
        (false, _) => None,
        (true, false) => Some("off"),
        (true, true) => Some("off first"),
    };
    html! {
        td class=[class] {
            span.balls { (balls(frame, number, card.rules())) }
            @match (total, frame) {
                (Some(total), _) => (total),
                (None, Some(frame)) => small { (waits_for(frame)) },
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
            Some(BallMark::Strike) => i.strike { (sign) },
            Some(BallMark::Spare) => i.spare { (sign) },
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
            (None, _) => { "ball " (frame.balls().len() + 1) }
            (Some(_), 1) => "1 ball",
            (Some(_), balls) => { (balls) " balls" }
        }
    }
}

/// The claimed running total of a frame, if it is wrong.
fn claimed(game: &SheetGame<'_>, number: u8, total: Option<u16>) -> Option<String> {
    let Some(Claim::Running(says)) = game.claim.filter(|_| game.mismatch.is_some()) else { return None };
    let says = says.get(usize::from(number) - 1)?;
    (*says != total.map(u32::from)).then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
}
