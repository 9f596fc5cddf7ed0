//! Finds where to cut JSON: between records, or between groups of records.

use super::{Scan, ScanFind};
use crate::error::LONGEST_LINE;

/// Finds where to cut JSON.
#[derive(Debug, Default)]
pub(in crate::cli::split) struct RecordSearch {
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
    pub(in crate::cli::split) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
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
    pub(in crate::cli::split) fn end_of_group(&mut self, bytes: &[u8], most: usize) -> Option<usize> {
        while self.scanned < bytes.len() {
            let (len, found) = self.scan.next(&bytes[self.scanned..]);
            self.scanned += len;
            let is_end = match found {
                Some(ScanFind::Record(len)) => {
                    (self.records, self.record_bytes) = (self.records + 1, self.record_bytes + len);
                    len > LONGEST_LINE || (self.records >= most && self.record_bytes >= SMALLEST_GROUP)
                }
                Some(ScanFind::Gap) => self.records > 0,
                Some(ScanFind::Stray(_)) | None => false,
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
