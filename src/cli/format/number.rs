//! Numbers in digits, looked up.

use super::buffer::{Block, set_text_len};
use crate::game::MAX_TOTAL;

/// Every number below `COUNT` in digits, with some text around it.
pub(super) struct Numbers<const N: usize, const COUNT: usize>([Block<N>; COUNT]);

/// Every total of any rule set.
pub(super) type Totals<const N: usize> = Numbers<N, { MAX_TOTAL as usize + 1 }>;

impl<const N: usize, const COUNT: usize> Numbers<N, COUNT> {
    /// The texts, with the number between each and the next.
    pub(super) const fn between(texts: &[&[u8]]) -> Self {
        let mut blocks = [[b' '; N]; COUNT];
        let mut number = 0;
        while number < COUNT {
            let digits = [b'0' + (number / 100) as u8, b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8];
            let digits = digits.split_at((number < 100) as usize + (number < 10) as usize).1;
            let mut len = append(&mut blocks[number], 0, texts[0]);
            let mut at = 1;
            while at < texts.len() {
                len = append(&mut blocks[number], len, digits);
                len = append(&mut blocks[number], len, texts[at]);
                at += 1;
            }
            set_text_len(&mut blocks[number], len);
            number += 1;
        }
        Self(blocks)
    }

    /// The number, padded with blanks to a width, between two texts.
    pub(super) const fn padded(before: &[u8], width: usize, after: &[u8]) -> Self {
        let Self(mut blocks) = Self::between(&[before, b""]);
        let mut number = 0;
        while number < COUNT {
            let len = append(&mut blocks[number], before.len() + width, after);
            set_text_len(&mut blocks[number], len);
            number += 1;
        }
        Self(blocks)
    }

    /// The text of a number, which must be below `COUNT`.
    #[inline]
    pub(super) fn get(&self, number: u16) -> &Block<N> {
        &self.0[usize::from(number)]
    }
}

/// Puts a text into a block, and returns the place after it.
const fn append<const N: usize>(block: &mut Block<N>, at: usize, text: &[u8]) -> usize {
    block.split_at_mut(at).1.split_at_mut(text.len()).0.copy_from_slice(text);
    at + text.len()
}

#[cfg(test)]
mod tests {
    use super::super::Buffer;
    use super::*;

    #[test]
    fn every_total_is_written_in_digits() {
        let between: Totals<24> = Numbers::between(&[b"<", b"|", b">"]);
        let padded: Totals<8> = Numbers::padded(b"<", 4, b">");
        for total in 0..=300 {
            let mut out = Buffer::default();
            out.text(between.get(total));
            out.text(padded.get(total));
            assert_eq!(&*out, format!("<{total}|{total}><{total:<4}>").as_bytes());
        }
    }
}
