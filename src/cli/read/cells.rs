//! The cells of a row, their texts and their places.

use std::borrow::Cow;

use super::layout::Layout;
use super::table::{ValueError, diagnostic, is_nothing, trimmed};
use crate::cli::event::{Diagnostic, Place};
use crate::cli::text::{ESCAPE, is_formula};

/// The cells of a row without its line end, each with its quotes.
pub fn row_cells(row: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = if text.starts_with('"') {
            // A doubled quote closes and opens.
            let mut is_inside = false;
            text.bytes().position(|byte| {
                is_inside ^= byte == b'"';
                byte == separator && !is_inside
            })
        } else {
            text.bytes().position(|byte| byte == separator)
        };
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// A cell without the quotes around it. Blanks may follow the closing quote.
fn unquoted(cell: &str) -> &str {
    let inside = cell.strip_prefix('"').and_then(|quoted| quoted.trim_end_matches(' ').strip_suffix('"'));
    inside.unwrap_or(cell)
}

/// The text of a cell: in quotes, two quotes stand for one.
#[inline]
pub fn cell_text(cell: &str) -> Cow<'_, str> {
    if !cell.starts_with('"') {
        return cell.into();
    }
    let text = unquoted(cell);
    if text.contains('"') { text.replace("\"\"", "\"").into() } else { text.into() }
}

/// The texts of the cells of a row.
pub fn cell_texts(row: &str, separator: u8) -> Vec<String> {
    row_cells(row, separator).map(|cell| cell_text(cell).into_owned()).collect()
}

/// A row, and what its cells hold. In JSON, the parts of arrays and objects are cells, too.
pub struct Row<'a> {
    pub cells: &'a [Cell<'a>],
    /// The number of its first line.
    pub line: u64,
    pub layout: &'a Layout,
    pub source: RowSource<'a>,
    /// A value that cannot be part of a game.
    pub error: Option<CellError>,
}

/// Where a row is from.
#[derive(Clone, Copy)]
pub enum RowSource<'a> {
    /// The text of a row of CSV.
    Csv(&'a str),
    /// The path to an object of JSON.
    Json(&'a str),
}

/// A cell: its text, and where that is from.
pub struct Cell<'a> {
    pub text: Cow<'a, str>,
    pub origin: Origin<'a>,
}

impl<'a> Cell<'a> {
    /// A cell of CSV, given with its quotes. Its text has no blanks around it and no guard.
    pub fn csv(cell: &'a str) -> Self {
        let text = match cell_text(cell) {
            Cow::Borrowed(text) => unguarded(text).into(),
            Cow::Owned(text) => unguarded(&text).to_owned().into(),
        };
        Self { text, origin: Origin::Csv(cell) }
    }
}

/// Where a cell is from. A place is found only for errors, so good rows pay nothing for it.
pub enum Origin<'a> {
    /// The cell with its quotes.
    Csv(&'a str),
    /// A key of JSON, and the cell that is its object, unless that is the row.
    Key(&'a str, Option<usize>),
    /// An index of JSON, and the cell that is its array.
    Index(usize, usize),
}

impl<'a> Row<'a> {
    /// The text of a cell without blanks and guard; empty if the row is too short.
    #[inline]
    fn cell(&self, column: usize) -> &'a str {
        self.cells.get(column).map_or("", |cell| match self.source {
            RowSource::Csv(_) => &*cell.text,
            RowSource::Json(_) => trimmed(&cell.text),
        })
    }

    /// The value of a cell, if the row has the column and the cell is not empty.
    #[inline]
    pub fn value(&self, column: Option<usize>) -> Option<&'a str> {
        Some(self.cell(column?)).filter(|text| !is_nothing(text))
    }

    /// The text of a cell with the hidden characters that we escape in CSV. It is kept as it is: `NA` may be a player's
    /// initials.
    pub fn plain_text(&self, column: usize) -> Option<Cow<'a, str>> {
        let text = self.cell(column);
        let text = if let RowSource::Csv(_) = self.source { unescaped(text) } else { text.into() };
        Some(text).filter(|text| !text.is_empty())
    }

    /// The name, which may be spread over columns.
    pub fn name(&self) -> Option<Cow<'a, str>> {
        let mut parts = self.layout.name.iter().filter_map(|&column| self.plain_text(column));
        let first = parts.next()?;
        Some(parts.fold(first, |name, part| name + " " + part))
    }

    /// An error of a cell at its place.
    pub fn diagnostic(&self, CellError { column, error }: CellError) -> Diagnostic {
        let place = self.place(column, error.at);
        // A path such as `frames[2].rolls[1]` says the frame.
        let says_frame = place.column == 0 && place.field.as_ref().is_some_and(|path| path.contains("frames["));
        let mut diagnostic = diagnostic(place, error);
        diagnostic.error.has_frame_in_path = says_frame;
        diagnostic
    }

    /// The place after the text of a cell, or without one, of the row.
    pub fn end(&self, column: Option<usize>) -> Place {
        self.place(column, column.map_or(0, |column| self.cell(column).len()))
    }

    /// The place of a byte of the text of a cell; without a cell, or in a row that is too short, of the end of the row.
    pub fn place(&self, column: Option<usize>, at: usize) -> Place {
        let text = match self.source {
            RowSource::Csv(text) => text,
            RowSource::Json(outer) => {
                let path = joined(outer, &column.map(|column| path(self.cells, column)).unwrap_or_default());
                return Place { field: Some(path).filter(|path| !path.is_empty()), ..Place::bare(self.line, 0) };
            }
        };
        let cell = column.and_then(|column| Some((column, self.cells.get(column)?)));
        let Some((column, Cell { origin: Origin::Csv(cell), .. })) = cell else {
            return Place::of_byte(self.line, text.as_bytes(), text.len());
        };
        let origins = self.cells[..column].iter().map(|cell| &cell.origin);
        let before: usize = origins.map(|origin| if let Origin::Csv(cell) = origin { cell.len() + 1 } else { 0 }).sum();
        let (inside, quote) = (unquoted(cell), usize::from(unquoted(cell).len() < cell.len()));
        let blanks = inside.len() - inside.trim_start().len();
        let guard =
            usize::from(self.cell(column).len() < trimmed(inside).len() && inside.trim_start().starts_with('\''));
        let at = (before + quote + blanks + guard + at).min(text.len());
        let name = self.layout.names.get(column).map(|name| name.trim());
        let field = name.filter(|name| !name.is_empty()).map(Into::into);
        Place { field, ..Place::of_byte(self.line, text.as_bytes(), at) }
    }
}

/// The path of a cell of JSON, such as `frames[2].rolls[1]`.
fn path(cells: &[Cell<'_>], at: usize) -> String {
    match cells.get(at).map(|cell| &cell.origin) {
        Some(Origin::Key(key, None)) => (*key).to_owned(),
        Some(Origin::Key(key, Some(parent))) => joined(&path(cells, *parent), key),
        Some(Origin::Index(at, parent)) => format!("{}[{at}]", path(cells, *parent)),
        Some(Origin::Csv(_)) | None => String::new(),
    }
}

/// A path that goes on after another one.
pub fn joined(path: &str, more: &str) -> String {
    let point = if path.is_empty() || more.is_empty() || more.starts_with('[') { "" } else { "." };
    format!("{path}{point}{more}")
}

/// What is wrong with a cell. Without a column, it is the end of a row that is too short.
#[derive(Clone, Debug)]
pub struct CellError {
    pub column: Option<usize>,
    pub error: ValueError,
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
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once('}').filter(|(code, _)| code.len() <= 6 && !code.starts_with('+'));
        let hidden = code.and_then(|(code, rest)| Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, rest)));
        if let Some((character, rest)) = hidden {
            plain.push(character);
            plain += rest;
        } else {
            plain += ESCAPE;
            plain += part;
        }
    }
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
            assert_eq!(row_cells(row, b',').map(cell_text).collect::<Vec<_>>(), cells, "{row}");
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
            assert_eq!(unescaped(cell), text, "{cell}");
        }
    }
}
