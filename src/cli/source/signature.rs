//! Recognises input that holds no games by its first bytes, so that it is one error and not one per line.

use memchr::{memchr, memchr_iter};

/// More text than this before a decision is not waited for.
const LARGEST_START: usize = 64 * 1024;

const CARRIAGE_RETURNS: &str =
    "line ends of carriage returns alone, as in files from old Macs (tr '\\r' '\\n' <FILE | bowling)";

/// Looks at the start of a source; `None` if more of it is needed. An error says what it is if it cannot be read, and
/// what would help. Text can be anything if its format was named.
pub fn foreign(start: &[u8], is_ended: bool, may_be_any: bool) -> Option<Result<(), &'static str>> {
    if let Some(name) = binary(start) {
        return Some(Err(name));
    }
    let is_enough = is_ended || start.len() >= LARGEST_START;
    let start = &start[..start.len().min(LARGEST_START)];
    if ends_with_carriage_returns(start) {
        return is_enough.then_some(Err(CARRIAGE_RETURNS));
    }
    if !may_be_any {
        return Some(Ok(()));
    }
    let mut lines = start.split_inclusive(|&byte| byte == b'\n').filter(|line| !is_empty(line));
    let Some(first) = lines.next() else { return Some(Ok(())) };
    if !first.ends_with(b"\n") && !is_enough {
        return None;
    }
    let second = lines.next().filter(|line| line.ends_with(b"\n") || is_enough);
    text_format(first.trim_ascii(), second).or(is_enough.then_some(Ok(())))
}

/// Whether a text seems to have carriage returns for line ends.
fn ends_with_carriage_returns(start: &[u8]) -> bool {
    let line_end = memchr(b'\n', start);
    let line = &start[..line_end.unwrap_or(start.len())];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line_end {
        _ if memchr(b'\r', line).is_none() => false,
        // Only the last line may end in both.
        Some(end) if end + 1 < start.len() => false,
        // One of them inside a line is an error of that line.
        Some(_) => memchr_iter(b'\r', line).count() > 1,
        None => true,
    }
}

/// Whether a line is blank or a comment.
fn is_empty(line: &[u8]) -> bool {
    matches!(line.trim_ascii().first(), None | Some(b'#'))
}

/// Recognises text by its first lines; `None` if the second one decides and is not there.
fn text_format<'a>(first: &'a [u8], second: Option<&'a [u8]>) -> Option<Result<(), &'static str>> {
    const YAML: &str = "YAML, which is not read (yq -o json . FILE | bowling --from json)";
    /// Two of these one after the other are not the names of players.
    const KEYS: [&[u8]; 8] = [b"name", b"bowler", b"player", b"date", b"rules", b"rolls", b"frames", b"notation"];
    /// How dumps of a database start.
    const SQL: [&[u8]; 9] = [
        b"CREATE TABLE",
        b"INSERT INTO",
        b"DROP TABLE",
        b"BEGIN TRANSACTION",
        b"PRAGMA foreign_keys",
        b"-- MySQL dump",
        b"-- phpMyAdmin",
        b"-- PostgreSQL database dump",
        b"/*!40",
    ];
    let key = |line: &'a [u8]| {
        let end = line.iter().position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')))?;
        (end > 0 && line[0].is_ascii_alphabetic() && line[end] == b':').then(|| &line[..end])
    };
    let is_key = |line| key(line).is_some();
    let is_our_key = |line| key(line).is_some_and(|key| KEYS.contains(&key));
    let name = match first {
        // A name may start with a tag, but it ends with a colon.
        [b'<', b'?' | b'!', ..] | [b'<', b'a'..=b'z' | b'A'..=b'Z', .., b'>'] => {
            "XML or HTML, which is not read (convert it to CSV or JSON, for example with xq)"
        }
        _ if first.starts_with(b"| NAME ") => {
            "a board, which is not read (write the games with --to sheet instead of --board)"
        }
        _ if first.starts_with(b"%YAML") => YAML,
        _ if SQL.iter().any(|word| first.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))) => {
            "SQL, which is not read (load it into a database and export the table as CSV, for example with sqlite3 -csv)"
        }
        // `- name: Ann`
        [b'-', b' ', key @ ..] if is_key(key) => YAML,
        _ if is_our_key(first) && is_our_key(second?) => YAML,
        _ if first == b"---" || (is_key(first) && first.ends_with(b":")) => {
            let line = second?;
            let text = line.trim_ascii();
            let item = text.strip_prefix(b"- ").unwrap_or(text);
            let is_inside = first == b"---" || line.starts_with(b" ") || line.starts_with(b"- ");
            if !is_inside || !is_key(item) {
                return Some(Ok(()));
            }
            YAML
        }
        _ => return Some(Ok(())),
    };
    Some(Err(name))
}

/// Names the binary format that starts with these bytes, and what would help; `None` for text.
pub fn binary(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 16] = [
        (b"\x1f\x8b", "gzip data, not text (zcat FILE | bowling)"),
        (b"PK\x03\x04", "a zip archive or a spreadsheet, not text (unzip it, or save the sheet as CSV)"),
        (b"PK\x05\x06", "an empty zip archive, not text"),
        (b"\xFD7zXZ\0", "xz data, not text (xzcat FILE | bowling)"),
        (b"\x28\xB5\x2F\xFD", "zstd data, not text (zstdcat FILE | bowling)"),
        (b"BZh91AY&SY", "bzip2 data, not text (bzcat FILE | bowling)"),
        (b"\xD0\xCF\x11\xE0", "an old office document, not text (save the sheet as CSV)"),
        (b"\xFF\xFE\0\0", "UTF-32 text (iconv -f UTF-32 -t UTF-8 FILE | bowling)"),
        (b"\xFF\xFE", "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)"),
        (b"\xFE\xFF", "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)"),
        (b"%PDF-", "a PDF document, not text (pdftotext -layout FILE - | bowling)"),
        (b"\x89PNG", "a PNG image, not text"),
        (b"\xFF\xD8\xFF", "a JPEG image, not text"),
        (b"SQLite format 3\0", "an SQLite database, not text (export the table as CSV)"),
        (b"\x7FELF", "a program, not text"),
        (b"\xCA\xFE\xBA\xBE", "a program, not text"),
    ];
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Some(name);
    }
    // ASCII in UTF-16, without a byte order mark.
    match bytes {
        [a, 0, b, 0, ..] if a.is_ascii() && b.is_ascii() && *a != 0 && *b != 0 => {
            Some("UTF-16 text (iconv -f UTF-16LE -t UTF-8 FILE | bowling)")
        }
        [0, a, 0, b, ..] if a.is_ascii() && b.is_ascii() && *a != 0 && *b != 0 => {
            Some("UTF-16 text (iconv -f UTF-16BE -t UTF-8 FILE | bowling)")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_another_kind_is_recognised_by_its_first_lines() {
        for (text, word) in [
            ("X 5/ 9-\rX 5/\r", "carriage"),
            ("a,b\r1,2\r3,4\n", "carriage"),
            ("<?xml version=\"1.0\"?>\n", "XML"),
            ("# c\n<games>\n", "XML"),
            ("| NAME |  01  |\n", "--to sheet"),
            ("---\n- name: Ann\n", "YAML"),
            ("- name: Ann\n", "YAML"),
            ("games:\n  - rolls: [10]\n", "YAML"),
            ("games:\n  - rolls: [10]", "YAML"),
            ("%YAML 1.2\n", "YAML"),
            ("name: Ann\nrolls:\n  - 10\n", "YAML"),
            ("name: Ann\nrolls: [10, 5]\n", "YAML"),
        ] {
            let found = foreign(text.as_bytes(), true, true);
            assert!(matches!(found, Some(Err(name)) if name.contains(word)), "{text:?}: {found:?}");
        }
        for text in [
            "",
            "X 5/\r\n9-\r\n",
            "Ann: X\n",
            "Ann:\nBob: 5 4\n",
            "name: X 5/\nBob: 5 4\n",
            "Ann: X 5/\nname: 5 4\n",
            "Ann: X\n- b: 5 4\n",
            "Ann B:\n- b: 5 4\n",
            "---\nX\n",
            "- 5 4\n",
            "- 5: 4\n",
            "- X 5/\n",
            "a\rb\nc\n",
            "a\rb\rc\nd\n",
            "|X|5/|\n",
            "<b>: X\n",
        ] {
            assert_eq!(foreign(text.as_bytes(), true, true), Some(Ok(())), "{text:?}");
        }
    }

    #[test]
    fn utf_16_is_ascii_with_a_zero_beside_every_letter() {
        for (bytes, name) in [(b"X\0 \0", "UTF-16LE"), (b"\0X\0 ", "UTF-16BE")] {
            assert!(binary(bytes).is_some_and(|text| text.contains(name)), "{name}");
        }
        for bytes in
            [b"X\0\0\0", b"\0\0X\0", b"\0\0\0X", b"\0X\0\0", b"\xe9\0X\0", b"X\0\xe9\0", b"\0\xe9\0X", b"\0X\0\xe9"]
        {
            assert_eq!(binary(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn more_is_needed_only_where_it_can_matter() {
        for (text, found) in
            [("X 5", None), ("X 5\n", Some(Ok(()))), ("Ann:\n", None), ("a\rb", None), ("\n", Some(Ok(())))]
        {
            assert_eq!(foreign(text.as_bytes(), false, true), found, "{text:?}");
        }
        assert_eq!(foreign(b"[{", false, false), Some(Ok(())));
    }
}
