//! Two entrants and their games in pairs: both games of a pair begin from the same opening, with the seats
//! swapped, so that an opening that favours a seat favours no entrant. The pair is the unit, as usual in tests of
//! chess engines: its five results (the *pentanomial*) vary less than two independent games, so the
//! interval of a score over pairs is narrower, and correct.

use super::{Interval, PRIOR_VARIANCE, SHARES, Sample};

/// The result of a game for the first of two entrants by their ranks, in halves of a win: 0, 1 or 2.
pub fn halves(own: u8, other: u8) -> usize {
    1 + usize::from(own < other) - usize::from(own > other)
}

/// The games between two entrants, from the first one's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// Games without a partner: lost, drawn, won.
    pub single: [u64; 3],
    /// Pairs of games: both lost; a loss and a draw; a loss and a win; two draws; a draw and a win; both
    /// won.
    pub double: [u64; 6],
}

/// For each of [`Units::double`], the numbers of lost, drawn and won games.
const SPLIT: [[u64; 3]; 6] = [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1], [0, 0, 2]];

impl Units {
    /// Adds a pair of games, by the halves of a win in each.
    pub fn add_pair(&mut self, one: usize, other: usize) {
        const KIND: [[usize; 3]; 3] = [[0, 1, 2], [1, 3, 4], [2, 4, 5]];
        self.double[KIND[one][other]] += 1;
    }

    /// Every kind of unit with its count: losses, draws and wins in one such unit.
    pub fn kinds(&self) -> impl Iterator<Item = (u64, [u64; 3])> + '_ {
        let singles = self.single.iter().copied().zip([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        singles.chain(self.double.iter().copied().zip(SPLIT))
    }

    /// Numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn pentanomial(&self) -> [u64; 5] {
        let [ll, ld, lw, dd, dw, ww] = self.double;
        [ll, ld, lw + dd, dw, ww]
    }

    /// The same from the other entrant's view.
    pub fn reversed(&self) -> Units {
        let ([l, d, w], [ll, ld, lw, dd, dw, ww]) = (self.single, self.double);
        Units { single: [w, d, l], double: [ww, dw, lw, dd, ld, ll] }
    }

    /// The score over the pairs with its 95% interval, each pair a unit; `None` for fewer than two pairs.
    pub fn score(&self) -> Option<Interval> {
        let mut sample = Sample::default();
        for (k, &count) in self.pentanomial().iter().enumerate() {
            let score = k as f64 / 4.0;
            sample.units += count;
            sample.sum += count as f64 * score;
            sample.squares += count as f64 * score * score;
        }
        sample.interval(PRIOR_VARIANCE, SHARES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_points() {
        let mut units = Units::default();
        for (one, other) in [(2, 0), (1, 1), (0, 1), (2, 2), (1, 2), (0, 0)] {
            units.add_pair(one, other);
        }
        units.single[halves(1, 2)] += 1;
        assert_eq!(units.pentanomial(), [1, 1, 2, 1, 1]);
        let totals = |units: Units| {
            units.kinds().fold([0; 3], |sum: [u64; 3], (n, split)| {
                std::array::from_fn(|k| sum[k] + n * split[k])
            })
        };
        assert_eq!(totals(units), [4, 4, 5]);
        assert_eq!(totals(units.reversed()), [5, 4, 4]);
        assert_eq!(units.reversed().reversed(), units);
        let games: u64 = units.kinds().map(|(n, split)| n * split.iter().sum::<u64>()).sum();
        assert_eq!(games, 13);
    }

    #[test]
    fn interval_over_pairs_matches_a_hand_calculation() {
        // Of 10 pairs, 1, 2, 4, 2 and 1 score 0, ¼, ½, ¾ and 1. The mean is ½, the sum of squared deviations is
        // 2·¼ + 4·1/16 = ¾, and the prior variance is ⅛.
        let units = Units { single: [0; 3], double: [1, 2, 2, 2, 2, 1] };
        let score = units.score().expect("ten pairs");
        let half = super::super::student(9) * (0.875f64 / 100.0).sqrt();
        assert!((score.middle - 0.5).abs() < 1e-12);
        assert!((score.high - 0.5 - half).abs() < 1e-12, "{score:?}");
    }

    #[test]
    fn decisive_openings_do_not_count_as_strength() {
        // Each entrant wins one game of every pair. As 100 single games, the error would be ±9.8 points. As pairs, the
        // variance is almost 0.
        let units = Units { single: [0; 3], double: [0, 0, 50, 0, 0, 0] };
        let score = units.score().expect("pairs");
        assert_eq!(score.middle, 0.5);
        // A few equal pairs prove little.
        let few = Units { single: [0; 3], double: [0, 0, 0, 0, 0, 2] };
        assert!(few.score().expect("pairs").low < 0.6);
        assert!(score.high - score.low < 0.03, "{score:?}");
    }
}
