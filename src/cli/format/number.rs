//! Numbers in digits, looked up.

use super::buffer::{Block, Buffer};

/// Every number below `COUNT` in digits, with some text around it.
pub(super) struct Numbers<const N: usize, const COUNT: usize>([Block<N>; COUNT]);

/// Every total of any rule set.
type Totals<const N: usize> = Numbers<N, 301>;

pub(super) static DIGITS: Totals<8> = Numbers::new(b"", b"");
pub(super) static LINES: Totals<8> = Numbers::new(b"", b"\n");
pub(super) static FIELDS: Totals<8> = Numbers::new(b"", b",");
pub(super) static OBJECT_ENDS: Totals<8> = Numbers::new(b"", b"},");

impl<const N: usize, const COUNT: usize> Numbers<N, COUNT> {
    pub(super) const fn new(before: &[u8], after: &[u8]) -> Self {
        let mut blocks = [[b' '; N]; COUNT];
        let mut number = 0;
        while number < COUNT {
            let digits = [b'0' + (number / 100) as u8, b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8];
            let digits = digits.split_at((number < 100) as usize + (number < 10) as usize).1;
            let (place, rest) = blocks[number].split_at_mut(before.len());
            place.copy_from_slice(before);
            let (place, rest) = rest.split_at_mut(digits.len());
            place.copy_from_slice(digits);
            rest.split_at_mut(after.len()).0.copy_from_slice(after);
            blocks[number][N - 1] = (before.len() + digits.len() + after.len()) as u8;
            number += 1;
        }
        Self(blocks)
    }

    #[inline]
    pub(super) fn get(&self, number: u16) -> &Block<N> {
        &self.0[usize::from(number).min(COUNT - 1)]
    }
}

/// Appends the number of a line.
#[inline]
pub(super) fn write_line_number(line: u64, out: &mut Buffer) {
    out.extend(itoa::Buffer::new().format(line).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_total_is_written_in_digits() {
        for total in 0..=300 {
            let mut out = Buffer::default();
            out.text(DIGITS.get(total));
            out.text(LINES.get(total));
            out.text(FIELDS.get(total));
            out.text(OBJECT_ENDS.get(total));
            out.extend(&DIGITS.get(total)[..4]);
            assert_eq!(&*out, format!("{total}{total}\n{total},{total}}},{total:<4}").as_bytes());
        }
    }
}
