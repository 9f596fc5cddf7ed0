//! Random numbers that are the same in every run (xorshift64).

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Spread the bits of small seeds. Zero would stay zero forever.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 up to, but not including, `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the more random ones.
        ((self.0 >> 33) as usize) % limit
    }

    /// True once in `count` calls on average.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
