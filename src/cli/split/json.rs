//! Where the records of JSON text end: objects in lines or in an array, and whatever stands in their place.
//!
//! The scan looks at every byte once and may pause after any of them, so the records are the same however the text
//! arrives. It follows brackets and strings, and checks nothing else. Objects of valid JSON are found exactly. An object
//! that is not valid must not take the ones after it along, so
//! - `{` starts a record where no object can stand: in place of a further key, or at the start of a line;
//! - a closing bracket also closes what is still open inside its pair;
//! - a quote starts or ends a string only where a string can start or end, and a line end ends the record.

use crate::error::LONGEST_LINE;

/// What a scan finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The end of a record of this many bytes. It may have started in an earlier chunk.
    Record(usize),
    /// A comma or a bracket that is out of place, as the last byte. There is at most one per line and record.
    Stray(u8),
    /// So much text without a record that a group should not wait for the next one.
    Gap,
}

/// The state of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    state: State,
    string: StringState,
    /// The bytes of the record so far; between records, since the last one or the last gap.
    len: usize,
    /// The open brackets of the record.
    open: Brackets,
    /// The last byte of the record that is not blank, outside strings.
    before: u8,
    /// Whether the last byte was a line end.
    is_line_start: bool,
    /// Whether the records are in an array.
    in_array: bool,
    /// Whether a comma may follow.
    may_separate: bool,
    /// Whether a stray byte has been found on this line.
    is_stray: bool,
    has_records: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
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
enum Step {
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

    /// Whether there has been a record.
    pub const fn has_records(&self) -> bool {
        self.has_records
    }

    /// The bytes of a record that has not ended.
    pub fn unfinished(&self) -> Option<usize> {
        (self.state != State::Between).then_some(self.len)
    }

    /// Scans up to the first find. Returns how many bytes have been scanned.
    pub fn next(&mut self, bytes: &[u8]) -> (usize, Option<Found>) {
        for (at, &byte) in bytes.iter().enumerate() {
            if self.state == State::Between {
                if let Some(found) = self.between(byte) {
                    return (at + 1, Some(found));
                }
                continue;
            }
            let step = if self.state == State::Nested { self.nested(byte) } else { self.text(byte) };
            self.is_line_start = byte == b'\n';
            match step {
                Step::Continue => self.len += 1,
                Step::EndBefore => return (at, Some(self.end(self.len))),
                Step::EndAfter => return (at + 1, Some(self.end(self.len + 1))),
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

    fn end(&mut self, len: usize) -> Found {
        let Self { is_line_start, in_array, .. } = *self;
        *self = Self { is_line_start, in_array, may_separate: true, has_records: true, ..Self::default() };
        Found::Record(len)
    }

    /// A byte between records.
    fn between(&mut self, byte: u8) -> Option<Found> {
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
                return Some(Found::Stray(byte));
            }
            _ => self.begin(byte),
        }
        self.is_line_start = byte == b'\n';
        (self.state == State::Between && self.len.is_multiple_of(LONGEST_LINE)).then_some(Found::Gap)
    }

    fn begin(&mut self, byte: u8) {
        let is_nested = matches!(byte, b'{' | b'[');
        self.state = if is_nested { State::Nested } else { State::Text };
        (self.len, self.before, self.open, self.has_records) = (1, byte, Brackets::default(), true);
        if is_nested {
            self.open.push(byte);
        }
        self.string = if byte == b'"' { StringState::Inside } else { StringState::Outside };
    }

    fn nested(&mut self, byte: u8) -> Step {
        if let Some(step) = self.string(byte) {
            return step;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => return Step::Continue,
            b'{' => {
                let is_value =
                    self.before == b':' || (matches!(self.before, b'[' | b',') && self.open.is_innermost(b'['));
                let is_further_key = self.open.depth == 1 && self.before != b'{';
                if !is_value && (self.is_line_start || is_further_key) {
                    return Step::EndBefore;
                }
                self.open.push(byte);
            }
            b'[' => self.open.push(byte),
            b'}' | b']' => {
                self.open.close(if byte == b'}' { b'{' } else { b'[' });
                if self.open.depth == 0 {
                    return Step::EndAfter;
                }
            }
            _ => {}
        }
        self.before = byte;
        Step::Continue
    }

    fn text(&mut self, byte: u8) -> Step {
        match byte {
            b'\n' => return Step::EndAfter,
            _ if !self.in_array => return Step::Continue,
            _ => {}
        }
        if let Some(step) = self.string(byte) {
            return step;
        }
        match byte {
            b'{' | b'[' | b']' => return Step::EndBefore,
            b' ' | b'\t' | b'\r' => {}
            _ => self.before = byte,
        }
        Step::Continue
    }

    /// A byte of a string, or one that starts a string; `None` for any other.
    fn string(&mut self, byte: u8) -> Option<Step> {
        use StringState::{Ending, Escaped, Inside, Outside};
        let ends = matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b']' | b'}');
        self.string = match (self.string, byte) {
            (Outside, b'"') if matches!(self.before, b'{' | b'[' | b',' | b':') => Inside,
            (Outside, _) => return None,
            (Ending, _) if ends => {
                (self.string, self.before) = (Outside, b'"');
                return None;
            }
            (_, b'\n') => return Some(Step::EndAfter),
            (Escaped, _) => Inside,
            (_, b'"') => Ending,
            (_, b'\\') => Escaped,
            (Inside | Ending, _) => Inside,
        };
        Some(Step::Continue)
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

/// Finds where to cut JSON.
#[derive(Debug, Default)]
pub(super) struct RecordSearch {
    scan: Scan,
    /// How many bytes have been scanned.
    scanned: usize,
    /// The records since the last group, and their bytes.
    records: usize,
    record_bytes: usize,
}

/// A group has records of this many bytes at least: small chunks cost time.
const SMALLEST_GROUP: usize = 8 * 1024;

impl RecordSearch {
    /// The end of the last whole record. A record that is too long is cut, because it must not fill the memory.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        self.scan.skip(&bytes[self.scanned..]);
        self.scanned = bytes.len();
        let end = match self.scan.unfinished() {
            Some(len) if len <= LONGEST_LINE => bytes.len() - len,
            _ => bytes.len(),
        };
        self.cut(end)
    }

    /// The end of the first group of at least `most` records. Where it is depends on the text alone, not on how much of
    /// it has been read.
    pub(super) fn end_of_group(&mut self, bytes: &[u8], most: usize) -> Option<usize> {
        while self.scanned < bytes.len() {
            let (len, found) = self.scan.next(&bytes[self.scanned..]);
            self.scanned += len;
            let is_end = match found {
                Some(Found::Record(len)) => {
                    (self.records, self.record_bytes) = (self.records + 1, self.record_bytes + len);
                    len > LONGEST_LINE || (self.records >= most && self.record_bytes >= SMALLEST_GROUP)
                }
                Some(Found::Gap) => self.records > 0,
                Some(Found::Stray(_)) | None => false,
            };
            if is_end {
                (self.records, self.record_bytes) = (0, 0);
                return self.cut(self.scanned);
            }
        }
        let is_cut = match self.scan.unfinished() {
            Some(len) => len > LONGEST_LINE,
            None => self.records == 0,
        };
        if is_cut { self.cut(bytes.len()) } else { None }
    }

    fn cut(&mut self, end: usize) -> Option<usize> {
        self.scanned -= end;
        (end > 0).then_some(end)
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
                Some(Found::Record(len)) => all.push(text[at - len..at].to_owned()),
                Some(Found::Stray(byte)) => all.push(format!("!{}", char::from(byte))),
                Some(Found::Gap) | None => {}
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

    /// The chunks of some text that is read `drip` bytes at a time. Every byte is scanned once.
    fn chunks(text: &[u8], drip: usize, group: Option<usize>) -> Vec<Vec<u8>> {
        let (mut search, mut buffer, mut chunks) = (RecordSearch::default(), Vec::new(), Vec::new());
        for read in text.chunks(drip) {
            buffer.extend_from_slice(read);
            let cut = |search: &mut RecordSearch, bytes: &[u8]| match group {
                Some(most) => search.end_of_group(bytes, most),
                None => search.end(bytes),
            };
            let mut scanned = search.scanned;
            while let Some(end) = cut(&mut search, &buffer) {
                assert!(search.scanned + end >= scanned, "nothing is scanned again");
                scanned = search.scanned;
                chunks.push(buffer.drain(..end).collect());
            }
            assert_eq!(search.scanned, buffer.len());
        }
        chunks.push(buffer);
        chunks
    }

    #[test]
    fn json_is_cut_between_records() {
        for (text, end) in [
            ("{\"a\":1}\n{\"b\":2}\n{\"c\"", 16),
            ("{\"a\":1}\n", 8),
            ("{\"a\":1}", 7),
            ("[{\"a\":1},{\"b\":2},{", 17),
            ("[{\"a\":1}\n", 9),
        ] {
            assert_eq!(RecordSearch::default().end(text.as_bytes()), Some(end), "{text:?}");
        }
        assert_eq!(RecordSearch::default().end(b"{\"a\":"), None);
    }

    #[test]
    fn groups_end_at_the_same_places_however_much_is_read() {
        let long = format!("{{\"x\":\"{}\"}}\n", "y".repeat(3 * LONGEST_LINE));
        let text =
            ["{\"rolls\":[5,4]}\n".repeat(3000), long, "{}\n".repeat(70), "\n".repeat(200_000), "{},".repeat(9000)];
        let text = text.concat().into_bytes();
        // A record that is too long is cut anywhere, and only its first part is an entry.
        let ends = |drip: usize| -> Vec<usize> {
            let mut end = 0;
            let ends = chunks(&text, drip, Some(64)).into_iter().map(|chunk| {
                end += chunk.len();
                end
            });
            ends.filter(|&end| text[..end].ends_with(b"}") || end == text.len()).collect()
        };
        let one = ends(text.len());
        assert!(one.len() > 8, "{one:?}");
        for drip in [700, 16 * 1024, 100_000] {
            assert_eq!(ends(drip), one, "{drip}");
        }
    }

    #[test]
    fn chunks_stay_small_whatever_is_in_them() {
        for text in [
            "{".repeat(400_000),
            "[".repeat(400_000),
            "{\"a\":".repeat(100_000),
            "{\"a\":\n".repeat(100_000),
            format!("{{\"rolls\":[5]}}{}", "\n".repeat(400_000)),
            format!("{{\"a\":\"{}", "x".repeat(400_000)),
            "x".repeat(400_000),
            "]".repeat(400_000),
        ] {
            for group in [None, Some(64)] {
                let chunks = chunks(text.as_bytes(), 4096, group);
                assert_eq!(chunks.concat(), text.as_bytes());
                let longest = chunks.iter().map(Vec::len).max().unwrap_or_default();
                assert!(longest <= 2 * LONGEST_LINE, "{longest} {group:?} {}", &text[..5]);
            }
        }
    }
}
