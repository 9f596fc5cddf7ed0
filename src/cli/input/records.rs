//! Where the records of a table end. The chunker cuts there, and the readers read up to there.

use memchr::{memchr, memchr2, memrchr};

use super::chunk::Records;
use super::csv::is_blank;

/// The first row of CSV, each with its length. A last row needs no line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvRow {
    /// The row, with its line end.
    Whole(usize),
    /// Text follows the end of a quoted cell: some quote is missing. The length is that of the first
    /// line, because the next one may be good.
    Broken(usize),
    /// A quoted cell has no end.
    Unclosed,
}

/// Finds the end of the first row of CSV.
pub fn csv_row(bytes: &[u8]) -> CsvRow {
    let line = memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
    if memchr(b'"', &bytes[..line]).is_none() {
        return CsvRow::Whole(line);
    }
    let mut at = 0;
    while let Some(found) = memchr2(b'\n', b'"', &bytes[at..]) {
        at += found + 1;
        if bytes[at - 1] == b'\n' {
            return CsvRow::Whole(at);
        }
        // A quote starts a quoted cell only at the start of the cell.
        if at == 1 || matches!(bytes[at - 2], b',' | b';' | b'\t') {
            let Some(len) = quoted_len(&bytes[at..]) else { return CsvRow::Unclosed };
            at += len;
            if !matches!(bytes.get(at), None | Some(b',' | b';' | b'\t' | b'\r' | b'\n')) {
                return CsvRow::Broken(line);
            }
        }
    }
    CsvRow::Whole(bytes.len())
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
fn whole_csv_record(bytes: &[u8]) -> Option<usize> {
    match csv_row(bytes) {
        CsvRow::Whole(len) | CsvRow::Broken(len) if len > 0 && bytes[len - 1] == b'\n' => Some(len),
        _ => None,
    }
}

/// What a search for a JSON record finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonRecord {
    /// Where it starts.
    pub start: usize,
    /// Where it ends; `None` if it does not.
    pub end: Option<usize>,
}

/// Finds the first record of JSON text: an object, or whatever else stands there up to the end of the
/// line. What stands between the objects of an array is passed over.
pub fn json_record(bytes: &[u8]) -> Option<JsonRecord> {
    let start = bytes.iter().position(|byte| !is_between_records(*byte))?;
    let rest = &bytes[start..];
    let len = if rest[0] == b'{' { nested_len(rest) } else { memchr(b'\n', rest).map(|end| end + 1) };
    Some(JsonRecord { start, end: len.map(|len| start + len) })
}

/// What may stand between the objects of an array, or of JSON Lines.
pub const fn is_between_records(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b'[' | b']')
}

/// The length of a JSON value in text that is known to be JSON; `None` where no value starts.
pub fn value_len(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'{' | b'[' => nested_len(bytes),
        b'}' | b']' => None,
        b'"' => string_len(bytes).ok().flatten(),
        _ => Some(bytes.iter().position(|byte| b" \t\r\n,:]}".contains(byte)).unwrap_or(bytes.len())),
    }
}

/// The length of a string with its quotes; `Err` with the length up to a line end, which no string has.
fn string_len(bytes: &[u8]) -> Result<Option<usize>, usize> {
    // Most strings are too short for `memchr`.
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => return Ok(Some(at)),
            b'\\' => at += 1,
            b'\n' => return Err(at),
            _ => {}
        }
    }
    Ok(None)
}

/// The length of an object or an array, found by its brackets. No string goes over a line end, so an object that
/// seems to have one ends there: it is in error, and what follows is not.
fn nested_len(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        at += bytes[at..].iter().position(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'"'))?;
        match bytes[at] {
            b'"' => match string_len(&bytes[at..]) {
                Ok(len) => at += len?,
                Err(len) => return Some(at + len),
            },
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            _ if depth <= 1 => return Some(at + 1),
            _ => (depth, at) = (depth - 1, at + 1),
        }
    }
}

/// The end of the last whole record of JSON Lines, found without a look at the whole text: in valid
/// JSON an object starts on the line after another one only between records.
fn last_json_line(bytes: &[u8]) -> Option<usize> {
    let mut before = bytes;
    for _ in 0..4 {
        let line_end = memrchr(b'\n', before)?;
        before = &bytes[..line_end];
        if bytes.get(line_end + 1) == Some(&b'{') && before.trim_ascii_end().ends_with(b"}") {
            return Some(line_end + 1);
        }
    }
    None
}

/// The end of the last whole record, found from the first one on.
fn last_of(bytes: &[u8], first_end: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut at = 0;
    while let Some(len) = first_end(&bytes[at..]).filter(|&len| len > 0) {
        at += len;
    }
    (at > 0).then_some(at)
}

/// The length of the first record of JSON, with the line end after it.
fn first_json_end(bytes: &[u8]) -> Option<usize> {
    let end = json_record(bytes)?.end?;
    let after = &bytes[end..];
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    Some(if after.get(blanks) == Some(&b'\n') { end + blanks + 1 } else { end })
}

/// The length of the first record in an array. What follows must be there, so that the end of the
/// array is noticed if it is missing.
fn first_array_end(bytes: &[u8]) -> Option<usize> {
    let end = json_record(bytes)?.end?;
    let blanks = bytes[end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(end + blanks)
}

/// How the first record of each kind is found.
fn first_end(records: Records) -> fn(&[u8]) -> Option<usize> {
    match records {
        Records::Json => first_json_end,
        Records::JsonArray => first_array_end,
        Records::Lines | Records::Csv => whole_csv_record,
    }
}

/// The end of the last whole record.
pub fn last_end(bytes: &[u8], records: Records) -> Option<usize> {
    match records {
        Records::Json => last_json_line(bytes).or_else(|| last_of(bytes, first_json_end)),
        _ if !records.is_json() && memchr(b'"', bytes).is_none() => memrchr(b'\n', bytes).map(|end| end + 1),
        _ => last_of(bytes, first_end(records)),
    }
}

/// The end of the last whole group of `most` records.
pub fn end_of_groups(bytes: &[u8], records: Records, most: usize) -> Option<usize> {
    let (mut at, mut count, mut end) = (0, 0, None);
    let first_end = first_end(records);
    while let Some(len) = first_end(&bytes[at..]) {
        let is_game = records.is_json() || !is_blank(&bytes[at..at + len]);
        at += len;
        count += usize::from(is_game);
        if count == most {
            (count, end) = (0, Some(at));
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_at_a_line_end_outside_quotes() {
        for (text, row) in [
            ("a,b\nc", CsvRow::Whole(4)),
            ("a,b", CsvRow::Whole(3)),
            ("", CsvRow::Whole(0)),
            ("\"a\nb\",c\nd", CsvRow::Whole(8)),
            ("\"a\"\"\n\"\nd", CsvRow::Whole(7)),
            ("x,\"a\"", CsvRow::Whole(5)),
            ("\"\"\nx", CsvRow::Whole(3)),
            ("6'2\" Joe,5\nx", CsvRow::Whole(11)),
            ("a\"", CsvRow::Whole(2)),
            ("\"a", CsvRow::Unclosed),
            ("x,\"a\n", CsvRow::Unclosed),
            ("\"", CsvRow::Unclosed),
            ("\"a\"b\nc", CsvRow::Broken(5)),
            ("\"a,5\n\"b\",6\n", CsvRow::Broken(5)),
        ] {
            assert_eq!(csv_row(text.as_bytes()), row, "{text:?}");
        }
    }

    #[test]
    fn an_object_ends_at_its_bracket_or_where_it_is_broken() {
        for (text, record) in [
            ("{\"a\":[1,{}]}\n", Some((0, Some(12)))),
            (" ,[ {} ]", Some((4, Some(6)))),
            ("{\"a\":\"}\\\"\"}x", Some((0, Some(11)))),
            ("{\"a\":\"x\n{}", Some((0, Some(8)))),
            ("{\"a\":", Some((0, None))),
            ("{\"a\\", Some((0, None))),
            ("nonsense\n{}", Some((0, Some(9)))),
            (" \n,]", None),
        ] {
            assert_eq!(json_record(text.as_bytes()).map(|record| (record.start, record.end)), record, "{text:?}");
        }
    }

    #[test]
    fn json_is_cut_between_records() {
        for (text, records, end) in [
            ("{\"a\":1}\n{\"b\":2}\n{\"c\"", Records::Json, Some(16)),
            ("{\"a\":1}\n", Records::Json, Some(8)),
            ("{\"a\":1}", Records::Json, Some(7)),
            ("[{\"a\":1},{\"b\":2},{", Records::JsonArray, Some(16)),
            ("[{\"a\":1}\n", Records::JsonArray, None),
            ("[{\"a\":1}\n]", Records::JsonArray, Some(9)),
            ("[\n  {\n  \"a\": [\n{},\n{}]\n  }\n]", Records::JsonArray, Some(27)),
        ] {
            assert_eq!(last_end(text.as_bytes(), records), end, "{text:?}");
        }
    }
}
