//! Numbers in digits, looked up.

use super::buffer::{Block, Cursor, block};

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

/// The numbers below 1,000 in three digits.
static THREE_DIGITS: [Block<4>; 1000] = {
    let mut blocks = [[0; 4]; 1000];
    let mut number = 0;
    while number < blocks.len() {
        let digits = [number / 100, number / 10 % 10, number % 10];
        blocks[number] = [b'0' + digits[0] as u8, b'0' + digits[1] as u8, b'0' + digits[2] as u8, 3];
        number += 1;
    }
    blocks
};

/// Writes the numbers of lines. Keeps all but the last three digits from one number to the next.
#[derive(Default)]
pub(super) struct LineNumbers {
    thousands: u64,
    /// The digits of `thousands`.
    digits: Block<24>,
}

impl LineNumbers {
    #[inline]
    pub(super) fn write<const N: usize>(&mut self, line: u64, out: &mut Cursor<'_, N>) {
        let (thousands, rest) = (line / 1000, (line % 1000) as usize);
        if thousands != self.thousands {
            (self.thousands, self.digits) = (thousands, block(itoa::Buffer::new().format(thousands).as_bytes()));
        }
        if thousands == 0 {
            out.text(&block::<8>(itoa::Buffer::new().format(rest).as_bytes()));
        } else {
            out.text(&self.digits);
            out.text(&THREE_DIGITS[rest]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Buffer;
    use super::*;

    #[test]
    fn a_line_number_is_written_in_digits() {
        let mut numbers = LineNumbers::default();
        for line in [1, 9, 10, 999, 1000, 1001, 1999, 2000, 1000, 7, 123_456_789, 123_457_000, u64::MAX, 0] {
            let mut out = Buffer::default();
            out.with_cursor::<64>(|out| numbers.write(line, out));
            assert_eq!(&*out, line.to_string().as_bytes());
        }
    }

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
