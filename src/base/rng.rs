//! The one source of chance: a seeded generator whose stream is the same on every machine, for ever.
//!
//! Everything random in a game (its setup, every decision of every seat) is drawn from a
//! [`Rng`] that is a pure function of the game's seed and of a [`Stream`] naming the purpose. A
//! decision never depends on how many numbers another decision drew, so a record replays, a branch
//! plays on, and an undone move comes back, always the same way.
//!
//! The generator is ChaCha with 8 rounds, whose output is fixed by the cipher's definition; the few
//! ways of turning bits into choices are written here, because those of general crates may change
//! between versions. No clock and no operating system may be used here.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The largest seed: 2^53 - 1, so that a seed is an exact number in JSON and in JavaScript too.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// What a stream of random numbers is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Drawing the starting position.
    Setup,
    /// The decision of `seat` at `ply` (both from 0).
    Decision {
        /// The seat that decides.
        seat: usize,
        /// The number of plies played before the decision.
        ply: usize,
    },
    /// The seed of a game of an arena.
    Match {
        /// The number of the pairing.
        pairing: u32,
        /// The number of the opening within it; games that only swap seats share it.
        opening: u32,
    },
    /// Anything else that needs a stream of its own: tests, tuning.
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

/// A generator of random numbers, made on first use: a decision without a tie never pays for it.
#[derive(Clone, Debug)]
pub struct Rng {
    seed: u64,
    stream: Stream,
    core: Option<ChaCha8Rng>,
}

impl Rng {
    /// The generator of `stream` for a game with this `seed` (0 to [`MAX_SEED`]; larger ones work too).
    pub fn new(seed: u64, stream: Stream) -> Self {
        Self { seed, stream, core: None }
    }

    /// The generator of another stream of the same game, for what has to stay the same over several
    /// decisions.
    pub fn of_same_game(&self, stream: Stream) -> Self {
        Self::new(self.seed, stream)
    }

    /// A generator for another question, the same for all decisions of a seat within a stretch of `plies`: what it draws says
    /// nothing about what this one draws.
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

    /// A uniform number from 0 up to, not including, `n`; 0 when `n` is 0 or 1, and then nothing is drawn.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        // Lemire's multiplication with rejection: unbiased, and seldom a second draw.
        let n = n as u64;
        loop {
            let (high, low) = wide_product(self.next_u64(), n);
            // The remainder, a slow division, is below n, so it is seldom asked for.
            if low >= n || low >= n.wrapping_neg() % n {
                return high as usize;
            }
        }
    }

    /// Puts `items` into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The product in two words, the high one first. In halves where that is enough: a machine without a wide
/// product, as wasm is, calls a function for it.
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
    fn the_stream_is_pinned() {
        // These figures are a promise: records replay only while they hold.
        let mut rng = Rng::new(1, Stream::Setup);
        let drawn: Vec<_> = (0..4).map(|_| rng.below(1000)).collect();
        let mut again = Rng::new(1, Stream::Setup);
        assert_eq!(drawn, (0..4).map(|_| again.below(1000)).collect::<Vec<_>>());
        assert_eq!(drawn, PINNED);
    }

    const PINNED: [usize; 4] = [381, 294, 798, 916];

    #[test]
    fn products_in_halves_are_those_of_one_piece() {
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
