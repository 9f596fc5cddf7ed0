//! `stats --html`: a page with an overview and tables of all rows, and charts of the first ones.

mod charts;
mod scale;
mod tables;

use maud::{Markup, PreEscaped, html};

use super::By;
use super::rows::{Rows, StatsRow};
use super::table::name;
use crate::cli::page::{self, Figure};
use crate::game::Rules;
use crate::stats::{Handicap, Stats};
use scale::Limits;

const TITLE: &str = "Statistics";

/// How many rows get charts. More would make the page too long to read.
const MOST_CHARTS: usize = 50;

/// A chart of fewer games says less than their totals.
const FEWEST_GAMES: u64 = 5;

/// The page. `left_out` says what is not counted.
pub fn text(rows: &Rows, handicap: Option<Handicap>, left_out: Option<&str>) -> Vec<u8> {
    let mut out = page::head(TITLE);
    let names_rules = rows.by_rules().any(|(rules, _)| rules != Rules::default());
    let mut before = 0;
    for (rules, of_rules) in rows.by_rules() {
        let limits = Limits::new(of_rules.iter().map(|row| &*row.stats));
        let of = if names_rules { format!(", {} rules", rules.name()) } else { String::new() };
        let section = html! {
            h2 { "Overview" (of) }
            (tables::tables(rules, of_rules, rows.by, handicap, limits))
            @if before < MOST_CHARTS {
                h2 { (plural(rows.by)) (of) }
                @for (number, row) in (before + 1..=MOST_CHARTS).zip(of_rules) { (player(row, rows.by, number, limits)) }
            }
        };
        out.push_str(&section.into_string());
        before += of_rules.len();
    }
    if before == 0 {
        out.push_str("<p>No complete games.</p>\n");
    }
    out.push_str(&page::tail(None, &summary(rows, before, left_out)));
    out.into_bytes()
}

fn player(row: &StatsRow, by: By, number: usize, limits: Limits) -> Markup {
    html! {
        div.player id={ "p" (number) } {
            h3 { bdi { (name(row, by)) } }
            @if row.stats.games() < FEWEST_GAMES { p { (few_games(&row.stats)) } }
            @else { (charts::charts(&row.stats, limits, number)) }
        }
        (PreEscaped("\n"))
    }
}

/// The totals of a few games, in order.
fn few_games(stats: &Stats) -> String {
    let totals: Vec<String> = stats.timeline().iter().map(|point| point.pins.to_string()).collect();
    let games = if totals.len() == 1 { "game" } else { "games" };
    format!("{} {games}: {}", totals.len(), totals.join(", "))
}

const fn plural(by: By) -> &'static str {
    match by {
        By::Name => "Players",
        By::File => "Files",
        By::All => "All games",
    }
}

fn summary(rows: &Rows, count: usize, left_out: Option<&str>) -> Markup {
    let label = match rows.by {
        By::Name => "players",
        By::File => "files",
        By::All => "rows",
    };
    let games = rows.iter().map(|row| row.stats.games()).sum();
    let first = (count > 0).then(|| "p1".into());
    html! {
        (page::figures(&[Figure { label, value: count as u64, link: first }, Figure { label: "games", value: games, link: None }]))
        p.legend {
            "Only complete games count"
            @if let Some(left_out) = left_out { ", " (left_out) }
            "."
            @if count > 1 { " The best of a column is underlined." }
            @if count > MOST_CHARTS { " Charts are of the first " (MOST_CHARTS) " only." }
        }
    }
}
