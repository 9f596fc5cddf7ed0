//! `stats --html`: a page with the table of all rows, and charts of the first ones.

mod charts;

use maud::{Markup, PreEscaped, html};

use super::By;
use super::columns::{Value, columns, rounded};
use super::label::TOTAL;
use super::rows::{Row, Rows, total};
use super::table::name;
use crate::cli::page::{self, Figure};
use crate::game::Rules;
use crate::stats::{Handicap, Stats};

/// The title of the page.
const TITLE: &str = "Statistics";

/// How many rows get charts. More would make the page too long to read.
const MOST_CHARTS: usize = 50;

/// The last columns of CSV are for adding up rows, not for people.
const COLUMNS: usize = 21;

/// The page.
pub fn text(rows: &Rows, handicap: Option<Handicap>) -> Vec<u8> {
    let mut out = page::head(TITLE);
    let names_rules = rows.by_rules().any(|(rules, _)| rules != Rules::default());
    let mut before = 0;
    for (rules, of_rules) in rows.by_rules() {
        let section = html! {
            section {
                @if names_rules { h2 { "Rules: " (rules.name()) } }
                (table(rules, of_rules, rows.by, handicap))
                @for (number, row) in (before + 1..=MOST_CHARTS).zip(of_rules) {
                    div.player id={ "p" (number) } {
                        h3 { bdi { (name(row, rows.by)) } }
                        (charts::charts(&row.stats, number))
                    }
                    (PreEscaped("\n"))
                }
            }
            (PreEscaped("\n"))
        };
        out.push_str(&section.into_string());
        before += of_rules.len();
    }
    if before == 0 {
        out.push_str("<p>No complete games.</p>\n");
    }
    out.push_str(&page::tail(&summary(rows, before), &legend(before)));
    out.into_bytes()
}

fn summary(rows: &Rows, count: usize) -> Vec<Figure> {
    let label = match rows.by {
        By::Name => "players",
        By::File => "files",
        By::All => "rows",
    };
    let games = rows.iter().map(|row| row.stats.games()).sum();
    let first = (count > 0).then(|| "p1".into());
    vec![Figure { label, value: count as u64, link: first }, Figure { label: "games", value: games, link: None }]
}

fn legend(rows: usize) -> Markup {
    html! {
        p {
            "Only complete games count. The best of each column is underlined."
            @if rows > MOST_CHARTS { " Charts are of the first " (MOST_CHARTS) " only." }
        }
    }
}

/// The rows of one rule set.
fn table(rules: Rules, rows: &[Row], by: By, handicap: Option<Handicap>) -> Markup {
    let best = best(rows, handicap);
    let header = cells(&Stats::new(rules), handicap);
    html! {
        div.figures role="region" tabindex="0" aria-label="Statistics" {
            table {
                caption {
                    @match by {
                        By::Name => "Players, the best average first",
                        By::File => "Files, the best average first",
                        By::All => "All games",
                    }
                }
                thead {
                    tr {
                        th scope="col" { @if by == By::File { "file" } @else { "name" } }
                        @for (column, _) in &header { th scope="col" { (title(column)) } }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { bdi { (name(row, by)) } }
                            @for ((column, value), best) in cells(&row.stats, handicap).into_iter().zip(&best) {
                                td { @if *best == Some(value) { strong { (shown(column, value)) } } @else { (shown(column, value)) } }
                            }
                        }
                        (PreEscaped("\n"))
                    }
                }
                @if rows.len() > 1 {
                    tfoot {
                        tr {
                            th scope="row" { (TOTAL) }
                            @for (column, value) in cells(&total(rules, rows), handicap) {
                                // A handicap is that of one player.
                                td { (shown(column, if column.contains("handicap") { Value::None } else { value })) }
                            }
                        }
                    }
                }
            }
        }
        (PreEscaped("\n"))
    }
}

/// The columns for people.
fn cells(stats: &Stats, handicap: Option<Handicap>) -> Vec<(&'static str, Value)> {
    let mut columns = columns(stats, handicap);
    let handicap = columns.split_off(columns.len() - if handicap.is_some() { 2 } else { 0 });
    columns.truncate(COLUMNS);
    if stats.scored_games() == 0 {
        // Nothing is known about balls.
        columns.iter_mut().filter(|(name, _)| needs_balls(name)).for_each(|(_, value)| *value = Value::None);
    }
    columns.extend(handicap);
    columns
}

fn needs_balls(column: &str) -> bool {
    matches!(column, "strikes" | "spares" | "opens" | "clean" | "splits" | "converted" | "run")
}

/// `strike_percent` as people read it.
fn title(column: &str) -> String {
    column.replace("_percent", " %").replace('_', " ")
}

fn shown(column: &str, value: Value) -> String {
    match value {
        Value::None => "-".into(),
        Value::Real(real) if column.ends_with("percent") => format!("{:.1}", rounded(real, 1)),
        Value::Real(real) => format!("{:.2}", rounded(real, 2)),
        Value::Count(count) => count.to_string(),
    }
}

/// The best value of each column, if there is more than one row to compare.
fn best(rows: &[Row], handicap: Option<Handicap>) -> Vec<Option<Value>> {
    let Some((first, others)) = rows.split_first().filter(|(_, others)| !others.is_empty()) else {
        return vec![None; COLUMNS + 2];
    };
    let mut best = cells(&first.stats, handicap);
    for row in others {
        for ((column, best), (_, value)) in best.iter_mut().zip(cells(&row.stats, handicap)) {
            let is_better =
                if is_best_low(column) { number(value) < number(*best) } else { number(value) > number(*best) };
            if value != Value::None && (*best == Value::None || is_better) {
                *best = value;
            }
        }
    }
    best.into_iter().map(|(_, value)| Some(value).filter(|&value| value != Value::None)).collect()
}

/// Whether less is better.
fn is_best_low(column: &str) -> bool {
    matches!(column, "stddev" | "opens" | "open_percent" | "splits" | "handicap")
}

#[expect(clippy::cast_precision_loss, reason = "only compared")]
const fn number(value: Value) -> f64 {
    match value {
        Value::Count(count) => count as f64,
        Value::Real(real) => real,
        Value::None => f64::NAN,
    }
}
