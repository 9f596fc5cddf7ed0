//! One game: its name and total on one line, and below it ten frames with the balls over the running total.

use maud::{Markup, PreEscaped, html};

use super::super::{Entry, Verdict};
use super::about;
use super::notes::{capital, notes};
use super::tally::{GameId, words};
use crate::cli::page::frames;
use crate::cli::text::visible;
use crate::game::{FRAMES, Game};

/// The rows of a game: name and total, frames, and what is wrong with it. The name heads the group of rows.
///
/// `number` is that of the game in its file.
pub fn rows(entry: &Entry<'_>, number: u64, id: GameId, verdict: Verdict) -> Markup {
    let (_, class, _) = words(Some(verdict));
    html! {
        tbody id=(id) class=(class) {
            tr {
                th scope="rowgroup" colspan=(FRAMES) {
                    div { (name(entry, number)) (sum(entry, verdict)) }
                }
            }
            @if let Some(card) = entry.played() {
                tr {
                    @for number in 1..=FRAMES {
                        (frame(card, number, entry))
                    }
                }
            }
            (notes(entry, verdict))
        }
        (PreEscaped("\n"))
    }
}

/// The player, or else the number of the game, and what tags say of it.
fn name(entry: &Entry<'_>, number: u64) -> Markup {
    let details = about::details(entry);
    html! {
        span.who {
            @match entry.name {
                Some(name) => bdi { (visible(name)) },
                None => bdi { (capital(&about::game(entry).unwrap_or_else(|| format!("game {number}")))) },
            }
            @if !details.is_empty() { " " small { (details.join(", ")) } }
        }
    }
}

/// The total, and whether the claim about it is right. Running totals are claimed in their frames.
fn sum(entry: &Entry<'_>, verdict: Verdict) -> Markup {
    html! {
        span.sum {
            @if let Some(card) = entry.played().filter(|card| !card.is_complete()) {
                small { "at most " (card.max_score()) }
            }
            @match verdict {
                Verdict::Right => span.claim { "\u{2713} right" },
                Verdict::Wrong => span.claim {
                    "\u{2717} " @if let Some(claimed) = entry.wrong_total() { del { (claimed) } } @else { "wrong" }
                },
                Verdict::Error => span.claim { "in error" },
                // Only shown in a section with claims.
                Verdict::Unclaimed => span.none { "no claim" },
            }
            @if let Some(card) = entry.played() { b { (card.score()) } }
        }
    }
}

/// A frame, and what the sheet says if that is wrong.
fn frame(card: &Game, number: u8, entry: &Entry<'_>) -> Markup {
    let says = entry.wrong_running_total(number);
    let is_first = entry.mismatch().is_some_and(|mismatch| mismatch.error.frame == Some(number));
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
