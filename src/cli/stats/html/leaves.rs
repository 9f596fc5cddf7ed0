//! The commonest leaves as decks, with how often they were converted.

use maud::{Markup, PreEscaped, html};

use crate::cli::page::deck::deck;
use crate::stats::LeaveCounts;

/// Rarer leaves are left out.
const MOST_LEAVES: usize = 12;

/// A deck for each of the commonest leaves; nothing if none is known.
pub fn leaves(counts: &LeaveCounts) -> Markup {
    if counts.is_empty() {
        return Markup::default();
    }
    let known = counts.iter().count();
    html! {
        div.leaves {
            p.legend {
                @match known {
                    1 => "The only known leave, and how often it was converted",
                    2..=MOST_LEAVES => "Leaves, the commonest first, and how often each was converted",
                    _ => { "The " (MOST_LEAVES) " commonest of " (known) " leaves, and how often each was converted" }
                }
            }
            ul {
                @for (pins, share) in counts.iter().take(MOST_LEAVES) {
                    li {
                        (deck(pins))
                        b { (pins) } " " (share.count) " of " (share.of)
                        @if let Some(percent) = share.percent() { ", " (format!("{percent:.0}")) "%" }
                    }
                }
            }
        }
        (PreEscaped("\n"))
    }
}
