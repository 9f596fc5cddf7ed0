//! The columns of a row: its keys, its rules and its figures, as records and as people read them.

use std::borrow::Cow;

use super::StatsFormat;
use super::by::By;
use super::label::{NO_NAME, TOTAL, label};
use super::rows::{Rows, StatsRow};
use super::terms::Terms;
use crate::cli::read::plain;
use crate::cli::text::write_json;
use crate::cli::write::write_csv_text;
use crate::stats::{Figure, Handicap, Stats};

/// A column with its name.
pub type Column<'a> = (&'a str, Figure<'a>);

/// The names of the columns of keys. With `--by all` there is a name, which is always empty.
pub fn key_names(by: &By) -> Vec<&str> {
    if by.is_all() { vec!["name"] } else { by.keys.iter().map(|key| key.name.as_str()).collect() }
}

/// The names of the columns: the keys and the rules of a row, then others.
pub fn names<'a>(by: &'a By, others: &[&'a str]) -> Vec<&'a str> {
    [&key_names(by)[..], &["rules"], others].concat()
}

/// The columns: the keys and the rules of a row, then others.
pub fn record<'a>(by: &'a By, row: &'a StatsRow, others: impl IntoIterator<Item = Column<'a>>) -> Vec<Column<'a>> {
    let keys = row.key.values().chain([None]).map(Figure::from);
    let rules = ("rules", Figure::Text(row.stats.rules().name()));
    key_names(by).into_iter().zip(keys).chain([rules]).chain(others).collect()
}

/// The figures with their names, given the player of the row.
pub fn columns<'a>(stats: &'a Stats, player: Option<&str>, terms: &Terms) -> Vec<Column<'a>> {
    stats.figures().into_iter().chain(terms.columns(stats, player)).collect()
}

/// The names of the figures.
pub fn figure_names(terms: &Terms) -> Vec<&'static str> {
    let (none, names) = (Stats::default(), |(name, _)| name);
    none.figures().into_iter().chain(terms.columns(&none, None)).map(names).collect()
}

/// Whether a name, written without case, blanks and punctuation, is that of the rules or of a figure.
pub fn is_column(plain_name: &str) -> bool {
    let every = Terms { handicap: Handicap::new(100, 0), starts: "a=0/1".parse().into_iter().collect() };
    ["rules"].into_iter().chain(figure_names(&every)).any(|name| plain(name) == plain_name)
}

/// Writes a record: a line of CSV, else an object of JSON Lines.
pub fn write_record(to: StatsFormat, columns: &[Column<'_>], out: &mut Vec<u8>) {
    let is_csv = to == StatsFormat::Csv;
    out.extend_from_slice(if is_csv { b"" } else { b"{" });
    for (at, (name, value)) in columns.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        if !is_csv {
            write_json(name, out);
            out.push(b':');
        }
        match value {
            Figure::Text(value) if is_csv => write_csv_text(value, out),
            Figure::Text(value) => write_json(value, out),
            Figure::None if !is_csv => out.extend_from_slice(b"null"),
            other => out.extend_from_slice(text(*other).as_bytes()),
        }
    }
    out.extend_from_slice(if is_csv { b"\n" } else { b"}\n" });
}

/// A value as text: the shortest digits that give the same number, and nothing for no value.
fn text(value: Figure<'_>) -> Cow<'_, str> {
    match value {
        Figure::Count(count) => count.to_string().into(),
        Figure::Real(real) => real.to_string().into(),
        Figure::Text(text) => text.into(),
        Figure::Flag(flag) => flag.to_string().into(),
        Figure::None => "".into(),
    }
}

/// A row as people read it, or the sum of several.
pub struct FigureLine<'a> {
    /// The values of its keys.
    pub keys: Vec<String>,
    values: Vec<Column<'a>>,
}

impl<'a> FigureLine<'a> {
    pub fn of_row(rows: &'a Rows, row: &'a StatsRow) -> Self {
        Self::new(rows.by.labels(row), &row.stats, rows.figures(row))
    }

    /// The sum of some rows. A handicap is that of one player.
    pub fn of_total(total: &'a Stats, terms: &Terms) -> Self {
        Self::new(vec![TOTAL.into()], total, columns(total, None, terms))
            .without(|column| column.contains("handicap") || column.contains("start") || is_text(column))
    }

    fn new(keys: Vec<String>, stats: &Stats, values: Vec<Column<'a>>) -> Self {
        let line = Self { keys, values };
        // Without scored games, nothing is known about balls.
        if stats.scored_games() == 0 { line.without(needs_balls) } else { line }
    }

    /// The same line without the values of some columns.
    pub fn without(mut self, is_left_out: impl Fn(&str) -> bool) -> Self {
        let left_out = self.values.iter_mut().filter(|(column, _)| is_left_out(column));
        left_out.for_each(|(_, value)| *value = Figure::None);
        self
    }

    pub fn value(&self, column: &str) -> Figure<'a> {
        self.values.iter().find(|(name, _)| *name == column).map_or(Figure::None, |&(_, value)| value)
    }

    /// A value as people read it: a high series with its number of games, percentages with one decimal and averages
    /// with two.
    pub fn shown(&self, column: &str) -> String {
        let decimals = if column.ends_with("percent") { 1 } else { 2 };
        match self.value(column) {
            Figure::None => NO_NAME.into(),
            Figure::Text(text) => label(text).into_owned(),
            Figure::Real(number) => real(Some(number), decimals),
            Figure::Count(pins) if column == "high_series" => {
                format!("{pins}/{}", text(self.value("high_series_games")))
            }
            value => text(value).into_owned(),
        }
    }
}

/// Whether a column holds names or dates.
pub fn is_text(column: &str) -> bool {
    column.ends_with("_name") || column.ends_with("_date")
}

fn needs_balls(column: &str) -> bool {
    matches!(column, "strikes" | "spares" | "opens" | "clean" | "splits" | "converted" | "run" | "single")
}

/// A number with a number of decimals, `-` for none.
pub fn real(value: Option<f64>, decimals: u8) -> String {
    value.map_or_else(|| NO_NAME.into(), |value| format!("{:.*}", usize::from(decimals), rounded(value, decimals)))
}

/// A number with a number of decimals, halves rounded up.
fn rounded(value: f64, decimals: u8) -> f64 {
    // A quotient that is a half need not be one in binary. No other quotient of counts is as close to a half as this.
    const ALMOST_NOTHING: f64 = 1e-9;
    let scale = 10_f64.powi(decimals.into());
    (value * scale + 0.5 + ALMOST_NOTHING).floor() / scale
}

#[cfg(test)]
mod tests {
    use super::real;

    #[test]
    fn halves_are_rounded_up() {
        for (pins, games, shown) in
            [(1425, 8, "178.13"), (107, 40, "2.68"), (1, 8, "0.13"), (3, 8, "0.38"), (2, 3, "0.67")]
        {
            assert_eq!(real(Some(f64::from(pins) / f64::from(games)), 2), shown);
        }
        assert_eq!([real(Some(0.25), 1), real(Some(150.0), 2), real(None, 1)], ["0.3", "150.00", "-"]);
    }
}
