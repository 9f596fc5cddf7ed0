//! Reads a source in chunks of whole records: the only read loop of the program.

use std::io::{self, Read};

use memchr::{memchr, memrchr};

use super::records::Records;
use crate::error::LONGEST_LINE;
use crate::sheet::reader::BYTE_ORDER_MARK;

/// The first read is small, because most inputs are. After each full read the next one doubles.
const FIRST_READ: usize = 16 * 1024;

/// Reads a source in chunks. A byte order mark at its start is dropped.
pub struct Chunks {
    input: Box<dyn Read + Send>,
    /// Chunks end after one of these.
    pub records: Records,
    /// The bytes that were read past the end of the last chunk.
    carry: Vec<u8>,
    read_size: usize,
    /// Reads grow up to this size.
    pub largest_read: usize,
    /// How many bytes have been read.
    pub total_read: u64,
    /// Whether anything but blanks was in the chunks.
    pub has_text: bool,
    /// The rest of an over-long line is being skipped.
    is_skipping: bool,
    /// A byte order mark has been looked for.
    is_started: bool,
    is_ended: bool,
}

impl Chunks {
    /// Reads an open source. Reads grow up to `largest_read` bytes.
    pub fn new(input: Box<dyn Read + Send>, largest_read: usize) -> Self {
        Self {
            input,
            records: Records::Lines,
            carry: Vec::new(),
            read_size: FIRST_READ.min(largest_read),
            largest_read,
            total_read: 0,
            has_text: false,
            is_skipping: false,
            is_started: false,
            is_ended: false,
        }
    }

    /// Reads until the start of the source is enough for `decide`, which is told whether it has all of it.
    /// Nothing is taken out of the source.
    pub fn peek<T>(&mut self, mut decide: impl FnMut(&[u8], bool) -> Option<T>) -> io::Result<T> {
        let mut start = std::mem::take(&mut self.carry);
        let decision = loop {
            if (self.is_started || self.is_ended)
                && let Some(decision) = decide(&start, self.is_ended)
            {
                break decision;
            }
            self.fill(&mut start)?;
        };
        self.carry = start;
        Ok(decision)
    }

    /// Fills the next chunk; `false` at the end. Returns as soon as there is a whole record, so that a slow source is
    /// answered record by record.
    pub fn next(&mut self, chunk: &mut Vec<u8>) -> io::Result<bool> {
        // Both buffers keep their memory.
        chunk.clear();
        std::mem::swap(chunk, &mut self.carry);
        if self.is_ended && chunk.is_empty() {
            return Ok(false);
        }
        loop {
            if self.records.have_short_lines() {
                self.shorten_last_line(chunk);
            }
            let cut = if self.is_started { self.records.last_end(chunk) } else { None };
            match cut {
                Some(end) => {
                    self.carry.try_reserve(chunk.len() - end)?;
                    self.carry.extend_from_slice(&chunk[end..]);
                    chunk.truncate(end);
                }
                None if self.is_ended => {}
                None => {
                    self.fill(chunk)?;
                    continue;
                }
            }
            self.has_text = self.has_text || !chunk.trim_ascii_start().is_empty();
            return Ok(!chunk.is_empty());
        }
    }

    /// Reads once, after what the chunk already holds.
    fn fill(&mut self, chunk: &mut Vec<u8>) -> io::Result<()> {
        let start = chunk.len();
        // Little memory is an error to report, not a reason to abort.
        chunk.try_reserve(self.read_size)?;
        chunk.resize(start + self.read_size, 0);
        let count = loop {
            match self.input.read(&mut chunk[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        chunk.truncate(start + count);
        self.is_ended = count == 0;
        self.total_read += count as u64;
        if count == self.read_size {
            self.read_size = (2 * self.read_size).min(self.largest_read);
        }
        if self.is_skipping {
            let end = memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |at| start + at);
            self.is_skipping = end == chunk.len();
            chunk.drain(start..end);
        }
        self.skip_byte_order_mark(chunk);
        Ok(())
    }

    /// Cuts a last line that is too long, and skips the rest of it. One byte over is kept, so that the line is
    /// reported as too long, and one more: the last byte of a line that is just short enough may be a carriage return.
    fn shorten_last_line(&mut self, chunk: &mut Vec<u8>) {
        let last_line = memrchr(b'\n', chunk).map_or(0, |at| at + 1);
        if chunk.len() - last_line > LONGEST_LINE + 1 {
            self.is_skipping = true;
            chunk.truncate(last_line + LONGEST_LINE + 2);
        }
    }

    /// Drops a byte order mark at the start. A line shorter than the mark is not held back, unless
    /// it may still become one.
    fn skip_byte_order_mark(&mut self, chunk: &mut Vec<u8>) {
        if self.is_started || (!self.is_ended && BYTE_ORDER_MARK.starts_with(chunk)) {
            return;
        }
        self.is_started = true;
        if chunk.starts_with(BYTE_ORDER_MARK) {
            chunk.drain(..BYTE_ORDER_MARK.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns its bytes a few at a time.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(space.len()).min(self.0.len());
            space[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    /// A read that a signal interrupts, once.
    struct Interrupted(bool);

    impl Read for Interrupted {
        fn read(&mut self, _space: &mut [u8]) -> io::Result<usize> {
            if std::mem::take(&mut self.0) { Err(io::ErrorKind::Interrupted.into()) } else { Ok(0) }
        }
    }

    /// The chunks of a source that is read `drip` bytes at a time.
    fn chunks(bytes: &[u8], drip: usize) -> Vec<Vec<u8>> {
        let mut chunks = Chunks::new(Box::new(Interrupted(true).chain(Drip(bytes.to_vec(), drip))), 1 << 16);
        let (mut chunk, mut all) = (Vec::new(), Vec::new());
        while chunks.next(&mut chunk).unwrap() {
            all.push(chunk.clone());
        }
        all
    }

    #[test]
    fn every_byte_is_in_one_chunk() {
        for bytes in [&b"5 5\n"[..], b"5 5", b"5 5\n\n", b"# c\n", b"\n", b"5 5\n\n3 4\n# c\n", b"1 2\n3\n\n4 5"] {
            for drip in 1..9 {
                assert_eq!(chunks(&[BYTE_ORDER_MARK, bytes].concat(), drip).concat(), bytes, "{drip}");
                assert_eq!(chunks(bytes, drip).concat(), bytes, "{drip}");
            }
        }
    }

    #[test]
    fn an_over_long_line_is_cut_and_the_next_one_is_whole() {
        let bytes = [&vec![b'1'; 3 * LONGEST_LINE][..], b"\n5 5\n"].concat();
        for drip in [1000, 1 << 20] {
            let text = chunks(&bytes, drip).concat();
            assert!(text == [&vec![b'1'; LONGEST_LINE + 2][..], b"\n5 5\n"].concat(), "{drip}");
        }
        // A read ends where the line is just too long.
        let bytes = [b"55\n", &vec![b'1'; LONGEST_LINE + 1][..], b"\n5 5\n"].concat();
        assert!(chunks(&bytes, (LONGEST_LINE + 4) / 113).concat() == bytes);
    }

    #[test]
    fn a_line_shorter_than_a_byte_order_mark_is_not_held_back() {
        assert_eq!(chunks(b"5\n6\n", 2), [b"5\n", b"6\n"]);
        assert_eq!(chunks(b"\n6\n", 1)[0], b"\n");
        // Only the first is a mark.
        let bytes = [b"5\n", BYTE_ORDER_MARK, b"6\n"].concat();
        assert_eq!(chunks(&bytes, 2).concat(), bytes);
    }

    #[test]
    fn a_look_at_the_start_takes_nothing_out() {
        let mut chunks = Chunks::new(Box::new(Drip(b"5 5\n3 4\n".to_vec(), 2)), 1 << 16);
        let len = chunks.peek(|bytes, is_ended| (bytes.len() >= 6 || is_ended).then_some(bytes.len())).unwrap();
        let mut chunk = Vec::new();
        assert!(chunks.next(&mut chunk).unwrap());
        assert_eq!((len, chunk.as_slice()), (6, &b"5 5\n"[..]));
    }
}
