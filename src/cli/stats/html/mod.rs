//! `stats --html`: a page with an overview and tables of all rows, and charts or score sheets of the first ones.

mod charts;
mod leaves;
mod scale;
mod sheets;
mod tables;

use maud::{Markup, PreEscaped, html};

use super::by::By;
use super::collector::ENOUGH;
use super::rows::{Rows, StatsRow, total};
use super::table::keys;
use crate::cli::page::{self, Figure, Kind};
use crate::stats::Stats;
use scale::Limits;

/// How many rows get charts. More would make the page too long to read.
const MOST_CHARTS: usize = 50;

/// The page. `not_counted` may be empty.
pub fn text(rows: &Rows, is_sorted: bool, not_counted: &str) -> Vec<u8> {
    let mut out = String::new();
    let (names_rules, mut before) = (rows.names_rules(), 0);
    for (rules, of_rules) in rows.by_rules() {
        let shown = &of_rules[..of_rules.len().min(MOST_CHARTS.saturating_sub(before))];
        let limits = Limits::new(stats_of(of_rules), stats_of(shown).filter(|stats| has_charts(stats)));
        let of = if names_rules { format!(", {} rules", rules.name()) } else { String::new() };
        let section = html! {
            h2 { "Overview" (of) }
            (tables::tables(rules, of_rules, rows, is_sorted, limits))
            @if of_rules.len() > 1 { (leaves::leaves(total(rules, of_rules).leaves())) }
            @if !shown.is_empty() {
                h2 { (plural(&rows.by)) (of) }
                @for (number, row) in (before + 1..).zip(shown) { (player(row, &rows.by, number, limits)) }
            }
        };
        out.push_str(&section.into_string());
        before += of_rules.len();
    }
    if before == 0 {
        out.push_str("<p>No complete games.</p>\n");
    }
    page::page("Statistics", Kind::Plain, &summary(rows, before, not_counted), out.as_bytes())
}

fn stats_of(rows: &[StatsRow]) -> impl Iterator<Item = &Stats> + Clone {
    rows.iter().map(|row| &*row.stats)
}

fn has_charts(stats: &Stats) -> bool {
    stats.games() >= ENOUGH as u64
}

fn player(row: &StatsRow, by: &By, number: usize, limits: Limits) -> Markup {
    html! {
        div.player id={ "p" (number) } {
            h3 { bdi { (keys(row, by).join(", ")) } }
            @if has_charts(&row.stats) { (charts::charts(&row.stats, limits, number)) } @else { (sheets::sheets(row)) }
            (leaves::leaves(row.stats.leaves()))
        }
        (PreEscaped("\n"))
    }
}

/// A heading over rows.
fn plural(by: &By) -> String {
    let rows = by.rows_are();
    if by.is_all() { "All games".into() } else { rows[..1].to_uppercase() + &rows[1..] }
}

fn summary(rows: &Rows, count: usize, not_counted: &str) -> Markup {
    let games = rows.iter().map(|row| row.stats.games()).sum();
    let first = (count > 0).then(|| "p1".into());
    html! {
        (page::figures(&[Figure { label: rows.by.rows_are(), value: count as u64, link: first }, Figure { label: "games", value: games, link: None }]))
        p.legend {
            "Only complete games count"
            @if !not_counted.is_empty() { ", not counted: " (not_counted) }
            "."
            @if count > 1 { " The best of a column is underlined." }
            @if count > MOST_CHARTS { " Charts are of the first " (MOST_CHARTS) " only." }
        }
    }
}
