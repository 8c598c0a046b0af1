//! Optimises several parameters from noisy scores only: the covariance matrix
//! adaptation evolution strategy (CMA-ES), in the form without a covariance matrix of Beyer and Sendhoff,
//! "Simplify your covariance matrix adaptation evolution strategy" (2017): candidates are drawn about a mean, the
//! better half of them moves it, and their path and their directions shape the next sample. Only the order of the
//! scores counts.
//!
//! Numbers in, numbers out; the elementary functions are those of the crate `libm` and the random numbers those
//! of [`crate::base::rng`], so that the same scores give the same search natively and in a browser.

use crate::base::rng::{Rng, Stream};
use crate::base::util::{order_key, sort_by_key};

/// The random stream of the first generation; each generation has its own.
const CHANCE: u32 = 0x7075_0000;

/// A running search, in coordinates of about unit size.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolution {
    seed: u64,
    generation: u32,
    /// Number of candidates per generation.
    population: usize,
    mean: Vec<f64>,
    /// The distance of candidates from the mean.
    spread: f64,
    /// The evolution path of the mean.
    path: Vec<f64>,
    /// The transformation of the samples, row by row.
    shape: Vec<Vec<f64>>,
}

/// A sample of the standard normal distribution, and its transformed direction.
type Draw = (Vec<f64>, Vec<f64>);

/// Number of candidates per generation, by the usual rule.
pub fn usual_population(numbers: usize) -> usize {
    4 + (3.0 * libm::log(numbers.max(1) as f64)) as usize
}

/// A sample of the standard normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    // In (0, 1): the logarithm of 0 is undefined.
    let mut unit = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let (radius, turn) = ((-2.0 * libm::log(unit())).sqrt(), std::f64::consts::TAU * unit());
    radius * libm::cos(turn)
}

impl Evolution {
    /// Starts at `mean`, with candidates about `spread` away from it in each number.
    pub fn new(mean: Vec<f64>, spread: f64, population: usize, seed: u64) -> Self {
        let n = mean.len();
        let row = |i| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
        Evolution {
            seed,
            generation: 0,
            population: population.max(2),
            path: vec![0.0; n],
            shape: (0..n).map(row).collect(),
            mean,
            spread,
        }
    }

    /// The mean of the search: its best estimate.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The current distance of candidates from the mean; it falls as the search converges.
    pub fn spread(&self) -> f64 {
        self.spread
    }

    /// Number of finished generations.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The samples of this generation, and their directions.
    fn draw_samples(&self) -> Vec<Draw> {
        let mut rng = Rng::new(self.seed, Stream::Other(CHANCE + self.generation));
        let draw = |_| {
            let drawn: Vec<f64> = self.mean.iter().map(|_| normal(&mut rng)).collect();
            let direction = self.shape.iter().map(|row| product(row, &drawn)).collect();
            (drawn, direction)
        };
        (0..self.population).map(draw).collect()
    }

    /// The candidates of this generation.
    pub fn candidates(&self) -> Vec<Vec<f64>> {
        let at = |(_, direction): Draw| {
            self.mean.iter().zip(direction).map(|(mean, way)| mean + self.spread * way).collect()
        };
        self.draw_samples().into_iter().map(at).collect()
    }

    /// Updates the search with the scores of this generation's candidates, in their order; more is better. Equal scores
    /// rank in the order of the candidates.
    pub fn learn(&mut self, scores: &[f64]) {
        let n = self.mean.len();
        let mut ranked: Vec<(f64, Draw)> =
            scores.iter().copied().zip(self.draw_samples()).collect();
        sort_by_key(&mut ranked, |&(score, _)| (-order_key(score), 0));
        let weights = weights(ranked.len());
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let size = n as f64;
        let fade = (mass + 2.0) / (size + mass + 5.0);
        let along = 2.0 / ((size + 1.3) * (size + 1.3) + mass);
        let across = (2.0 * (mass + 1.0 / mass - 2.0) / ((size + 2.0) * (size + 2.0) + mass))
            .min(1.0 - along);
        let damping = 1.0 + fade + 2.0 * (((mass - 1.0) / (size + 1.0)).sqrt() - 1.0).max(0.0);
        let step = (mass * fade * (2.0 - fade)).sqrt();

        let chosen = || weights.iter().zip(&ranked);
        for i in 0..n {
            let drawn: f64 = chosen().map(|(weight, (_, (drawn, _)))| weight * drawn[i]).sum();
            let way: f64 = chosen().map(|(weight, (_, (_, way)))| weight * way[i]).sum();
            self.path[i] = (1.0 - fade) * self.path[i] + step * drawn;
            self.mean[i] += self.spread * way;
        }
        // M (1 + c₁/2 (ppᵀ − 1) + c/2 (Σ w zzᵀ − 1)), one entry at a time.
        let inner = |i: usize, j: usize| {
            let one = f64::from(u8::from(i == j));
            let spread: f64 = chosen().map(|(w, (_, (drawn, _)))| w * drawn[i] * drawn[j]).sum();
            one + along / 2.0 * (self.path[i] * self.path[j] - one) + across / 2.0 * (spread - one)
        };
        let columns: Vec<Vec<f64>> =
            (0..n).map(|j| (0..n).map(|i| inner(i, j)).collect()).collect();
        for row in &mut self.shape {
            *row = columns.iter().map(|column| product(row, column)).collect();
        }
        let length = product(&self.path, &self.path).sqrt();
        let usual = size.sqrt() * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size));
        self.spread *= libm::exp(fade / damping * (length / usual - 1.0));
        self.generation += 1;
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weight of each candidate of the better half, best first; the sum is 1.
fn weights(population: usize) -> Vec<f64> {
    let half = (population / 2).max(1);
    let log = |rank: f64| libm::log(rank);
    let raw: Vec<f64> =
        (1..=half).map(|rank| log(population as f64 / 2.0 + 0.5) - log(rank as f64)).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};

    /// The state after a search that maximises `score`. Every score gets noise with this standard deviation.
    fn climb(
        start: Vec<f64>,
        generations: usize,
        noise: f64,
        seed: u64,
        score: impl Fn(&[f64]) -> f64,
    ) -> Evolution {
        let population = 2 * usual_population(start.len());
        let mut search = Evolution::new(start, 0.5, population, seed);
        let mut rng = Rng::new(seed, Stream::Other(1));
        for _ in 0..generations {
            let scores: Vec<f64> = search
                .candidates()
                .iter()
                .map(|candidate| score(candidate) + noise * normal(&mut rng))
                .collect();
            search.learn(&scores);
        }
        search
    }

    #[test]
    fn finds_the_optimum_of_a_rotated_narrow_ridge() {
        // 100 times as steep across as along the ridge.
        let ridge = |x: &[f64]| {
            let (a, b) = (x[0] + x[1] - 3.0, x[0] - x[1] - 1.0);
            -(a * a + 1e4 * b * b)
        };
        let search = climb(vec![0.0, 0.0], 150, 0.0, 1, ridge);
        assert!((search.mean()[0] - 2.0).abs() < 1e-3, "{:?}", search.mean());
        assert!((search.mean()[1] - 1.0).abs() < 1e-3, "{:?}", search.mean());
        assert!(search.spread() < 1e-3, "the spread has not converged: {}", search.spread());
    }

    #[test]
    fn normal_draws_follow_the_normal_distribution() {
        let mut rng = Rng::new(5, Stream::Other(2));
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let variance = drawn.iter().map(|x| x * x).sum::<f64>() / 20_000.0;
        let within = drawn.iter().filter(|x| x.abs() < 1.959_964).count();
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
        assert!((18_860..19_140).contains(&within), "{within}");
    }

    #[test]
    fn only_the_order_of_scores_matters() {
        let bowl = |x: &[f64]| -product(x, x);
        let one = climb(vec![1.0, -2.0, 0.5], 20, 0.0, 3, bowl);
        let other = climb(vec![1.0, -2.0, 0.5], 20, 0.0, 3, |x| libm::exp(bowl(x)));
        assert_eq!(one, other);
        assert_ne!(one, climb(vec![1.0, -2.0, 0.5], 20, 0.0, 4, bowl));
    }

    /// With noise as large as the total slope, the search gets most of the way to the optimum with nearly every seed.
    /// The noise may mislead a few.
    #[test]
    fn approaches_the_optimum_despite_noise() {
        let bowl = |x: &[f64]| -x.iter().map(|x| (x - 2.0) * (x - 2.0)).sum::<f64>();
        for n in 2..7 {
            let left: Vec<f64> = (0..100)
                .map(|seed| {
                    let search = climb(vec![0.0; n], 80, n as f64, seed, bowl);
                    -bowl(search.mean()) / (4.0 * n as f64)
                })
                .collect();
            let arrived = left.iter().filter(|&&left| left < 0.25).count();
            let mean = left.iter().sum::<f64>() / 100.0;
            assert!(
                arrived >= 95 && mean < 0.1,
                "{n}: {arrived} of 100 got close, {mean} of the loss remains"
            );
        }
    }
}
