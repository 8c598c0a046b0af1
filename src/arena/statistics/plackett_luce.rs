//! Ratings from games of more than two: the model of Plackett ("The analysis of permutations", 1975) and
//! Luce. An entrant has a strength e^θ; the first rank goes to each in proportion to it, the second to each
//! of the others, and so on. Seats that share a rank are counted as if each had been first among them
//! (Breslow's approximation). Fitted like [`super::davidson`], with the same prior; of two without draws it
//! is the same model.

use super::newton::{Local, centred, inverse, maximise};
use super::{Interval, Z, superiority};
use std::collections::BTreeMap;

/// How often each ranking came: the entrants of a game in rising order with their ranks, 1 for the best.
pub type Rankings = BTreeMap<Vec<(usize, u8)>, u64>;

/// What is fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The logarithms of the strengths, about a mean of 0.
    pub theta: Vec<f64>,
    covariance: Vec<f64>,
}

impl Ratings {
    /// The rating of an entrant in Elo's unit with its 95% interval.
    pub fn elo(&self, entrant: usize) -> Interval {
        let error = self.covariance[entrant * self.theta.len() + entrant].max(0.0).sqrt();
        let elo = super::davidson::ELO;
        Interval::around(self.theta[entrant] * elo, Z * error * elo)
    }

    /// The likelihood that `a` is the stronger of the two.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let n = self.theta.len();
        let at = |i: usize, j: usize| self.covariance[i * n + j];
        let error = (at(a, a) + at(b, b) - 2.0 * at(a, b)).max(0.0).sqrt();
        superiority(self.theta[a] - self.theta[b], error)
    }
}

/// Fits the model to the games of `n` entrants; `None` where there are no games, or where they do not
/// connect the entrants and `prior` is 0.
pub fn fit(n: usize, rankings: &Rankings, prior: f64) -> Option<Ratings> {
    if rankings.is_empty() {
        return None;
    }
    let at = |x: &[f64]| {
        let mut here = Local::zero(n);
        for (ranking, &count) in rankings {
            let count = count as f64;
            for &(chosen, rank) in ranking {
                // Whoever is left when this rank is given away.
                let left: Vec<usize> = ranking
                    .iter()
                    .filter(|&&(_, other)| other >= rank)
                    .map(|&(entrant, _)| entrant)
                    .collect();
                if left.len() < 2 {
                    continue;
                }
                let most = left.iter().map(|&i| x[i]).fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = left.iter().map(|&i| libm::exp(x[i] - most)).collect();
                let sum: f64 = weights.iter().sum();
                here.value += count * (x[chosen] - most - libm::log(sum));
                here.gradient[chosen] += count;
                for (i, &row) in left.iter().enumerate() {
                    let p = weights[i] / sum;
                    here.gradient[row] -= count * p;
                    here.curvature[row * n + row] += count * p;
                    for (j, &column) in left.iter().enumerate() {
                        here.curvature[row * n + column] -= count * p * weights[j] / sum;
                    }
                }
            }
        }
        for (i, &value) in x.iter().enumerate() {
            here.add_prior(i, value, prior);
        }
        here
    };
    let top = maximise(vec![0.0; n], at);
    let covariance = centred(&inverse(&at(&top).curvature, n)?, n, n);
    let mean = top.iter().sum::<f64>() / n as f64;
    Some(Ratings { theta: top.iter().map(|theta| theta - mean).collect(), covariance })
}

#[cfg(test)]
mod tests {
    use super::super::{davidson, pairs::Units};
    use super::*;

    #[test]
    fn of_two_it_is_the_model_of_bradley_and_terry() {
        let rankings = Rankings::from([(vec![(0, 1), (1, 2)], 75), (vec![(0, 2), (1, 1)], 25)]);
        let found = fit(2, &rankings, 1.0).expect("games");
        let units = Units { single: [25, 0, 75], double: [0; 6] };
        let other = davidson::fit(2, &[(0, 1, units)], 1.0).expect("games");
        assert!((found.theta[0] - other.theta[0]).abs() < 1e-9);
        let (one, two) = (found.elo(0), other.elo(0));
        assert!((one.high - two.high).abs() < 1.0, "{one:?} {two:?}");
    }

    /// Three that are first in 4, 2 and 1 of 7 games, and second as the model has it: the strengths are
    /// 4 : 2 : 1 exactly. Of 210 games: 4/7 · 2/3 · 210 = 80 and so on.
    #[test]
    fn rankings_made_of_known_strengths_give_them_back() {
        let rank = |order: [usize; 3]| {
            let mut ranking: Vec<(usize, u8)> = order
                .iter()
                .enumerate()
                .map(|(place, &entrant)| (entrant, place as u8 + 1))
                .collect();
            ranking.sort_unstable();
            ranking
        };
        let rankings = Rankings::from([
            (rank([0, 1, 2]), 80),
            (rank([0, 2, 1]), 40),
            (rank([1, 0, 2]), 48),
            (rank([1, 2, 0]), 12),
            (rank([2, 0, 1]), 20),
            (rank([2, 1, 0]), 10),
        ]);
        let found = fit(3, &rankings, 1e-9).expect("games");
        assert!((found.theta[0] - found.theta[1] - 2f64.ln()).abs() < 1e-6, "{:?}", found.theta);
        assert!((found.theta[1] - found.theta[2] - 2f64.ln()).abs() < 1e-6);
        assert!(found.superiority(0, 1) > 0.99);
    }

    #[test]
    fn shared_ranks_pull_nobody_apart() {
        let rankings = Rankings::from([(vec![(0, 1), (1, 1), (2, 3)], 30)]);
        let found = fit(3, &rankings, 1.0).expect("games");
        assert!((found.theta[0] - found.theta[1]).abs() < 1e-9);
        assert!(found.theta[2] < found.theta[0] - 1.0 && found.theta[2].is_finite());
    }
}
