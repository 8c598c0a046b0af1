//! Statistics of an arena: estimates of strength from counts. Numbers in, numbers out:
//! no game, no clock, no stream and no interface is known here, and the elementary functions are those of the
//! crate `libm`, so that a browser and the command line get the same figures.

pub mod davidson;
mod newton;
pub mod pairs;
pub mod sprt;

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The range of a share.
pub const SHARES: RangeInclusive<f64> = 0.0..=1.0;

/// The range of the difference of two shares.
pub const DIFFERENCES: RangeInclusive<f64> = -1.0..=1.0;

/// An estimate with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// The estimate; not always in the middle of the interval.
    pub middle: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An interval of `half` to either side of an estimate.
    pub fn around(middle: f64, half: f64) -> Self {
        Interval { low: middle - half, middle, high: middle + half }
    }

    /// The interval of the negative quantity.
    pub fn reversed(&self) -> Self {
        Interval { low: -self.high, middle: -self.middle, high: -self.low }
    }

    /// Whether `value` is inside; the ends are included.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The 0.975 quantile of the normal distribution: 95% of it are between -Z and Z.
pub const Z: f64 = 1.959_963_984_540_054;

/// The 95% interval of a share of `successes` (draws count a half) in `trials`, after Wilson, "Probable
/// inference, the law of succession, and statistical inference" (1927). Without trials, all of [0, 1].
pub fn wilson(successes: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, middle: 0.5, high: 1.0 };
    }
    let share = successes / trials;
    let z2 = Z * Z;
    let centre = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half = Z / (1.0 + z2 / trials)
        * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    Interval {
        low: (centre - half).max(0.0).min(share),
        middle: share,
        high: (centre + half).min(1.0).max(share),
    }
}

/// The probability that a standard normal variable is below `x`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The 0.975 quantile of Student's distribution with this many degrees of freedom (Cornish and Fisher's
/// expansion; within 1% from 3 degrees on), for means of few units. Fewer than 3 degrees count as 3.
pub fn student(degrees: u64) -> f64 {
    let n = degrees.max(3) as f64;
    let z3 = Z * Z * Z;
    let z5 = z3 * Z * Z;
    let z7 = z5 * Z * Z;
    Z + (z3 + Z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n * n * n)
}

/// The mean of a quantity over independent units, accumulated one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    units: u64,
    sum: f64,
    squares: f64,
}

impl Sample {
    /// Adds a unit with this value.
    pub fn add(&mut self, value: f64) {
        self.units += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The sample of the negative quantity.
    pub fn reversed(&self) -> Self {
        Sample { sum: -self.sum, ..*self }
    }

    /// Adds the units of another sample.
    pub fn merge(&mut self, other: &Sample) {
        self.units += other.units;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum over all units.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The mean; 0 without units.
    pub fn mean(&self) -> f64 {
        self.sum / self.units.max(1) as f64
    }

    /// The variance between units, estimated with n - 1; 0 for fewer than two units.
    pub fn variance(&self) -> f64 {
        if self.units < 2 {
            return 0.0;
        }
        let n = self.units as f64;
        ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0)
    }

    /// The standard error of the mean, with one additional unit of variance `prior_variance`: a few equal
    /// units are no proof that all are equal. With many units the prior is negligible; 0 turns
    /// it off.
    pub fn error(&self, prior_variance: f64) -> f64 {
        if self.units == 0 {
            return prior_variance.sqrt();
        }
        let n = self.units as f64;
        let variance = if prior_variance > 0.0 {
            ((n - 1.0) * self.variance() + prior_variance) / n
        } else {
            self.variance()
        };
        (variance / n).sqrt()
    }

    /// The mean with its 95% interval, by Student's distribution, limited to the range of the quantity;
    /// `None` for fewer than two units.
    pub fn interval(&self, prior_variance: f64, range: RangeInclusive<f64>) -> Option<Interval> {
        if self.units < 2 {
            return None;
        }
        let half = student(self.units - 1) * self.error(prior_variance);
        let Interval { low, middle, high } = Interval::around(self.mean(), half);
        Some(Interval { low: low.max(*range.start()), middle, high: high.min(*range.end()) })
    }

    /// The likelihood that the true mean is above `value` (a flat prior, normal errors): 0 to 1. For
    /// fewer than two units 0.5.
    pub fn likelihood_above(&self, value: f64, prior_variance: f64) -> f64 {
        if self.units < 2 {
            return 0.5;
        }
        superiority(self.mean() - value, self.error(prior_variance))
    }
}

/// The prior variance of a share of points: that of a uniform distribution over 0, ¼, ½, ¾ and 1.
pub const PRIOR_VARIANCE: f64 = 0.125;

/// The likelihood that a difference is above 0, from its estimate and standard error.
pub fn superiority(difference: f64, error: f64) -> f64 {
    if error > 0.0 {
        normal_cdf(difference / error)
    } else if difference > 0.0 {
        1.0
    } else if difference < 0.0 {
        0.0
    } else {
        0.5
    }
}

/// Number of units that a two-sided test at 5% needs to detect a true difference of that size with probability
/// 80%, if units have that variance; `None` if the difference is 0, or if all units so far were
/// equal, so that their variance is unknown.
pub fn units_needed(difference: f64, variance: f64) -> Option<u64> {
    const POWER_80: f64 = 0.841_621_233_572_914_3;
    let needed = (Z + POWER_80) * (Z + POWER_80) * variance / (difference * difference);
    (difference != 0.0 && variance > 0.0 && needed < 1e12).then(|| needed.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_matches_known_values() {
        // The textbook example: for 8 of 10, the interval is 0.4902 to 0.9433.
        let interval = wilson(8.0, 10.0);
        assert!((interval.low - 0.4902).abs() < 1e-4, "{interval:?}");
        assert!((interval.high - 0.9433).abs() < 1e-4, "{interval:?}");
        let none = wilson(0.0, 20.0);
        assert_eq!(none.low, 0.0);
        assert!((none.high - 0.1611).abs() < 1e-4);
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, middle: 0.5, high: 1.0 });
        assert_eq!(wilson(20.0, 20.0).high, 1.0);
    }

    #[test]
    fn normal_cdf_matches_published_tables() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (1.96, 0.975_002), (-2.5, 0.006_210)] {
            assert!((normal_cdf(x) - expected).abs() < 1e-6, "{x}");
        }
        assert!((normal_cdf(Z) - 0.975).abs() < 1e-12);
    }

    #[test]
    fn student_quantiles_match_published_tables() {
        for (degrees, expected) in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            let found = student(degrees);
            assert!((found / expected - 1.0).abs() < 0.01, "{degrees}: {found}");
        }
    }

    #[test]
    fn sample_mean_and_interval_match_a_textbook_example() {
        // The mean is 5, and the sum of squared deviations is 32.
        let mut sample = Sample::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.add(value);
        }
        assert_eq!((sample.units(), sample.mean()), (8, 5.0));
        assert!((sample.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((sample.error(0.0) - 0.755_929).abs() < 1e-6);
        // The 0.975 quantile with 7 degrees of freedom is 2.3646.
        let interval = sample.interval(0.0, 0.0..=100.0).expect("eight units");
        assert!((interval.high - 5.0 - 2.3646 * 0.755_929).abs() < 2e-3, "{interval:?}");
        assert!((sample.likelihood_above(5.0, 0.0) - 0.5).abs() < 1e-12);
        // With a prior variance of 1: ((7 · 32/7 + 1)/8)/8.
        assert!((sample.error(1.0) - (33.0f64 / 64.0).sqrt()).abs() < 1e-12);
        assert!(Sample::default().interval(0.0, SHARES).is_none());
    }

    #[test]
    fn interval_stays_within_the_range_of_the_quantity() {
        // The mean of two openings is 0.875, and a normal interval would extend beyond 1.
        let mut sample = Sample::default();
        sample.add(1.0);
        sample.add(0.75);
        let found = sample.interval(PRIOR_VARIANCE, DIFFERENCES).expect("two units");
        assert_eq!((found.middle, found.high), (0.875, 1.0));
        assert!(found.low < 0.3, "{found:?}");
        let other = sample.reversed().interval(PRIOR_VARIANCE, DIFFERENCES).expect("two units");
        assert_eq!(other, found.reversed());
    }

    #[test]
    fn units_needed_matches_the_standard_formula() {
        // A single game has a variance of ¼. It takes 785 games to detect 5 points at 5% significance with 80% power,
        // or 784 with the rounded quantiles of textbooks.
        assert_eq!(units_needed(0.05, 0.25), Some(785));
        assert_eq!(units_needed(0.0, 0.25), None);
        assert_eq!(units_needed(0.05, 0.0), None);
    }
}
