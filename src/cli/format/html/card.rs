//! One game: its name and total on one line, and below it ten frames with the balls over the running total.

use maud::{Markup, PreEscaped, html};

use super::game::{SheetGame, Verdict};
use super::notes::notes;
use super::tally::GameId;
use crate::cli::page::frames;
use crate::cli::text::visible;
use crate::game::{FRAMES, ScoreCard};
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

/// A frame, and what the sheet says if that is wrong.
fn frame(card: &ScoreCard, number: u8, game: &SheetGame<'_>) -> Markup {
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
            (frames::content(card, number))
            @if let Some(says) = says {
                " "
                del { (says) }
            }
        }
    }
}

/// The claimed running total of a frame, if it is wrong.
fn claimed(game: &SheetGame<'_>, number: u8, total: Option<u16>) -> Option<String> {
    let Some(Claim::Running(says)) = game.claim.filter(|_| game.mismatch.is_some()) else { return None };
    let says = says.get(usize::from(number) - 1)?;
    (*says != total.map(u32::from)).then(|| says.map_or_else(|| "_".into(), |says| says.to_string()))
}
