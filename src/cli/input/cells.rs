//! The cells of a row of CSV, and their texts.

use std::borrow::Cow;

use nom::Offset;

use super::table::{trimmed, value};
use crate::cli::text::{ESCAPE, is_formula};
use crate::error::Problem;
use crate::notation::parse::Failure;

/// The places of the cells of a row: start and end, with their quotes. The row has no line end.
pub fn row_cells(row: &[u8], separator: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let mut is_quoted = row.get(start) == Some(&b'"');
        // The sign after an opening quote is inside, and a doubled quote closes and opens.
        let first = start + usize::from(is_quoted);
        let end = if is_quoted {
            row[first..].iter().position(|&byte| {
                is_quoted ^= byte == b'"';
                byte == separator && !is_quoted
            })
        } else {
            row[first..].iter().position(|&byte| byte == separator)
        };
        let end = end.map_or(row.len(), |end| first + end);
        next = (end < row.len()).then_some(end + 1);
        Some((start, end))
    })
}

#[derive(Clone, Copy)]
pub struct Cells<'a> {
    pub row: &'a str,
    pub places: &'a [(usize, usize)],
}

impl<'a> Cells<'a> {
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// A cell as it was written, without the quotes around it; at the end of the row if it is too short.
    fn raw(&self, column: usize) -> &'a str {
        let Some(&(start, end)) = self.places.get(column) else { return &self.row[self.row.len()..] };
        let cell = &self.row[start..end];
        match cell.strip_prefix('"') {
            // Blanks may follow the closing quote.
            Some(quoted) => quoted.trim_end_matches(' ').strip_suffix('"').unwrap_or(cell),
            None => cell,
        }
    }

    /// The text of a cell; empty if the row is too short.
    pub fn get(&self, column: usize) -> Cow<'a, str> {
        let raw = self.raw(column);
        let is_quoted = |&(start, _): &(usize, usize)| self.row.as_bytes().get(start) == Some(&b'"');
        // Most cells are short, and a look at their bytes is shorter than a search.
        let has_quote = raw.bytes().any(|byte| byte == b'"');
        if has_quote && self.places.get(column).is_some_and(is_quoted) {
            raw.replace("\"\"", "\"").into()
        } else {
            raw.into()
        }
    }

    /// The value of a cell, if the header has the column and the cell is not empty.
    pub fn value(&self, column: Option<usize>) -> Option<Cow<'a, str>> {
        match self.get(column?) {
            Cow::Borrowed(cell) => value(unguarded(cell)).map(Cow::Borrowed),
            Cow::Owned(cell) => value(unguarded(&cell)).map(|text| text.to_owned().into()),
        }
    }

    /// The value of a cell that holds text, with the hidden characters that we escape.
    pub fn text(&self, column: Option<usize>) -> Option<Cow<'a, str>> {
        self.value(column).map(unescaped)
    }

    /// The text of a cell that is kept as it is; `None` if it is empty.
    pub fn tag(&self, column: usize) -> Option<Cow<'a, str>> {
        Some(self.plain_text(column)).filter(|text| !text.is_empty())
    }

    /// The text that a value was written as, for its place.
    pub fn raw_value(&self, column: Option<usize>) -> &'a str {
        self.raw(column.unwrap_or(self.len())).trim_start()
    }

    /// A name, which may be spread over columns. `NA` may be a player's initials.
    pub fn name(&self, columns: &[usize]) -> Option<Cow<'a, str>> {
        let part = |&column: &usize| self.plain_text(column);
        match columns {
            [] => None,
            [one] => Some(part(one)),
            several => {
                let parts: Vec<_> = several.iter().map(part).filter(|part| !part.is_empty()).collect();
                Some(parts.join(" ").into())
            }
        }
    }

    /// The text of a cell without what guards and escapes it.
    fn plain_text(&self, column: usize) -> Cow<'a, str> {
        match self.get(column) {
            Cow::Borrowed(cell) => unescaped(unguarded(cell).into()),
            Cow::Owned(cell) => unescaped(unguarded(&cell).to_owned().into()),
        }
    }

    /// What is wrong with a cell.
    pub fn failure(&self, column: Option<usize>, problem: Problem) -> Failure<'a> {
        Failure::new(self.raw_value(column), problem)
    }

    /// Where the text of a cell ends.
    pub fn end(&self, column: usize) -> &'a str {
        let cell = self.raw(column).trim_end();
        &cell[cell.len()..]
    }

    /// Reads the value of a cell, if there is one. What is wrong with it is placed in the row.
    pub fn parse<T>(
        &self,
        column: Option<usize>,
        parse: impl for<'b> FnOnce(&'b str) -> Result<T, Failure<'b>>,
    ) -> Result<Option<T>, Failure<'a>> {
        match self.value(column) {
            None => Ok(None),
            Some(Cow::Borrowed(text)) => parse(text).map(Some),
            // Its text is not a part of the row.
            Some(Cow::Owned(text)) => parse(&text).map(Some).map_err(|failure| {
                let raw = self.raw_value(column);
                let at = text.offset(failure.at).min(raw.len());
                Failure { at: raw.get(at..).unwrap_or(raw), frame: failure.frame, problem: failure.problem }
            }),
        }
    }
}

/// The text of a cell without blanks around it, and without the quote that a spreadsheet, and we, write before what would
/// otherwise be a formula.
fn unguarded(cell: &str) -> &str {
    let text = trimmed(cell);
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(text) => rest,
        _ => text,
    }
}

/// A text with its hidden characters in place of their escapes: `\u{200b}`.
fn unescaped(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(ESCAPE) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(ESCAPE) {
        let (before, escape) = rest.split_at(at);
        plain.push_str(before);
        let code = escape[ESCAPE.len()..].split_once('}').filter(|(code, _)| code.len() <= 6 && !code.starts_with('+'));
        let character = code.and_then(|(code, _)| char::from_u32(u32::from_str_radix(code, 16).ok()?));
        let (text, after) = match (character, code) {
            (Some(character), Some((_, after))) => (character, after),
            _ => ('\\', &escape[1..]),
        };
        plain.push(text);
        rest = after;
    }
    plain.push_str(rest);
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_divided_outside_quotes() {
        for (row, cells) in [
            ("a,b", &["a", "b"][..]),
            ("", &[""]),
            (",", &["", ""]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("\"a \"\"b\"\", c\",d", &["a \"b\", c", "d"]),
            ("\"\",\"\"", &["", ""]),
            ("6'2\" Joe,5", &["6'2\" Joe", "5"]),
            ("a\"\"b,c", &["a\"\"b", "c"]),
            ("\"a\nb\",c", &["a\nb", "c"]),
            ("\"A\" ,1", &["A", "1"]),
            ("\"a,b\"  ,\"\" ", &["a,b", ""]),
        ] {
            let places: Vec<_> = row_cells(row.as_bytes(), b',').collect();
            let found = Cells { row, places: &places };
            assert_eq!((0..found.len()).map(|at| found.get(at)).collect::<Vec<_>>(), cells, "{row}");
        }
    }

    #[test]
    fn a_guard_is_dropped_once() {
        for (cell, text) in [("'=x", "=x"), ("''=x", "'=x"), ("'x", "'x"), (" '-x ", "-x"), ("=x", "=x"), ("'", "'")] {
            assert_eq!(unguarded(cell), text, "{cell}");
        }
        for (cell, text) in [
            ("a\\u{200d}b", "a\u{200d}b"),
            ("\\u{5c}u{a}", "\\u{a}"),
            ("\\u{}\\u{110000}\\u{a", "\\u{}\\u{110000}\\u{a"),
            ("\\u{+41}\\u{0000041}\\u{000041}", "\\u{+41}\\u{0000041}A"),
        ] {
            assert_eq!(unescaped(cell.into()), text, "{cell}");
        }
    }
}
