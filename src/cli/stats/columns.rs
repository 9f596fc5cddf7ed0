//! The columns of CSV and JSON after the name and the rules.

use std::fmt;

use crate::stats::{Handicap, Stats};

/// A number in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Count(u64),
    Real(f64),
    /// There is nothing to divide by, or no such game.
    None,
}

impl Value {
    fn real(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Real)
    }

    fn count(value: Option<impl Into<u64>>) -> Self {
        value.map_or(Self::None, |value| Self::Count(value.into()))
    }
}

impl fmt::Display for Value {
    /// The shortest digits that give the same number; nothing for no number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Real(real) => write!(f, "{real}"),
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

/// The columns with their names.
pub fn columns(stats: &Stats, handicap: Option<Handicap>) -> Vec<(&'static str, Value)> {
    let [strikes, spares, opens] = [stats.strikes(), stats.spares(), stats.opens()];
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
        ("first_ball_pins", Value::Count(stats.first_ball_pins())),
    ];
    if let Some(handicap) = handicap {
        let handicap = handicap.of(stats);
        let with_handicap = stats.average().zip(handicap).map(|(average, handicap)| average + f64::from(handicap));
        columns.push(("handicap", Value::count(handicap)));
        columns.push(("average_with_handicap", Value::real(with_handicap)));
    }
    columns
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
