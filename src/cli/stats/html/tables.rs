//! The tables of the statistics: an overview with a chart in each row, and the other columns in groups that fit a page.

use std::cmp::Ordering;
use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};

use super::super::columns::{FigureLine, is_text, key_names};
use super::super::label::TOTAL;
use super::super::rows::Rows;
use super::MOST_ROWS;
use super::scale::Limits;
use super::story::Season;
use crate::stats::Figure;

/// The columns after those of the overview, in groups. The others are folded up, because they are rarely read.
const SHOWN: [(&str, &[&str]); 2] = [
    ("Series and marks", &["high_series", "strike_percent", "spare_percent", "open_percent", "clean", "run"]),
    ("Handicap", &["start_games", "average_with_start", "handicap", "average_with_handicap"]),
];
const FOLDED: [(&str, &[&str]); 4] = [
    ("Totals", &["pins", "stddev", "series", "over_200", "perfect"]),
    ("Counts", &["strikes", "spares", "opens", "single", "single_percent", "splits", "converted"]),
    ("Balls", &["first_ball", "strike_gain", "spare_gain", "left_leaves", "right_leaves"]),
    (HIGHS, &["high", "high_name", "high_date", "high_series", "high_series_name", "high_series_date"]),
];

/// The group of who holds the highs, and since when. Without either it says nothing new.
const HIGHS: &str = "Highs";

/// The columns in which more is better, whatever the number of games.
const MORE_IS_BETTER: [&str; 14] = [
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
    "strike_gain",
    "spare_gain",
    "clean",
    "run",
];

/// The tables of one rule set.
struct Tables<'a> {
    season: &'a Season<'a>,
    lines: Vec<FigureLine<'a>>,
    /// The sum of several lines.
    sum: Option<FigureLine<'a>>,
    /// The best values of [`MORE_IS_BETTER`]. Looking for them in every cell would take quadratic time.
    bests: HashMap<&'static str, Figure<'a>>,
}

/// The tables of one rule set.
pub fn tables(season: &Season<'_>, all: &Rows, is_sorted: bool, limits: Limits) -> Markup {
    let Season { by, rows, total, .. } = *season;
    let line = |row| {
        let line = FigureLine::of_row(all, row);
        // The row may name the player already.
        if by.has_names() { line.without(|column| column.ends_with("_name")) } else { line }
    };
    let sum = (rows.len() > 1).then(|| FigureLine::of_total(total, &all.terms));
    let tables = Tables::new(season, rows.iter().take(MOST_ROWS).map(line).collect(), sum);
    let folded: Vec<Markup> = FOLDED
        .into_iter()
        .map(|(title, columns)| tables.group(title, columns))
        .filter(|table| !table.0.is_empty())
        .collect();
    html! {
        (tables.overview(is_sorted, limits))
        div.figures { @for (title, columns) in SHOWN { (tables.group(title, columns)) } }
        @if !folded.is_empty() {
            details {
                summary { "More figures" }
                div.figures { @for table in folded { (table) } }
            }
        }
        (PreEscaped("\n"))
    }
}

/// The chart of a line. Its unit is a pin, and its numbers stand beside it.
fn range(line: &FigureLine<'_>, limits: Limits) -> Markup {
    let (from, to) = (limits.low, limits.high);
    let [Some(low), Some(average), Some(high)] = ["low", "average", "high"].map(|column| line.value(column).number())
    else {
        return Markup::default();
    };
    html! {
        svg viewBox={ (from) " 0 " (to - from) " 1" } preserveAspectRatio="none" aria-hidden="true" {
            line.range x1=(low) x2=(high) y1=".5" y2=".5" {}
            line.dot x1=(format!("{average:.1}")) x2=(format!("{average:.1}")) y1=".5" y2=".5" {}
        }
    }
}

impl<'a> Tables<'a> {
    fn new(season: &'a Season<'a>, lines: Vec<FigureLine<'a>>, sum: Option<FigureLine<'a>>) -> Self {
        let bests = MORE_IS_BETTER.into_iter().filter_map(|column| Some((column, best(&lines, column)?))).collect();
        Self { season, lines, sum, bests }
    }

    /// One line per row: from its lowest to its highest total, with its average as a dot.
    fn overview(&self, is_sorted: bool, limits: Limits) -> Markup {
        let (from, to) = (limits.low, limits.high);
        let row = |line: &FigureLine, is_sum: bool| {
            let cell = |column| self.cell(line, column, is_sum);
            html! { (cell("games")) (cell("average")) (cell("low")) td { (range(line, limits)) } (cell("high")) }
        };
        html! {
            table.overview {
                caption {
                    "Low to high, the average as a dot"
                    @if self.lines.len() > 1 && !is_sorted && !self.season.by.has_time() { ", the best average first" }
                }
                (self.content(row, &html! {
                    @for column in ["games", "average", "low"] { th scope="col" { (column) } }
                    th scope="col" { span { (from) } " " span { "to" } " " span { (to) } }
                    th scope="col" { "high" }
                }))
            }
        }
    }

    /// A table of some columns, as far as they have values.
    fn group(&self, title: &str, columns: &[&str]) -> Markup {
        let columns: Vec<&str> = columns.iter().copied().filter(|column| self.has_value(column)).collect();
        if columns.is_empty() || (title == HIGHS && !columns.iter().any(|column| is_text(column))) {
            return Markup::default();
        }
        let row = |line: &FigureLine, is_sum| html! { @for column in &columns { (self.cell(line, column, is_sum)) } };
        html! {
            table {
                caption { (title) }
                (self.content(row, &html! { @for column in &columns { th scope="col" { (heading(column)) } } }))
            }
        }
    }

    /// A table below its caption: the heads of its columns after those of the keys, its rows, and their sum.
    fn content(&self, cells: impl Fn(&FigureLine<'_>, bool) -> Markup, heads: &Markup) -> Markup {
        let names = key_names(self.season.by);
        // The last key leads to the charts of the row.
        let keys = |at: usize, line: &FigureLine| {
            let (last, keys) = line.keys.split_last().map_or(("", &[][..]), |(last, keys)| (last.as_str(), keys));
            let link = (at < self.season.shown).then(|| format!("#p{}", self.season.first + at));
            html! {
                @for key in keys { th.key scope="row" { bdi { (key) } } }
                th.key scope="row" {
                    @match &link { Some(link) => a href=(link) { bdi { (last) } }, None => bdi { (last) } }
                }
            }
        };
        html! {
            thead { tr { @for key in &names { th.key scope="col" { (key) } } (heads) } }
            tbody { @for (at, line) in self.lines.iter().enumerate() { tr { (keys(at, line)) (cells(line, false)) } (PreEscaped("\n")) } }
            @if let Some(sum) = &self.sum {
                // The sum has one head, as wide as all keys.
                tfoot { tr { th.key scope="row" colspan=(names.len()) { bdi { (TOTAL) } } (cells(sum, true)) } }
            }
        }
    }

    /// A value, marked if it is the best of its column.
    fn cell(&self, line: &FigureLine<'_>, column: &str, is_sum: bool) -> Markup {
        let (value, shown) = (line.value(column), line.shown(column));
        let is_best = !is_sum && self.bests.get(column) == Some(&value);
        let is_text = matches!(value, Figure::Text(_));
        html! { td { @if is_best { strong { (shown) } } @else if is_text { bdi { (shown) } } @else { (shown) } } }
    }

    /// Whether a row has a value other than zero.
    fn has_value(&self, column: &str) -> bool {
        self.lines.iter().any(|line| !matches!(line.value(column), Figure::None | Figure::Count(0)))
    }
}

/// The best value of a column, unless all rows have it.
fn best<'a>(lines: &[FigureLine<'a>], column: &str) -> Option<Figure<'a>> {
    let values = lines.iter().map(|line| line.value(column)).filter(|value| *value != Figure::None);
    let best =
        values.clone().max_by(|one, other| one.number().partial_cmp(&other.number()).unwrap_or(Ordering::Equal))?;
    values.into_iter().any(|value| value != best).then_some(best)
}

/// `strike_percent` as people read it.
fn heading(column: &str) -> String {
    match column {
        "over_200" => "200+".into(),
        "strike_gain" | "spare_gain" => format!("pins gained per {}", column.replace("_gain", "")),
        "left_leaves" => "leaves on the left".into(),
        "right_leaves" => "on the right".into(),
        "high_name" | "high_series_name" => "by".into(),
        "high_date" | "high_series_date" => "date".into(),
        _ => column.replace("_percent", " %").replace('_', " "),
    }
}
