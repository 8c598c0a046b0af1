//! The chance of each empire to have the largest area at the end, from its current state. It is logistic in the shares of
//! cells and of outposts, with weights that change over the turns and with the length of the game. The weights were fitted to
//! games in which all four empires have the same bot: `cargo run --example outpost_chances` plays them, fits, and prints the errors.

use super::board::EMPIRES;

/// The number of support points from the first turn to the last; weights between them are interpolated linearly.
pub const KNOTS: usize = 6;
/// The measurements of an empire: its share of all owned cells, and of all outposts.
pub const SHARES: usize = 2;
/// The weight of each share at each knot, in log odds.
pub type Weights = [[f64; SHARES]; KNOTS];

/// The weights that `examples/outpost_chances.rs` fitted to games, by the number of turns. These are of games between unequal bots,
/// mostly of 400 turns, and serve all lengths until the example has been run for each.
pub const FITTED: &[(u32, Weights)] = &[(
    400,
    [[15.48, -8.49], [11.90, -1.15], [17.75, -3.82], [21.91, -0.68], [33.35, 6.01], [53.24, 22.84]],
)];

/// The weights for games of this number of turns, interpolated in its logarithm between the fitted lengths.
pub fn weights(fitted: &[(u32, Weights)], turns: u32) -> Weights {
    let above = fitted.iter().position(|(length, _)| *length >= turns);
    let above = above.unwrap_or(fitted.len().saturating_sub(1));
    let (to, longer) = fitted.get(above).copied().unwrap_or((turns, [[0.0; SHARES]; KNOTS]));
    let Some((from, shorter)) = above.checked_sub(1).map(|below| fitted[below]) else {
        return longer;
    };
    let part =
        (f64::from(turns.min(to)) / f64::from(from)).ln() / (f64::from(to) / f64::from(from)).ln();
    std::array::from_fn(|knot| {
        std::array::from_fn(|at| shorter[knot][at] + part * (longer[knot][at] - shorter[knot][at]))
    })
}

/// The shares of each empire, from cells and outposts.
pub fn shares(cells: [u32; EMPIRES], outposts: [u32; EMPIRES]) -> [[f64; SHARES]; EMPIRES] {
    let share =
        |of: &[u32; EMPIRES], e: usize| f64::from(of[e]) / f64::from(of.iter().sum::<u32>().max(1));
    std::array::from_fn(|e| [share(&cells, e), share(&outposts, e)])
}

/// The interpolation weight of each knot at a point of the game, from 0 to 1.
pub fn nearness(progress: f64) -> [f64; KNOTS] {
    let at = progress.clamp(0.0, 1.0) * (KNOTS - 1) as f64;
    std::array::from_fn(|knot| (1.0 - (at - knot as f64).abs()).max(0.0))
}

/// The chance of each empire, from 0 to 1; the sum is 1.
pub fn chances(
    weights: &Weights,
    progress: f64,
    shares: &[[f64; SHARES]; EMPIRES],
) -> [f64; EMPIRES] {
    let near = nearness(progress);
    let odds = shares.map(|own| {
        let parts = near.iter().zip(weights).map(|(near, weights)| {
            near * weights.iter().zip(own).map(|(weight, share)| weight * share).sum::<f64>()
        });
        parts.sum::<f64>()
    });
    let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised = odds.map(|odds| (odds - most).exp());
    let sum: f64 = raised.iter().sum();
    raised.map(|one| one / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_grow_with_land() {
        for progress in [0.0, 0.3, 0.5, 0.9, 1.0] {
            let mut before = 0.0;
            for cells in [0, 50, 100, 300, 2_000] {
                let own = shares([cells, 100, 100, 100], [3, 3, 3, 3]);
                let chances = chances(&FITTED[0].1, progress, &own);
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(chances[0] > before, "{progress} {cells}: {chances:?}");
                before = chances[0];
            }
        }
        let even = chances(&weights(FITTED, 60), 0.0, &shares([5; EMPIRES], [1; EMPIRES]));
        assert_eq!(even, [0.25; EMPIRES]);
    }
    #[test]
    fn weights_are_interpolated_in_the_logarithm_of_the_turns() {
        let fitted = [(50, [[1.0; SHARES]; KNOTS]), (200, [[3.0; SHARES]; KNOTS])];
        let weight = |turns| weights(&fitted, turns)[2][1];
        assert_eq!([10, 50, 200, 900].map(weight), [1.0, 1.0, 3.0, 3.0]);
        assert!((weight(100) - 2.0).abs() < 1e-9);
        assert_eq!(weights(&fitted[..1], 300), fitted[0].1);
    }
}
