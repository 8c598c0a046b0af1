//! The only source of random numbers: a seeded generator with the same stream on every machine and in every version.
//!
//! Everything random in a game (its setup, every decision of every seat) comes from a
//! [`Rng`], which depends only on the game's seed and on a [`Stream`] for the purpose. A
//! decision never depends on the number of random numbers in another decision, so replays, branches
//! and undone moves always produce the same result.
//!
//! The generator is ChaCha with 8 rounds, whose output is fixed by the cipher's definition; the conversion
//! of bits to choices is part of this module, because that of general crates may change
//! between versions. This module must not use a clock or the operating system.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The largest seed: 2^53 - 1, so that a seed is an exact number in JSON and in JavaScript too.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// The purpose of a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The starting position.
    Setup,
    /// The decision of `seat` at `ply` (both from 0).
    Decision {
        /// The deciding seat.
        seat: usize,
        /// The number of plies played before the decision.
        ply: usize,
    },
    /// The seed of a game of an arena.
    Match {
        /// The number of the pairing's sequence of openings, from 0.
        pairing: u32,
        /// The opening in that sequence, from 0; games that only swap seats share it.
        opening: u32,
    },
    /// Other purposes with their own stream: tests, tuning.
    Other(u32),
}

impl Stream {
    fn number(self) -> u64 {
        match self {
            Stream::Setup => 0,
            Stream::Decision { seat, ply } => (1 << 62) | ((seat as u64) << 32) | ply as u64,
            Stream::Match { pairing, opening } => {
                (3 << 62) | (u64::from(pairing) << 32 & !(3 << 62)) | u64::from(opening)
            }
            Stream::Other(number) => (1 << 63) | u64::from(number),
        }
    }
}

/// A random generator, initialised on first use: a decision without a tie never pays for it.
#[derive(Clone, Debug)]
pub struct Rng {
    seed: u64,
    stream: Stream,
    core: Option<ChaCha8Rng>,
}

impl Rng {
    /// The generator of `stream` for a game with this `seed` (0 to [`MAX_SEED`]; larger seeds work too).
    pub fn new(seed: u64, stream: Stream) -> Self {
        Self { seed, stream, core: None }
    }

    /// The generator of another stream of the same game, for values that stay the same over several
    /// decisions.
    pub fn of_same_game(&self, stream: Stream) -> Self {
        Self::new(self.seed, stream)
    }

    /// Whether no number has been drawn yet: what was made with this generator is the same for every seed.
    pub fn is_unused(&self) -> bool {
        self.core.is_none()
    }

    /// An independent generator that is the same for all decisions of a seat within a period of `plies`: its numbers are not
    /// related to those of this generator.
    pub fn of_stretch(&self, plies: usize) -> Self {
        let stream = match self.stream {
            Stream::Decision { seat, ply } => {
                Stream::Decision { seat, ply: ply - ply % plies.max(1) }
            }
            other => other,
        };
        Self::new(self.seed ^ (1 << 63), stream)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let (seed, stream) = (self.seed, self.stream);
        self.core
            .get_or_insert_with(|| {
                let mut key = [0; 32];
                key[..8].copy_from_slice(&seed.to_le_bytes());
                let mut core = ChaCha8Rng::from_seed(key);
                core.set_stream(stream.number());
                core
            })
            .next_u64()
    }

    /// A uniform number from 0 up to, not including, `n`; 0 when `n` is 0 or 1, without drawing a number.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        // Lemire's multiplication with rejection: unbiased, and rarely with a second number.
        let n = n as u64;
        loop {
            let (high, low) = wide_product(self.next_u64(), n);
            // The remainder, a slow division, is less than n, so it is rarely needed.
            if low >= n || low >= n.wrapping_neg() % n {
                return high as usize;
            }
        }
    }

    /// Shuffles `items` uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The product in two words, the high word first. In halves if that is enough: a machine without a wide
/// product, such as wasm, calls a function for it.
#[inline]
fn wide_product(a: u64, b: u64) -> (u64, u64) {
    if b >> 32 != 0 {
        let product = u128::from(a) * u128::from(b);
        return ((product >> 64) as u64, product as u64);
    }
    let high = (a >> 32) * b + (((a & 0xffff_ffff) * b) >> 32);
    (high >> 32, a.wrapping_mul(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        // These values must never change: records replay only with them.
        let mut rng = Rng::new(1, Stream::Setup);
        let drawn: Vec<_> = (0..4).map(|_| rng.below(1000)).collect();
        let mut again = Rng::new(1, Stream::Setup);
        assert_eq!(drawn, (0..4).map(|_| again.below(1000)).collect::<Vec<_>>());
        assert_eq!(drawn, PINNED);
        // Later values of the stream, across blocks of the cipher.
        let stream = Stream::Decision { seat: 1, ply: 300 };
        let far = [(1, Stream::Setup), (MAX_SEED, stream)].map(|(seed, stream)| {
            let mut rng = Rng::new(seed, stream);
            (0..1000).fold(0u64, |all, _| all.rotate_left(1) ^ rng.next_u64())
        });
        assert_eq!(far, [3_210_355_789_961_312_837, 12_058_548_156_640_319_731]);
    }

    const PINNED: [usize; 4] = [381, 294, 798, 916];

    #[test]
    fn wide_product_matches_u128_multiplication() {
        let mut rng = Rng::new(2, Stream::Other(2));
        for shift in 0..64 {
            for a in [rng.next_u64(), 0, u64::MAX] {
                let b = rng.next_u64() >> shift;
                let product = u128::from(a) * u128::from(b);
                assert_eq!(wide_product(a, b), ((product >> 64) as u64, product as u64));
            }
        }
    }

    #[test]
    fn streams_differ() {
        let streams = [
            Stream::Setup,
            Stream::Decision { seat: 0, ply: 0 },
            Stream::Decision { seat: 1, ply: 0 },
            Stream::Decision { seat: 0, ply: 1 },
            Stream::Match { pairing: 0, opening: 0 },
            Stream::Match { pairing: 1, opening: 0 },
            Stream::Other(0),
        ];
        let mut firsts: Vec<_> = streams.iter().map(|&s| Rng::new(7, s).next_u64()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), streams.len());
    }

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = Rng::new(3, Stream::Other(1));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&c| (9_500..10_500).contains(&c)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }
}
