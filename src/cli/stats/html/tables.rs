//! The tables of the statistics: an overview with a chart in each row, and the other columns in groups that fit a page.

use std::cmp::Ordering;
use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};

use super::super::by::By;
use super::super::columns::{Highs, Value, columns, key_names};
use super::super::label::{TOTAL, label};
use super::super::rows::{Rows, StatsRow, total};
use super::super::table::keys;
use super::scale::Limits;
use crate::game::Rules;
use crate::stats::Stats;

/// The columns after those of the overview, in groups.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Totals", &["pins", "stddev", "series", "high_series", "over_200", "perfect"]),
    ("Marks", &["strikes", "strike_percent", "spares", "spare_percent", "opens", "open_percent"]),
    ("Balls", &["first_ball", "clean", "run", "splits", "converted", "single", "single_percent"]),
    ("Handicap", &["handicap", "average_with_handicap"]),
    (HIGHS, &["high", "high_name", "high_date", "high_series", "high_series_name", "high_series_date"]),
];

/// The group of who holds the highs, and since when. Without either it says nothing new.
const HIGHS: &str = "Highs";

/// The columns of which more is better, whatever the number of games.
const MORE_IS_BETTER: [&str; 12] = [
    "average",
    "high",
    "low",
    "high_series",
    "over_200",
    "perfect",
    "strike_percent",
    "spare_percent",
    "single_percent",
    "first_ball",
    "clean",
    "run",
];

/// A row as the tables need it: the values of its keys, and all others.
struct FigureLine<'a> {
    keys: Vec<String>,
    values: Vec<(&'a str, Value<'a>)>,
}

impl<'a> FigureLine<'a> {
    fn new(keys: Vec<String>, stats: &Stats, mut values: Vec<(&'a str, Value<'a>)>) -> Self {
        if stats.scored_games() == 0 {
            // Nothing is known about balls.
            values.iter_mut().filter(|(column, _)| needs_balls(column)).for_each(|(_, value)| *value = Value::None);
        }
        Self { keys, values }
    }

    fn value(&self, column: &str) -> Value<'a> {
        self.values.iter().find(|(name, _)| *name == column).map_or(Value::None, |&(_, value)| value)
    }
}

/// The tables of one rule set.
pub fn tables(rules: Rules, rows: &[StatsRow], all: &Rows, is_sorted: bool, limits: Limits) -> Markup {
    let by = &all.by;
    let mut lines: Vec<FigureLine<'_>> =
        rows.iter().map(|row| FigureLine::new(keys(row, by), row.stats(), all.figures(row))).collect();
    if by.name_place().is_some() {
        // The row names the player already.
        let names = lines.iter_mut().flat_map(|line| &mut line.values).filter(|(column, _)| column.ends_with("_name"));
        names.for_each(|(_, value)| *value = Value::None);
    }
    let total = total(rules, rows);
    let mut sum = FigureLine::new(vec![TOTAL.into()], &total, columns(&total, Highs::default(), all.handicap));
    // A handicap is that of one player.
    sum.values.iter_mut().filter(|(column, _)| column.contains("handicap")).for_each(|(_, value)| *value = Value::None);
    let sum = (rows.len() > 1).then_some(&sum);
    let bests = bests(&lines);
    html! {
        (overview(&lines, &bests, sum, by, is_sorted, limits))
        div.figures {
            @for (title, columns) in GROUPS {
                @let columns: Vec<&str> = columns.iter().copied().filter(|column| has_value(&lines, column)).collect();
                @let says_more = title != HIGHS || columns.iter().any(|column| is_text(column));
                @if !columns.is_empty() && says_more { (group(title, &columns, &lines, &bests, sum, by)) }
            }
        }
        (PreEscaped("\n"))
    }
}

/// One line per row: from its lowest to its highest total, with its average as a dot.
fn overview(
    lines: &[FigureLine<'_>],
    bests: &Bests<'_>,
    sum: Option<&FigureLine<'_>>,
    by: &By,
    is_sorted: bool,
    limits: Limits,
) -> Markup {
    let (from, to) = limits.totals;
    let row = |line: &FigureLine, is_sum: bool| {
        let cell = |column| cell(bests, line, column, is_sum);
        html! { (cell("games")) (cell("average")) (cell("low")) td { (range(line, limits)) } (cell("high")) }
    };
    html! {
        table.overview {
            caption { "Low to high, the average as a dot" @if lines.len() > 1 && !is_sorted { ", the best average first" } }
            (content(lines, sum, by, row, &html! {
                @for column in ["games", "average", "low"] { th scope="col" { (column) } }
                th scope="col" { span { (from) } " " span { "to" } " " span { (to) } }
                th scope="col" { "high" }
            }))
        }
    }
}

/// A table below its caption: the heads of its columns behind those of the keys, its rows, and their sum.
fn content(
    lines: &[FigureLine<'_>],
    sum: Option<&FigureLine<'_>>,
    by: &By,
    cells: impl Fn(&FigureLine<'_>, bool) -> Markup,
    heads: &Markup,
) -> Markup {
    let row = |line: &FigureLine, is_sum: bool| html! { tr { (row_head(line, by)) (cells(line, is_sum)) } (PreEscaped("\n")) };
    html! {
        thead { tr { @for key in key_names(by) { th.key scope="col" { (key) } } (heads) } }
        tbody { @for line in lines { (row(line, false)) } }
        @if let Some(sum) = sum { tfoot { (row(sum, true)) } }
    }
}

/// The chart of a row. Its unit is a pin, and its numbers stand beside it.
fn range(line: &FigureLine<'_>, limits: Limits) -> Markup {
    let (from, to) = limits.totals;
    let [low, average, high] = ["low", "average", "high"].map(|column| line.value(column).number().unwrap_or_default());
    html! {
        svg viewBox={ (from) " 0 " (to - from) " 1" } preserveAspectRatio="none" aria-hidden="true" {
            line.range x1=(low) x2=(high) y1=".5" y2=".5" {}
            line.dot x1=(format!("{average:.1}")) x2=(format!("{average:.1}")) y1=".5" y2=".5" {}
        }
    }
}

fn group(
    title: &str,
    columns: &[&str],
    lines: &[FigureLine<'_>],
    bests: &Bests<'_>,
    sum: Option<&FigureLine<'_>>,
    by: &By,
) -> Markup {
    let row = |line: &FigureLine, is_sum| html! { @for column in columns { (cell(bests, line, column, is_sum)) } };
    html! {
        table {
            caption { (title) }
            (content(lines, sum, by, row, &html! { @for column in columns { th scope="col" { (heading(column)) } } }))
        }
    }
}

/// A value, marked if it is the best of its column.
fn cell(bests: &Bests<'_>, line: &FigureLine<'_>, column: &str, is_sum: bool) -> Markup {
    let value = line.value(column);
    let is_best = !is_sum && bests.get(column) == Some(&value);
    let is_text = matches!(value, Value::Text(_));
    let shown = shown(column, value);
    html! { td { @if is_best { strong { (shown) } } @else if is_text { bdi { (shown) } } @else { (shown) } } }
}

/// The best values of the columns of which more is better. Looking for them in every cell would take quadratic time.
type Bests<'a> = HashMap<&'static str, Value<'a>>;

fn bests<'a>(lines: &[FigureLine<'a>]) -> Bests<'a> {
    MORE_IS_BETTER.into_iter().filter_map(|column| Some((column, best(lines, column)?))).collect()
}

/// The best value of a column, unless all rows have it.
fn best<'a>(lines: &[FigureLine<'a>], column: &str) -> Option<Value<'a>> {
    let values = lines.iter().map(|line| line.value(column)).filter(|value| *value != Value::None);
    let best =
        values.clone().max_by(|one, other| one.number().partial_cmp(&other.number()).unwrap_or(Ordering::Equal))?;
    values.into_iter().any(|value| value != best).then_some(best)
}

/// Whether a row has a value other than zero.
fn has_value(lines: &[FigureLine<'_>], column: &str) -> bool {
    lines.iter().any(|line| !matches!(line.value(column), Value::None | Value::Count(0)))
}

/// The keys of a row. That of the total is as wide as all of them.
fn row_head(line: &FigureLine<'_>, by: &By) -> Markup {
    let width = key_names(by).len();
    let span = (line.keys.len() < width).then_some(width);
    html! { @for key in &line.keys { th.key scope="row" colspan=[span] { bdi { (key) } } } }
}

/// Whether a column holds names or dates.
fn is_text(column: &str) -> bool {
    column.ends_with("_name") || column.ends_with("_date")
}

fn needs_balls(column: &str) -> bool {
    matches!(column, "strikes" | "spares" | "opens" | "clean" | "splits" | "converted" | "run" | "single")
}

/// `strike_percent` as people read it.
fn heading(column: &str) -> String {
    match column {
        "over_200" => "200+".into(),
        "high_name" | "high_series_name" => "by".into(),
        "high_date" | "high_series_date" => "date".into(),
        _ => column.replace("_percent", " %").replace('_', " "),
    }
}

fn shown(column: &str, value: Value<'_>) -> String {
    match value {
        Value::None => "-".into(),
        Value::Text(text) => label(text).into_owned(),
        Value::Real(real) if column.ends_with("percent") => format!("{real:.1}"),
        Value::Real(real) => format!("{real:.2}"),
        Value::Count(_) | Value::Flag(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(totals: &[u16]) -> FigureLine<'static> {
        let stats = Stats::of_totals(totals.iter().copied());
        FigureLine::new(vec!["Ann".into()], &stats, columns(&stats, Highs::default(), None))
    }

    #[test]
    fn the_best_is_marked_where_more_is_better_and_not_all_tie() {
        let lines = [line(&[100, 200]), line(&[150, 180])];
        assert_eq!(best(&lines, "average"), Some(Value::Real(165.0)));
        assert_eq!(best(&lines, "high"), Some(Value::Count(200)));
        assert_eq!(best(&lines, "low"), Some(Value::Count(150)));
        let bests = bests(&lines);
        for column in ["games", "pins", "stddev", "perfect", "strikes", "strike_percent"] {
            assert_eq!(bests.get(column), None, "{column}");
        }
        assert_eq!(best(&lines[..1], "average"), None);
        // Some tie.
        let lines = [line(&[150]), line(&[150]), line(&[140])];
        assert_eq!(best(&lines, "average"), Some(Value::Real(150.0)));
    }

    #[test]
    fn columns_without_values_are_left_out() {
        let lines = [line(&[100, 200])];
        assert!(has_value(&lines, "over_200") && has_value(&lines, "pins"));
        let strikes = lines[0].values.iter().find(|(column, _)| *column == "strikes");
        assert_eq!(strikes, Some(&("strikes", Value::None)), "nothing is known about balls");
        assert!(!has_value(&lines, "perfect") && !has_value(&lines, "strikes") && !has_value(&lines, "high_series"));
    }

    #[test]
    fn headings_and_values_are_written_for_people() {
        for (column, expected) in [("over_200", "200+"), ("high_name", "by"), ("high_series_date", "date")] {
            assert_eq!(heading(column), expected);
        }
        assert_eq!(heading("strike_percent"), "strike %");
        let shown = ["strike_percent", "average"].map(|column| shown(column, Value::Real(33.333)));
        assert_eq!(shown, ["33.3", "33.33"]);
    }

    #[test]
    fn the_range_is_drawn_in_pins() {
        let limits = Limits { totals: (80, 220), share: 100 };
        let range = range(&line(&[90, 150, 211]), limits).into_string();
        assert!(range.contains("viewBox=\"80 0 140 1\""), "{range}");
        assert!(range.contains("x1=\"90\" x2=\"211\"") && range.contains("x1=\"150.3\" x2=\"150.3\""), "{range}");
    }
}
