//! Ratings by the model of Bradley and Terry with a term for draws, after Davidson, "On extending the
//! Bradley-Terry model to accommodate ties in paired comparison experiments" (1970).
//!
//! An entrant has a strength π = e^θ. Of two with π₁ and π₂ the first wins with a chance in proportion to
//! π₁, the second to π₂, and they draw in proportion to ν√(π₁π₂). A game of more than two is one comparison for
//! each pair of its seats. Ratings thus depend on the share of the points, seat against seat, where a tie gives half
//! a point to each: if all have met the same opponents, ratings and shares have the same order.
//!
//! The θ and ln ν are fitted by maximum likelihood with a weak prior (see [`fit`]); ratings are in Elo's
//! unit, 400 θ / ln 10, with a mean of 0. Errors treat the comparisons of a [`Unit`] as one observation, because
//! they are not independent (the sandwich estimator of Huber and White); with fewer than [`FEW_UNITS`] units they
//! count one comparison per entrant and unit, which gives wider intervals.

use super::newton::{LocalModel, centred, inverse, maximise, product};
use super::{Interval, Z, superiority};
use std::collections::BTreeMap;

/// Minimum number of units for the sandwich estimator; below it, errors are those of the model without units.
pub const FEW_UNITS: u64 = 30;

/// Ratings fitted to results, with their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The logarithms of the strengths, with a mean of 0.
    pub theta: Vec<f64>,
    /// The weight of draws; 0 if there was none.
    pub nu: f64,
    /// The covariance of `theta`, row by row.
    covariance: Vec<f64>,
}

/// Elo points of a difference of 1 in θ.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// The rating of an entrant in Elo's unit with its 95% interval.
    pub fn elo(&self, entrant: usize) -> Interval {
        let n = self.theta.len();
        let error = self.covariance[entrant * n + entrant].max(0.0).sqrt();
        Interval::around(self.theta[entrant] * ELO, Z * error * ELO)
    }

    /// The same on a scale where the mean of the `anchors` is exactly `level`: the interval is that of the difference.
    pub fn anchored(&self, entrant: usize, anchors: &[usize], level: f64) -> Interval {
        let n = self.theta.len();
        let share = |i: usize| {
            let anchor = anchors.iter().filter(|&&anchor| anchor == i).count() as f64;
            f64::from(u8::from(i == entrant)) - anchor / anchors.len() as f64
        };
        let sum = |of: &dyn Fn(usize) -> f64| (0..n).map(|i| share(i) * of(i)).sum::<f64>();
        let variance = sum(&|i| sum(&|j| self.covariance[i * n + j]));
        let middle = level + sum(&|i| self.theta[i]) * ELO;
        Interval::around(middle, Z * variance.max(0.0).sqrt() * ELO)
    }

    /// The standard error of the difference of two entrants.
    pub fn error(&self, a: usize, b: usize) -> f64 {
        let n = self.theta.len();
        let at = |i: usize, j: usize| self.covariance[i * n + j];
        (at(a, a) + at(b, b) - 2.0 * at(a, b)).max(0.0).sqrt()
    }

    /// The likelihood that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        superiority(self.theta[a] - self.theta[b], self.error(a, b))
    }
}

/// Dependent comparisons, such as both games of a pair or all seats of one game: for each pair of entrants in it
/// the number of losses, draws and wins of the first against the second.
pub type Unit = Vec<(usize, usize, [u64; 3])>;

/// Probabilities of a loss, a draw and a win of the first of two.
fn chances(x: f64, y: f64, delta: Option<f64>) -> [f64; 3] {
    let most = x.max(y);
    let (win, loss) = (libm::exp(x - most), libm::exp(y - most));
    let draw = delta.map_or(0.0, |delta| libm::exp(delta + (x + y) / 2.0 - most));
    let sum = win + loss + draw;
    [loss / sum, draw / sum, win / sum]
}

/// The contributions of a loss, a draw and a win to the statistics of (first, second, draws).
const STATISTICS: [[f64; 3]; 3] = [[0.0, 1.0, 0.0], [0.5, 0.5, 1.0], [1.0, 0.0, 0.0]];

/// Fits the model to the results of `n` entrants: units, each with its count. `prior` is the weight of the
/// prior; 1 equals one comparison, half won and half lost, of each entrant with one of strength 0, which
/// keeps ratings finite for an entrant that won everything. `None` if there are no results, or if the units do
/// not connect the entrants and there is no prior.
pub fn fit(n: usize, units: &[(u64, Unit)], prior: f64) -> Option<Ratings> {
    // The totals of all units for each pair: sufficient for the likelihood.
    let mut totals: BTreeMap<(usize, usize), [u64; 3]> = BTreeMap::new();
    for (count, unit) in units {
        for &(a, b, split) in unit {
            let total = totals.entry((a, b)).or_default();
            total.iter_mut().zip(split).for_each(|(sum, games)| *sum += count * games);
        }
    }
    let draws: u64 = totals.values().map(|split| split[1]).sum();
    if totals.values().flatten().sum::<u64>() == 0 {
        return None;
    }
    let size = n + usize::from(draws > 0);
    let used = if draws > 0 { 3 } else { 2 };
    let delta = |x: &[f64]| (draws > 0).then(|| x[n]);
    let expected = |p: &[f64; 3]| {
        let mut mean = [0.0; 3];
        for (chance, statistics) in p.iter().zip(STATISTICS) {
            for (sum, statistic) in mean.iter_mut().zip(statistics) {
                *sum += chance * statistic;
            }
        }
        mean
    };
    let at = |x: &[f64]| {
        let mut here = LocalModel::zero(size);
        for (&(a, b), totals) in &totals {
            let p = chances(x[a], x[b], delta(x));
            let mean = expected(&p);
            let games = totals.iter().sum::<u64>() as f64;
            for (k, &count) in totals.iter().enumerate().filter(|(_, count)| **count > 0) {
                here.value += count as f64 * libm::log(p[k]);
            }
            let places = [a, b, n];
            for (i, &row) in places.iter().enumerate().take(used) {
                let sum: f64 = (0..3).map(|k| totals[k] as f64 * STATISTICS[k][i]).sum();
                here.gradient[row] += sum - games * mean[i];
                for (j, &column) in places.iter().enumerate().take(used) {
                    let square: f64 =
                        (0..3).map(|k| p[k] * STATISTICS[k][i] * STATISTICS[k][j]).sum();
                    here.curvature[row * size + column] += games * (square - mean[i] * mean[j]);
                }
            }
        }
        for (i, &value) in x.iter().enumerate() {
            here.add_prior(i, value, prior);
        }
        here
    };
    let top = maximise(vec![0.0; size], at);
    let mut covariance = inverse(&at(&top).curvature, size)?;
    if units.iter().map(|(count, _)| count).sum::<u64>() < FEW_UNITS {
        // As if a game of more than two were a game of two for each of its seats.
        let others = |unit: &Unit| unit.iter().filter(|one| one.0 == unit[0].0).count();
        let most = units.iter().map(|(_, unit)| others(unit)).max().unwrap_or(1);
        covariance.iter_mut().for_each(|entry| *entry *= most as f64);
    } else {
        let mut meat = vec![0.0; size * size];
        for (count, unit) in units {
            let mut gradient = vec![0.0; size];
            for (a, b, split) in unit {
                let mean = expected(&chances(top[*a], top[*b], delta(&top)));
                let games = split.iter().sum::<u64>() as f64;
                for (i, &place) in [*a, *b, n].iter().enumerate().take(used) {
                    let sum: f64 = (0..3).map(|k| split[k] as f64 * STATISTICS[k][i]).sum();
                    gradient[place] += sum - games * mean[i];
                }
            }
            let touched: Vec<usize> = (0..size).filter(|&i| gradient[i] != 0.0).collect();
            for &row in &touched {
                for &column in &touched {
                    meat[row * size + column] += *count as f64 * gradient[row] * gradient[column];
                }
            }
        }
        covariance = product(&product(&covariance, &meat, size), &covariance, size);
    }
    let mean = top[..n].iter().sum::<f64>() / n as f64;
    Some(Ratings {
        theta: top[..n].iter().map(|theta| theta - mean).collect(),
        nu: delta(&top).map_or(0.0, libm::exp),
        covariance: centred(&covariance, size, n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unpaired games between the same two entrants. Each game is a unit.
    fn singles(a: usize, b: usize, losses: u64, draws: u64, wins: u64) -> [(u64, Unit); 3] {
        let unit = |split: [u64; 3]| vec![(a, b, split)];
        [(losses, unit([1, 0, 0])), (draws, unit([0, 1, 0])), (wins, unit([0, 0, 1]))]
    }

    /// American League baseball of 1987 (Agresti, Categorical Data Analysis, 2nd edition, table 10.10),
    /// home and away games combined: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    #[test]
    fn ratings_match_the_published_baseball_example() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut meetings = Vec::new();
        for (a, row) in wins.iter().enumerate() {
            for (b, other) in wins.iter().enumerate().skip(a + 1) {
                meetings.extend(singles(a, b, other[a], 0, row[b]));
            }
        }
        let ratings = fit(7, &meetings, 1e-9).expect("connected");
        let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        for (team, expected) in published.iter().enumerate() {
            let found = ratings.theta[team] - ratings.theta[6];
            assert!((found - expected).abs() < 6e-4, "team {team}: {found}, published {expected}");
        }
        assert_eq!(ratings.nu, 0.0);
    }

    /// The six chocolate puddings of Davidson's paper (1970): strengths that sum to 1, and ν.
    #[test]
    fn ratings_match_davidsons_pudding_example() {
        let data = [
            (0, 1, 19, 22, 16),
            (0, 2, 16, 19, 12),
            (1, 2, 19, 19, 10),
            (0, 3, 18, 23, 13),
            (1, 3, 23, 19, 9),
            (2, 3, 19, 20, 15),
            (0, 4, 13, 19, 18),
            (1, 4, 16, 20, 12),
            (2, 4, 16, 15, 17),
            (3, 4, 17, 14, 16),
            (0, 5, 18, 21, 12),
            (1, 5, 22, 20, 12),
            (2, 5, 13, 18, 10),
            (3, 5, 14, 19, 18),
            (4, 5, 11, 21, 12),
        ];
        let meetings: Vec<(u64, Unit)> =
            data.iter().flat_map(|&(a, b, w, l, d)| singles(a, b, l, d, w)).collect();
        let ratings = fit(6, &meetings, 1e-9).expect("connected");
        let sum: f64 = ratings.theta.iter().map(|&theta| libm::exp(theta)).sum();
        for (theta, expected) in
            ratings.theta.iter().zip([0.1388, 0.1730, 0.1617, 0.1653, 0.1586, 0.2026])
        {
            let worth = libm::exp(*theta) / sum;
            assert!((worth - expected).abs() < 3e-4, "{worth}, published {expected}");
        }
        assert!((ratings.nu - 0.7468).abs() < 1e-3, "{}", ratings.nu);
    }

    /// For two entrants without draws, the model is the logit of the share: ln(3) for 75 of 100, with the error of
    /// the logit, 1/√(100 · ¾ · ¼).
    #[test]
    fn ratings_of_two_entrants_match_a_hand_calculation() {
        let ratings = fit(2, &singles(0, 1, 25, 0, 75), 1e-4).expect("met");
        assert!((ratings.theta[0] - ratings.theta[1] - 3f64.ln()).abs() < 1e-4);
        // With a hundred units, the sandwich estimator is used. For a saturated model it gives the same error.
        assert!((ratings.error(0, 1) - 1.0 / 18.75f64.sqrt()).abs() < 1e-4);
        assert!((ratings.elo(0).middle * 2.0 - 190.848).abs() < 1e-2);
        assert!(ratings.superiority(0, 1) > 0.999_99);
        // If the second is fixed at 1000, it has no error, and the first has the whole error.
        let [first, second] = [0, 1].map(|one| ratings.anchored(one, &[1], 1000.0));
        assert!((first.middle - 1190.848).abs() < 2e-2 && second.middle == 1000.0);
        assert!((first.high - first.middle - Z * ELO * ratings.error(0, 1)).abs() < 1e-6);
        assert!(second.high - second.low < 1e-4, "{second:?}");
        let both = ratings.anchored(0, &[0, 1], 0.0);
        assert!((both.high - ratings.elo(0).high).abs() < 1e-6);
    }

    #[test]
    fn paired_games_that_cancel_out_reduce_the_error() {
        let pair = |split: [u64; 3]| vec![(0, 1, split)];
        let pairs = [(2, pair([2, 0, 0])), (46, pair([1, 0, 1])), (2, pair([0, 0, 2]))];
        let paired = fit(2, &pairs, 1.0).expect("met");
        let single = fit(2, &singles(0, 1, 50, 0, 50), 1.0).expect("met");
        assert_eq!(paired.theta, single.theta);
        assert!(paired.error(0, 1) < 0.5 * single.error(0, 1));
    }

    /// A game with these ranks by entrant: one comparison for each pair.
    fn ranked(ranks: &[u8]) -> Unit {
        let pairs = (0..ranks.len()).flat_map(|a| (a + 1..ranks.len()).map(move |b| (a, b)));
        let split = |a: usize, b: usize| {
            let points = super::super::pairs::halves(ranks[a], ranks[b]);
            [0, 1, 2].map(|kind| u64::from(kind == points))
        };
        pairs.map(|(a, b)| (a, b, split(a, b))).collect()
    }

    #[test]
    fn ratings_follow_the_order_of_points_despite_ties() {
        // The first has more first ranks. The second has more points, because it is never last.
        let games = [(40, ranked(&[1, 2, 3])), (45, ranked(&[3, 1, 1])), (15, ranked(&[3, 1, 2]))];
        let mut points = [0.0; 3];
        for (count, unit) in &games {
            for &(a, b, [loss, draw, win]) in unit {
                points[a] += *count as f64 * (win as f64 + draw as f64 / 2.0);
                points[b] += *count as f64 * (loss as f64 + draw as f64 / 2.0);
            }
        }
        let found = fit(3, &games, 1.0).expect("games");
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| found.theta[b].total_cmp(&found.theta[a]));
        assert!(order.is_sorted_by(|&a, &b| points[a] >= points[b]), "{points:?} {order:?}");
        // Entrants that tie for the first rank are equally strong.
        let tied = fit(3, &[(30, ranked(&[1, 1, 3]))], 1.0).expect("games");
        assert!(
            (tied.theta[0] - tied.theta[1]).abs() < 1e-9 && tied.theta[0] > tied.theta[2] + 1.0
        );
    }

    #[test]
    fn comparisons_of_one_game_count_as_one_observation() {
        // The first either wins both of its comparisons or loses both.
        let of_three = |times: u64| -> Vec<(u64, Unit)> {
            let ranks = [([1, 2, 3], 3), ([1, 3, 2], 3), ([3, 1, 2], 2), ([3, 2, 1], 2)];
            ranks.into_iter().map(|(ranks, n)| (n * times, ranked(&ranks))).collect()
        };
        let width = |units: &[(u64, Unit)]| {
            let found = fit(3, units, 1.0).expect("games");
            found.elo(0).high - found.elo(0).low
        };
        let apart = |units: &[(u64, Unit)]| -> Vec<(u64, Unit)> {
            units.iter().flat_map(|(n, unit)| unit.iter().map(|&one| (*n, vec![one]))).collect()
        };
        let (many, few) = (of_three(10), of_three(1));
        for wider in [width(&many) / width(&apart(&many)), width(&few) / width(&apart(&few))] {
            assert!((wider - 2f64.sqrt()).abs() < 0.1, "{wider}");
        }
    }

    #[test]
    fn an_entrant_that_wins_everything_has_a_finite_rating() {
        let meetings = [singles(0, 1, 0, 0, 50), singles(0, 2, 0, 0, 50)].concat();
        let ratings = fit(3, &meetings, 1.0).expect("met");
        assert!(ratings.theta.iter().all(|theta| theta.is_finite() && theta.abs() < 20.0));
        assert!(ratings.theta[0] > ratings.theta[1] + 2.0);
        assert!((ratings.theta[1] - ratings.theta[2]).abs() < 1e-9);
        assert!((ratings.theta.iter().sum::<f64>()).abs() < 1e-9);
        assert!(fit(3, &[], 1.0).is_none());
        let drawn = fit(2, &singles(0, 1, 0, 9, 0), 1.0).expect("met");
        assert!(drawn.nu.is_finite() && drawn.theta[0].abs() < 1e-9);
    }
}
