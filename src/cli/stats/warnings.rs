//! Warnings about the rows: keys that no game has, and values that are almost the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

use super::rows::Rows;
use super::terms::Start;
use crate::cli::text::visible;

/// A message for each key that no game has.
pub fn missing_keys(rows: &Rows) -> Vec<String> {
    let mut is_there = vec![rows.iter().next().is_none(); rows.by.keys.len()];
    for row in rows.iter() {
        is_there.iter_mut().zip(row.key.values()).for_each(|(is_there, value)| *is_there |= value.is_some());
    }
    rows.by.keys.iter().zip(is_there).filter(|(_, is_there)| !is_there).filter_map(|(key, _)| key.missing()).collect()
}

/// A message for each player of `--start` who has no row.
pub fn missing_players(rows: &Rows) -> Vec<String> {
    let has_row = |start: &&Start| rows.iter().any(|row| rows.player(row) == Some(start.name.as_str()));
    let missing = rows.terms.starts.iter().filter(|start| !has_row(start));
    missing.map(|start| format!("--start: no row is that of the player {}", visible(&start.name))).collect()
}

/// A warning about values that differ only in case and blanks.
pub fn alike_values(rows: &Rows) -> Option<String> {
    // Each step takes the next value of every row: to look for one among thousands would take as long as that.
    let mut values: Vec<_> = rows.iter().map(|row| row.key.values()).collect();
    rows.by.keys.iter().find_map(|key| {
        let texts = values.iter_mut().filter_map(|values| values.next().flatten());
        let (one, other, more) = alike(texts).filter(|_| !key.is_file())?;
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let are = if rows.by.is_name_alone() { "names".into() } else { format!("values of '{}'", key.name) };
        let rows = rows.by.rows_are();
        Some(format!("{are} that differ only in case or blanks are different {rows}: {one} and {other}{more}"))
    })
}

/// Two texts that are alike, the first ones in the order of texts, and how many more there are.
fn alike<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(&'a str, &'a str, usize)> {
    let mut by_hash: HashMap<u64, &str> = HashMap::new();
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for text in texts {
        let other = *by_hash.entry(folded_hash(text)).or_insert(text);
        if other != text {
            pairs.push((other.min(text), other.max(text)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let &(one, other) = pairs.first()?;
    Some((one, other, pairs.len() - 1))
}

/// A hash of a text without case and blanks.
fn folded_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let folded = text.chars().filter(|sign| !sign.is_whitespace()).flat_map(char::to_lowercase);
    folded.for_each(|sign| hasher.write_u32(sign.into()));
    hasher.finish()
}
