//! Where the records of JSON text end: objects in lines or in an array, and anything else in their place.
//!
//! The scan looks at every byte once and may pause after any of them, so the records are the same however the text
//! arrives. It follows brackets and strings, and checks nothing else. Objects of valid JSON are found exactly. An object
//! that is not valid must not take the ones after it along, so
//! - `{` starts a record where no object can stand: in place of a further key, or at the start of a line;
//! - a closing bracket also closes what is still open inside its pair;
//! - a quote starts or ends a string only where a string can start or end, and a line end ends the record.

mod search;

pub(super) use search::RecordSearch;

use crate::error::LONGEST_LINE;

/// What a scan finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanFind {
    /// The end of a record of this many bytes. It may have started in an earlier chunk.
    Record(usize),
    /// A comma or a bracket that is out of place, as the last byte. There is at most one per line and record.
    Stray(u8),
    /// So much text without a record that a group should not wait for the next one.
    Gap,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    state: ScanState,
    string: StringState,
    /// The bytes of the record so far; between records, since the last one or the last gap.
    len: usize,
    open: Brackets,
    /// The last byte of the record that is not blank, outside strings.
    before: u8,
    /// Whether the last byte was a line end.
    is_line_start: bool,
    in_array: bool,
    /// Whether a comma may follow.
    may_separate: bool,
    /// Whether a stray byte has been found on this line.
    is_stray: bool,
    has_records: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ScanState {
    #[default]
    Between,
    /// In an object, or in an array in place of one.
    Nested,
    /// In anything else. It ends with its line, or in an array where something else starts or ends.
    Text,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StringState {
    #[default]
    Outside,
    Inside,
    /// After a backslash.
    Escaped,
    /// After a quote that ends the string, if what follows can follow a string.
    Ending,
}

/// What a byte does to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteStep {
    Continue,
    /// The record ended before the byte.
    EndBefore,
    /// The byte ends the record.
    EndAfter,
}

impl Scan {
    /// Whether the records are in an array that is not closed yet.
    pub const fn in_array(&self) -> bool {
        self.in_array
    }

    pub const fn has_records(&self) -> bool {
        self.has_records
    }

    /// The bytes of a record that has not ended.
    pub fn unfinished(&self) -> Option<usize> {
        (self.state != ScanState::Between).then_some(self.len)
    }

    /// Scans up to the first find. Returns how many bytes have been scanned.
    pub fn next(&mut self, bytes: &[u8]) -> (usize, Option<ScanFind>) {
        for (at, &byte) in bytes.iter().enumerate() {
            // Most bytes are in strings and change nothing.
            if self.string == StringState::Inside && !matches!(byte, b'"' | b'\\' | b'\n') {
                self.len += 1;
                continue;
            }
            if self.state == ScanState::Between {
                if let Some(found) = self.between(byte) {
                    return (at + 1, Some(found));
                }
                continue;
            }
            let step = if self.state == ScanState::Nested { self.nested(byte) } else { self.text(byte) };
            self.is_line_start = byte == b'\n';
            match step {
                ByteStep::Continue => self.len += 1,
                ByteStep::EndBefore => return (at, Some(self.end(self.len))),
                ByteStep::EndAfter => return (at + 1, Some(self.end(self.len + 1))),
            }
        }
        (bytes.len(), None)
    }

    /// Scans all of these bytes.
    pub fn skip(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() {
            at += self.next(&bytes[at..]).0;
        }
    }

    fn end(&mut self, len: usize) -> ScanFind {
        let Self { is_line_start, in_array, .. } = *self;
        *self = Self { is_line_start, in_array, may_separate: true, has_records: true, ..Self::default() };
        ScanFind::Record(len)
    }

    fn between(&mut self, byte: u8) -> Option<ScanFind> {
        self.len += 1;
        match byte {
            b'\n' => self.is_stray = false,
            b' ' | b'\t' | b'\r' => {}
            b',' if self.may_separate => self.may_separate = false,
            b'[' if !self.in_array => (self.in_array, self.may_separate) = (true, false),
            b']' if self.in_array => (self.in_array, self.may_separate) = (false, true),
            b',' | b']' if self.is_stray => {}
            b',' | b']' => {
                self.is_stray = true;
                return Some(ScanFind::Stray(byte));
            }
            _ => self.begin(byte),
        }
        self.is_line_start = byte == b'\n';
        (self.state == ScanState::Between && self.len.is_multiple_of(LONGEST_LINE)).then_some(ScanFind::Gap)
    }

    fn begin(&mut self, byte: u8) {
        let is_nested = matches!(byte, b'{' | b'[');
        self.state = if is_nested { ScanState::Nested } else { ScanState::Text };
        (self.len, self.before, self.open, self.has_records) = (1, byte, Brackets::default(), true);
        if is_nested {
            self.open.push(byte);
        }
        self.string = if byte == b'"' { StringState::Inside } else { StringState::Outside };
    }

    fn nested(&mut self, byte: u8) -> ByteStep {
        if let Some(step) = self.string(byte) {
            return step;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => return ByteStep::Continue,
            b'{' => {
                let is_value =
                    self.before == b':' || (matches!(self.before, b'[' | b',') && self.open.is_innermost(b'['));
                let is_further_key = self.open.depth == 1 && self.before != b'{';
                if !is_value && (self.is_line_start || is_further_key) {
                    return ByteStep::EndBefore;
                }
                self.open.push(byte);
            }
            b'[' => self.open.push(byte),
            b'}' | b']' => {
                self.open.close(if byte == b'}' { b'{' } else { b'[' });
                if self.open.depth == 0 {
                    return ByteStep::EndAfter;
                }
            }
            _ => {}
        }
        self.before = byte;
        ByteStep::Continue
    }

    fn text(&mut self, byte: u8) -> ByteStep {
        match byte {
            b'\n' => return ByteStep::EndAfter,
            _ if !self.in_array => return ByteStep::Continue,
            _ => {}
        }
        if let Some(step) = self.string(byte) {
            return step;
        }
        match byte {
            b'{' | b'[' | b']' => return ByteStep::EndBefore,
            b' ' | b'\t' | b'\r' => {}
            _ => self.before = byte,
        }
        ByteStep::Continue
    }

    /// A byte of a string, or one that starts a string; `None` for any other.
    #[inline]
    fn string(&mut self, byte: u8) -> Option<ByteStep> {
        use StringState::{Ending, Escaped, Inside, Outside};
        self.string = match self.string {
            Outside if byte == b'"' && matches!(self.before, b'{' | b'[' | b',' | b':') => Inside,
            Outside => return None,
            Ending if matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b']' | b'}') => {
                (self.string, self.before) = (Outside, b'"');
                return None;
            }
            _ if byte == b'\n' => return Some(ByteStep::EndAfter),
            Inside | Ending if byte == b'"' => Ending,
            Inside | Ending if byte == b'\\' => Escaped,
            Escaped | Inside | Ending => Inside,
        };
        Some(ByteStep::Continue)
    }
}

/// Open brackets. Which ones they are is known of the first 128; a parser of JSON refuses more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Brackets {
    depth: usize,
    /// A bit per bracket: 1 for `{`.
    braces: u128,
}

impl Brackets {
    fn push(&mut self, bracket: u8) {
        if self.depth < 128 {
            let bit = 1 << self.depth;
            self.braces = if bracket == b'{' { self.braces | bit } else { self.braces & !bit };
        }
        self.depth += 1;
    }

    /// The bits of all open brackets of a kind.
    fn of(&self, bracket: u8) -> u128 {
        let open = 1_u128.checked_shl(self.depth as u32).map_or(u128::MAX, |bit| bit - 1);
        open & if bracket == b'{' { self.braces } else { !self.braces }
    }

    fn is_innermost(&self, bracket: u8) -> bool {
        self.depth > 128 || self.of(bracket).leading_zeros() as usize == 128 - self.depth
    }

    /// Closes the innermost bracket of a kind, and what is open inside it. Without one nothing is closed.
    fn close(&mut self, bracket: u8) {
        let open = self.of(bracket);
        if self.depth > 128 {
            self.depth -= 1;
        } else if open != 0 {
            self.depth = 127 - open.leading_zeros() as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a scan finds, as text: records, and stray bytes after `!`.
    fn found(text: &str) -> Vec<String> {
        found_in_parts(text, text.len())
    }

    /// The same, in a text that is scanned in two parts.
    fn found_in_parts(text: &str, part: usize) -> Vec<String> {
        let (mut scan, mut at, mut all) = (Scan::default(), 0, Vec::new());
        while at < text.len() {
            let end = if at < part { part } else { text.len() };
            let (len, found) = scan.next(&text.as_bytes()[at..end]);
            at += len;
            match found {
                Some(ScanFind::Record(len)) => all.push(text[at - len..at].to_owned()),
                Some(ScanFind::Stray(byte)) => all.push(format!("!{}", char::from(byte))),
                Some(ScanFind::Gap) | None => {}
            }
        }
        all.extend(scan.unfinished().map(|len| format!("{} …", &text[at - len..])));
        all.extend(scan.in_array().then(|| "[ …".to_owned()));
        all
    }

    #[test]
    fn a_record_ends_at_its_bracket_or_where_it_is_broken() {
        for (text, records) in [
            ("{\"a\":[1,{}]}\n", &["{\"a\":[1,{}]}"][..]),
            ("[ {} ]", &["{}"]),
            ("{},\n{}", &["{}", "{}"]),
            ("{\"a\":\"}\\\"\"}x", &["{\"a\":\"}\\\"\"}", "x …"]),
            ("{\"a\":\"x\n{}", &["{\"a\":\"x\n", "{}"]),
            ("{\"a\":", &["{\"a\": …"]),
            ("nonsense {}\n{}", &["nonsense {}\n", "{}"]),
            // In an array of one line.
            ("[null,{}]", &["null,", "{}"]),
            ("[\"a,{\",1 ,{},[{}],{}]", &["\"a,{\",1 ,", "{}", "[{}]", "{}"]),
            ("[{\"a\":[5,4},{}]", &["{\"a\":[5,4}", "{}"]),
            ("[{\"a\":5]},{}]", &["{\"a\":5]}", "{}"]),
            ("[{\"a\":5,{\"b\":6},{}]", &["{\"a\":5,", "{\"b\":6}", "{}"]),
            ("[{\"a\":{\"b\":6},{}]", &["{\"a\":{\"b\":6},", "{}"]),
            ("[{\"a\":\"x,\"b\":1},{}]", &["{\"a\":\"x,\"b\":1}", "{}"]),
            ("[{\"a\":\"the \"x\" y\",\"b\":1},{}]", &["{\"a\":\"the \"x\" y\",\"b\":1}", "{}"]),
            ("[{}},{}]", &["{}", "},", "{}"]),
            // Lines that are cut short.
            ("{\"a\":[5\n{}\n{}\n", &["{\"a\":[5\n", "{}", "{}"]),
            ("{\n{\n", &["{\n", "{\n …"]),
            ("{{{", &["{{{ …"]),
            // An array may have an object per line, at any depth.
            ("[\n  {\n  \"a\": [\n{},\n{}]\n  }\n]", &["{\n  \"a\": [\n{},\n{}]\n  }"]),
            // Brackets and commas that are out of place.
            ("]", &["!]"]),
            (",,,\n,", &["!,", "!,"]),
            ("[[]", &["[]", "[ …"]),
            ("[{}]]", &["{}", "!]"]),
            ("[,{}]", &["!,", "{}"]),
            (" \n", &[]),
            ("[]", &[]),
        ] {
            assert_eq!(found(text), records, "{text:?}");
            for part in 0..text.len() {
                assert_eq!(found_in_parts(text, part), records, "{text:?} at {part}");
            }
        }
        let deep = "[".repeat(300) + &"]".repeat(300);
        assert_eq!(found(&format!("{{\"a\":{deep}}}{{}}")), [format!("{{\"a\":{deep}}}"), "{}".into()]);
    }

    proptest::proptest! {
        #[test]
        fn the_same_is_found_however_the_text_arrives(text in "([{}\\[\\],:\"\\\\\n a1]|\\{\"a\":1\\}){0,40}", part in 0..60_usize) {
            proptest::prop_assert_eq!(found_in_parts(&text, part.min(text.len())), found(&text));
        }
    }
}
