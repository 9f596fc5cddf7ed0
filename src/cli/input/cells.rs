//! The cells of a row of CSV, and their texts.

use std::borrow::Cow;

use nom::Offset;

use super::table::value;
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
        let end = row[first..].iter().position(|&byte| {
            is_quoted ^= byte == b'"' && row[start] == b'"';
            byte == separator && !is_quoted
        });
        let end = end.map_or(row.len(), |end| first + end);
        next = (end < row.len()).then_some(end + 1);
        Some((start, end))
    })
}

/// The cells of one row.
#[derive(Clone, Copy)]
pub struct Cells<'a> {
    pub row: &'a str,
    /// Where they are.
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
        cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell)
    }

    /// The text of a cell; empty if the row is too short.
    pub fn get(&self, column: usize) -> Cow<'a, str> {
        let raw = self.raw(column);
        let is_quoted = self.places.get(column).is_some_and(|&(start, _)| self.row[start..].starts_with('"'));
        if is_quoted && raw.contains('"') { raw.replace("\"\"", "\"").into() } else { raw.into() }
    }

    /// The value of a cell, if the header has the column and the cell is not empty.
    pub fn value(&self, column: Option<usize>) -> Option<Cow<'a, str>> {
        match self.get(column?) {
            Cow::Borrowed(cell) => value(cell).map(Cow::Borrowed),
            Cow::Owned(cell) => value(&cell).map(|text| text.to_owned().into()),
        }
    }

    /// The text that a value was written as, for its place.
    pub fn raw_value(&self, column: Option<usize>) -> &'a str {
        self.raw(column.unwrap_or(self.len())).trim_start()
    }

    /// A name. `NA` may be a player's initials.
    pub fn name(&self, column: Option<usize>) -> Option<Cow<'a, str>> {
        let column = column?;
        Some(self.value(Some(column)).unwrap_or_else(|| self.get(column).trim().to_owned().into()))
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
        ] {
            let places: Vec<_> = row_cells(row.as_bytes(), b',').collect();
            let found = Cells { row, places: &places };
            assert_eq!((0..found.len()).map(|at| found.get(at)).collect::<Vec<_>>(), cells, "{row}");
        }
    }
}
