//! Names in the table. Different names look different, and none looks like a row without a name or a total.

use std::borrow::Cow;

use crate::cli::text::{is_hidden, visible};

/// The row of games without a name.
pub const NO_NAME: &str = "-";
/// The row that adds up the others.
pub const TOTAL: &str = "total";
/// The row of `--by all`.
pub const ALL: &str = "all";

/// A name as the table shows it: in quotes if it could be mistaken for something else.
pub fn label(name: &str) -> Cow<'_, str> {
    let is_plain = ![NO_NAME, TOTAL, ""].contains(&name)
        && !name.starts_with(['"', ' '])
        && !name.ends_with(' ')
        && !name.chars().any(is_hidden);
    if is_plain {
        return Cow::Borrowed(name);
    }
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
    Cow::Owned(format!("\"{}\"", visible(&escaped)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_be_mistaken_are_quoted() {
        for (name, shown) in [
            ("Ann", "Ann"),
            ("홍길동", "홍길동"),
            ("=1+2", "=1+2"),
            ("a\\b", "a\\b"),
            ("the \"Hammer\"", "the \"Hammer\""),
            ("-", "\"-\""),
            ("total", "\"total\""),
            ("Total", "Total"),
            ("\"-\"", "\"\\\"-\\\"\""),
            ("a\tb", "\"a\\u{9}b\""),
            ("a\\u{9}b", "a\\u{9}b"),
            ("\\\t", "\"\\\\\\u{9}\""),
        ] {
            assert_eq!(label(name), shown);
        }
    }
}
