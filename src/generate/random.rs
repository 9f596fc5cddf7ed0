//! Random numbers that are the same on every machine and in every version.
//!
//! The generator is PCG-XSH-RR 64/32, known as `pcg32` (O'Neill, 2014), from a crate that documents it as
//! portable. Only its 32-bit numbers are used; how they map to choices is written here, in integers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// What random numbers are drawn for. Each has numbers of its own, so that an option changes only what it
/// is about: the games of a seed are the same with and without mistakes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Balls = 1,
    Leaves = 2,
    Cuts = 3,
    Errors = 4,
    Mistakes = 5,
}

#[derive(Clone, Debug)]
pub(super) struct Random(Pcg32);

impl Random {
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        // Generators of the same state or of neighbouring streams are correlated: spread both.
        let stream = spread(purpose as u64);
        Self(Pcg32::new(spread(seed ^ stream), stream))
    }

    /// A generator of its own, for which one number is drawn.
    pub fn fork(&mut self, purpose: Purpose) -> Self {
        Self::new(self.0.next_u32().into(), purpose)
    }

    /// A number below 2³¹.
    #[inline]
    pub fn bits31(&mut self) -> u32 {
        self.0.next_u32() >> 1
    }

    /// A number from 0 up to, but not including, `limit`.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        // Uneven by less than `limit` in 2³², which no sample shows: limits are small.
        ((u64::from(self.0.next_u32()) * limit as u64) >> 32) as usize
    }

    /// True in `percent` of a hundred calls. Always draws one number.
    #[inline]
    pub fn percent(&mut self, percent: u8) -> bool {
        self.below(100) < usize::from(percent)
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }

    /// The index of one of these weights, in proportion to them. One must not be zero.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: u32 = weights.clone().sum();
        let mut left = self.below(total as usize) as u32;
        weights
            .take_while(|&weight| {
                let is_before = left >= weight;
                left = left.saturating_sub(weight);
                is_before
            })
            .count()
    }
}

/// The output function of `SplitMix64` (Steele, Lea, Flood, 2014): every bit of the result depends on every
/// bit of the number.
const fn spread(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A seed that differs in every run, where none is given.
///
/// ```
/// use bowling::generate::random_seed;
/// assert_ne!(random_seed(), random_seed());
/// ```
pub fn random_seed() -> u64 {
    // The keys of std's hash maps are random.
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of `pcg32` as its author publishes them, for the state 42 and the stream 54.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random(Pcg32::new(42, 54));
        let numbers: Vec<u32> = (0..6).map(|_| random.0.next_u32()).collect();
        assert_eq!(numbers, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
        // The first number of SplitMix64 with the seed 0.
        assert_eq!(spread(0), 0xe220_a839_7b1d_cdaf);
    }
}
