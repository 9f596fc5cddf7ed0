//! Rows of CSV: each ends at a line end outside quotes.

use memchr::{memchr, memchr2};

/// The first row of CSV, each with its length. A last row needs no line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowEnd {
    /// The row, with its line end.
    Whole(usize),
    /// Text follows the end of a quoted cell at a place: some quote is missing. The length is that of the first line,
    /// because the next one may be good.
    Broken { line: usize, at: usize },
    /// A quoted cell has no end.
    Unclosed,
}

/// Finds the end of the first row of CSV.
pub fn first_row(bytes: &[u8]) -> RowEnd {
    let line = memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
    if memchr(b'"', &bytes[..line]).is_none() {
        return RowEnd::Whole(line);
    }
    let mut at = 0;
    while let Some(found) = memchr2(b'\n', b'"', &bytes[at..]) {
        at += found + 1;
        if bytes[at - 1] == b'\n' {
            return RowEnd::Whole(at);
        }
        // A quote starts a quoted cell only at the start of the cell.
        if at == 1 || matches!(bytes[at - 2], b',' | b';' | b'\t') {
            let Some(len) = quoted_len(&bytes[at..]) else { return RowEnd::Unclosed };
            at += len;
            // Blanks may follow the closing quote.
            at += bytes[at..].iter().take_while(|&&byte| byte == b' ').count();
            if !matches!(bytes.get(at), None | Some(b',' | b';' | b'\t' | b'\r' | b'\n')) {
                return RowEnd::Broken { line, at };
            }
        }
    }
    RowEnd::Whole(bytes.len())
}

/// The length of a quoted cell after its first quote, with its last quote.
fn quoted_len(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(b'"', &bytes[at..])? + 1;
        match bytes.get(at) {
            // Two quotes are a quote in the text.
            Some(b'"') => at += 1,
            _ => return Some(at),
        }
    }
}

/// The length of the first row if its line end is there.
pub fn first_end(bytes: &[u8]) -> Option<usize> {
    match first_row(bytes) {
        RowEnd::Whole(len) | RowEnd::Broken { line: len, .. } if len > 0 && bytes[len - 1] == b'\n' => Some(len),
        _ => None,
    }
}

/// Whether a row holds nothing: spreadsheets write their empty rows as separators alone.
pub fn is_blank(row: &[u8]) -> bool {
    row.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b';' | b'"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_at_a_line_end_outside_quotes() {
        for (text, row) in [
            ("a,b\nc", RowEnd::Whole(4)),
            ("a,b", RowEnd::Whole(3)),
            ("", RowEnd::Whole(0)),
            ("\"a\nb\",c\nd", RowEnd::Whole(8)),
            ("\"a\"\"\n\"\nd", RowEnd::Whole(7)),
            ("x,\"a\"", RowEnd::Whole(5)),
            ("\"\"\nx", RowEnd::Whole(3)),
            ("6'2\" Joe,5\nx", RowEnd::Whole(11)),
            ("a\"", RowEnd::Whole(2)),
            ("\"a", RowEnd::Unclosed),
            ("x,\"a\n", RowEnd::Unclosed),
            ("\"", RowEnd::Unclosed),
            ("\"a\" ,b\nc", RowEnd::Whole(7)),
            ("\"a\" b\nc", RowEnd::Broken { line: 6, at: 4 }),
            ("\"a\"b\nc", RowEnd::Broken { line: 5, at: 3 }),
            ("\"a,5\n\"b\",6\n", RowEnd::Broken { line: 5, at: 6 }),
        ] {
            assert_eq!(first_row(text.as_bytes()), row, "{text:?}");
        }
    }
}
