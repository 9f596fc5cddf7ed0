//! A byte buffer for output, made for appending short texts of varying length.
//!
//! `Vec::extend_from_slice` calls `memcpy` for every few bytes, because it does not know the length.
//! Copying a block of a fixed size and keeping only its start takes a few instructions. The buffer has
//! spare bytes after its end for that.

use std::ops::{Deref, DerefMut};

/// Bytes, and spare bytes after them.
#[derive(Debug, Default)]
pub struct Buffer {
    /// The bytes after `len` are spare and may be anything.
    bytes: Vec<u8>,
    len: usize,
    scratch: Vec<u8>,
}

/// A short text in a block of a fixed size, padded with blanks. The highest bits of the last byte are its
/// length: as many bits as lengths below `N` need. The bound lets the compiler prove that a whole row of
/// blocks fits a [`Cursor`] and drop the bounds checks.
pub type Block<const N: usize> = [u8; N];

/// A block for a text. A text of `N` bytes or more is cut.
pub const fn block<const N: usize>(text: &[u8]) -> Block<N> {
    let len = if text.len() < N { text.len() } else { N - 1 };
    let mut block = [b' '; N];
    block.split_at_mut(len).0.copy_from_slice(text.split_at(len).0);
    set_text_len(&mut block, len);
    block
}

#[inline]
pub const fn text_len<const N: usize>(block: &Block<N>) -> usize {
    (block[N - 1] >> unused_bits(N)) as usize
}

pub const fn set_text_len<const N: usize>(block: &mut Block<N>, len: usize) {
    block[N - 1] = (len << unused_bits(N)) as u8;
}

const fn unused_bits(size: usize) -> u32 {
    u8::BITS - size.next_power_of_two().ilog2()
}

impl Buffer {
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Removes the bytes from here on and keeps the memory.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline]
    pub fn push(&mut self, byte: u8) {
        self.extend(&[byte]);
    }

    #[inline]
    pub fn extend(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Appends a text in a block.
    #[inline]
    pub fn text<const N: usize>(&mut self, block: &Block<N>) {
        self.reserve(N);
        self.bytes[self.len..self.len + N].copy_from_slice(block);
        self.len += text_len(block).min(N);
    }

    /// Appends up to `N` bytes by a cursor, which checks its place against a constant. Appends nothing if
    /// `write` returns `false`.
    #[inline]
    pub fn with_cursor<const N: usize>(&mut self, write: impl FnOnce(&mut Cursor<'_, N>) -> bool) -> bool {
        self.reserve(N);
        // Always succeeds after `reserve`.
        let Some(bytes) = self.bytes[self.len..].first_chunk_mut() else { return false };
        let mut cursor = Cursor { bytes, at: 0 };
        let is_written = write(&mut cursor);
        self.len += if is_written { cursor.at } else { 0 };
        is_written
    }

    /// Appends `N` bytes that `write` fills, or nothing if it returns `false`.
    #[inline]
    pub fn with_array<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) -> bool) -> bool {
        self.reserve(N);
        let is_filled = self.bytes[self.len..].first_chunk_mut().is_some_and(write);
        self.len += if is_filled { N } else { 0 };
        is_filled
    }

    /// Appends what `write` puts into a vector.
    pub fn with_vec(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        write(&mut scratch);
        self.extend(&scratch);
        self.scratch = scratch;
    }

    /// Ensures that there are enough spare bytes.
    #[inline]
    fn reserve(&mut self, additional: usize) {
        if self.bytes.len() < self.len + additional {
            self.grow(additional);
        }
    }

    #[cold]
    fn grow(&mut self, additional: usize) {
        self.bytes.resize((self.len + self.len / 4).max(self.len + additional).max(1024), 0);
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }
}

/// `N` bytes, and how many of them are written.
pub struct Cursor<'a, const N: usize> {
    bytes: &'a mut [u8; N],
    at: usize,
}

impl<const N: usize> Cursor<'_, N> {
    /// Writes a text in a block. A block that does not fit is left out; formats choose `N` so that
    /// this does not happen.
    #[inline]
    pub fn text<const M: usize>(&mut self, block: &Block<M>) {
        if let Some(place) = self.bytes.get_mut(self.at..self.at + M) {
            place.copy_from_slice(block);
            self.at += text_len(block);
        }
    }

    /// Writes a text of at most `M` bytes in a longer block; `false`, and nothing, if it is longer.
    #[inline]
    pub fn short_text<const M: usize, const L: usize>(&mut self, block: &Block<L>) -> bool {
        let len = text_len(block);
        match (self.bytes.get_mut(self.at..self.at + M), block.first_chunk::<M>()) {
            (Some(place), Some(text)) if len <= M => {
                place.copy_from_slice(text);
                self.at += len;
                true
            }
            _ => false,
        }
    }

    /// Writes some bytes.
    #[inline]
    pub fn bytes<const M: usize>(&mut self, bytes: &[u8; M]) {
        if let Some(place) = self.bytes.get_mut(self.at..self.at + M) {
            place.copy_from_slice(bytes);
            self.at += M;
        }
    }

    /// How many bytes are written.
    #[inline]
    pub const fn len(&self) -> usize {
        self.at
    }

    /// A byte that is written.
    #[inline]
    pub fn get_mut(&mut self, at: usize) -> Option<&mut u8> {
        self.bytes.get_mut(at)
    }

    /// Takes the last byte back.
    #[inline]
    pub fn take_back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_holds_what_was_appended() {
        let mut buffer = Buffer::default();
        for round in 0..100 {
            buffer.extend(b"ab");
            buffer.push(b'c');
            buffer.text(&block::<8>(b"gh"));
            buffer.with_vec(|bytes| bytes.extend_from_slice(b"i"));
            buffer.with_cursor::<16>(|cursor| {
                cursor.text(&block::<4>(b"\n?"));
                cursor.take_back();
                true
            });
            buffer.with_cursor::<16>(|cursor| {
                cursor.bytes(b"not kept");
                false
            });
            assert_eq!(*buffer, b"abcghi\n".repeat(round + 1));
        }
        buffer.truncate(3);
        assert_eq!((&*buffer, buffer.len()), (&b"abc"[..], 3));
    }

    #[test]
    fn a_short_text_is_written_if_it_is_short() {
        let mut buffer = Buffer::default();
        buffer.with_cursor::<8>(|cursor| {
            assert!(cursor.short_text::<2, 8>(&block(b"ab")));
            assert!(!cursor.short_text::<2, 8>(&block(b"cde")));
            assert!(!cursor.short_text::<7, 8>(&block(b"f")), "seven bytes do not fit");
            true
        });
        assert_eq!(&*buffer, b"ab");
    }

    #[test]
    fn a_block_has_room_for_its_length() {
        assert_eq!(block(b"abcd"), *b"abc\xC0");
        assert_eq!(block(b"ab"), *b"ab \x80");
    }
}
