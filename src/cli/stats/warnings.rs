//! Warnings about the rows: keys that no game has, and values that are almost the same.

use super::rows::Rows;
use super::unicode_form::decomposed;

/// A message for each key that no game has.
pub fn missing_keys(rows: &Rows) -> Vec<String> {
    let is_missing = |at: usize| rows.iter().all(|row| row.key.value(at).is_none());
    let missing = rows.by.keys.iter().enumerate().filter_map(|(at, key)| key.missing().filter(|_| is_missing(at)));
    if rows.iter().next().is_none() { Vec::new() } else { missing.collect() }
}

/// A warning about values that differ only in case, blanks or Unicode form.
pub fn alike_values(rows: &Rows) -> Option<String> {
    let mut keys = rows.by.keys.iter().enumerate().filter(|(_, key)| !key.is_file());
    keys.find_map(|(at, key)| {
        let (one, other, more) = alike(rows.iter().filter_map(|row| row.key.value(at)))?;
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let are = if rows.by.is_name_alone() { "names".into() } else { format!("values of '{}'", key.name) };
        let rows = rows.by.rows_are();
        Some(format!(
            "{are} that differ only in case, blanks or Unicode form are different {rows}: {one} and {other}{more}"
        ))
    })
}

/// The first two texts that are alike, and how many more there are.
fn alike<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(&'a str, &'a str, usize)> {
    let mut texts: Vec<(String, &str)> = texts.map(|text| (folded(text), text)).collect();
    texts.sort_unstable();
    texts.dedup();
    let pairs = texts.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let mut alike: Vec<_> = pairs.map(|pair| (pair[0].1, pair[1].1)).collect();
    alike.sort_unstable();
    let &(one, other) = alike.first()?;
    Some((one, other, alike.len() - 1))
}

/// A text without case and blanks, in one Unicode form.
fn folded(text: &str) -> String {
    decomposed(text).filter(|sign| !sign.is_whitespace()).flat_map(char::to_lowercase).collect()
}
