//! JSON records: objects in lines or in an array.

use memchr::{memchr, memrchr};

/// What a search for a JSON record finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it starts.
    pub start: usize,
    /// Where it ends; `None` if it does not.
    pub end: Option<usize>,
}

/// Finds the first record of JSON text: an object, or whatever else stands there up to the end of the
/// line. What stands between the objects of an array is passed over.
pub fn first_record(bytes: &[u8]) -> Option<Record> {
    let start = bytes.iter().position(|byte| !is_between_records(*byte))?;
    let rest = &bytes[start..];
    let len = if rest[0] == b'{' { nested_len(rest) } else { memchr(b'\n', rest).map(|end| end + 1) };
    Some(Record { start, end: len.map(|len| start + len) })
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
pub(super) fn last_line(bytes: &[u8]) -> Option<usize> {
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

/// The length of the first record of JSON, with the line end after it.
pub(super) fn first_end(bytes: &[u8]) -> Option<usize> {
    let end = first_record(bytes)?.end?;
    let after = &bytes[end..];
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    Some(if after.get(blanks) == Some(&b'\n') { end + blanks + 1 } else { end })
}

/// The length of the first record in an array. What follows must be there, so that the end of the
/// array is noticed if it is missing.
pub(super) fn first_end_in_array(bytes: &[u8]) -> Option<usize> {
    let end = first_record(bytes)?.end?;
    let blanks = bytes[end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(end + blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(first_record(text.as_bytes()).map(|record| (record.start, record.end)), record, "{text:?}");
        }
    }
}
