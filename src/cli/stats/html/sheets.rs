//! The score sheets of a player with a few games.

use maud::{Markup, PreEscaped, html};

use super::super::rows::{DatedGame, StatsRow};
use crate::cli::page::date;
use crate::cli::page::frames;
use crate::cli::text::counted;
use crate::game::FRAMES;

/// The score sheets of a row in order. Of some games only the total may be known.
pub fn sheets(row: &StatsRow) -> Markup {
    let sheets = &row.few;
    let Some(games) = counted(&[(sheets.len() as u64, "game", "games")]) else {
        return html! { p { "marked totals alone" } };
    };
    if sheets.iter().all(|sheet| sheet.card.is_none()) {
        let totals: Vec<String> = sheets.iter().map(|sheet| sheet.total.to_string()).collect();
        return html! { p { (games) ": " (totals.join(", ")) (series(row)) } };
    }
    html! {
        (frames::table_head(row.stats.rules(), &html! {
            caption { (games) ", too few for charts" (series(row)) }
        }))
        @for (number, sheet) in (1..).zip(sheets) { (rows(number, sheet)) }
        (PreEscaped(frames::TABLE_END))
    }
}

/// The total of the best series, or of the only one.
fn series(row: &StatsRow) -> Markup {
    let Some((pins, games)) = row.stats.high_series().zip(row.stats.high_series_games()) else {
        return Markup::default();
    };
    html! {
        @if row.stats.series() == 1 { "; series: " } @else { "; high series: " }
        b { (pins) } " in " (games) " games"
    }
}

fn rows(number: usize, sheet: &DatedGame) -> Markup {
    html! {
        tbody {
            tr {
                th scope="rowgroup" colspan=(FRAMES) {
                    div {
                        span { @match sheet.day { Some(day) => (date::text(day)), None => { "game " (number) } } }
                        span.sum {
                            @if sheet.card.is_none() { small { "only the total" } }
                            b { (sheet.total) }
                        }
                    }
                }
            }
            @if let Some(card) = &sheet.card {
                tr { @for frame in 1..=FRAMES { td { (frames::content(card, frame)) } } }
            }
        }
    }
}
