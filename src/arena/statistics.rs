//! What the counts of an arena say about the strength behind them. Plain numbers only.

/// A share with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end, 0 to 1.
    pub low: f64,
    /// What was observed.
    pub middle: f64,
    /// Upper end, 0 to 1.
    pub high: f64,
}

/// The 0.975 quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95% interval of a share of `successes` (draws count a half) in `trials`, after Wilson, "Probable
/// inference, the law of succession, and statistical inference" (1927). Of no trials, all of [0, 1].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_known_figures() {
        // 8 of 10: 0.4902 to 0.9433, the textbook example.
        let interval = wilson(8.0, 10.0);
        assert!((interval.low - 0.4902).abs() < 1e-4, "{interval:?}");
        assert!((interval.high - 0.9433).abs() < 1e-4, "{interval:?}");
        let none = wilson(0.0, 20.0);
        assert_eq!(none.low, 0.0);
        assert!((none.high - 0.1611).abs() < 1e-4);
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, middle: 0.5, high: 1.0 });
        assert_eq!(wilson(20.0, 20.0).high, 1.0);
    }
}
