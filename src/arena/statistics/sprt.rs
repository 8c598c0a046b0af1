//! Wald's sequential test on pairs of games, or on openings: is the first of two entrants stronger by `elo1` points, or
//! only by `elo0`? Games go on until the likelihood ratio is so large that the chance of a wrong decision is
//! at most 5%, either way.
//!
//! The ratio is the generalised one: each hypothesis fixes the expected score of a unit, a pair of games or an
//! opening, and is represented by the likeliest of all distributions over the results with that expectation. With observed
//! shares p and scores a, the likeliest with expectation s is p / (1 + x(a - s)), where x solves
//! Σ p(a - s) / (1 + x(a - s)) = 0 (Owen, "Empirical Likelihood", 2001).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Probability of a wrong decision, either way.
pub const ALPHA: f64 = 0.05;

/// The hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sprt {
    /// The lesser hypothesis: Elo points of the first entrant above the second.
    pub elo0: f64,
    /// The greater hypothesis, also in Elo points.
    pub elo1: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The lesser hypothesis is accepted.
    Lesser,
    /// The greater hypothesis is accepted.
    Greater,
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{}` is not a condition; expected `sprt ELO0 ELO1`, such as `sprt 0 20`",
                crate::base::fixed::shorten(text)
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let &["sprt", elo0, elo1] = words.as_slice() else { return Err(wrong()) };
        let number = |word: &str| word.parse::<f64>().map_err(|_| wrong());
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        if !(elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0 && elo0 < elo1) {
            return Err(format!(
                "sprt {elo0} {elo1}: expected two numbers of Elo points from -2000 to 2000, the \
                 smaller first"
            ));
        }
        Ok(Sprt { elo0, elo1 })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sprt {} {}", self.elo0, self.elo1)
    }
}

/// The expected score of an entrant with this many Elo points more than its opponent.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo * std::f64::consts::LN_10 / 400.0))
}

/// The absolute log likelihood ratio at which the test is decided.
pub fn bound() -> f64 {
    libm::log((1.0 - ALPHA) / ALPHA)
}

/// Number of units by score, in millionths of the maximum score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores(BTreeMap<u32, u64>);

/// Resolution of a unit's score: scores of openings are fractions with small denominators.
const WHOLE: u32 = 1_000_000;

impl Scores {
    /// The five results of pairs of games.
    pub fn of_pairs(pentanomial: &[u64; 5]) -> Scores {
        let quarters = (0..5).map(|k| k * WHOLE / 4);
        Scores(quarters.zip(pentanomial.iter().copied()).collect())
    }

    /// Adds a unit, with a score from 0 to 1.
    pub fn add(&mut self, score: f64) {
        let parts = (score.clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u32;
        *self.0.entry(parts).or_default() += 1;
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.0.values().sum()
    }

    /// Scores with their counts. Adds a small count of the scores 0 and 1 if they have not occurred yet.
    fn counted(&self) -> Vec<(f64, f64)> {
        const SELDOM: f64 = 1e-3;
        let mut all = self.0.clone();
        for end in [0, WHOLE] {
            all.entry(end).or_default();
        }
        let count = |count: u64| if count == 0 { SELDOM } else { count as f64 };
        all.into_iter().map(|(a, n)| (f64::from(a) / f64::from(WHOLE), count(n))).collect()
    }
}

impl Sprt {
    /// The log likelihood ratio of the greater hypothesis to the lesser.
    pub fn log_ratio(&self, scores: &Scores) -> f64 {
        if scores.units() == 0 {
            return 0.0;
        }
        let counts = scores.counted();
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (x0, x1) = (multiplier(&counts, s0), multiplier(&counts, s1));
        let ratio = |&(a, count): &(f64, f64)| {
            count * libm::log((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1)))
        };
        counts.iter().map(ratio).sum()
    }

    /// The verdict after the units so far.
    pub fn verdict(&self, scores: &Scores) -> Verdict {
        let ratio = self.log_ratio(scores);
        if ratio >= bound() {
            Verdict::Greater
        } else if ratio <= -bound() {
            Verdict::Lesser
        } else {
            Verdict::Open
        }
    }
}

/// The x at which Σ p(a - s) / (1 + x(a - s)) is 0; the sum decreases with x, so bisection finds it.
fn multiplier(counts: &[(f64, f64)], s: f64) -> f64 {
    let total: f64 = counts.iter().map(|&(_, count)| count).sum();
    // All probabilities are positive between these.
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..200 {
        let x = low + (high - low) / 2.0;
        let part = |&(a, count): &(f64, f64)| count / total * (a - s) / (1.0 + x * (a - s));
        let sum: f64 = counts.iter().map(part).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of public tests of chess engines. Other calculators print the ratios with two decimals.
    #[test]
    fn log_ratio_matches_public_tests_of_chess_engines() {
        for (pentanomial, elo0, elo1, expected) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ] {
            let found = Sprt { elo0, elo1 }.log_ratio(&Scores::of_pairs(&pentanomial));
            assert!((found - expected).abs() < 0.015, "{found}, expected {expected}");
        }
    }

    /// If both games of every pair are won or lost, the most likely distribution with a given expected score is a
    /// biased coin. For 60 wins of 100, the ratio is 60 ln(s1/s0) + 40 ln((1-s1)/(1-s0)).
    #[test]
    fn log_ratio_of_two_results_matches_a_hand_calculation() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        let (s0, s1): (f64, f64) = (0.5, 0.571_463);
        let by_hand = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let found = sprt.log_ratio(&Scores::of_pairs(&[40, 0, 0, 0, 60]));
        assert!((found - by_hand).abs() < 1e-2, "{found}, by hand {by_hand}");
    }

    #[test]
    fn decides_both_ways_and_stays_open_after_few_pairs() {
        let sprt: Sprt = "sprt 0 20".parse().expect("a condition");
        assert_eq!(sprt.verdict(&Scores::of_pairs(&[0; 5])), Verdict::Open);
        assert_eq!(sprt.verdict(&Scores::of_pairs(&[0, 0, 0, 0, 10])), Verdict::Open);
        assert_eq!(sprt.verdict(&Scores::of_pairs(&[10, 20, 100, 200, 300])), Verdict::Greater);
        assert_eq!(sprt.verdict(&Scores::of_pairs(&[300, 200, 100, 20, 10])), Verdict::Lesser);
        assert!((bound() - 2.944_439).abs() < 1e-6);
        // Reversed bounds and results give the opposite ratio.
        let back = Sprt { elo0: -20.0, elo1: 0.0 };
        let found = back.log_ratio(&Scores::of_pairs(&[30, 20, 15, 10, 5]));
        assert!((found + sprt.log_ratio(&Scores::of_pairs(&[5, 10, 15, 20, 30]))).abs() < 1e-9);
    }

    /// Units that all score slightly more than one half decide by the largest possible ratio:
    /// an entrant that is 100 Elo ahead cannot score less than a half all the time by chance.
    #[test]
    fn units_may_have_any_score() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let mut scores = Scores::default();
        assert_eq!(sprt.log_ratio(&scores), 0.0);
        for score in [0.75, 0.5 + 1.0 / 6.0, 0.625].into_iter().cycle().take(60) {
            scores.add(score);
        }
        assert_eq!((scores.units(), sprt.verdict(&scores)), (60, Verdict::Greater));
        let mut level = Scores::default();
        for score in [0.75, 0.25, 0.5].into_iter().cycle().take(60) {
            level.add(score);
        }
        assert_eq!(sprt.verdict(&level), Verdict::Lesser);
        // A fifth possible result that does not occur makes a negligible difference.
        let (all, four) = ([3, 8, 0, 9, 4], Scores::of_pairs(&[3, 8, 0, 9, 4]));
        let mut by_hand = Scores::default();
        for (k, &count) in all.iter().enumerate() {
            (0..count).for_each(|_| by_hand.add(k as f64 / 4.0));
        }
        assert!((sprt.log_ratio(&four) - sprt.log_ratio(&by_hand)).abs() < 1e-2);
    }

    #[test]
    fn conditions_are_parsed_and_validated() {
        let sprt: Sprt = "sprt -3 2.5".parse().expect("a condition");
        assert_eq!((sprt.elo0, sprt.elo1, sprt.to_string().as_str()), (-3.0, 2.5, "sprt -3 2.5"));
        for text in
            ["", "sprt", "sprt 0", "sprt 5 0", "sprt 0 x", "sprt 0 5 9", "los 0 5", "sprt 0 NaN"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
