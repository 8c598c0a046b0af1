//! Fast random numbers for playouts, and a logarithm that is the same on every machine.
//!
//! A playout draws hundreds of numbers, so the cipher of [`crate::base::rng`] would be most of its cost.
//! That generator still determines everything: it seeds this one. This module uses only integer
//! arithmetic.

use crate::base::rng::Rng;

/// xoroshiro128++ (Blackman and Vigna): a small generator for playouts, seeded from the decision's
/// [`Rng`].
#[derive(Clone, Debug)]
pub struct PlayoutRng {
    a: u64,
    b: u64,
}

impl PlayoutRng {
    /// A generator seeded with two numbers of `rng`.
    pub fn new(rng: &mut Rng) -> Self {
        PlayoutRng::seeded(rng.next_u64(), rng.next_u64())
    }

    /// A generator with this state; the all-zero state, which never changes, is replaced.
    pub fn seeded(a: u64, b: u64) -> Self {
        PlayoutRng { a, b: if a | b == 0 { 0x9e37_79b9_7f4a_7c15 } else { b } }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let (a, mut b) = (self.a, self.b);
        let drawn = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        b ^= a;
        self.a = a.rotate_left(49) ^ b ^ (b << 21);
        self.b = b.rotate_left(28);
        drawn
    }

    /// A number from 0 up to, not including, `n` (at most 2^32); 0 when `n` is 0. Some numbers are more
    /// likely than others by at most n parts in 2^32, which has no effect on playouts.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next_u64() >> 32) * n as u64) >> 32) as usize
    }

    /// Shuffles `items`, each order with about the same probability.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The natural logarithm of `n`, by squaring the mantissa bit by bit; 0 for 0 and 1. Accurate to about
/// 1 in 10 000.
#[inline]
pub(super) fn ln(n: u64) -> f32 {
    const BITS: u32 = 14;
    if n <= 1 {
        return 0.0;
    }
    let whole = 63 - n.leading_zeros();
    // The mantissa, from 1 to 2, with 31 bits behind the point.
    let mut mantissa = if whole > 31 { n >> (whole - 31) } else { n << (31 - whole) };
    let mut log2 = u64::from(whole);
    for _ in 0..BITS {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        log2 = log2 << 1 | bit;
    }
    log2 as f32 * (std::f32::consts::LN_2 / (1 << BITS) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;

    #[test]
    fn logarithm_is_accurate() {
        for n in (1..2_000).chain([1 << 20, 123_456_789, u64::from(u32::MAX), u64::MAX]) {
            let error = (f64::from(ln(n)) - (n as f64).ln()).abs();
            assert!(error < 1e-4 * (n as f64).ln().max(1.0), "{n}: {error}");
        }
        assert_eq!(ln(0), 0.0);
    }

    #[test]
    fn quick_stream_never_changes_and_is_uniform() {
        let mut rng = PlayoutRng::new(&mut Rng::new(1, Stream::Setup));
        let drawn: Vec<_> = (0..4).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, PINNED);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&c| (9_500..10_500).contains(&c)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
        assert_ne!(PlayoutRng::seeded(0, 0).next_u64(), 0);
    }

    const PINNED: [usize; 4] = [676, 156, 835, 580];
}
