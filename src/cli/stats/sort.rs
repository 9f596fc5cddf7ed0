//! The value of `--sort`: a column, and in which direction.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::str::FromStr;

use crate::cli::read::plain;
use crate::stats::Figure;

/// The value of `--sort`: `average` is the lowest first, `-average` the highest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The column as it was asked for.
    pub column: String,
    is_reversed: bool,
}

impl FromStr for Sort {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let column = text.strip_prefix('-').unwrap_or(text);
        Ok(Self { column: column.into(), is_reversed: column.len() < text.len() })
    }
}

impl Sort {
    /// Whether this is the column.
    pub fn is_by(&self, column: &str) -> bool {
        plain(column) == plain(&self.column)
    }

    /// Compares two rows. Those without a value are last in both directions.
    pub fn compare(&self, one: &SortKey, other: &SortKey) -> Ordering {
        let order = one.partial_cmp(other).unwrap_or(Ordering::Equal);
        let has_values = *one != SortKey::None && *other != SortKey::None;
        if self.is_reversed && has_values { order.reverse() } else { order }
    }
}

/// The value that a row is sorted by. Numbers are before texts, and both before nothing.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum SortKey {
    Number(f64),
    Text(String),
    None,
}

impl SortKey {
    /// The value of a column. A text that is a number is one.
    pub fn new(value: Figure<'_>) -> Self {
        match value {
            Figure::Text(text) => match text.parse() {
                Ok(number) if f64::is_finite(number) => Self::Number(number),
                _ => Self::Text(text.into()),
            },
            value => value.number().map_or(Self::None, Self::Number),
        }
    }
}
