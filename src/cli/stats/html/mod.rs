//! `stats --html`: a page with the highlights, tables of the rows, and charts or score sheets of the first ones.

mod charts;
mod leaves;
mod scale;
mod sheets;
mod story;
mod tables;

use maud::{Markup, PreEscaped, html};

use super::by::By;
use super::collector::ENOUGH;
use super::rows::{Rows, StatsRow, total};
use crate::cli::page::{self, Figure, Kind, date};
use scale::Limits;
use story::Season;

/// How many rows get charts. More would make the page too long to read.
const MOST_CHARTS: usize = 50;
/// How many rows of each rule set are in the tables. More are for `--csv`.
const MOST_ROWS: usize = 1000;

/// The page. `not_counted` may be empty.
pub fn text(rows: &Rows, is_sorted: bool, not_counted: &str) -> Vec<u8> {
    let mut out = String::new();
    let (names_rules, mut before) = (rows.names_rules(), 0);
    // They are dropped if there are too many players, even in a few rows.
    let has_charts = rows.iter().all(|row| row.stats.has_charts());
    let most_charts = if has_charts { MOST_CHARTS } else { 0 };
    for (rules, of_rules) in rows.by_rules() {
        let shown = &of_rules[..of_rules.len().min(most_charts.saturating_sub(before))];
        let limits = Limits::new(of_rules.iter().map(|row| &*row.stats));
        let of = if names_rules { format!(", {} rules", rules.name()) } else { String::new() };
        let total = total(rules, of_rules);
        let season = Season {
            by: &rows.by,
            rows: of_rules,
            total: &total,
            dates: rows.dates,
            shown: shown.len(),
            first: before + 1,
        };
        let section = html! {
            (season.highlights(&of))
            h2 { "Overview" (of) }
            (tables::tables(&season, rows, is_sorted, limits))
            @if of_rules.len() > 1 { (leaves::leaves(total.leaves())) }
            @if !shown.is_empty() {
                h2 { (rows.by.heading()) (of) }
                @for (number, row) in (before + 1..).zip(shown) { (player(row, &rows.by, number, limits)) }
            }
        };
        out.push_str(&section.into_string());
        before += of_rules.len();
    }
    if before == 0 {
        out.push_str("<p>No complete games.</p>\n");
    }
    page::page(&title(rows), Kind::Plain, &summary(rows, has_charts, not_counted), out.as_bytes())
}

/// Who bowled, and when: `Ann, 17 January to 28 May 2026`.
fn title(rows: &Rows) -> String {
    let mut all = rows.iter();
    let who = match (all.next(), all.next()) {
        (None, _) => return "Statistics".into(),
        (Some(row), None) if !rows.by.is_all() && row.key.value(0).is_some() => rows.by.title(row),
        (Some(_), None) => "All games".into(),
        _ if rows.by.rows_are() == "rows" => rows.by.heading(),
        _ => format!("{} {}", rows.iter().count(), rows.by.rows_are()),
    };
    match days(rows) {
        Some((first, last)) => format!("{who}, {}", date::range(first, last)),
        None => who,
    }
}

/// The first and the last day of all games that have one; `None` if some have a week instead.
fn days(rows: &Rows) -> Option<(i32, i32)> {
    let days = rows.iter().filter_map(|row| row.stats.days());
    let days = days.reduce(|(first, last), (day, other)| (first.min(day), last.max(other)));
    days.filter(|&(first, last)| date::are_alike(first, last))
}

fn player(row: &StatsRow, by: &By, number: usize, limits: Limits) -> Markup {
    html! {
        div.player id={ "p" (number) } {
            h3 { bdi { (by.title(row)) } }
            @if row.stats.games() >= ENOUGH as u64 { (charts::charts(&row.stats, limits, number)) } @else { (sheets::sheets(row)) }
            (leaves::leaves(row.stats.leaves()))
            p.back { a href="#summary" { "Back to the summary" } }
        }
        (PreEscaped("\n"))
    }
}

fn summary(rows: &Rows, has_charts: bool, not_counted: &str) -> Markup {
    let count = rows.iter().count();
    let games = rows.iter().map(|row| row.stats.games()).sum();
    let first = (count > 0 && has_charts).then(|| "p1".into());
    html! {
        (page::figures(&[Figure { label: rows.by.rows_are(), value: count as u64, link: first }, Figure { label: "games", value: games, link: None }]))
        p.legend {
            "Only complete games count"
            @if !not_counted.is_empty() { ", not counted: " (not_counted) }
            "."
            @if count > 1 { " The best of a column is underlined." }
            @if !has_charts { " There are no charts of so many players." }
            @else if count > MOST_CHARTS { " Charts are of the first " (MOST_CHARTS) " only." }
            @if rows.by_rules().any(|(_, rows)| rows.len() > MOST_ROWS) {
                " The tables show the first " (MOST_ROWS) "; their totals are of all."
            }
        }
    }
}
