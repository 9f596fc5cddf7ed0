//! The columns of CSV and JSON: the keys of the row, its rules, and the figures.

use std::fmt;

use super::by::By;
use super::rows::{Holder, StatsRow};
use crate::cli::read::plain;
use crate::game::Rules;
use crate::stats::{Handicap, Stats};

/// What a column holds in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Count(u64),
    Real(f64),
    Text(&'a str),
    Flag(bool),
    /// There is nothing to divide by, or no such game.
    None,
}

/// A column with its name.
pub type Column<'a> = (&'a str, Value<'a>);

impl<'a> Value<'a> {
    fn text(value: Option<&'a str>) -> Self {
        value.map_or(Self::None, Self::Text)
    }

    fn real(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Real)
    }

    fn count(value: Option<impl Into<u64>>) -> Self {
        value.map_or(Self::None, |value| Self::Count(value.into()))
    }

    /// The number, to compare and to draw it.
    #[expect(clippy::cast_precision_loss, reason = "only compared and drawn")]
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(count as f64),
            Self::Real(real) => Some(real),
            Self::Text(_) | Self::Flag(_) | Self::None => None,
        }
    }
}

impl fmt::Display for Value<'_> {
    /// The shortest digits that give the same number; nothing for no value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Real(real) => write!(f, "{real}"),
            Self::Text(text) => f.write_str(text),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::None => Ok(()),
        }
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
    let keys = row.key.values().chain([None]).map(Value::text);
    let rules = ("rules", Value::Text(row.stats.rules().name()));
    key_names(by).into_iter().zip(keys).chain([rules]).chain(others).collect()
}

/// The names of the figures.
pub fn figure_names(handicap: Option<Handicap>) -> Vec<&'static str> {
    let none = Stats::of_row(Rules::default(), false);
    columns(&none, [&Holder::default(); 2], handicap).into_iter().map(|(name, _)| name).collect()
}

/// Whether a name, written without case, blanks and punctuation, is that of the rules or of a figure.
pub fn is_column(plain_name: &str) -> bool {
    ["rules"].into_iter().chain(figure_names(Handicap::new(100, 0))).any(|name| plain(name) == plain_name)
}

/// The figures with their names, given who holds the high game and the high series.
pub fn columns<'a>(
    stats: &Stats,
    [high, of_series]: [&'a Holder; 2],
    handicap: Option<Handicap>,
) -> Vec<(&'static str, Value<'a>)> {
    let [strikes, spares, single, opens] = [stats.strikes(), stats.spares(), stats.single(), stats.opens()];
    let high_series = stats.high_series();
    let mut columns = vec![
        ("games", Value::Count(stats.games())),
        ("pins", Value::Count(stats.pins())),
        ("average", Value::real(stats.average())),
        ("high", Value::count(stats.high())),
        ("low", Value::count(stats.low())),
        ("stddev", Value::real(stats.stddev())),
        ("series", Value::Count(stats.series())),
        ("high_series", Value::count(high_series.map(|series| series.pins))),
        ("strikes", Value::Count(strikes.count)),
        ("strike_percent", Value::real(strikes.percent())),
        ("spares", Value::Count(spares.count)),
        ("spare_percent", Value::real(spares.percent())),
        ("single", Value::Count(single.count)),
        ("single_percent", Value::real(single.percent())),
        ("opens", Value::Count(opens.count)),
        ("open_percent", Value::real(opens.percent())),
        ("first_ball", Value::real(stats.first_ball())),
        ("clean", Value::Count(stats.clean())),
        ("splits", Value::Count(stats.splits())),
        ("converted", Value::Count(stats.converted())),
        ("run", Value::Count(stats.run())),
        ("over_200", Value::Count(stats.over_200())),
        ("perfect", Value::Count(stats.perfect())),
        // What the averages and percentages are made from, so that rows can be added up.
        ("high_series_games", Value::count(high_series.map(|series| series.games))),
        ("scored_games", Value::Count(stats.scored_games())),
        ("sum_of_squares", Value::Count(stats.sum_of_squares())),
        ("strike_chances", Value::Count(strikes.of)),
        ("spare_chances", Value::Count(spares.of)),
        ("single_chances", Value::Count(single.of)),
        ("first_ball_pins", Value::Count(stats.first_ball_pins())),
        ("high_name", Value::text(high.name.as_deref())),
        ("high_date", Value::text(high.date.as_deref())),
        ("high_series_name", Value::text(of_series.name.as_deref())),
        ("high_series_date", Value::text(of_series.date.as_deref())),
    ];
    if let Some(handicap) = handicap {
        let (handicap, adjusted) = adjusted(stats, handicap);
        columns.push(("handicap", Value::count(handicap)));
        columns.push(("average_with_handicap", Value::real(adjusted)));
    }
    columns
}

/// The handicap of a row, and its average with that.
pub fn adjusted(stats: &Stats, handicap: Handicap) -> (Option<u16>, Option<f64>) {
    let handicap = handicap.of(stats);
    (handicap, stats.average().zip(handicap).map(|(average, handicap)| average + f64::from(handicap)))
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
