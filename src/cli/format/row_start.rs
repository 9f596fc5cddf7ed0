//! The start of a record: its file, as the format writes it, and its line.

use super::Buffer;
use super::buffer::{Block, Cursor, block};

/// The numbers below 1,000 in three digits.
static THREE_DIGITS: [Block<4>; 1000] = {
    let mut blocks = [[0; 4]; 1000];
    let mut number = 0;
    while number < blocks.len() {
        let digits = [number / 100, number / 10 % 10, number % 10];
        blocks[number] = block(&[b'0' + digits[0] as u8, b'0' + digits[1] as u8, b'0' + digits[2] as u8]);
        number += 1;
    }
    blocks
};

/// Writes the starts of records. Keeps all but the last three digits of a line number for the next
/// record.
pub(super) struct RowStart {
    file: String,
    field: Vec<u8>,
    thousands: u64,
    /// The field and the digits of `thousands`, without a zero.
    start: Vec<u8>,
    /// The same, if it fits.
    short: Block<32>,
    long: Block<64>,
}

impl Default for RowStart {
    fn default() -> Self {
        Self { file: String::new(), field: Vec::new(), thousands: 0, start: Vec::new(), short: [0; 32], long: [0; 64] }
    }
}

impl RowStart {
    /// Starts a file. `write` writes its field, which is not empty.
    pub(super) fn set_file(&mut self, file: &str, write: impl FnOnce(&str, &mut Vec<u8>)) {
        if self.file != file || self.field.is_empty() {
            self.file = file.into();
            self.field.clear();
            write(file, &mut self.field);
            self.set_thousands(0);
        }
    }

    /// Moves to a line. Returns its number below the thousands.
    #[inline]
    fn move_to(&mut self, line: u64) -> usize {
        if line / 1000 != self.thousands {
            self.set_thousands(line / 1000);
        }
        (line % 1000) as usize
    }

    #[cold]
    fn set_thousands(&mut self, thousands: u64) {
        self.thousands = thousands;
        self.start.clone_from(&self.field);
        if thousands > 0 {
            self.start.extend_from_slice(itoa::Buffer::new().format(thousands).as_bytes());
        }
        (self.short, self.long) = (block(&self.start), block(&self.start));
    }

    /// Prepares to write the starts of consecutive lines. Returns the last digits of each, for
    /// [`write_prepared`](Self::write_prepared); `None` if the lines differ in more than that, or the
    /// start does not fit.
    #[inline]
    pub(super) fn prepare(&mut self, first_line: u64, count: usize) -> Option<&'static [Block<4>]> {
        let rest = self.move_to(first_line);
        let fits = self.thousands > 0 && self.start.len() < self.long.len();
        THREE_DIGITS.get(rest..rest + count).filter(|_| fits)
    }

    #[inline]
    pub(super) fn write_prepared<const N: usize>(&self, digits: Block<4>, out: &mut Cursor<'_, N>) {
        if self.start.len() < self.short.len() {
            out.text(&self.short);
        } else {
            out.text(&self.long);
        }
        out.text(&digits);
    }

    pub(super) fn write(&mut self, line: u64, out: &mut Buffer) {
        let rest = self.move_to(line);
        out.extend(&self.start);
        if self.thousands == 0 {
            out.extend(itoa::Buffer::new().format(rest).as_bytes());
        } else {
            out.text(&THREE_DIGITS[rest]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_starts_with_its_file_and_line() {
        let mut start = RowStart::default();
        for file in ["a", "b", &"long".repeat(20)] {
            start.set_file(file, |file, out| out.extend_from_slice(format!("<{file}>").as_bytes()));
            for line in [1, 9, 10, 999, 1000, 1001, 1999, 2000, 1000, 7, 123_456_789, 123_457_000, u64::MAX, 0] {
                let mut out = Buffer::default();
                start.write(line, &mut out);
                assert_eq!(String::from_utf8_lossy(&out), format!("<{file}>{line}"));
            }
        }
    }

    #[test]
    fn starts_of_any_length_are_prepared_or_refused() {
        let mut start = RowStart::default();
        for len in 1..=80 {
            let file = "f".repeat(len);
            start.set_file(&file, |file, out| out.extend_from_slice(file.as_bytes()));
            let mut prepared = 0;
            for line in [1, 999, 1000, 1998, 1999, 12_345] {
                let Some(digits) = start.prepare(line, 2) else { continue };
                for (line, &digits) in (line..).zip(digits) {
                    let mut out = Buffer::default();
                    out.with_cursor::<128>(|out| {
                        start.write_prepared(digits, out);
                        true
                    });
                    assert_eq!(String::from_utf8_lossy(&out), format!("{file}{line}"));
                    prepared += 1;
                }
            }
            // Not below 1,000, not where the thousands change, and not if it is too long.
            let expected = if len + 1 < 64 { 4 } else { 0 } + if len + 2 < 64 { 2 } else { 0 };
            assert_eq!(prepared, expected, "{len}");
        }
    }
}
