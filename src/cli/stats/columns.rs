//! The columns of CSV and JSON: the keys of the row, its rules, and the figures.

use std::borrow::Cow;

use super::by::By;
use super::rows::StatsRow;
use super::terms::Terms;
use crate::cli::read::plain;
use crate::stats::{Figure, Handicap, Stats};

/// A column with its name.
pub type Column<'a> = (&'a str, Figure<'a>);

/// A value as text: the shortest digits that give the same number, and nothing for no value.
pub fn text(value: Figure<'_>) -> Cow<'_, str> {
    match value {
        Figure::Count(count) => count.to_string().into(),
        Figure::Real(real) => real.to_string().into(),
        Figure::Text(text) => text.into(),
        Figure::Flag(flag) => flag.to_string().into(),
        Figure::None => "".into(),
    }
}

/// A number with a number of decimals, halves rounded up.
pub fn rounded(value: f64, decimals: u8) -> f64 {
    // A quotient that is a half need not be one in binary. No other quotient of counts is as close to a half as this.
    const ALMOST_NOTHING: f64 = 1e-9;
    let scale = 10_f64.powi(decimals.into());
    (value * scale + 0.5 + ALMOST_NOTHING).floor() / scale
}

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

/// The figures with their names, given the player of the row.
pub fn columns<'a>(stats: &'a Stats, player: Option<&str>, terms: &Terms) -> Vec<Column<'a>> {
    stats.figures().into_iter().chain(terms.columns(stats, player)).collect()
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn halves_are_rounded_up() {
        for (pins, games, shown) in
            [(1425, 8, "178.13"), (107, 40, "2.68"), (1, 8, "0.13"), (3, 8, "0.38"), (2, 3, "0.67")]
        {
            assert_eq!(format!("{:.2}", rounded(f64::from(pins) / f64::from(games), 2)), shown);
        }
        assert_eq!((rounded(0.25, 1), rounded(150.0, 2), rounded(0.0, 1)), (0.3, 150.0, 0.0));
    }
}
